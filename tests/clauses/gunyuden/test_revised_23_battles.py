"""Field battles as revised: one table for all of them, and decisive battles to the last whole unit (R-1, R-2)."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, decision_of, refused
from tests.clauses.forces import at, attack, force, of_kind, rolls, steps
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.field import FAR, HERE, MATSU, MINE, TAKA, THEIRS, THERE, compose_field
from tests.clauses.gunyuden.table import COMPANIONS, compose
from tests.support import clause

pytestmark = only("revised")

FIRST = {"decisive_rule": "first edition"}


def fight_decisive_battle(match: Match, leader: str = "matsu", hex_id: str = THERE) -> Any:
    acts(match, f"act {leader}", "battle", f"decisive {hex_id}")
    while decision_of(match).name == "join":
        joins = [text for text in decision_of(match).texts if text.startswith("join ")]
        match.act(joins[0] if joins else "fight")
    return match


def pay(match: Match, *names: str) -> None:
    """Lose one step of each of these units while losses are asked for."""
    for name in names:
        assert decision_of(match).name == "losses"
        match.act(f"lose {name}")


def list_rounds(match: Match) -> list[tuple[int, int]]:
    """Return what the attacker dealt and took in each round."""
    return [(data["dealt"], data["taken"]) for data in of_kind(match.events, "round")]


def read_decision(match: Match) -> tuple[str, str]:
    return decision_of(match).name, decision_of(match).who


# --- QR-CRT in skirmishes --------------------------------------------------------------------------------------------


@clause("gunyuden_revised", "23-2", "QR-CRT", "QR-CRT-skirmish")
@pytest.mark.parametrize(
    ("led", "worn", "die", "count"),
    [(3, 2, 4, 1), (3, 0, 5, 2), (0, 0, 3, 0), (0, 0, 4, 1), (7, 0, 5, 3), (7, 0, 6, 4), (7, 0, 1, 2)],
)
def test_a_skirmish_reads_the_one_table(led: int, worn: int, die: int, count: int) -> None:
    """Sugi (2) against Kiji (1): the die and 1. 10 on 5: 1; 12 on 6: 2; 3 on 4 and 5: 0, 1; 24 on 6, 7, 2: 3, 4, 2."""
    names = ("ume", "momo", "kaki", "shii", "sakura", "kiri", "tsubaki")[:led]
    men = force(HERE, "sugi", *names)
    for name in names[:worn]:
        men[name]["steps"] = 1
    match = compose_field({**men, **force(THERE, "kiji"), "tsuru": "0919"}, [die, 1])
    events = attack(match, "sugi", THERE)
    first = rolls(events)[0]
    assert (first["strength"], first["total"]) == (3 * (led + 1) - worn, die + 1)
    assert [part["value"] for part in first["parts"] if part["value"]] == [1]
    (found,) = of_kind(events, "battle_result")[:1] or [{"count": -1}]
    assert found["count"] == count


@clause("gunyuden_revised", "QR-CRT-skirmish")
def test_ground_leaders_and_morale_modify_a_skirmish() -> None:
    """Rough -1, 2 - 1, morale -1 against -3."""
    men = force(HERE, "sugi", "ume", morale=-1)
    match = compose_field({**men, **force(THERE, "kiji", morale=-3), "tsuru": "0919"}, [3, 1], terrain={THERE: "rough"})
    events = attack(match, "sugi", THERE)
    assert sorted(part["value"] for part in rolls(events)[0]["parts"] if part["value"]) == [-1, 1, 2]
    assert rolls(events)[0]["value"] == 2


@clause("gunyuden_revised", "QR-CRT-star")
def test_the_mark_in_a_skirmish_takes_a_unit() -> None:
    """24 on 5 + 2 = 7: 4 with the mark."""
    men = force(HERE, "sugi", "ume", "momo", "kaki", "shii", "sakura", "kiri", "tsubaki")
    match = compose_field({**men, **force(THERE, "hato", "kiji", "kari"), "tsuru": "0919"}, [5, 1])
    attack(match, "sugi", THERE)
    assert {text.split()[0] for text in match.decision.texts} == {"fall"}
    refused(match, "lose kiji", "QR-CRT-star")
    refused(match, "retreat", "QR-CRT-star")


# --- 24-2: decisive battles ------------------------------------------------------------------------------------------


@clause("gunyuden_revised", "QR-CRT", "QR-CRT-decisive", "23-2", "24-2-5")
def test_fifty_against_forty_two_as_it_was_reported() -> None:
    """4 - 1 = 3 on 41-50: 4. 4 + 1 = 5 on 41-50: 5 with the mark. Neither side is hit everywhere: another round."""
    led = ("tobi", "kiji", "kari", "mozu", "uzura", "suzume", "hibari", "tsubame", "karasu", "chidori")
    blue = force(THERE, "taka", *led) | force(THERE, "washi", "kamome")
    blue |= {name: {"hex": THERE} for name in ("tsuru", "sagi", "kamo", "hato")}
    blue["kamome"]["steps"] = 1
    red = {**force(HERE, "matsu", *COMPANIONS), **force(HERE, "sugi", "sakura", "kiri")}
    match = compose({**blue, **red, **FAR}, around=THERE, to_act="blue", dice=[4, 4, 1, 1, 1, 1])
    fight_decisive_battle(match, "taka", HERE)
    first, second = rolls(match.events)[:2]
    assert (first["strength"], first["total"], second["strength"], second["total"]) == (50, 3, 42, 5)
    assert list_rounds(match) == [(4, 5)]
    asked = []
    while len(list_rounds(match)) == 1:
        asked.append((match.decision.who, match.decision.texts[0].split()[0]))
        match.act(match.decision.texts[-1])
    assert asked.count(("blue", "fall")) == 1
    assert ("red", "fall") not in asked
    assert not of_kind(match.events, "retreated")


@clause("gunyuden_revised", "QR-CRT")
@pytest.mark.parametrize(("worn", "strength", "dealt"), [(1, 61, 4), (2, 60, 3)])
def test_sixty_one_is_a_column_of_its_own(worn: int, strength: int, dealt: int) -> None:
    """All twenty of the red and Nezumi: 62, less the steps of some. 1 + 1 - 2 = 0: 61 deals 4 with the mark, 60 deals
    3.
    """
    names = ["keyaki", "momi", *COMPANIONS, "sakura", "kiri", "tsubaki", "yanagi", "matsu", "sugi", "hinoki", "kaede"]
    men: dict[str, Any] = {name: {"hex": HERE, "morale": -2} for name in [*names, "nezumi"]}
    for name in names[:worn]:
        men[name]["steps"] = 1
    units = {**men, **TAKA}
    match = fight_decisive_battle(compose(units, around=THERE, to_act="red", dice=[1, 1, 1, 1]))
    first = rolls(match.events)[0]
    assert (first["strength"], first["total"]) == (strength, 0)
    assert list_rounds(match)[0][0] == dealt
    while match.decision.who == "red":
        match.act(match.decision.texts[0])
    assert {text.split()[0] for text in match.decision.texts} == ({"fall"} if dealt == 4 else {"lose"})


@clause("gunyuden_revised", "24-2-5", "24-2-6")
def test_a_side_fights_on_until_all_its_units_are_hit() -> None:
    """15 on 6 + 1 = 7: 3. 12 on 1 - 1 = 0: none. Suzume falls and Karasu is hit, but Taka is whole: another round;
    8 on 0 does nothing, and the next 3 hit everybody left.
    """
    match = fight_decisive_battle(compose_field({**MATSU, **TAKA}, [6, 1, 6, 1, 1]))
    pay(match, "suzume", "suzume", "karasu")
    assert list_rounds(match) == [(3, 0), (3, 0)]
    assert rolls(match.events)[3]["strength"] == 8
    assert not of_kind(match.events, "retreated")
    pay(match, "karasu", "tsubame", "taka")
    assert read_decision(match) == ("retreat", "blue")
    assert [steps(match, name) for name in ("taka", "tsubame")] == [1, 1]


@clause("gunyuden_revised", "24-2-5")
def test_by_the_option_the_greater_loss_of_a_round_retreats() -> None:
    match = fight_decisive_battle(compose_field({**MATSU, **TAKA}, [6, 1, 1], options=FIRST))
    pay(match, "suzume", "suzume", "karasu")
    assert list_rounds(match) == [(3, 0)]
    assert read_decision(match) == ("retreat", "blue")
    assert steps(match, "taka") == 2


@clause("gunyuden_revised", "24-2-6")
def test_no_side_may_break_off_a_decisive_battle() -> None:
    match = fight_decisive_battle(compose_field({**MATSU, **TAKA}, [6, 1, 6, 1, 1]))
    for text in ("retreat", "end", "halt"):
        refused(match, text)
    pay(match, "suzume", "suzume", "karasu")
    assert match.decision.name == "losses"
    refused(match, "retreat")


@clause("gunyuden_revised", "24-2-6")
def test_two_misses_mean_another_round_for_both_sides() -> None:
    """3 on 2 and on 0, twice, then 3 on 5: 1."""
    match = fight_decisive_battle(compose_field({"matsu": HERE, "taka": THERE}, [1, 1, 1, 1, 4, 1, 1]))
    assert list_rounds(match) == [(0, 0), (0, 0), (1, 0)]
    assert read_decision(match) == ("retreat", "blue")


@clause("gunyuden_revised", "24-2-5")
@pytest.mark.parametrize("mine", [1, 2])
def test_units_reduced_before_the_battle_count_as_hit(mine: int) -> None:
    """Nobody hits. Taka alone, reduced, has lost; if Matsu is too, nobody lost more and the attacker goes."""
    units = {"matsu": {"hex": HERE, "steps": mine}, "taka": {"hex": THERE, "steps": 1}}
    match = fight_decisive_battle(compose_field(units, [1, 1, 1]))
    assert list_rounds(match) == [(0, 0)]
    assert read_decision(match) == ("retreat", "blue" if mine == 2 else "red")


@clause("gunyuden_revised", "24-2-5")
def test_if_both_are_hit_everywhere_the_greater_loss_goes() -> None:
    """2 + 2 + 2 + 3 = 9 on 6 + 1 = 7: 2. 6 on 6 - 1 = 5: 1. Nara was the last whole one of the red; the blue lost 2."""
    red = force(HERE, "matsu", "kuri", "buna", "nara")
    for name in ("matsu", "kuri", "buna"):
        red[name]["steps"] = 1
    match = fight_decisive_battle(compose_field({**red, **force(THERE, "taka", "suzume")}, [6, 6, 1]))
    assert list_rounds(match) == [(2, 1)]
    answers = {"red": ["nara"], "blue": ["taka", "suzume"]}
    while match.decision.name == "losses":
        match.act(f"lose {answers[match.decision.who].pop(0)}")
    assert read_decision(match) == ("retreat", "blue")


@clause("gunyuden_revised", "24-2-5")
def test_losses_count_over_the_whole_battle() -> None:
    """1 and 0, then 1 and 1 (5 on 4 - 1 = 3), and all are hit: as many in that round, but the blue lost 2 in all."""
    match = fight_decisive_battle(compose_field({"matsu": HERE, **force(THERE, "taka", "suzume")}, [4, 1, 4, 4, 1]))
    pay(match, "suzume", "taka")
    assert list_rounds(match) == [(1, 0), (1, 1)]
    assert read_decision(match) == ("retreat", "blue")


@clause("gunyuden_revised", "24-2-5")
def test_if_both_lost_as_many_the_attacker_goes() -> None:
    """3 on 4 + 1 = 5: 1; 3 on 6 - 1 = 5: 1."""
    match = fight_decisive_battle(compose_field({"matsu": HERE, "taka": THERE}, [4, 6, 1]))
    assert list_rounds(match) == [(1, 1)]
    assert read_decision(match) == ("retreat", "red")


@clause("gunyuden_revised", "24-2-5")
def test_a_side_without_units_has_lost_and_nobody_retreats() -> None:
    """2 + 3 against the last step of Taka: 5 on 3 + 1: 1. With him goes his army; Matsu may enter the hex."""
    units = {**force(HERE, "matsu", "kuri"), "taka": {"hex": THERE, "steps": 1}, "tsuru": "0919"}
    match = fight_decisive_battle(compose_field(units, [3, 1]))
    assert at(match, "taka") == "dead"
    assert not of_kind(match.events, "retreated")
    assert read_decision(match) == ("advance", "red")


@clause("gunyuden_revised", "24-2-5")
def test_if_both_are_gone_nobody_wins() -> None:
    """Two last steps, and Matsu's morale makes up for his modifier: 2 is hit by a 6."""
    units = {"matsu": {"hex": HERE, "steps": 1, "morale": -1}, "taka": {"hex": THERE, "steps": 1}}
    match = fight_decisive_battle(compose_field({**units, "sake": "1716", "kuma": "1513"}, [6, 6]))
    assert list_rounds(match) == [(1, 1)]
    assert (at(match, "matsu"), at(match, "taka")) == ("dead", "dead")
    assert match.decision is None or match.decision.name not in ("advance", "retreat")


@clause("gunyuden_revised", "24-2-5")
def test_the_second_round_can_be_written_down() -> None:
    match = fight_decisive_battle(compose_field({**MATSU, **TAKA}, [6, 1, 6, 1, 1]))
    pay(match, "suzume", "suzume", "karasu")
    copy = gunki.compose("valley", match.describe(), dice=[1])
    assert copy.position.digest() == match.position.digest()
    for played in (match, copy):
        pay(played, "karasu", "tsubame", "taka")
        assert read_decision(played) == ("retreat", "blue")


@clause("gunyuden_revised", "QR-CRT-decisive")
def test_leaders_and_morale_modify_a_decisive_battle_and_no_ground() -> None:
    units = {**force(HERE, "matsu", *MINE, morale=-1), **TAKA}
    hard: dict[str, Any] = {"terrain": {THERE: "rough", HERE: "rough"}, "sides": {f"{THERE}-{HERE}": "river"}}
    match = fight_decisive_battle(compose_field(units, [1] * 6 + [6, 6, 6, 6, 6, 6], **hard))
    for roll, sign in zip(rolls(match.events)[:2], (1, -1), strict=True):
        assert sorted(part["value"] for part in roll["parts"] if part["value"]) == sorted([sign, -sign])
        assert roll["value"] == 0


@clause("gunyuden_revised", "QR-CRT-star", "QR-CRT-decisive")
def test_the_mark_in_a_decisive_battle_takes_a_unit() -> None:
    """15 on 6 + 2 = 8: 4 with the mark."""
    match = fight_decisive_battle(compose_field({**MATSU, **force(THERE, "taka", *THEIRS, morale=-1)}, [6, 1, 1, 1]))
    assert list_rounds(match) == [(4, 0)]
    assert {text.split()[0] for text in match.decision.texts} == {"fall"}
    refused(match, "lose suzume", "QR-CRT-star")
    match.act("fall suzume")
    assert {text.split()[0] for text in match.decision.texts} == {"lose"}
