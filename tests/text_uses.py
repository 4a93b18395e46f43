"""Uses of texts in the source: the keys given to emit(), Reason(), Ask(), Roll() and GameOver(), with their data."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

#: For each call the section of its key, the position and keyword of the key, and the position of its data.
#: emit() takes its data as keywords.
CALLS: dict[str, tuple[str, int, str, int | None]] = {
    "emit": ("event", 0, "kind", None),
    "Reason": ("bar", 1, "what", 2),
    "Ask": ("decision", 1, "name", 7),
    "ask": ("decision", 2, "name", 99),
    "Roll": ("roll", 0, "name", 5),
    "GameOver": ("reason", 1, "reason", None),
}
NO_DATA = {"seen_by"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Use:
    """A key in the source, with its section and the data that can fill the text."""

    section: str
    key: str
    data: frozenset[str]


class Unreadable(Exception):
    """The source computes a key or its data in a way that cannot be followed here."""


class Collector:
    """All uses of texts in some sources; a use that cannot be read is listed as unreadable."""

    def __init__(self, sources: Iterable[str], below: Iterable[str] = ()) -> None:
        """Collect the uses in `sources`, which may call functions of the sources `below`."""
        self.trees = [ast.parse(source) for source in sources]
        self.functions = functions_by_name([ast.parse(source) for source in below]) | functions_by_name(self.trees)
        self.uses: set[Use] = set()
        self.unreadable: list[str] = []
        for tree in self.trees:
            self._visit(tree, None)

    def _visit(self, node: ast.AST, inside: Function | None) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call) and called_name(child) in CALLS:
                try:
                    self.uses.update(self._read(child, inside))
                except Unreadable as error:
                    self.unreadable.append(f"line {child.lineno}: {called_name(child)}(): {error}")
            self._visit(child, child if isinstance(child, Function) else inside)

    def _read(self, call: ast.Call, inside: Function | None) -> Iterator[Use]:
        section, at, keyword, data_at = CALLS[called_name(call)]
        key = find_argument(call, at, keyword)
        constants = self._constants(key)
        if isinstance(key, ast.Attribute | ast.Subscript) and not constants:
            return  # a copy of a key that another call made
        if key is None:
            raise Unreadable("no key")
        if isinstance(key, ast.Name) and inside is not None and inside.name in CALLS and takes_by_place(key.id, inside):
            return  # a parameter: the callers of this function pass the key
        data: frozenset[str] = frozenset()
        if section == "event":
            data = frozenset(word.arg for word in call.keywords if word.arg) - NO_DATA
        elif data_at is not None:
            data = self._data(find_argument(call, data_at, "data"), inside)
        if any(word.arg == "modified" for word in call.keywords):
            data |= {"total"}
        for word in constants or self._words(key, inside):
            yield from list_uses(section, word, data)

    def _constants(self, node: ast.expr | None) -> set[str]:
        """Return the strings that classes assign to an attribute, such as the reason of an ending."""
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                classes = (each for tree in self.trees for each in ast.walk(tree) if isinstance(each, ast.ClassDef))
                values = [value for each in classes for value in assigned_values(name, each.body)]
                return {str(value.value) for value in values if isinstance(value, ast.Constant) and value.value}
        return set()

    def _words(self, node: ast.expr, inside: Function | None) -> set[str]:
        """Return the strings that an expression may have."""
        match node:
            case ast.Constant(value=str(word)):
                return {word}
            case ast.IfExp(body=body, orelse=other):
                return self._words(body, inside) | self._words(other, inside)
            case ast.Name(id=name) if inside is not None:
                return {word for value in self._values(name, inside) for word in self._words(value, inside)}
        raise Unreadable(f"cannot read the key {ast.unparse(node)}")

    def _values(self, name: str, inside: Function) -> list[ast.expr]:
        """Return the values of a name: assigned in the function, passed by keyword, or the default of the parameter."""
        found = list(assigned_values(name, ast.walk(inside)))
        defaults = zip(inside.args.kwonlyargs, inside.args.kw_defaults, strict=True)
        parameter = [default for argument, default in defaults if argument.arg == name]
        if parameter:
            found += [default for default in parameter if default is not None]
            calls = (node for tree in self.trees for node in ast.walk(tree) if isinstance(node, ast.Call))
            found += [
                word.value
                for call in calls
                if called_name(call) == inside.name
                for word in call.keywords
                if word.arg == name
            ]
        if not found:
            raise Unreadable(f"cannot tell what {name} is")
        return found

    def _data(self, node: ast.expr | None, inside: Function | None) -> frozenset[str]:
        """Return the keys that the data have in every case."""
        match node:
            case None:
                return frozenset()
            case ast.Dict(keys=keys) if all(isinstance(k, ast.Constant) and isinstance(k.value, str) for k in keys):
                return frozenset(str(k.value) for k in keys if isinstance(k, ast.Constant))
            case ast.Name(id=name) if inside is not None:
                return frozenset.intersection(*(self._data(value, inside) for value in self._values(name, inside)))
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self._data(left, inside) | self._data(right, inside)
            case ast.Call() if called_name(node) in self.functions:
                returned = [
                    (each.value, function)
                    for function in self.functions[called_name(node)]
                    for each in ast.walk(function)
                    if isinstance(each, ast.Return)
                ]
                if returned:
                    return frozenset.intersection(*(self._data(value, function) for value, function in returned))
        raise Unreadable(f"cannot read the data {ast.unparse(node)}")


def functions_by_name(trees: Iterable[ast.Module]) -> dict[str, list[Function]]:
    found: dict[str, list[Function]] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, Function):
                found.setdefault(node.name, []).append(node)
    return found


def assigned_values(name: str, nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """Yield the values assigned to a name, alone or among others: `seat, data = 0, {}`."""
    for node in nodes:
        match node:
            case ast.AnnAssign(target=ast.Name(id=found), annotation=kind, value=ast.expr() as value):
                if found == name and "ClassVar" in ast.unparse(kind):
                    yield value
        if isinstance(node, ast.Assign):
            for target in node.targets:
                match target, node.value:
                    case ast.Name(id=found), value if found == name:
                        yield value
                    case ast.Tuple(elts=names), ast.Tuple(elts=values):
                        pairs = zip(names, values, strict=False)
                        yield from (value for each, value in pairs if isinstance(each, ast.Name) and each.id == name)


def takes_by_place(name: str, function: Function) -> bool:
    """Return whether a function has a positional parameter of this name."""
    return any(given.arg == name for given in function.args.args)


def called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def find_argument(call: ast.Call, at: int, keyword: str) -> ast.expr | None:
    named = [word.value for word in call.keywords if word.arg == keyword]
    return named[0] if named else call.args[at] if at < len(call.args) else None


def list_uses(section: str, key: str, data: frozenset[str]) -> Iterator[Use]:
    """Yield the texts of a key: a roll has a line in the log, and a question for typed dice."""
    if section == "roll":
        yield Use("event", f"roll_{key}", data | {"purpose", "dice"})
        yield Use("decision", f"roll_{key}", data - {"total"} | {"count", "sides"})
    else:
        yield Use(section, key, data)
