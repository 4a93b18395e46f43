"""Why a decision outside of movement and combat is refused: deployment, dice, control, actions, bids."""

from __future__ import annotations

from typing import Any

from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.areas_and_cards.refusals import Position, after, check_offer, check_refusal, offers, refusals
from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, board
from tests.clauses.nobunaga.table import compose


def play(areas: dict[str, Any], *texts: str, **entries: Any) -> Position:
    """An action turn, as far as these texts."""
    return after(lambda: board(areas, **entries), *texts)


# --- what an action turn asks ------------------------------------------------------------------------------------

COAST = {"north_settsu": {"oda": {"ready": 3}}, "mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}}}
MINO = {"mino": {"oda": {"ready": 2}}}
BURNT = {"discards": {"oda": ["converging_attack"]}}

TURNS = {
    "first deployment": lambda: new("nobunaga"),
    "action turn": play(COAST),
    "hand of oda": play(MINO, discards={"oda": ["charge_order"]}),
    "reinforcement to pay": play(
        MINO, "reinforcement", "reinforce oda mino", oda=["warships", "charge_order"], **BURNT
    ),
    "second card of a large march": play(
        {"mino": {"oda": {"ready": 20}}},
        *("movement", "march oda mino", "with 16", "to owari", "discard warships"),
        oda=["warships", "charge_order"],
        options={"move_limit": True},
    ),
}


@offers("nobunaga", TURNS, """
first deployment | oda: deploy | 3-3 | ...
""")  # fmt: skip
def test_the_match_begins_with_the_deployment(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", TURNS, """
first deployment             | movement                  | 3-3    | action_phase_only
first deployment             | pass                      | 3-3    | action_phase_only
first deployment             | event warships            | 3-3    | action_phase_only
action turn                  | successor                 | 11-3   | no_successor
action turn                  | first                     | 6-1    | order_settled
action turn                  | deploy oda_nobunaga mino  | 2-2.p2 | no_deployment
action turn                  | marker takeda             | 3-2-2  | no_reinforcement_dice
action turn                  | armies honganji echizen   | 3-2-2  | no_reinforcement_dice
action turn                  | control mino oda          | 5-2    | no_control_to_settle
action turn                  | bid 9                     | 11-1   | no_bidding
action turn                  | support                   | 8-3    | no_strategists
action turn                  | discard converging_attack | 6      | nothing_to_pay
action turn                  | influence takeda right    | 6-5    | not_under_way
action turn                  | shift takeda 1            | 4-2(3) | not_under_way
action turn                  | skip                      | 7-4    | no_second_march
action turn                  | shoot azai_nagamasa       | 6-3    | no_shot
action turn                  | done                      | 7-1    | nothing_to_end
hand of oda                  | event converging_attack   | 6-3    | -
hand of oda                  | event charge_order        | 6-3    | not_in_hand
hand of oda                  | event corps_formation     | 6-3    | not_in_hand
hand of oda                  | event feign_illness       | 6-3    | not_in_hand
reinforcement to pay         | discard warships          | 6-4    | -
reinforcement to pay         | discard charge_order      | 6-4    | -
reinforcement to pay         | discard corps_formation   | 6      | not_in_hand
reinforcement to pay         | discard converging_attack | 6      | not_in_hand
reinforcement to pay         | discard feign_illness     | 6      | not_in_hand
second card of a large march | discard warships          | 11-5   | not_in_hand
second card of a large march | discard charge_order      | 11-5   | -
""")  # fmt: skip
def test_an_action_turn_refuses_what_is_not_asked_and_cards_of_others(
    position: Position, action: str, reasons: list[str]
) -> None:
    check_refusal(position, action, reasons)


# --- reinforcement and diplomacy ---------------------------------------------------------------------------------

OWN = {
    "mino": {"oda": {"ready": 1}},
    "toutoumi": {"tokugawa": {"ready": 8}},
    "north_oumi": {"azai": {"ready": 1}},
    "kai": {"takeda": {"ready": 1}},
}
COURTED = {
    "yamato": {"matsunaga": {"ready": 1}},
    "kai": {"takeda": {"ready": 1}},
    "hida": {"neutral": {"ready": 1}},
    "mino": {"oda": {"ready": 1}},
}
MARKERS = {"tokugawa": 1, "matsunaga": 7, "ukita": 4, "takeda": 4, "uesugi": 3, "mouri": 1}

DEEDS = {
    "oda reinforces": play(OWN, "reinforcement"),
    "anti-oda reinforces": play(COURTED, "reinforcement", to_act="anti_oda"),
    "diplomacy": play({"mino": {"oda": {"ready": 1}}}, "diplomacy", markers=MARKERS),
}


@offers("nobunaga", DEEDS, """
oda reinforces      | oda: reinforce      | 6-4, 1-2-2-1                | reinforce oda mino
anti-oda reinforces | anti_oda: reinforce | 6-4, FAQ-Q09, 4-7           | reinforce takeda kai
diplomacy           | oda: diplomacy      | 6-5, 6-5.p3, 4-2.p3, 4-3.p4 | influence tokugawa right
                    |                     |                             | influence matsunaga left, influence ukita left
                    |                     |                             | influence ukita right, influence uesugi right
                    |                     |                             | influence mouri right
""")  # fmt: skip
def test_these_are_reinforced_and_these_markers_move(position: Position, decision: str, options: list[str]) -> None:
    """Of the Neutral daimyos Anti-Oda may court the greater ones alone."""
    check_offer(position, decision, options)


@refusals("nobunaga", DEEDS, """
oda reinforces      | reinforce azai north_oumi   | 6-4     | not_own
oda reinforces      | reinforce takeda kai        | 6-4     | not_own
oda reinforces      | reinforce oda owari         | 6-4     | no_units
oda reinforces      | reinforce oda kai           | 6-4     | no_units
oda reinforces      | reinforce azai owari        | 6-4     | not_own
                    |                             | 6-4     | no_units
oda reinforces      | reinforce tokugawa toutoumi | 1-2-2-1 | no_counters
anti-oda reinforces | reinforce matsunaga yamato  | 6-4     | not_own
anti-oda reinforces | reinforce neutral hida      | 6-4     | not_own
anti-oda reinforces | reinforce oda mino          | 6-4     | not_own
diplomacy           | influence tokugawa left     | 4-2.p3  | end_of_track
diplomacy           | influence matsunaga right   | 4-2.p3  | end_of_track
diplomacy           | influence takeda right      | 4-3.p4  | stays_anti_oda
                    |                             | 4-2.p3  | end_of_track
diplomacy           | influence takeda left       | 4-3.p4  | stays_anti_oda
                    |                             | 6-5.p3  | only_right
diplomacy           | influence uesugi left       | 6-5.p3  | only_right
diplomacy           | influence mouri left        | 6-5.p3  | only_right
                    |                             | 4-2.p3  | end_of_track
diplomacy           | influence azai left         | 4-1.p4  | no_marker
diplomacy           | influence oda right         | 4-1.p4  | no_marker
diplomacy           | influence neutral right     | 4-1.p4  | no_marker
""")  # fmt: skip
def test_these_are_not_reinforced_and_these_markers_stay(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- 2-2, 3-2-2: deployment and the dice of reinforcement --------------------------------------------------------


def roll(*dice: int, **entries: Any) -> Playing:
    """Anti-Oda's dice of turn two; Oda's die names a general who is not there."""
    return compose(empty=True, turn=2, phase="reinforcement", dice=[1, *dice], **entries)


NAMED = {
    "kai": {"takeda": {"ready": 12}},
    "yamato": {"matsunaga": {"ready": 1}},
    "kii_ishiyama": {"honganji": {"ready": 1}},
}

DICE = {
    "deployment": lambda: new("nobunaga"),
    "nobunaga deployed": after(lambda: new("nobunaga"), "deploy oda_nobunaga mino"),
    "takeda and matsunaga rolled": lambda: roll(2, 6, areas=NAMED, markers={"takeda": 3, "ukita": 6}),
    "takeda's marker moved": after(lambda: roll(2, 6, areas=NAMED, markers={"takeda": 3, "ukita": 6}), "marker takeda"),
    "honganji rolled": lambda: roll(4, 5, areas=NAMED),
}


@offers("nobunaga", DICE, """
takeda and matsunaga rolled | anti_oda: reinforcements | 3-2-2, 3-2-2(1) | marker takeda, marker matsunaga
honganji rolled             | anti_oda: reinforcements | 3-2-2, 3-2-2(2) | armies honganji kii_ishiyama
""")  # fmt: skip
def test_the_dice_name_these(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", DICE, """
deployment                  | deploy oda_nobunaga mino     | 2-2.p2   | -
deployment                  | deploy oda_nobunaga iga_ise  | 2-2.p2   | -
deployment                  | deploy shibata_katsuie mino  | 2-2.p2   | other_general_first
deployment                  | deploy oda_nobunaga toutoumi | 2-2.p2   | no_oda_army
deployment                  | deploy niwa_nagahide kai     | 2-2.p2   | other_general_first
                            |                              | 2-2.p2   | no_oda_army
nobunaga deployed           | deploy oda_nobunaga mino     | 2-2.p2   | other_general_first
takeda and matsunaga rolled | marker uesugi                | 3-2-2    | not_rolled
takeda and matsunaga rolled | marker ukita                 | 3-2-2(1) | already_at_war
takeda and matsunaga rolled | armies takeda kai            | 1-2-2-1  | no_counters
takeda and matsunaga rolled | armies matsunaga yamato      | 3-2-2(2) | not_anti_oda
takeda and matsunaga rolled | armies ukita yamato          | 3-2-2(2) | no_units
takeda and matsunaga rolled | armies ukita kai             | 3-2-2(2) | no_units
takeda and matsunaga rolled | armies honganji kii_ishiyama | 3-2-2    | not_rolled
takeda's marker moved       | marker takeda                | 3-2-2    | not_rolled
                            |                              | 3-2-2(1) | already_at_war
honganji rolled             | marker honganji              | 3-2-2(1) | no_marker
honganji rolled             | marker azai                  | 3-2-2(1) | no_marker
""")  # fmt: skip
def test_generals_come_in_order_and_the_dice_name_nobody_else(
    position: Position, action: str, reasons: list[str]
) -> None:
    check_refusal(position, action, reasons)


# --- 5-2: whose an area becomes ----------------------------------------------------------------------------------

# Azai's units are gone: of his power are Asakura and Honganji there, and Oda is not.
VACANT = {
    "north_oumi": {"oda": {"ready": 2}, "asakura": {"ready": 1}, "honganji": {"ready": 1}},
    "echizen": {"azai": {"ready": 1}, "honganji": {"ready": 1}},
}
SETTLING = ("reinforcement", "reinforce oda north_oumi", "discard gift_to_greater_daimyo")
# Oda destroys Azai and strikes at the Neutral army; Tokugawa only looks on.
STRUCK = {
    "north_oumi": {
        "oda": {"ready": 1, "generals": ["oda_nobunaga"]},
        "tokugawa": {"ready": 1},
        "neutral": {"ready": 1},
        "azai": {"ready": 1},
    }
}
STRIKES = (
    *("combat", "attack oda north_oumi", "target azai", "discard converging_attack"),
    *("again", "discard gift_to_lesser_daimyo", "stop"),
)

AREAS = {
    "north oumi is vacant": play(VACANT, *SETTLING),
    "north oumi is settled": play(VACANT, *SETTLING, "control north_oumi honganji"),
    "oda and neutrals fought": play(STRUCK, *STRIKES, dice=[1, 6, 6, 6, 6], markers=NOBODY_NEUTRAL),
}


@offers("nobunaga", AREAS, """
oda and neutrals fought | oda: control | 5-2(2), 5-2(3) | control north_oumi oda, control north_oumi neutral
""")  # fmt: skip
def test_those_who_fought_come_first(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", AREAS, """
north oumi is vacant    | control north_oumi asakura  | 5-2    | -
north oumi is vacant    | control north_oumi honganji | 5-2    | -
north oumi is vacant    | control north_oumi oda      | 5-2(1) | others_first
north oumi is vacant    | control north_oumi azai     | 5-2    | not_there
north oumi is vacant    | control echizen azai        | 5-2    | other_area
north oumi is settled   | control north_oumi asakura  | 5-2    | other_area
oda and neutrals fought | control north_oumi tokugawa | 5-2(2) | others_first
""")  # fmt: skip
def test_an_area_does_not_become_theirs(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- 11-1, 11-2: bids --------------------------------------------------------------------------------------------

BIDS = {
    "supply areas": lambda: new("nobunaga", options={"bid_supply_areas": True}),
    "bonus cards": lambda: new("nobunaga", options={"bid_bonus_cards": True}),
}


@refusals("nobunaga", BIDS, """
supply areas | bid 0   | 11-1 | -
supply areas | bid 15  | 11-1 | -
supply areas | bid -1  | 11-1 | bid_range
supply areas | bid 16  | 11-1 | bid_range
bonus cards  | bid -12 | 11-2 | -
bonus cards  | bid 12  | 11-2 | -
bonus cards  | bid -13 | 11-2 | bid_range
bonus cards  | bid 13  | 11-2 | bid_range
""")  # fmt: skip
def test_bids_stay_within_their_range(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)
