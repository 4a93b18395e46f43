"""The two Replenishment Tables: the row of each clan and the number of dice; K-34, K-35, K-38, K-95."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import decision_of, garrison, modifiers_of, of_kind, rolls, to_phase
from tests.clauses.kenshin.turns import place_reduced, start_turn, take_castles
from tests.support import clause

LIKE_UESUGI, LIKE_TAKEDA = (1, 1, 1, 2, 2, 2), (0, 1, 1, 1, 1, 2)
UKITA, OTHERS = (0, 0, 0, 1, 1, 1), (0, 0, 0, 0, 1, 1)
ODA, TOKUGAWA = (1, 1, 1, 1, 1, 2), (0, 0, 1, 1, 1, 1)
MINORS = {
    "miki": ("miki_yoritsuna", "sakurabora", "4214"),
    "yamana": ("yamana_toyokuni", "ariko", "1216"),
    "isshiki": ("isshiki_yoshimichi", "tatebeyama", "1818"),
    "takeda_motoaki": ("takeda_motoaki", "goseyama", "2218"),
    "negoro": ("negoro_shu", "negoroji", "1332"),
}
# Clan, its row, two of its units, where they stand.
UESUGI_SIDE = [
    ("uesugi", LIKE_UESUGI, ("jinbo_ujiharu", "honjo_shigenaga"), "5604"),
    ("takeda", LIKE_TAKEDA, ("obata_nobusada", "okabe_motonobu"), "5722"),
    ("mori", LIKE_TAKEDA, ("kikkawa_motoharu", "kikkawa_motonaga"), "0118"),
    ("ukita", UKITA, ("ukita_naoie", "togawa_hideyasu"), "0118"),
    ("honganji", LIKE_UESUGI, ("shimotsuma_rairyu", "honganji_monto"), "1628"),
    ("kaga_ikki", LIKE_UESUGI, ("shichiri_yorichika", "suzuki_shigeyasu"), "3409"),
    ("bessho", OTHERS, ("bessho_nagaharu", "kanki_yorisada"), "1025"),
    ("hatano", OTHERS, ("hatano_hideharu", "akai_tadaie"), "1521"),
    ("saika", OTHERS, ("saika_shu", "suzuki_shigehide"), "1132"),
]
CENTRES = ("azuchi", "kitanosho", "kiyosu", "gifu")
HEXES = {"azuchi": "2523", "kitanosho": "2912", "kiyosu": "3524", "gifu": "3422", "kyoto": "2024"}
MEN = (
    "hori_hidemasa", "hasegawa_hidekazu", "sugaya_nagayori", "yabe_iesada", "gamo_katahide", "gamo_ujisato",
    "mizoguchi_hidekatsu", "awaya_katsuhisa", "atsuji_sadayuki", "kawajiri_hidetaka", "mori_nagayoshi",
)  # fmt: skip


def spend_points(match: Match) -> int:
    """Spend all points as far as they go; return how many there were."""
    count = 0
    while decision_of(match).name == "replenish":
        match.act(decision_of(match).texts[0])
        count += 1
    return count


def count_restored(match: Match) -> int:
    """Spend all points; return the steps and durability restored, one for each point."""
    spend_points(match)
    return len(of_kind(match.events, "step_gained")) + len(of_kind(match.events, "durability"))


@clause("kenshin", "TBL-REPL-UESUGI", "TBL-REPL-UESUGI ikki", "9-5-1", "9(5)", "9-5")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(("army", "row", "names", "hex_id"), UESUGI_SIDE)
def test_each_clan_of_the_uesugi_side_reads_its_own_row(
    army: str, row: tuple[int, ...], names: tuple[str, str], hex_id: str, die: int
) -> None:
    match = start_turn("replenishment", place_reduced(hex_id, *names), die)
    assert [(roll["army"], roll["dice"]) for roll in rolls(match.events, "replenishment")] == [(army, [die])]
    assert count_restored(match) == row[die - 1]


@clause("kenshin", "TBL-REPL-UESUGI", "TBL-REPL-ODA")
@pytest.mark.parametrize("die", [4, 5, 6])
@pytest.mark.parametrize("army", MINORS)
@pytest.mark.parametrize("seat", ["uesugi", "oda"])
def test_minor_daimyo_read_the_row_of_others_on_either_side(seat: str, army: str, die: int) -> None:
    """K-95: a unit and a castle to restore."""
    name, castle_id, hex_id = MINORS[army]
    match = start_turn(
        "replenishment", place_reduced(hex_id, name), die, castles={castle_id: {"durability": 2}}, clans={army: seat}
    )
    assert count_restored(match) == OTHERS[die - 1]


@clause("kenshin", "TBL-REPL-UESUGI", "9-2 Araki Rebellion independents", "9-2 Araki Rebellion clan")
@pytest.mark.parametrize("state", ["clan", "independent"])
@pytest.mark.parametrize(("die", "count"), [(4, 0), (5, 1)])
def test_traitors_read_the_row_of_others(state: str, die: int, count: int) -> None:
    """K-24, K-95: under Araki from Itami, each by himself from his own castle."""
    castles = take_castles("itami", "hanakuma", "takatsuki", "ibaraki")
    units = {
        "takayama_shigetomo": "removed",
        "nakagawa_kiyohide": "removed",
        **place_reduced("1925", "takayama_shigetomo_traitor"),
        **place_reduced("1826", "nakagawa_kiyohide_traitor"),
    }
    match = start_turn("replenishment", units, die, die, castles=castles, state={"araki_rebellion": state})
    armies = ["araki"] if state == "clan" else ["nakagawa", "takayama"]
    assert count_restored(match) == count * len(armies)
    assert [roll["army"] for roll in rolls(match.events, "replenishment")] == armies


@clause("kenshin", "TBL-REPL-ODA", "9-5-1")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_tokugawa_read_their_own_row(die: int) -> None:
    match = start_turn("replenishment", place_reduced("4332", "honda_tadakatsu", "torii_mototada"), die)
    assert count_restored(match) == TOKUGAWA[die - 1]


@clause("kenshin", "TBL-REPL-ODA", "TBL-REPL-ODA centres", "9-5-2 Oda", "9-4 main Oda")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_oda_roll_for_five_centres_and_add_them_up(die: int) -> None:
    """One die differs from four ones. K-34: in the order Azuchi, Kitanosho, Kiyosu, Gifu, Kyoto."""
    for place in range(5):
        dice = [1] * 5
        dice[place] = die
        match = start_turn("replenishment", place_reduced("2523", *MEN), *dice)
        found = rolls(match.events, "replenishment")
        assert [(roll["hex"], roll["dice"]) for roll in found] == list(
            zip(HEXES.values(), [[value] for value in dice], strict=True)
        )
        assert count_restored(match) == 4 + ODA[die - 1]


@clause("kenshin", "9-5-2 Oda", "TBL-REPL-ODA centres")
@pytest.mark.parametrize("lost", [*CENTRES, "kyoto"])
def test_a_lost_centre_does_not_roll(lost: str) -> None:
    """K-38: the men stand in another one; Kyoto is lost with an enemy in it."""
    home = HEXES["gifu" if lost == "azuchi" else "azuchi"]
    castles = {} if lost == "kyoto" else {lost: {"holder": "uesugi"}}
    units = {"honjo_shigenaga": "2024"} if lost == "kyoto" else {}
    match = start_turn(
        "replenishment", {**place_reduced(home, *MEN), **units, "niwa_nagahide": home}, *[6] * 4, castles=castles
    )
    assert [roll["hex"] for roll in rolls(match.events, "replenishment")] == [
        hex_id for name, hex_id in HEXES.items() if name != lost
    ]
    assert count_restored(match) == 8


@clause("kenshin", "9-5-1")
def test_clans_with_nothing_to_restore_do_not_roll() -> None:
    """K-34."""
    match = start_turn("replenishment", {"honda_tadakatsu": "4332", **place_reduced("5722", "obata_nobusada")}, 2)
    assert [roll["army"] for roll in rolls(match.events, "replenishment")] == ["takeda"]


@clause("kenshin", "9-5-1", "9-5-2")
def test_a_clan_without_its_main_castle_does_not_roll() -> None:
    units = place_reduced("5714", "obata_nobusada")
    match = start_turn("replenishment", units, castles={"tsutsujigasaki": {"holder": "oda"}})
    assert not rolls(match.events, "replenishment")


@clause("kenshin", "9-4 main Ashikaga", "9-5-1")
def test_yoshiaki_is_not_restored() -> None:
    match = start_turn("replenishment", place_reduced("0118", "ashikaga_yoshiaki"))
    assert not rolls(match.events, "replenishment")


@clause("kenshin", "9-5-1", "9(5)")
def test_the_uesugi_replenish_before_the_oda_clan_by_clan() -> None:
    """K-100: each clan's die, then its points."""
    units = {
        **place_reduced("4332", "honda_tadakatsu"),
        **place_reduced("2523", "hori_hidemasa"),
        **place_reduced("5722", "obata_nobusada"),
        **place_reduced("5604", "jinbo_ujiharu"),
    }
    match = start_turn("replenishment", units, 1, 2, *[1] * 5, 3)
    assert [roll["army"] for roll in rolls(match.events, "replenishment")] == ["uesugi"]
    spend_points(match)
    assert [roll["army"] for roll in rolls(match.events, "replenishment")] == [
        "uesugi", "takeda", *["oda"] * 5, "tokugawa",
    ]  # fmt: skip


@clause("kenshin", "9-5-1")
@pytest.mark.parametrize("one", [True, False])
def test_by_option_one_die_serves_the_whole_side(one: bool) -> None:
    """K-34: a five: two for the Uesugi, one for the Takeda, one for the Bessho, and five ones for the Oda."""
    units = {
        **place_reduced("5604", "jinbo_ujiharu", "honjo_shigenaga", "irobe_nagazane"),
        **place_reduced("5722", "obata_nobusada", "okabe_motonobu"),
        **place_reduced("1025", "kanki_yorisada", "bessho_nagaharu"),
        **place_reduced("2523", *MEN),
        **place_reduced("4332", "honda_tadakatsu", "torii_mototada"),
    }
    dice = [5, 2] if one else [5, 1, 1, *[2] * 5, 2]
    match = start_turn("replenishment", units, *dice, options={"one_die_per_side": one})
    spend_points(match)
    found = rolls(match.events, "replenishment")
    assert len(found) == (2 if one else 9)
    gained = [event["unit"] for event in of_kind(match.events, "step_gained")]
    assert len([name for name in gained if name in ("jinbo_ujiharu", "honjo_shigenaga", "irobe_nagazane")]) == 2
    assert len([name for name in gained if name in ("obata_nobusada", "okabe_motonobu")]) == (1 if one else 0)
    assert len([name for name in gained if name in ("kanki_yorisada", "bessho_nagaharu")]) == (1 if one else 0)
    assert len([name for name in gained if name in MEN]) == 5
    assert len([name for name in gained if name in ("honda_tadakatsu", "torii_mototada")]) == 0


# --- pools of the Oda (K-38) -----------------------------------------------------------------------------------------


def besiege_gifu() -> dict[str, Any]:
    """Return entries of two reduced units in besieged Gifu and five in Azuchi."""
    inside = {name: {**entry, "steps": 1} for name, entry in garrison("3422", *MEN[:2]).items()}
    besiegers = dict.fromkeys(("honjo_shigenaga", "kakizaki_haruie", "jinbo_ujiharu"), "3422")
    return {**inside, **besiegers, **place_reduced("2523", *MEN[2:7])}


@clause("kenshin", "9-5-2 besieged", "9-5-2 Oda", "9-5-4")
def test_a_besieged_centre_has_its_own_points_for_the_units_inside() -> None:
    """Sixes: eight for the others, two for Gifu."""
    match = start_turn("replenishment", besiege_gifu(), *[6] * 5, castles={"gifu": {"marker": 0}})
    assert decision_of(match).data["count"] == 8
    assert {text.split()[1] for text in decision_of(match).texts if text != "done"} == set(MEN[2:7])
    spend_points(match)
    gained = [event["unit"] for event in of_kind(match.events, "step_gained")]
    assert set(gained) == set(MEN[:7])


@clause("kenshin", "9-5-2 besieged", "9-5-2 Oda")
def test_the_points_of_a_besieged_centre_are_spent_last_and_the_decision_names_it() -> None:
    match = start_turn("replenishment", besiege_gifu(), *[6] * 5, castles={"gifu": {"marker": 0}})
    match.act("done")
    assert (decision_of(match).data["castle"], decision_of(match).data["count"]) == ("gifu", 2)
    assert {text.split()[1] for text in decision_of(match).texts if text != "done"} == set(MEN[:2])


@clause("kenshin", "9-5-2 Oda", "9-5-4")
@pytest.mark.parametrize("option", ["sum", "per_centre"])
def test_by_option_each_roll_serves_its_own_centre(option: str) -> None:
    """Kitanosho shut off by mountains, five men in it: of the sum all five are restored, of its own six two."""
    walls = dict.fromkeys(("2911", "2913", "2811", "2812", "2813", "3011", "3012", "3013"), "mountain")
    match = start_turn(
        "replenishment", place_reduced("2912", *MEN[:5]), *[6] * 5, terrain=walls,
        options={"oda_replenishment_pool": option},
    )  # fmt: skip
    spend_points(match)
    assert len(of_kind(match.events, "step_gained")) == (5 if option == "sum" else 2)


@clause("kenshin", "9-5-2 besieged", "9-5-2 Oda")
def test_a_besieged_centre_with_nothing_to_restore_does_not_roll() -> None:
    """K-34: Gifu has its full durability and no reduced unit."""
    units = {**place_reduced("2523", *MEN[:3]), "honjo_shigenaga": "3422"}
    match = start_turn("replenishment", units, *[1] * 4)
    assert [roll["hex"] for roll in rolls(match.events, "replenishment")] == ["2523", "2912", "3524", "2024"]


@clause("kenshin", "9-5-2 besieged", "16-1 (23-2.2)", "16-1")
@pytest.mark.parametrize("open_", [True, False])
def test_a_besieged_centre_with_an_open_naval_line_counts_as_not_besieged(open_: bool) -> None:
    """K-38: Azuchi, with the other ports of the Biwa free or taken; one reduced man inside, one in Gifu."""
    others = take_castles("sakamoto", "omizo", "sawayama", "nagahama", by="oda" if open_ else "uesugi")
    inside = {name: {**entry, "steps": 1} for name, entry in garrison("2523", MEN[0]).items()}
    units = {**inside, **place_reduced("3422", MEN[1]), "honjo_shigenaga": "2523", "jinbo_ujiharu": "2523"}
    match = start_turn("replenishment", {**units, "niwa_nagahide": "3422"}, *[6] * 5, castles=others)
    assert decision_of(match).data["count"] == (10 if open_ else 8)
    assert (f"restore {MEN[0]}" in decision_of(match).texts) is open_


@clause("kenshin", "9-5-5")
def test_unused_points_are_lost() -> None:
    """Fours: two points, and two again in the next turn."""
    match = start_turn(
        "replenishment", place_reduced("5604", "jinbo_ujiharu", "honjo_shigenaga", "irobe_nagazane"), *[4] * 30
    )
    assert decision_of(match).data["count"] == 2
    match.act("done")
    assert decision_of(match).name != "replenish"
    to_phase(match, "turn_start", turn=2)
    assert (decision_of(match).name, decision_of(match).data["count"]) == ("replenish", 2)
    assert modifiers_of(rolls(match.events, "replenishment")[-1]) == {}
