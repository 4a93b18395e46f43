"""Composed positions: an entry that is not read is refused by its name, at any depth."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

import gunki
from gunki.core.errors import PositionError
from tests.core.duel import play_out

STRANGE = "nobody_reads_this"
#: Values of an unknown entry; it is refused with each.
VALUES: tuple[Any, ...] = (1, "none", [], {"more": [1]})
Path = tuple[str | int, ...]


def tables(document: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the places of the tables of a document, the document itself first."""
    if isinstance(document, dict):
        yield path
    inside = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in inside:
        if isinstance(value, dict | list):
            yield from tables(value, (*path, key))


def at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def changed(document: dict[str, Any], path: Path, key: str, value: object) -> dict[str, Any]:
    other = copy.deepcopy(document)
    at(other, path)[key] = value
    return other


def kind(document: dict[str, Any], path: Path) -> object:
    """Return a key that is equal for tables that are read alike.

    Those are the tables of one procedure and those below one entry of the document.
    """
    if path[:1] == ("stack",) and len(path) > 1:
        return at(document, path[:2])["procedure"]
    return path if path[:1] == ("state",) else (path[:1], len(path))


def described(ident: str, plies: int) -> list[tuple[str, dict[str, Any]]]:
    found = []
    for scenario in gunki.game(ident).scenarios:
        match = gunki.new(ident, scenario, seed=3)
        for number in range(3):
            found.append((scenario, match.describe()))
            play_out(match, random.Random(number), plies)
    return found


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_an_unknown_entry_is_refused_by_name_in_every_table(ident: str) -> None:
    seen = set()
    for scenario, document in described(ident, 25):
        for path in tables(document):
            if kind(document, path) in seen:
                continue
            seen.add(kind(document, path))
            for value in VALUES:
                with pytest.raises(PositionError, match=STRANGE):
                    gunki.compose(ident, scenario, changed(document, path, STRANGE, value))
    assert len(seen) > 8


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_entries_superseded_by_a_stack_are_checked_too(ident: str) -> None:
    """With a stack the phase and the seat to act are not needed, but they are checked."""
    game: Any = gunki.game(ident)
    for scenario, document in described(ident, 25)[1::3]:
        for key in game.KEYS:
            for value in ({STRANGE: 1}, [{STRANGE: 1}], STRANGE):
                with pytest.raises(PositionError, match=f"{key}|{STRANGE}"):
                    gunki.compose(ident, scenario, changed(document, (), key, value))


def test_an_unknown_entry_of_a_unit_or_castle_is_refused_by_name() -> None:
    beside = {"units": {"uesugi_kenshin": {"hex": "off", STRANGE: 1}}}
    aboard = {"units": {"uesugi_kagekatsu": {"hex": "aboard obama_kagetaka", STRANGE: 1}}}
    siege = {"castles": {"uozu": {"besieged": {STRANGE: 1}}}}
    for ident, document, name in (
        ("kanto", beside, STRANGE),
        ("kenshin", aboard, STRANGE),
        ("kenshin", siege, "besieged"),
    ):
        with pytest.raises(PositionError, match=name):
            gunki.compose(ident, document)
