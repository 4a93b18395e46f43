"""What a written position says about players and points, and where that contradicts the rules."""

from __future__ import annotations

from gunki.core.data import Row
from gunki.core.errors import PositionError
from gunki.core.lexicon import NONE
from gunki.games.honganji.position import GONE, OUT, REBEL, STATUS, VASSAL, HonganjiPosition
from gunki.series.areas_and_cards.position import DEAD, STACK


def read_players(g: HonganjiPosition, row: Row) -> None:
    """Who is vassal, rebel or out, and the order of play."""
    seats = g.setup.seats
    if row.has("status"):
        status = row.sub("status")
        for name in known(status, seats):
            g.status[seats.index(name)] = STATUS.index(status.word(name, STATUS))
    for seat, clan in enumerate(g.setup.seat_clan):
        _check_leader(g, row, seat, g.setup.leaders[clan])
        if g.status[seat] == OUT:
            g.fixed |= g.roster[clan]
            g.pool[clan] = 0
    if row.has("order"):
        order = row.words("order", seats)
        if len(set(order)) != len(order):
            raise row.bad("order", "each seat once at most")
        g.order = [seats.index(name) for name in order]
    else:
        g.order = [seat for seat in g.order if g.status[seat] != OUT]
    phase = row.word("phase") if row.has("phase") else "action"
    for seat, name in enumerate(seats):
        if seat in g.order and g.status[seat] == OUT and phase in ("draw", "petition"):
            raise PositionError(f"order: {name} is out (10-1) and has no place in the order of a new turn (3-1)")
        if seat in g.cards and g.status[seat] == OUT:
            raise PositionError(f"hands.{name}: {name} is out and holds no cards (10-1)")
        if seat in g.cards and seat not in g.order:
            raise PositionError(f"hands.{name}: {name} is not in the order and could never use them (6-1)")


def _check_leader(g: HonganjiPosition, row: Row, seat: int, leader: int) -> None:
    """10-1: a player is out exactly when his leader is dead; in the middle of a combat he may be about to fall."""
    name, general = g.setup.seats[seat], g.setup.generals[leader]
    if g.status[seat] == OUT:
        if g.at[leader] >= 0:
            raise PositionError(f"status.{name}: out, but {general} is on the map; name him in dead (10-1)")
        g.at[leader] = DEAD
    elif g.at[leader] == DEAD and not row.has("stack"):
        raise PositionError(f'dead: {general} leads {name}; give status.{name} = "out" too (10-1)')


def read_points(g: HonganjiPosition, row: Row) -> None:
    """9-2: who has points for which deed; 11-2: who knocked whom out."""
    setup = g.setup
    seats, clans = setup.seats, setup.clans
    dead = g.at[setup.leader] == DEAD
    if row.has("nobunaga_killer"):
        name = row.word("nobunaga_killer", {*clans, NONE})
        g.killer = -1 if name == NONE else clans.index(name)
        if g.killer >= 0 and not dead:
            raise PositionError(f"nobunaga_killer: {setup.generals[setup.leader]} is not among the dead")
        if g.killer == setup.oda:
            raise PositionError("nobunaga_killer: his own clan did not kill him")
    for key in ("adviser", "revenge"):
        if row.has(key):
            name = row.word(key, {*seats, NONE})
            setattr(g, key, -1 if name == NONE else seats.index(name))
    if g.adviser >= 0:
        _adviser_gone(g, dead)
    if g.revenge >= 0:
        victim = setup.clan_seat[g.killer] if g.killer >= 0 else -1
        if victim < 0 or g.status[victim] != OUT or victim == g.revenge:
            raise PositionError("revenge: nobody who killed Nobunaga was knocked out by another (9-2(4))")
    if row.has("killed_by"):
        killed = row.sub("killed_by")
        for name in known(killed, seats):
            seat, killer = seats.index(name), clans.index(killed.word(name, clans))
            if g.status[seat] != OUT:
                raise PositionError(f"killed_by.{name}: {name} is not out")
            if killer == setup.seat_clan[seat]:
                raise PositionError(f"killed_by.{name}: another clan's name")
            g.killed_by[seat] = killer


def _adviser_gone(g: HonganjiPosition, dead: bool) -> None:
    """9-2(5): the point needs Nobunaga dead, and its card has left the game."""
    if not dead:
        raise PositionError(f"adviser: {g.setup.generals[g.setup.leader]} is not among the dead (9-2(5))")
    for card, data in enumerate(g.setup.card):
        if data.effect != "adviser":
            continue
        if g.cards[card] not in (STACK, GONE):
            raise PositionError(f"adviser: {g.setup.cards[card]} has left the game, and is in a hand or discarded")
        g.cards[card] = GONE


def check_units(g: HonganjiPosition) -> None:
    """Castles (FAQ-Q5), turned generals (H-66), flipped Oda armies (8-4-1), areas of nobody (5-3)."""
    setup = g.setup
    oda, neutral = setup.oda, setup.neutral_clan
    for clan, castle in enumerate(setup.castle):
        if castle >= 0 and g.at[castle] == DEAD and g.clan_status(clan) in (VASSAL, REBEL):
            name = setup.generals[castle]
            raise PositionError(
                f"dead: {name} can be built again while {setup.clans[clan]} is in (FAQ-Q5); leave it out"
            )
    for general in g.generals_of(neutral):
        if setup.general_clan[general] != neutral:
            g.fixed |= 1 << general
    flipped = sum(g.flipped)
    if flipped + sum(g.armies(oda, area) for area in range(len(g.control))) > setup.counters[oda]:
        raise PositionError(f"flipped: with those of Oda there are only {setup.counters[oda]} such armies (1-2-2-1)")
    for area, count in enumerate(g.flipped):
        if count > g.armies(neutral, area):
            raise PositionError(f"flipped.{setup.map.names[area]}: not so many Neutral armies there")
    g.pool[oda] = 0  # Oda armies are never placed anew
    g.control = [neutral if owner < 0 else owner for owner in g.control]


def known(row: Row, names: tuple[str, ...]) -> list[str]:
    for name in row.entries_all():
        if name not in names:
            raise PositionError(f"{row.where}.{name}: unknown; known: {', '.join(names)}")
    return list(row.entries_all())
