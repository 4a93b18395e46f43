"""Which code cites a clause, and which passed tests prove it."""

from __future__ import annotations

import inspect
import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gunki
from gunki.core.game import Game
from gunki.core.procedure import Procedure

#: A clause number as a whole: `7-2(1)`, `11-2.p1b`, `3-1.Ex`, `FAQ-Q04`, `CS.Oda`.
CITED = re.compile(
    r"(?<![\w.(-])(?:\d+(?:-\d+)*(?:\(\d+\))?(?:\.(?:p\d+b?|Ex)\b)?|(?:FAQ|ERR)-\w+|CS\.\w+)(?![\w(]|-\d|\.\d)"
)
#: A chapter is a bare number: it counts where it is quoted or called a chapter, or any 7 would do.
CHAPTER = re.compile(r"[\"'](\d+)[\"']|[Cc]hapter (\d+)")


def coverage(game: Game) -> dict[str, Any]:
    """For each testable clause its places in the code and its passed tests."""
    places = cited_places(game)
    record = passed_tests()
    tests = (record or {}).get(game.id, {})
    clauses = [
        {"clause": clause.id, "code": places.get(clause.id, []), "tests": tests.get(clause.id, [])}
        for clause in game.clauses.values()
        if clause.testable
    ]
    covered = sum(bool(clause["tests"]) for clause in clauses)
    return {
        "game": game.id,
        "covered": covered,
        "testable": len(clauses),
        "recorded": record is not None,
        "clauses": clauses,
    }


def folders(game: Game) -> list[Path]:
    """The game's own folder, and those of the series whose procedures it uses."""
    position = game.start(game.setup())
    classes = [type(game), *(cls for cls in position.PROCEDURES.values() if cls is not Procedure)]
    files = [Path(inspect.getfile(cls)) for cls in classes]
    found = dict.fromkeys([game.folder, *(file.parent for file in files)])
    return [folder for folder in found if not any(parent in found for parent in folder.parents)]


def cited_places(game: Game) -> dict[str, list[str]]:
    """`file:line` for each clause that the code or the sources of the data name."""
    known = set(game.clauses)
    found: dict[str, list[str]] = {}
    for folder in folders(game):
        for path in sorted(folder.rglob("*.py")) + sorted(folder.glob("data/*.toml")):
            name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            for number, text in _words(path):
                for ident in _cited(text):
                    if ident in known:
                        found.setdefault(ident, []).append(f"{name}:{number}")
    return {ident: list(dict.fromkeys(places)) for ident, places in found.items()}


def _words(path: Path) -> Iterator[tuple[int, str]]:
    """Strings and comments of a source file, sources of a data file, line by line."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        for number, line in enumerate(source.splitlines(), 1):
            if line.startswith("source"):
                yield number, line
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            for extra, line in enumerate(token.string.splitlines()):
                yield token.start[0] + extra, line


def _cited(line: str) -> Iterator[str]:
    idents = {match[0] for match in CITED.finditer(line) if not match[0].isdecimal()}
    idents |= {match[1] or match[2] for match in CHAPTER.finditer(line)}
    yield from sorted(idents)


def passed_tests() -> dict[str, dict[str, list[str]]] | None:
    """What the last `make test` wrote, in the source folder or here; None if there is nothing."""
    for root in _roots():
        try:
            record = json.loads((root / "build" / "clauses.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(record, dict) and all(isinstance(clauses, dict) for clauses in record.values()):
            return record
    return None


def _roots() -> Iterator[Path]:
    for folder in Path(gunki.__file__).resolve().parents:
        if (folder / "pyproject.toml").is_file():
            yield folder
            break
    yield Path.cwd()
