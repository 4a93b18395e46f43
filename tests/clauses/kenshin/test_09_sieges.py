"""9-1: morale of invested castles, demands, surrender; chapter 19; the Siege Results Table; K-31, K-41, K-96."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.table import (
    acts,
    allowed,
    at,
    castle,
    choices,
    data_of,
    decision_of,
    garrison,
    of_kind,
    refused,
    roll_of,
    rolls,
    score,
    start_match,
    turn_of,
)
from tests.clauses.kenshin.turns import QUIET, is_turn_start_over, mori_roll, ship, ship_place, start_turn
from tests.clauses.reasons import barred
from tests.support import clause

MIKI, HONGANJI = "1025", "1628"
# Four besiegers, more than three inside.
BESIEGERS = ("hashiba_hideyoshi", "hachisuka_masakatsu", "miyabe_keijun", "asano_nagayoshi")
INSIDE = {
    "taisho": ("takeda_katsuyori",),
    "samuraidaisho": ("bessho_nagaharu",),
    "busho": ("kanki_yorisada",),
    "none": (),
}
# What the printed table says for the dice 1 to 6; X is 0 (ERR-2).
TABLE = {
    "taisho": (0, 0, 0, 0, 1, 1),
    "samuraidaisho": (0, 0, 0, 1, 1, 2),
    "busho": (0, 0, 1, 1, 2, 2),
    "none": (0, 1, 1, 2, 2, 3),
}
CELLS = [(rank, die, loss) for rank, losses in TABLE.items() for die, loss in enumerate(losses, 1)]


def besiege(*inside: str, hex_id: str = MIKI) -> dict[str, Any]:
    """Return entries of these units inside the castle and of four Oda units outside."""
    return {**garrison(hex_id, *inside), **dict.fromkeys(BESIEGERS, hex_id)}


def marker(value: int, name: str = "miki") -> dict[str, Any]:
    """Return `castles` with this siege marker."""
    return {name: {"marker": value}}


# --- 9-1-1: morale ---------------------------------------------------------------------------------------------------


@clause("kenshin", "9-1", "9-1-1", "TBL-SIEGE")
@pytest.mark.parametrize(("rank", "die", "loss"), CELLS)
def test_morale_falls_by_rank_and_die(rank: str, die: int, loss: int) -> None:
    match = start_turn("siege", besiege(*INSIDE[rank]), die, *QUIET, castles=marker(0))
    assert (roll_of(match.events, "siege")["castle"], roll_of(match.events, "siege")["row"]) == ("miki", rank)
    assert castle(match, "miki")["marker"] == loss


@clause("kenshin", "9-1-1")
@pytest.mark.parametrize(("die", "now"), [(3, 2), (4, 3), (6, 4)])
def test_morale_lost_adds_to_the_marker(die: int, now: int) -> None:
    match = start_turn("siege", besiege("bessho_nagaharu"), die, castles=marker(2))
    assert castle(match, "miki")["marker"] == now


@clause("kenshin", "9-1-1")
def test_the_highest_rank_inside_counts() -> None:
    """A three: of a busho one, of a samuraidaisho nothing. K-41."""
    match = start_turn("siege", besiege("kanki_yorisada", "bessho_nagaharu"), 3, *QUIET, castles=marker(0))
    assert castle(match, "miki")["marker"] == 0


@clause("kenshin", "9-1-1")
def test_a_led_garrison_counts_by_the_rank_of_its_leader() -> None:
    inside = {**garrison(MIKI, "kanki_yorisada", "bessho_nagaharu")}
    inside["kanki_yorisada"] = {**inside["kanki_yorisada"], "leader": "bessho_nagaharu"}
    match = start_turn("siege", {**besiege(), **inside}, 3, *QUIET, castles=marker(0))
    assert roll_of(match.events, "siege")["row"] == "samuraidaisho"


@clause("kenshin", "9-1", "9-1-1")
def test_only_invested_castles_roll_for_morale() -> None:
    """Enemies in the hex without an investment: no die (K-101)."""
    match = start_turn("siege", besiege("obata_nobusada", hex_id="5114"), *QUIET)
    assert not rolls(match.events, "siege")
    assert is_turn_start_over(match)


@clause("kenshin", "9(1)", "9-1")
def test_siege_rolls_follow_the_list_and_demands_come_after_them_uesugi_first() -> None:
    """K-100. Fukashi and Miki are besieged by the Oda, Kozuki by the Uesugi side; the list has them in this order."""
    units = {"maeda_toshiie": "5114", **besiege(), "honjo_shigenaga": "0421"}
    castles = {**marker(0, "kozuki"), **marker(0), **marker(0, "fukashi")}
    match = start_turn("siege", units, 2, 2, 2, castles=castles)
    assert [roll["castle"] for roll in rolls(match.events, "siege")] == ["fukashi", "miki", "kozuki"]
    assert turn_of(match) == ("demand", "uesugi")
    assert choices(match, "demand") == {"kozuki"}
    match.act("done")
    assert turn_of(match) == ("demand", "oda")
    assert choices(match, "demand") == {"fukashi", "miki"}


# --- 19: Ishiyama Honganji -------------------------------------------------------------------------------------------


@clause("kenshin", "19", "TBL-SIEGE")
@pytest.mark.parametrize("inside", ["shimotsuma_rairen", "shimotsuma_rairyu", None])
@pytest.mark.parametrize(("die", "loss"), [(4, 0), (5, 1), (6, 1)])
def test_honganji_is_always_checked_as_under_a_taisho(inside: str | None, die: int, loss: int) -> None:
    """Its naval line is cut by a ship in the Seto."""
    units = besiege(*[inside] if inside else [], hex_id=HONGANJI)
    match = start_turn(
        "siege", units, die, *QUIET, castles=marker(0, "ishiyama_honganji"), ships={"kuki_sumitaka": "seto"}
    )
    assert roll_of(match.events, "siege")["row"] == "taisho"
    assert castle(match, "ishiyama_honganji")["marker"] == loss


@clause("kenshin", "19")
def test_other_honganji_castles_are_checked_by_the_rank_inside() -> None:
    match = start_turn("siege", besiege("shimotsuma_rairyu"), 6, castles=marker(0))
    assert castle(match, "miki")["marker"] == 2


# --- 9-1-2: demands --------------------------------------------------------------------------------------------------


@clause("kenshin", "9-1-2")
@pytest.mark.parametrize(("now", "die", "yields"), [(1, 1, True), (1, 2, False), (3, 3, True), (3, 4, False),
                                                    (5, 6, False), (6, 6, True), (8, 6, True)])  # fmt: skip
def test_a_castle_yields_at_or_below_its_marker(now: int, die: int, yields: bool) -> None:
    match = start_turn("demand", besiege("bessho_nagaharu"), die, *QUIET, castles=marker(now))
    assert turn_of(match) == ("demand", "oda")
    events = match.act("demand miki")
    assert (roll_of(events, "demand")["castle"], roll_of(events, "demand")["count"]) == ("miki", now)
    assert bool(of_kind(events, "surrenders")) is yields
    assert bool(of_kind(events, "holds_out")) is not yields
    assert castle(match, "miki")["holder"] == ("oda" if yields else "uesugi")
    if not yields:
        assert castle(match, "miki")["marker"] == now


@clause("kenshin", "9-1-2", "9-1")
def test_a_demand_needs_a_marker_above_zero_and_an_investment_by_oneself() -> None:
    """Takasago is not invested; Kozuki is besieged by the others."""
    units = {**besiege(), "maeda_toshiie": "5114", "honjo_shigenaga": "0421"}
    match = start_turn("demand", units, castles={**marker(1), **marker(0, "fukashi"), **marker(0, "kozuki")})
    assert turn_of(match) == ("demand", "oda")
    allowed(match, "demand miki", "done")
    for name in ("fukashi", "takasago", "kozuki"):
        refused(match, f"demand {name}", "9-1-2")


@clause("kenshin", "9-1-2")
def test_a_castle_may_be_called_on_with_a_marker_that_did_not_rise_this_turn() -> None:
    """K-41: the die of the siege brings nothing."""
    match = start_turn("siege", besiege("bessho_nagaharu"), 1, castles=marker(1))
    assert castle(match, "miki")["marker"] == 1
    allowed(match, "demand miki")


@clause("kenshin", "9-1-2")
def test_each_castle_is_asked_once_a_turn_and_in_any_order() -> None:
    units = {**besiege(), "maeda_toshiie": "5114"}
    castles = {**marker(1), **marker(1, "fukashi")}
    match = start_turn("demand", units, 6, 6, *QUIET, castles=castles)
    match.act("demand miki")
    barred(match, "demand miki", "9-1-2 was_demanded")
    match.act("demand fukashi")
    assert is_turn_start_over(match)
    match = start_turn("demand", units, 1, *QUIET, castles=castles, state={"demanded": ["miki"]})
    assert choices(match, "demand") == {"fukashi"}


@clause("kenshin", "9-1-2", "9-1")
def test_a_demand_is_voluntary() -> None:
    match = start_turn("demand", besiege(), *QUIET, castles=marker(6))
    events = match.act("done")
    assert not rolls(events, "demand")
    assert castle(match, "miki") == {**castle(match, "miki"), "holder": "uesugi", "marker": 6}


@clause("kenshin", "9-1-2")
def test_miki_yields_in_the_first_turn_with_four_chances_of_36() -> None:
    """From the start of the game: a four or five and then a one, or a six and then at most two."""
    fell = []
    for siege in range(1, 7):
        for demand in range(1, 7):
            match = start_match(dice=[siege, demand, *[4] * 40])
            acts(match, "ready", "ready")
            if decision_of(match).name == "demand" and "demand miki" in decision_of(match).texts:
                match.act("demand miki")
            if castle(match, "miki")["holder"] == "oda":
                fell.append((siege, demand))
    assert fell == [(4, 1), (5, 1), (6, 1), (6, 2)]


# --- 9-1-3: surrender ------------------------------------------------------------------------------------------------


@clause("kenshin", "9-1-3", "21 castle4-6", "21 samuraidaisho", "21 busho")
def test_a_castle_that_yields_goes_to_the_besieger_and_its_garrison_dies() -> None:
    """K-31: three points for Nagaharu and Kanki, two for the castle, and it is whole again."""
    castles = {"miki": {"marker": 6, "durability": 1}}
    match = start_turn("demand", besiege("bessho_nagaharu", "kanki_yorisada"), 6, *QUIET, castles=castles)
    events = match.act("demand miki")
    assert set(data_of(events, "killed", "unit")) == {"bessho_nagaharu", "kanki_yorisada"}
    assert at(match, "bessho_nagaharu") == at(match, "kanki_yorisada") == "dead"
    assert of_kind(events, "castle_fell") == [{"castle": "miki", "seat": "oda"}]
    assert castle(match, "miki").items() >= {"holder": "oda", "durability": 6}.items()
    assert score(match) == -5
    assert at(match, "hashiba_hideyoshi") == MIKI


@clause("kenshin", "9-1-3")
def test_an_oda_castle_yields_to_the_uesugi_side_for_points_above_zero() -> None:
    """Kozuki, of three; Kuroda inside."""
    units = {**garrison("0421", "kuroda_yoshitaka"), "kikkawa_motoharu": "0421", "kikkawa_motonaga": "0421"}
    match = start_turn("demand", units, 1, *QUIET, castles=marker(1, "kozuki"))
    assert turn_of(match) == ("demand", "uesugi")
    match.act("demand kozuki")
    assert castle(match, "kozuki")["holder"] == "uesugi"
    assert score(match) == 2


@clause("kenshin", "9-1-3", "16-3 fall")
def test_ships_in_a_castle_that_yields_are_not_lost() -> None:
    """They lie in the open afterwards (K-73)."""
    ships = {"murakami_takeyoshi": HONGANJI, "kuki_sumitaka": "seto"}
    units = besiege("shimotsuma_rairyu", hex_id=HONGANJI)
    match = start_turn("demand", units, 1, *QUIET, castles=marker(1, "ishiyama_honganji"), ships=ships)
    assert "exposed" not in ship(match, "murakami_takeyoshi")
    match.act("demand ishiyama_honganji")
    assert at(match, "shimotsuma_rairyu") == "dead"
    assert ship_place(match, "murakami_takeyoshi") == HONGANJI
    assert ship(match, "murakami_takeyoshi")["steps"] == 2
    assert score(match) == -5


@clause("kenshin", "9-1-3", "9-1-2")
def test_falls_take_effect_before_the_event_is_read() -> None:
    """Minus two for Fukashi: the event is read in the column of -9 to -1."""
    match = start_turn("demand", {"maeda_toshiie": "5114"}, 1, *QUIET, castles=marker(1, "fukashi"))
    events = match.act("demand fukashi")
    assert (roll_of(events, "event")["score"], roll_of(events, "event")["column"]) == (-2, "-9")


@clause("kenshin", "TBL-MORI mod castle minus")
def test_a_surrender_counts_for_the_mori_in_the_next_turn_only() -> None:
    """K-20: Takasago in Harima yields to the Oda side; the die of the same turn knows nothing of it."""
    units = {"mori_terumoto": "undeployed", "kikkawa_motonaga": "undeployed", "maeda_toshiie": "0825"}
    match = start_turn("demand", units, 1, *QUIET, castles=marker(1, "takasago"), ships={"kuki_sumitaka": "seto"})
    match.act("demand takasago")
    assert castle(match, "takasago")["holder"] == "oda"
    assert "castle" not in str(mori_roll(match)["parts"])


# --- ports with an open naval line -----------------------------------------------------------------------------------


@clause("kenshin", "16-1 invest", "9-1-1", "9-1-2")
def test_a_port_with_an_open_line_neither_rolls_nor_yields() -> None:
    """Saika is the other end; the marker keeps its number (K-41, K-96). Miki is asked instead."""
    units = {**besiege(hex_id=HONGANJI), "maeda_toshiie": MIKI}
    castles = {**marker(3, "ishiyama_honganji"), **marker(2)}
    match = start_turn("siege", units, 1, castles=castles)
    assert [roll["castle"] for roll in rolls(match.events, "siege")] == ["miki"]
    assert data_of(match.events, "no_siege_check", "castle") == ["ishiyama_honganji"]
    assert castle(match, "ishiyama_honganji")["marker"] == 3
    barred(match, "demand ishiyama_honganji", "13-1-9 line_open")
    allowed(match, "demand miki")


@clause("kenshin", "16-1 invest", "16-1 (23-2.1)")
def test_a_port_with_its_line_cut_rolls_and_yields_like_any_castle() -> None:
    units = besiege(hex_id=HONGANJI)
    match = start_turn("siege", units, 1, castles=marker(3, "ishiyama_honganji"), ships={"kuki_sumitaka": "seto"})
    assert not of_kind(match.events, "no_siege_check")
    allowed(match, "demand ishiyama_honganji")


@clause("kenshin", "16-1 Biwa")
@pytest.mark.parametrize("free", [True, False])
def test_a_port_of_the_biwa_does_not_yield_while_another_one_is_free(free: bool) -> None:
    """Sakamoto is besieged; the other four ports are the Oda's, or taken."""
    holder = "oda" if free else "uesugi"
    others = {name: {"holder": holder} for name in ("omizo", "azuchi", "sawayama", "nagahama")}
    units = {"niwa_nagahide": "3422", "honjo_shigenaga": "2223"}
    match = start_turn("siege", units, 2, castles={**others, **marker(1, "sakamoto")})
    assert bool(rolls(match.events, "siege")) is not free
    assert castle(match, "sakamoto")["marker"] == (1 if free else 2)
