"""Section 34: what castles and dead units are worth at the end (T-29, T-31, T-36, T-37, T-38)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts
from tests.clauses.forces import at, attack, besiege, castle, force, of_kind
from tests.clauses.kanto.table import COMPANIONS, SCENARIOS, compose, host
from tests.support import GAMES, clause

FIRST, SECOND, THIRD, FOURTH = SCENARIOS
KENSHIN, SHINGEN, UJIYASU, UJIMASA = "uesugi_kenshin", "takeda_shingen", "hojo_ujiyasu", "hojo_ujimasa"
HOME = {
    KENSHIN: {"hex": "0505", "inside": True},
    SHINGEN: {"hex": "1230", "inside": True},
    UJIYASU: {"hex": "2237", "inside": True},
}


def own_castles(**owners: str) -> dict[str, Any]:
    """Return castles in the hands of these armies."""
    return {name: {"owner": owner} for name, owner in owners.items()}


def compose_third(units: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Compose the scenario with three sides, in which only points decide."""
    return compose({**HOME, **(units or {})}, scenario="conquest_of_kanto", **{"turn": 2, **entries})


def points(match: Match) -> dict[str, int]:
    """Return the points as they are now."""
    return dict(match.view(None)["points"])


def compose_last_phase(units: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Compose the last stage of the game with three sides and play it to the end."""
    match = compose_third(units, turn=24, stage=4, **entries)
    while match.decision is not None:
        match.act("end")
    return match


# --- 34-1 and 34-2: castles --------------------------------------------------------------------------------------

LEVELS = [("usui", 0, 1), ("tamanawa", 1, 2), ("kawagoe", 2, 4), ("odawara", 5, 20)]


@pytest.mark.parametrize(("name", "level", "worth"), LEVELS)
@clause("kanto", "34-1(1)", "34-1(2)", "34-1(3)", "34-1(5)", "34-2(1)", "34-2(2)", "34-2(3)", "34-2(5)")
def test_a_captured_castle_is_worth_as_much_as_its_level_says(name: str, level: int, worth: int) -> None:
    (row,) = [row for row in gunki.game("kanto").tables["castle"] if row["id"] == name]
    assert row["level"] == level
    home = {UJIYASU: "2736"} if name == "odawara" else {}
    assert points(compose_third(home, castles=own_castles(**{name: "uesugi"}))) == {
        "uesugi": worth,
        "takeda": 0,
        "hojo": -worth,
    }


def test_a_score_says_where_it_comes_from() -> None:
    match = compose_third({"naoe_sanetsuna": "dead"}, castles=own_castles(usui="uesugi", tamanawa="uesugi"))
    told = match.view(None)["scoring"]
    parts = {seat: [(part["text"], part["data"], part["value"]) for part in told[seat]] for seat in told}
    assert parts == {
        "uesugi": [
            ("castles_taken", {"castle": ["usui", "tamanawa"]}, 3),
            ("killed", {"unit": ["naoe_sanetsuna"]}, -3),
        ],
        "takeda": [],
        "hojo": [("castles_lost", {"castle": ["usui", "tamanawa"]}, -3)],
    }
    assert {seat: sum(part["value"] for part in told[seat]) for seat in told} == points(match)


@clause("kanto", "34-1(4)", "34-2(4)")
def test_a_captured_castle_of_level_3_is_worth_6_points(tmp_path: Path) -> None:
    # No scenario uses one, so another table makes Kawagoe that strong.
    text = (GAMES / "kanto" / "data" / "castles.toml").read_text(encoding="utf-8")
    before, after = text.split('id = "kawagoe"')
    (tmp_path / "castles.toml").write_text(
        before + 'id = "kawagoe"' + after.replace("level = 2", "level = 3", 1), encoding="utf-8"
    )
    document = {"empty": True, "turn": 2, "units": HOME, "castles": own_castles(kawagoe="uesugi")}
    match = gunki.compose("kanto", "conquest_of_kanto", document, seed=1, data=tmp_path)
    assert points(match) == {"uesugi": 6, "takeda": 0, "hojo": -6}


@clause("kanto", "34-1", "34-2", "34.0")
def test_castles_in_enemy_hands_at_the_end_decide() -> None:
    match = compose_last_phase(castles=own_castles(kawagoe="uesugi", iiyama="takeda"))
    assert match.result.points == (4 - 2, 2, -4)
    assert match.result.winner is None  # T-29
    match = compose_last_phase(castles=own_castles(kawagoe="uesugi", usui="uesugi", iiyama="takeda"))
    assert match.result.points == (5 - 2, 2, -5)
    assert match.result.winner == "uesugi"


@clause("kanto", "34-1", "34-2")
def test_a_castle_regained_before_the_end_counts_for_nobody() -> None:
    units = host("0919", 12, invests=True) | {KENSHIN: "0918"}
    match = compose(
        units, scenario="conquest_of_kanto", turn=2, around="0919", castles={"komoro": {"durability": 1}}, dice=[6]
    )
    besiege(match, "kakizaki_kageie", "call")
    assert castle(match, "komoro")["owner"] == "uesugi"
    assert points(match) == {"uesugi": 2, "takeda": -2, "hojo": 0}
    assert points(compose_third(castles=own_castles(komoro="takeda"))) == {"uesugi": 0, "takeda": 0, "hojo": 0}


@clause("kanto", "34-1", "34-2")
def test_castles_of_the_warlords_count_for_their_side() -> None:
    # T-37: Ota stands on the Uesugi side, Yuki on the side of the Hojo.
    assert points(compose_third(castles=own_castles(iwatsuki="hojo"))) == {"uesugi": -2, "takeda": 0, "hojo": 2}
    assert points(compose_third(castles=own_castles(yuki="ota"))) == {"uesugi": 2, "takeda": 0, "hojo": -2}


@clause("kanto", "34-1")
def test_a_castle_of_ones_own_side_brings_nothing() -> None:
    assert points(compose_third(castles=own_castles(iwatsuki="uesugi"))) == {"uesugi": 0, "takeda": 0, "hojo": 0}


@clause("kanto", "34-1", "38(8)-1")
def test_each_of_the_two_allies_scores_his_own_captures() -> None:
    match = compose_third(castles=own_castles(minowa="takeda", iwatsuki="hojo"))  # T-31
    assert points(match) == {"uesugi": -4 - 2, "takeda": 4, "hojo": 2}


@clause("kanto", "34-1", "34-2")
@pytest.mark.parametrize(("scores", "gain"), [(False, 0), (True, 2)])
def test_an_abandoned_castle_counts_for_nobody_unless_so_agreed(scores: bool, gain: int) -> None:
    units = host("0919", 45) | {KENSHIN: "0918"}  # difference 45: die 6 - level 1 = 5, 2 points of durability
    match = compose(
        units,
        scenario="conquest_of_kanto",
        turn=2,
        around="0919",
        castles={"komoro": {"durability": 2}},
        options={"abandoned_castles_score": scores},
        dice=[6, 1],
    )
    acts(match, "act kakizaki_kageie", "siege", "with nagao_masakage", "assault", "captor kakizaki_kageie")
    assert castle(match, "komoro")["owner"] == "none"
    assert points(match) == {"uesugi": gain, "takeda": -gain, "hojo": 0}  # T-36


@clause("kanto", "34-1", "34-2", "38(8)-1")
def test_a_castle_that_goes_to_an_ally_scores_nothing() -> None:
    """T-31: Takeda score only what they take from the Uesugi side."""
    castles = {"edo": {"owner": "takeda"}, "matsuyama": {"owner": "uesugi"}, "iwadonoyama": {"owner": "hojo"}}
    match = compose({KENSHIN: "0505", SHINGEN: "1230"}, scenario=SCENARIOS[2], turn=2, castles=castles)
    assert match.view(None)["points"] == {"uesugi": 0, "takeda": 0, "hojo": 0}


@clause("kanto", "34-1", "34-2")
@pytest.mark.parametrize("name", ["kiryu", "kasugayama", "takatenjin"])
def test_a_castle_that_was_nobodys_at_the_start_scores_nothing(name: str) -> None:
    units = {SHINGEN: {"hex": "1230", "inside": True}, UJIMASA: {"hex": "2237", "inside": True}}
    match = compose(units, scenario=FOURTH, turn=12, stage=4, castles={name: {"owner": "takeda"}})
    assert match.view(None)["points"] == {"takeda": 0, "hojo": 3}  # T-32: the Uesugi stayed away


# --- 34-3: the dead ----------------------------------------------------------------------------------------------


@clause("kanto", "34-3(1)", "34-3(2)", "34-3(3)")
@pytest.mark.parametrize(
    ("name", "loss"),
    [(UJIMASA, 10), ("hojo_tsunashige", 3), ("hojo_tsunataka", 1), ("yuki_harutomo", 3), ("haneishi_morinaga", 1)],
)
def test_the_dead_cost_points_by_their_rank(name: str, loss: int) -> None:
    match = compose_third({name: "dead"}, options={"sodaisho_death": "last"})  # Ujiyasu goes on without his son
    assert points(match) == {"uesugi": 0, "takeda": 0, "hojo": -loss}


@clause("kanto", "34-3")
def test_the_dead_bring_the_enemy_nothing() -> None:
    assert points(compose_third({"hojo_tsunashige": "dead", "usami_sadayuki": "dead"})) == {
        "uesugi": -1,
        "takeda": 0,
        "hojo": -3,
    }


@clause("kanto", "34-3")
def test_units_removed_without_dying_cost_nothing() -> None:
    assert points(compose_third({"hojo_tsunashige": "removed"})) == {"uesugi": 0, "takeda": 0, "hojo": 0}


@clause("kanto", "34-3", "34-3(1)")
def test_units_that_go_with_their_soudaishou_are_not_killed() -> None:
    units = force("0918", KENSHIN, *COMPANIONS[:9]) | {
        SHINGEN: {"hex": "0919", "steps": 1},
        "baba_nobuharu": {"hex": "1230", "inside": True},
        "atobe_katsusuke": {"hex": "1230", "inside": True},
    }
    match = compose(
        units,
        scenario="conquest_of_kanto",
        turn=2,
        around="0919",
        castles={"komoro": {"owner": "none", "durability": 0}},
        dice=[6],
    )
    events = attack(match, KENSHIN, "0919")
    while match.decision.name == "suffer":
        events += match.act(next(text for text in match.decision.texts if text.startswith(("fall", "lose"))))
    assert [data["army"] for data in of_kind(events, "army_gone")] == ["takeda"]
    assert (at(match, SHINGEN), at(match, "baba_nobuharu"), at(match, "atobe_katsusuke")) == (
        "dead",
        "removed",
        "removed",
    )
    assert points(match) == {"uesugi": 0, "takeda": -10, "hojo": 0}


@clause("kanto", "34-3")
def test_surrendered_units_are_not_killed() -> None:
    garrison = {"obata_nobusada": {"hex": "0919", "inside": True, "morale": -3}, KENSHIN: "0918"}
    # Die 6 and three steps of morale: 9, surrender at durability 1 from 8 on (T-37).
    match = compose(
        host("0919", 12, invests=True) | garrison,
        scenario="conquest_of_kanto",
        turn=2,
        around="0919",
        castles={"komoro": {"durability": 1}},
        dice=[6],
    )
    events = besiege(match, "kakizaki_kageie", "call")
    assert [data["answer"] for data in of_kind(events, "call_answered")] == ["surrender"]
    assert at(match, "obata_nobusada") == "removed"
    assert points(match) == {"uesugi": 2, "takeda": -2, "hojo": 0}


@clause("kanto", "34.0", "34-3", "38(7)")
def test_losses_are_set_off_against_gains_at_the_end() -> None:
    match = compose_last_phase(
        {"usami_sadayuki": "dead", "nagao_masakage": "dead"}, castles=own_castles(kawagoe="uesugi")
    )
    assert match.result.points == (4 - 3 - 1, 0, -4)
    match = compose_last_phase({"usami_sadayuki": "dead"}, castles=own_castles(kawagoe="uesugi"))
    assert (match.result.points, match.result.winner) == ((3, 0, -4), "uesugi")


@clause("kanto", "34.0", "38(7)")
def test_equal_points_are_a_draw() -> None:
    match = compose_last_phase()  # T-29
    assert match.result.points == (0, 0, 0)
    assert match.result.winner is None


@clause("kanto", "25-2", "14-2-4", "34-3")
@pytest.mark.parametrize("ruling", ["any", "last"])
def test_a_soudaishou_who_is_lost_in_replenishing_costs_no_points(ruling: str) -> None:
    """G-35, G-40: Kenshin's last step goes, at home, with a 1 at morale -2."""
    units: dict[str, Any] = force("0505", KENSHIN, "nakajo_fujisuke", inside=True, morale=-2, steps=1)
    match = compose(units, scenario=THIRD, phase="uesugi", dice=[1], options={"sodaisho_death": ruling})
    before = match.view(None)["points"]
    acts(match, f"act {KENSHIN}", "organise", "done", "troops", f"desert {KENSHIN}")
    assert at(match, KENSHIN) == "removed"
    assert match.view(None)["points"] == before
