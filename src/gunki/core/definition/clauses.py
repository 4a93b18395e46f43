"""The clauses of a rulebook and the rulings on its ambiguities, in our own words.

A clause is cited by its book and its number: `kanto:37(7)-1`, `gunyuden:23-2`. A game has a book of its own, and may
share other books with games of its series. The code of the rules cites the number alone.
"""

from __future__ import annotations

import csv
import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a rulebook in our words. `testable` tells whether a test can check it."""

    #: The book of the clause, and its number in that book.
    book: str
    id: str
    kind: str
    testable: bool
    en: str
    ja: str

    def text(self, lang: str) -> str:
        """Return the clause in a language ("en" or "ja")."""
        return self.ja if lang == "ja" else self.en


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an ambiguity of the rules is played, and why; `option` names the match option that changes it, if any."""

    id: str
    title: str
    kind: str
    clauses: tuple[str, ...]
    problem: str
    ruling: str
    why: str
    option: str
    ja: dict[str, str]

    def text(self, part: str, lang: str) -> str:
        """Return a part of the ruling (`title`, `problem`, `ruling` or `why`) in a language."""
        own: str = getattr(self, part)
        return self.ja.get(part, own) if lang == "ja" else own


def chapter(clause_id: str) -> str:
    """Return the chapter of a clause: `12` of `12-5-1(3)`, `CS` of `CS.Oda`, `21` of `21 castle3`."""
    match = re.match(r"[^-(. ]+", clause_id)
    return match[0] if match else clause_id


def number(cited: str) -> str:
    """Return the number of a cited clause without its book."""
    return cited.rpartition(":")[2]


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook, or a part of one that several games share.

    Its folder holds `clauses.tsv`, `chapters.toml` and `rulings.toml`.
    """

    id: str
    folder: Path

    @property
    def clauses(self) -> dict[str, Clause]:
        """The clauses by number."""
        return read_clauses(self.folder / "clauses.tsv", self.id)

    @property
    def chapters(self) -> dict[str, dict[str, str]]:
        """The subject of each chapter, by chapter and language."""
        return read_chapters(self.folder / "chapters.toml")

    @property
    def rulings(self) -> dict[str, Ruling]:
        """The rulings by id."""
        return read_rulings(self.folder / "rulings.toml")


@lru_cache(maxsize=16)
def read_clauses(path: Path, book: str) -> dict[str, Clause]:
    """Return the clauses in a `clauses.tsv` by number."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {
            r["clause"]: Clause(book, r["clause"], r["kind"], r["testable"] == "yes", r["en"], r["ja"]) for r in rows
        }


@lru_cache(maxsize=16)
def read_chapters(path: Path) -> dict[str, dict[str, str]]:
    """Return the subjects of chapters by chapter and language, or an empty dict if the file is missing."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@lru_cache(maxsize=16)
def read_rulings(path: Path) -> dict[str, Ruling]:
    """Return the rulings in a `rulings.toml` by id."""
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["ruling"]
    return {
        r["id"]: Ruling(
            r["id"],
            r["title"],
            r["kind"],
            tuple(r["clauses"]),
            r["problem"],
            r["ruling"],
            r["why"],
            r.get("option", ""),
            r.get("ja", {}),
        )
        for r in rows
    }
