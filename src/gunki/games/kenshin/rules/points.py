"""Section 21: the parts of the score, and the points that Kyoto is about to bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gunki.core.show import score
from gunki.games.kenshin.rules.death_of_leaders import RANK_CLAUSES
from gunki.games.kenshin.setup import CASTLE_CLAUSES, ODA, RANKS, SEATS, UESUGI
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.games.kenshin.state.state_fields import CASTLES_SCORED, KILLS_SCORED

#: 21: the clauses for Kyoto. A key names the field that counts these points, and their text.
KYOTO_CLAUSES = {"kyoto_unit": "21 Kyoto unit", "kyoto_kenshin": "21 Kyoto Kenshin"}
#: How the keys of texts end for a castle, and for a killed unit: by the seat that scores.
CASTLE_SUFFIXES, KILL_SUFFIXES = ("taken", "lost"), ("of_oda", "of_uesugi")


def kyoto_points(g: G) -> list[tuple[str, int]]:
    """Return the points that Kyoto brings the Uesugi side now, each with its key in the texts (21, K-30).

    If Kenshin is there, his points replace those for any unit. With the option `kyoto_cumulative` both count.
    """
    setup = g.setup
    any_unit, with_kenshin = setup.kyoto_points
    if not any(g.side_of[u] == UESUGI for u in g.units_in(setup.kyoto)):
        return []
    if g.at[setup.kenshin] != setup.kyoto:
        return [("kyoto_unit", any_unit)]
    points = [("kyoto_kenshin", with_kenshin)]
    return [*points, ("kyoto_unit", any_unit)] if setup.options["kyoto_cumulative"] else points


# -- for displays -----------------------------------------------------------------------------------------------------


def _word(clause: str) -> str:
    """Return the key of the texts for a line of chapter 21: `castle4_6` for `21 castle4-6`."""
    return clause.removeprefix("21 ").replace("-", "_")


def _kinds() -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each kind of points in order: its key in the texts, then "castle", "unit" or "" with the clause."""
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
    """Yield all that has scored since counting began, for the Uesugi side or against it (21).

    Castles score by class each time they are taken (K-29), units by rank.
    """
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
    """Return the parts of the score by seat; there is one score, listed under Uesugi (21).

    Points from a composed position or an older record were not counted one by one. They are one part, `before`. Points
    that Kyoto is about to bring are listed with value 0.
    """
    setup = g.setup
    parts = score.parts(sources(g), KINDS, {"castle": setup.castles, "unit": setup.units})
    rest = g.score - sum(part["value"] for part in parts)
    parts += [_part("before", rest, "21")] if rest else []
    parts += [_part(f"{word}_next", 0, KYOTO_CLAUSES[word], count=value) for word, value in kyoto_points(g)]
    return {SEATS[UESUGI]: parts, SEATS[ODA]: []}


def _part(text: str, value: int, clause: str, **data: int) -> dict[str, Any]:
    return {"text": text, "value": value, "clause": clause, "data": data}
