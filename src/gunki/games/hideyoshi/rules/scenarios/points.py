"""Sections 36.6 and 37.7: points and their sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gunki.core.show import score
from gunki.games.hideyoshi.setup import ANTI_HASHIBA, HASHIBA
from gunki.games.hideyoshi.state.position import FALLEN
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G

#: A source of points: the seat; the kind (section `score` of the texts); the castle, unit or army (-1 if there is
#: none); the points.
Source = tuple[int, str, int, int]
#: For each kind of source: the key under which its text names the castle, unit or army; then the clause by scenario.
SOURCES = {
    "castles_taken": ("castle", {"shizugatake": "36.6(1)", "komaki_nagakute": "37.7(1)"}),
    "lost": ("unit", {"shizugatake": "36.6(2)", "komaki_nagakute": "37.7(2)"}),
    "bands_lost": ("", {"komaki_nagakute": "37.7(2)-4"}),
    "besieged": ("unit", {"shizugatake": "36.6(3)"}),
    "stayed": ("unit", {"shizugatake": "36.6(4)-1"}),
    "undeclared": ("army", {"shizugatake": "36.6(4)-2"}),
    "sakai": ("", {"komaki_nagakute": "37.7(3)"}),
}


def scores(g: G) -> tuple[int, ...]:
    """Return the points of each seat if the game ended now: 0 where points do not decide."""
    points = [0] * len(g.setup.seats)
    for seat, _, _, value in sources(g):
        points[seat] += value
    return tuple(points)


def sources(g: G) -> Iterator[Source]:
    if not g.setup.by_points:
        return
    yield from _castles(g)
    yield from _losses(g)
    if g.setup.shizugatake is not None:
        yield from _passive(g)
    if g.setup.besieged_points:
        yield from _sieges(g)
    if g.setup.komaki is not None:
        yield from _sakai(g)


def _castles(g: G) -> Iterator[Source]:
    """Yield the points for castles that were the enemy's at the start, by level (36.6(1), 37.7(1), Y-38, Y-58).

    The levels are 0 (36.6(1)-1, 37.7(1)-1), 1 (36.6(1)-2, 37.7(1)-2), 2 (36.6(1)-3, 37.7(1)-3), 3 (36.6(1)-4,
    37.7(1)-4) and 4 (36.6(1)-5, 37.7(1)-5).
    """
    setup = g.setup
    for castle, (first, now) in enumerate(zip(setup.castle_owner, g.owner, strict=True)):
        if first >= 0 and now >= 0 and first != now:
            loser, winner = setup.army_seat[first], g.seat_of[now]
            if winner >= 0 and loser >= 0 and winner != loser:
                yield winner, "castles_taken", castle, setup.castle_points[setup.level[castle]]


def _losses(g: G) -> Iterator[Source]:
    """Yield the points for units lost for good, by rank (36.6(2), 37.7(2), Y-57).

    The ranks are sodaisho (36.6(2)-1, 37.7(2)-1), taisho (36.6(2)-2, 37.7(2)-2) and busho (36.6(2)-3, 37.7(2)-3). The
    Saika and Negoro count by their number (37.7(2)-4, Y-50).
    """
    setup = g.setup
    all_of_them = setup.options["losses_scored"] == "all"
    bands = setup.komaki.bands if setup.komaki is not None else frozenset[int]()
    fallen = 0
    for u, how in enumerate(g.lost):
        if how == FALLEN or (how and all_of_them):
            if setup.army[u] in bands:
                fallen += 1
            else:
                yield setup.army_seat[setup.army[u]], "lost", u, setup.lost_points[setup.stars[u]]
    if setup.komaki is not None and fallen >= setup.komaki.band_units:
        yield ANTI_HASHIBA, "bands_lost", -1, fallen // setup.komaki.band_units * setup.komaki.band_points


def _sieges(g: G) -> Iterator[Source]:
    """Yield the points for units in besieged castles (36.6(3), Y-37)."""
    for castle, besieged in enumerate(g.besieged):
        seat = g.seat_of[g.owner[castle]] if besieged else -1
        if seat >= 0:
            for force in g.garrison(castle):
                yield from ((1 - seat, "besieged", u, g.setup.besieged_points) for u in g.members(force))


def _passive(g: G) -> Iterator[Source]:
    """Yield Hashiba's points for enemies who stay passive (36.6(4)).

    Katsuie has not left Echizen (36.6(4)-1, Y-36), or Kanbe has not declared himself (36.6(4)-2).
    """
    own = g.setup.shizugatake
    assert own is not None
    if not g.katsuie_left:
        yield HASHIBA, "stayed", own.katsuie, own.stayed_points
    if not g.declared:
        yield HASHIBA, "undeclared", own.kobe, own.undeclared_points


def _sakai(g: G) -> Iterator[Source]:
    """Yield the points for holding Sakai (37.7(3), Y-42)."""
    own = g.setup.komaki
    assert own is not None
    clan_only = g.setup.options["sakai_units"] == "clan"
    occupants = [u for u in g.units_in(own.sakai) if g.seat(u) == own.sakai_seat and not g.inside[u]]
    if any(not clan_only or g.setup.army[u] == own.tokugawa for u in occupants):
        yield own.sakai_seat, "sakai", -1, own.sakai_points


# -- for display ----------------------------------------------------------------------------------------------------


def breakdown(g: G) -> dict[str, list[dict[str, Any]]]:
    """Return the points of each seat as the parts of a sum (docs/data/scene.md)."""
    setup, all_sources = g.setup, list(sources(g))
    domains = {"castle": setup.castles, "unit": setup.units, "army": setup.armies}
    cited = {name: (kind, clauses.get(setup.scenario, "")) for name, (kind, clauses) in SOURCES.items()}
    return {
        name: score.parts((source[1:] for source in all_sources if source[0] == seat), cited, domains)
        for seat, name in enumerate(setup.seats)
    }
