"""Why an event is refused, or somebody as its target; and events that come to nothing where they may be played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.refusals import Position, after, check_offer, check_refusal, offers, refusals
from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, armies, board, generals, turn_of
from tests.clauses.nobunaga.table import acts, hand
from tests.support import clause


def play(areas: dict[str, Any], *texts: str, seat: str = "oda", **entries: Any) -> Position:
    """An action turn of the seat, as far as these texts."""
    return after(lambda: board(areas, to_act=seat, **entries), *texts)


MINO = {"mino": {"oda": {"ready": 1}}}

# --- markers -----------------------------------------------------------------------------------------------------

MIXED = {"tokugawa": 1, "matsunaga": 2, "ukita": 7, "takeda": 4, "uesugi": 1, "mouri": 3}
LEFTMOST = {"tokugawa": 1, "matsunaga": 1, "ukita": 1, "takeda": 1, "uesugi": 4, "mouri": 1}
RIGHTMOST = {"tokugawa": 7, "matsunaga": 7, "ukita": 7, "takeda": 4, "uesugi": 4, "mouri": 4}
PUSHERS = ["request_to_enter_war_1", "scheming_with_lesser_daimyo", "shogun_letter"]

MARKERS = {
    "gift to a lesser": play(MINO, "event gift_to_lesser_daimyo", markers=MIXED),
    "gift to a greater": play(MINO, "event gift_to_greater_daimyo", markers=MIXED),
    "shogun's letter": play(MINO, "event shogun_letter", seat="anti_oda", markers=MIXED),
    "all as far left as may be": play(MINO, markers=LEFTMOST),
    "all as far right as may be": play(MINO, seat="anti_oda", markers=RIGHTMOST, anti_oda=PUSHERS),
}


@offers("nobunaga", MARKERS, """
gift to a lesser  | oda: shift      | 6-3, 4-2.p3         | shift matsunaga 1, shift matsunaga 2, shift ukita 1
                  |                 |                     | shift ukita 2
gift to a greater | oda: shift      | 6-3, 4-3.p4         | shift mouri 1
shogun's letter   | anti_oda: shift | 6-3, 4-1.p4, 4-2.p3 | shift tokugawa 1, shift matsunaga 1, shift uesugi 1
                  |                 |                     | shift mouri 1
""")  # fmt: skip
def test_gifts_and_letters_move_these_markers(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", MARKERS, """
gift to a lesser           | shift tokugawa 1                  | 4-2.p3 | end_of_track
gift to a lesser           | shift ukita 3                     | 6-3    | wrong_boxes
gift to a lesser           | shift ukita 0                     | 6-3    | wrong_boxes
gift to a lesser           | shift mouri 1                     | 6-3    | wrong_rank
gift to a lesser           | shift takeda 1                    | 6-3    | wrong_rank
                           |                                   | 4-3.p4 | stays_anti_oda
gift to a lesser           | shift uesugi 1                    | 6-3    | wrong_rank
                           |                                   | 4-2.p3 | end_of_track
gift to a lesser           | shift azai 1                      | 4-1.p4 | no_marker
gift to a greater          | shift mouri 2                     | 6-3    | wrong_boxes
gift to a greater          | shift ukita 1                     | 6-3    | wrong_rank
shogun's letter            | shift ukita 1                     | 4-2.p3 | end_of_track
shogun's letter            | shift takeda 1                    | 4-3.p4 | stays_anti_oda
shogun's letter            | shift honganji 1                  | 4-1.p4 | no_marker
all as far left as may be  | event gift_to_lesser_daimyo       | 6-3    | no_marker_to_move
all as far left as may be  | event gift_to_greater_daimyo      | 6-3    | no_marker_to_move
all as far right as may be | event request_to_enter_war_1      | 6-3    | no_marker_to_move
all as far right as may be | event scheming_with_lesser_daimyo | 6-3    | no_marker_to_move
all as far right as may be | event shogun_letter               | 6-3    | no_marker_to_move
""")  # fmt: skip
def test_gifts_and_letters_move_no_other_marker(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


@clause("nobunaga", "6-3", "4-2.p3", "4-3.p4")
def test_a_letter_draws_a_card_but_an_idle_one_does_not() -> None:
    match = board(MINO, anti_oda=["shogun_letter"], to_act="anti_oda")
    acts(match, "event shogun_letter", "shift takeda 1")
    assert len(hand(match, "anti_oda")) == 1
    idle = {"idle_events": True}
    match = board(MINO, anti_oda=["shogun_letter"], to_act="anti_oda", markers=RIGHTMOST, options=idle)
    match.act("event shogun_letter")
    assert turn_of(match) == ("action", "oda")
    assert hand(match, "anti_oda") == []


# --- recruits, illness, uprisings --------------------------------------------------------------------------------

RECRUITS = {
    "mino": {"oda": {"ready": 1}},
    "toutoumi": {"tokugawa": {"ready": 8}},
    "north_oumi": {"azai": {"ready": 1}},
    "kai": {"takeda": {"ready": 1}},
    "echizen": {"asakura": {"ready": 10}},
    "yamato": {"matsunaga": {"ready": 1}},
}
FULL = {area: RECRUITS[area] for area in ("toutoumi", "echizen", "kai")}
WELL: dict[str, Any] = {
    "mino": {"oda": {"generals": ["oda_nobunaga"], "spent_generals": ["niwa_nagahide"]}},
    "toutoumi": {"tokugawa": {"generals": ["tokugawa_ieyasu"]}},
    "yamato": {"matsunaga": {"generals": ["matsunaga_hisahide"]}},
    "north_oumi": {"azai": {"generals": ["azai_nagamasa"]}},
    "seto_sea": {"oda": {"generals": ["akechi_mitsuhide"]}},
}
ALL_SPENT = {
    "mino": {"oda": {"ready": 1, "spent_generals": ["oda_nobunaga"]}},
    "yamato": WELL["yamato"],
    "north_oumi": WELL["north_oumi"],
}
MONKS = {"kii_ishiyama": {"honganji": {"spent": 1}}, "echizen": {"asakura": {"ready": 1}}}

TARGETS = {
    "oda recruits": play(RECRUITS, "event urgent_recruitment_oda"),
    "anti-oda recruits": play(
        RECRUITS, "event urgent_recruitment_anti_1", seat="anti_oda", anti_oda=["urgent_recruitment_anti_1"]
    ),
    "nobody to recruit": play(FULL),
    "feigned illness": play(WELL, "event feign_illness", seat="anti_oda"),
    "all generals spent": play(ALL_SPENT, seat="anti_oda"),
    "uprising": play(MONKS, "event ikkou_uprising", seat="anti_oda"),
    "no monks": play({"echizen": {"asakura": {"ready": 1}}}, seat="anti_oda"),
    "all monks on the map": play({"kii_ishiyama": {"honganji": {"ready": 16}}}, seat="anti_oda"),
}


@offers("nobunaga", TARGETS, """
oda recruits      | oda: recruit       | 6-3          | recruit oda mino
anti-oda recruits | anti_oda: recruit  | 6-3, FAQ-Q09 | recruit azai north_oumi
feigned illness   | anti_oda: feign    | 6-3          | feign oda_nobunaga, feign tokugawa_ieyasu
                  |                    |              | feign akechi_mitsuhide
uprising          | anti_oda: uprising | 6-3          | rise kii_ishiyama, rise north_settsu, rise yamashiro
                  |                    |              | rise yamato, rise iga_ise
""")  # fmt: skip
def test_events_reach_these(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", TARGETS, """
oda recruits         | recruit azai north_oumi      | 6-3     | not_own
oda recruits         | recruit takeda kai           | 6-3     | not_own
oda recruits         | recruit oda owari            | 6-3     | no_units
oda recruits         | recruit tokugawa toutoumi    | 1-2-2-1 | no_counters
anti-oda recruits    | recruit takeda kai           | FAQ-Q09 | not_anti_oda
anti-oda recruits    | recruit matsunaga yamato     | 6-3     | not_own
anti-oda recruits    | recruit oda mino             | 6-3     | not_own
anti-oda recruits    | recruit asakura echizen      | 1-2-2-1 | no_counters
anti-oda recruits    | recruit azai echizen         | 6-3     | no_units
nobody to recruit    | event urgent_recruitment_oda | 6-3     | nobody_to_reinforce
feigned illness      | feign niwa_nagahide          | 6-3     | general_spent
feigned illness      | feign matsunaga_hisahide     | 6-3     | not_oda_power
feigned illness      | feign azai_nagamasa          | 6-3     | not_oda_power
feigned illness      | feign shibata_katsuie        | 6-3     | general_absent
all generals spent   | event feign_illness          | 6-3     | no_ready_general
uprising             | rise seto_sea                | 6-3     | not_at_sea
uprising             | rise awa_sanuki              | 6-3     | too_far_from_units
uprising             | rise echizen                 | 6-3     | too_far_from_units
no monks             | event ikkou_uprising         | 6-3     | no_units_anywhere
all monks on the map | event ikkou_uprising         | 6-3     | no_effect
                     |                              | 1-2-2-1 | no_counters
""")  # fmt: skip
def test_events_do_not_reach_these(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


@clause("nobunaga", "6-3")
def test_a_general_who_feigns_illness_is_spent() -> None:
    match = TARGETS["feigned illness"]()
    match.act("feign oda_nobunaga")
    assert generals(match, "mino", "oda") == {"oda_nobunaga": "spent", "niwa_nagahide": "spent"}


@clause("nobunaga", "6-3", "1-2-2-1")
def test_an_uprising_brings_two_spent_armies() -> None:
    match = TARGETS["uprising"]()
    match.act("rise yamato")
    assert armies(match, "yamato", "honganji") == (0, 2)


# --- scheming, formation, supply ---------------------------------------------------------------------------------

REACH = {
    "north_settsu": {
        "oda": {"ready": 1, "spent_generals": ["hashiba_hideyoshi"]},
        "tokugawa": {"ready": 1},
        "miyoshi": {"ready": 1},
    },
    "seto_sea": {"miyoshi": {"ready": 1}},
    "harima": {"neutral": {"ready": 1}},
    "kii_ishiyama": {"honganji": {"generals": ["honganji_kennyo"]}},
    "yamashiro": {"oda": {"ready": 1}},
    "awa_sanuki": {"miyoshi": {"ready": 1}},
    "yamato": {"matsunaga": {"ready": 1}},
}
AT_SEA = {
    "seto_sea": {"oda": {"generals": ["hashiba_hideyoshi"]}},
    "harima": {"neutral": {"spent": 2}},
    "tanba": {"neutral": {"ready": 1}},
}
HASHIBA = {"ready": 1, "generals": ["hashiba_hideyoshi"]}
ORGANISERS = ["corps_formation", "reliable_supply_line"]
FULL_POOL: dict[str, Any] = {
    "mino": {"oda": {"ready": 1, "spent_generals": ["niwa_nagahide"]}},
    "owari": {"oda": {"ready": 39, "generals": ["hashiba_hideyoshi"]}, "tokugawa": {"spent": 1}},
}
ORGANISED = FULL_POOL | {"owari": {"oda": {"ready": 2, "spent_generals": ["hashiba_hideyoshi"]}}}


def scheme(areas: dict[str, Any], *texts: str, **options: bool) -> Position:
    """Oda holds Scheming alone."""
    return play(areas, *texts, oda=["scheming_with_other_powers"], options=options)


PLOTS = {
    "hashiba schemes": scheme(REACH, "event scheming_with_other_powers"),
    "hashiba schemes at sea": scheme(AT_SEA, "event scheming_with_other_powers"),
    "hashiba absent": scheme({"mino": {"oda": {"ready": 1}}, "etchuu": {"azai": {"ready": 1}}}),
    "hashiba too far away": scheme({"mino": {"oda": HASHIBA}, "kai": {"takeda": {"ready": 1}}}),
    "oda without counters": scheme({"mino": {"oda": HASHIBA, "azai": {"ready": 1}}, "owari": {"oda": {"ready": 39}}}),
    "honganji beside hashiba": scheme({"mino": {"oda": HASHIBA}, "nagashima": {"honganji": {"ready": 1}}}),
    "honganji cannot be schemed with": scheme(
        {"mino": {"oda": HASHIBA}, "nagashima": {"honganji": {"ready": 1}}}, honganji_unschemed=True
    ),
    "organisers absent": play({"mino": {"oda": {"spent": 1}}}, oda=ORGANISERS),
    "nothing to organise": play(FULL_POOL, oda=ORGANISERS),
    "nobody spent with hashiba": play({"seto_sea": {"oda": HASHIBA}}, oda=ORGANISERS),
    "something to organise": play(ORGANISED, oda=ORGANISERS),
}


@offers("nobunaga", PLOTS, """
hashiba schemes        | oda: scheme | 6-3, FAQ-Q01, FAQ-Q04 | scheme miyoshi north_settsu, scheme miyoshi seto_sea
                       |             |                       | scheme neutral harima
hashiba schemes at sea | oda: scheme | 6-3                   | scheme neutral harima
""")  # fmt: skip
def test_scheming_reaches_these(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", PLOTS, """
hashiba schemes                 | scheme miyoshi awa_sanuki        | 6-3        | too_far_from_general
hashiba schemes                 | scheme matsunaga yamato          | 6-3        | too_far_from_general
hashiba schemes                 | scheme tokugawa north_settsu     | FAQ-naming | is_oda_power
hashiba schemes                 | scheme oda yamashiro             | FAQ-naming | is_oda_power
hashiba schemes                 | scheme honganji kii_ishiyama     | FAQ-Q03    | no_army
hashiba schemes                 | scheme miyoshi harima            | FAQ-Q03    | no_army
hashiba schemes at sea          | scheme neutral tanba             | 6-3        | too_far_from_general
hashiba absent                  | event scheming_with_other_powers | 6-3        | general_absent
                                |                                  | 6-3        | nobody_to_scheme
hashiba too far away            | event scheming_with_other_powers | 6-3        | nobody_to_scheme
oda without counters            | event scheming_with_other_powers | 6-3        | no_effect
                                |                                  | 1-2-2-1    | no_counters
honganji beside hashiba         | event scheming_with_other_powers | 11-7       | -
honganji cannot be schemed with | event scheming_with_other_powers | 6-3        | nobody_to_scheme
organisers absent               | event corps_formation            | 6-3        | general_absent
organisers absent               | event reliable_supply_line       | 6-3        | general_absent
nothing to organise             | event corps_formation            | 6-3        | no_effect
                                |                                  | 1-2-2-1    | no_counters
nothing to organise             | event reliable_supply_line       | 6-3        | nobody_spent
nobody spent with hashiba       | event reliable_supply_line       | 6-3        | nobody_spent
something to organise           | event corps_formation            | 6-3        | -
something to organise           | event reliable_supply_line       | 6-3        | -
""")  # fmt: skip
def test_scheming_and_organising_do_not_reach_these(position: Position, action: str, reasons: list[str]) -> None:
    """Oda's Niwa forms corps, and Hashiba keeps the supply line and schemes."""
    check_refusal(position, action, reasons)


@clause("nobunaga", "6-3", "FAQ-Q01")
def test_spent_armies_can_be_schemed_away() -> None:
    match = PLOTS["hashiba schemes at sea"]()
    match.act("scheme neutral harima")
    assert armies(match, "harima", "neutral") == (0, 1)
    assert armies(match, "harima", "oda") == (0, 1)


@clause("nobunaga", "6-3")
def test_the_supply_line_readies_its_general() -> None:
    match = PLOTS["something to organise"]()
    match.act("event reliable_supply_line")
    assert generals(match, "owari", "oda") == {"hashiba_hideyoshi": "ready"}


# --- events that march -------------------------------------------------------------------------------------------

# One unit each, so nobody may leave.
STUCK = {
    "mino": {"oda": {"ready": 1}},
    "owari": {"oda": {"spent_generals": ["takigawa_kazumasu"]}},
    "echizen": {"asakura": {"ready": 1}},
    "kai": {"takeda": {"ready": 1}},
}
CHARGES = ["charge_order_shibata", "concentrated_firearms"]
CORNERS = {area: {"oda": {"ready": 3}} for area in ("seto_sea", "bitchuu", "mino", "etchuu", "echigo")}


def spent(general: str, **foes: dict[str, int]) -> Position:
    """The general of an order is spent, with three armies that could march or fight."""
    return play({"mino": {"oda": {"ready": 3, "spent_generals": [general]}, **foes}}, oda=[*CHARGES, "warships"])


ORDERS = {
    "oda is stuck": play(STUCK, oda=["warships", "converging_attack", "charge_order"], markers=NOBODY_NEUTRAL),
    "anti-oda is stuck": play(
        STUCK,
        seat="anti_oda",
        anti_oda=["coordinated_offensive", "murakami_navy", "swift_as_wind"],
        markers=NOBODY_NEUTRAL,
    ),
    "takigawa absent": play(STUCK | {"owari": {"oda": {"ready": 2}}}, oda=["warships"], markers=NOBODY_NEUTRAL),
    "shibata spent": spent("shibata_katsuie"),
    "shibata spent beside azai": spent("shibata_katsuie", azai={"ready": 1}),
    "nobunaga spent": spent("oda_nobunaga"),
    "nobunaga spent beside azai": spent("oda_nobunaga", azai={"ready": 1}),
    "armies without generals": play(CORNERS, oda=[*CHARGES, "warships"]),
}


@refusals("nobunaga", ORDERS, """
oda is stuck               | event warships              | 6-3, 7-4 | nobody_can_move
oda is stuck               | event converging_attack     | 6-3, 7-4 | nobody_can_move
oda is stuck               | event charge_order          | 6-3, 7-4 | nobody_can_move
anti-oda is stuck          | event coordinated_offensive | 6-3, 7-4 | nobody_can_move
anti-oda is stuck          | event murakami_navy         | 6-3, 7-4 | nobody_can_move
anti-oda is stuck          | event swift_as_wind         | 6-3, 7-4 | nobody_can_move
takigawa absent            | event warships              | 6-3, 7-4 | general_absent
shibata spent              | event charge_order_shibata  | 6-3, 7-4 | general_spent
                           |                             | 6-3      | nobody_can_move
shibata spent beside azai  | event charge_order_shibata  | 6-3, 7-4 | general_spent
                           |                             | 6-3      | nobody_can_move
nobunaga spent             | event concentrated_firearms | 6-3, 7-4 | general_spent
                           |                             | 6-3      | nobody_can_move
nobunaga spent beside azai | event concentrated_firearms | 6-3, 7-4 | general_spent
                           |                             | 6-3      | nobody_can_move
armies without generals    | event charge_order_shibata  | 6-3, 7-4 | general_absent
                           |                             | 6-3      | nobody_can_move
armies without generals    | event concentrated_firearms | 6-3, 7-4 | general_absent
                           |                             | 6-3      | nobody_can_move
""")  # fmt: skip
def test_an_order_needs_its_general_and_somebody_who_can_march(
    position: Position, action: str, reasons: list[str]
) -> None:
    check_refusal(position, action, reasons)


# --- events that come to nothing, with the option ----------------------------------------------------------------

IDLE = {
    "oda": [
        *("charge_order", "converging_attack", "corps_formation", "reliable_supply_line"),
        *("scheming_with_other_powers", "urgent_recruitment_oda", "warships"),
    ],
    "anti_oda": [
        *("coordinated_offensive", "feign_illness", "ikkou_uprising", "murakami_navy", "swift_as_wind"),
        "urgent_recruitment_anti_2",
    ],
}


@clause("nobunaga", "6-3")
@pytest.mark.parametrize(("seat", "card"), [(seat, card) for seat, cards in IDLE.items() for card in cards])
def test_n19_an_idle_event_changes_nothing(seat: str, card: str) -> None:
    """Nobody of the seat's power is on the map."""
    areas = {
        "hida": {"controller": "neutral", "neutral": {"ready": 3}},
        "kai": {"takeda": {"ready": 2}},
        "yamato": {"matsunaga": {"ready": 2}},
        "echigo": {"uesugi": {"spent": 2}, "neutral": {"spent": 1}},
    }
    played: dict[str, Any] = {"oda": [card], "anti_oda": ["shogun_letter"]} if seat == "oda" else {"anti_oda": [card]}
    assert board(areas, to_act=seat, **played).why_not(f"event {card}")
    match = board(areas, to_act=seat, options={"idle_events": True}, **played)
    before = match.view("oda")
    match.act(f"event {card}")
    assert match.decision.name == "action"
    assert match.decision.who != seat
    after = match.view("oda")
    for entry in ("areas", "markers", "pools", "off_map", "dead"):
        assert after[entry] == before[entry]


ORDERED = [("charge_order_shibata", "shibata_katsuie"), ("concentrated_firearms", "oda_nobunaga")]


@clause("nobunaga", "6-3", "7-4")
@pytest.mark.parametrize(("card", "general"), ORDERED)
def test_an_idle_order_moves_nobody(card: str, general: str) -> None:
    """Its general is spent, or not there; his stack could march or fight."""
    idle = {"idle_events": True}
    for foes in ({}, {"azai": {"ready": 1}}):
        areas = {"mino": {"oda": {"ready": 3, "spent_generals": [general]}, **foes}}
        match = board(areas, oda=[card, "warships"], options=idle)
        match.act(f"event {card}")
        assert turn_of(match) == ("action", "anti_oda")
        assert armies(match, "mino", "oda") == (3, 0)
    match = board(CORNERS, oda=[card, "warships"], options=idle)
    match.act(f"event {card}")
    assert turn_of(match) == ("action", "anti_oda")
