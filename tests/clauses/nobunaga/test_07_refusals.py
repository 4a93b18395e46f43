"""Chapter 7: why a march is refused, and what is on offer where it is chosen."""

from __future__ import annotations

from typing import Any

from tests.clauses.areas_and_cards.refusals import Position, after, check_offer, check_refusal, offers, refusals
from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, board
from tests.support import clause


def march(areas: dict[str, Any], *texts: str, **entries: Any) -> Position:
    """A movement of the acting player, as far as these texts."""
    return after(lambda: board(areas, **entries), "movement", *texts)


def event(card: str, areas: dict[str, Any], *texts: str, **entries: Any) -> Position:
    """The only card of the acting player played as event, as far as these texts."""
    seat = entries.get("to_act", "oda")
    return after(lambda: board(areas, **{seat: [card], **entries}), f"event {card}", *texts)


# --- who marches, and from where ---------------------------------------------------------------------------------

MARCHERS = {
    "mino": {"oda": {"ready": 2}},
    "owari": {"oda": {"spent": 2}},
    "iga_ise": {"oda": {"ready": 1}},
    "yamashiro": {"oda": {"ready": 2}, "neutral": {"ready": 1}},
    "echizen": {"asakura": {"ready": 2}},
    "south_oumi": {"oda": {"spent": 1}},
}
# Awa Sanuki has the sea for its only neighbour, and the sea is closed to Oda.
ISLAND = {"awa_sanuki": {"oda": {"ready": 2}}}
CHARGE = {  # the Oda clan marches, from where Shibata stands
    "mino": {"oda": {"ready": 2, "generals": ["shibata_katsuie"]}, "tokugawa": {"ready": 2}},
    "owari": {"oda": {"ready": 2, "generals": ["oda_nobunaga"]}, "tokugawa": {"ready": 2}},
}
TWICE = {"mino": {"oda": {"ready": 3}}, "owari": {"oda": {"ready": 3}}, "mikawa": {"tokugawa": {"ready": 2}}}
ALLIES = {"echizen": {"asakura": {"ready": 3}}, "kaga": {"asakura": {"ready": 2}, "honganji": {"ready": 2}}}
# Kai is six steps from the sea, Mino four: even if the way is free, only from Mino it is reached in five.
INLAND = {"kai": {"asakura": {"ready": 3}}, "mino": {"asakura": {"ready": 3}}}
PINNED = {"mino": {"oda": {"generals": ["shibata_katsuie"]}, "azai": {"ready": 1}}}
LONE = {"mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga", "shibata_katsuie"]}}}
FIREARMS = {
    "mino": {"oda": {"ready": 3, "generals": ["hashiba_hideyoshi"]}},
    "owari": {"oda": {"ready": 2, "generals": ["oda_nobunaga"]}},
}

MARCHES = {
    "oda marches": march(MARCHERS),
    "anti-oda marches": march(MARCHERS, to_act="anti_oda"),
    "oda on an island": march(ISLAND | {"mino": {"oda": {"ready": 2}}}),
    "oda on an island alone": lambda: board(ISLAND),
    "shibata's charge": event("charge_order_shibata", CHARGE),
    "second attack converges": event(
        "converging_attack", TWICE, "march oda mino", "with 1", "to south_oumi", "movement"
    ),
    "second ally": event(
        "coordinated_offensive", ALLIES, "march asakura echizen", "with 1", "to noto", "movement", to_act="anti_oda"
    ),
    "navy far from the sea": event("murakami_navy", INLAND, to_act="anti_oda", markers=NOBODY_NEUTRAL),
    "charge beside nobody": event("charge_order_shibata", LONE),
    "charge on the march": event("charge_order_shibata", LONE, "march oda mino"),
    "charge of a pinned general": event("charge_order_shibata", PINNED),
    "firearms on the march": event("concentrated_firearms", FIREARMS),
}


@offers("nobunaga", MARCHES, """
oda marches                | oda: march      | 7-1, 7-2(1), 7-2(2) | march oda mino
anti-oda marches           | anti_oda: march | 7-1                 | march asakura echizen
oda on an island           | oda: march      | 7, 11-8             | march oda mino
shibata's charge           | oda: march      | 7-4                 | march oda mino
charge beside nobody       | oda: march      | 7-4                 | march oda mino
charge of a pinned general | oda: attack     | 7-4                 | attack oda mino
firearms on the march      | oda: march      | 7-4, 6-7            | march oda owari
""")  # fmt: skip
def test_these_marches_are_on_offer(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", MARCHES, """
oda marches                | march asakura echizen | 7-1    | not_own
oda marches                | march asakura mino    | 7-1    | not_own
oda marches                | march oda echizen     | 7-1    | no_units
oda marches                | march oda owari       | 7-1    | none_ready
oda marches                | march oda iga_ise     | 7-2(1) | leave_one
oda marches                | march oda yamashiro   | 7-2(2) | pinned
oda marches                | march oda south_oumi  | 7-1    | none_ready
                           |                       | 7-2(1) | leave_one
anti-oda marches           | march oda mino        | 7-1    | not_own
oda on an island           | march oda awa_sanuki  | 11-8   | sea_closed
oda on an island alone     | movement              | 6-6    | nobody_can_move
shibata's charge           | march oda owari       | 7-4    | general_needed
shibata's charge           | march tokugawa owari  | 7-4    | event_other_clan
                           |                       | 7-4    | general_needed
shibata's charge           | march tokugawa mino   | 7-4    | event_other_clan
                           |                       | 7-4    | general_needed
second attack converges    | march oda owari       | 7-4    | -
second attack converges    | march tokugawa mikawa | 7-4    | -
second attack converges    | march oda mino        | 7-4    | other_origin
second ally                | march honganji kaga   | 7-4    | -
second ally                | march asakura kaga    | 7-4    | event_other_clan
navy far from the sea      | march asakura mino    | 7-4    | -
navy far from the sea      | march asakura kai     | 7-4    | sea_not_near
charge beside nobody       | combat                | 6-7    | nobody_can_fight
charge beside nobody       | attack oda mino       | 8-1-2  | nobody_to_fight
charge on the march        | combat                | 7-4    | order_given
charge of a pinned general | movement              | 7      | nobody_can_move
charge of a pinned general | march oda mino        | 7-2(1) | leave_one
                           |                       | 7-2(2) | pinned
firearms on the march      | march oda mino        | 7-4    | general_needed
""")  # fmt: skip
def test_these_marches_are_refused(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- who goes along ----------------------------------------------------------------------------------------------

LED = {
    "mino": {
        "oda": {"generals": ["oda_nobunaga", "niwa_nagahide"], "spent_generals": ["hashiba_hideyoshi"]},
        "tokugawa": {"generals": ["tokugawa_ieyasu"]},
    },
    "owari": {"oda": {"spent_generals": ["shibata_katsuie"]}},
}
TWO_GENERALS = {
    "mino": {"oda": {"generals": ["oda_nobunaga", "niwa_nagahide"]}, "tokugawa": {"ready": 3}},
}
WITH_NOBUNAGA = {"mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}}}
WITH_ONE_ARMY = {"mino": {"oda": {"ready": 1, "generals": ["oda_nobunaga"]}}}
WITH_SPENT = {"mino": {"oda": {"ready": 3, "spent": 1}}, "owari": {"oda": {"ready": 3}}}
WITH_MORE_SPENT = {"mino": {"oda": {"ready": 3, "spent": 2}}}
# One ready and one spent army: the ready one goes, and nobody is asked how many.
ONE_GOES = {"mino": {"oda": {"ready": 1, "spent": 1, "spent_generals": ["oda_nobunaga"]}}}


def led_by(first: int, cards: list[str]) -> Position:
    """With the limit of 11-5: after so many armies in the first march of an event, a general in the second."""
    generals = ["oda_nobunaga", "niwa_nagahide", "hashiba_hideyoshi"]
    areas = {"mino": {"oda": {"ready": 30}}, "owari": {"oda": {"ready": 2, "generals": generals}}}
    texts = ["march oda mino", f"with {first}", "to south_oumi", "movement", "march oda owari", "take oda_nobunaga"]
    return event("converging_attack", areas, *texts, oda=cards, options={"move_limit": True})


COLUMNS = {
    "generals of mino": march(LED, "march oda mino"),
    "nobunaga taken": march(LED, "march oda mino", "take oda_nobunaga"),
    "niwa taken": march(LED, "march oda mino", "take niwa_nagahide"),
    "two generals": march(TWO_GENERALS, "march oda mino"),
    "one of two generals": march(TWO_GENERALS, "march oda mino", "take oda_nobunaga"),
    "three ready, one spent": march(WITH_SPENT, "march oda mino"),
    "three ready, two spent": march(WITH_MORE_SPENT, "march oda mino"),
    "nobunaga and three": march(WITH_NOBUNAGA, "march oda mino"),
    "nobunaga goes": march(WITH_NOBUNAGA, "march oda mino", "take oda_nobunaga"),
    "nobunaga stays": march(WITH_NOBUNAGA, "march oda mino", "done"),
    "one army chosen": march(WITH_NOBUNAGA, "march oda mino", "done", "with 1"),
    "nobunaga leaves his only army": march(WITH_ONE_ARMY, "march oda mino", "take oda_nobunaga"),
    "nobody named yet": march(ONE_GOES),
    "one army goes by itself": march(ONE_GOES, "march oda mino"),
    "14 have moved": led_by(14, ["converging_attack"]),
    "13 have moved": led_by(13, ["converging_attack"]),
    "29 have moved": led_by(29, ["converging_attack", "warships"]),
}


@offers("nobunaga", COLUMNS, """
one of two generals           | oda: destination | 7-2(1)         | ...
three ready, one spent        | oda: strength    | 7, 7-1, 7-2(1) | with 1, with 2, with 3
nobunaga and three            | oda: generals    | 7-1            | take oda_nobunaga, done
nobunaga goes                 | oda: strength    | 7-1, 7-2(1)    | with 0, with 1, with 2
nobunaga leaves his only army | oda: destination | 7-1            | ...
one army goes by itself       | oda: destination | 7-1, 7-2(1)    | ...
14 have moved                 | oda: destination | 11-5, 11-5.p2  | ...
29 have moved                 | oda: destination | 11-5, 11-5.p2  | ...
""")  # fmt: skip
def test_so_many_may_go_along(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", COLUMNS, """
generals of mino              | done                   | 7      | nobody_taken
generals of mino              | take hashiba_hideyoshi | 7-1    | spent_unit
generals of mino              | take shibata_katsuie   | 7-1    | not_in_stack
generals of mino              | take tokugawa_ieyasu   | 7-1    | not_in_stack
nobunaga taken                | take oda_nobunaga      | 7-1    | not_in_stack
nobunaga taken                | take niwa_nagahide     | 7-1    | -
nobunaga taken                | done                   | 7-1    | -
niwa taken                    | take oda_nobunaga      | 7-1    | -
niwa taken                    | done                   | 7-1    | -
two generals                  | take oda_nobunaga      | 7-2(1) | -
two generals                  | take niwa_nagahide     | 7-2(1) | -
three ready, one spent        | with 0                 | 7      | nobody_taken
three ready, one spent        | with -1                | 7      | nobody_taken
                              |                        | 7-1    | not_so_many_ready
three ready, one spent        | with 4                 | 7-1    | not_so_many_ready
                              |                        | 7-2(1) | leave_one
three ready, two spent        | with 4                 | 7-1    | not_so_many_ready
nobunaga goes                 | with 3                 | 7-2(1) | leave_one
nobunaga and three            | with 1                 | 7-1    | generals_first
nobunaga and three            | to owari               | 7-1    | stack_first
nobunaga stays                | to owari               | 7-1    | stack_first
nobunaga stays                | take oda_nobunaga      | 7-1    | stack_chosen
one army chosen               | done                   | 7-1    | stack_chosen
nobunaga leaves his only army | with 1                 | 7-2(1) | leave_one
nobody named yet              | to owari               | 7-1    | march_first
nobody named yet              | take oda_nobunaga      | 7-1    | march_first
nobody named yet              | with 1                 | 7-1    | march_first
one army goes by itself       | with 1                 | 7-1    | stack_chosen
one army goes by itself       | with 0                 | 7      | nobody_taken
one army goes by itself       | with 2                 | 7-1    | not_so_many_ready
one army goes by itself       | take oda_nobunaga      | 7-1    | spent_unit
one army goes by itself       | take niwa_nagahide     | 7-1    | not_in_stack
one army goes by itself       | march oda mino         | 7      | marching_already
13 have moved                 | take niwa_nagahide     | 11-5   | -
""")  # fmt: skip
def test_these_units_do_not_go_along(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- where to ----------------------------------------------------------------------------------------------------

# Neutral armies bar all ways out of Mikawa but the one by Owari.
BARRED = {
    "mikawa": {"tokugawa": {"ready": 3}},
    "mino": {"neutral": {"ready": 1}},
    "south_shinano": {"neutral": {"ready": 1}},
    "toutoumi": {"neutral": {"ready": 1}},
}
PAST_AZAI = {"mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}}, "north_oumi": {"azai": {"ready": 4}}}
COAST = {"north_settsu": {"oda": {"ready": 3}}, "mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}}}
ADMIRAL = {"oda": {"ready": 1, "generals": ["oda_nobunaga", "takigawa_kazumasu", "niwa_nagahide"]}}
FLEET = COAST | {"mino": ADMIRAL}
SEA_HELD = FLEET | {"seto_sea": {"honganji": {"ready": 1}}}
SAILORS = {"north_settsu": {"miyoshi": {"ready": 3}}, "echizen": {"asakura": {"ready": 3}}}
STRAIT = {"awa_sanuki": {"miyoshi": {"ready": 2}}, "seto_sea": {"oda": {"ready": 1}}}
FROM_SETTSU = ("march oda north_settsu", "with 1")
NAVY: dict[str, Any] = {"to_act": "anti_oda", "markers": NOBODY_NEUTRAL}
# By North Settsu or Kii the sea is two areas from Yamashiro; both are held, so it is three by Tanba and Harima.
DETOUR = {
    "yamashiro": {"asakura": {"ready": 3}},
    "north_settsu": {"oda": {"ready": 1}},
    "kii_ishiyama": {"oda": {"ready": 1}},
}

GOALS = {
    "out of mikawa": march(BARRED, "march tokugawa mikawa", "with 2", markers=NOBODY_NEUTRAL),
    "converging past azai": event(
        "converging_attack", PAST_AZAI, *("march oda mino", "take oda_nobunaga", "with 2"), markers=NOBODY_NEUTRAL
    ),
    "oda on the coast": march(COAST, *FROM_SETTSU, markers=NOBODY_NEUTRAL),
    "warships": event("warships", FLEET, *FROM_SETTSU, markers=NOBODY_NEUTRAL),
    "warships to a held sea": event("warships", SEA_HELD, *FROM_SETTSU, markers=NOBODY_NEUTRAL),
    "no ships, and the sea is held": march(SEA_HELD, *FROM_SETTSU, markers=NOBODY_NEUTRAL),
    "navy": event("murakami_navy", SAILORS, **NAVY),
    "navy from settsu": event("murakami_navy", SAILORS, "march miyoshi north_settsu", "with 2", **NAVY),
    "navy off awa": event("murakami_navy", STRAIT, "march miyoshi awa_sanuki", **NAVY),
    "navy off harima": event(
        "murakami_navy", STRAIT | {"harima": {"miyoshi": {"ready": 2}}}, "march miyoshi harima", **NAVY
    ),
    "navy by a detour": event("murakami_navy", DETOUR, "march asakura yamashiro", "with 2", **NAVY),
    "navy and an enemy on the sea": event(
        "murakami_navy",
        STRAIT | {"awa_sanuki": {"miyoshi": {"ready": 3}}},
        "march miyoshi awa_sanuki",
        "with 2",
        **NAVY,
    ),
    "navy and a friend on the sea": event(
        "murakami_navy",
        {"awa_sanuki": {"miyoshi": {"ready": 3}}, "seto_sea": {"azai": {"ready": 1}}},
        "march miyoshi awa_sanuki",
        "with 2",
        **NAVY,
    ),
}


@offers("nobunaga", GOALS, """
navy by a detour             | anti_oda: destination | 7-4, 7.p1b | to seto_sea, to awa_sanuki, to bitchuu, to bizen
                             |                       |            | to harima, to north_settsu, to kii_ishiyama
                             |                       |            | to houki_inaba, to tajima, to tanba
navy and an enemy on the sea | anti_oda: destination | 7-4, 7.p1b | to seto_sea
""")  # fmt: skip
def test_so_far_the_navy_goes(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("nobunaga", GOALS, """
out of mikawa                 | to owari                   | 7          | -
out of mikawa                 | to nagashima               | 7          | -
out of mikawa                 | to south_oumi              | 7.p1b      | -
out of mikawa                 | to iga_ise                 | 7.p1b      | -
out of mikawa                 | to mikawa                  | 7          | same_area
out of mikawa                 | to yamato                  | 7          | too_far
out of mikawa                 | to echizen                 | 7.p1b      | way_blocked
out of mikawa                 | to kai                     | 7.p1b      | way_blocked
out of mikawa                 | to yamashiro               | 7.p1b      | way_blocked
out of mikawa                 | to seto_sea                | 11-8       | sea_closed
converging past azai          | to north_oumi              | 7-4        | -
converging past azai          | to harima                  | 7.p1b, 7-4 | way_blocked
converging past azai          | to bizen                   | 7, 7-4     | too_far
oda on the coast              | to seto_sea                | 11-8       | sea_closed
oda on the coast              | to awa_sanuki              | 11-8       | sea_closed
oda on the coast              | to echigo                  | 7          | too_far
warships                      | to awa_sanuki              | 11-8       | -
warships                      | to seto_sea                | 11-8       | -
warships to a held sea        | to awa_sanuki              | 7.p1b      | way_blocked
no ships, and the sea is held | to awa_sanuki              | 11-8       | sea_closed
                              |                            | 7.p1b      | way_blocked
navy                          | march miyoshi north_settsu | 7-4        | -
navy from settsu              | to seto_sea                | 7-4        | -
navy from settsu              | to awa_sanuki              | 7-4        | -
navy from settsu              | to bitchuu                 | 7-4        | -
navy from settsu              | to harima                  | 7-4        | -
navy from settsu              | to kaga                    | 7-4        | not_by_sea
navy from settsu              | to north_settsu            | 7          | same_area
navy from settsu              | to echigo                  | 7          | too_far
navy off awa                  | to seto_sea                | 7-4        | -
navy off awa                  | to harima                  | 7.p1b      | way_blocked
navy off harima               | to awa_sanuki              | 7.p1b      | way_blocked
navy off harima               | to kaga                    | 7-4        | not_by_sea
navy by a detour              | to wakasa_tango            | 7.p1b      | way_blocked
navy and a friend on the sea  | to seto_sea                | 7-4        | -
navy and a friend on the sea  | to harima                  | 7.p1b      | -
navy and a friend on the sea  | to mino                    | 7.p1b      | -
""")  # fmt: skip
def test_these_areas_cannot_be_reached(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# Nagashima and Mino belong to Neutral Matsunaga and Ukita; a way names those it intrudes on.
LORDS = {
    "owari": {"oda": {"ready": 3}},
    "nagashima": {"controller": "matsunaga"},
    "mino": {"controller": "ukita"},
}
WAYS = {
    "through neutral land": march(
        LORDS, "march oda owari", "with 2", markers={**NOBODY_NEUTRAL, "matsunaga": 4, "ukita": 4}
    ),
}


@refusals("nobunaga", WAYS, """
through neutral land | to south_oumi                    | 7   | -
through neutral land | to south_oumi via mino           | 4-4 | -
through neutral land | to south_oumi via nagashima mino | 4-4 | -
through neutral land | to south_oumi via mikawa         | 7   | no_such_way
through neutral land | to owari                         | 7   | same_area
through neutral land | to yamashiro via mino nagashima  | 7   | no_such_way
""")  # fmt: skip
def test_a_way_names_those_it_intrudes_on(position: Position, action: str, reasons: list[str]) -> None:
    """To Yamashiro by Mino and Nagashima would be four areas."""
    check_refusal(position, action, reasons)


@clause("nobunaga", "7", "4-4")
def test_there_are_no_other_ways_than_those() -> None:
    texts = WAYS["through neutral land"]().decision.texts
    ways = ["to south_oumi", "to south_oumi via mino", "to south_oumi via nagashima mino"]
    assert [text for text in texts if text.startswith("to south_oumi")] == ways
