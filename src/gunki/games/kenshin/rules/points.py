"""Section 21: what the score is made of, and what Kyoto is about to bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gunki.core.show import score
from gunki.games.kenshin.rules.death_of_leaders import RANK_CLAUSES
from gunki.games.kenshin.setup import CASTLE_CLAUSES, ODA, RANKS, SEATS, UESUGI
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.games.kenshin.state.state_fields import CASTLES_SCORED, KILLS_SCORED

#: 21: the lines for Kyoto, by what is counted and told of them.
KYOTO_CLAUSES = {"kyoto_unit": "21 Kyoto unit", "kyoto_kenshin": "21 Kyoto Kenshin"}
#: What a castle has become and a unit has suffered that score, by the seat that scores.
CASTLE_SUFFIXES, KILL_SUFFIXES = ("taken", "lost"), ("of_oda", "of_uesugi")


def kyoto_points(g: G) -> list[tuple[str, int]]:
    """21, K-30: what Kyoto brings the Uesugi side as things stand, and for what: Kenshin instead of any unit, by option
    besides."""
    setup = g.setup
    any_unit, with_kenshin = setup.kyoto_points
    if not any(g.side_of[u] == UESUGI for u in g.units_in(setup.kyoto)):
        return []
    if g.at[setup.kenshin] != setup.kyoto:
        return [("kyoto_unit", any_unit)]
    points = [("kyoto_kenshin", with_kenshin)]
    return [*points, ("kyoto_unit", any_unit)] if setup.options["kyoto_cumulative"] else points


# -- for people -------------------------------------------------------------------------------------------------------


def _word(clause: str) -> str:
    """A line of 21 as a word of texts: `21 castle4-6` is `castle4_6`."""
    return clause.removeprefix("21 ").replace("-", "_")


def _kinds() -> Iterator[tuple[str, tuple[str, str]]]:
    """In the order in which they are told: the data under which a text names what scored, and the clause."""
    for side in (UESUGI, ODA):
        for clause in CASTLE_CLAUSES:
            yield f"{_word(clause)}_{CASTLE_SUFFIXES[side]}", ("castle", clause)
    for side in (UESUGI, ODA):
        for clause in reversed(RANK_CLAUSES):
            yield f"{_word(clause)}_{KILL_SUFFIXES[side]}", ("unit", clause)
    for word, clause in KYOTO_CLAUSES.items():
        yield word, ("", clause)


KINDS = dict(_kinds())


def sources(g: G) -> Iterator[score.Source]:
    """21: everything that has scored since it is counted, for the Uesugi side or against it: castles by their class, as
    often as they were taken (K-29), units by their rank, Kyoto."""
    setup = g.setup
    for side, sign in ((UESUGI, 1), (ODA, -1)):
        for castle, times in enumerate(getattr(g, CASTLES_SCORED[side])):
            if times and setup.castle_points[castle]:
                what = f"{_word(setup.castle_clause(castle))}_{CASTLE_SUFFIXES[side]}"
                yield from [(what, castle, sign * setup.castle_points[castle])] * times
        for unit, times in enumerate(getattr(g, KILLS_SCORED[side])):
            if times:
                rank = setup.rank[unit]
                yield from [(f"{RANKS[rank]}_{KILL_SUFFIXES[side]}", unit, sign * setup.rank_points[rank])] * times
    any_unit, with_kenshin = setup.kyoto_points
    yield from [("kyoto_unit", -1, any_unit)] * g.kyoto_unit
    yield from [("kyoto_kenshin", -1, with_kenshin)] * g.kyoto_kenshin


def breakdown(g: G) -> dict[str, list[dict[str, Any]]]:
    """By seat what the score is made of, as parts of a sum; there is one score (21). What was not counted one by one is
    from before, in a composed position or in an older record. What Kyoto is about to bring is no part of it yet."""
    setup = g.setup
    parts = score.parts(sources(g), KINDS, {"castle": setup.castles, "unit": setup.units})
    rest = g.score - sum(part["value"] for part in parts)
    parts += [_part("before", rest, "21")] if rest else []
    parts += [_part(f"{word}_next", 0, KYOTO_CLAUSES[word], count=value) for word, value in kyoto_points(g)]
    return {SEATS[UESUGI]: parts, SEATS[ODA]: []}


def _part(text: str, value: int, clause: str, **data: int) -> dict[str, Any]:
    return {"text": text, "value": value, "clause": clause, "data": data}
