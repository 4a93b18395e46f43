"""Chapter 8: why a combat, a commander, a loss or a flight is refused, and what is on offer where it is chosen."""

from __future__ import annotations

from typing import Any

from tests.clauses.areas_and_cards.refusals import Position, after, check_offer, check_refusal, offers, refusals
from tests.clauses.honganji.plays import table
from tests.clauses.honganji.steps import CARDS, board

ONE = {"ready": 1}


def combat(areas: dict[str, Any], *texts: str, **entries: Any) -> Position:
    """A continued combat of Tokugawa, as far as these texts."""
    return after(lambda: board(areas, **entries), "combat", *texts)


FRONT = {
    "mikawa": {
        "tokugawa": {"ready": 2, "spent": 1, "generals": ["tokugawa_ieyasu"], "spent_generals": ["honda_masanobu"]}
    },
    "gifu": {"tokugawa": ONE, "neutral": ONE},
    "hida": {"tokugawa": {"spent": 1}, "neutral": ONE},
    "kai": {"shibata": ONE, "neutral": ONE},
    "shinano": {"tokugawa": {"spent": 1}},
}
CROWD = {"gifu": {"tokugawa": ONE, "neutral": ONE, "mouri": ONE, "oda": ONE}}
SURPRISED = {
    "tango": {
        "akechi": {"ready": 1, "generals": ["akechi_mitsuhide", "hosokawa_tadaoki"]},
        "shibata": {"ready": 1, "generals": ["maeda_toshiie"]},
    },
    "tanba": {},
}

ATTACKS = {
    "tokugawa attacks": combat(FRONT),
    "target in gifu": combat(CROWD, "attack tokugawa gifu"),
    "surprised in tango": after(
        lambda: table("akechi", "surprise_attack_1", SURPRISED), "event surprise_attack_1", "attack akechi tango"
    ),
}


@offers("honganji", ATTACKS, """
tokugawa attacks   | tokugawa: attack  | 6-6, 8-1-1, 8-1-2 | attack tokugawa gifu
target in gifu     | tokugawa: target  | 8-1-2, 4-5.p2     | target neutral, target mouri, target oda
surprised in tango | akechi: commander | 7-4, 8-2          | ...
""")  # fmt: skip
def test_these_attacks_are_on_offer(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("honganji", ATTACKS, """
tokugawa attacks   | attack shibata kai      | 6-6   | not_own
tokugawa attacks   | attack neutral gifu     | 6-6   | not_own
tokugawa attacks   | attack tokugawa kai     | 6-6   | no_units
tokugawa attacks   | attack tokugawa hida    | 6-6   | none_ready
tokugawa attacks   | attack tokugawa mikawa  | 8-1-2 | nobody_to_fight
tokugawa attacks   | attack tokugawa shinano | 6-6   | none_ready
                   |                         | 8-1-2 | nobody_to_fight
target in gifu     | target tokugawa         | 8-1-2 | same_power
target in gifu     | target uesugi           | 8-1-2 | not_there
surprised in tango | movement                | 7-4   | order_given
surprised in tango | commander maeda_toshiie | 8-1-3 | takes_no_part
""")  # fmt: skip
def test_these_attacks_are_refused(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- command, losses and flight ----------------------------------------------------------------------------------

STRUCK = {
    "gifu": {
        "tokugawa": {"ready": 1, "generals": ["honda_tadakatsu"]},
        "hashiba": {"generals": ["hashiba_hidenaga", "hachisuka_koroku"]},
    }
}
REBEL: dict[str, Any] = {"dice": [3, 6, 6, 6], "status": {"tokugawa": "rebel"}}
# Ieyasu and Sakakibara hold areas; Hida is formally Tokugawa's, but nobody is there.
ROUT = {
    "gifu": {
        "controller": "tokugawa",
        "tokugawa": {"generals": ["honda_masanobu"]},
        "oda": {"generals": ["oda_nobutada"]},
    },
    "kai": {"controller": "tokugawa", "tokugawa": {"generals": ["sakakibara_yasumasa"]}},
    "hida": {"controller": "tokugawa"},
    "shinano": {"tokugawa": ONE},
}
LINE = {"gifu": {"tokugawa": {"ready": 2}, "neutral": {"ready": 3}}}
PAID = ("attack tokugawa gifu", f"discard {CARDS[0]}", "again")
RAID = {
    "mikawa": {"tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu"]}},
    "toutoumi_suruga": {"controller": "neutral", "neutral": {"ready": 3}},
}

AFTERMATH = {
    "hashiba is struck": combat(STRUCK, "attack tokugawa gifu", **REBEL),
    "koroku commands": combat(STRUCK, "attack tokugawa gifu", "commander hachisuka_koroku", **REBEL),
    "masanobu flees": combat(ROUT, "attack tokugawa gifu", dice=(6, 1, 6)),
    "first combat is paid": combat(LINE, "attack tokugawa gifu"),
    "second combat is paid": combat(LINE, *PAID),
    "a card is thrown away": combat(LINE, *PAID, f"discard {CARDS[1]}", "stop", "throw"),
    "a card is thrown": combat(LINE, *PAID, f"discard {CARDS[1]}", "stop", "throw", f"discard {CARDS[2]}"),
    "after a raid": after(
        lambda: board(RAID, dice=[6]),
        *("movement", "march tokugawa mikawa", "done", "with 1", "to toutoumi_suruga"),
    ),
}


@offers("honganji", AFTERMATH, """
hashiba is struck | hashiba: commander | 8-2-1           | commander hashiba_hidenaga, commander hachisuka_koroku
koroku commands   | hashiba: wound     | 8-4             | ...
masanobu flees    | tokugawa: flee     | 8-4-2-2, FAQ-Q8 | flee mikawa, flee kai
after a raid      | tokugawa: discard  | 8-5, 8.p3       | ...
""")  # fmt: skip
def test_commanders_losses_and_flights_are_chosen_within_bounds(
    position: Position, decision: str, options: list[str]
) -> None:
    check_offer(position, decision, options)


@refusals("honganji", AFTERMATH, """
hashiba is struck     | commander honda_tadakatsu      | 8-2-1   | takes_no_part
hashiba is struck     | commander hashiba_hideyoshi    | 8-2-1   | takes_no_part
koroku commands       | hit hashiba_hideyoshi          | 8-4     | takes_no_part
koroku commands       | commander hashiba_hidenaga     | 8-1-3   | dice_rolled
masanobu flees        | flee gifu                      | 8-4-2-2 | no_refuge
masanobu flees        | flee hida                      | 8-4-2-2 | no_refuge
masanobu flees        | flee shinano                   | 8-4-2-2 | no_refuge
masanobu flees        | flee tanba                     | 8-4-2-2 | no_refuge
first combat is paid  | discard surrounding_nobunaga_5 | 8-6     | not_in_hand
first combat is paid  | discard charge_1               | 8-6     | not_in_hand
second combat is paid | discard surrounding_nobunaga_1 | 8-5     | not_in_hand
second combat is paid | discard charge_1               | 8-5     | not_in_hand
a card is thrown away | discard charge_1               | 6-7     | not_in_hand
a card is thrown away | done                           | 6-7     | throw_one
a card is thrown      | done                           | 6-7     | -
after a raid          | again                          | 8-5     | no_additional_combat
after a raid          | target neutral                 | 8-1-2   | no_combat_now
after a raid          | support                        | 1-2-1-3 | no_strategist
after a raid          | movement                       | 6.p2    | finish_first
after a raid          | end                            | 6.p2    | finish_first
after a raid          | throw                          | 6.p2    | finish_first
after a raid          | reinforcement                  | 6.p2    | finish_first
after a raid          | oda_transfer                   | 6.p2    | finish_first
""")  # fmt: skip
def test_these_commanders_losses_flights_and_payments_are_refused(
    position: Position, action: str, reasons: list[str]
) -> None:
    check_refusal(position, action, reasons)
