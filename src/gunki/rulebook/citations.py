"""Finds where the code cites a clause: file, line, and the function or class there."""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import gunki
from gunki import compiled
from gunki.core.definition.clauses import Clause
from gunki.core.definition.game import Game

#: A place where a clause id may begin, with an optional book before it: not inside a word, a number or another id.
CLAUSE_START = re.compile(r"(?<![\w.-])(?<!\w\()(?:(?P<book>[a-z_]\w*):)?(?P<first>\w+)")
#: Text after a clause id that makes it the id of another clause: 7-21, 7-2(1), 7-2-1 and 7-2.p1 do not cite 7-2.
CLAUSE_CONTINUES = re.compile(r"\w|\(\w|-\w|\.\w")
#: The id of a chapter is a bare number. It counts only in quotes or after the word "chapter"; otherwise every 7 would
#: count.
CHAPTER = re.compile(r"(?<=[\"'])\d+(?=[\"'])|(?<=[Cc]hapter )\d+\b")

#: The folder of the package; file names are given relative to it.
PACKAGE = Path(gunki.__file__).resolve().parent
#: The folder of a game's bot code: its files mention rules but do not implement them.
ADVICE = "bot"


@dataclass(frozen=True, slots=True)
class CitedPlace:
    #: The file (such as `series/gunyuden/rules/combat/skirmish.py`), the line, and the function, class or constant
    #: there ("" for the file itself).
    path: str
    line: int
    name: str
    #: Whether the code here implements the rule. Lists, docstrings of modules and data files only name it.
    rule: bool

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.name}".rstrip()


class Citations:
    """Finds the ids of clauses in text, with or without the name of their book in front."""

    def __init__(self, clauses: Mapping[str, Clause]) -> None:
        self.clauses = clauses
        self.by_first: dict[str, list[str]] = {}
        for clause_id in sorted(clauses, key=len, reverse=True):
            first = CLAUSE_START.match(clause_id)
            if first is None:
                raise ValueError(f"{clause_id!r}: a clause begins with a letter or a digit")
            self.by_first.setdefault(first["first"], []).append(clause_id)

    def find(self, text: str) -> Iterator[str]:
        """Yield the ids cited in a line, each once, in their order there."""
        yield from dict.fromkeys(self._find(text))

    def _find(self, text: str) -> Iterator[str]:
        chapters = {match.start() for match in CHAPTER.finditer(text)}
        for start in CLAUSE_START.finditer(text):
            at = start.start("first")
            book = start["book"]
            for clause_id in self.by_first.get(start["first"], ()):
                if not text.startswith(clause_id, at) or CLAUSE_CONTINUES.match(text, at + len(clause_id)):
                    continue
                if book not in (None, self.clauses[clause_id].book):
                    continue
                if not clause_id.isdecimal() or at in chapters or book is not None:
                    yield clause_id
                break


def folders(game: Game) -> list[Path]:
    """Return the game's own folder, and the folders of the series that its classes come from."""
    position = game.start(game.setup())
    files = _files(type(game), type(position), *position.procedures.values())
    series = (_series(file, game.folder.parents[1]) for file in files)
    return list(dict.fromkeys([game.folder, *filter(None, series)]))


def _series(file: Path, package: Path) -> Path | None:
    """Return the folder of the game or series that a file belongs to, or None if it belongs to neither."""
    parts = file.relative_to(package).parts if package in file.parents else ()
    return package.joinpath(*parts[:2]) if len(parts) > 2 and parts[0] != "core" else None


def _files(*classes: type) -> list[Path]:
    """Return the source files of classes and of their bases."""
    return [_file(cls) for top in classes for cls in top.__mro__ if cls.__module__ != "builtins"]


def _file(cls: type) -> Path:
    if cls.__module__ in compiled.module_names():
        return compiled.source_file(cls.__module__)
    return Path(inspect.getfile(cls))


def places(game: Game) -> dict[str, list[CitedPlace]]:
    """Return for each clause the places in code and in data files that cite it.

    Places that implement the rule come before the others. In both groups, places in files that define procedures,
    endings, positions or setups come first.
    """
    citations = Citations(game.clauses)
    places_by_clause: dict[str, list[CitedPlace]] = {}
    for folder in folders(game):
        for path in sorted(folder.rglob("*.py")):
            for clause_id, place in in_code(citations, path):
                places_by_clause.setdefault(clause_id, []).append(place)
        for path in sorted(folder.glob("data/*.toml")):
            for clause_id, place in in_data(citations, path):
                places_by_clause.setdefault(clause_id, []).append(place)
    setup = game.setup()
    g = game.start(setup)
    ruling = (*g.procedures.values(), *map(type, g.ENDINGS), type(g), type(setup))
    chapters = {_display_path(file) for file in _files(*ruling)}
    return {
        clause_id: sorted(dict.fromkeys(cited_places), key=lambda place: (not place.rule, place.path not in chapters))
        for clause_id, cited_places in places_by_clause.items()
    }


def in_data(citations: Citations, path: Path) -> Iterator[tuple[str, CitedPlace]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("source"):
            for clause_id in citations.find(line):
                yield clause_id, CitedPlace(_display_path(path), number, "", False)


def in_code(citations: Citations, path: Path) -> Iterator[tuple[str, CitedPlace]]:
    """Yield the citations in strings and comments of a source file."""
    source = path.read_text(encoding="utf-8")
    things = Definitions(source)
    name = _display_path(path)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            rule = path.parent.name != ADVICE and things.is_rule(token.start[0], token.type == tokenize.COMMENT)
            for number, line in enumerate(token.string.splitlines(), token.start[0]):
                for clause_id in citations.find(line):
                    yield clause_id, CitedPlace(name, number, things.name(token.start[0]), rule)


def _display_path(path: Path) -> str:
    if PACKAGE in path.parents:
        return path.relative_to(PACKAGE).as_posix()
    top = next(folder for folder in path.parents if not (folder.parent / "__init__.py").is_file())
    return path.relative_to(top.parent).as_posix()


@dataclass(frozen=True, slots=True)
class Definition:
    name: str
    first: int
    last: int
    kind: type[ast.AST]
    #: The first line of the docstring, and the lines that assign a plain string such as `clause = "23-2"`.
    statement_lines: frozenset[int]


class Definitions:
    """The functions, classes and constants of a source file, each with the comment just above it."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines()
        self.definitions: list[Definition] = []
        self._read(ast.parse(source), "")

    def _read(self, inside: ast.AST, prefix: str) -> None:
        for node in ast.iter_child_nodes(inside):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    name = f"{prefix}{node.name}"
                    above = [decorator.lineno for decorator in node.decorator_list]
                    self._add(name, min([node.lineno, *above]), node, _statement_lines(node))
                    self._read(node, f"{name}.")
                case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
                    if isinstance(inside, ast.Module):
                        self._add(name, node.lineno, node, frozenset())
                case ast.stmt() | ast.ExceptHandler() | ast.match_case():
                    self._read(node, prefix)

    def _add(self, name: str, first: int, node: ast.stmt, statement_lines: frozenset[int]) -> None:
        while first > 1 and self.lines[first - 2].lstrip().startswith("#"):
            first -= 1
        self.definitions.append(Definition(name, first, node.end_lineno or first, type(node), statement_lines))

    def at(self, line: int) -> Definition | None:
        """Return the innermost definition that a line belongs to."""
        inside = [thing for thing in self.definitions if thing.first <= line <= thing.last]
        return max(inside, key=lambda thing: thing.first, default=None)

    def name(self, line: int) -> str:
        thing = self.at(line)
        return thing.name if thing else ""

    def is_rule(self, line: int, comment: bool) -> bool:
        """Return whether a citation on a line belongs to an implemented rule.

        This is so if the citation is in a comment on a definition, in the docstring of a function or class, or in any
        string in a function. It is not so in a table of ids or in the docstring of a module.
        """
        thing = self.at(line)
        if thing is None:
            return False
        return comment or line in thing.statement_lines or thing.kind in (ast.FunctionDef, ast.AsyncFunctionDef)


def _statement_lines(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> frozenset[int]:
    lines = []
    for statement in node.body:
        match statement:
            case ast.Expr(value=ast.Constant(value=str())):
                lines.append(statement.lineno)
            case ast.Assign(value=ast.Constant(value=str())) | ast.AnnAssign(value=ast.Constant(value=str())):
                lines.append(statement.lineno)
    return frozenset(lines)
