"""Procedures on the stack: waiting, answering, calling, cloning and saving in the middle of anything."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from gunki.core.dice.chance import Generator, searcher_chance
from gunki.core.rules.decision import Act
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Ask, Call, Deal, Next, Procedure, Roll, index_by_name
from tests.core.duel import GAME, Bets, Duel, DuelPosition, Fight

SETUP = GAME.setup()


def start_duel(chance: Any = None) -> DuelPosition:
    position = GAME.start(SETUP)
    assert isinstance(position, DuelPosition)
    position.resume(chance)
    return position


def test_without_chance_a_position_waits_for_deals_and_rolls() -> None:
    g = start_duel()
    assert isinstance(g.wait, Deal)
    assert (g.chances, g.barrier) == (0, 0)
    g.apply_chance((0, 1, 2, 3))
    g.apply_chance((4, 5, 6, 7))
    assert isinstance(g.wait, Ask)
    assert (g.chances, g.barrier) == (2, 2)
    g.apply(("bet", 1))
    assert (g.chances, g.barrier) == (2, 2)
    g.apply(("bet", 1))
    assert g.barrier == 3
    g.apply(("play", 0))
    assert isinstance(g.wait, Roll)
    assert g.options() == []
    assert [bar.what for bar in g.bars(("pass",))] == ["not_now"]
    g.apply_chance((1, 2))
    assert g.points == [3, 0]


def test_chance_answers_until_a_seat_is_asked() -> None:
    g = start_duel(Generator(7))
    assert isinstance(g.wait, Ask)
    assert [type(frame) for frame in g.stack] == [Duel, Bets]


def test_a_call_returns_to_its_step() -> None:
    g = start_duel(searcher_chance(random.Random(1)))
    assert g.stack[0].step == "fights"
    g.apply(("bet", 0))
    g.apply(("bet", 0))
    assert [type(frame) for frame in g.stack] == [Duel, Fight]
    assert g.stack[0].step == "other"


def test_the_end_clears_the_stack() -> None:
    g, rng = start_duel(searcher_chance(random.Random(1))), random.Random(2)
    while g.wait is not None:
        g.apply(rng.choice(g.options()), searcher_chance(rng))
    assert g.stack == []
    assert g.outcome is not None
    assert g.outcome.reason == "more_points"
    assert GAME.invariants(g) == GAME.invariants(start_duel(Generator(1)))
    again = DuelPosition()
    again.restore(json.loads(json.dumps(g.to_dict())))
    assert (again.wait, again.outcome, again.digest()) == (None, g.outcome, g.digest())


def test_a_clone_in_the_middle_of_a_procedure_goes_its_own_way() -> None:
    g = start_duel(Generator(3))
    g.apply(("bet", 2))
    digest, clone = g.digest(), g.clone()
    assert clone.digest() == digest
    clone.apply(("bet", 1), Generator(3))
    clone.apply(clone.options()[0], Generator(3))
    assert g.digest() == digest
    bets = g.stack[-1]
    assert isinstance(bets, Bets)
    assert (bets.first, bets.second) == (2, -1)
    assert g.options() == [("bet", 0), ("bet", 1), ("bet", 2)]


def test_neither_the_original_nor_clones_of_clones_disturb_each_other() -> None:
    """Clones share the frames below the top until one of them reaches a frame."""
    g, rng = start_duel(Generator(3)), random.Random(3)
    kept: list[tuple[DuelPosition, str]] = []
    while g.wait is not None:
        clone = g.clone()
        kept += [(clone, clone.digest()), (clone.clone(), clone.digest())]
        astray = clone.clone()
        for _ in range(6):
            if astray.wait is not None:
                astray.apply(rng.choice(astray.options()), Generator(4))
        g.apply(rng.choice(g.options()), Generator(3))
    assert len(kept) > 20
    for clone, digest in kept:
        assert clone.digest() == digest


def test_every_moment_of_a_game_can_be_restored_and_goes_on_the_same() -> None:
    g, rng = start_duel(Generator(5)), random.Random(5)
    while g.wait is not None:
        again = DuelPosition()
        again.restore(json.loads(json.dumps(g.to_dict())))
        assert again.digest() == g.digest()
        assert again.options() == g.options()
        act = rng.choice(g.options())
        for position in (again, g):
            position.apply(act, Generator(5))
        assert again.digest() == g.digest()


def test_a_log_is_kept_only_when_asked_for() -> None:
    g = start_duel(Generator(5))
    assert g.log is None
    g.log = []
    g.apply(("bet", 0), Generator(5))
    g.apply(("bet", 0), Generator(5))
    assert [happening.kind for happening in g.log] == ["bets"]
    assert g.clone().log is None


def test_asking_again_changes_nothing() -> None:
    g = start_duel(Generator(5))
    digest = g.digest()
    g.restore_wait()
    assert (g.digest(), g.options()) == (digest, [("bet", 0), ("bet", 1), ("bet", 2)])


def test_a_digest_sees_every_part_of_the_state() -> None:
    g = start_duel(Generator(5))
    changes: list[Callable[[DuelPosition], Any]] = [
        lambda p: p.cards.__setitem__(0, 9),
        lambda p: p.coins.__setitem__(1, 9),
        lambda p: setattr(p, "pot", 9),
        lambda p: setattr(p, "chances", 9),
        lambda p: setattr(p, "barrier", 9),
        lambda p: setattr(p.stack[-1], "first", 9),
        lambda p: setattr(p.stack[-1], "step", "answer"),
    ]
    digests = {g.digest()}
    for change in changes:
        clone = g.clone()
        change(clone)
        digests.add(clone.digest())
    assert len(digests) == len(changes) + 1


# -- wrongly written procedures are refused ---------------------------------------------------------------------------


def test_a_step_that_takes_an_answer_must_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def wait_again(self: Bets, g: DuelPosition, act: Act) -> Next:
        return Ask(1, "bet", "2", [("bet", 0)], "second_made")

    monkeypatch.setattr(Bets, "first_made", wait_again)
    with pytest.raises(TypeError, match=r"Bets\.first_made takes an answer and must not wait itself"):
        start_duel(Generator(1)).apply(("bet", 0))


def test_a_step_that_takes_dice_must_not_roll_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fight, "rolled", lambda self, g, dice: Roll("again", "3", 1, "rolled"))
    g = start_duel(Generator(1))
    g.apply(("bet", 0))
    g.apply(("bet", 0))
    with pytest.raises(TypeError, match=r"Fight\.rolled takes an answer and must not wait itself"):
        g.apply(g.options()[0], Generator(1))


def test_a_step_that_takes_an_answer_may_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bets, "first_made", lambda self, g, act: Call(Fight(0), "answer"))
    g = start_duel(Generator(1))
    g.apply(("bet", 0))
    assert [type(frame) for frame in g.stack] == [Duel, Bets, Fight]


def test_a_procedure_needs_a_first_step() -> None:
    with pytest.raises(TypeError, match="Procedure has no first step"):
        Procedure().start(None)


def test_a_step_that_does_not_wait_cannot_be_asked_again() -> None:
    g = start_duel(Generator(1))
    g.stack[-1].step = "done"
    with pytest.raises(TypeError, match=r"Bets\.done does not wait"):
        g.restore_wait()


@pytest.mark.parametrize(
    "frame",
    [
        {"procedure": "Bets", "step": "start", "first": -1, "second": -1, "more": 1},
        {"procedure": "Bets", "step": "_ask", "first": -1, "second": -1},
        {"procedure": "Bets", "step": "__init__", "first": -1, "second": -1},
        {"procedure": "Bets", "step": "nowhere", "first": -1, "second": -1},
        {"procedure": "Bets", "step": 3, "first": -1, "second": -1},
    ],
)
def test_a_value_that_is_no_frame_is_refused(frame: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="Bets: "):
        DuelPosition().read_frame(frame)


def test_a_frame_older_than_a_field_gets_its_default() -> None:
    """A procedure may get new fields; frames written before lack them."""
    frame = DuelPosition().read_frame({"procedure": "Bets", "step": "start", "first": 2})
    assert frame.to_dict() == {"procedure": "Bets", "step": "start", "first": 2, "second": -1}


def test_a_frame_without_a_field_that_has_no_default_is_refused() -> None:
    with pytest.raises(ValueError, match="Fight: "):
        DuelPosition().read_frame({"procedure": "Fight", "step": "start"})


def test_two_procedures_of_one_name_are_an_error() -> None:
    other = type("Bets", (Procedure,), {})
    assert index_by_name([Bets, Bets]) == {"Bets": Bets}
    with pytest.raises(TypeError, match="two procedures are called Bets"):
        index_by_name([Bets, other])


def test_an_unknown_procedure_is_refused() -> None:
    with pytest.raises(KeyError):
        DuelPosition().read_frame({"procedure": "Match", "step": "start"})


def test_frames_are_saved_by_name() -> None:
    assert Bets(first=2).to_dict() == {"procedure": "Bets", "step": "start", "first": 2, "second": -1}
    assert Bets.field_names() == ("step", "first", "second")


# --- one answer is no question -----------------------------------------------------------------------------------


@dataclass(eq=False)
class Choice(AutoAnswering):
    """Asks for one of several answers."""

    count: int
    chosen: int = -1

    def start(self, g: Any) -> Next:
        acts: list[Act] = [("bet", number) for number in range(self.count)]
        return self.ask(
            g, 1, "bet", "1", acts, "answered", data={"count": self.count}, verbs=("bet",), end_option=("pass",)
        )

    def answered(self, g: Any, act: Act) -> Next:
        self.chosen = act[1]
        return "over"


def test_a_single_answer_is_taken_without_a_question() -> None:
    choice = Choice(1)
    assert choice.start(None) == "over"
    assert choice.chosen == 0


def test_two_answers_lead_to_a_decision_with_all_its_arguments() -> None:
    choice = Choice(2)
    asked = choice.start(None)
    assert isinstance(asked, Ask)
    assert choice.chosen == -1
    assert (asked.who, asked.name, asked.clause, asked.then) == (1, "bet", "1", "answered")
    assert list(asked.candidates) == [("bet", 0), ("bet", 1)]
    assert (asked.exact, asked.bars, asked.kind, asked.starts_order) == (True, "bars", "choose", False)
    assert (asked.data, asked.verbs, asked.end_option) == ({"count": 2}, ("bet",), ("pass",))
