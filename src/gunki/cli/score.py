"""Points with where they come from, and what else a side must do to win, out of a scene's counts (docs/server.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunki.cli.screen import Screen
from gunki.cli.words import GameWords


def show_counts(screen: Screen, words: GameWords, scene: Mapping[str, Any]) -> None:
    """The numbers, and a line for each source of points."""
    for count in scene["counts"]:
        rows = [_number(words, row) for row in count["rows"]]
        screen.item(f"{words.called(count['name'])}:", words.listed(rows))
        for row in count["rows"]:
            for part in row.get("parts", ()):
                text = words.texts("score", part["text"], **part["data"])
                screen.item(f"{words.called(row['name'])} {part['value']:+d}:", text, "", 2)


def _number(words: GameWords, row: Mapping[str, Any]) -> str:
    """A condition is told by its state, a score by its number and how many are wanted."""
    value = str(row["value"]) if row.get("goal") is None else f"{row['value']}/{row['goal']}"
    note = f" ({words.called(row['note'])})" if row.get("note") else ""
    return f"{words.called(row['name'])} {value}{note}"
