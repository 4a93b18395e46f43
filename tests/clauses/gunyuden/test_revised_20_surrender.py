"""Section 20-3 as revised: the eight answers to a call for surrender (R-6)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import at, besiege, castle, force, garrison, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.table import compose, host
from tests.support import clause

pytestmark = only("revised")

KAWA, HARA = "0514", "0617"
LEADER, SECOND = "sugi", "kaede"
MATSU = {"matsu": "0505"}
THREE = {"surrender_results": "three"}

inside = partial(garrison, KAWA)


def invest_kawa(units: dict[str, Any], dice: list[int], durability: int = 10, spirit: int = 0, **entries: Any) -> Any:
    known = {"durability": durability, **({"morale": spirit} if spirit else {}), **entries.pop("known", {})}
    men = host(KAWA, entries.pop("strength", 15), invests=True, morale=entries.pop("low", 0))
    for name in entries.pop("worn", ()):
        men[name] = {**men[name], "steps": 1}
    place: dict[str, Any] = {"around": KAWA, "radius": 2, "to_act": "red", **entries}
    return compose({**men, **units, **MATSU}, castles={"kawa": known, **place.pop("castles", {})}, dice=dice, **place)


def call(match: Match) -> str:
    (answer,) = of_kind(besiege(match, LEADER, "call"), "call_answered")
    assert answer["castle"] == "kawa"
    return str(answer["answer"])


def go_to_turn(match: Match, turn: int, stage: int) -> None:
    """Go on to the red phase of this turn and stage; every castle holds out."""
    while (match.view(None)["turn"], match.view(None)["stage"], decision_of(match).who) != (turn, stage, "red"):
        match.act("hold_out" if decision_of(match).name == "offer" else "end")
    assert decision_of(match).name == "force"


# --- QR-CST: the table ----------------------------------------------------------------------------------

RESISTS, REFUSES, SILENT, OPENS = "resists_to_the_end", "refuses", "no_response", "opens_the_gates"
LORD, HARD, DISBANDS, SURRENDER = "lord_seppuku", "hardliners", "disbands", "surrender"
# By durability: the highest modified die of each answer in turn; all higher dice belong to the last answer.
TABLE: dict[int, list[tuple[str, int]]] = {
    10: [(RESISTS, 4), (REFUSES, 6), (SILENT, 8), (OPENS, 10)],
    9: [(RESISTS, 3), (REFUSES, 6), (SILENT, 8), (OPENS, 10)],
    8: [(RESISTS, 1), (REFUSES, 4), (SILENT, 8), (OPENS, 9), (LORD, 10)],
    7: [(RESISTS, 0), (REFUSES, 3), (SILENT, 7), (OPENS, 8), (LORD, 9), (HARD, 10)],
    6: [(RESISTS, 0), (REFUSES, 2), (SILENT, 7), (OPENS, 8), (LORD, 9), (SURRENDER, 10)],
    5: [(REFUSES, 1), (SILENT, 6), (OPENS, 7), (LORD, 8), (HARD, 9), (SURRENDER, 10)],
    4: [(REFUSES, 0), (SILENT, 5), (OPENS, 6), (LORD, 7), (HARD, 8), (SURRENDER, 10)],
    3: [(REFUSES, 0), (SILENT, 4), (OPENS, 5), (LORD, 6), (HARD, 7), (DISBANDS, 8), (SURRENDER, 10)],
    2: [(REFUSES, 0), (SILENT, 3), (LORD, 5), (HARD, 6), (DISBANDS, 7), (SURRENDER, 10)],
    1: [(SILENT, 2), (LORD, 4), (HARD, 6), (DISBANDS, 7), (SURRENDER, 10)],
}
# Modified dice with the morale of the castle or that of the caller: (die, spirit, low).
TOTALS = {total: (max(1, min(6, total)), -max(0, total - 6), -max(0, 1 - total)) for total in range(-3, 11)}


@clause("gunyuden_revised", "QR-CST", "20-3")
@pytest.mark.parametrize("durability", TABLE)
def test_durability_and_modified_die_give_the_answer(durability: int) -> None:
    for total, (die, spirit, low) in TOTALS.items():
        match = invest_kawa({}, [die], durability, spirit, low=low)
        answer = next(answer for answer, highest in TABLE[durability] if total <= highest)
        assert call(match) == answer, total
        assert rolls(match.events)[0]["total"] == total
        taken = answer not in (RESISTS, REFUSES, SILENT)
        assert castle(match, "kawa")["owner"] == ("red" if taken else "blue")
        assert castle(match, "kawa")["durability"] == durability


@clause("gunyuden_revised", "QR-CST-mod", "QR-CST")
@pytest.mark.parametrize(("die", "answer"), [(1, SILENT), (2, SILENT), (3, LORD), (4, LORD), (5, HARD), (6, DISBANDS)])
def test_the_call_on_a_taishou_at_minus_two_behind_two_points_of_wall(die: int, answer: str) -> None:
    """The die - 1 + 2."""
    match = invest_kawa(inside("sagi", "suzume", "kari", "kiji", morale=-2), [die], 2)
    assert call(match) == answer
    assert rolls(match.events)[0]["value"] == 1


@clause("gunyuden_revised", "QR-CST-mod")
@pytest.mark.parametrize(
    ("names", "value"), [(("taka",), -2), (("sagi",), -1), (("taka", "sagi"), -2), (("suzume",), 0)]
)
def test_rank_inside_modifies_a_call_but_never_twice(names: tuple[str, ...], value: int) -> None:
    """At durability 5: 6 is silence, 2 as well, 1 a refusal."""
    match = invest_kawa(inside(*names), [3], 5)
    assert call(match) == (REFUSES if value == -2 else SILENT)
    assert rolls(match.events)[0]["value"] == value


# --- 20-3: the first three ------------------------------------------------------------------------------


@clause("gunyuden_revised", "20-3(Resists)")
@pytest.mark.parametrize(("before", "after"), [(-3, -2), (-1, 0), (0, 0)])
def test_a_garrison_that_resists_to_the_end_gains_morale(before: int, after: int) -> None:
    """At durability 10 a 4 or less; the low morale of the besiegers keeps the die down."""
    match = invest_kawa(inside("suzume", morale=before), [1], low=-4)
    assert call(match) == RESISTS
    assert morale(match, "suzume") == after
    match = invest_kawa({}, [1], spirit=before, low=-4)
    assert call(match) == RESISTS
    assert castle(match, "kawa").get("morale", 0) == after


@clause("gunyuden_revised", "20-3(Resists)")
def test_every_force_inside_gains_morale() -> None:
    match = invest_kawa({**inside("suzume", morale=-2), **inside("kari", morale=-1), **inside("kiji")}, [1])
    assert call(match) == RESISTS
    assert [morale(match, name) for name in ("suzume", "kari", "kiji")] == [-1, 0, 0]


@clause("gunyuden_revised", "20-3(Resists)")
def test_after_resistance_there_is_no_call_in_this_turn_and_the_next() -> None:
    match = invest_kawa(inside("suzume"), [1] + [6] * 30)
    assert call(match) == RESISTS
    assert castle(match, "kawa")["quiet"] == 2
    assert castle(match, "kawa")["besieged"]
    for turn, stage in ((1, 2), (2, 1)):
        go_to_turn(match, turn, stage)
        besiege(match, LEADER)
        refused(match, "call", "20-3(Resists)")
        allowed(match, "assault")
        match.act("assault")
        while match.decision.name in ("breach", "losses"):
            match.act(match.decision.texts[0])


@clause("gunyuden_revised", "20-3(Resists)")
@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, False), (3, True)])
def test_a_castle_with_a_ban_on_calls_up_to_turn_two_is_called_after_it(turn: int, may: bool) -> None:
    match = invest_kawa(inside("suzume"), [1], known={"quiet": 2, "defiant": True}, turn=turn)
    besiege(match, LEADER)
    if may:
        allowed(match, "call")
    else:
        refused(match, "call", "20-3(Resists)")


@clause("gunyuden_revised", "20-3(Resists)")
def test_another_castle_may_still_be_called() -> None:
    second = force(HARA, "hinoki", "nara", "kashi", "tsuga", invests=True)
    match = invest_kawa(second, [1, 6], radius=4)
    assert call(match) == RESISTS
    events = besiege(match, "hinoki", "call")
    assert of_kind(events, "call_answered") == [{"castle": "hara", "answer": REFUSES}]


@clause("gunyuden_revised", "20-3(Refuses)")
def test_a_garrison_that_refuses_is_not_called_again_in_this_turn() -> None:
    match = invest_kawa(inside("suzume", morale=-1), [5] + [6] * 30, 10)  # 5 + 1
    assert call(match) == REFUSES
    assert morale(match, "suzume") == -1
    go_to_turn(match, 1, 2)
    besiege(match, LEADER)
    refused(match, "call", "20-3(Refuses)")
    match = invest_kawa({}, [1], known={"quiet": 1}, turn=2)
    besiege(match, LEADER)
    allowed(match, "call")


@clause("gunyuden_revised", "20-3(Refuses)")
def test_after_a_refusal_the_next_turn_brings_a_new_call() -> None:
    match = invest_kawa({}, [5] + [6] * 30)
    assert call(match) == REFUSES
    go_to_turn(match, 2, 1)
    besiege(match, LEADER)
    allowed(match, "call")


@clause("gunyuden_revised", "20-3(NoResponse)")
def test_silence_changes_nothing_and_the_next_stage_brings_a_new_call() -> None:
    match = invest_kawa(inside("suzume"), [6, 6, 6], 7)
    before = castle(match, "kawa")
    assert call(match) == SILENT
    assert castle(match, "kawa") == before
    assert (unit(match, LEADER)["invests"], morale(match, "suzume")) == (True, 0)
    go_to_turn(match, 1, 2)
    besiege(match, LEADER)
    allowed(match, "call", "assault")


@clause("gunyuden_revised", "20-3(NoResponse)", "20-3")
def test_in_the_same_phase_there_is_one_call_only_whatever_the_answer() -> None:
    match = invest_kawa({SECOND: {"hex": KAWA, "invests": True}}, [6], 7)
    assert call(match) == SILENT
    match.act(f"act {SECOND}")
    if "siege" in match.decision.texts:
        match.act("siege")
        refused(match, "call", "20-1-2")
    else:
        refused(match, "siege", "20-1-2")


# --- 20-3: the castle changes hands ---------------------------------------------------------------------


@clause("gunyuden_revised", "20-3(Opens)", "20-3")
def test_the_gates_are_opened_and_everybody_leaves() -> None:
    units = force(KAWA, "sagi", "suzume", inside=True, morale=-1)
    match = invest_kawa(units, [5], 3)  # 5 - 1 + 1
    assert call(match) == OPENS
    assert castle(match, "kawa") == {"owner": "red", "durability": 3}
    for name in units:
        assert (at(match, name), steps(match, name), unit(match, name)["inside"]) == (HARA, 2, True)
    assert morale(match, "sagi") == -1


@clause("gunyuden_revised", "20-3(Lord)")
def test_the_highest_in_rank_kills_himself_and_the_others_leave() -> None:
    match = invest_kawa(inside("sagi", "suzume", "kari", morale=-1), [4], 2)  # 4 - 1 + 1
    assert call(match) == LORD
    assert match.decision.name == "force"
    assert [at(match, name) for name in ("sagi", "suzume", "kari")] == ["dead", HARA, HARA]
    assert [steps(match, name) for name in ("suzume", "kari")] == [2, 2]
    assert castle(match, "kawa") == {"owner": "red", "durability": 2}


@clause("gunyuden_revised", "20-3(Lord)")
def test_of_equals_the_owner_names_the_lord() -> None:
    match = invest_kawa(inside("sagi", "tsuru", "suzume", morale=-1), [4], 2)
    assert call(match) == LORD
    assert (match.decision.who, match.decision.name) == ("blue", "seppuku")
    assert set(match.decision.texts) == {"seppuku sagi", "seppuku tsuru"}
    refused(match, "seppuku suzume")
    copy = gunki.compose("valley", match.describe())
    assert copy.position.digest() == match.position.digest()
    for played in (match, copy):
        played.act("seppuku tsuru")
        assert [at(played, name) for name in ("sagi", "tsuru", "suzume")] == [HARA, "dead", HARA]
        assert castle(played, "kawa")["owner"] == "red"


@clause("gunyuden_revised", "20-3(Lord)")
def test_a_soudaishou_ranks_above_all_and_takes_his_army_with_him() -> None:
    match = invest_kawa({**inside("taka", "sagi", morale=-2), "tsuru": "1218"}, [4], 2)  # 4 - 2 + 2
    assert call(match) == LORD
    assert at(match, "taka") == "dead"
    assert at(match, "tsuru") == "removed"
    assert castle(match, "kawa")["owner"] == "red"


@clause("gunyuden_revised", "20-3(Lord)")
def test_a_lord_under_anothers_command_is_still_one_unit_of_the_garrison() -> None:
    """Sagi leads Suzume and Kari: he dies, they go on to Hara."""
    match = invest_kawa(force(KAWA, "sagi", "suzume", "kari", inside=True), [5], 2)
    assert call(match) == LORD
    assert [at(match, name) for name in ("sagi", "suzume", "kari")] == ["dead", HARA, HARA]


@clause("gunyuden_revised", "20-3(Hardliners)")
def test_half_of_the_garrison_rounded_up_kill_themselves_and_the_rest_joins_the_caller() -> None:
    """Three inside: two die, the third brings half of his two steps."""
    units = inside("suzume", "kari", "kiji")
    match = invest_kawa(units, [6], 2, worn=("ume", "momo"))
    assert call(match) == HARD
    assert (match.decision.who, match.decision.name) == ("blue", "seppuku")
    assert set(match.decision.texts) == {f"seppuku {name}" for name in units}
    match.act("seppuku kiji")
    refused(match, "seppuku kiji")
    match.act("seppuku suzume")
    assert (match.decision.who, match.decision.name) == ("red", "restore")
    match.act("restore momo")
    assert [at(match, name) for name in units] == ["dead", "removed", "dead"]
    assert (steps(match, "ume"), steps(match, "momo")) == (1, 2)
    assert match.decision.name == "force"
    assert castle(match, "kawa") == {"owner": "red", "durability": 2}


@clause("gunyuden_revised", "20-3(Hardliners)")
@pytest.mark.parametrize(
    ("worn", "gained"),
    [((), 2), (("suzume",), 1), (("suzume", "kari"), 1)],
)
def test_the_steps_of_those_who_live_are_halved_and_rounded_down(worn: tuple[str, ...], gained: int) -> None:
    """Four inside, two live: 4, 3 or 2 steps."""
    units = inside("suzume", "kari", "kiji", "mozu")
    for name in worn:
        units[name]["steps"] = 1
    match = invest_kawa(units, [6], 2, worn=("ume", "momo", "kaki", "shii"))
    assert call(match) == HARD
    acts(match, "seppuku kiji", "seppuku mozu")
    while match.decision.name == "restore":
        match.act(match.decision.texts[0])
    assert sum(steps(match, name) for name in ("ume", "momo", "kaki", "shii")) == 4 + gained


@clause("gunyuden_revised", "20-3(Hardliners)")
def test_a_single_hardliner_dies_and_nobody_gains() -> None:
    match = invest_kawa(inside("suzume"), [6], 2, worn=("ume",))
    assert call(match) == HARD
    assert (at(match, "suzume"), steps(match, "ume")) == ("dead", 1)
    assert match.decision.name == "force"


@clause("gunyuden_revised", "20-3(Hardliners)")
def test_a_soudaishou_among_the_hardliners_leaves_nobody_to_gain_from() -> None:
    """25-2: 6 - 2 + 2 = 6; with Taka his army is gone before anybody could be taken over."""
    match = invest_kawa(
        {**inside("taka", "suzume", "kari", "kiji", morale=-2), "tsuru": "1218"}, [6], 2, worn=("ume", "momo")
    )
    assert call(match) == HARD
    match.act("seppuku taka")
    assert [at(match, name) for name in ("taka", "suzume", "kari", "kiji", "tsuru")] == ["dead", *["removed"] * 4]
    assert castle(match, "kawa") == {"owner": "red", "durability": 2}
    assert (steps(match, "ume"), steps(match, "momo")) == (1, 1)


@clause("gunyuden_revised", "20-3(Disbands)")
def test_a_garrison_that_disbands_is_gone_and_nobody_gains() -> None:
    match = invest_kawa(inside("suzume", "kari", "kiji", morale=-1), [6], 2, worn=("ume", "momo"))
    assert call(match) == DISBANDS
    assert [at(match, name) for name in ("suzume", "kari", "kiji")] == ["removed"] * 3
    assert (steps(match, "ume"), steps(match, "momo")) == (1, 1)
    assert match.decision.name == "force"
    assert castle(match, "kawa") == {"owner": "red", "durability": 2}


@clause("gunyuden_revised", "20-3(Surrender)")
def test_surrender_brings_half_the_steps() -> None:
    match = invest_kawa(inside("suzume", "kari", morale=-2), [6], 2, worn=("ume", "momo"))
    assert call(match) == SURRENDER
    assert [at(match, name) for name in ("suzume", "kari")] == ["removed"] * 2
    assert (steps(match, "ume"), steps(match, "momo")) == (2, 2)
    assert castle(match, "kawa") == {"owner": "red", "durability": 2}


@clause("gunyuden_revised", "20-3")
@pytest.mark.parametrize(
    ("durability", "die", "answer"), [(3, 5, OPENS), (2, 4, LORD), (2, 6, HARD), (1, 6, HARD), (3, 6, LORD)]
)
def test_an_empty_castle_changes_hands_from_the_opening_on(durability: int, die: int, answer: str) -> None:
    match = invest_kawa({}, [die], durability)
    assert call(match) == answer
    assert castle(match, "kawa") == {"owner": "red", "durability": durability}
    assert match.decision.name == "force"


# --- the option -----------------------------------------------------------------------------------------


@clause("gunyuden_revised", "20-3")
@pytest.mark.parametrize(
    ("durability", "die", "answer"),
    [
        (10, 1, "rejected"),
        (10, 5, "rejected"),
        (7, 6, "rejected"),
        (3, 5, OPENS),
        (3, 6, OPENS),
        (2, 6, SURRENDER),
        (1, 5, SURRENDER),
    ],
)
def test_by_the_option_there_are_three_answers(durability: int, die: int, answer: str) -> None:
    match = invest_kawa(inside("suzume", "kari"), [die], durability, options=THREE, worn=("ume", "momo"))
    assert call(match) == answer
    assert "quiet" not in castle(match, "kawa")
    place = {"rejected": KAWA, OPENS: HARA, SURRENDER: "removed"}[answer]
    assert [at(match, name) for name in ("suzume", "kari")] == [place] * 2
    gained = sum(steps(match, name) for name in ("ume", "momo")) - 2
    assert gained == (2 if answer == SURRENDER else 0)


@clause("gunyuden_revised", "20-3")
def test_by_the_option_disbanding_is_surrender_too_and_a_rejection_holds_for_the_phase_only() -> None:
    match = invest_kawa(inside("suzume", morale=-1), [6], 2, options=THREE, worn=("ume",))
    assert call(match) == SURRENDER
    assert steps(match, "ume") == 2
    match = invest_kawa(inside("suzume", morale=-1), [1] + [6] * 9, options=THREE)
    assert call(match) == "rejected"
    assert morale(match, "suzume") == -1
    go_to_turn(match, 1, 2)
    besiege(match, LEADER)
    allowed(match, "call")
