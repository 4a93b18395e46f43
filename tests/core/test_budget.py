"""Untrusted positions: every roll, deal and chain of steps is bounded, and a fault in them is no engine error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import gunki
from gunki.core.rules.procedure import MOST_DICE, Ask, Call, Deal, Next, Procedure, Roll
from gunki.core.state.position import MOST_STEPS
from tests.core.duel import DuelPosition, Fight, duel

__all__ = ["duel"]
pytestmark = pytest.mark.usefixtures("duel")


@pytest.fixture
def fight(monkeypatch: pytest.MonkeyPatch) -> Callable[..., gunki.Match]:
    """Compose a match just before a card is played, with one step of the fight replaced."""

    def make(step: str, rule: Callable[..., Any], composed: bool = True) -> gunki.Match:
        match = gunki.new("duel", seed=1)
        for bet in ("bet 0", "bet 0"):
            match.act(bet)
        if composed:
            match = gunki.compose("duel", match.describe(), seed=1)
        monkeypatch.setattr(Fight, step, rule)
        return match

    return make


def assert_refused(match: gunki.Match, words: str) -> None:
    """Assert that the action is refused by name and the match unchanged."""
    before, ply = match.position.digest(), match.ply
    assert match.decision is not None
    with pytest.raises(gunki.PositionError, match=words):
        match.act(match.decision.options[0])
    assert (match.position.digest(), match.ply) == (before, ply)
    assert match.decision.options


@pytest.mark.parametrize("count", [-1, MOST_DICE + 1, 2**40])
def test_a_roll_has_a_cap(fight: Any, count: int) -> None:
    match = fight("roll", lambda self, g: Roll("fight", "3", count, "rolled"))
    assert_refused(match, rf"Fight.roll: a roll of {count} dice \(3\)")


@pytest.mark.parametrize("count", [0, MOST_DICE])
def test_a_roll_within_the_cap_is_made(fight: Any, count: int) -> None:
    match = fight("roll", lambda self, g: Roll("fight", "3", count, "rolled"))
    match.act(match.decision.options[0])
    assert len(match.entries[-1].chance[0][1]) == count


@pytest.mark.parametrize("count", [-1, 3, 2**40])
def test_no_more_cards_are_dealt_than_there_are(fight: Any, count: int) -> None:
    match = fight("roll", lambda self, g: Deal(0, "1-1", (1, 2), count, "rolled"))
    assert_refused(match, rf"Fight.roll: {count} cards of 2 cannot be dealt")


def test_an_endless_circle_of_steps_is_stopped(fight: Any) -> None:
    assert_refused(fight("roll", lambda self, g: "roll"), rf"Fight.roll: {MOST_STEPS} steps and no question")


@dataclass(eq=False)
class Nested(Procedure):
    def start(self, g: DuelPosition) -> Next:
        return Call(Nested(), "start")


def test_an_endless_circle_of_calls_is_stopped(fight: Any) -> None:
    assert_refused(fight("roll", lambda self, g: Call(Nested(), "roll")), "steps and no question")


def _raise(error: Exception) -> Callable[..., Any]:
    def step(self: Fight, g: DuelPosition) -> Next:
        raise error

    return step


def _deep(self: Fight, g: DuelPosition) -> Next:
    return _deep(self, g)


FAULTS = {
    "key": _raise(KeyError("mino")),
    "assertion": _raise(AssertionError("never")),
    "memory": _raise(MemoryError()),
    "recursion": _deep,
    "no step": lambda self, g: [1, 2, 3],
    "nobody asked": lambda self, g: Ask(7, "again", "3", [("go",)], "confirmed"),
    "no option": lambda self, g: Ask(0, "again", "3", [], "confirmed"),
    "no end": lambda self, g: g.stack.__delitem__(slice(1, None)) or _last(g),
}


def _last(g: DuelPosition) -> Next:
    g.stack[:] = [Nested()]
    return None


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_composed_match_is_a_position_error(fight: Any, fault: str) -> None:
    assert_refused(fight("roll", FAULTS[fault]), "contradicts itself here|is no step")


def test_a_fault_in_any_other_match_is_an_error_of_the_engine(fight: Any) -> None:
    match = fight("roll", FAULTS["key"], composed=False)
    with pytest.raises(KeyError):
        match.act(match.decision.options[0])
    assert match.ply == 2
