"""Boolean twins of the functions that yield the reasons against an act.

A function `… -> Iterator[Reason]` explains a refusal; its reasons are called bars in code. To list the options, it is
enough to know whether there is any bar. For each such function a twin is generated, `foo_bars` → `foo_bars__barred`,
which runs the same code up to the first bar and returns whether it reached one. Tests such as
`next(foo_bars(…), None) is None` are replaced by calls of the twin. Only compiled rules have twins.

Some functions take bars as their last argument and yield them with an introductory reason in front. They yield nothing
if they are given no bars. So they need no twin: the twin of the function that makes their argument is called instead.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

END = "__barred"
BARS = "Iterator[Reason]"
#: The module with helpers for twins at run time.
HELPERS = "gunki.compiled.asking"


def copy_expression(node: ast.expr) -> ast.expr:
    """Return a copy of an expression."""
    return ast.parse(ast.unparse(node), mode="eval").body


@dataclass
class Edits:
    """Changes to make in one source text: spans to replace and lines to insert. Columns count bytes, as in `ast`."""

    lines: list[bytes]
    spans: list[tuple[int, int, int, int, str]] = field(default_factory=list)
    inserted: list[tuple[int, str]] = field(default_factory=list)

    def text(self) -> str:
        lines = list(self.lines)
        for first, start, last, end, new in sorted(self.spans, reverse=True):
            head, tail = lines[first - 1][:start], lines[last - 1][end:]
            lines[first - 1 : last] = [head + new.encode() + tail, *[b""] * (last - first)]
        for line, new in sorted(self.inserted, reverse=True):
            lines.insert(line, new.encode())
        return b"".join(lines).decode()


def names_bars(node: ast.AST) -> bool:
    """Return whether a node defines a function that yields bars, by its return type."""
    return isinstance(node, ast.FunctionDef) and node.returns is not None and ast.unparse(node.returns) == BARS


@dataclass(frozen=True)
class Names:
    """The names of functions that have a twin, and of functions that yield the bars in their last argument."""

    with_twin: set[str]
    introducing: set[str]


def bars_functions(trees: Mapping[Path, ast.Module]) -> Names:
    """Return the names of all functions that yield bars, and of the fields that hold such functions."""
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    introducing = {node.name for node in nodes if isinstance(node, ast.FunctionDef) and introduces_bars(node)}
    yielding = {node.name for node in nodes if isinstance(node, ast.FunctionDef) and names_bars(node)} | {
        node.target.id for node in nodes if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        and _holds_bars(node)
    }  # fmt: skip
    return Names(yielding, introducing)


def introduces_bars(node: ast.FunctionDef) -> bool:
    last = node.args.args[-1].annotation if node.args.args else None
    return names_bars(node) and last is not None and ast.unparse(last) == BARS


def _holds_bars(node: ast.AnnAssign) -> bool:
    return re.fullmatch(rf"Callable\[\[.*\], {re.escape(BARS)}\]", ast.unparse(node.annotation)) is not None


class Asker(ast.NodeTransformer):
    """Replaces tests of whether a function yields a bar by calls of its twin, and counts the changes."""

    def __init__(self, names: Names, module_names: Collection[str]) -> None:
        """Remember the names that have twins; `module_names` are the names that the module defines or imports."""
        self.names = names.with_twin
        self.introducing = names.introducing
        self.module_names = module_names
        self.changed = 0
        self.helped = False

    def call_with_twin(self, node: ast.AST | None) -> ast.Call | None:
        """Return the node if it is a call of a function that has a twin, otherwise None."""
        if not isinstance(node, ast.Call):
            return None
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", None)
        return node if name in self.names else None

    def twin(self, call: ast.Call) -> ast.Call:
        """Return a call of the twin with the same arguments."""
        self.changed += 1
        func = copy_expression(call.func)
        if isinstance(func, ast.Name) and func.id not in self.module_names:  # a variable that holds such a function
            self.helped = True
            func = ast.Call(ast.Name("twin_of", ast.Load()), [func], [])
        elif isinstance(func, ast.Name):
            func.id += END
        else:
            assert isinstance(func, ast.Attribute)
            func.attr += END
        return ast.Call(func, call.args, call.keywords)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="next"), args=[ast.Call() as call, ast.Constant(value=None)]),
                ops=[ast.Is() | ast.IsNot() as operator],
                comparators=[ast.Constant(value=None)],
            ) if self.call_with_twin(call):
                twin = self.twin(call)
                return ast.UnaryOp(ast.Not(), twin) if isinstance(operator, ast.Is) else twin
        return node


class Body(Asker):
    """Turns the body of a function that yields bars into the body of its twin."""

    def ask_for_bar(self, value: ast.expr) -> ast.expr:
        """Return an expression that is true if an iterable yields a bar."""
        if (call := self.call_with_twin(value)) is not None:
            introduces = isinstance(call.func, ast.Name) and call.func.id in self.introducing
            return self.ask_for_bar(call.args[-1]) if introduces else self.twin(call)
        if isinstance(value, ast.IfExp):
            return ast.IfExp(value.test, self.ask_for_bar(value.body), self.ask_for_bar(value.orelse))
        if ast.unparse(value) in ("()", "[]", "iter(())"):
            return ast.Constant(False)
        iterator = ast.Call(ast.Name("iter", ast.Load()), [value], [])
        first = ast.Call(ast.Name("next", ast.Load()), [iterator, ast.Constant(None)], [])
        return ast.Compare(first, [ast.IsNot()], [ast.Constant(None)])

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        self.generic_visit(node)
        match node.value:
            case ast.Yield():
                return ast.Return(ast.Constant(True))
            case ast.YieldFrom(value=value):
                return ast.If(self.ask_for_bar(value), [ast.Return(ast.Constant(True))], [])
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        self.generic_visit(node)
        return ast.Return(ast.Constant(False) if node.value is None else self.ask_for_bar(node.value))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        return node  # a nested function keeps its own returns


def twin_of(function: ast.FunctionDef, out: Body) -> ast.FunctionDef:
    """Return the twin of a function that yields bars."""
    [twin] = ast.parse(ast.unparse(function)).body
    assert isinstance(twin, ast.FunctionDef)
    twin.name += END
    twin.returns = ast.Name("bool", ast.Load())
    body = [s for s in twin.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    statements: list[ast.stmt] = []
    for statement in body:
        new = out.visit(statement)
        statements += new if isinstance(new, list) else [new]
    if not statements or not isinstance(statements[-1], ast.Return | ast.Raise):
        statements.append(ast.Return(ast.Constant(False)))
    twin.body = statements
    return twin


def field_twin(node: ast.AnnAssign) -> str:
    """Return the source of a method that calls the twin of the function in a field."""
    assert isinstance(node.target, ast.Name)
    assert isinstance(node.annotation, ast.Subscript)
    assert isinstance(node.annotation.slice, ast.Tuple)
    arguments = node.annotation.slice.elts[0]
    assert isinstance(arguments, ast.List)
    kinds = [ast.unparse(kind) for kind in arguments.elts]
    parameters = "".join(f", a{i}: {kind}" for i, kind in enumerate(kinds))
    values = ", ".join(f"a{i}" for i in range(len(kinds)))
    name = node.target.id
    return f"def {name}{END}(self{parameters}) -> bool:\n    return bool(twin_of(self.{name})({values}))\n"


def indent(code: str, column: int) -> str:
    pad = " " * column
    return "".join(pad + line if line.strip() else line for line in code.splitlines(keepends=True))


def add_twins(text: str, tree: ast.Module, names: Names) -> str:
    """Return the source of a module with twins of its functions added, and with its tests changed to call twins."""
    edits = Edits([line.encode() for line in text.splitlines(keepends=True)])
    defined_names = set(_module_names(tree))
    body = Body(names, defined_names)
    yielding = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and names_bars(node)]
    for node in yielding:
        code = ast.unparse(ast.fix_missing_locations(twin_of(node, body))) + "\n"
        assert node.end_lineno is not None
        edits.inserted.append((node.end_lineno, "\n" + indent(code, node.col_offset)))
    helped = body.helped
    for cls in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for part in cls.body:
            if isinstance(part, ast.AnnAssign) and _holds_bars(part):
                assert cls.end_lineno is not None
                edits.inserted.append((cls.end_lineno, "\n" + indent(field_twin(part), cls.col_offset + 4)))
                helped = True
    for question in _outermost_questions(tree, names):
        asker = Asker(names, defined_names)
        new = asker.visit(copy_expression(question))
        helped = helped or asker.helped
        assert question.end_lineno is not None
        assert question.end_col_offset is not None
        code = f"({ast.unparse(ast.fix_missing_locations(new))})"
        edits.spans.append((question.lineno, question.col_offset, question.end_lineno, question.end_col_offset, code))
    if not edits.spans and not edits.inserted:
        return text
    new_text = edits.text()
    imports = sorted(_imports_of_twins(tree, new_text, names))
    if helped:
        imports.append(f"from {HELPERS} import twin_of\n")
    return _ignore_comment(text) + _with_imports(new_text, imports)


def _outermost_questions(tree: ast.Module, names: Names) -> Iterator[ast.Compare]:
    """Yield the comparisons that test for a first bar. Leave out those that are inside another such comparison."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Compare):
            asker = Asker(names, ())
            asker.visit(copy_expression(node))
            if asker.changed:
                yield node
                continue
        waiting += ast.iter_child_nodes(node)


def _module_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines or imports."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.ImportFrom(names=aliases) | ast.Import(names=aliases):
                yield from (alias.asname or alias.name for alias in aliases)


def _imports_of_twins(tree: ast.Module, text: str, names: Names) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gunki."):
            for alias in node.names:
                used = alias.asname or alias.name
                if alias.name in names.with_twin and re.search(rf"(?<![.\w]){used}{END}\b", text):
                    renamed = f" as {used}{END}" if alias.asname else ""
                    yield f"from {node.module} import {alias.name}{END}{renamed}\n"


def _ignore_comment(text: str) -> str:
    """Return a comment for a whole module, which disables the mypy checks that comments on single lines disable.

    It is needed because generated twins lose the comments of their lines.
    """
    codes = sorted(set(re.findall(r"# type: ignore\[([\w, -]+)\]", text)))
    return f'# mypy: disable-error-code="{", ".join(codes)}"\n' if codes else ""


def _with_imports(text: str, imports: list[str]) -> str:
    if not imports:
        return text
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    at = max(n.end_lineno or 0 for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom))
    return "".join([*lines[:at], *imports, *lines[at:]])
