"""Chapter 15: land units killed in action, and the end of a clan with its taisho (K-79)."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.fights import (
    HERE,
    HONJO,
    JINBO,
    KAKIZAKI,
    MAEDA,
    MINE,
    NAOE,
    SASA,
    SHIBATA,
    THEIRS,
    THERE,
    compose_field,
    compose_siege,
    fall_back,
)
from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    assert_impossible,
    at,
    castle,
    choices,
    compose,
    data_of,
    decision_of,
    of_kind,
    score,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

KATSUYORI, TERUMOTO, IEYASU = "takeda_katsuyori", "mori_terumoto", "tokugawa_ieyasu"


def one_step(hex_id: str, *names: str, **entry: Any) -> dict[str, Any]:
    """Return entries of reduced units in a hex; the first leads the others."""
    lead, *led = names
    return {
        lead: {"hex": hex_id, "steps": 1, **entry},
        **{name: {"hex": hex_id, "leader": lead, "steps": 1} for name in led},
    }


def kill_taisho(*names: str, **entries: Any) -> Match:
    """Attack Shibata's three with a reduced taisho of ability 4 and his men; one hit kills him."""
    others = entries.pop("others", {})
    match = compose_field({**one_step(HERE, *names, ability=4), **others}, THEIRS, 2, 8, **entries)
    match.act(f"attack {names[0]}")
    if decision_of(match).name == "losses":
        match.act(f"lose {names[0]}")
    return match


@clause("kenshin", "15", "12-3-2")
def test_an_eliminated_unit_is_killed_and_scores() -> None:
    """For the other side: a busho 1, a samuraidaisho 2."""
    match = compose_field(MINE, one_step(THERE, "oda_nobukatsu", MAEDA), 11, 2)  # two hits, two steps
    events = match.act(f"attack {KAKIZAKI}")
    assert set(data_of(events, "killed", "unit")) == {"oda_nobukatsu", MAEDA}
    assert set(data_of(events, "killed", "hex")) == {THERE}
    assert {at(match, name) for name in ("oda_nobukatsu", MAEDA)} == {"dead"}
    assert score(match) == 3


@clause("kenshin", "15")
def test_dead_units_score_for_the_enemy() -> None:
    match = compose_field(one_step(HERE, JINBO), THEIRS, 2, 8)  # 8 + 2 on the row of 5 and 6: one hit
    match.act(f"attack {JINBO}")
    assert at(match, JINBO) == "dead"
    assert score(match) == -1


def roll_replenishment(units: dict[str, Any]) -> Match:
    """Run the replenishment step with one die of 6."""
    return compose({**UESUGI, **ODA, **units}, phase="turn_start", step="replenishment", dice=[6])


@clause("kenshin", "15-1")
def test_dead_units_do_not_come_back() -> None:
    match = roll_replenishment({JINBO: "dead", NAOE: {"hex": "5604", "steps": 1}, HONJO: {"hex": "5604", "steps": 1}})
    assert turn_of(match) == ("replenish", "uesugi")
    assert choices(match, "restore") == {NAOE, HONJO}
    assert not choices(match, "rebuild")
    barred(match, f"rebuild {JINBO}", "9-5-6 not_ikki")


@clause("kenshin", "15-1", "9-5-6 ikki")
@pytest.mark.parametrize(
    ("dead", "units"),
    [
        ("honganji_monto", {"shimotsuma_rairen": "1628"}),
        ("uno_yasuharu", {"shichiri_yorichika": "3409"}),
    ],
)
def test_dead_units_of_honganji_and_kaga_come_back(dead: str, units: dict[str, Any]) -> None:
    match = roll_replenishment({dead: "dead", **units})
    assert turn_of(match) == ("replenish", "uesugi")
    events = match.act(f"rebuild {dead}")
    assert data_of(events, "rebuilt", "unit") == [dead]
    assert unit(match, dead)["steps"] == 1


@clause("kenshin", "15-2", "21 taisho")
def test_the_death_of_a_taisho_removes_the_whole_clan() -> None:
    """Katsuyori scores 10, Nobutoyo 2 and Okabe 1, wherever they are; units of other clans stay."""
    others = {"takeda_nobutoyo": "5722", "okabe_motonobu": {"hex": "5218", "inside": True}}
    match = kill_taisho(KATSUYORI, others=others)
    assert {at(match, name) for name in (KATSUYORI, *others)} == {"dead"}
    assert set(data_of(match.events, "killed", "unit")) == {KATSUYORI, *others}
    assert score(match) == -(10 + 2 + 1)
    assert at(match, "saito_tomonobu") == "5604"


@clause("kenshin", "15-2 castles")
def test_the_castles_of_a_dead_clan_stay_with_its_side() -> None:
    """But not those that were taken before."""
    match = kill_taisho(KATSUYORI, castles={"takato": {"holder": "oda"}})
    holders = {name: castle(match, name)["holder"] for name in ("tsutsujigasaki", "ejiri", "fukashi", "takato")}
    assert holders == {"tsutsujigasaki": "uesugi", "ejiri": "uesugi", "fukashi": "uesugi", "takato": "oda"}


@clause("kenshin", "15-2", "6-2(3)")
def test_men_of_other_clans_go_on_as_forces_of_their_own() -> None:
    """Uno of the Kaga Ikki was led by Katsuyori; reduced, Uno must retreat."""
    match = kill_taisho(KATSUYORI, "uno_yasuharu", "atobe_katsusuke")
    assert at(match, "atobe_katsusuke") == "dead"
    assert score(match) == -11
    assert "leader" not in unit(match, "uno_yasuharu")
    assert turn_of(match) == ("pursuit", "oda")
    match.act("let_go")
    assert decision_of(match).data["unit"] == "uno_yasuharu"
    fall_back(match)
    assert unit(match, "uno_yasuharu")["hex"] != HERE


@clause("kenshin", "15-2")
def test_clan_units_in_the_box_score_with_the_taisho_but_undeployed_units_and_ships_do_not() -> None:
    others = {"kuchiba_michiyoshi": "box", "kikkawa_motoharu": "undeployed", "shishido_takaie": "undeployed"}
    match = kill_taisho(TERUMOTO, others=others, ships={"murakami_takeyoshi": "seto", "nomi_munekatsu": "box"})
    assert at(match, "kuchiba_michiyoshi") == "dead"
    assert score(match) == -(10 + 1)
    assert {at(match, name) for name in ("kikkawa_motoharu", "shishido_takaie")} == {"removed"}
    assert {match.view(None)["ships"][name] for name in ("murakami_takeyoshi", "nomi_munekatsu")} == {"removed"}


@clause("kenshin", "15-2")
def test_ieyasu_takes_the_tokugawa_with_him() -> None:
    """For the Uesugi side; the Oda go on."""
    theirs = {**one_step(THERE, IEYASU), "honda_tadakatsu": "4332", "sakai_tadatsugu": "4332"}
    match = compose_field(MINE, theirs, 8, 2)
    match.act(f"attack {KAKIZAKI}")
    assert {at(match, name) for name in (IEYASU, "honda_tadakatsu", "sakai_tadatsugu")} == {"dead"}
    assert score(match) == 10 + 1 + 2
    assert castle(match, "hamamatsu")["holder"] == "oda"
    assert at(match, "niwa_nagahide") == "2523"
    assert match.result is None


@clause("kenshin", "15-2", "13-5-3")
def test_a_taisho_that_falls_with_a_castle_takes_the_clan_along() -> None:
    """Ieyasu in Hachiman, printed 3: 1 point; Honda was far away."""
    units = {
        **MINE, KAKIZAKI: "3818", JINBO: {"hex": "3818", "leader": KAKIZAKI}, NAOE: {"hex": "3818", "leader": KAKIZAKI},
        IEYASU: {"hex": "3818", "inside": True}, "honda_tadakatsu": "4332",
    }  # fmt: skip
    match = compose_siege(units, 11, 2, castles={"hachiman": {"durability": 1}})  # 11 - 3 = 8 on 5-6: one hit
    match.act(f"assault {KAKIZAKI}")
    events = match.act("breach")
    assert set(data_of(events, "killed", "unit")) == {IEYASU, "honda_tadakatsu"}
    assert score(match) == 1 + 10 + 1


@clause("kenshin", "15-2")
def test_the_death_of_a_samuraidaisho_does_not_affect_the_clan() -> None:
    match = compose_field(MINE, {**one_step(THERE, SHIBATA), SASA: "2523"}, 8, 2)
    events = match.act(f"attack {KAKIZAKI}")
    assert data_of(events, "killed", "unit") == [SHIBATA]
    assert at(match, SASA) == "2523"
    assert not of_kind(events, "removed")


@clause("kenshin", "15-2", "22-1(1)")
@pytest.mark.parametrize("where", ["2523", "box", "undeployed"])
def test_a_position_with_units_of_a_dead_taishos_clan_is_refused(where: str) -> None:
    """Nor is there a game without Kenshin or Nobunaga."""
    mori = {**UESUGI, "kikkawa_motoharu": where}
    assert at(compose({**mori, "mori_terumoto": where}), "kikkawa_motoharu") == where
    assert_impossible("units.kikkawa_motoharu", "15-2", {**mori, "mori_terumoto": "dead"})
    assert_impossible("units.uesugi_kenshin", "22-1", {**UESUGI, "uesugi_kenshin": "dead"})
