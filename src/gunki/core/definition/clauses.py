"""The clauses of a rulebook and the rulings on its ambiguities: in our words, cited by book and number.

A game has a book of its own, and shares others with its sisters: `kanto:37(7)-1`, `gunyuden:23-2`. The rules write the
number alone; whoever hears of it outside hears the book too.
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
    #: The book it stands in, and its number there.
    book: str
    id: str
    kind: str
    testable: bool
    en: str
    ja: str

    def text(self, lang: str) -> str:
        return self.ja if lang == "ja" else self.en


@dataclass(frozen=True, slots=True)
class Ruling:
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
        own: str = getattr(self, part)
        return self.ja.get(part, own) if lang == "ja" else own


def chapter(clause_id: str) -> str:
    """The chapter a clause stands in: `12` of `12-5-1(3)`, `CS` of `CS.Oda`, `21` of `21 castle3`."""
    match = re.match(r"[^-(. ]+", clause_id)
    return match[0] if match else clause_id


def number(cited: str) -> str:
    """A clause without its book."""
    return cited.rpartition(":")[2]


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook, or a part of one that several games share: `clauses.tsv`, `chapters.toml` and `rulings.toml`."""

    id: str
    folder: Path

    @property
    def clauses(self) -> dict[str, Clause]:
        return read_clauses(self.folder / "clauses.tsv", self.id)

    @property
    def chapters(self) -> dict[str, dict[str, str]]:
        """What each chapter is about, by language."""
        return read_chapters(self.folder / "chapters.toml")

    @property
    def rulings(self) -> dict[str, Ruling]:
        return read_rulings(self.folder / "rulings.toml")


@lru_cache(maxsize=16)
def read_clauses(path: Path, book: str) -> dict[str, Clause]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {
            r["clause"]: Clause(book, r["clause"], r["kind"], r["testable"] == "yes", r["en"], r["ja"]) for r in rows
        }


@lru_cache(maxsize=16)
def read_chapters(path: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@lru_cache(maxsize=16)
def read_rulings(path: Path) -> dict[str, Ruling]:
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
