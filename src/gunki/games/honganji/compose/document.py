"""Reads what a written position says about players and points, and checks it against the rules."""

from __future__ import annotations

from gunki.core.definition.data_tables import Row
from gunki.core.definition.lexicon import NONE
from gunki.core.errors import PositionError
from gunki.games.honganji.state.position import GONE, OUT, REBEL, VASSAL, HonganjiPosition
from gunki.games.honganji.state.state_fields import STATUS
from gunki.series.areas_and_cards.compose.document import check_clan_in_play
from gunki.series.areas_and_cards.state.position import DEAD, STACK, bits


def read_players(g: HonganjiPosition, row: Row) -> None:
    """Read which players are vassals, rebels or out, and the order of play."""
    seats = g.setup.seats
    if row.has("status"):
        status = row.sub("status")
        for name in check_names(status, seats):
            g.status[seats.index(name)] = STATUS.index(status.word(name, STATUS))
    for seat, clan in enumerate(g.setup.seat_clan):
        _check_leader(g, row, seat, g.setup.leaders[clan])
        if g.status[seat] == OUT:
            g.fixed |= g.roster[clan]
            g.pool[clan] = 0
    if sum(status != OUT for status in g.status) < 2 and not row.has("stack"):
        raise PositionError("status: with one player left at most the game is over (9-1(1))")
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
    """Check that a player is out exactly if the player's leader is dead (10-1).

    The leader of a player who is out counts as dead, even if the document does not say so. If the document has a stack,
    a leader may have died in the combat under way, and the player is not out yet.
    """
    name, general = g.setup.seats[seat], g.setup.generals[leader]
    if g.status[seat] == OUT:
        if g.at[leader] >= 0:
            raise PositionError(f"status.{name}: out, but {general} is on the map; name him in dead (10-1)")
        g.at[leader] = DEAD
    elif g.at[leader] == DEAD and not row.has("stack"):
        raise PositionError(f'dead: {general} leads {name}; give status.{name} = "out" too (10-1)')


def read_points(g: HonganjiPosition, row: Row) -> None:
    """Read which seats have points for deeds (9-2), and which clan knocked out each player (11-2)."""
    setup = g.setup
    seats, clans = setup.seats, setup.clans
    dead = g.at[setup.leader] == DEAD
    if row.has("nobunaga_killer"):
        name = row.word("nobunaga_killer", {*clans, NONE})
        if name != NONE:
            check_clan_in_play(g, name, "nobunaga_killer")
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
        _remove_adviser_card(g, dead)
    if row.has("killed_by"):
        killed = row.sub("killed_by")
        for name in check_names(killed, seats):
            seat, killer = seats.index(name), clans.index(killed.word(name, clans))
            check_clan_in_play(g, clans[killer], f"killed_by.{name}")
            if g.status[seat] != OUT:
                raise PositionError(f"killed_by.{name}: {name} is not out")
            if killer == setup.seat_clan[seat]:
                raise PositionError(f"killed_by.{name}: another clan's name")
            g.killed_by[seat] = killer
    if g.revenge >= 0:
        victim = setup.clan_seat[g.killer] if g.killer >= 0 else -1
        if victim < 0 or g.status[victim] != OUT or victim == g.revenge:
            raise PositionError("revenge: nobody who killed Nobunaga was knocked out by another (9-2(4))")
        if g.killed_by[victim] not in (-1, setup.seat_clan[g.revenge]):
            raise PositionError(f"revenge: {clans[g.killed_by[victim]]} knocked {seats[victim]} out (9-2(4))")


def _remove_adviser_card(g: HonganjiPosition, dead: bool) -> None:
    """Take the card of the Chief adviser out of the game, because its point has been given (9-2(5)).

    Raise PositionError if Nobunaga is alive: then the point cannot have been given.
    """
    if not dead:
        raise PositionError(f"adviser: {g.setup.generals[g.setup.leader]} is not among the dead (9-2(5))")
    for card, data in enumerate(g.setup.card):
        if data.effect != "adviser":
            continue
        if g.cards[card] not in (STACK, GONE):
            raise PositionError(f"adviser: {g.setup.cards[card]} has left the game, and is in a hand or discarded")
        g.cards[card] = GONE


def check_units(g: HonganjiPosition) -> None:
    """Check castles (FAQ-Q5) and flipped Oda armies (8-4-1), and fill in what the document leaves open.

    Turned generals become defending generals (H-66), and areas without a controller become Neutral (5-3).
    """
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
            raise PositionError(f"flipped.{setup.map.names[area]}: fewer Neutral armies are there")
    g.pool[oda] = 0  # no Oda army waits in the pool, because Oda armies are never placed anew
    g.control = [neutral if owner < 0 else owner for owner in g.control]


def check_state(g: HonganjiPosition, owner: list[int]) -> None:
    """Check the clan of each general, and the generals who cannot move, against the rest of the document.

    The table `state` may repeat them, but not change them. `owner`: the clans before the table was read.
    """
    setup = g.setup
    for general, clan in enumerate(g.owner):
        may_serve = [owner[general]]
        if g.at[general] < 0 and setup.red >> general & 1:  # H-66: the general was turned before he died
            may_serve.append(setup.neutral_clan)
        if clan not in may_serve:
            raise PositionError(f"state.owner: {setup.generals[general]} does not serve {_clan(g, clan)}")
    fixed = setup.defending
    for general, clan in enumerate(g.owner):
        # generals who were turned (H-66), and those of a player who is out (10-1)
        if clan != setup.general_clan[general] or g.clan_status(clan) == OUT:
            fixed |= 1 << general
    if g.fixed != fixed:
        wrong = bits(g.fixed ^ fixed)[0]
        raise PositionError(f"state.fixed: {setup.generals[wrong]} is wrong (1-2-1-2, 10-1)")


def _clan(g: HonganjiPosition, clan: int) -> str:
    return NONE if clan < 0 else g.setup.clans[clan]


def check_names(row: Row, names: tuple[str, ...]) -> list[str]:
    """Return the names of the entries in a table. Raise PositionError if one of them is not in `names`."""
    for name in row.entries_all():
        if name not in names:
            raise PositionError(f"{row.where}.{name}: unknown; known: {', '.join(names)}")
    return list(row.entries_all())
