"""The basic rules without a game: played to the end, with a part replaced, with a march interrupted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

import gunki
from gunki import Match
from gunki.board.mapfiles import TERRAINS
from gunki.core.errors import PositionError
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, index_by_name
from gunki.core.state.fields import Piece, each, flags, number
from gunki.series.forces_and_castles.show.board_layout import sides
from gunki.series.gunyuden.rules import sequence
from gunki.series.gunyuden.rules.sieges import siege
from gunki.series.gunyuden.state.position import GunyudenPosition
from tests.clauses.common import decision_of
from tests.core.duel import play_out
from tests.series import land
from tests.series.valley import RULES, Valley, ValleyPosition, ValleySetup, register, tables


def test_the_basic_rules_play_to_the_end() -> None:
    with register(Valley()):
        for seed in range(3):
            match = gunki.new("valley", seed=seed)
            play_out(match, random.Random(seed), 2_000)
            assert match.result is not None
            assert match.result.clause == "gunyuden:3.0(4)"


def test_the_land_has_every_ground_and_castles_of_each_level() -> None:
    board = land.board()
    assert {board.terrain_at(h) for h in range(board.size)} == set(TERRAINS)
    assert set(land.SIDES.values()) == {"river", "bridge", "water"}
    assert all(board.direction(board.hex(a), board.hex(b)) >= 0 for a, b in land.SIDES)
    assert {level for _, _, level, _, _ in land.CASTLES} == {0, 1, 2, 3}
    drawn = {
        f"{x:02}{y:02}" for y, line in enumerate(land.LAND.split(), 1) for x, sign in enumerate(line, 1) if sign == "@"
    }
    assert drawn == {place for _, place, *_ in land.CASTLES}


def test_clauses_are_cited_with_their_book() -> None:
    with register(Valley()):
        match = gunki.new("valley", seed=1)
        while decision_of(match).name != "force":
            match.act("ready")
        assert decision_of(match).clause == "gunyuden:12.0"
        assert [bar.clause for bar in match.why_not("act taka")] == ["gunyuden:12.0"]


def test_a_seat_wears_the_colours_that_the_setup_says() -> None:
    setup = Valley().setup()
    plain = sides(setup)
    assert plain["red"] != plain["blue"]
    setup.wears = {"red": "blue"}
    assert sides(setup)["red"] == plain["blue"]


# -- an edition that replaces a part ----------------------------------------------------------------------------------


@dataclass(eq=False)
class Assault(siege.Assault):
    """Ask the attacker for a confirmation; then take durability without dice."""

    def start(self, g: GunyudenPosition) -> Next:
        return Ask(self.seat, "siege", "19-1", [("assault",), ("halt",)], "resolved", data={"castle": self.castle})

    def resolved(self, g: GunyudenPosition, act: Any) -> Next:
        if act[0] == "assault":
            g.set_durability(self.castle, g.durability[self.castle] - 3, "19-4-1")
        return None


BESIEGED = {
    "turn": 1, "stage": 1, "to_act": "red", "empty": True,
    "units": {"matsu": "0514", "kuri": {"hex": "0514", "leader": "matsu"}, "taka": "1218"},
}  # fmt: skip


def test_a_game_replaces_an_assault_and_is_saved_in_the_middle_of_it(tmp_path: Path) -> None:
    with register(Valley(replace(RULES, assault=Assault))):
        match = gunki.compose("valley", BESIEGED, seed=1)
        for act in ("act matsu", "siege", "assault"):
            match.act(act)
        assert decision_of(match).texts == ["assault", "halt"], "the game's own question"
        others: list[Any] = [gunki.load(match.save(tmp_path / "a.gunki")), gunki.compose("valley", match.describe())]
        for other in (match, *others):
            assert other.decision.texts == ["assault", "halt"]
            other.act("assault")
            assert other.view(None)["castles"]["kawa"]["durability"] == 7
    with register(Valley()):
        plain: Any = gunki.compose("valley", BESIEGED, seed=1)
        for act in ("act matsu", "siege", "assault"):
            plain.act(act)
        assert plain.decision.name != "siege", "the printed rule asks nothing more"


def test_two_procedures_of_one_name_cannot_be_in_one_edition() -> None:
    with pytest.raises(TypeError, match="two procedures are called Assault"):
        replace(RULES, own=(Assault,))
    assert index_by_name([Assault])["Assault"] is Assault


# -- a castle that is nobody's ----------------------------------------------------------------------------------------


class Neutral(ValleySetup):
    unowned_castles = True


def test_a_setup_says_whether_castles_stand_without_an_owner() -> None:
    """If they do, a castle keeps its walls without an owner; else it is a ruin (21-1)."""
    game = Valley()
    standing = {"empty": True, "units": {"matsu": "0505"}, "castles": {"kawa": {"owner": "none", "durability": 7}}}
    with pytest.raises(gunki.PositionError, match=r"^castles\.kawa\.durability: .*21-1"):
        game.compose(game.setup(), standing)
    game = Valley(setting=Neutral)
    setup = game.setup()
    g: Any = game.compose(setup, standing)
    kawa = setup.castles.index("kawa")
    assert (g.owner[kawa], g.durability[kawa], g.exerts[kawa]) == (-1, 7, 0)
    again: Any = game.compose(setup, game.describe(g))
    assert again.state() == g.state()
    assert game.describe(g)["castles"]["kawa"] == {"owner": "none", "durability": 7}
    g = game.compose(setup, {**standing, "castles": {"kawa": {"owner": "none"}}})
    assert g.durability[kawa] == 0, "who says no more means a ruin"
    inside = {"kari": {"hex": "0514", "inside": True}, "taka": "1218"}
    with pytest.raises(gunki.PositionError, match=r"^units\.kari\.inside: kawa is not a castle of his side"):
        game.compose(setup, {**standing, "units": inside})


def test_a_castle_starts_as_nobodys_where_the_setup_lets_it() -> None:
    castles = [{**row, "owner": {land.SCENARIO: "none"}} if row["id"] == "kawa" else row for row in tables()["castle"]]
    with pytest.raises(gunki.DataError, match="owner"):
        Valley(changes={"castle": castles}).setup()
    setup = Valley(setting=Neutral, changes={"castle": castles}).setup()
    g: Any = ValleyPosition(setup)
    kawa = setup.castles.index("kawa")
    assert (g.owner[kawa], g.durability[kawa], setup.in_use[kawa]) == (-1, setup.full_durability, True)


# -- a game with state of its own -------------------------------------------------------------------------------------


class Hidden(ValleyPosition):
    """Units may lie hidden, and a castle is left alone for some turns."""

    __slots__ = ("hidden", "quiet")
    STATE: ClassVar[dict[str, Piece]] = {
        **ValleyPosition.STATE,
        "hidden": each("unit", flags("hidden"), bytearray, "units"),
        "quiet": each("castle", number(0, "turns"), bytes, "castles"),
    }

    def __init__(self, setup: Any) -> None:
        self.hidden, self.quiet = bytearray(len(setup.units)), bytes(len(setup.castles))
        super().__init__(setup)


def test_columns_declared_by_a_game_are_read_into_the_rows_of_units_and_castles() -> None:
    game = Valley(position=Hidden)
    setup = game.setup()
    document = {
        "empty": True,
        "units": {"matsu": {"hex": "0505", "hidden": True}, "taka": "1218"},
        "castles": {"kawa": {"quiet": 2}},
    }
    g: Any = game.compose(setup, document)
    assert list(g.hidden) == [int(name == "matsu") for name in setup.units]
    assert list(g.quiet) == [2 * (name == "kawa") for name in setup.castles]
    written = game.describe(g)
    hidden = {"hex": "0505", "steps": 2, "hidden": True}
    assert written["units"] == {"matsu": hidden, "taka": {"hex": "1218", "steps": 2}}
    assert written["castles"]["kawa"] == {"owner": "blue", "durability": 10, "quiet": 2}
    assert game.compose(setup, written).state() == g.state()
    for table, name, entry in (("units", "matsu", {"hidden": 1}), ("castles", "kawa", {"quiet": 4})):
        wrong: dict[str, Any] = {**written, table: {name: {**written[table][name], **entry}}}
        with pytest.raises(gunki.PositionError, match=rf"^{table}\.{name}: field '{next(iter(entry))}'"):
            game.compose(setup, wrong)


# -- a march that is interrupted --------------------------------------------------------------------------------------


@dataclass(eq=False)
class Lookout(Procedure):
    """Ask the other side whether a marching force may pass or is stopped."""

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

    def reaction(self, force: int, trail: tuple[int, ...]) -> Procedure | None:
        here = self.setup.map.around(self.at[force])
        near = any(self.seat(f) == 1 and self.at[f] in here for f in self.forces())
        return Lookout(1, force) if near else None

    def is_held_up(self, force: int) -> bool:
        return force in self.turned_down


MARCHING = {
    "turn": 1, "stage": 1, "to_act": "red", "empty": True,
    "units": {"matsu": "0304", "kuri": "0704", "taka": "1218", "kari": "0503", "kiji": "0506"},
}  # fmt: skip


@pytest.fixture
def watched() -> Iterator[Any]:
    with register(Valley(replace(RULES, own=(Lookout,)), Watched)):
        match = gunki.compose("valley", MARCHING, seed=1)
        for act in ("act matsu", "move", "to 0604"):
            match.act(act)
        yield match


def find_hex(match: Match, unit: str) -> str:
    return str(match.view(None)["units"][unit]["hex"])


def test_a_march_is_interrupted_where_somebody_reacts(watched: Any, tmp_path: Path) -> None:
    assert watched.decision.who == "blue"
    stopped = find_hex(watched, "matsu")
    assert stopped not in ("0304", "0604"), "in mid-way"
    others: list[Any] = [gunki.load(watched.save(tmp_path / "a.gunki")), gunki.compose("valley", watched.describe())]
    for match in (*others, watched):
        assert match.decision.texts == ["accept", "reject"]
        match.act("accept")
        while match.decision.who == "blue":
            match.act("accept")
        assert find_hex(match, "matsu") == "0604", "it goes on to where it was sent"
        assert match.decision.name in ("march", "march_end")


def test_a_march_that_is_held_up_is_over(watched: Any) -> None:
    stopped = find_hex(watched, "matsu")
    watched.act("reject")
    assert find_hex(watched, "matsu") == stopped
    assert watched.decision.name == "force"
    assert "act matsu" not in watched.decision.texts


def test_an_interrupted_march_costs_the_same(watched: Any) -> None:
    while watched.decision.who == "blue":
        watched.act("accept")
    with register(Valley()):
        straight: Any = gunki.compose("valley", MARCHING, seed=1)
        for act in ("act matsu", "move", "to 0604"):
            straight.act(act)
    assert straight.decision.data == watched.decision.data
    assert straight.decision.texts == watched.decision.texts


# -- events of a turn that ask something ------------------------------------------------------------------------------


@dataclass(eq=False)
class Rumour(Procedure):
    """Ask blue in the initial stage whether it believes a rumour."""

    seat: int

    def start(self, g: Any) -> Next:
        return Ask(self.seat, "accept", "4-1-1(1)", [("accept",), ("reject",)], "chosen", data={"castle": 0})

    def chosen(self, g: Any, act: Any) -> Next:
        return None


@dataclass(eq=False)
class Eventful(sequence.Campaign):
    def events(self, g: Any) -> Next:
        return Call(Rumour(1), "lines")


EVENTFUL = replace(RULES, turn=("events", "lines"), campaign=Eventful, own=(Rumour,))


class EventfulPosition(ValleyPosition):
    ROOT = "Eventful"


@pytest.fixture
def eventful() -> Iterator[Valley]:
    with register(Valley(EVENTFUL, EventfulPosition)) as game:
        yield game


def read_phases(match: Match) -> Any:
    return match.scene(None)["phases"]


def test_a_game_asks_something_in_the_initial_stage(eventful: Valley) -> None:
    match = gunki.new("valley", seed=1)
    assert read_phases(match) == {"now": "before", "all": ["before", "events", *land.PHASES]}
    while decision_of(match).name == "deploy":
        assert match.view(None)["phase"] == "communication"
        match.act("ready")
    for turn in (1, 2):
        assert (decision_of(match).who, decision_of(match).texts) == ("blue", ["accept", "reject"])
        view = match.view("red")
        assert (view["turn"], view["stage"], view["phase"]) == (turn, 0, "events")
        assert read_phases(match) == {"now": "events", "all": ["events", *land.PHASES]}
        match.act("accept")
        assert match.view(None)["phase"] == "red"
        assert read_phases(match) == {"now": "red", "all": ["events", *land.PHASES]}
        while decision_of(match).name == "force":
            match.act("end")


@pytest.mark.parametrize("when", [{"stage": 0}, {"phase": "events"}, {"stage": 0, "phase": "events"}])
def test_a_composed_position_begins_with_the_events(eventful: Valley, when: dict[str, Any], tmp_path: Path) -> None:
    match = gunki.compose("valley", {"turn": 2, **when}, seed=1)
    assert (decision_of(match).texts, match.view(None)["phase"]) == (["accept", "reject"], "events")
    written = match.describe()
    assert (written["turn"], written["stage"], written["phase"]) == (2, 0, "events")
    for other in (gunki.compose("valley", written, seed=1), gunki.load(match.save(tmp_path / "a.gunki"))):
        again: Any = other
        assert read_phases(again)["now"] == "events"
        again.act("reject")
        assert (again.decision.name, again.view(None)["turn"], again.view(None)["stage"]) == ("force", 2, 1)


@pytest.mark.parametrize("stage", [1, 4])
def test_there_are_no_events_in_a_stage(eventful: Valley, stage: int) -> None:
    with pytest.raises(PositionError, match=r"phase: .*4-1-1"):
        gunki.compose("valley", {"stage": stage, "phase": "events"})


def test_a_game_without_events_has_no_such_phase() -> None:
    with register(Valley()):
        with pytest.raises(PositionError, match="phase"):
            gunki.compose("valley", {"phase": "events"})
        match = gunki.compose("valley", {"stage": 0})
        assert read_phases(match) == {"now": "red", "all": [*land.PHASES]}
