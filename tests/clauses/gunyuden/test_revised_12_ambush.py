"""Ambushes, which came with the revised rules (R-8): who may lie in wait, what it does, how it ends."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gunki
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import (
    at,
    castle,
    force,
    lane,
    morale,
    of_kind,
    points_left,
    rolls,
    steps,
    unit,
    units_without_line,
)
from tests.clauses.gunyuden.ambush import LAIR, LOST, NEAR, OTHERS, ROUGH, lair, march_towards_lair, spring_ambush
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.table import compose, host, recompose
from tests.support import clause

pytestmark = only("revised")

# --- 12.0: to lie in ambush -----------------------------------------------------------------------------


@clause("gunyuden_revised", "12.0", "4-1-2(3-1)", "4-1-2(3)")
def test_a_force_may_do_one_of_six_things() -> None:
    units = {"kaede": {"hex": LAIR, "morale": -1}, "ume": LAIR, "hato": "1306", **OTHERS}
    match = compose(units, around=LAIR, to_act="red", terrain=ROUGH)
    match.act("act kaede")
    allowed(match, "organise", "move", "battle", "rally", "ambush")
    events = match.act("ambush")
    assert of_kind(events, "lies_in_ambush") == [{"unit": "kaede", "hex": LAIR}]
    assert unit(match, "kaede")["ambush"]
    assert unit(match, "kaede")["acted"]
    refused(match, "act kaede")
    match = compose({**host("0514", 12), "yanagi": "0505"}, around="0514", to_act="red")
    match.act("act sugi")
    allowed(match, "siege")


@clause("gunyuden_revised", "12.0", "QR-CRT-ambush")
@pytest.mark.parametrize(("ground", "may"), [("rough", True), ("foothills", True), ("marsh", True), ("flat", False)])
def test_an_ambush_needs_ground_to_hide_in(ground: str, may: bool) -> None:
    match = compose({"kaede": LAIR, **OTHERS}, around=LAIR, to_act="red", terrain={LAIR: ground})
    match.act("act kaede")
    if may:
        allowed(match, "ambush")
    else:
        refused(match, "ambush")


@clause("gunyuden_revised", "12.0")
@pytest.mark.parametrize("name", ["matsu", "sugi", "kaede"])
@pytest.mark.parametrize(
    ("entry", "ground"),
    [
        ({"hex": LAIR}, "flat"),
        ({"hex": "1706"}, "rough"),
        ({"hex": "1706", "inside": True}, "rough"),
        ({"hex": "0617", "invests": True}, "rough"),
        ({"hex": LAIR, "leader": "hinoki"}, "rough"),
    ],
)
def test_a_position_with_an_ambush_where_nobody_can_hide_is_refused(
    name: str, entry: dict[str, Any], ground: str
) -> None:
    """On flat ground, at a castle, in it or investing it, under command."""
    place = {LAIR: ground, "1706": "rough", "0617": "rough"}
    with pytest.raises(gunki.GunkiError, match=f"units.{name}"):
        compose({"hinoki": LAIR, name: {**entry, "ambush": True}, **OTHERS}, around=LAIR, to_act="red", terrain=place)


@clause("gunyuden_revised", "12.0")
@pytest.mark.parametrize("name", ["matsu", "sugi", "kaede"])
def test_a_position_with_an_ambush_on_hiding_ground_is_accepted(name: str) -> None:
    """Not by the option without ambushes."""
    units = {name: {"hex": LAIR, "ambush": True}, **OTHERS}
    assert unit(compose(units, around=LAIR, to_act="red", terrain=ROUGH), name)["ambush"]
    with pytest.raises(gunki.GunkiError, match=f"units.{name}.ambush"):
        compose(units, around=LAIR, to_act="red", terrain=ROUGH, options={"ambush": False})


@clause("gunyuden_revised", "12.0")
@pytest.mark.parametrize(
    ("units", "leader", "reasons"),
    [
        ({"kaede": {"hex": "1706", "inside": True}}, "kaede", {"inside_castle"}),
        ({"kaede": "1706"}, "kaede", {"castle_here"}),
        (host("0617", 12, invests=True), "sugi", {"investing", "castle_here"}),
    ],
)
def test_no_ambush_is_laid_at_a_castle(units: dict[str, Any], leader: str, reasons: set[str]) -> None:
    """In it, before one's own, or investing an enemy's, though the ground be rough."""
    match = compose({**units, **OTHERS}, to_act="red", terrain={"1706": "rough", "0617": "rough"})
    match.act(f"act {leader}")
    refused(match, "ambush", "QR-CRT-ambush")
    assert {bar.what for bar in match.why_not("ambush")} == reasons


@clause("gunyuden_revised", "12.0")
@clause("gunyuden", "21-1")
def test_an_ambush_may_be_laid_at_a_ruin() -> None:
    """Toge has fallen to ruins: it has lost all that makes a castle."""
    entries: dict[str, Any] = {"castles": {"toge": {"owner": "none"}}, "terrain": {"1706": "rough"}}
    match = compose({"kaede": "1706", **OTHERS}, around="1706", to_act="red", **entries)
    acts(match, "act kaede", "ambush")
    assert unit(match, "kaede")["ambush"]
    assert recompose(match).position.digest() == match.position.digest()


@clause("gunyuden_revised", "12.0")
@clause("gunyuden", "21-1")
def test_an_ambush_ends_when_the_ruin_beside_it_is_restored() -> None:
    """Sugi restores Toge with Kaede in ambush beside him."""
    entries: dict[str, Any] = {"castles": {"toge": {"owner": "none"}}, "terrain": {"1706": "rough"}, "dice": [6]}
    units = {"kaede": {"hex": "1706", "ambush": True}, "sugi": "1706", "matsu": "0505", **OTHERS}
    match = compose(units, around="1706", radius=12, to_act="red", **entries)
    acts(match, "act sugi", "organise", "castle")
    assert castle(match, "toge")["owner"] == "red"
    assert "ambush" not in unit(match, "kaede")


@clause("gunyuden_revised", "12.0")
def test_by_the_option_there_are_no_ambushes() -> None:
    match = compose({"kaede": LAIR, **OTHERS}, around=LAIR, to_act="red", terrain=ROUGH, options={"ambush": False})
    match.act("act kaede")
    assert "ambush" not in match.decision.texts
    with pytest.raises(gunki.IllegalAction):
        match.act("ambush")


# --- a hex without a zone -------------------------------------------------------------------------------


@clause("gunyuden_revised", "12.0", "QR-CRT-ambush")
@pytest.mark.parametrize(("hidden", "paid"), [(True, 3), (False, 4)])
def test_an_ambusher_has_no_zone(hidden: bool, paid: int) -> None:
    """From 1210 to 1207 three flat hexes; a force in the open would make the last one dearer."""
    match = march_towards_lair({"kaede": {"hex": LAIR, **({"ambush": True} if hidden else {})}}, [])
    match.act(f"to {NEAR}")
    if hidden:
        match.act("let_pass")
    assert points_left(match) == 8 - paid


WAY = [f"{column:02}05" for column in range(5, 14)]


@clause("gunyuden_revised", "12.0")
@pytest.mark.parametrize(
    ("place", "hidden", "cut"), [("0906", True, False), ("0906", False, True), ("0905", True, True)]
)
def test_a_line_passes_by_an_ambusher_but_not_through_its_hex(place: str, hidden: bool, cut: bool) -> None:
    entry = {"hex": place, **({"ambush": True} if hidden else {})}
    ground = lane(WAY, beside={place: "rough"})
    match = compose({"sugi": WAY[7], "hato": entry}, stage=0, **ground)
    assert ("sugi" in units_without_line(match)) is cut


# --- on the march ---------------------------------------------------------------------------------------


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_an_enemy_that_comes_near_may_be_struck_at_once() -> None:
    """3 on 2 + 1 + 2 = 5: 1. Neither the ground nor Tsuru's modifier counts; he does not strike back."""
    match = march_towards_lair(lair(), [2], terrain={NEAR: "rough"})
    match.act(f"to {NEAR}")
    assert (match.decision.who, match.decision.name) == ("red", "spring")
    assert set(match.decision.texts) == {"spring", "let_pass", "let_all_pass"}
    assert at(match, "tsuru") == NEAR
    events = match.act("spring")
    (roll,) = rolls(events)
    assert (roll["purpose"], roll["unit"], roll["strength"], roll["total"]) == ("ambush", "kaede", 3, 5)
    assert roll["hex"] == NEAR
    assert sorted(part["value"] for part in roll["parts"] if part["value"]) == [1, 2]
    (found,) = of_kind(events, "ambush")
    assert (found["unit"], found["other_unit"], found["count"], found["fatal"]) == ("kaede", "tsuru", 1, False)
    assert (match.decision.who, match.decision.name) == ("blue", "ambushed")
    assert set(match.decision.texts) == {"lose tsuru", "lose kiji", "retreat"}
    refused(match, "lose sagi", "QR-CRT-ambush")  # of their army, but elsewhere


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_morale_and_the_highest_rank_count() -> None:
    """Sugi (2) leads Kuri (3); -1 against -3; the river between them does not matter."""
    match = march_towards_lair(
        lair("sugi", "kuri", morale=-1),
        [1],
        victim=force("1210", "tsuru", "kiji", morale=-3),
        sides={f"{LAIR}-{NEAR}": "river"},
    )
    acts(match, f"to {NEAR}", "spring")
    (roll,) = rolls(match.events)
    assert sorted(part["value"] for part in roll["parts"] if part["value"]) == [1, 2, 2]
    assert (roll["strength"], roll["total"]) == (6, 6)


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_steps_are_lost_and_the_march_is_over() -> None:
    match = spring_ambush(lair(), [2])
    match.act("lose kiji")
    assert (at(match, "tsuru"), steps(match, "kiji"), morale(match, "tsuru")) == (NEAR, 1, 0)
    assert (match.decision.who, match.decision.name) == ("blue", "force")
    assert unit(match, "tsuru")["acted"]
    assert len(rolls(match.events)) == 1


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_a_miss_ends_the_march_too() -> None:
    """3 on 1 + 1 + 2 = 4: nothing; the ambush is sprung."""
    match = spring_ambush(lair(), [1])
    assert (match.decision.who, match.decision.name) == ("blue", "force")
    assert at(match, "tsuru") == NEAR
    assert unit(match, "tsuru")["acted"]
    assert "ambush" not in unit(match, "kaede")


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_an_ambush_does_not_strike_across_water() -> None:
    match = march_towards_lair(lair(), [], sides={f"{LAIR}-{NEAR}": "water"})
    match.act(f"to {NEAR}")
    assert (match.decision.who, match.decision.name) == ("blue", "march")


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_an_ambush_does_not_strike_a_friend() -> None:
    match = march_towards_lair(lair(), [], victim=force("1210", "sugi"), phase="red")
    match.act(f"to {NEAR}")
    assert match.decision.name == "march"


# --- the way back ---------------------------------------------------------------------------------------

STRONG = ("matsu", "kuri", "buna")  # 9, on 1 + 1 + 4 = 6: 2


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_the_victim_goes_back_the_way_it_came() -> None:
    """Not straight: 1210, 1310, 1309, 1308, 1207. Two hexes back along it, and 2 morale."""
    match = march_towards_lair(lair(*STRONG), [1])
    acts(match, "to 1310", "to 1309", "to 1308", f"to {NEAR}", "spring")
    assert of_kind(match.events, "ambush")[0]["count"] == 2
    match.act("retreat")
    assert (at(match, "tsuru"), at(match, "kiji"), morale(match, "tsuru")) == ("1309", "1309", -2)
    assert [steps(match, name) for name in ("tsuru", "kiji")] == [2, 2]
    assert (match.decision.who, match.decision.name) == ("blue", "force")


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_steps_and_hexes_may_be_mixed() -> None:
    match = spring_ambush(lair(*STRONG), [1])
    acts(match, "lose kiji", "retreat")
    assert (at(match, "tsuru"), morale(match, "tsuru"), steps(match, "kiji")) == ("1208", -1, 1)
    assert match.decision.name == "force"


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_what_cannot_be_gone_back_is_lost_in_steps() -> None:
    """One hex was marched; 15 on 6 is 3."""
    match = spring_ambush(lair("matsu", "kuri", "buna", "nara", "kashi"), [1], start="1208")
    match.act("retreat")
    assert of_kind(match.events, "capped") == [{"hits": 3, "count": 2, "cap": "retreat"}]
    assert set(match.decision.texts) == {"lose tsuru", "lose kiji"}
    acts(match, "lose kiji", "lose kiji")
    assert match.decision.name == "force"
    assert (at(match, "tsuru"), morale(match, "tsuru")) == ("1208", -1)
    assert (steps(match, "tsuru"), at(match, "kiji")) == (2, "dead")


@clause("gunyuden_revised", "QR-CRT-ambush")
@clause("gunyuden", "23-4-3(3)")
@pytest.mark.parametrize(("garrison", "place", "lost"), [(True, "1707", 1), (False, "1706", 0)])
def test_nobody_falls_back_to_a_castle_with_enemies_inside(garrison: bool, place: str, lost: int) -> None:
    """Tsuru has marched past Toge, where a retreat may not end with its garrison at home: that hex is lost in steps."""
    men = {"take": {"hex": "1706", "inside": True}} if garrison else {}
    units = {**lair(*STRONG, at="1709"), **men}
    match = march_towards_lair(units, [1], "1705", around="1707", terrain={"1709": "rough"})
    acts(match, "to 1706", "to 1707", "to 1708", "spring")
    assert of_kind(match.events, "ambush")[0]["count"] == 2
    events = acts(match, "retreat", "lose kiji")  # into the zone of the castle: a step too (23-4-4(2))
    assert (at(match, "tsuru"), at(match, "kiji")) == (place, place)
    assert (steps(match, "tsuru"), steps(match, "kiji")) == (2, 1)
    assert morale(match, "tsuru") == lost - 2
    assert of_kind(events, "capped") == [{"hits": 2, "count": lost, "cap": "retreat"}]
    assert match.decision.name == "force"


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_four_hexes_back_at_most() -> None:
    """Six hexes were marched; 15 on 9 is 5: four hexes, and a step."""
    match = spring_ambush(lair("matsu", "kuri", "buna", "nara", "kashi"), [4], start="1213")
    assert of_kind(match.events, "ambush")[0]["count"] == 5
    assert set(match.decision.texts) == {"lose tsuru", "lose kiji"}
    acts(match, "lose kiji", "retreat")
    assert (at(match, "tsuru"), morale(match, "tsuru")) == ("1211", -4)
    assert steps(match, "tsuru") + steps(match, "kiji") == 3


@clause("gunyuden_revised", "QR-CRT-ambush")
@pytest.mark.parametrize(
    "hard", [{"sides": {"1207-1208": "river"}}, {"terrain": {"1208": "foothills"}}, {"terrain": {"1208": "marsh"}}]
)
def test_hard_ground_on_the_way_back_costs_a_step_more(hard: dict[str, Any]) -> None:
    match = spring_ambush(lair(), [2], start="1208", **hard)
    match.act("retreat")
    if match.decision.name != "force":
        match.act("lose kiji")
    assert (at(match, "tsuru"), morale(match, "tsuru")) == ("1208", -1)
    assert steps(match, "tsuru") + steps(match, "kiji") == 3


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_morale_may_break_on_the_way_back() -> None:
    match = spring_ambush(lair(), [1], victim=force("1210", "tsuru", "kiji", morale=-4))
    match.act("retreat")
    assert [at(match, name) for name in ("tsuru", "kiji")] == ["dead"] * 2
    assert (match.decision.who, match.decision.name) == ("blue", "force")


@clause("gunyuden_revised", "QR-CRT-ambush", "QR-CRT-star")
def test_the_mark_is_paid_first() -> None:
    """15 on 3 + 5 = 8: 4 with the mark."""
    match = spring_ambush(lair("matsu", "kuri", "buna", "nara", "kashi"), [3])
    (found,) = of_kind(match.events, "ambush")
    assert (found["count"], found["fatal"]) == (4, True)
    assert set(match.decision.texts) == {"fall tsuru", "fall kiji"}
    refused(match, "retreat")
    match.act("fall kiji")
    assert at(match, "kiji") == "dead"
    match.act("retreat")
    assert (at(match, "tsuru"), morale(match, "tsuru")) == ("1209", -2)


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_an_ambush_may_kill_the_last_unit_of_a_force() -> None:
    match = spring_ambush(lair(), [6], start="1208", victim=force("1208", "kiji", steps=1))
    if match.decision.name == "ambushed":
        match.act("lose kiji")
    assert at(match, "kiji") == "dead"
    assert (match.decision.who, match.decision.name) == ("blue", "force")


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_the_death_of_a_soudaishou_on_the_march_takes_his_army() -> None:
    match = spring_ambush(lair(), [6], victim={**force("1208", "taka", steps=1), **LOST})
    if match.decision.name == "ambushed":
        match.act("lose taka")
    assert at(match, "taka") == "dead"
    assert at(match, "sagi") == "removed"
    assert match.decision is None or match.decision.who != "blue"


@clause("gunyuden_revised", "QR-CRT-ambush")
def test_an_enemy_that_is_let_pass_learns_nothing_and_keeps_its_way_back() -> None:
    """A bot that plays Tsuru must reckon with the lair on a second march past it: he falls back the way he came."""
    match = march_towards_lair(lair(), [])
    acts(match, f"to {NEAR}", "let_all_pass", "to 1208")
    believed = march_towards_lair(lair(), [2])
    believed._position = match.sample("blue", random.Random(1))
    events = acts(believed, f"to {NEAR}", "spring", "retreat")
    assert of_kind(events, "fell_back")[-1]["to_hex"] == "1208"
    match.act(f"to {NEAR}")
    assert match.decision.name != "spring"
