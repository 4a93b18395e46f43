"""The counter sheet: which generals each daimyo has, and the colour of his counters."""

from __future__ import annotations

from typing import Any

import gunki
from tests.clauses.areas_and_cards.playing import new
from tests.clauses.nobunaga.table import acts, compose, stack
from tests.support import clause

HANDS = {
    "oda": ["charge_order", "warships", "gift_to_greater_daimyo"],
    "anti_oda": ["murakami_navy", "swift_as_wind", "coordinated_offensive"],
}


def generals(clan: str) -> list[str]:
    """The clan's generals as the sheet lists them."""
    return [row["id"] for row in gunki.game("nobunaga").tables["general"] if row["clan"] == clan]


def colour(clan: str) -> str:
    (row,) = [row for row in gunki.game("nobunaga").tables["clan"] if row["id"] == clan]
    return str(row["colour_name"]).lower()


def on_map(clan: str) -> set[str]:
    """The clan's generals on the map at the start, wherever they stand."""
    match = new("nobunaga", seed=1)
    return {name for area in match.view("oda")["areas"] for name in stack(match, area, clan)["generals"]}


def check(clan: str, names: list[str], *words: str) -> None:
    """Exactly these generals, on the map from the start, in a colour with these words in its name."""
    assert sorted(generals(clan)) == sorted(names)
    assert on_map(clan) == set(names)
    assert all(word in colour(clan) for word in words), colour(clan)


@clause("nobunaga", "CS.Oda")
def test_cs_oda_light_green_seven_generals() -> None:
    names = [
        "oda_nobunaga",
        "shibata_katsuie",
        "niwa_nagahide",
        "hashiba_hideyoshi",
        "akechi_mitsuhide",
        "takigawa_kazumasu",
        "sakuma_nobumori",
    ]
    assert generals("oda") == names
    assert on_map("oda") == set()
    assert "light" in colour("oda")
    assert "green" in colour("oda")
    match = new("nobunaga", seed=1, dice=[4, 4])
    for name in names:
        assert {text.split()[1] for text in match.decision.texts} == {name}
        acts(match, f"deploy {name} mino")
    assert set(stack(match, "mino", "oda")["generals"]) == set(names)
    assert match.decision.name != "deploy"


@clause("nobunaga", "CS.Matsunaga")
def test_cs_matsunaga() -> None:
    check("matsunaga", ["matsunaga_hisahide"], "deep", "purple")


@clause("nobunaga", "CS.Tokugawa")
def test_cs_tokugawa() -> None:
    check("tokugawa", ["tokugawa_ieyasu"], "brown")


@clause("nobunaga", "CS.Azai")
def test_cs_azai() -> None:
    check("azai", ["azai_nagamasa"], "faded", "blue")


@clause("nobunaga", "CS.Asakura")
def test_cs_asakura() -> None:
    check("asakura", ["asakura_yoshikage"], "forest", "green")


@clause("nobunaga", "CS.Miyoshi")
def test_cs_miyoshi_three_men_one_counter() -> None:
    """The three are one counter: alone in an area they are one unit and roll one die."""
    check("miyoshi", ["miyoshi_sanninshuu"], "violet")
    units: dict[str, Any] = {"miyoshi": {"generals": ["miyoshi_sanninshuu"]}, "oda": {"ready": 3}}
    match = compose(empty=True, to_act="anti_oda", hands=HANDS, areas={"north_settsu": units}, dice=[1])
    acts(match, "combat", "attack miyoshi north_settsu", "discard murakami_navy")
    assert stack(match, "north_settsu", "oda")["ready"] == 2


@clause("nobunaga", "CS.Takeda")
def test_cs_takeda() -> None:
    check("takeda", ["takeda_shingen", "takeda_katsuyori", "yamagata_masakage"], "dark", "red")


@clause("nobunaga", "CS.Uesugi")
def test_cs_uesugi() -> None:
    check("uesugi", ["uesugi_kenshin"], "blu", "purple")


@clause("nobunaga", "CS.Mouri")
def test_cs_mouri() -> None:
    check("mouri", ["mouri_motonari", "kobayakawa_takakage", "kikkawa_motoharu"], "tan")


@clause("nobunaga", "CS.Ukita")
def test_cs_ukita() -> None:
    check("ukita", ["ukita_naoie"], "navy")


@clause("nobunaga", "CS.Honganji")
def test_cs_honganji() -> None:
    check("honganji", ["honganji_kennyo"])
    assert colour("honganji") in {"gray", "grey"}
