"""The basic rules without a game: they play to their end; a part is replaced; a march is interrupted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.core.procedure import Ask, Next, Procedure, by_name
from gunki.series.gunyuden import siege
from gunki.series.gunyuden.position import GunyudenPosition
from gunki.series.gunyuden.scene import sides
from tests.core.duel import play_out
from tests.series.valley import RULES, Valley, ValleyPosition, played


def test_the_basic_rules_play_to_the_end() -> None:
    with played(Valley()):
        for seed in range(3):
            match: Any = gunki.new("valley", seed=seed)
            play_out(match, random.Random(seed), 2_000)
            assert match.result is not None
            assert match.result.clause == "gunyuden:3.0(4)"


def test_clauses_are_cited_with_their_book() -> None:
    with played(Valley()):
        match: Any = gunki.new("valley", seed=1)
        while match.decision.name != "force":
            match.act("ready")
        assert match.decision.clause == "gunyuden:12.0"
        assert [bar.clause for bar in match.why_not("act ao")] == ["gunyuden:12.0"]


def test_a_seat_wears_the_colours_that_the_setup_says() -> None:
    setup = Valley().setup()
    plain = sides(setup)
    assert plain["red"] != plain["blue"]
    setup.wears = {"red": "blue"}
    assert sides(setup)["red"] == plain["blue"]


# -- an edition that replaces a part ----------------------------------------------------------------------------------


@dataclass(eq=False)
class Assault(siege.Assault):
    """Whoever assaults is asked first whether he means it; then walls crumble without dice."""

    def start(self, g: GunyudenPosition) -> Next:
        return Ask(self.seat, "siege", "19-1", [("assault",), ("halt",)], "resolved", data={"castle": self.castle})

    def resolved(self, g: GunyudenPosition, act: Any) -> Next:
        if act[0] == "assault":
            g.set_durability(self.castle, g.durability[self.castle] - 3, "19-4-1")
        return None


BESIEGED = {
    "turn": 1, "stage": 1, "to_act": "red", "empty": True,
    "units": {"aka": "0804", "beni": {"hex": "0804", "leader": "aka"}, "ao": "1204"},
}  # fmt: skip


def test_a_game_replaces_an_assault_and_is_saved_in_the_middle_of_it(tmp_path: Path) -> None:
    with played(Valley(replace(RULES, assault=Assault))):
        match: Any = gunki.compose("valley", BESIEGED, seed=1)
        for act in ("act aka", "siege", "assault"):
            match.act(act)
        assert match.decision.texts == ["assault", "halt"], "the game's own question"
        others: list[Any] = [gunki.load(match.save(tmp_path / "a.gunki")), gunki.compose("valley", match.describe())]
        for other in (match, *others):
            assert other.decision.texts == ["assault", "halt"]
            other.act("assault")
            assert other.view(None)["castles"]["seki"]["durability"] == 7
    with played(Valley()):
        plain: Any = gunki.compose("valley", BESIEGED, seed=1)
        for act in ("act aka", "siege", "assault"):
            plain.act(act)
        assert plain.decision.name != "siege", "the printed rule asks nothing more"


def test_two_procedures_of_one_name_cannot_be_in_one_edition() -> None:
    with pytest.raises(TypeError, match="two procedures are called Assault"):
        replace(RULES, own=(Assault,))
    assert by_name([Assault])["Assault"] is Assault


# -- a march that is interrupted --------------------------------------------------------------------------------------


@dataclass(eq=False)
class Lookout(Procedure):
    """Somebody beside the way lets a force pass, or stops it."""

    seat: int
    force: int

    def start(self, g: Any) -> Next:
        return Ask(self.seat, "accept", "15-1", [("accept",), ("reject",)], "chosen", data={"castle": 0})

    def chosen(self, g: Any, act: Any) -> Next:
        if act[0] == "reject":
            g.turned_down = (*g.turned_down, self.force)
        return None


class Watched(ValleyPosition):
    """Blue looks out from every hex beside one of its forces in the open."""

    def may_react(self, force: int) -> bool:
        return self.seat(force) == 0 and any(self.seat(f) == 1 and not self.inside[f] for f in self.forces())

    def reaction(self, force: int) -> Procedure | None:
        here = self.setup.map.around(self.at[force])
        near = any(self.seat(f) == 1 and self.at[f] in here for f in self.forces())
        return Lookout(1, force) if near else None

    def held_up(self, force: int) -> bool:
        return force in self.turned_down


MARCHING = {
    "turn": 1, "stage": 1, "to_act": "red", "empty": True,
    "units": {"aka": "0304", "beni": "0704", "ao": "1204", "kon": "0503", "ai": "0506"},
}  # fmt: skip


@pytest.fixture
def watched() -> Iterator[Any]:
    with played(Valley(replace(RULES, own=(Lookout,)), Watched)):
        match: Any = gunki.compose("valley", MARCHING, seed=1)
        for act in ("act aka", "move", "to 0604"):
            match.act(act)
        yield match


def hex_of(match: Any, unit: str) -> str:
    return str(match.view(None)["units"][unit]["hex"])


def test_a_march_is_interrupted_where_somebody_reacts(watched: Any, tmp_path: Path) -> None:
    assert watched.decision.who == "blue"
    stopped = hex_of(watched, "aka")
    assert stopped not in ("0304", "0604"), "in mid-way"
    others: list[Any] = [gunki.load(watched.save(tmp_path / "a.gunki")), gunki.compose("valley", watched.describe())]
    for match in (*others, watched):
        assert match.decision.texts == ["accept", "reject"]
        match.act("accept")
        while match.decision.who == "blue":
            match.act("accept")
        assert hex_of(match, "aka") == "0604", "it goes on to where it was sent"
        assert match.decision.name in ("march", "march_end")


def test_a_march_that_is_held_up_is_over(watched: Any) -> None:
    stopped = hex_of(watched, "aka")
    watched.act("reject")
    assert hex_of(watched, "aka") == stopped
    assert watched.decision.name == "force"
    assert "act aka" not in watched.decision.texts


def test_interrupted_or_not_it_costs_the_same(watched: Any) -> None:
    while watched.decision.who == "blue":
        watched.act("accept")
    with played(Valley()):
        straight: Any = gunki.compose("valley", MARCHING, seed=1)
        for act in ("act aka", "move", "to 0604"):
            straight.act(act)
    assert straight.decision.data == watched.decision.data
    assert straight.decision.texts == watched.decision.texts
