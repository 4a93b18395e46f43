"""Sections 3 and 7: choosing a scenario and sides, and placing the units."""

from __future__ import annotations

import pytest

import gunki
from tests.clauses.forces import at, castle
from tests.clauses.kanto.table import compose
from tests.support import clause

SEATS = {
    "heaven_and_earth": ("uesugi", "takeda"),
    "kenshin_crosses_the_mountains": ("uesugi", "hojo"),
    "conquest_of_kanto": ("uesugi", "takeda", "hojo"),
    "mimase_pass": ("takeda", "hojo"),
}


@clause("kanto", "3.0(1)", "3.0(2)")
@pytest.mark.parametrize("scenario", SEATS)
def test_each_scenario_has_its_own_sides(scenario: str) -> None:
    match = gunki.new("kanto", scenario, seed=1)
    assert tuple(match.seats) == SEATS[scenario]
    assert match.view(match.seats[0])["scenario"] == scenario


@clause("kanto", "3.0(1)")
def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(gunki.GunkiError, match="sekigahara"):
        gunki.new("kanto", "sekigahara")


@clause("kanto", "3.0(4)")
def test_units_and_castles_stand_where_the_scenario_says() -> None:
    """Kenshin in Kasugayama or in Umayabashi, Baba in Fukashi or in Tsutsujigasaki; Takiyama changes hands."""
    first = gunki.new("kanto", "heaven_and_earth", seed=1)
    second = gunki.new("kanto", "kenshin_crosses_the_mountains", seed=1)
    third = gunki.new("kanto", "conquest_of_kanto", seed=1)
    assert [at(match, "uesugi_kenshin") for match in (first, second, third)] == ["0505", "2017", "0505"]
    assert [at(match, "baba_nobuharu") for match in (first, second, third)] == ["0121", "1230", "1230"]
    assert [castle(match, "takiyama")["owner"] for match in (second, third)] == ["oishi", "hojo"]


@clause("kanto", "7.0", "7-1", "7-1-1", "7-1-2")
def test_the_side_of_an_army_depends_on_the_scenario() -> None:
    """The Oda: Uesugi side in scenario 2, Houjou side in scenario 3; the Uesugi: with the Houjou in scenario 4."""
    second = compose({"uesugi_kenshin": "0705", "oda_ujiharu": "3722"}, scenario="kenshin_crosses_the_mountains")
    third = compose({"uesugi_kenshin": "0705", "oda_ujiharu": "3722"}, scenario="conquest_of_kanto")
    fourth = compose({"takeda_shingen": "1230", "hojo_ujimasa": "2237"}, scenario="mimase_pass")
    assert second.view("uesugi")["sides"]["oda"] == "uesugi"
    assert third.view("uesugi")["sides"]["oda"] == "hojo"
    assert fourth.view("takeda")["sides"]["uesugi"] == "hojo"
