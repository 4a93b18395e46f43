"""Chapter 7: why a march is refused, and what is on offer where it is chosen."""

from __future__ import annotations

from typing import Any

from tests.clauses.areas_and_cards.refusals import Position, after, check_offer, check_refusal, offers, refusals
from tests.clauses.honganji.plays import table
from tests.clauses.honganji.steps import board

TOKUGAWA = {"ready": 2, "spent": 1, "generals": ["tokugawa_ieyasu"], "spent_generals": ["honda_masanobu"]}


def march(areas: dict[str, Any], *texts: str, **entries: Any) -> Position:
    """A movement of Tokugawa, as far as these texts."""
    return after(lambda: board(areas, **entries), "movement", *texts)


def event(card: str, areas: dict[str, Any], *texts: str) -> Position:
    """A card of Tokugawa played as event, as far as these texts."""
    return after(lambda: board(areas, cards=(card, "surrounding_nobunaga_1")), f"event {card}", *texts)


def direct(clan: str, areas: dict[str, Any], *texts: str) -> Position:
    """Akechi directs a greater daimyo, as far as these texts."""
    card = "surrounding_nobunaga_1"
    return after(lambda: table("akechi", card, areas), f"event {card}", f"direct {clan}", *texts)


# --- who marches, and from where ---------------------------------------------------------------------------------

MARCHERS = {
    "mikawa": {"tokugawa": TOKUGAWA},
    "gifu": {"tokugawa": {"ready": 1}},
    "kai": {"tokugawa": {"spent": 2}},
    "kantou": {"tokugawa": {"spent": 1, "generals": ["hamamatsu_castle"]}},
    "hida": {"tokugawa": {"ready": 2}, "neutral": {"ready": 1}},
    "yamato": {"tokugawa": {"spent": 1}, "oda": {"ready": 1}},
    "shinano": {"shibata": {"ready": 2}},
}
DIRECTED = {
    "echigo": {"uesugi": {"ready": 3}},
    "mikawa": {"tokugawa": {"ready": 2, "spent": 1, "generals": ["tokugawa_ieyasu"]}},
    "tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}},
}
# Shikoku has nobody to fight within reach.
RAIDERS = {
    "mikawa": {"tokugawa": TOKUGAWA},
    "shikoku": {"tokugawa": {"ready": 2}},
    "gifu": {"neutral": {"ready": 1}},
    "tango": {"hashiba": {"generals": ["hashiba_hideyoshi"]}},
}
# Uesugi's one spent army can only be joined by another; with all eight on the map not even that.
ONE_SPENT = {"echigo": {"controller": "uesugi", "uesugi": {"spent": 1}}}
ALL_OUT = {"echigo": {"controller": "uesugi", "uesugi": {"ready": 8}, "neutral": {"ready": 1}}}
TWO_READY = {"echigo": {"controller": "uesugi", "uesugi": {"ready": 2}}}

MARCHES = {
    "tokugawa marches": march(MARCHERS),
    "uesugi directed by akechi": direct("uesugi", DIRECTED, "movement"),
    "surprise attack": event("surprise_attack_1", RAIDERS),
    "uesugi has one spent army": direct("uesugi", ONE_SPENT),
    "uesugi has no counters left": direct("uesugi", ALL_OUT),
    "uesugi has nobody to fight": direct("uesugi", TWO_READY),
    "charge without units": lambda: table("akechi", "charge_1"),
    "surprise attack without units": lambda: table("akechi", "surprise_attack_1"),
    "forced march without units": lambda: table("akechi", "forced_march_1"),
}


@offers("honganji", MARCHES, """
tokugawa marches            | tokugawa: march      | 7-1, 7-2(1), 7-2(2), 7-2(3) | march tokugawa mikawa
uesugi directed by akechi   | akechi: march        | 7-1, 4-6.Ex2, 4-2           | march uesugi echigo
surprise attack             | tokugawa: march      | 7-4, 7                      | march tokugawa mikawa
uesugi has one spent army   | akechi: reinforce    | 4-2                         | ...
uesugi has no counters left | akechi: attack       | 4-2                         | ...
uesugi has nobody to fight  | akechi: event_action | 4-2                         | ...
""")  # fmt: skip
def test_these_marches_are_on_offer(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("honganji", MARCHES, """
tokugawa marches              | march shibata shinano   | 7-1, 4-6.Ex1     | not_own
tokugawa marches              | march uesugi echigo     | 7-1, 4-6.Ex1     | not_own
tokugawa marches              | march tokugawa shinano  | 7-1              | no_units
tokugawa marches              | march tokugawa gifu     | 7-2(1)           | leave_one
tokugawa marches              | march tokugawa kai      | 7-1              | none_ready
tokugawa marches              | march tokugawa kantou   | 7-2(3)           | only_defenders
tokugawa marches              | march tokugawa hida     | 7-2(2)           | pinned
tokugawa marches              | march tokugawa yamato   | 7-1              | none_ready
                              |                         | 7-2(1)           | leave_one
                              |                         | 7-2(2)           | pinned
uesugi directed by akechi     | march akechi tanba      | 7-1              | not_own
uesugi directed by akechi     | march tokugawa mikawa   | 7-1              | not_own
surprise attack               | march tokugawa shikoku  | 7-4              | nobody_near
uesugi has one spent army     | movement                | 7                | cannot_march
uesugi has one spent army     | march uesugi echigo     | 7                | cannot_march
uesugi has one spent army     | combat                  | 6-6              | cannot_fight
uesugi has one spent army     | reinforcement           | 4-2              | order_given
uesugi has no counters left   | reinforcement           | 1-2-2-1          | no_counters
uesugi has no counters left   | movement                | 7                | cannot_march
uesugi has nobody to fight    | combat                  | 6-6              | cannot_fight
charge without units          | event charge_1          | 6-2, 7-4, 7-2(1) | nobody_can_move
surprise attack without units | event surprise_attack_1 | 6-2, 7-4, 7-2(1) | nobody_can_move
forced march without units    | event forced_march_1    | 6-2, 7-4, 7-2(1) | nobody_can_move
""")  # fmt: skip
def test_these_marches_are_refused(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- who goes along ----------------------------------------------------------------------------------------------

CASTLE_AND_GENERALS = {
    "mikawa": {
        "tokugawa": {
            "ready": 1, "spent_generals": ["honda_masanobu"], "generals": ["tokugawa_ieyasu", "hamamatsu_castle"],
        },
    },
    "gifu": {"tokugawa": {"generals": ["honda_tadakatsu"]}},
}  # fmt: skip
PAIR = ["tokugawa_ieyasu", "honda_masanobu"]
TWO_GENERALS = {"mikawa": {"tokugawa": {"generals": PAIR}}}
WITH_ARMIES = {"mikawa": {"tokugawa": {"ready": 2, "generals": PAIR}}}
FROM_MIKAWA = "march tokugawa mikawa"

COLUMNS = {
    "generals of mikawa": march(CASTLE_AND_GENERALS, FROM_MIKAWA),
    "ieyasu and one army": march(CASTLE_AND_GENERALS, FROM_MIKAWA, "take tokugawa_ieyasu"),
    "ieyasu without the army": march(CASTLE_AND_GENERALS, FROM_MIKAWA, "take tokugawa_ieyasu", "with 0"),
    "two generals": march(TWO_GENERALS, FROM_MIKAWA),
    "one of two generals": march(TWO_GENERALS, FROM_MIKAWA, "take honda_masanobu"),
    "masanobu taken": march(WITH_ARMIES, FROM_MIKAWA, "take honda_masanobu"),
    "masanobu alone taken": march(WITH_ARMIES, FROM_MIKAWA, "take honda_masanobu", "done"),
    "armies alone": march(WITH_ARMIES, FROM_MIKAWA, "done"),
}


@offers("honganji", COLUMNS, """
generals of mikawa      | tokugawa: generals    | 7, 7-1, 7-2(3) | take tokugawa_ieyasu, done
ieyasu and one army     | tokugawa: strength    | 7-1            | ...
ieyasu without the army | tokugawa: destination | 7-1            | ...
one of two generals     | tokugawa: destination | 7-2(1)         | ...
masanobu alone taken    | tokugawa: strength    | 7-1, 7-2(1)    | with 0, with 1, with 2
armies alone            | tokugawa: strength    | 7, 7-1         | with 1, with 2
""")  # fmt: skip
def test_so_many_may_go_along(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("honganji", COLUMNS, """
generals of mikawa   | take honda_masanobu   | 7-1    | spent_unit
generals of mikawa   | take hamamatsu_castle | 7-2(3) | cannot_move
generals of mikawa   | take honda_tadakatsu  | 7-1    | not_in_stack
generals of mikawa   | take akechi_mitsuhide | 7-1    | not_in_stack
ieyasu and one army  | with 2                | 7-1    | not_so_many_ready
ieyasu and one army  | with 3                | 7-1    | not_so_many_ready
                     |                       | 7-2(1) | leave_one
two generals         | done                  | 7      | nobody_taken
masanobu taken       | take honda_masanobu   | 7-1    | not_in_stack
masanobu alone taken | with 3                | 7-1    | not_so_many_ready
                     |                       | 7-2(1) | leave_one
armies alone         | with 0                | 7      | nobody_taken
""")  # fmt: skip
def test_these_units_do_not_go_along(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- where to ----------------------------------------------------------------------------------------------------

# Hida lies two areas from Mikawa, by Gifu or Shinano, where Neutral armies stop everybody.
BARRED = {
    "mikawa": {"tokugawa": TOKUGAWA},
    "gifu": {"neutral": {"ready": 1}},
    "shinano": {"neutral": {"ready": 1}},
    "owari_ise": {"oda": {"ready": 1}},
}
# A charge must end in combat.
CHARGERS = {
    "mikawa": {"tokugawa": TOKUGAWA},
    "chuugoku": {"tokugawa": {"ready": 2}},
    **{area: {"neutral": {"ready": 1}} for area in ("gifu", "hida", "shinano", "kai")},
}

GOALS = {
    "out of mikawa": march(BARRED, FROM_MIKAWA, "take tokugawa_ieyasu", "with 1"),
    "charge": event("charge_1", CHARGERS),
    "charge out of mikawa": event("charge_1", CHARGERS, FROM_MIKAWA, "done", "with 1"),
}


@offers("honganji", GOALS, """
charge               | tokugawa: march       | 7-4, 6-2, 7-2(2) | march tokugawa mikawa, march tokugawa chuugoku
charge out of mikawa | tokugawa: destination | 7-4, 6-2         | to gifu, to shinano, to kai
""")  # fmt: skip
def test_a_charge_ends_where_it_can_fight(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("honganji", GOALS, """
out of mikawa        | to gifu       | 7.p1b | -
out of mikawa        | to yamato     | 7-5   | -
out of mikawa        | to kai        | 7     | -
out of mikawa        | to owari_ise  | 7-5   | -
out of mikawa        | to mikawa     | 7     | same_area
out of mikawa        | to hida       | 7.p1b | way_blocked
out of mikawa        | to tanba      | 7     | too_far
out of mikawa        | to kai kantou | 7     | no_such_way
charge out of mikawa | to owari_ise  | 7-4   | no_combat_there
charge out of mikawa | to hida       | 7.p1b | way_blocked
charge out of mikawa | to harima     | 7     | too_far
""")  # fmt: skip
def test_these_areas_cannot_be_reached(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)
