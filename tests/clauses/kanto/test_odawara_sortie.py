"""Section 31, out of Odawara: sorties (31-4, T-07) and replenishment while invested (31-5, T-08)."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import castle, force, of_kind, rolls, steps, unit
from tests.clauses.kanto.odawara import (
    ARMY,
    ENOUGH,
    HONJO,
    KENSHIN,
    KENSHIN_AT_HOME,
    NAGAO,
    NAOE,
    ODAWARA,
    SECOND,
    UJITERU_OUTSIDE,
    UJIYASU,
    compose_odawara,
    compose_siege,
)
from tests.clauses.kanto.table import RING, SCENARIOS, compose, ring
from tests.clauses.reasons import barred
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause

THIRD = "conquest_of_kanto"


def compose_sortie(units: dict[str, Any], **entries: Any) -> Any:
    """Compose the Hojo phase on flat ground around Odawara; a unit of each side elsewhere keeps the phases open."""
    return compose_siege(units, **{"phase": "hojo", **entries})


def garrison(leader: str, *led: str, **entry: Any) -> dict[str, dict[str, Any]]:
    return force(ODAWARA, leader, *led, inside=True, **entry)


def sortie(match: Match, leader: str, hex_id: str, *joining: str) -> list[dict[str, Any]]:
    """Play a sortie against all units of a hex and return its rolls."""
    acts(match, f"act {leader}", "battle")
    if decision_of(match).name == "target":
        match.act(f"attack {hex_id}")
    for name in joining:
        match.act(f"join {name}")
    while decision_of(match).name in ("sortie", "defenders"):
        match.act("fight")
    if decision_of(match).name == "raise_siege":
        match.act("hold_siege")
    return rolls(match.events)


# --- 31-4 --------------------------------------------------------------------------------------------------------


@clause("kanto", "31-4", "31-4-1")
@pytest.mark.parametrize(("led", "half"), [(ARMY, 5), (ARMY[:3], 4)])
def test_the_strength_of_a_sortie_is_halved(led: tuple[str, ...], half: int) -> None:
    match = compose_sortie({**garrison("hojo_tsunashige", *led), NAOE: "2337"}, dice=[1, 1])
    assert sortie(match, "hojo_tsunashige", "2337")[0]["strength"] == half


@clause("kanto", "31-4-1")
def test_the_half_is_taken_of_the_total_and_rounded_down() -> None:
    """5 and 3 in two forces: 8 halved is 4, where 2 and 1 would be 3; 7 halved is 3."""
    first = {**garrison("hojo_tsunashige", *ARMY[:1]), "hojo_ujitaka": {"hex": ODAWARA, "inside": True, "steps": 1}}
    first["hojo_ujitaka"]["leader"] = "hojo_tsunashige"
    second = {**garrison("hojo_ujikuni"), "hojo_ujinori": {"hex": ODAWARA, "inside": True, "leader": "hojo_ujikuni"}}
    second["hojo_ujinori"]["steps"] = 1
    match = compose_sortie({**first, **second, NAOE: "2337"}, dice=[1, 1])
    assert sortie(match, "hojo_tsunashige", "2337", "hojo_ujikuni")[0]["strength"] == 4
    second["hojo_ujikuni"]["steps"] = 1
    match = compose_sortie({**first, **second, NAOE: "2337"}, dice=[1, 1])
    assert sortie(match, "hojo_tsunashige", "2337", "hojo_ujikuni")[0]["strength"] == 3


@clause("kanto", "31-4-1")
def test_one_point_of_strength_alone_makes_no_sortie() -> None:
    """G-52: 1 halved is nothing; with a second one of 1 point it is 1."""
    weak = {name: {"hex": ODAWARA, "inside": True, "steps": 1} for name in ARMY[:2]}
    match = compose_sortie({ARMY[0]: weak[ARMY[0]], NAOE: "2337"})
    match.act(f"act {ARMY[0]}")
    barred(match, "battle", "31-4-1 no_strength")
    match = compose_sortie({**weak, NAOE: "2337"}, dice=[1, 1])
    acts(match, f"act {ARMY[0]}", "battle")
    barred(match, "fight", "31-4-1 no_strength")
    acts(match, f"join {ARMY[1]}")
    assert rolls(match.events)[0]["strength"] == 1
    lone = compose_sortie({**weak, NAOE: "2337"}, options={"joint_sortie": False})
    lone.act(f"act {ARMY[0]}")
    barred(lone, "battle", "31-4-1 no_strength")


@clause("kanto", "31-4-2", "23-7-2")
def test_the_die_of_a_sortie_takes_two_instead_of_one() -> None:
    """Tsunashige (2) against Naoe (2)."""
    match = compose_sortie({**garrison("hojo_tsunashige", *ARMY), NAOE: "2337"}, dice=[1, 1])
    roll = sortie(match, "hojo_tsunashige", "2337")[0]
    assert roll["value"] == -2
    assert [(part["clause"], part["value"]) for part in roll["parts"] if part["value"]] == [("31-4-2", -2)]


@clause("kanto", "31-4", "31-4-2")
@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({"terrain": {"2337": "rough"}}, -3),
        ({"terrain": {"2337": "foothills"}}, -4),
        ({"sides": {"2237-2337": "river"}}, -4),
        ({"terrain": {"2337": "rough"}, "sides": {"2237-2337": "river"}}, -5),
    ],
)
def test_the_ground_and_the_river_count_as_in_any_attack(changes: dict[str, Any], value: int) -> None:
    """Ruling T-07."""
    match = compose_sortie(
        {**garrison("hojo_tsunashige", *ARMY), NAOE: "2337"}, dice=[6, 1], weather="normal", **changes
    )
    assert sortie(match, "hojo_tsunashige", "2337")[0]["value"] == value


@clause("kanto", "31-4", "31-4-2", "16-4-2")
def test_leaders_and_morale_modify_a_sortie() -> None:
    """Ruling T-07. Ujikuni (1) against Naoe (2), -1; morale -1 against -3, +2; the sortie -2."""
    units = {**garrison("hojo_ujikuni", *ARMY, morale=-1), NAOE: {"hex": "2337", "morale": -3}}
    assert sortie(compose_sortie(units, dice=[1, 1]), "hojo_ujikuni", "2337")[0]["value"] == -1


@clause("kanto", "31-4", "22-1-3")
def test_a_sortie_goes_against_one_investment_hex_invested_or_not() -> None:
    """Ruling T-07."""
    for strengths in (ENOUGH, (3, 3, 3, 3)):
        match = compose_sortie({**ring(*strengths), **garrison("hojo_tsunashige", *ARMY)}, dice=[1, 1])
        acts(match, "act hojo_tsunashige", "battle")
        assert set(match.decision.texts) == {f"attack {hex_id}" for hex_id in RING}


@clause("kanto", "31-4", "23-7-3", "23-7-4", "18-4-2")
def test_the_attacked_strike_back_in_full_and_with_one_more() -> None:
    """Ruling T-07: 11 investors are not halved; Naoe (2) against Tsunashige (2), +1."""
    match = compose_sortie({**ring(*ENOUGH), **garrison("hojo_tsunashige", *ARMY)}, dice=[1, 1])
    assert castle(match, "odawara")["besieged"]
    counter = sortie(match, "hojo_tsunashige", "2337")[1]
    assert (counter["purpose"], counter["strength"], counter["value"]) == ("counterattack", 11, 1)
    assert castle(match, "odawara")["besieged"]


@clause("kanto", "31-4-3")
def test_everybody_in_the_attacked_hex_strikes_back() -> None:
    """Naoe (6) is attacked and Chisaka (3) is spared: 9 strike back. In a common sortie (23-7) only the 6 do."""
    units = {**ring(0, 0, 0, 6), "chisaka_kagechika": "2337", **garrison("hojo_tsunashige", *ARMY)}
    match = compose_sortie(units, dice=[1, 1])
    acts(match, "act hojo_tsunashige", "battle")
    if match.decision.name == "target":
        match.act("attack 2337")
    assert match.decision.name == "defenders"
    match.act("spare chisaka_kagechika")
    if match.decision.name == "defenders":
        match.act("fight")
    first, counter = rolls(match.events)
    assert (first["purpose"], counter["purpose"], counter["strength"]) == ("attack", "counterattack", 9)


@clause("kanto", "31-4", "23-7-2", "31-4-1")
def test_sorties_from_other_castles_keep_the_common_rule() -> None:
    """A sortie from Edo: full strength and -1."""
    units = {**force("3130", "hojo_tsunashige", *ARMY, inside=True), NAOE: "3130", **KENSHIN_AT_HOME, **UJITERU_OUTSIDE}
    match = compose(units, scenario="kenshin_crosses_the_mountains", around="3130", radius=2, phase="hojo", dice=[1, 1])
    roll = sortie(match, "hojo_tsunashige", "3130")[0]
    assert (roll["strength"], roll["value"]) == (10, -1)


@clause("kanto", "24-1-6", "23-7", "31-4")
def test_a_soudaishou_in_odawara_sorties_but_fights_no_decisive_battle() -> None:
    """Ujiyasu is in Odawara, Kenshin before it."""
    units = {"hojo_ujiyasu": {"hex": ODAWARA, "inside": True}, "uesugi_kenshin": "2337", "honjo_shigenaga": "2137"}
    match = compose(units, scenario=SECOND, around=ODAWARA, radius=3, phase="hojo")
    acts(match, "act hojo_ujiyasu", "battle")
    assert set(match.decision.texts) == {"attack 2137", "attack 2337"}
    refused(match, "decisive 2337", "24-1-6")


@clause("kanto", "23-7", "31-4")
def test_a_sortie_from_odawara_attacks_investment_hexes_alone() -> None:
    """2235 is no investment hex."""
    garrison = force(ODAWARA, "hojo_tsunashige", *ARMY, inside=True)
    match = compose_odawara({**garrison, HONJO: "2137", NAOE: "2337", NAGAO: "2235"})
    acts(match, "act hojo_tsunashige", "battle")
    assert set(match.decision.texts) == {"attack 2137", "attack 2337"}
    refused(match, "attack 2235", "23-7")


# --- 31-5 --------------------------------------------------------------------------------------------------------

# The Hojo's own territory by the die, 1 to 6
HOME = (1, 2, 2, 2, 3, 3)


def start_replenishing(strengths: tuple[int, ...], die: int, **entries: Any) -> Any:
    """Bring Tsunashige, reduced with another unit in Odawara at durability 5, to the decision what to replenish."""
    men = {**garrison("hojo_tsunashige", morale=entries.pop("low", 0)), **garrison("hojo_ujishige")}
    men["hojo_ujishige"]["leader"] = "hojo_tsunashige"
    for name in men:
        men[name]["steps"] = 1
    match = compose_sortie({**ring(*strengths), **men}, dice=[die], castles={"odawara": {"durability": 5}}, **entries)
    begin_replenishing(match, "hojo_tsunashige")
    assert match.decision.name == "replenish"
    return match


@clause("kanto", "31-5", "31-5-1", "14-3-5")
@pytest.mark.parametrize("die", range(1, 7))
def test_invested_odawara_is_replenished_by_one_less_than_the_table_gives(die: int) -> None:
    match = start_replenishing(ENOUGH, die)
    assert castle(match, "odawara")["besieged"]
    match.act("castle")
    assert castle(match, "odawara")["durability"] == 5 + HOME[die - 1] - 1
    free = start_replenishing((15, 12, 12, 10), die)
    free.act("castle")
    assert castle(free, "odawara")["durability"] == 5 + HOME[die - 1]


@clause("kanto", "31-5-1", "14-2-3")
def test_a_result_of_nothing_becomes_a_loss() -> None:
    """Ruling T-08: it is the result that is lowered. Morale -1 makes a 1 a 0, which is 0 at home: durability -1."""
    match = start_replenishing(ENOUGH, 1, low=-1)
    match.act("castle")
    assert castle(match, "odawara")["durability"] == 4


@clause("kanto", "31-5", "16-5")
def test_only_the_castle_is_replenished_while_invested() -> None:
    """Ruling T-08; the troops too under the other reading, then one less as well."""
    match = start_replenishing(ENOUGH, 2)
    allowed(match, "castle")
    refused(match, "troops")
    match = start_replenishing(ENOUGH, 2, options={"odawara_replenish": "castle and troops"})
    allowed(match, "castle", "troops")
    match.act("troops")  # 2 at home, less 1
    if match.decision.name == "restore":
        match.act("restore hojo_ujishige")
    assert sorted((steps(match, "hojo_tsunashige"), steps(match, "hojo_ujishige"))) == [1, 2]


@clause("kanto", "31-5", "16-5")
def test_troops_are_replenished_normally_while_odawara_is_not_invested() -> None:
    match = start_replenishing((15, 12, 12, 10), 2)
    match.act("troops")
    assert (steps(match, "hojo_tsunashige"), steps(match, "hojo_ujishige")) == (2, 2)
    assert unit(match, "hojo_tsunashige")["acted"]


@clause("kanto", "31-5-1", "14-2-1", "31-5")
def test_allies_in_invested_odawara_replenish_as_at_home() -> None:
    """T-08, by agreement also troops: a 4 gives Takeda 2 at home, here one less; abroad it would be 1."""
    inside = force("2237", "yamagata_masakage", "atobe_katsusuke", "amari_masatada")
    inside = {name: {**entry, "steps": 1} for name, entry in inside.items()}
    options = {"odawara_replenish": "castle and troops"}
    place: dict[str, Any] = {"scenario": SCENARIOS[2], "turn": 2, "around": "2237", "radius": 2, "phase": "takeda"}
    match = compose({**ring(15, 12, 12, 11), **inside, UJIYASU: "2530"}, dice=[4], options=options, **place)
    assert castle(match, "odawara")["besieged"]
    begin_replenishing(match, "yamagata_masakage")
    (data,) = of_kind(match.act("troops"), "replenished")
    assert data["count"] == 2 - 1


@clause("kanto", "31-5", "31-5-1", "14-3-4")
def test_odawara_stays_invested_when_it_is_replenished_by_sea() -> None:
    """6 at home is 3, less 1."""
    units = {**ring(15, 12, 12, 11, invests=True), "hojo_ujikuni": "2237", KENSHIN: "0505"}
    match = compose(
        units, scenario=THIRD, around="2237", radius=3, phase="hojo", dice=[6], castles={"odawara": {"durability": 5}}
    )
    events = acts(match, "act hojo_ujikuni", "organise", "castle")
    assert castle(match, "odawara") == {"owner": "hojo", "durability": 7, "besieged": True}
    assert not of_kind(events, "castle_taken")
