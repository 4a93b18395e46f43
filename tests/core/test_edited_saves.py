"""Edited saves: every field and every line is checked, and the record is replayed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gunki.core.matches.match import Match
from tests.core.duel import duel, play_out
from tests.core.test_saves import PLIES, Members, assert_refused, edit, edit_line, edit_manifest, match, members, path

__all__ = ["duel", "match", "path"]
pytestmark = pytest.mark.usefixtures("duel")


# -- manifests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "null", '"x"', "NaN", "[" * 100_000, "{" * 100_000, '{"seed": ' + "9" * 5000 + "}"]
)
def test_a_manifest_that_is_no_object_is_refused(path: Path, text: str) -> None:
    edit(path, lambda content: content.update({"manifest.json": text}))
    assert_refused(path, "manifest.json")


FIELDS = ("format", "game", "scenario", "options", "rules_version", "seed", "composed", "tables", "plies", "state")


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", [True, 1.5, [], [[1]]], ids=str)
def test_a_manifest_field_of_the_wrong_kind_is_named(path: Path, field: str, value: Any) -> None:
    edit_manifest(path, **{field: value})
    assert_refused(path, f"field {field!r} is missing or of the wrong kind")


@pytest.mark.parametrize("field", [field for field in FIELDS if field not in ("composed", "tables")])
def test_a_missing_manifest_field_is_named(path: Path, field: str) -> None:
    edit(path, lambda content: content.update({"manifest.json": _without(content["manifest.json"], field)}))
    assert_refused(path, f"field {field!r} is missing or of the wrong kind")


def _without(text: str, field: str) -> str:
    return json.dumps({key: value for key, value in json.loads(text).items() if key != field})


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("format", 99, "format 99; this version reads format 1"),
        ("format", -1, "format -1"),
        ("game", "sekigahara", "unknown game 'sekigahara'"),
        ("game", "../duel", "unknown game"),
        ("scenario", "other", "unknown scenario 'other'"),
        ("options", {"rude": True}, "unknown option 'rude'"),
        ("options", {"polite": {"a": []}}, "option 'polite'"),
        ("seed", -1, "seed"),
        ("seed", 10**80, "seed"),
        ("plies", PLIES + 1, f"speaks of {PLIES + 1} actions, {PLIES} are there"),
        ("plies", -1, "speaks of -1 actions"),
        ("plies", 10**40, "actions"),
        ("state", "0" * 32, "the record or the position has been changed"),
        ("composed", {"turn": 3}, "the start is refused"),
        ("composed", {}, "the start is refused"),
    ],
)
def test_an_edited_manifest_is_refused(path: Path, field: str, value: Any, message: str) -> None:
    edit_manifest(path, **{field: value})
    assert_refused(path, message)


def test_a_save_without_a_single_entry_is_refused(path: Path) -> None:
    edit_manifest(path, plies=-1)
    edit(path, lambda content: content.update({"actions.jsonl": ""}))
    assert_refused(path, "")


# -- records ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "", "x", "[]", "3", "null", "{}", '{"who": "red"}', '{"who": 1, "act": "pass"}', '{"who": "red", "act": 1}',
        '{"who": "red", "act": "pass", "chance": 3}', '{"who": "red", "act": "pass", "chance": [3]}',
        '{"who": "red", "act": "pass", "chance": [{}]}', '{"who": "red", "act": "pass", "chance": [{"toss": [1]}]}',
        '{"who": "red", "act": "pass", "chance": [{"roll": ["1"]}]}',
        '{"who": "red", "act": "pass", "chance": [{"roll": [1.5]}]}',
        '{"who": "red", "act": "pass", "chance": [{"roll": [true]}]}',
        '{"who": "red", "act": "pass", "chance": [{"roll": 1}]}',
        '{"who": "red", "act": "pass", "chance": [{"roll": [1], "deal": [1]}]}',
        '{"who": "red", "act": "pass", "chance": ' + "[" * 100_000,
        '{"who": "red", "act": "pass", "chance": [{"roll": [' + "9" * 5000 + "]}]}",
    ],
    ids=range(20),
)  # fmt: skip
def test_a_line_that_is_no_entry_is_named(path: Path, line: str) -> None:
    def change(content: Members) -> None:
        lines = content["actions.jsonl"].splitlines()
        lines[4] = line
        content["actions.jsonl"] = "\n".join(lines) + "\n"

    edit(path, change)
    assert_refused(path, "actions.jsonl: line 5 cannot be read")


def first_roll(path: Path) -> int:
    """Return the number of the first line with a roll."""
    lines = members(path)["actions.jsonl"].splitlines()
    return next(i for i, line in enumerate(lines) if '"roll"' in line)


def test_an_edited_action_is_refused_and_the_actions_before_it_are_kept(path: Path, match: Match) -> None:
    edit_line(path, 5, lambda entry: entry.update(act="bet 99"))
    error = assert_refused(path, "action 5 'bet 99' is refused")
    assert error.match is not None
    assert error.match.ply == 4
    assert error.match.position.digest() == match.at(4).position.digest()


@pytest.mark.parametrize("act", ["", "jump", "bet 99", "play card_z", "x" * 500, "roll 6 6"])
def test_every_edited_action_is_noticed(path: Path, act: str) -> None:
    edit_line(path, 3, lambda entry: entry.update(act=act))
    assert_refused(path, "action 3")


def test_another_seat_cannot_act(path: Path) -> None:
    edit_line(path, 1, lambda entry: entry.update(who="blue"))
    assert_refused(path, "'blue' acts, but it is for red to decide")


@pytest.mark.parametrize(
    "chance",
    [
        [{"roll": [7, 1]}], [{"roll": [0, 1]}], [{"roll": [1]}], [{"roll": [1, 1, 1]}], [{"deal": [1, 2]}],
        [{"roll": []}], [{"roll": [-5, 10**30]}],
    ],
    ids=str,
)  # fmt: skip
def test_a_roll_that_does_not_fit_is_refused(path: Path, chance: list[Any]) -> None:
    number = first_roll(path)
    edit_line(path, number, lambda entry: entry.update(chance=chance))
    assert_refused(path, f"action {number}")


@pytest.mark.parametrize("cards", [[1, 2, 3], [1, 1, 2, 3], [0, 1, 2, 99], [-1, 0, 1, 2], [0, 1, 2, 10**30]], ids=str)
def test_a_deal_that_does_not_fit_is_refused(path: Path, cards: list[int]) -> None:
    edit_line(path, 0, lambda entry: entry["chance"].__setitem__(0, {"deal": cards}))
    assert_refused(path, "the start is refused")


def test_an_edited_roll_is_noticed(path: Path) -> None:
    number = first_roll(path)

    def better(entry: dict[str, Any]) -> None:
        entry["chance"][0]["roll"] = [6, 6] if entry["chance"][0]["roll"] != [6, 6] else [5, 5]

    edit_line(path, number, better)
    assert_refused(path, "the record or the position has been changed")


def test_an_action_added_or_left_out_is_noticed(path: Path) -> None:
    edit(path, lambda content: content.update({"actions.jsonl": content["actions.jsonl"].rsplit("\n", 2)[0] + "\n"}))
    assert_refused(path, f"speaks of {PLIES} actions, {PLIES - 1} are there")
    edit_manifest(path, plies=PLIES - 1)
    assert_refused(path, "the record or the position has been changed")


def test_actions_after_the_end_are_refused(match: Match, tmp_path: Path) -> None:
    play_out(match, random.Random(1))
    path = match.save(tmp_path / "end.gunki")
    edit(path, lambda c: c.update({"actions.jsonl": c["actions.jsonl"] + '{"who": "nobody", "act": "pass"}\n'}))
    edit_manifest(path, plies=match.ply + 1)
    assert_refused(path, "the game is over")
