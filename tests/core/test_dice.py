"""Dice that are given or typed in, instead of rolled by the match."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import gunki
from tests.core.duel import duel, play_out
from tests.core.test_match import decision, first_fight, new, position, snapshot

__all__ = ["duel"]
pytestmark = pytest.mark.usefixtures("duel")


def test_given_dice_are_used_in_order() -> None:
    match = first_fight(new(dice=[6, 5, 1, 2]))
    match.act(decision(match).options[0])
    assert position(match).points == [11, 0]
    match.act("stop")
    match.act(decision(match).options[0])
    assert position(match).points == [11, 3]


def test_given_dice_that_run_dry_name_the_roll_and_change_nothing() -> None:
    match = first_fight(new(dice=[6]))
    before = snapshot(match)
    play = decision(match).options[0]
    for _ in range(2):
        with pytest.raises(gunki.DiceError, match=r"2 needed for fight \(duel:3\), 1 left"):
            match.act(play)
        assert snapshot(match) == before
    match.act("pass")  # needs no die


def test_given_dice_are_not_lost_by_taking_back() -> None:
    match = first_fight(new(dice=[6, 5]))
    play = str(decision(match).options[0])
    match.act(play)
    match.undo(consent=["blue"])
    match.act(play)
    assert position(match).points == [11, 0]


@pytest.mark.parametrize("dice", ["6", "random", [0], [-3], [1.5], ["6"], [True]])
def test_bad_dice_are_refused(dice: Any) -> None:
    with pytest.raises(gunki.DiceError):
        new(dice=dice)


def test_given_dice_with_too_many_pips_are_refused_and_nothing_changes() -> None:
    match = first_fight(new(dice=[7, 7]))
    before = snapshot(match)
    with pytest.raises(gunki.DiceError):
        match.act(decision(match).options[0])
    assert snapshot(match) == before


def test_typed_dice_are_asked_of_chance() -> None:
    match = first_fight(new(dice="typed"))
    card = str(decision(match).options[0])
    match.act(card)
    asked = decision(match)
    assert (asked.who, asked.name, asked.kind, asked.options) == (gunki.CHANCE, "fight", "roll", [])
    assert asked.data == {"card": card.split()[1], "count": 2, "sides": 6}
    events = match.act("roll 3 4")
    assert position(match).points == [7, 0]
    assert events[0].kind == "roll"
    assert match.entries[-1].who == gunki.CHANCE


BAD_ROLLS = ("", "roll", "roll 3", "roll 0 4", "roll 7 1", "roll a b", "roll 1 2 3", "pass", "roll -1 2", "roll ３ 4")


@pytest.mark.parametrize("text", [*BAD_ROLLS, f"roll {'9' * 5000} 1"], ids=range(len(BAD_ROLLS) + 1))
def test_typed_dice_that_do_not_fit_are_refused(text: str) -> None:
    match = first_fight(new(dice="typed"))
    match.act(decision(match).options[0])
    before = snapshot(match)
    with pytest.raises(gunki.DiceError, match=r"type 2 dice from 1 to 6, e\.g\. roll 3 3"):
        match.act(text)
    assert snapshot(match) == before
    match.act("5 6")
    assert position(match).points == [11, 0]


def test_a_match_with_typed_dice_can_be_saved_and_continued(tmp_path: Path) -> None:
    match = first_fight(new(dice="typed"))
    match.act(decision(match).options[0])
    for name in ("waiting", "rolled"):
        path = match.save(tmp_path / f"{name}.gunki")
        loaded = gunki.load(path, dice="typed")
        assert snapshot(loaded) == snapshot(match)
        assert loaded.decision == match.decision
        if name == "waiting":
            match.act("roll 2 2")


def test_a_save_with_typed_dice_opens_without_them(tmp_path: Path) -> None:
    """The record holds every roll, so a match that rolls for itself can read it."""
    match = first_fight(new(dice="typed"))
    match.act(decision(match).options[0])
    match.act("roll 2 2")
    loaded = gunki.load(match.save(tmp_path / "typed.gunki"))
    assert loaded.position.digest() == match.position.digest()


def test_a_save_with_given_dice_continues_with_dice_of_its_seed(tmp_path: Path) -> None:
    match = first_fight(new(dice=[6, 6]))
    match.act(decision(match).options[0])
    loaded = gunki.load(match.save(tmp_path / "given.gunki"))
    assert position(loaded).points == [12, 0]
    play_out(loaded, random.Random(1))


def test_a_save_can_be_continued_with_given_dice(tmp_path: Path) -> None:
    path = first_fight(new()).save(tmp_path / "a.gunki")
    loaded = gunki.load(path, dice=[5, 6])
    loaded.act(decision(loaded).options[0])
    assert position(loaded).points == [11, 0]
    loaded = gunki.load(path, dice=[])  # none at all is not the same as leaving them out
    card = decision(loaded).options[0]
    with pytest.raises(gunki.DiceError, match="ran dry"):
        loaded.act(card)
