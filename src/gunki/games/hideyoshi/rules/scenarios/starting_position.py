"""Sections 35.4, 36.4 and 37.4: the layout of a scenario, and the earlier events of a composed position."""

from __future__ import annotations

from collections.abc import Collection

from gunki.core.errors import PositionError
from gunki.games.hideyoshi.setup import APPEARS, SUMMONS
from gunki.games.hideyoshi.state.position import FALLEN
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.forces_and_castles.rules.deployment import muster
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.state.position import DEAD

#: The state that only one scenario has, with its value in the other scenarios.
SCENARIO_ONLY_STATE: dict[str, dict[str, int | tuple[int, ...]]] = {
    "tennozan": {"kyoto": -1, "peace": 0, "nobusumi": 0, "akechi_won": 0, "akechi_lost": 0, "held_back": ()},
    "shizugatake": {"declared": 0, "thawed": 0, "left_echizen": 0, "attacked_first": 0, "katsuie_left": 0},
    "komaki_nagakute": {"appeared": 0},
}


def muster_beside(g: G) -> None:
    """Put units that come later beside the map, under commanders who may lead them (Y-62, Y-63).

    Recruits stay single.
    """
    setup = g.setup
    for army in range(len(setup.armies)):
        beside = [u for u, word in enumerate(setup.beside) if word in (APPEARS, SUMMONS) and setup.army[u] == army]
        muster(g, beside)


def lay_siege(g: G) -> None:
    """Place the besiegers and the garrison of the castle that is besieged at the start, and set its state.

    The clauses are 35.4-H1(0126), 35.4-A2(0126) and 35.8(3).
    """
    setup, castle = g.setup, g.setup.besieged_castle
    muster(g, sorted(setup.outside_first))
    muster(g, sorted(setup.inside_first))
    g.durability = replace_value(g.durability, castle, setup.besieged_durability)
    g.castle_changed(castle)
    for force in g.garrison(castle):
        g.morale[force] = setup.besieged_morale
    setup.castle_rules[castle].invest(g, g.outside(setup.castle_hex[castle], 0), "35.4-H1(0126)")


# -- composed positions -----------------------------------------------------------------------------------------------


def check_scenario(g: G) -> None:
    """Raise `PositionError` for state that this scenario does not have."""
    setup = g.setup
    for scenario, names in SCENARIO_ONLY_STATE.items():
        for name, nothing in names.items():
            if scenario != setup.scenario and getattr(g, name) != nothing:
                raise PositionError(f"state.{name}: only {scenario} has it")
    callable_ones = {army for summons in setup.summons for army in summons.armies}
    for army in g.summoned:
        if army not in callable_ones:
            raise PositionError(f"state.summoned: nobody calls {setup.armies[army]} in this scenario (32-1(2))")


def apply_earlier_events(g: G, fields_given: Collection[str]) -> None:
    """Set the state that follows from the places of units and from the turn.

    Fields in `fields_given` keep the values that the document gives them.
    """
    setup, north, bands, own = g.setup, g.setup.shizugatake, g.setup.komaki, g.setup.tennozan
    if "lost" not in fields_given:
        g.lost = bytes(FALLEN if at == DEAD else 0 for at in g.at)
    on_map = [u for u, at in enumerate(g.at) if at >= 0]
    if north is not None:
        outside = {u for u in on_map if u in north.northern and setup.map.province[g.at[u]] != north.echizen}
        if "thawed" not in fields_given:
            g.thawed = int(g.turn > north.snow_turns)
        if "left_echizen" not in fields_given:
            g.left_echizen = int(bool(outside))
        if "katsuie_left" not in fields_given:
            g.katsuie_left = int(north.katsuie in outside)
    if bands is not None and "appeared" not in fields_given:
        g.appeared = int(any(setup.army[u] in bands.bands for u in on_map))
    if "former_owners" not in fields_given:
        _take_from_first_owners(g)
    if own is not None and g.peace and own.mori not in g.summoned and "seat_of" not in fields_given:
        g.go_home(own.mori)
    g.map_cache = {}


def _take_from_first_owners(g: G) -> None:
    """Record the first owner of every castle that now has another one (G-54).

    The seat recorded is the first owner's seat at the start or, if it was neutral then, its present seat.
    """
    began, now = g.setup.army_seat, g.seat_of
    for castle, first in enumerate(g.setup.castle_owner):
        if first >= 0 and g.owner[castle] != first:
            g.remember_owner(castle, began[first] if began[first] >= 0 else now[first])
