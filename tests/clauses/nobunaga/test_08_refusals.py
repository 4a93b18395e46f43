"""Chapter 8: why a combat, a commander, a loss or a flight is refused, and what is on offer where it is chosen."""

from __future__ import annotations

from typing import Any

from tests.clauses.areas_and_cards.playing import new
from tests.clauses.areas_and_cards.refusals import Position, after, check_offer, check_refusal, offers, refusals
from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, board


def combat(areas: dict[str, Any], *texts: str, **entries: Any) -> Position:
    """A continued combat of the acting player, as far as these texts."""
    return after(lambda: board(areas, **entries), "combat", *texts)


def event(card: str, areas: dict[str, Any], *texts: str, **entries: Any) -> Position:
    """The only card of the acting player played as event, as far as these texts."""
    seat = entries.get("to_act", "oda")
    return after(lambda: board(areas, **{seat: [card], **entries}), f"event {card}", *texts)


# --- who attacks, and where --------------------------------------------------------------------------------------

FRONT = {
    "north_oumi": {"oda": {"ready": 2}, "azai": {"ready": 1}},
    "echizen": {"oda": {"spent": 2}, "asakura": {"ready": 1}},
    "mino": {"oda": {"ready": 2}},
    "owari": {"oda": {"spent": 1}},
    "kaga": {"takeda": {"ready": 2}, "honganji": {"ready": 1}},
}
SPENT = {"mino": {"oda": {"spent": 2}, "azai": {"ready": 1}}, "owari": {"oda": {"ready": 2}}}
# Shibata's charge: the Oda clan, where he stands ready. Tokugawa is Oda's power, but not the Oda clan.
CHARGE = {
    "north_oumi": {
        "oda": {"ready": 2, "generals": ["shibata_katsuie"]},
        "tokugawa": {"ready": 1},
        "azai": {"ready": 1},
    },
    "echizen": {
        "oda": {"ready": 2, "generals": ["oda_nobunaga"]},
        "tokugawa": {"ready": 2},
        "asakura": {"ready": 1},
    },
}
WIND = {
    "mino": {"takeda": {"ready": 2}, "azai": {"ready": 2}, "oda": {"ready": 1}},
    "owari": {"honganji": {"ready": 2}, "oda": {"ready": 1}},
}
FIREARMS = {
    "north_oumi": {"oda": {"ready": 2, "generals": ["oda_nobunaga"]}, "azai": {"ready": 1}},
    "echizen": {"oda": {"ready": 2, "generals": ["niwa_nagahide"]}, "asakura": {"ready": 1}},
    "mino": {"oda": {"ready": 3, "generals": ["hashiba_hideyoshi"]}},
}

ATTACKS = {
    "oda attacks": combat(FRONT),
    "anti-oda attacks": combat(FRONT, to_act="anti_oda"),
    "oda is spent": lambda: board(SPENT),
    "shibata's charge": event("charge_order_shibata", CHARGE, markers=NOBODY_NEUTRAL),
    "swift as wind": event("swift_as_wind", WIND, to_act="anti_oda", markers=NOBODY_NEUTRAL),
    "firearms": event("concentrated_firearms", FIREARMS),
}


@offers("nobunaga", ATTACKS, """
anti-oda attacks | anti_oda: attack | 6-7, 8-1-2 | attack azai north_oumi, attack asakura echizen, attack honganji kaga
shibata's charge | oda: attack      | 7-4, 6-7   | attack oda north_oumi
swift as wind    | anti_oda: attack | 7-4, 6-7   | attack takeda mino
firearms         | oda: attack      | 7-4, 6-7   | attack oda north_oumi
""")  # fmt: skip
def test_these_attacks_are_on_offer(position: Position, decision: str, options: list[str]) -> None:
    """The charge is an attack, for Shibata is pinned; firearms demand Nobunaga himself."""
    check_offer(position, decision, options)


@refusals("nobunaga", ATTACKS, """
oda attacks      | attack oda north_oumi      | 6-7   | -
oda attacks      | attack azai north_oumi     | 6-7   | not_own
oda attacks      | attack takeda kaga         | 6-7   | not_own
oda attacks      | attack takeda echizen      | 6-7   | not_own
oda attacks      | attack oda kaga            | 6-7   | no_units
oda attacks      | attack oda echizen         | 6-7   | none_ready
oda attacks      | attack oda mino            | 8-1-2 | nobody_to_fight
oda attacks      | attack oda owari           | 6-7   | none_ready
                 |                            | 8-1-2 | nobody_to_fight
anti-oda attacks | attack oda north_oumi      | 6-7   | not_own
oda is spent     | combat                     | 6-7   | nobody_can_fight
shibata's charge | attack oda echizen         | 7-4   | general_needed
shibata's charge | attack tokugawa echizen    | 7-4   | event_other_clan
                 |                            | 7-4   | general_needed
shibata's charge | attack tokugawa north_oumi | 7-4   | event_other_clan
                 |                            | 7-4   | general_needed
shibata's charge | attack tokugawa mino       | 7-4   | event_other_clan
                 |                            | 6-7   | no_units
swift as wind    | attack azai mino           | 7-4   | event_other_clan
swift as wind    | attack honganji owari      | 7-4   | event_other_clan
firearms         | attack oda echizen         | 7-4   | general_needed
""")  # fmt: skip
def test_these_attacks_are_refused(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- whom, and under whose command -------------------------------------------------------------------------------

CROWD = {
    "north_oumi": {"oda": {"ready": 2}, "tokugawa": {"ready": 1}, "azai": {"ready": 1}, "uesugi": {"ready": 1}},
    "echizen": {"honganji": {"ready": 1}},
}
# The only target is taken by itself; Oda's generals of different value ask for a commander.
COMMANDERS = {
    "mino": {
        "oda": {"ready": 2, "generals": ["oda_nobunaga", "niwa_nagahide", "sakuma_nobumori"]},
        "controller": "azai",
        "azai": {"ready": 3, "generals": ["azai_nagamasa"]},
    },
    "echizen": {"honganji": {"ready": 1}},
}
MARKSMEN = {
    "mino": {
        "oda": {"ready": 1, "generals": ["oda_nobunaga", "sakuma_nobumori"]},
        "mouri": {"ready": 1, "generals": ["kobayakawa_takakage", "kikkawa_motoharu"]},
    }
}
MOURI_AT_WAR = {"mouri": len(new("nobunaga").view(None)["markers"]["mouri"]["boxes"])}

TARGETS = {
    "target in north oumi": combat(CROWD, "attack oda north_oumi", markers=NOBODY_NEUTRAL),
    "commander in mino": combat(COMMANDERS, "attack oda mino"),
    "firearms before the combat": event(
        "concentrated_firearms", MARKSMEN, "attack oda mino", markers=MOURI_AT_WAR, today=True
    ),
}


@offers("nobunaga", TARGETS, """
target in north oumi       | oda: target    | 8-1-2           | target azai, target uesugi
commander in mino          | oda: commander | 8-1-2           | ...
firearms before the combat | oda: victim    | 8-1-3, 6-3, 7-4 | ...
""")  # fmt: skip
def test_target_and_commander_are_chosen_in_this_order(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", TARGETS, """
target in north oumi       | target honganji             | 8-1-2 | not_there
target in north oumi       | target tokugawa             | 8-1-2 | same_power
target in north oumi       | target oda                  | 8-1-2 | same_power
commander in mino          | target honganji             | 8-1-2 | not_there
commander in mino          | target oda                  | 8-1-2 | same_power
commander in mino          | target azai                 | 8-1-2 | target_chosen
commander in mino          | attack oda mino             | 6-7   | attack_chosen
commander in mino          | again                       | 8-5   | combat_first
commander in mino          | commander azai_nagamasa     | 8-1-3 | takes_no_part
commander in mino          | commander hashiba_hideyoshi | 8-1-3 | takes_no_part
commander in mino          | own_value                   | 1-2-2 | no_own_value
firearms before the combat | commander oda_nobunaga      | 7-4   | shot_first
firearms before the combat | commander kikkawa_motoharu  | 7-4   | shot_first
firearms before the combat | own_value                   | 7-4   | shot_first
firearms before the combat | shoot sakuma_nobumori       | 6-3   | not_a_victim
""")  # fmt: skip
def test_these_neither_fight_nor_command(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- losses, flight, and the cards that pay ----------------------------------------------------------------------

ROUT = {
    "north_oumi": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}, "azai": {"generals": ["azai_nagamasa"]}},
    "echizen": {"controller": "azai"},
    "wakasa_tango": {"controller": "azai"},
}
HIT = {
    "mino": {"oda": {"ready": 2, "generals": ["oda_nobunaga"]}, "azai": {"ready": 2, "spent": 2}},
    "echizen": {"azai": {"generals": ["azai_nagamasa"]}},
}
LINE = {"north_oumi": {"oda": {"ready": 2}, "azai": {"ready": 1}}}
TWO_CARDS = ["warships", "charge_order"]
# A march of one general and an army from Mino into Azai's land; the combat asks nothing.
RAID = {
    "mino": {"oda": {"ready": 2, "generals": ["oda_nobunaga", "niwa_nagahide"]}},
    "north_oumi": {"controller": "azai", "azai": {"ready": 3}},
    "echizen": {"controller": "honganji", "honganji": {"ready": 1}},
}

AFTERMATH = {
    "nagamasa flees": combat(ROUT, "attack oda north_oumi", dice=[1, 6, 6, 6, 6, 6]),
    "azai loses one of four": combat(HIT, "attack oda mino", dice=[1, 6, 6]),
    "azai has lost one": combat(HIT, "attack oda mino", "lose 0", dice=[1, 6, 6]),
    "first combat is paid": combat(LINE, "attack oda north_oumi", oda=TWO_CARDS),
    "second combat is paid": combat(LINE, "attack oda north_oumi", "discard warships", "again", oda=TWO_CARDS),
    "after a raid": after(
        lambda: board(RAID, dice=[6, 6]),
        *("movement", "march oda mino", "take niwa_nagahide", "done", "with 1", "to north_oumi"),
    ),
}


@offers("nobunaga", AFTERMATH, """
nagamasa flees         | anti_oda: flee   | 8-4-2-2        | flee echizen, flee wakasa_tango
azai loses one of four | anti_oda: losses | 8-4            | lose 0, lose 1
azai has lost one      | oda: discard     | 8-4, 8-5, 8-6  | ...
after a raid           | oda: discard     | 8-5, 7-3, 8.p3 | ...
""")  # fmt: skip
def test_losses_and_flights_are_chosen_within_bounds(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", AFTERMATH, """
nagamasa flees         | flee north_oumi         | 8-4-2-2 | no_refuge
nagamasa flees         | flee mino               | 8-4-2-2 | no_refuge
nagamasa flees         | flee kaga               | 8-4-2-2 | no_refuge
azai loses one of four | lose 2                  | 8-4     | losses_range
azai loses one of four | hit azai_nagamasa       | 8-4     | armies_first
azai loses one of four | commander oda_nobunaga  | 8-1-3   | dice_rolled
azai has lost one      | again                   | 8-6     | pay_first
first combat is paid   | discard corps_formation | 8-6     | not_in_hand
second combat is paid  | discard warships        | 8-5     | not_in_hand
second combat is paid  | discard charge_order    | 8-5     | -
after a raid           | again                   | 8-5     | no_additional_combat
after a raid           | stop                    | 8-5     | no_additional_combat
after a raid           | target azai             | 8-1-2   | no_combat_now
after a raid           | to mino                 | 7       | no_march_now
after a raid           | flee mino               | 8-4-2-2 | nobody_flees
after a raid           | hit niwa_nagahide       | 8-4     | no_choice_of_losses
after a raid           | lose 1                  | 8-4     | no_choice_of_losses
after a raid           | movement                | 6       | one_action
after a raid           | combat                  | 6       | one_action
after a raid           | pass                    | 6       | one_action
after a raid           | event converging_attack | 6       | one_action
""")  # fmt: skip
def test_these_losses_flights_and_payments_are_refused(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)
