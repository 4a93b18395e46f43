"""Evaluation of a seat for bots, as a readable sum. The weights are data, not rules."""

from __future__ import annotations

from gunki.games.hideyoshi.rules.scenarios import victory
from gunki.games.hideyoshi.rules.scenarios.event_tables import SummonsTable
from gunki.games.hideyoshi.rules.scenarios.points import scores
from gunki.games.hideyoshi.setup import ANTI_HASHIBA, HASHIBA
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.gunyuden.bot import evaluation as parts

Weights = dict[str, int]
#: The sign with which a gain of each seat counts for Hashiba. The last entry stands for no seat.
FOR_HASHIBA = (1, -1, 0)
DIE = 6


def evaluate(g: G, seat: int) -> int:
    """Return the value of a position for a seat.

    It adds points or conditions, troops, sieges under way, and the nearness of strong forces to their goals.
    """
    over = parts.outcome_value(g, seat)
    if over is not None:
        return over
    w: Weights = g.setup.tables["evaluation"]
    side, strength = g.setup.coalition[seat], g.strengths()
    field = Field(g, side, strength)
    total = parts.troops(g, side, w) + parts.sieges(g, side, w)
    if g.setup.by_points:
        total += w["point"] * parts.points_lead(scores(g), seat) - _call_prospects(g, strength, w) * FOR_HASHIBA[seat]
    else:
        total += _conditions(g, w) * FOR_HASHIBA[seat] + _standing(g, seat, field, w)
    aims, massed = goals(g, seat, field, w), parts.sum_nearby_strength(g, field.ours, w["together"])
    total += parts.march_value(g, side, strength, w, aims, massed, find_holding_forces(g, seat, field, strength, w))
    total -= _exposure(g, side, field, w)
    total += _lost_morale(g, 1 - side, strength, w) - _lost_morale(g, side, strength, w)
    return total + _leaving(g, w) * -FOR_HASHIBA[seat]


class Field:
    """The strength of forces, by hex: a side in the open, its enemies in the open, and all forces inside castles.

    Forces of one hex fight a decisive battle together (24-1-2), so they are counted together.
    """

    __slots__ = ("foes", "inside", "ours")

    def __init__(self, g: G, side: int, strength: list[int]) -> None:
        self.ours: dict[int, int] = {}
        self.foes: dict[int, int] = {}
        self.inside: dict[int, int] = {}
        at, sides, inside, ours, foes = g.at, g.side_of, g.inside, self.ours, self.foes
        for f in g.forces():
            h, own = at[f], strength[f]
            if inside[f]:
                self.inside[h] = self.inside.get(h, 0) + own
            elif sides[f] == side:
                ours[h] = ours.get(h, 0) + own
            elif sides[f] == 1 - side:
                foes[h] = foes.get(h, 0) + own


# -- 35.7: conditions -----------------------------------------------------------------------------------------------


def _conditions(g: G, w: Weights) -> int:
    """Return the value of the conditions of 35.7 for Hashiba.

    They are the rebel, Kyoto, the strongholds, the castles, Hashiba's commanders, and the peace that opens the way
    east. The conditions are judged only at the end of a phase, so progress towards them has a value before that.
    """
    setup = g.setup
    total = w["kyoto"] * FOR_HASHIBA[g.kyoto] + w["peace"] * g.peace
    if victory.is_rebel_dead(g):
        total += w["rebel"]
    for castle in setup.strongholds:
        owner = g.owner[castle]
        holder = g.seat_of[owner] if owner >= 0 else -1
        total += w["stronghold"] * FOR_HASHIBA[holder]
        if holder == ANTI_HASHIBA:
            lost = setup.full_durability - g.durability[castle]
            total += w["breach"] * (lost + (2 if g.besieged[castle] else 0))
    total -= w["castle"] * min(victory.castles_held(g), setup.castles_needed)
    return total - w["chief"] * victory.chiefs_dead(g)


def _standing(g: G, seat: int, field: Field, w: Weights) -> int:
    """Return the value of the castles and of Kyoto that a side gains at the end of a phase (35.8(5), 35.8(6), Y-25).

    A place counts only if forces of the side stand there. Kyoto also counts if the side already holds it.
    """
    setup, side, ours, foes = g.setup, g.setup.coalition[seat], field.ours, field.foes
    total = 0
    if setup.kyoto in ours:
        total += w["kyoto"] // 2 if g.kyoto != seat else w["guard"]
    worth = w["castle"] * 3 // 4
    for h in ours:
        castle = setup.castle_at[h]
        if castle < 0 or h in foes or not g.durability[castle]:
            continue
        if g.owner[castle] < 0 or (_can_seize(g, seat) and h not in field.inside and g.castle_side(castle) == 1 - side):
            total += w["stronghold"] * 3 // 4 if castle in setup.strongholds else worth
    return total


def _can_seize(g: G, seat: int) -> bool:
    """Return whether the seat seizes empty castles in this turn (35.8(6))."""
    own = g.setup.tennozan
    return own is not None and seat == ANTI_HASHIBA and g.turn == own.seizing_turn


def _call_prospects(g: G, strength: list[int], w: Weights) -> int:
    """Return the value of the die results that call armies from beside the map against Hashiba (32, 36.7-9).

    An army that has been called already counts as if every result called it. The value is used only in scenarios
    decided by points, because there these armies can win points.
    """
    total = sum(
        DIE * (len(table.armies) - _waiting(g, table)) + faces(g, table, strength_kept_by_forces(g, table, strength))
        for table in g.setup.summons
    )
    return total * w["called"]


def _waiting(g: G, table: SummonsTable) -> int:
    return sum(army not in g.summoned for army in table.armies)


def faces(g: G, table: SummonsTable, strength: int) -> int:
    """Return how many results of a die call an army if Hashiba keeps this strength: the sum for all waiting armies."""
    battles = table.won * bool(g.hashiba_won) + table.lost * bool(g.hashiba_lost)
    return _waiting(g, table) * min(max(DIE + 1 - table.least_die(strength) + battles, 0), DIE)


def strength_kept_by_forces(g: G, table: SummonsTable, strength: list[int]) -> int:
    """Return the strength that Hashiba keeps in the provinces of a table, counted by forces (32-1(1)).

    `gunki.games.hideyoshi.rules.summons` counts units. Here whole forces are counted, because a force is in one hex
    and of one army. A force with a sodaisho does not count: he should not stay at home for this.
    """
    setup, hashiba = g.setup, g.setup.army_named("hashiba")
    inside_only = setup.options["chugoku_counts"] == "garrisoned only"
    hexes = {setup.castle_hex[c] for c in table.castles if g.durability[c] and g.castle_side(c) == 0}
    at, armies = g.at, setup.army
    return sum(
        strength[f]
        for f in g.forces()
        if at[f] in hexes
        and setup.stars[f] < 2
        and (g.inside[f] or not inside_only)
        and g.overlord(armies[f]) == hashiba
    )


# -- goals ----------------------------------------------------------------------------------------------------------


def goals(g: G, seat: int, field: Field, w: Weights) -> list[parts.Goal]:
    """Return the goals of a seat: castles of the enemy or of nobody, and weaker enemies in the open.

    Castles with few units inside come first. In the first scenario Kyoto, the strongholds and, for Hashiba, the rebel
    come before all other goals. Other castles are worth no long detour there. In the other scenarios the enemy's
    sodaisho is a goal, because his army is lost with him (25-2).
    """
    setup, inside, seats = g.setup, field.inside, g.seat_of
    least, level, besieged, dear = w["strong_enough"], setup.level, g.besieged, _castle_surcharges(g, seat, w)
    free = setup.tennozan is not None  # 35.8(5): castles without an owner can be taken
    closed = [ban.layer for ban in setup.bans if ban.seat == seat and ban.holds(g)]
    targets: list[parts.Goal] = []
    way, castle_hex, durability = setup.way, setup.castle_hex, g.durability
    for castle, owner in enumerate(g.owner):
        if (seats[owner] != 1 - seat or besieged[castle] if owner >= 0 else not free) or not durability[castle]:
            continue
        h = castle_hex[castle]
        if closed and any(layer[h] for layer in closed):
            continue
        if owner < 0:
            if h not in field.ours:  # no goal if a force of the side stands there: it takes the castle
                targets.append((field.foes.get(h, 0) + 1, dear[castle], way(h)))
        else:
            strength_inside = inside.get(h, 0)
            targets.append(
                (least + 2 * level[castle] + strength_inside * 3 // 2 - 1, dear[castle] + strength_inside // 2, way(h))
            )
    hunt = w["hunt"] if setup.by_points or seat == ANTI_HASHIBA else w["detour"]
    targets += [(own * 3 // 2, hunt, way(h)) for h, own in field.foes.items()]
    if not setup.by_points:
        return targets + _first_goals(g, seat, field, w)
    for u in setup.chiefs:
        h = g.at[u]
        # A sodaisho is a goal even where no force may go yet: then forces wait near him.
        if h >= 0 and g.seat(u) == 1 - seat:
            targets.append((inside[h] * 3 // 2 if g.inside[u] else field.foes[h], -w["prime"], way(h)))
    return targets


def _castle_surcharges(g: G, seat: int, w: Weights) -> list[int]:
    """Return for each castle the points added to the length of the way.

    In the scenario with conditions, nothing is added for strongholds. Other castles count as a detour. It is a long one
    for Hashiba, because Hashiba does not win by them.
    """
    setup, per_level = g.setup, w["level"]
    lesser = w["any_castle"] if setup.by_points else w["detour"] if seat == HASHIBA else w["lesser"]
    surcharges = [lesser + per_level * level for level in setup.level]
    if not setup.by_points:
        for castle in setup.strongholds:
            surcharges[castle] = 0
    return surcharges


def find_holding_forces(g: G, seat: int, field: Field, strength: list[int], w: Weights) -> dict[int, int]:
    """Return the forces that are needed to keep up investments (18), each with a cost.

    The cost is that of the invested castle as a goal. The strongest investors of a castle count first, until they are
    enough to invest it.
    """
    setup, near_by_force, dear = g.setup, dict[int, int](), list[int]()
    for castle, besieged in enumerate(g.besieged):
        if besieged and g.seat_of[g.owner[castle]] == 1 - seat:
            dear = dear or _castle_surcharges(g, seat, w)
            near = dear[castle] + field.inside.get(setup.castle_hex[castle], 0) // 2
            need = g.strength_to_invest(castle)
            for f in sorted(g.investors(castle), key=lambda f: (-strength[f], f)):
                if need > 0:
                    near_by_force[f], need = near, need - strength[f]
    return near_by_force


def _first_goals(g: G, seat: int, field: Field, w: Weights) -> list[parts.Goal]:
    setup, targets = g.setup, list[parts.Goal]()
    if setup.kyoto not in field.ours and (g.kyoto != seat or seat == ANTI_HASHIBA):
        targets.append((field.foes.get(setup.kyoto, 3), 0, setup.way(setup.kyoto)))
    rebel = g.at[setup.rebel]
    if seat == HASHIBA and rebel >= 0:
        near = field.inside.get(rebel, 0) * 3 // 2 if g.inside[setup.rebel] else field.foes.get(rebel, 0)
        targets.append((near, w["walls"] if g.inside[setup.rebel] else 0, setup.way(rebel)))
    return targets


# -- dangers and duties ---------------------------------------------------------------------------------------------


def _exposure(g: G, side: int, field: Field, w: Weights) -> int:
    """Return the danger to a side's sodaisho from stronger enemies within reach.

    If a sodaisho dies, his whole army is lost (G-35).
    """
    setup, total, reach = g.setup, 0, w["reach"]
    for u in setup.chiefs:
        h = g.at[u]
        if h < 0 or g.side_of[u] != side:
            continue
        own = field.inside.get(h, 0) * 2 if g.inside[u] else field.ours.get(h, 0)
        way = setup.way(h)
        for where, strength in field.foes.items():
            if strength > own and way[where] <= reach:
                total += w["exposed"] * (strength - own) * (1 + reach - way[where]) // reach
    return total


def _lost_morale(g: G, side: int, strength: list[int], w: Weights) -> int:
    """Return the value lost by low morale and by missing lines, weighted by strength (10, 11-4-1).

    A force counts as without a line if it is too far from every castle of its side, and from every force of its side
    that is near enough to a castle.
    """
    setup, at, morale, line, sides = g.setup, g.at, g.morale, w["line"], parts.army_sides(g)
    rows = zip(g.owner, g.durability, setup.castle_hex, strict=True)
    far = setup.nearest(tuple(h for owner, left, h in rows if left and owner >= 0 and sides[owner] == side))
    lost, lost_line, linked, stray = 0, 0, set[int](), list[int]()
    for f in g.forces():
        if g.side_of[f] == side:
            lost += morale[f] * strength[f]
            if far[at[f]] <= line:
                linked.add(at[f])
            else:
                stray.append(f)
    for f in stray:
        way = setup.way(at[f])
        if all(way[h] > line for h in linked):
            lost_line += strength[f]
    return w["shaken"] * lost + w["stray"] * lost_line


def _leaving(g: G, w: Weights) -> int:
    """Return the value of Katsuie's distance to a hex outside Echizen; the nearer, the higher (36.6(4)-1)."""
    own = g.setup.shizugatake
    if own is None or g.katsuie_left or g.at[own.katsuie] < 0:
        return 0
    way = own.way_out(g.setup)
    return -w["leaving"] * min(way[g.at[own.katsuie]], w["far"])
