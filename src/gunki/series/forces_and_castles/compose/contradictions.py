"""Checks of a composed position: messages for entries that no play of a hex game could bring about."""

from __future__ import annotations

from collections.abc import Iterator

from gunki.board.hexmap import WATER
from gunki.series.forces_and_castles.state.position import ForcesPosition as G


def contradictions(g: G, changing: set[int]) -> Iterator[str]:
    """Yield a message for each contradiction.

    `changing`: castles that are just falling or changing sides. Their owner, durability and garrison may disagree.
    """
    yield from _castles(g, changing)
    for unit, h in enumerate(g.at):
        if h >= 0:
            yield from _unit(g, unit, h, changing)
    yield from _enemies(g)


def _castles(g: G, changing: set[int]) -> Iterator[str]:
    setup, ruin = g.setup, g.setup.board_clauses.ruin
    for castle, name in enumerate(setup.castles):
        owner, durability = g.owner[castle], g.durability[castle]
        if owner >= 0 and not durability and castle not in changing:
            yield f"castles.{name}.durability: 0 is an abandoned castle, without an owner ({ruin})"
        if owner < 0 and durability and not setup.unowned_castles:
            yield f"castles.{name}.durability: an abandoned castle has 0 ({ruin})"
        if owner >= 0 and g.seat_of[owner] < 0 and owner != setup.castle_owner[castle] and not g.has_left(owner):
            clause = setup.scenario_clauses.armies
            yield f"castles.{name}.owner: nobody plays {setup.armies[owner]} in this scenario ({clause})"


def _unit(g: G, unit: int, h: int, changing: set[int]) -> Iterator[str]:
    setup, name, where = g.setup, g.setup.units[unit], g.setup.map.numbers[h]
    army, terrain, clauses = setup.army[unit], setup.map.terrain_at(h), setup.board_clauses
    if g.seat_of[army] < 0 and not g.is_neutral(army):
        yield f"units.{name}: nobody plays {setup.armies[army]} in this scenario ({setup.scenario_clauses.armies})"
        return
    if g.seat_of[army] < 0 and not _holds_hex_alone(g, army, h):
        clause = setup.scenario_clauses.neutrals
        yield f"units.{name}.hex: neutrals do not share {where} with others or their castle ({clause})"
    if g.leader[g.leader[unit]] != g.leader[unit]:
        yield f"units.{name}.leader: {setup.units[g.leader[unit]]} is under command himself ({clauses.command})"
    if "move" not in setup.tables["terrain"][terrain]:
        clause = clauses.water if clauses.water and terrain in WATER else clauses.ground
        yield f"units.{name}.hex: nobody enters {where}, it is {terrain} ({clause})"
    castle = setup.castle_at[h]
    if g.inside[unit] and castle not in changing and not g.is_friendly_castle(castle, army):
        yield f"units.{name}.inside: {setup.castles[castle]} is not a castle of his side ({clauses.garrison})"
    banned = g.ban_hexes(unit)  # only entering these hexes is forbidden: a unit may already be there
    if g.side(unit) >= 0 and not (banned and banned[h]):
        for bar in g.ban_bars(unit, h):
            yield f"units.{name}.hex: {where} is closed to him ({bar.clause})"


def _holds_hex_alone(g: G, army: int, h: int) -> bool:
    """Return whether an army is alone in a hex: no other army has a unit there or owns the castle there."""
    castle = g.setup.castle_at[h]
    own = castle < 0 or g.owner[castle] in (army, -1)
    return own and all(g.setup.army[u] == army for u in g.units_in(h))


def _enemies(g: G) -> Iterator[str]:
    names = g.setup.units
    for h in sorted({g.at[force] for force in g.forces()}):
        ours, theirs = g.outside(h, 0), g.outside(h, 1)
        if ours and theirs:
            where, clause = g.setup.map.numbers[h], g.setup.board_clauses.enemies
            yield f"units.{names[ours[0]]}.hex: his enemy {names[theirs[0]]} stands in {where} too ({clause})"
