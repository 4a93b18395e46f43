"""Section 21 as revised: the answers of row 0 when a castle falls (R-6, R-7)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.clauses.forces import at, castle, end_phases, force, garrison, morale, of_kind, rolls, steps
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.table import compose, host
from tests.support import clause

pytestmark = only("revised")

KAWA, HARA = "0514", "0617"
LEADER = "sugi"
MATSU = {"matsu": "0505"}
THREE = {"surrender_results": "three"}

inside = partial(garrison, KAWA)


def bring_kawa_down(units: dict[str, Any], die: int, **entries: Any) -> Any:
    """Bring down the last durability of Kawa by works (1, then 5), then roll the die on row 0."""
    men = host(KAWA, 15, invests=True)
    for name in entries.pop("worn", ()):
        men[name] = {**men[name], "steps": 1}
    men |= force(KAWA, "hinoki", "kuri", invests=True) if entries.pop("two", False) else {}
    place: dict[str, Any] = {"around": KAWA, "radius": 2, "phase": "blue", **entries}
    match = compose({**men, **units, **MATSU}, castles={"kawa": {"durability": 1}}, dice=[1, 5, die], **place)
    end_phases(match, "offer")
    match.act("hold_out")
    return match


@clause("gunyuden_revised", "QR-CST")
@pytest.mark.parametrize(
    ("die", "fates", "gained"),
    [
        (1, ["dead", HARA, HARA], 0),
        (2, ["dead", "dead", "removed"], 1),
        (3, ["removed"] * 3, 0),
        (4, ["removed"] * 3, 0),
        (5, ["removed"] * 3, 3),
        (6, ["removed"] * 3, 3),
    ],
)
def test_each_die_on_row_zero_has_its_answer(die: int, fates: list[str], gained: int) -> None:
    """Suzume, Kari and Kiji are of one rank; the castle is abandoned whatever the answer."""
    match = bring_kawa_down(inside("suzume", "kari", "kiji"), die, worn=("ume", "momo", "kaki"))
    assert of_kind(match.events, "castle_fell") == [{"castle": "kawa"}]
    for name in ("suzume", "kari"):
        if match.decision.name == "seppuku":
            match.act(f"seppuku {name}")
    while match.decision.name == "restore":
        match.act(match.decision.texts[0])
    assert [at(match, name) for name in ("suzume", "kari", "kiji")] == fates
    assert sum(steps(match, name) for name in ("ume", "momo", "kaki")) == 3 + gained
    assert castle(match, "kawa") == {"owner": "none", "durability": 0}


@clause("gunyuden_revised", "QR-CST", "QR-CST-mod")
@pytest.mark.parametrize(
    ("units", "die", "total", "fate"),
    [
        (inside("sagi"), 2, 1, "dead"),
        (inside("taka"), 4, 2, "dead"),
        (inside("sagi"), 4, 3, "removed"),
        (inside("suzume", morale=0), 1, 1, "dead"),
    ],
)
def test_rank_counts_on_row_zero(units: dict[str, Any], die: int, total: int, fate: str) -> None:
    match = bring_kawa_down(units, die)
    assert rolls(match.events)[2]["total"] == total
    assert at(match, next(iter(units))) == fate


@clause("gunyuden_revised", "QR-CST", "QR-CST-mod")
def test_by_the_option_no_modifier_counts_on_row_zero() -> None:
    match = bring_kawa_down(inside("sagi"), 3, options={"fall_modifiers": "none"})
    assert rolls(match.events)[2]["total"] == 3
    assert at(match, "sagi") == "removed"


@clause("gunyuden_revised", "QR-CST", "20-3(Surrender)")
def test_of_two_besiegers_one_profits_from_a_fall() -> None:
    match = bring_kawa_down(inside("suzume", "kari"), 6, worn=("ume",), two=True)
    assert (match.decision.who, match.decision.name) == ("red", "captor")
    match.act(f"captor {LEADER}")
    assert steps(match, "ume") == 2
    assert castle(match, "kawa")["owner"] == "none"


@clause("gunyuden", "21-1", "21.0")
def test_nobody_profits_from_an_empty_castle_and_nobody_is_asked_who() -> None:
    """The last point of its walls goes; two commanders stand before it."""
    match = bring_kawa_down({}, 6, two=True)
    assert of_kind(match.events, "castle_fell") == [{"castle": "kawa"}]
    assert castle(match, "kawa") == {"owner": "none", "durability": 0}
    assert match.decision.name == "force"


@clause("gunyuden", "21.0", "21-2")
def test_nobody_is_asked_who_profits_from_an_empty_castle_that_falls_by_its_morale() -> None:
    """A siege die of 2 is too much at -4. The walls stand, and two commanders stand before them."""
    men = {**host(KAWA, 15, invests=True), **force(KAWA, "hinoki", "kuri", invests=True)}
    worn = {"kawa": {"durability": 5, "morale": -4}}
    match = compose({**men, **MATSU}, around=KAWA, radius=2, phase="blue", dice=[2], castles=worn)
    end_phases(match, "offer")
    match.act("hold_out")
    assert of_kind(match.events, "castle_fell") == [{"castle": "kawa"}]
    assert castle(match, "kawa") == {"owner": "red", "durability": 5}
    assert match.decision.name == "force"


@clause("gunyuden_revised", "QR-CST", "20-3")
@pytest.mark.parametrize(("die", "place"), [(1, HARA), (2, "removed"), (3, "removed"), (6, "removed")])
def test_by_the_option_row_zero_opens_or_surrenders(die: int, place: str) -> None:
    match = bring_kawa_down(inside("suzume", "kari"), die, options=THREE)
    assert [at(match, name) for name in ("suzume", "kari")] == [place] * 2


@clause("gunyuden_revised", "QR-CST", "20-3(Lord)")
def test_a_castle_taken_by_its_morale_keeps_its_walls_and_its_garrison_meets_row_zero() -> None:
    """A siege die of 2 is too much for a garrison at -4; the besiegers have -4 too, so 1 - 1 + 0 is the lord's end."""
    men = host(KAWA, 12, invests=True, morale=-4)
    units = {**men, **inside("sagi", "suzume", morale=-4), **MATSU}
    match = compose(units, around=KAWA, radius=2, phase="blue", dice=[2, 1], castles={"kawa": {"durability": 7}})
    end_phases(match, "offer")
    match.act("hold_out")
    assert of_kind(match.events, "castle_fell") == [{"castle": "kawa"}]
    assert castle(match, "kawa") == {"owner": "red", "durability": 7}
    assert (at(match, "sagi"), at(match, "suzume")) == ("dead", HARA)
    assert morale(match, "suzume") == -4
