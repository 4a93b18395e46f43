"""The counter sheet: which generals each daimyo has, and the colour of his counters."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.areas_and_cards.playing import new
from tests.clauses.areas_and_cards.refusals import split_rows
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


# clause | clan | words in the name of its colour | generals
SHEET = """
CS.Matsunaga | matsunaga | deep purple   | matsunaga_hisahide
CS.Tokugawa  | tokugawa  | brown         | tokugawa_ieyasu
CS.Azai      | azai      | faded blue    | azai_nagamasa
CS.Asakura   | asakura   | forest green  | asakura_yoshikage
CS.Miyoshi   | miyoshi   | violet        | miyoshi_sanninshuu
CS.Takeda    | takeda    | dark red      | takeda_shingen, takeda_katsuyori, yamagata_masakage
CS.Uesugi    | uesugi    | bluish purple | uesugi_kenshin
CS.Mouri     | mouri     | tan           | mouri_motonari, kobayakawa_takakage, kikkawa_motoharu
CS.Ukita     | ukita     | navy          | ukita_naoie
CS.Honganji  | honganji  | gray          | honganji_kennyo
"""


@pytest.mark.parametrize(
    ("clan", "words", "names"),
    [
        pytest.param(clan, words.split(), names.split(", "), id=clan, marks=clause("nobunaga", ident))
        for ident, clan, words, names in split_rows(SHEET)
    ],
)
def test_a_daimyo_has_these_generals_on_the_map_in_this_colour(clan: str, words: list[str], names: list[str]) -> None:
    assert sorted(generals(clan)) == sorted(names)
    assert on_map(clan) == set(names)
    assert all(word in colour(clan) for word in words), colour(clan)


@clause("nobunaga", "CS.Honganji")
def test_the_counters_of_honganji_are_plainly_gray() -> None:
    assert colour("honganji") in {"gray", "grey"}


@clause("nobunaga", "CS.Miyoshi")
def test_three_miyoshi_are_one_counter() -> None:
    """Alone in an area they are one unit and roll one die."""
    units: dict[str, Any] = {"miyoshi": {"generals": ["miyoshi_sanninshuu"]}, "oda": {"ready": 3}}
    match = compose(empty=True, to_act="anti_oda", hands=HANDS, areas={"north_settsu": units}, dice=[1])
    acts(match, "combat", "attack miyoshi north_settsu", "discard murakami_navy")
    assert stack(match, "north_settsu", "oda")["ready"] == 2


@clause("nobunaga", "CS.Oda")
def test_the_seven_generals_of_oda_are_light_green_and_deployed_in_their_order() -> None:
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
