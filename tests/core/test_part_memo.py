"""Parts of views and scenes stay the same objects while what they are made from stays equal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import gunki
from gunki.core.show.part_memo import PartMemo

NAMES = ("one", "two", "three")


def write(layers: list[Any], written: list[list[int]]) -> Any:
    def rows(numbers: Sequence[int]) -> dict[str, Any]:
        written.append(list(numbers))
        return {NAMES[n]: {"value": layers[0][n], "flag": layers[1][n]} for n in numbers}

    return rows


def test_only_rows_that_changed_are_written_again() -> None:
    memo, written, layers = PartMemo(), list[list[int]](), [[1, 2, 3], bytearray(3)]
    first = memo.rows("things", NAMES, layers, write(layers, written))
    layers[0][1], layers[1][2] = 7, 1
    second = memo.rows("things", NAMES, layers, write(layers, written))
    assert written == [[0, 1, 2], [1, 2]]
    assert second == {
        "one": {"value": 1, "flag": 0},
        "two": {"value": 7, "flag": 0},
        "three": {"value": 3, "flag": 1},
    }
    assert second["one"] is first["one"]
    assert first["two"] == {"value": 2, "flag": 0}, "what was given out is not changed"


def test_rows_are_the_same_object_if_nothing_changed() -> None:
    memo, written, layers = PartMemo(), list[list[int]](), [[1, 2, 3], bytearray(3)]
    first = memo.rows("things", NAMES, layers, write(layers, written))
    assert memo.rows("things", NAMES, [[1, 2, 3], bytearray(3)], write(layers, written)) is first


def test_a_part_is_made_again_only_for_other_inputs() -> None:
    memo, made = PartMemo(), list[int]()

    def make(number: int) -> dict[str, int]:
        made.append(number)
        return {"number": number}

    first = memo.make("part", (1, [2]), lambda: make(1))
    assert memo.make("part", (1, [2]), lambda: make(2)) is first
    assert memo.make("part", (1, [3]), lambda: make(3)) == {"number": 3}
    assert made == [1, 3]


def test_an_equal_part_is_the_same_object() -> None:
    memo = PartMemo()
    first = memo.keep("part", {"a": [1]})
    assert memo.keep("part", {"a": [1]}) is first
    assert memo.keep("part", {"a": [2]}) == {"a": [2]}


@pytest.mark.parametrize("game", ["kanto", "hideyoshi", "kenshin"])
def test_after_an_action_most_places_are_the_same_objects(game: str) -> None:
    match = gunki.new(game, seed=4)
    seat = match.seats[0]
    before = match.split_scene(seat).public["places"]
    match.act(match.decision.options[0])  # type: ignore[union-attr]
    after = match.split_scene(seat).public["places"]
    changed = [place for place in after if after[place] is not before.get(place)]
    assert len(changed) <= 4
    assert len(after) > 40
