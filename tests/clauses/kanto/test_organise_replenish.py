"""Section 14: the replenishment tables of its armies, and what the scenarios say."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.clauses.common import allowed, refused
from tests.clauses.forces import plain
from tests.clauses.kanto.table import compose
from tests.clauses.replenishing import begin_replenishing, reduced_force, replenish_troops, replenishment_column
from tests.support import clause

SCENARIO = "conquest_of_kanto"  # its first turn has normal weather, and replenishment is allowed
KENSHIN, KAKIZAKI, NAOE = "uesugi_kenshin", "kakizaki_kageie", "naoe_sanetsuna"
MEN = ["murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu"]
HOME, NUMATA = "0505", "1913"  # Kasugayama in Echigo and Numata in Kouzuke, both of the Uesugi


def start_replenishing(units: dict[str, Any], leader: str, *, dice: tuple[int, ...] = (), **entries: Any) -> Any:
    """Compose a position and bring this commander to the decision what to replenish, without a reorganisation."""
    entries = {"scenario": SCENARIO, "phase": "uesugi", **entries}
    return begin_replenishing(compose(units, dice=dice, **entries), leader)


# --- the tables ---------------------------------------------------------------------------------------------------

read_column = partial(replenishment_column, start_replenishing)

SATAKE = ("satake_yoshishige", "satake_yoshimasa", "satake_yoshinao", "wada_akitame")
SATOMI = ("satomi_yoshihiro", "ashino_kiyonari", "katsuyama_toyotane", "satomi_yoshiyori")
TAKEDA = ("takeda_shingen", "atobe_katsusuke", "amari_masatada", "komai_kohakusai", "nagasaka_chokan")
HOJO = ("hojo_ujiyasu", "hojo_ujishige", "hojo_tsunataka", "hojo_ujitaka", "hojo_ujitada")
UTSUNOMIYA = ("utsunomiya_hirotsuna", "mashiko_iemune", "haga_saemon")
YUKI = ("yuki_harutomo", "haneishi_morinaga", "mizunoya_harumochi")


FOREIGN_CLAN = [-2, -1, 0, 0, 0, 0, 1, 1]


def table(*ids: str) -> pytest.MarkDecorator:
    return clause("kanto", "14-2", "14-2-1", "14-2-3", *ids)


@pytest.mark.parametrize(
    # T-23: satomi and satake have a column of their own; utsunomiya use that of the single warlords.
    ("who", "hex_id", "phase", "captured", "steps_gained"),
    [
        pytest.param(*row, marks=table(*ids.split()))
        for ids, *row in [
            ("QR-REP-Uesugi 14-2-2 14-2-4 7-2", (KENSHIN, *MEN), HOME, "uesugi", {}, [-1, 0, 1, 1, 2, 2, 2, 3]),
            ("QR-REP-Uesugi 14-2-2 14-2-4 7-2", (KENSHIN, *MEN), NUMATA, "uesugi", {}, [-1, -1, 0, 0, 1, 1, 1, 2]),
            # own territory of the Takeda is Kai and Shinano; Matsuida lies in Kouzuke
            ("QR-REP-Takeda 14-2-2 7-2", TAKEDA, "1230", "takeda", {}, [-1, 0, 1, 1, 1, 2, 2, 3]),
            ("QR-REP-Takeda 14-2-2 7-2", TAKEDA, "0514", "takeda", {}, [-1, 0, 1, 1, 1, 2, 2, 3]),
            ("QR-REP-Takeda 14-2-2 7-2", TAKEDA, "1519", "takeda", {"matsuida": "takeda"}, [-1, -1, 0, 0, 0, 1, 1, 1]),
            # Kawagoe in Musashi, Nirayama in Izu; Usui lies in Shimousa
            ("QR-REP-Hojo 14-2-2 7-2", HOJO, "2726", "hojo", {}, [-1, 0, 1, 2, 2, 2, 3, 3]),
            ("QR-REP-Hojo 14-2-2 7-2", HOJO, "1842", "hojo", {}, [-1, 0, 1, 2, 2, 2, 3, 3]),
            ("QR-REP-Hojo 14-2-2 7-2", HOJO, "3929", "hojo", {}, [-2, -1, 0, 0, 0, 1, 1, 1]),
            # the main castle's hex, and everywhere else
            ("QR-REP-Uesugi", SATOMI, "3736", "uesugi_warlords", {}, [-1, 0, 0, 1, 1, 1, 2, 2]),
            ("QR-REP-Uesugi", SATOMI, "3929", "uesugi_warlords", {"usui": "satomi"}, FOREIGN_CLAN),
            ("QR-REP-Uesugi", SATAKE, "3929", "uesugi_warlords", {"usui": "satake"}, FOREIGN_CLAN),
            ("QR-REP-Uesugi", UTSUNOMIYA, "3315", "uesugi_warlords", {}, [-1, 0, 0, 0, 1, 1, 1, 1]),
            ("QR-REP-Uesugi", UTSUNOMIYA, "3929", "uesugi_warlords", {"usui": "utsunomiya"},
                [-1, -1, 0, 0, 0, 0, 1, 1]),
            ("QR-REP-Hojo", YUKI, "3319", "hojo_warlords", {}, [-1, 0, 0, 0, 1, 1, 1, 1]),
            ("QR-REP-Hojo", YUKI, "3929", "hojo_warlords", {"usui": "yuki"}, [-1, -1, 0, 0, 0, 0, 1, 1]),
        ]
    ],
)  # fmt: skip
def test_each_army_has_its_column_at_home_and_elsewhere(
    who: tuple[str, ...], hex_id: str, phase: str, captured: dict[str, str], steps_gained: list[int]
) -> None:
    assert read_column(who, hex_id, phase, captured) == steps_gained


@clause("kanto", "14-2-1", "QR-REP-Uesugi")
def test_beside_the_main_castle_is_foreign_territory() -> None:
    """T-23: with a 3 one step in Utsunomiya's hex, none beside it."""
    for hex_id, steps_gained in [("3315", 1), ("3316", 0)]:
        units = {name: {**told, "inside": False} for name, told in reduced_force(hex_id, *UTSUNOMIYA).items()}
        ground: dict[str, Any] = plain("3315", 2)
        assert (
            replenish_troops(start_replenishing(units, UTSUNOMIYA[0], dice=(3,), phase="uesugi_warlords", **ground))
            == steps_gained
        )


# --- 14-3: castles ------------------------------------------------------------------------------------------------


@clause("kanto", "21-1", "14-3-1")
def test_a_castle_that_the_scenario_does_not_use_is_not_restored() -> None:
    """Kiryuu has no owner in the fourth scenario's list: Honjo, who has a line to Umayabashi, finds no castle there."""
    units = {"honjo_shigenaga": {"hex": "2317", "steps": 1}}
    match = start_replenishing(units, "honjo_shigenaga", scenario="mimase_pass", turn=10, around="2217", radius=3)
    allowed(match, "troops")
    refused(match, "castle", "35.0(7)")
