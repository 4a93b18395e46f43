"""Why a card is refused as an event, or somebody as its target; and events that come to nothing where they are played.

Harima and Tajima touch Tanba; Mimasaka and Hida do not.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.refusals import Position, after, check_offer, check_refusal, offers, refusals
from tests.clauses.honganji.plays import over, seen, table
from tests.support import clause

ONE = {"ready": 1}
CUNNING = {"tanba": {"akechi": {"generals": ["akechi_mitsuhide", "hosokawa_fujitaka"]}}}
ADVISER = "chief_adviser"


def held(card: str, areas: dict[str, Any] | None = None, *, seat: str = "akechi", **entries: Any) -> Position:
    """The seat holds the card in its action turn."""
    return lambda: table(seat, card, areas, **entries)


def played(card: str, areas: dict[str, Any], *texts: str, **entries: Any) -> Position:
    """The card played as event, as far as these texts."""
    return after(held(card, areas, **entries), f"event {card}", *texts)


# --- whether a card may be played --------------------------------------------------------------------------------

CAPITAL = {"miyako_azuchi": {"controller": "akechi", "akechi": ONE}}
NOBUNAGA = {"miyako_azuchi": {"controller": "akechi", "oda": {"generals": ["oda_nobunaga"]}}}
KENSHIN_ALONE = {"echigo": {"uesugi": {"generals": ["uesugi_kenshin"]}}, "gifu": {"akechi": {"ready": 2}}}
EVERYBODY = ["shibata", "tokugawa", "hashiba"]
SCHEMED = CUNNING | {
    "tajima": {"neutral": {"generals": ["yamana_hirotoyo"]}},
    "tango": {"neutral": {"spent": 1}},
    "mimasaka": {"neutral": {"ready": 1, "generals": ["ukita_naoie"]}},
    "hokusetsu": {"oda": {"ready": 1, "generals": ["araki_murashige"]}},
}
FULL = {"gifu": {"akechi": {"ready": 10}}}
AWAY = {"tanba": {"controller": "oda", "akechi": {"generals": ["akechi_mitsuhide"]}}}
CASTLE = {"generals": ["akechi_mitsuhide", "sakamoto_castle"]}
HIMEJI = {"kai": {"hashiba": {"generals": ["himeji_castle"]}}}
LED_ARMY = {"tanba": {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}}}
DIRECTED = {"chuugoku": {"mouri": ONE}, "kantou": {"houjou": {"spent": 6}}}

PLAYED = {
    "shibata without cunning": held("desertion_1", seat="shibata"),
    "shibata without a target": held("opportunism_1", seat="shibata"),
    "akechi without a target": held("opportunism_1"),
    "shibata, idle events": held("opportunism_1", seat="shibata", options={"idle_events": True}),
    "akechi, idle events": held("opportunism_1", options={"idle_events": True}),
    "tokugawa directs": held("surrounding_nobunaga_1", seat="tokugawa"),
    "hashiba directs": held("surrounding_nobunaga_1", seat="hashiba"),
    "nobunaga alive in akechi's capital": held(ADVISER, NOBUNAGA),
    "nobunaga dead, capital not held": held(ADVISER, killer="akechi"),
    "nobunaga alive in his capital": held(ADVISER),
    "nobunaga dead, capital held": held(ADVISER, CAPITAL, killer="akechi"),
    "nobody to desert": held("desertion_1", KENSHIN_ALONE),
    "a rebel slanders": held("slander_1", CUNNING, status={"akechi": "rebel"}),
    "nobunaga dead": held("slander_1", CUNNING, killer="shibata"),
    "all slandered": held("slander_1", CUNNING, slandered=EVERYBODY),
    "nobody to scheme with": held("scheming_1", CUNNING),
    "no counters to scheme with": held("scheming_1", SCHEMED | FULL),
    "neither counters nor anybody": held("scheming_1", CUNNING | FULL),
    "castle everywhere": held("fortification_1", {"tanba": {"akechi": CASTLE}}),
    "room for a castle": held("fortification_1"),
    "no castle near": held("surrender_of_garrison_1", CUNNING | HIMEJI),
    "no counters to recruit": held("urgent_recruitment", FULL),
    "no area to recruit in": held("urgent_recruitment", AWAY),
    "neither counters nor areas": held("urgent_recruitment", AWAY | FULL),
    "nobody spent at home": held("reliable_supply", {"gifu": {"akechi": {"spent": 1}}}),
    "one unit to transfer": held("transfer_of_fief"),
    "one fief": held("transfer_of_fief", LED_ARMY),
    "two fiefs": held("transfer_of_fief", LED_ARMY | {"kai": {"controller": "akechi"}}),
}


@refusals("honganji", PLAYED, """
shibata without cunning            | event desertion_1             | 6-2.p2, 1-2-1(3)       | too_little_cunning
shibata without a target           | event opportunism_1           | 6-2.p2                 | too_little_cunning
                                   |                               | 6-2                    | nobody_to_turn
akechi without a target            | event opportunism_1           | 6-2                    | nobody_to_turn
shibata, idle events               | event opportunism_1           | 6-2.p2                 | too_little_cunning
akechi, idle events                | event opportunism_1           | 6-2.p2, 1-2-1(3)       | -
tokugawa directs                   | event surrounding_nobunaga_1  | 6-2, 4-2, 4-2.Tokugawa | nobody_to_direct
hashiba directs                    | event surrounding_nobunaga_1  | 6-2, 4-2, 4-2.Hashiba  | -
nobunaga alive in akechi's capital | event chief_adviser           | 6-2                    | no_effect
                                   |                               | 9-2(5)                 | nobunaga_alive
nobunaga dead, capital not held    | event chief_adviser           | 6-2                    | no_effect
                                   |                               | 9-2(5)                 | not_controlled
nobunaga alive in his capital      | event chief_adviser           | 6-2                    | no_effect
                                   |                               | 9-2(5)                 | nobunaga_alive
                                   |                               | 9-2(5)                 | not_controlled
nobunaga dead, capital held        | event chief_adviser           | 9-2(5)                 | -
nobody to desert                   | event desertion_1             | 6-2                    | nobody_to_desert
a rebel slanders                   | event slander_1               | 6-2                    | vassals_only
nobunaga dead                      | event slander_1               | 6-2                    | nobunaga_gone
all slandered                      | event slander_1               | 6-2                    | nobody_to_slander
nobody to scheme with              | event scheming_1              | 6-2                    | nobody_to_scheme
no counters to scheme with         | event scheming_1              | 6-2                    | no_effect
                                   |                               | 1-2-2-1                | no_counters
neither counters nor anybody       | event scheming_1              | 6-2                    | no_effect
                                   |                               | 1-2-2-1                | no_counters
                                   |                               | 6-2                    | nobody_to_scheme
castle everywhere                  | event fortification_1         | 6-2                    | nowhere_to_build
room for a castle                  | event fortification_1         | FAQ-Q2                 | -
no castle near                     | event surrender_of_garrison_1 | 6-2                    | no_castle_near
no counters to recruit             | event urgent_recruitment      | 6-2                    | no_effect
                                   |                               | 1-2-2-1                | no_counters
no area to recruit in              | event urgent_recruitment      | 6-2                    | no_area
neither counters nor areas         | event urgent_recruitment      | 6-2                    | no_effect
                                   |                               | 1-2-2-1                | no_counters
                                   |                               | 6-2                    | no_area
nobody spent at home               | event reliable_supply         | 6-2                    | nobody_spent_there
one unit to transfer               | event transfer_of_fief        | 6-2                    | nothing_to_transfer
one fief                           | event transfer_of_fief        | 6-2                    | nothing_to_transfer
two fiefs                          | event transfer_of_fief        | 6-2                    | -
""")  # fmt: skip
def test_a_card_needs_cunning_and_something_to_do(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- whom a card reaches -----------------------------------------------------------------------------------------

OPPORTUNISTS = CUNNING | {
    "yamato": {"oda": {"generals": ["matsunaga_hisahide"]}},
    "owari_ise": {"neutral": {"generals": ["niwa_nagahide"]}},
    "gifu": {"oda": {"generals": ["oda_nobutada"]}},
    "kai": {"shibata": {"generals": ["takigawa_kazumasu"]}},
}
DESERTERS = {"gifu": {"oda": {"generals": ["oda_nobutada"]}, "akechi": {"ready": 2}, "mouri": {"spent": 1}}}
GENERAL_ALONE = CUNNING | {"tajima": {"neutral": {"generals": ["yamana_hirotoyo"]}}}
ARMY_ALONE = CUNNING | {"tajima": {"neutral": ONE}}
FORTIFIED = {"tanba": {"akechi": CASTLE}, "kai": {"controller": "akechi", "akechi": ONE}}
FORTIFIED_AND_LOST = FORTIFIED | {"tanba": {"controller": "oda", "akechi": CASTLE}}
GARRISONS = (
    CUNNING
    | HIMEJI
    | {
        "tango": {"shibata": {"generals": ["kitanoshou_castle"]}},
        "gifu": {"akechi": {"generals": ["sakamoto_castle"]}},
    }
)
RECRUITS = {"kai": {"controller": "akechi"}, "gifu": {"akechi": {"ready": 8}}}
SUPPLIED = {
    "kai": {"controller": "akechi", "akechi": {"spent": 1}},
    "gifu": {"akechi": {"spent": 1}},
    "echizen": {"shibata": {"spent": 1, "generals": ["shibata_katsuie"]}},
}
FIEFS = {"kai": {"controller": "akechi", "akechi": {"spent": 2}}, "gifu": {"akechi": {"ready": 3}}}
TRANSFERRED = {
    "tanba": {"akechi": {"ready": 1, "spent": 2, "generals": ["akechi_mitsuhide", "sakamoto_castle"]}},
    "tango": {"controller": "akechi", "akechi": ONE},
}
FIVE_SPENT = {"spent": 4, "spent_generals": ["akechi_mitsuhide"], "generals": ["hosokawa_tadaoki"]}
ONE_SPENT = {"spent": 1, "generals": ["akechi_mitsuhide"]}

TARGETS = {
    "akechi directs": played("surrounding_nobunaga_1", DIRECTED),
    "shibata directs": played("surrounding_nobunaga_1", DIRECTED, seat="shibata"),
    "opportunism": played("opportunism_1", OPPORTUNISTS, out=["shibata"]),
    "desertion": played("desertion_1", DESERTERS),
    "slander": played("slander_1", CUNNING, slandered=["shibata"], status={"tokugawa": "rebel"}),
    "scheming": played("scheming_1", SCHEMED),
    "scheming with a general alone": played("scheming_1", GENERAL_ALONE),
    "scheming with an army alone": played("scheming_1", ARMY_ALONE),
    "fortification": played("fortification_1", FORTIFIED),
    "fortification of a lost area": played("fortification_1", FORTIFIED_AND_LOST),
    "surrender": played("surrender_of_garrison_1", GARRISONS),
    "recruitment": played("urgent_recruitment", RECRUITS),
    "supply": played("reliable_supply", SUPPLIED),
    "supply of five": played(
        "reliable_supply", {"tanba": {"controller": "akechi", "akechi": FIVE_SPENT}}, "supply tanba"
    ),
    "supply of one": played(
        "reliable_supply", {"tanba": {"controller": "akechi", "akechi": ONE_SPENT}}, "supply tanba"
    ),
    "fief": played("transfer_of_fief", FIEFS),
    "generals of a fief": played("transfer_of_fief", TRANSFERRED, "fief tanba tango"),
    "ready armies of a fief": played("transfer_of_fief", TRANSFERRED, "fief tanba tango", "done"),
    "spent armies of a fief": played("transfer_of_fief", TRANSFERRED, "fief tanba tango", "done", "with 1"),
}


@offers("honganji", TARGETS, """
akechi directs         | akechi: greater        | 4-2, 4-2.Akechi        | direct uesugi
shibata directs        | shibata: greater       | 4-2, 4-2.Shibata       | direct mouri
opportunism            | akechi: opportunism    | 6-2, CS.legend         | turn matsunaga_hisahide
desertion              | akechi: desertion      | 6-2                    | desert uesugi echigo, desert mouri gifu
slander                | akechi: slander        | 6-2, 4-1               | slander hashiba
scheming               | akechi: scheme         | 6-2, 10-1.p2           | scheme_general yamana_hirotoyo
                       |                        |                        | scheme_army tango
fortification          | akechi: fortify        | FAQ-Q1, FAQ-Q2, FAQ-Q6 | fortify kai
surrender              | akechi: surrender      | FAQ-Q1, 6-2            | surrender kitanoshou_castle
recruitment            | akechi: recruit        | 6-2                    | recruit akechi tanba, recruit akechi kai
supply                 | akechi: supply         | 6-2                    | supply kai
supply of five         | akechi: ready          | 6-2                    | ...
fief                   | akechi: fief           | 6-2, 10-3, FAQ-Q3      | fief kai tanba
generals of a fief     | akechi: generals       | 10-3, 1-2-1-2          | ...
ready armies of a fief | akechi: strength       | 10-3                   | ...
spent armies of a fief | akechi: spent_strength | 10-3                   | ...
""")  # fmt: skip
def test_cards_reach_these(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("honganji", TARGETS, """
akechi directs                | direct mouri                    | 4-2       | not_on_list
akechi directs                | direct honganji                 | 4-2       | no_units_anywhere
akechi directs                | direct houjou                   | 4-2       | can_do_nothing
akechi directs                | direct oda                      | 4-2       | not_on_list
                              |                                 | 4-2       | can_do_nothing
akechi directs                | direct shibata                  | 4-2       | not_on_list
shibata directs               | direct houjou                   | 4-2       | not_on_list
                              |                                 | 4-2       | can_do_nothing
shibata directs               | direct honganji                 | 4-2       | no_units_anywhere
opportunism                   | turn oda_nobutada               | CS.legend | not_red
opportunism                   | turn akechi_mitsuhide           | CS.legend | not_red
                              |                                 | 6-2       | not_a_target
opportunism                   | turn hosokawa_fujitaka          | 6-2       | not_a_target
opportunism                   | turn niwa_nagahide              | 6-2       | not_a_target
opportunism                   | turn takigawa_kazumasu          | 6-2       | not_a_target
opportunism                   | turn kuroda_kanbee              | 6-2       | general_absent
opportunism                   | turn maeda_toshiie              | CS.legend | not_red
                              |                                 | 6-2       | general_absent
desertion                     | desert akechi gifu              | 6-2       | own_clan
desertion                     | desert oda gifu                 | 6-2       | no_army
desertion                     | desert shibata echizen          | 6-2       | no_army
slander                       | slander akechi                  | 6-2       | own_clan
slander                       | slander shibata                 | 6-2       | already_slandered
slander                       | slander tokugawa                | 6-2       | not_a_vassal
slander                       | slander uesugi                  | 6-2       | not_a_vassal
slander                       | slander oda                     | 6-2       | not_a_vassal
scheming                      | scheme_army tajima              | 6-2       | no_army
scheming                      | scheme_army hokusetsu           | 6-2       | no_army
scheming                      | scheme_army mimasaka            | 6-2       | not_beside_own
scheming                      | scheme_army kai                 | 6-2       | no_army
                              |                                 | 6-2       | not_beside_own
scheming                      | scheme_general ukita_naoie      | 6-2       | not_beside_own
scheming                      | scheme_general araki_murashige  | 6-2       | not_neutral
scheming                      | scheme_general takeda_katsuyori | 6-2       | not_neutral
scheming with a general alone | scheme_army tajima              | 6-2       | no_army
scheming with an army alone   | scheme_general yamana_hirotoyo  | 6-2       | not_neutral
fortification                 | fortify tanba                   | FAQ-Q6    | castle_there
fortification                 | fortify gifu                    | FAQ-Q2    | not_controlled
fortification of a lost area  | fortify tanba                   | FAQ-Q2    | not_controlled
                              |                                 | FAQ-Q6    | castle_there
surrender                     | surrender sakamoto_castle       | 6-2       | own_clan
surrender                     | surrender himeji_castle         | 6-2       | too_far_from_units
surrender                     | surrender hamamatsu_castle      | 6-2       | general_absent
surrender                     | surrender oda_nobunaga          | FAQ-Q1    | not_a_castle
recruitment                   | recruit akechi gifu             | 6-2       | not_controlled
recruitment                   | recruit shibata echizen         | 6-2       | not_own
supply                        | supply gifu                     | 6-2       | not_controlled
supply                        | supply tanba                    | 6-2       | nobody_spent
supply                        | supply echizen                  | 6-2       | not_controlled
                              |                                 | 6-2       | nobody_spent
supply of five                | done                            | 6-2       | ready_one
supply of five                | ready_general hosokawa_tadaoki  | 6-2       | not_spent
supply of five                | ready_general hosokawa_fujitaka | 6-2       | not_in_stack
supply of one                 | ready_army                      | 6-2       | all_readied
fief                          | fief kai kai                    | 6-2       | same_area
fief                          | fief kai gifu                   | 6-2       | not_controlled
fief                          | fief gifu kai                   | 6-2       | not_controlled
fief                          | fief tanba kai                  | 6-2       | leave_one
fief                          | fief echizen gifu               | 6-2       | not_controlled
                              |                                 | 6-2       | not_controlled
                              |                                 | 6-2       | leave_one
fief                          | fief gifu gifu                  | 6-2       | not_controlled
                              |                                 | 6-2       | not_controlled
                              |                                 | 6-2       | same_area
generals of a fief            | take sakamoto_castle            | 1-2-1-2   | cannot_move
generals of a fief            | take hosokawa_tadaoki           | 10-3      | not_in_stack
generals of a fief            | with 1                          | 10-3      | generals_first
generals of a fief            | with_spent 1                    | 10-3      | generals_first
ready armies of a fief        | with 2                          | 10-3      | amount_range
ready armies of a fief        | take akechi_mitsuhide           | 10-3      | stack_chosen
ready armies of a fief        | with_spent 1                    | 10-3      | ready_ones_first
spent armies of a fief        | with_spent 3                    | 10-3      | amount_range
spent armies of a fief        | with 1                          | 10-3      | stack_chosen
""")  # fmt: skip
def test_cards_do_not_reach_these(position: Position, action: str, reasons: list[str]) -> None:
    """Opportunism turns no general that was turned before (Niwa), nor one of a player who is out (Takigawa)."""
    check_refusal(position, action, reasons)


# --- H-70: events that come to nothing, where the option lets them be played -------------------------------------


@pytest.mark.parametrize(
    ("seat", "card", "areas", "entries"),
    [
        ("tokugawa", "surrounding_nobunaga_1", {}, {}),
        ("akechi", "chief_adviser", {}, {}),
        ("akechi", "chief_adviser", {}, {"killer": "shibata"}),
        ("akechi", "desertion_1", {"echigo": {"uesugi": {"generals": ["uesugi_kenshin"]}}}, {}),
        ("akechi", "slander_1", CUNNING, {"slandered": EVERYBODY}),
        ("akechi", "slander_1", CUNNING, {"status": {"akechi": "rebel"}}),
        ("akechi", "slander_1", CUNNING, {"killer": "shibata"}),
        ("akechi", "scheming_1", CUNNING, {}),
        ("akechi", "scheming_1", CUNNING | {"tango": {"neutral": ONE}} | FULL, {}),
        ("akechi", "fortification_1", {"tanba": {"akechi": CASTLE}}, {}),
        ("akechi", "surrender_of_garrison_1", CUNNING, {}),
        ("akechi", "urgent_recruitment", FULL, {}),
        ("akechi", "urgent_recruitment", AWAY, {}),
        ("akechi", "transfer_of_fief", {}, {}),
    ],
)
@clause("honganji", "6-2")
def test_h70_an_idle_event_asks_nothing_and_changes_nothing(
    seat: str, card: str, areas: dict[str, Any], entries: dict[str, Any]
) -> None:
    match = table(seat, card, areas, options={"idle_events": True}, **entries)
    before = {key: seen(match, key) for key in ("areas", "pools", "points", "slandered", "adviser", "off_map")}
    match.act(f"event {card}")
    assert {key: seen(match, key) for key in before} == before
    over(match, seat, card)
