"""Refusals while moving, organising and tracing lines name the clause that forbids, not that of the question."""

from __future__ import annotations

from typing import Any

from tests.clauses.common import acts, allowed
from tests.clauses.forces import force, garrison, lane, march
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.table import compose
from tests.clauses.reasons import barred
from tests.support import clause

MATSU, SUGI, KAEDE, HINOKI = "matsu", "sugi", "kaede", "hinoki"
TSURU, ENEMY = "tsuru", "hato"
MEN = ["ume", "momo", "kaki", "shii"]
FAR = {"kashi": "0505"}  # so that the phase does not end with the march
HERE, STEP = "1207", "1206"
# A single way from Yama (0505) along the fifth row, each hex beside the next; 1104 touches 1105 alone.
ROW = [f"{column:02}05" for column in range(5, 23)]


def compose_plain(units: dict[str, Any], **entries: Any) -> Any:
    """Compose open ground with the red to act."""
    return compose({**FAR, **units}, **{"around": STEP, "to_act": "red", **entries})


# --- 15: zones and morale ----------------------------------------------------------------------------------------


def start_on_the_way(place: str, goal: str, *enemies: str, low: int = 0) -> tuple[Any, str]:
    """Begin Sugi's march along the way; return the match and the text of the march to the goal."""
    enemy = dict(zip((ENEMY, TSURU), enemies, strict=False))
    ground = lane(ROW, beside=dict.fromkeys(enemies, "flat"))
    match = compose({SUGI: {"hex": place, "morale": low}, **FAR, **enemy}, to_act="red", **ground)
    return march(match, SUGI), f"to {goal}"


@clause("gunyuden", "15-6-2", "15-2-1")
def test_an_enemy_in_the_way_is_named_instead_of_the_distance() -> None:
    """The only way leads over 0905; the tenth hex is too far without any enemy."""
    match, text = start_on_the_way("0705", "1105", "0905")
    barred(match, text, "15-6-2 enemy_there")
    assert [bar.data["hex"] for bar in match.why_not(text)] == ["0905"]
    barred(match, "to 1705", "15-2-1 too_far")


@clause("gunyuden", "15-3-1")
def test_an_enemy_beside_the_way_of_a_strategic_movement_is_named() -> None:
    ground = lane(ROW, beside={"1104": "flat"})
    match = compose({SUGI: "0805", ENEMY: "1104", **FAR}, to_act="red", **ground)
    march(match, SUGI, "strategic")
    barred(match, "to 1305", "15-3-1 near_enemy")
    assert [bar.data["hex"] for bar in match.why_not("to 1305")] == ["1105"]


@clause("gunyuden", "15-6-2", "15-2")
def test_a_force_shut_in_by_enemies_is_refused_for_the_enemies() -> None:
    for enemies, reason in (({ENEMY: STEP}, "15-6-2 enemy_there"), ({}, "15-2 nowhere")):
        ground = lane([HERE], beside={STEP: "flat"} if enemies else {})
        match = compose({SUGI: HERE, **FAR, **enemies}, to_act="red", **ground)
        match.act(f"act {SUGI}")
        barred(match, "move", reason)


# --- 11: what cuts a line ----------------------------------------------------------------------------------------


def start_cut_off(units: dict[str, Any], way: list[str] = ROW, ground: str = "flat", **entries: Any) -> tuple[Any, str]:
    """Activate Sugi, who has no line; return the match and the text of an action that needs one."""
    beside, sides = entries.pop("beside", None), entries.pop("sides", None)
    paths = lane(way, ground, beside=beside, sides=sides)
    paths["terrain"].update(entries.pop("terrain", {}))
    match = compose({**FAR, **units}, to_act="red", **paths, **entries)
    match.act(f"act {SUGI}")
    return match, "strategic"


@clause("gunyuden", "11-1-3(4)")
@as_first("communication_range")
def test_water_across_the_line_is_named() -> None:
    waters: list[dict[str, Any]] = [{"sides": {"1005-1105": "water"}}, {"terrain": {"1005": "lake"}}]
    for water in waters:
        barred(*start_cut_off({SUGI: "1405"}, **water), "15-3-2 no_line", "11-1-3(4) line_water")


# --- 13, 14: organising ------------------------------------------------------------------------------------------


@clause("gunyuden", "13-1-5")
def test_a_force_changes_only_when_it_is_organised() -> None:
    match = compose_plain({**force(HERE, SUGI, MEN[0]), MEN[1]: HERE, TSURU: STEP})
    match.act(f"act {SUGI}")
    barred(match, f"take {MEN[1]}", "13-1-5 organise_first")
    barred(match, f"split {MEN[0]}", "13-1-5 organise_first")
    barred(match, f"take {TSURU}", "12.0 not_offered")
    match.act("organise")
    allowed(match, f"take {MEN[1]}", f"split {MEN[0]}")


@clause("gunyuden", "14-2-5", "14-2-4")
def test_only_the_commander_and_his_own_regain_steps() -> None:
    """Own territory, a 3: one step for three units that lost one; Kaede beside them and whole units get none."""
    worn = {name: {**told, "steps": 1} for name, told in force("0505", MATSU, *MEN[:2], inside=True).items()}
    whole = {MEN[2]: {"hex": "0505", "inside": True, "leader": MATSU}}
    other = garrison("0505", KAEDE, steps=1)
    match = compose({**worn, **whole, **other}, phase="red", dice=[3])
    acts(match, f"act {MATSU}", "organise", "done", "troops")
    assert match.decision.name == "restore"
    barred(match, f"restore {KAEDE}", "14-2-5 not_in_force")
    barred(match, f"restore {MEN[2]}", "14-2-4 unit_whole")
