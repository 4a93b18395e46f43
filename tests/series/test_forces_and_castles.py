"""The layer below the basic rules under other rules: a retreat and a formation of another kind."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

import gunki
from gunki import Match
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Next, Procedure
from gunki.series.forces_and_castles.rules.regrouping import (  # fmt: skip
    commanders_with_room,
    list_lead_acts,
    list_separate_acts,
    regroup,
    regroup_bars,
    unit_bar,
)
from gunki.series.forces_and_castles.rules.retreat import HexRetreat
from gunki.series.gunyuden.state.position import GunyudenPosition as G
from tests.clauses.common import decision_of
from tests.series.valley import RULES, Valley, register
from tests.support import ROOT

VERBS = ("lead", "alone", "garrison", "field")
SERIES = ROOT / "src" / "gunki" / "series"


def test_the_common_layer_imports_no_other_series() -> None:
    for path in sorted((SERIES / "forces_and_castles").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gunki.series"):
                assert node.module is not None
                assert node.module.startswith("gunki.series.forces_and_castles"), path.name


@dataclass(eq=False)
class FallBack(HexRetreat):
    """Two hexes or three, as the owner likes; who cannot is lost."""

    def clause(self) -> str:
        return "23-4"

    def way_clause(self) -> str:
        return "23-4-2"

    def refuge_clause(self) -> str:
        return "23-4-6"

    def may_stop(self, g: G) -> bool:
        return len(self.way) > 1

    def hex_bars(self, g: G, unit: int, at: int, h: int) -> Iterator[Reason]:
        if g.outside(h, 1 - g.side(unit)):
            yield Reason("23-4-3(3)", "enemy_there", {"hex": h})


@dataclass(eq=False)
class Formation(Procedure):
    """In the middle of a game: forces are regrouped, without an action."""

    seat: int

    def start(self, g: G) -> Next:
        acts: list[Act] = []
        commanders = commanders_with_room(g)
        for u in range(len(g.at)):
            if unit_bar(g, "lead", u, g.seat(u) == self.seat, "13-2") is None:
                proposed = [*list_separate_acts(g, u), *list_lead_acts(g, u, commanders)]
                acts += [act for act in proposed if next(self.bars(g, act), None) is None]
        return Ask(self.seat, "deploy", "13-2", [*acts, ("ready",)], "chosen", bars="bars", exact=True, verbs=VERBS)

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] != "ready":
            first = unit_bar(g, act[0], act[1], g.seat(act[1]) == self.seat, "13-2")
            yield from (first,) if first is not None else regroup_bars(g, act, "13-2")

    def chosen(self, g: G, act: Act) -> Next:
        if act[0] == "ready":
            return None
        regroup(g, act)
        return "start"


def compose_under_way(units: dict[str, Any], procedure: dict[str, Any]) -> Match:
    """Compose a position in red's phase, in the middle of a procedure."""
    stack = [
        {"procedure": "Campaign", "step": "next_phase"},
        {"procedure": "OperationsPhase", "step": "start", "seat": 0},
        {"step": "start", "seat": 0, **procedure},
    ]
    doc = {"turn": 1, "stage": 1, "to_act": "red", "empty": True, "units": units, "state": {"phase": 0}, "stack": stack}
    return gunki.compose("valley", doc, seed=1)


@pytest.fixture(autouse=True)
def rules() -> Iterator[None]:
    with register(Valley(replace(RULES, own=(FallBack, Formation)))):
        yield


# -- falling back -----------------------------------------------------------------------------------------------------


def fall_back(units: dict[str, Any], hexes: int = 3) -> Match:
    frame = {"procedure": "FallBack", "units": ["sugi", "kuri"], "origin": "0905", "hexes": hexes}
    return compose_under_way(units, frame)


PAIR = {"matsu": "0305", "sugi": "0805", "kuri": {"hex": "0805", "leader": "sugi"}}


def test_the_owner_of_a_retreating_force_chooses_hex_by_hex_and_may_stop() -> None:
    match = fall_back({**PAIR, "taka": "0905", "kari": "1218"})
    first = decision_of(match).texts
    assert first
    assert all(text.startswith("back ") for text in first), "he must go"
    assert [bar.what for bar in match.why_not("back 0905")] == ["not_away", "enemy_there"]
    assert [bar.what for bar in match.why_not("back 0505")] == ["not_adjacent"]
    match.act("back 0705")
    assert "stay" not in decision_of(match).texts
    match.act("back 0605")
    match.act("stay")
    units = match.view(None)["units"]
    assert (units["sugi"]["hex"], units["kuri"]["hex"]) == ("0605", "0605")
    assert "morale" not in units["sugi"], "the basic rules shake him; these do not"


def test_a_retreating_force_takes_refuge_in_a_castle_of_its_side() -> None:
    match = fall_back(
        {**PAIR, "sugi": "0605", "kuri": {"hex": "0605", "leader": "sugi"}, "taka": "0905", "kari": "1218"}
    )
    assert [bar.what for bar in match.why_not("refuge")] == ["no_castle"]
    match.act("back 0505")
    match.act("refuge")
    sugi = match.view(None)["units"]["sugi"]
    assert (sugi["hex"], sugi["inside"]) == ("0505", True)


def test_a_force_without_a_hex_to_retreat_to_is_lost() -> None:
    """Every hex farther than the next one holds enemies."""
    match = fall_back({**PAIR, "taka": "0905", "kari": "0605", "kiji": "0604"})
    match.act("back 0705")
    units = match.view(None)["units"]
    assert (units["sugi"], units["kuri"]) == ("dead", "dead")
    assert decision_of(match).name == "force"


# -- regrouping -------------------------------------------------------------------------------------------------------


def test_forces_are_regrouped_in_the_middle_of_a_game_each_once() -> None:
    units = {"matsu": "0505", "sugi": "0505", "kuri": {"hex": "0505", "leader": "matsu"}, "taka": "1218"}
    match = compose_under_way(units, {"procedure": "Formation"})
    assert decision_of(match).texts == [
        "garrison matsu", "garrison sugi", "lead sugi matsu", "alone kuri", "lead kuri sugi", "ready",
    ]  # fmt: skip
    assert [bar.what for bar in match.why_not("alone taka")] == ["not_own"]
    assert [bar.what for bar in match.why_not("lead matsu sugi")] == ["rank"]
    assert [bar.what for bar in match.why_not("alone sugi")] == ["already_alone"]
    match.act("lead kuri sugi")
    assert match.view(None)["units"]["kuri"]["leader"] == "sugi"
    assert [bar.what for bar in match.why_not("alone kuri")] == ["already_placed"]
    match.act("garrison sugi")
    held = match.view(None)["units"]
    assert held["sugi"]["inside"]
    assert held["kuri"]["inside"], "whom he leads goes with him"
    assert [bar.what for bar in match.why_not("lead sugi matsu")] == ["other_side_of_gate"]
    match.act("ready")
    assert decision_of(match).name == "force"
