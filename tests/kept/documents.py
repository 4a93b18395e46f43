"""Written positions that are kept, packed by game: each with how it is composed and what must come of it."""

from __future__ import annotations

import json
import lzma
import shlex
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import gunki

FOLDER = Path(__file__).parent / "documents"


@dataclass
class Written:
    """A position as `match.describe()` wrote it; `stand` and `course` are digests."""

    game: str
    scenario: str
    options: dict[str, Any]
    seed: int
    dice: str | None
    document: dict[str, Any]
    stand: str = ""
    course: str = ""

    def compose(self) -> gunki.Match:
        """Begin the match that it writes down."""
        return gunki.compose(
            self.game, self.scenario, self.document, seed=self.seed, options=self.options, dice=self.dice
        )


def write(game: str, entries: list[Written]) -> None:
    """Keep the positions of a game."""
    text = json.dumps([asdict(entry) for entry in entries], ensure_ascii=False, separators=(",", ":"))
    (FOLDER / f"{game}.json.xz").write_bytes(lzma.compress(text.encode(), preset=9))


def read(game: str) -> list[Written]:
    """Read the positions of a game."""
    return [Written(**entry) for entry in json.loads(lzma.decompress((FOLDER / f"{game}.json.xz").read_bytes()))]


def write_toml(game: str, entry: Written) -> None:
    """Write one of them as a file for `gunki play --position`, with the command's options in its first line."""
    words = ["--scenario", entry.scenario]
    for name, value in entry.options.items():
        words += ["--option", f"{name}={_word(value)}"]
    lines = [f"# {shlex.join(words)}", *_table("", entry.document)]
    (FOLDER / f"{game}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _table(path: str, table: dict[str, Any]) -> list[str]:
    """Write a table with what is in it: first what is no table of its own."""
    large = {name for name, value in table.items() if isinstance(value, dict) and value and not path}
    lists = {name for name, value in table.items() if name == "stack" and not path}
    lines = [f"{_key(name)} = {_value(value)}" for name, value in table.items() if name not in large | lists]
    for name in (name for name in table if name in large):
        lines += ["", f"[{_key(name)}]", *_table(name, table[name])]
    for name in lists:
        for frame in table[name]:
            lines += ["", f"[[{name}]]", *_table(name, frame)]
    return lines


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "").isalnum() else json.dumps(name)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(name)} = {_value(entry)}" for name, entry in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
