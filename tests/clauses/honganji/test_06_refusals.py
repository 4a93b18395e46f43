"""Why a decision outside of movement, combat and cards is refused: turn order, petitions, actions, control."""

from __future__ import annotations

from typing import Any

from tests.clauses.areas_and_cards import playing
from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.areas_and_cards.refusals import Position, after, check_offer, check_refusal, offers, refusals
from tests.clauses.honganji.plays import lay, table
from tests.clauses.honganji.steps import board
from tests.clauses.reasons import barred
from tests.support import clause

ONE = {"ready": 1}
# Areas that Oda rules at the start, now nobody's.
LOST = {area: {"controller": "neutral"} for area in ("hokusetsu", "miyako_azuchi", "owari_ise")}


def play(areas: dict[str, Any], *texts: str, **entries: Any) -> Position:
    """An action turn of Tokugawa, if no other seat is named, as far as these texts."""
    return after(lambda: board(areas, **entries), *texts)


# --- 3: order and petitions --------------------------------------------------------------------------------------

TANBA = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}
GREATER = {"kii_ishiyama": {"honganji": {"ready": 6}}, "chuugoku": {"mouri": ONE}, "kantou": {"houjou": ONE}}


def rebels_cut_in() -> Playing:
    return lay(phase="order", status={"shibata": "rebel", "hashiba": "rebel"}, dice=(1, 1))


PHASES = {
    "first rebel cuts in": rebels_cut_in,
    "second rebel cuts in": after(rebels_cut_in, "slot 3"),
    "petition for own armies": lambda: lay(phase="petition", dice=(2,)),
    "petition for armies of others": lambda: lay(GREATER, phase="petition", dice=(4,)),
    "petitions": lambda: playing.compose(
        "honganji", {"phase": "petition", "order": ["akechi", "shibata"]}, dice=[2, 1]
    ),
    "action turn": lambda: table("akechi", "charge_1", TANBA),
}


@offers("honganji", PHASES, """
first rebel cuts in           | hashiba: cut_in  | 3-1.p2          | slot 1, slot 2, slot 3
second rebel cuts in          | shibata: cut_in  | 3-1.p2          | slot 1, slot 2, slot 3, slot 4
petition for own armies       | akechi: petition | 3-3             | armies akechi tanba
petition for armies of others | akechi: petition | 3-3, 4-2.Akechi | armies uesugi echigo, armies houjou kantou
petitions                     | akechi: petition | 3-4             | ...
""")  # fmt: skip
def test_these_slots_and_petitions_are_on_offer(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("honganji", PHASES, """
first rebel cuts in           | slot 0                         | 3-1.p2  | no_such_slot
first rebel cuts in           | slot 4                         | 3-1.p2  | no_such_slot
second rebel cuts in          | slot 0                         | 3-1.p2  | no_such_slot
second rebel cuts in          | slot 5                         | 3-1.p2  | no_such_slot
petition for own armies       | armies akechi echigo           | 3-3     | not_held
petition for own armies       | armies uesugi echigo           | 3-3     | not_rolled
petition for own armies       | armies shibata tanba           | 3-3     | not_rolled
                              |                                | 3-3     | not_held
petition for armies of others | armies mouri chuugoku          | 3-3     | not_rolled
petition for armies of others | armies akechi tanba            | 3-3     | not_rolled
petition for armies of others | armies uesugi kantou           | 3-3     | not_held
petition for armies of others | armies honganji kii_ishiyama   | 1-2-2-1 | no_counters
petition for armies of others | armies honganji echigo         | 3-3     | not_held
                              |                                | 1-2-2-1 | no_counters
petitions                     | movement                       | 3-4     | action_phase_only
action turn                   | slot 1                         | 3-1.p2  | rebels_cut_in
action turn                   | armies akechi tanba            | 3-3     | no_petition
action turn                   | control tanba akechi           | 5-2     | no_control_to_settle
action turn                   | direct uesugi                  | 4-2     | not_under_way
action turn                   | fortify tanba                  | FAQ-Q2  | not_under_way
action turn                   | flipped_army                   | 6-2     | one_kind_of_army
action turn                   | fief tanba tango               | 10-3    | not_under_way
action turn                   | discard surrounding_nobunaga_7 | 6       | nothing_to_pay
action turn                   | march akechi tanba             | 7-1     | no_march_now
action turn                   | attack akechi tanba            | 6-6     | not_under_way
""")  # fmt: skip
def test_slots_petitions_and_what_is_not_asked_are_refused(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


@clause("honganji", "3-1.p2")
def test_the_second_rebel_is_asked_after_the_first() -> None:
    match = rebels_cut_in()
    first = match.decision.who
    match.act("slot 3")
    assert match.decision.who != first


# --- 6: actions --------------------------------------------------------------------------------------------------

# No armies left to place, none of Oda's to transfer, a last unit that stays, nobody to fight.
ALONE = {"tanba": {"akechi": {"spent": 10, "spent_generals": ["akechi_mitsuhide"]}}}
APART = {"tanba": {"akechi": {"ready": 10}}, "kai": {"akechi": {"spent_generals": ["akechi_mitsuhide"]}}}
YAMATO = {"yamato": {"oda": {"generals": ["matsunaga_hisahide"]}}}
ODA = {"gifu": {"oda": ONE}} | YAMATO
TRANSFERS = ODA | {"hida": {"neutral": ONE}} | LOST
CASTLES = {"gifu": {"oda": {"generals": ["oda_nobutada"]}}} | YAMATO
REBEL = {"tokugawa": "rebel"}

ACTIONS = {
    "nobody but the leader": play(ALONE, seat="akechi"),
    "armies apart from the leader": play(APART, seat="akechi", used=True),
    "rebel beside oda": play(ODA, status=REBEL),
    "rebel without oda": play({}, status=REBEL),
    "vassal beside oda": play(ODA),
    "oda armies transferred": play(TRANSFERS, "oda_transfer"),
    "oda has no armies": play(CASTLES),
    "oda has one area": play({"gifu": {"oda": {"ready": 2}}, "yamato": {"controller": "neutral"}} | LOST),
}


@offers("honganji", ACTIONS, """
oda armies transferred | tokugawa: transfer | 6-4, 1-2-2.p2 | transfer gifu yamato
""")  # fmt: skip
def test_an_oda_army_goes_from_area_to_area_of_oda(position: Position, decision: str, options: list[str]) -> None:
    check_offer(position, decision, options)


@refusals("honganji", ACTIONS, """
nobody but the leader        | reinforcement                | 6-3         | nobody_to_reinforce
nobody but the leader        | oda_transfer                 | 6-4         | nothing_to_transfer
nobody but the leader        | movement                     | 6-5         | nobody_can_move
nobody but the leader        | combat                       | 6-6         | nobody_can_fight
nobody but the leader        | end                          | 6           | card_first
nobody but the leader        | event surrounding_nobunaga_5 | 6-2         | not_in_hand
nobody but the leader        | event charge_1               | 6-2         | not_in_hand
nobody but the leader        | throw                        | 6           | -
armies apart from the leader | movement                     | 6-5         | -
armies apart from the leader | end                          | 6           | -
rebel beside oda             | oda_transfer                 | 6-4, 4-1.p3 | vassals_only
rebel without oda            | oda_transfer                 | 6-4         | vassals_only
                             |                              | 6-4         | nothing_to_transfer
vassal beside oda            | oda_transfer                 | 6-4, 4-1.p3 | -
oda armies transferred       | transfer gifu gifu           | 6-4         | same_area
oda armies transferred       | transfer gifu hida           | 6-4         | not_odas
oda armies transferred       | transfer yamato gifu         | 6-4         | no_army
oda armies transferred       | transfer hida gifu           | 6-4         | no_army
oda armies transferred       | transfer hida hida           | 6-4         | no_army
                             |                              | 6-4         | not_odas
                             |                              | 6-4         | same_area
oda has no armies            | oda_transfer                 | 6-4         | nothing_to_transfer
oda has one area             | oda_transfer                 | 6-4         | nothing_to_transfer
""")  # fmt: skip
def test_these_actions_are_refused(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- 6-3: reinforcement ------------------------------------------------------------------------------------------

REINFORCED = {
    "gifu": {"controller": "tokugawa", "tokugawa": ONE},
    "hida": {"controller": "tokugawa", "neutral": {"generals": ["anekouji_yoritsuna"]}},
    "kai": {"shibata": ONE},
}
# Ten counters of Tokugawa's, five Neutral ones.
ALL_OWN = {"gifu": {"controller": "tokugawa", "tokugawa": {"ready": 10}}}
ALL_NEUTRAL = {"hida": {"neutral": {"ready": 5}}}
UESUGI = {"kantou": {"houjou": ONE}, "shinano": {"controller": "uesugi", "neutral": ONE}}

COUNTERS = {
    "tokugawa reinforces": play(REINFORCED, "reinforcement"),
    "all counters on the map": play(ALL_OWN | ALL_NEUTRAL),
    "all own counters on the map": play(ALL_OWN | {"hida": {"neutral": {"ready": 4}}}, "reinforcement"),
    "all neutral counters on the map": play(ALL_NEUTRAL, "reinforcement"),
    "uesugi directed": after(
        lambda: table("akechi", "surrounding_nobunaga_1", UESUGI),
        *("event surrounding_nobunaga_1", "direct uesugi"),
    ),
}


@offers("honganji", COUNTERS, """
tokugawa reinforces             | tokugawa: reinforce | 6-3-1, 6-3-2          | reinforce tokugawa gifu
                                |                     |                       | reinforce tokugawa hida
                                |                     |                       | reinforce tokugawa mikawa
                                |                     |                       | reinforce neutral hida
all own counters on the map     | tokugawa: reinforce | 6-3-1, 6-3-2, 1-2-2-1 | reinforce neutral hida
all neutral counters on the map | tokugawa: reinforce | 6-3-1, 6-3-2, 1-2-2-1 | reinforce tokugawa mikawa
uesugi directed                 | akechi: reinforce   | 4-2                   | reinforce uesugi echigo
                                |                     |                       | reinforce uesugi shinano
""")  # fmt: skip
def test_these_are_reinforced(position: Position, decision: str, options: list[str]) -> None:
    """A directed daimyo is reinforced where it rules."""
    check_offer(position, decision, options)


@refusals("honganji", COUNTERS, """
tokugawa reinforces             | reinforce shibata kai   | 6-3-1   | not_own
tokugawa reinforces             | reinforce uesugi echigo | 6-3-1   | not_own
tokugawa reinforces             | reinforce oda gifu      | 6-3-1   | not_own
                                |                         | 1-2-2-1 | no_counters
tokugawa reinforces             | reinforce tokugawa kai  | 6-3-1   | not_controlled
tokugawa reinforces             | reinforce neutral gifu  | 6-3-2   | no_units
all counters on the map         | reinforcement           | 6-3     | nobody_to_reinforce
all own counters on the map     | reinforce tokugawa gifu | 1-2-2-1 | no_counters
all own counters on the map     | reinforce tokugawa hida | 6-3-1   | not_controlled
                                |                         | 1-2-2-1 | no_counters
all neutral counters on the map | reinforce neutral hida  | 1-2-2-1 | no_counters
all neutral counters on the map | reinforce neutral gifu  | 6-3-2   | no_units
                                |                         | 1-2-2-1 | no_counters
uesugi directed                 | reinforce houjou kantou | 4-2     | event_other_clan
uesugi directed                 | reinforce akechi tanba  | 4-2     | event_other_clan
uesugi directed                 | reinforce uesugi kantou | 4-2     | not_held
""")  # fmt: skip
def test_these_are_not_reinforced(position: Position, action: str, reasons: list[str]) -> None:
    check_refusal(position, action, reasons)


# --- 5-2: whose an area becomes ----------------------------------------------------------------------------------


@clause("honganji", "5-2", "5-2.p2", "4-5.p4")
def test_only_those_who_are_there_may_be_given_the_area_at_hand() -> None:
    """Nobody fought in Gifu or Hida this turn, and their masters are gone. They are settled in either order."""
    areas = {
        "gifu": {"controller": "oda", "uesugi": ONE, "neutral": ONE},
        "hida": {"controller": "oda", "mouri": ONE, "honganji": ONE},
    }
    match = board(areas, used=True)
    match.act("end")
    first, second = ("gifu", "hida") if "gifu" in match.decision.texts[0] else ("hida", "gifu")
    clans = {"gifu": ("uesugi", "neutral"), "hida": ("mouri", "honganji")}
    assert match.decision.name == "control"
    assert set(match.decision.texts) == {f"control {first} {clan}" for clan in clans[first]}
    barred(match, f"control {second} {clans[second][0]}", "5-2 other_area")
    barred(match, f"control {first} oda", "5-2 not_there")
    barred(match, f"control {first} tokugawa", "5-2 not_there")
    match.act(f"control {first} {clans[first][0]}")
    assert set(match.decision.texts) == {f"control {second} {clan}" for clan in clans[second]}
