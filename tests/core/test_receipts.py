"""Receipts: what a player was told when he sat down, against what the record tells at the end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.core.fairness import commitment, taken_over
from gunki.core.receipts import LARGEST_FILE, compare, read, read_file, receipt
from tests.core.duel import duel
from tests.core.test_fairness import NONCES, SECRET, fair

__all__ = ["duel"]

GIVEN = receipt("a1b2", commitment(SECRET), taken_over(0), "red", NONCES["red"])


def told(**changes: Any) -> gunki.Match:
    return fair(**{"version": 1, "match": "a1b2", **taken_over(0), **changes})


@pytest.mark.usefixtures("duel")
def test_an_honest_game_agrees_with_the_receipt() -> None:
    compare(told(), read(GIVEN))


@pytest.mark.usefixtures("duel")
def test_older_games_and_receipts_tell_less() -> None:
    old = {"commitment": commitment(SECRET), "secret": SECRET.hex(), "nonces": dict(NONCES), "from": 0}
    match = fair()
    match.header = replace(match.header, fairness=old)
    compare(match, read(GIVEN))
    compare(told(), read({"commitment": GIVEN["commitment"], "nonces": GIVEN["nonces"]}))


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"commitment": "0" * 64}, "receipt: commitment"),
        ({"nonces": {"red": "ff" * 16}}, r"receipt: nonces\.red: the dice were not made with the number you gave"),
        ({"nonces": {"blue": "ff" * 16}}, r"receipt: nonces\.blue"),
        ({"nonces": {"green": "ff" * 16}}, r"receipt: nonces\.green: the chairs of this game are red, blue"),
        ({"match": "other"}, "receipt: match"),
        ({"from": 3, "dealt": False}, "receipt: from: the start and 3 actions .* the game tells of no actions"),
        ({"from": 0, "dealt": False}, "receipt: from: the start and 0 actions"),
    ],
)
def test_what_differs_from_the_receipt_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(gunki.SaveError, match=words):
        compare(told(), read(GIVEN | changes))


@pytest.mark.usefixtures("duel")
def test_a_game_that_tells_more_taken_over_than_was_said_is_found() -> None:
    """The forgery that hides dice: what was rolled is called taken over."""
    match = told()
    match = told(**taken_over(match.ply + 1))
    with pytest.raises(gunki.SaveError, match="receipt: from: no actions were to be taken over"):
        compare(match, read(GIVEN))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"version": 0}, "version"),
        ({"version": True}, "version"),
        ({"version": 99}, "version: 99 is made by a newer"),
        ({"commitment": "12"}, "commitment"),
        ({"commitment": ["a"]}, "commitment"),
        ({"nonces": {}}, "nonces: expected the number of each"),
        ({"nonces": ["red"]}, "nonces: expected the number of each"),
        ({"nonces": {str(i): "ab" * 8 for i in range(99)}}, "nonces: expected the number of each"),
        ({"nonces": {"red": ""}}, r"nonces\.red"),
        ({"nonces": {"red": 5}}, r"nonces\.red"),
        ({"match": "../etc"}, "match"),
        ({"match": {}}, "match"),
        ({"from": -1}, "from"),
        ({"from": 1.5}, "from"),
        ({"from": 2, "dealt": True}, "dealt"),
        ({"dealt": "no"}, "dealt"),
    ],
)
def test_a_bad_receipt_is_refused_by_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(gunki.SaveError, match=f"^mine: {field}"):
        read(GIVEN | changes, "mine: ")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a readable receipt"),
        (b"\xff\xfe", "not a readable receipt"),
        (b"[" * 50_000, "not a readable receipt"),
        (b"9" * 5000, "not a readable receipt"),
        (b"[1]", "a receipt is a JSON object"),
        (b" " * (LARGEST_FILE + 1), "larger than a receipt can be"),
    ],
)
def test_a_file_that_is_no_receipt_is_named(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(data)
    with pytest.raises(gunki.SaveError, match=f"mine.json: {words}"):
        read_file(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(gunki.SaveError, match="no such file"):
        read_file(tmp_path / "none.json")
    with pytest.raises(gunki.SaveError, match="not a readable receipt"):
        read_file(tmp_path)
    path = tmp_path / "good.json"
    path.write_text(json.dumps(GIVEN))
    assert read_file(path) == read(GIVEN)
