"""Section 24, decisive battles: who may join, and forces that fall or are caught as they flee."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, clauses_of, refused
from tests.clauses.forces import at, castle, force, of_kind, rolls, unit
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.field import FAR, HERE, MATSU, MINE, THEIRS, THERE
from tests.clauses.gunyuden.table import compose
from tests.support import clause

KAWA, SOUTH, NORTH = "0514", "0515", "0513"


def fight_decisive_battle(units: dict[str, Any], dice: list[int], *answers: str, **entries: Any) -> Any:
    """Fight Matsu's decisive battle with the hex before him."""
    match = compose({**units, **FAR}, around=THERE, radius=6, to_act="red", dice=dice, **entries)
    acts(match, "act matsu", "battle", f"decisive {THERE}", *answers)
    return match


@clause("gunyuden", "24.0", "24-1-1")
def test_a_decisive_battle_is_announced_with_both_soudaishou() -> None:
    match = fight_decisive_battle({**MATSU, **force(THERE, "taka", *THEIRS), "tsuru": THERE}, [])
    assert of_kind(match.events, "decisive_battle") == [{"unit": "matsu", "other_unit": "taka", "hex": THERE}]


@clause("gunyuden", "24-1-7")
@pytest.mark.parametrize(("here", "there"), [("0101", "0102"), ("0102", "0101")])
@pytest.mark.parametrize("ground", ["flat", "foothills"])
def test_the_first_hex_of_the_map_is_ground_like_any_other(here: str, there: str, ground: str) -> None:
    """Foothills in the corner forbid a decisive battle against a force there, and by a force there."""
    units = {"matsu": here, "taka": there, "tsuru": "0201", **FAR}
    match = compose(units, around="0101", radius=2, to_act="red", terrain={"0101": ground})
    acts(match, "act matsu", "battle")
    if ground == "flat":
        allowed(match, f"decisive {there}")
    else:
        refused(match, f"decisive {there}", "24-1-7")
        assert [bar.data["hex"] for bar in match.why_not(f"decisive {there}") if "24-1-7" in bar.clause] == ["0101"]


# --- who joins ---------------------------------------------------------------------------------------------------


def start_joining() -> Any:
    """Let Matsu, before Kawa, attack Taka in the next hex, up to the decision who joins."""
    units: dict[str, Any] = {
        **force(KAWA, "matsu", *MINE),
        **force(KAWA, "kaede", "momo", "kaki", "shii", invests=True),
        **force(KAWA, "sugi", "ume"),
        "hinoki": {"hex": KAWA, "acted": True},
        "keyaki": NORTH,
        **force(SOUTH, "taka", "suzume"),
        **force(SOUTH, "tsuru", "karasu"),
        "kamo": "0516",
    }
    match = compose({**units, **FAR}, around=KAWA, radius=4, to_act="red")
    acts(match, "act matsu", "battle", f"decisive {SOUTH}")
    assert set(match.decision.texts) == {"join sugi", "join kaede", "fight"}
    return match


@clause("gunyuden", "24-1-2", "9-2-5")
@pytest.mark.parametrize(
    ("name", "clause_id", "what"),
    [
        ("keyaki", "24-1-2", "other_hex"),
        ("matsu", "24-1-2", "takes_part"),
        ("kuri", "24-1-2", "takes_part"),  # under Matsu
        ("ume", "9-2-5", "under_command"),  # goes where Sugi goes
        ("hinoki", "24-1-2", "has_acted"),
    ],
)
def test_a_force_that_cannot_join_the_attack_is_refused_with_the_reason(name: str, clause_id: str, what: str) -> None:
    match = start_joining()
    refused(match, f"join {name}", clause_id)
    assert [bar.what for bar in match.why_not(f"join {name}")] == [what]


@clause("gunyuden", "24-1-2", "24-1-3")
def test_each_side_is_joined_by_its_own_forces_only() -> None:
    match = start_joining()
    assert clauses_of(match.why_not("join tsuru")) == {"24-1-2"}
    match.act("fight")
    assert match.decision.who == "blue"
    assert set(match.decision.texts) == {"join tsuru", "fight"}
    assert clauses_of(match.why_not("join sugi")) == {"24-1-3"}
    assert [bar.what for bar in match.why_not("join kamo")] == ["other_hex"]
    assert [bar.what for bar in match.why_not("join suzume")] == ["takes_part"]


@clause("gunyuden", "24-1-2", "18-4-1", "18-3-1")
def test_an_investor_may_give_up_the_siege_to_join_the_attack() -> None:
    """Kaede's 12 were the only investors of Kawa; Matsu's battle is all they do in this phase."""
    match = start_joining()
    assert castle(match, "kawa")["besieged"]
    events = match.act("join kaede")
    assert of_kind(events, "lifted") == [{"unit": "kaede"}]
    assert not castle(match, "kawa").get("besieged")
    assert unit(match, "kaede")["acted"]


# --- allies of another player ------------------------------------------------------------------------------------


def compose_allies(**entries: Any) -> Any:
    """Compose Matsu beside Taka and Tsuru, with Sake and Buri of the green in the same hex."""
    units = {**MATSU, **force(THERE, "taka", *THEIRS), **FAR}
    units |= dict.fromkeys(("tsuru", "sake", "buri"), THERE)
    return compose(units, around=THERE, radius=6, **entries)


@clause("gunyuden", "24-1-5", "24-1-3", "7-1-2")
def test_an_ally_decides_himself_whether_he_joins_the_defence() -> None:
    match = compose_allies(to_act="red", dice=[1, 1])
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    assert (match.decision.who, set(match.decision.texts)) == ("blue", {"join tsuru", "fight"})
    refused(match, "join sake", "24-1-5")
    match.act("fight")
    ours = {"join sake", "join buri", "fight"}
    assert (match.decision.who, set(match.decision.texts)) == ("green", ours)
    refused(match, "join tsuru", "24-1-5")
    acts(match, "join sake", "fight")
    assert rolls(match.events)[1]["strength"] == 12 + 2


@clause("gunyuden", "24-1-5", "24-1-2", "24-3-3", "7-1-2")
@as_first("decisive_rule", "field_battle")
def test_an_ally_decides_himself_whether_he_joins_the_attack_and_advances() -> None:
    """Taka's 14 on 6 - 1 = 5: 2; Matsu's 15 on 1 + 1 = 2: 1. Matsu goes back one hex."""
    match = compose_allies(phase="blue", dice=[6, 1, 1])
    acts(match, "act taka", "battle", f"decisive {HERE}")
    assert (match.decision.who, set(match.decision.texts)) == ("blue", {"join tsuru", "fight"})
    match.act("fight")
    assert match.decision.who == "green"
    acts(match, "join sake", "fight")
    assert rolls(match.events)[0]["strength"] == 12 + 2
    assert unit(match, "sake")["acted"]
    while match.decision.name in ("losses", "retreat"):
        match.act(match.decision.texts[-1])
    assert (match.decision.who, set(match.decision.texts)) == ("blue", {"advance taka", "stay"})
    match.act("stay")
    assert (match.decision.who, set(match.decision.texts)) == ("green", {"advance sake", "stay"})
    match.act("advance sake")
    assert (at(match, "sake"), at(match, "taka")) == (HERE, THERE)


# --- the flight --------------------------------------------------------------------------------------------------


@clause("gunyuden", "24-3-1", "24-3-2")
@pytest.mark.parametrize("victim", ["karasu", "tsubame"])
@as_first("decisive_rule", "field_battle")
def test_the_rest_of_a_force_flees_when_a_unit_falls_by_the_die(victim: str) -> None:
    """3 to 0 (15 on 6 + 1; 12 on 1 - 1), then a 5: the victim has one step left and gives it."""
    units = {**MATSU, **force(THERE, "taka", *THEIRS)}
    match = fight_decisive_battle(units, [6, 1, 5], "lose suzume", "lose suzume", f"lose {victim}")
    match.act(f"lose {victim}")
    assert at(match, victim) == "dead"
    acts(match, "back 1205", "back 1204", "back 1203", "back 1202")
    (left,) = {"karasu", "tsubame"} - {victim}
    assert (at(match, "taka"), at(match, left)) == ("1202", "1202")


@clause("gunyuden", "24-3-2", "25-2", "24-3-3")
def test_a_force_may_lose_its_last_step_by_the_die_of_the_flight() -> None:
    """Taka alone: 3 on 4 + 1 is 1, then a 5 takes his last step; his army goes, the hex is open to Matsu."""
    units = {"matsu": HERE, "taka": THERE, "tsuru": "1202"}
    match = fight_decisive_battle(units, [4, 1, 5])
    assert (at(match, "taka"), at(match, "tsuru")) == ("dead", "removed")
    assert len(rolls(match.events)) == 3
    assert set(match.decision.texts) == {"advance matsu", "stay"}


@clause("gunyuden", "24-3-3", "23-4-3")
@as_first("decisive_rule", "field_battle")
def test_nobody_enters_a_hex_that_the_beaten_could_not_leave() -> None:
    """G-16, G-34: with mountains all around the two hexes are two steps; Taka stays, so does Matsu."""
    walls = dict.fromkeys(["1106", "1205", "1306"], "mountain")
    units = {**MATSU, **force(THERE, "taka", *THEIRS)}
    answers = ("lose suzume", "lose suzume", "lose karasu")
    match = fight_decisive_battle(units, [6, 1, 2], *answers, "lose karasu", "lose tsubame", terrain=walls)
    assert (at(match, "taka"), at(match, "matsu")) == (THERE, HERE)
    assert "morale" not in unit(match, "taka")
    assert match.decision.name == "force"


LOST = ("fight", "lose suzume", "lose suzume", "lose karasu")  # 3 to 0


def beat_taka(others: dict[str, Any]) -> Any:
    """Beat Taka, who flees one hex; the others in the hex took no part and roll a 5."""
    match = fight_decisive_battle({**MATSU, **force(THERE, "taka", *THEIRS), **others}, [6, 1, 1, 5], *LOST)
    match.act("back 1205")
    return match


@clause("gunyuden", "24-3-1", "24-3-2")
@as_first("decisive_rule", "field_battle")
def test_a_bystander_who_falls_by_his_die_changes_nothing_for_those_who_fled_before() -> None:
    match = beat_taka({"kamome": {"hex": THERE, "steps": 1}})
    assert (at(match, "kamome"), at(match, "taka")) == ("dead", "1205")
    assert unit(match, "taka")["morale"] == -1
    assert match.decision.name == "advance"


@clause("gunyuden", "24-3-1", "24-3-2")
@as_first("decisive_rule", "field_battle")
def test_a_force_flees_alone_though_one_of_its_units_fell_by_the_die() -> None:
    pair = force(THERE, "tsuru", "kamome")
    match = beat_taka({**pair, "kamome": {**pair["kamome"], "steps": 1}})
    match.act("lose kamome")
    assert match.decision.data["unit"] == "tsuru"
    acts(match, "back 1306", "back 1405", "back 1505", "back 1504")
    assert (at(match, "taka"), at(match, "tsuru")) == ("1205", "1504")


@clause("gunyuden", "24-3-1", "25.0")
@as_first("decisive_rule", "field_battle")
def test_units_of_a_fallen_leader_flee_together() -> None:
    """G-36: Tsuru falls by the die; the two bushou he led are forces of their own now."""
    three = force(THERE, "tsuru", "kamome", "kari")
    match = beat_taka({**three, "tsuru": {"hex": THERE, "steps": 1}})
    match.act("lose tsuru")
    acts(match, "back 1205", "back 1204", "back 1203", "back 1202")
    assert {at(match, name) for name in ("kamome", "kari")} == {"1202"}
    assert match.decision.name == "advance"


@clause("gunyuden", "24-3-1", "24-3-3")
def test_bystanders_retreat_though_nobody_is_left_of_those_who_fought() -> None:
    """G-31, G-33: Taka is lost with his last step; Sake, an ally, stood beside him."""
    units = {**MATSU, "taka": {"hex": THERE, "steps": 1}, "sake": THERE}
    match = fight_decisive_battle(units, [6, 1, 2], "fight")
    assert at(match, "taka") == "dead"
    assert (match.decision.name, match.decision.data["unit"]) == ("retreat", "sake")


@clause("gunyuden", "24-1-3", "18-4-1")
def test_investors_may_join_a_decisive_defence() -> None:
    """The besiegers of Toge chose no field battle: it came to them."""
    investors = ("kari", "kiji", "mozu", "uzura", "hibari")
    units = {
        **force("1707", "matsu", *MINE),
        **force("1706", "taka", *THEIRS),
        **force("1706", "tsuru", *investors, invests=True),
        **FAR,
    }
    match = compose(units, around="1706", radius=3, to_act="red", dice=[1] * 4)
    acts(match, "act matsu", "battle", "decisive 1706", "agree", "join tsuru")
    assert rolls(match.events)[1]["strength"] == 3 * (1 + len(THEIRS) + 1 + len(investors))
