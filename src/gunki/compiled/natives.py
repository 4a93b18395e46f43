"""Changes the source before mypyc compiles it, so that mypyc makes native code in more places.

- Every procedure gets the `__init__` that its dataclass would have, and a `clone`. Without them, a compiled dataclass
  would use the interpreted methods that `dataclasses` makes.
- Constants of modules become `Final`: mypyc then keeps them in C instead of looking them up.
- Classes may have plain subclasses, and setups can be copied (`mypyc_attr`).
"""

from __future__ import annotations

import ast
import dataclasses
import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import MISSING, Field
from typing import Any

from gunki.compiled.twins import HELPERS, Edits
from gunki.core.compose.position_document import own_steps

CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+")
#: The flag of a class that stays an ordinary Python class; its methods are compiled all the same.
PLAIN_CLASS = "plain"
#: The last line of `__init_subclass__` in classes whose plain subclasses get twins for the functions they override.
HOOK = "        complete_twins(cls)\n"


def procedure_code(name: str, fields: Collection[Field[Any]], own: Collection[str]) -> str:
    """Return the source of the methods to add to a procedure. `own` are the methods that it already has."""
    init_fields = [f for f in fields if f.name != "step"]
    defaults = ["" if f.default is MISSING else f" = {f.default!r}" for f in init_fields]
    parameters = [f"{f.name}: {f.type}{default}" for f, default in zip(init_fields, defaults, strict=True)]
    code = ""
    if "__init__" not in own:
        head = ", ".join(["self", *parameters, "*", 'step: str = "start"'])
        lines = "".join(f"        self.{f.name} = {f.name}\n" for f in init_fields)
        code += f"\n    def __init__({head}) -> None:\n{lines}        self.step = step\n"
    if "clone" not in own:
        values = ", ".join([*(f"self.{f.name}" for f in init_fields), "step=self.step"])
        plain = f"        if type(self) is not {name}:\n            return super().clone()\n"
        code += f"\n    def clone(self) -> Procedure:\n{plain}        return {name}({values})\n"
    return code


def write_out_procedures(text: str, tree: ast.Module, classes: dict[str, type]) -> str:
    """Return the source of a module whose procedures have a native `__init__` and `clone`."""
    lines = text.splitlines(keepends=True)
    edits: list[tuple[int, int, str]] = []
    for node in tree.body:
        cls = classes.get(node.name) if isinstance(node, ast.ClassDef) else None
        if cls is None or not isinstance(node, ast.ClassDef) or not dataclasses.is_dataclass(cls):
            continue
        own = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
        if node.name == "Procedure":
            own.add("clone")  # the base class keeps its own `clone`, which can copy the fields of any plain subclass
        decorator = next(d for d in node.decorator_list if ast.unparse(d).startswith("dataclass"))
        assert lines[decorator.lineno - 1].strip() == "@dataclass(eq=False)", (node.name, lines[decorator.lineno - 1])
        assert node.end_lineno is not None
        edits.append((node.end_lineno, decorator.lineno, procedure_code(node.name, dataclasses.fields(cls), own)))
    for end, decorator_line, code in sorted(edits, reverse=True):
        lines.insert(end, code)
        lines[decorator_line - 1] = "@dataclass(eq=False, init=False)\n"
    is_named = any(isinstance(n, ast.alias | ast.ClassDef) and n.name == "Procedure" for n in ast.walk(tree))
    new = "".join(lines)
    return (
        with_first_import(new, "from gunki.core.rules.procedure import Procedure\n") if edits and not is_named else new
    )


def write_down_steps(text: str, name: str, classes: Mapping[str, type]) -> str:
    """Return the source of a module with added lines, which record the steps of its procedures in COMPILED_STEPS."""
    steps_by_class = {cls: own_steps(cls) for cls in classes.values() if own_steps(cls)}
    lines = [f'COMPILED_STEPS["{name}.{cls.__qualname__}"] = {steps!r}\n' for cls, steps in steps_by_class.items()]
    imported = (
        [] if name == "gunki.core.rules.procedure" else ["from gunki.core.rules.procedure import COMPILED_STEPS\n"]
    )
    return "".join([text, "\n", *imported, *lines]) if lines else text


def make_constants_final(text: str, tree: ast.Module) -> str:
    """Return the source of a module in which constants that are set once are `Final`."""
    lines = text.splitlines(keepends=True)
    stores = Counter(n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    changed = False
    for node in reversed(tree.body):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind, value=value) if value is not None:
                is_plain = "Final" not in ast.unparse(kind) and "TypeAlias" not in ast.unparse(kind)
                if CONSTANT.fullmatch(name) and stores[name] == 1 and is_plain and kind.lineno == kind.end_lineno:
                    line = lines[kind.lineno - 1].encode()
                    start, end = kind.col_offset, kind.end_col_offset
                    new_line = line[:start] + b"Final[" + line[start:end] + b"]" + line[end:]
                    lines[kind.lineno - 1] = new_line.decode()
                    changed = True
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if CONSTANT.fullmatch(name) and stores[name] == 1 and _is_value(value):
                    text_line = lines[node.lineno - 1]
                    lines[node.lineno - 1] = f"{text_line[: len(name)]}: Final{text_line[len(name) :]}"
                    changed = True
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                names = [t.id for t in targets if isinstance(t, ast.Name)]
                values = _numbers(value)
                are_constants = all(CONSTANT.fullmatch(name) and stores[name] == 1 for name in names)
                if are_constants and values is not None and len(targets) == len(names) == len(values):
                    pairs = zip(names, values, strict=True)
                    new_lines = [f"{name}: Final = {number!r}\n" for name, number in pairs]
                    lines[node.lineno - 1 : node.end_lineno] = new_lines
                    changed = True
    return with_first_import("".join(lines), "from typing import Final\n") if changed else text


def _is_value(value: ast.expr) -> bool:
    """Return whether an expression is certainly a value, not a type."""
    text = ast.unparse(value)
    if "TypeVar" in text:
        return False
    return not isinstance(value, ast.Subscript | ast.BinOp) or re.search(r"\d", text) is not None


def _numbers(value: ast.expr) -> list[int | str] | None:
    """Return the values of `range(n)` or of a tuple of literals, or None for any other expression."""
    match value:
        case ast.Call(func=ast.Name(id="range"), args=arguments) if all(isinstance(a, ast.Constant) for a in arguments):
            return list(range(*(ast.literal_eval(a) for a in arguments)))
        case ast.Tuple(elts=elements) if all(
            isinstance(e, ast.Constant) and isinstance(e.value, int | str) for e in elements
        ):
            return [ast.literal_eval(e) for e in elements]
    return None


def open_classes(text: str, tree: ast.Module, flags: dict[str, str], hooked: Collection[str]) -> str:
    """Return the source of a module with the flags added to its classes; classes in `hooked` get the HOOK too."""
    lines = text.splitlines(keepends=True)
    nodes = [n for n in tree.body if isinstance(n, ast.ClassDef) and (n.name in flags or n.name in hooked)]
    for node in reversed(nodes):
        assert node.end_lineno is not None
        if node.name in hooked:
            own = next(n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init_subclass__")
            assert own.end_lineno is not None
            lines.insert(own.end_lineno, HOOK)
        if node.name in flags:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            flag = flags[node.name]
            lines.insert(first - 1, "@plain_class\n" if flag == PLAIN_CLASS else f"@mypyc_attr({flag})\n")
    if not nodes:
        return text
    added = "from typing import TYPE_CHECKING, Any\n"
    added += f"from {HELPERS} import complete_twins, plain_class\n"
    added += "if TYPE_CHECKING:\n    from mypy_extensions import mypyc_attr\n"
    return with_first_import("".join(lines), added)


def set_namesakes_apart(text: str, tree: ast.Module) -> str:
    """Return the source of a module in which each class with the same name as its base is renamed.

    C functions are named after classes, so equal names would clash. Users of the class do not notice: `__name__` is
    the old name, and the module has the class under its old name too.
    """
    edits = Edits([line.encode() for line in text.splitlines(keepends=True)])
    for cls in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        if not any(isinstance(base, ast.Attribute) and base.attr == cls.name for base in cls.bases):
            continue
        new = f"{cls.name}_here"
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id == cls.name:
                edits.spans.append((node.lineno, node.col_offset, node.lineno, node.col_offset + len(cls.name), new))
        edits.spans.append((cls.lineno, len("class "), cls.lineno, len("class ") + len(cls.name), new))
        assert cls.end_lineno is not None
        names = f'{cls.name}.__name__ = {cls.name}.__qualname__ = "{cls.name}"'
        edits.inserted.append((cls.end_lineno, f"\n{cls.name} = {new}\n{names}\n"))
    return edits.text()


def with_first_import(text: str, code: str) -> str:
    """Return the source with code inserted before its first import."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Import | ast.ImportFrom) and getattr(node, "module", "") != "__future__":
            lines = text.splitlines(keepends=True)
            return "".join([*lines[: node.lineno - 1], code, *lines[node.lineno - 1 :]])
    raise ValueError("a module without imports")
