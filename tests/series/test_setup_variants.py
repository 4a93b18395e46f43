"""Variants that setups allow: large rosters, values by scenario, seats without an army, neutrals, armies held back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

import gunki
from gunki.core.definition.data_tables import Row
from gunki.core.rules.decision import Reason
from gunki.series.forces_and_castles.setup import MAX_UNITS
from gunki.series.forces_and_castles.show.board_layout import sides
from tests.clauses.common import decision_of
from tests.core.duel import play_out
from tests.series.land import ARMIES, COALITION, SCENARIO
from tests.series.valley import Valley, ValleyPosition, ValleySetup, register, tables


def change_valley(setting: type[ValleySetup] = ValleySetup, **changes: Any) -> Valley:
    """Return the valley with other tables."""
    return Valley(setting=setting, changes=changes)


# -- values by scenario -----------------------------------------------------------------------------------------------


class OfScenario(ValleySetup):
    def is_in_scenario(self, row: Row) -> bool:
        return not row.sub("at").has("hills")


def make_units_of_hills(count: int) -> list[dict[str, Any]]:
    """Return units of another scenario."""
    pattern = tables()["unit"][-1]
    return [{**pattern, "id": f"other_{n}", "at": {"hills": "0505"}} for n in range(count)]


def test_the_files_may_hold_more_units_than_a_scenario() -> None:
    units = [*make_units_of_hills(MAX_UNITS), *tables()["unit"]]
    setup = change_valley(OfScenario, unit=units).setup()
    assert setup.units == tuple(row["id"] for row in tables()["unit"])
    with register(change_valley(OfScenario, unit=units)):
        match = gunki.new("valley", seed=1)
        assert set(match.view(None)["units"]) == set(setup.units)


def test_a_scenario_holds_no_more_units_than_a_byte_names() -> None:
    own = tables()["unit"]
    fits = [*make_units_of_hills(MAX_UNITS - len(own)), *own]
    assert len(change_valley(unit=fits).setup().units) == MAX_UNITS
    with pytest.raises(gunki.DataError, match="at most 255 units in a scenario"):
        change_valley(unit=[*make_units_of_hills(MAX_UNITS - len(own) + 1), *own]).setup()


def test_an_army_and_a_level_may_differ_by_scenario() -> None:
    first, *units = tables()["unit"]
    castle, *castles = tables()["castle"]
    one, other = {"valley": "blue", "hills": "red"}, {"valley": 4, "hills": 1}
    setup = change_valley(unit=[{**first, "army": one}, *units], castle=[{**castle, "level": other}, *castles]).setup()
    assert (setup.armies[setup.army[0]], setup.level[0]) == ("blue", 4)
    with pytest.raises(gunki.DataError, match="'matsu' army: field 'valley'"):
        change_valley(unit=[{**first, "army": {"hills": "red"}}, *units]).setup()


# -- seats ------------------------------------------------------------------------------------------------------------


class Coalitions(ValleySetup):
    named = ("north", "south")
    sides = (0, 1)
    played_by = tuple(COALITION[seat] for seat in ValleySetup.played_by)

    def name_things(self, verbs: Mapping[str, tuple[str, ...]]) -> None:
        super().name_things(verbs)
        self.wears = {"north": "red", "south": "blue"}


class ByCoalition(Valley):
    seats = Coalitions.named


def test_a_seat_may_be_no_army() -> None:
    game = ByCoalition(setting=Coalitions)
    assert sides(game.setup())["north"] == sides(Valley().setup())["red"]
    with register(game):
        match = gunki.new("valley", seed=2)
        assert decision_of(match).who == "north"
        match.act("ready")
        again: Any = gunki.compose("valley", match.describe())
        assert decision_of(again).who == decision_of(match).who == "south"
        play_out(match, random.Random(2), 2_000)
        assert match.result is not None
        assert set(match.result.winners) <= {"north", "south"}


# -- neutrals ---------------------------------------------------------------------------------------------------------


WHITE = [army for army, *_ in ARMIES].index("white")


class WithNeutrals(ValleySetup):
    played_by = tuple(-1 if army == WHITE else seat for army, seat in enumerate(ValleySetup.played_by))


class Bystanders(ValleyPosition):
    """The white army takes no part; other forces may pass through it."""

    def is_neutral(self, army: int) -> bool:
        return army == WHITE


class InTheWay(Bystanders):
    """Nobody comes to where it stands."""

    def closes_hex(self, army: int) -> bool:
        return army == WHITE


Begin = Callable[[type[ValleyPosition]], Any]
STANDING = {
    "turn": 1, "stage": 1, "to_act": "red", "empty": True,
    "units": {"matsu": "1006", "usagi": "1206", "taka": "1406"},
}  # fmt: skip


@pytest.fixture(params=["red", "blue"])
def marching(request: pytest.FixtureRequest) -> Iterator[Begin]:
    """Yield a match in which a force of either side has begun to march, with neutrals as the position treats them."""
    castles = [{**row, "owner": {SCENARIO: "white"}} if row["id"] == "toge" else row for row in tables()["castle"]]
    game = change_valley(WithNeutrals, castle=castles)

    def begin(position: type[ValleyPosition]) -> Any:
        game.position = position
        match = gunki.compose("valley", {**STANDING, "to_act": request.param}, seed=1)
        match.act("act matsu" if request.param == "red" else "act taka")
        match.act("move")
        return match

    with register(game):
        yield begin


def test_neutrals_close_their_hex_to_both_sides(marching: Begin) -> None:
    assert "to 1206" in marching(Bystanders).decision.texts
    match = marching(InTheWay)
    assert "to 1206" not in match.decision.texts
    assert [bar.what for bar in match.why_not("to 1206")] == ["neutral_there"]


def test_a_hex_is_open_again_when_neutrals_have_left_it(marching: Begin) -> None:
    match = marching(InTheWay)
    g, unit = match.position.clone(), match.setup.units.index("usagi")
    here = g.at[unit]
    g.put(unit, match.setup.map.hex("1208"))
    assert [layer[here] for layer in g.closed_to] == [0, 0]
    assert [layer[g.at[unit]] for layer in g.closed_to] == [1, 1]
    assert [layer[here] for layer in match.position.closed_to] == [1, 1], "a clone keeps to itself"


def test_neutrals_in_garrison_close_it_too(marching: Begin) -> None:
    g = marching(InTheWay).position
    unit, toge = g.setup.units.index("usagi"), g.setup.map.hex("1706")
    assert [layer[toge] for layer in g.closed_to] == [0, 0]
    g.put(unit, toge, 1)
    assert [layer[toge] for layer in g.closed_to] == [1, 1]


# -- who is held back -------------------------------------------------------------------------------------------------


class Hesitant(ValleyPosition):
    """Red does not act in the first turn."""

    def idle_bars(self, force: int) -> Iterator[Reason]:
        if self.seat(force) == 0 and self.turn == 1:
            yield Reason("12.0", "not_offered")


def test_an_army_that_is_held_back_does_not_act() -> None:
    with register(Valley(position=Hesitant)):
        match = gunki.new("valley", seed=1)
        while decision_of(match).name != "force":
            match.act("ready")
        assert decision_of(match).who == "blue", "the phase of red has nobody who could act"
        while match.view(None)["turn"] == 1:
            assert decision_of(match).who in ("blue", "green")
            match.act("end")
        assert decision_of(match).who == "red"
        assert "act matsu" in decision_of(match).texts


class Asleep(ValleyPosition):
    """One force of red does not act."""

    def idle_bars(self, force: int) -> Iterator[Reason]:
        if force == 0:
            yield Reason("12.0", "not_offered")


def test_a_refusal_says_why_an_army_is_held_back() -> None:
    with register(Valley(position=Asleep)):
        laid = {"turn": 1, "stage": 1, "to_act": "red", "empty": True, "units": {"matsu": "0505", "kuri": "0606"}}
        match = gunki.compose("valley", laid, seed=1)
        assert decision_of(match).texts == ["act kuri", "end"]
        assert [bar.what for bar in match.why_not("act matsu")] == ["not_offered"]
