"""Receipts: the values given to a player at the start, compared with the record at the end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.core.dice.fairness import check, commit_of, commitment, origin_fields, seed_of
from gunki.core.dice.receipts import LARGEST_FILE, compare, read, read_file, receipt
from tests.core.duel import duel
from tests.core.test_fairness import COMMITS, MATCH, NONCES, PROMISE, SECRET, play_fair

__all__ = ["duel"]

GIVEN = receipt(MATCH, commitment(SECRET), origin_fields(0), "red", NONCES["red"], COMMITS)
GIVEN_1 = receipt(MATCH, commitment(SECRET), origin_fields(0), "red", NONCES["red"], {}, version=1)


def play_with_origin(**changes: Any) -> gunki.Match:
    return play_fair(**{**origin_fields(0), **changes})


@pytest.mark.usefixtures("duel")
def test_an_honest_game_agrees_with_the_receipt() -> None:
    assert (GIVEN["version"], GIVEN["commits"]) == (3, COMMITS)
    compare(play_with_origin(), read(GIVEN))


@pytest.mark.usefixtures("duel")
def test_older_games_and_receipts_prove_less() -> None:
    assert GIVEN_1["version"] == 1
    assert "commits" not in GIVEN_1
    compare(play_fair(1, version=1, match=MATCH, **origin_fields(0)), read(GIVEN_1))
    match = play_fair(1)
    match.header = replace(match.header, fairness={**PROMISE, "from": 0})
    compare(match, read(GIVEN_1))
    compare(match, read({"commitment": GIVEN["commitment"], "nonces": GIVEN["nonces"]}))


@pytest.mark.usefixtures("duel")
def test_a_match_that_gathered_under_the_old_version_may_begin_under_the_new_one() -> None:
    compare(play_with_origin(), read(GIVEN_1))
    with pytest.raises(gunki.SaveError, match="receipt: version: it was promised to use version 3, the game tells 1"):
        compare(play_fair(1), read(GIVEN))


@pytest.mark.usefixtures("duel")
def test_a_host_that_changed_its_number_afterwards_is_found() -> None:
    """Blue, the host, may choose secret, record and commitments freely, but not the receipt that red keeps."""
    first, other = "ab" * 16, "cd" * 16
    seen = COMMITS | {"blue": commit_of(MATCH, "blue", first)}
    kept = read(receipt(MATCH, commitment(SECRET), origin_fields(0), "red", NONCES["red"], seen))
    for number, honest in ((first, True), (other, False)):
        nonces = {**NONCES, "blue": number}
        match = gunki.new("duel", seed=seed_of(MATCH, SECRET, nonces))
        commits = {seat: commit_of(MATCH, seat, nonces[seat]) for seat in nonces}
        scheme = {"version": 3, "match": MATCH, "commits": commits, "nonces": nonces, **origin_fields(0)}
        match.header = replace(match.header, fairness={**PROMISE, **scheme})
        assert check(match).is_complete, "the record agrees with itself"
        if honest:
            compare(match, kept)
        else:
            with pytest.raises(gunki.SaveError, match=r"receipt: commits\.blue: the number in the game is not the one"):
                compare(match, kept)


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"commitment": "0" * 64}, "receipt: commitment"),
        ({"nonces": {"red": "ff" * 16}}, r"receipt: nonces\.red: the dice were not made with the number you gave"),
        ({"nonces": {"blue": "ff" * 16}}, r"receipt: nonces\.blue"),
        ({"nonces": {"green": "ff" * 16}}, r"receipt: nonces\.green: the chairs of this game are red, blue"),
        ({"match": "other"}, "receipt: match"),
        ({"commits": {"red": "0" * 64}}, r"receipt: commits\.red"),
        ({"commits": {}}, r"receipt: commits\.red: nobody had committed there"),
        ({"commits": COMMITS | {"blue": "0" * 64}}, r"receipt: commits\.blue"),
        ({"from": 3, "dealt": False}, "receipt: from: the start and 3 actions .* the game tells of no actions"),
        ({"from": 0, "dealt": False}, "receipt: from: the start and 0 actions"),
    ],
)
def test_a_difference_from_the_receipt_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(gunki.SaveError, match=words):
        compare(play_with_origin(), read(GIVEN | changes))


@pytest.mark.usefixtures("duel")
def test_a_game_that_claims_more_taken_over_than_the_receipt_is_found() -> None:
    """This forgery hides dice: rolls of the match are claimed to be taken over."""
    match = play_with_origin()
    match = play_with_origin(**origin_fields(match.ply + 1))
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
        ({"match": None}, "match"),
        ({"commits": None}, "commits"),
        ({"commits": {"red": "12"}}, r"commits\.red"),
        ({"commits": {str(i): "0" * 64 for i in range(99)}}, "commits"),
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
