"""Refusals while moving, organising and tracing lines name the clause that forbids, not that of the question."""

from __future__ import annotations

from typing import Any

from tests.clauses.kanto.table import (
    acts,
    allowed,
    compose,
    force,
    garrison,
    lane,
    march,
    neighbours,
    plain,
)
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN, KAKIZAKI, NAOE, MASAKAGE = "uesugi_kenshin", "kakizaki_kageie", "naoe_sanetsuna", "nagao_masakage"
BABA, ENEMY = "baba_nobuharu", "anayama_nobukimi"
UJIYASU, UJIMASA = "hojo_ujiyasu", "hojo_ujimasa"
MEN = ["yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", "shibata_nagaatsu"]
FAR = {"saito_tomonobu": "0505"}  # so that the phase does not end with the march
HERE, STEP = "1207", "1206"
SECOND, THIRD = "kenshin_crosses_the_mountains", "conquest_of_kanto"
# A single way from Kasugayama (0505) along the fifth row, each hex beside the next; 1104 touches 1105 alone.
ROW = [f"{column:02}05" for column in range(5, 23)]


def laid(units: dict[str, Any], **entries: Any) -> Any:
    """On open ground, the Uesugi to act."""
    return compose({**FAR, **units}, **{"around": STEP, "to_act": "uesugi", **entries})


# --- 15: zones and morale ----------------------------------------------------------------------------------------


def on_the_way(place: str, goal: str, *enemies: str, low: int = 0) -> tuple[Any, str]:
    """Kakizaki marches along the way; the answer that takes him to the goal."""
    enemy = dict(zip((ENEMY, BABA), enemies, strict=False))
    ground = lane(ROW, beside=dict.fromkeys(enemies, "flat"))
    match = compose({KAKIZAKI: {"hex": place, "morale": low}, **FAR, **enemy}, to_act="uesugi", **ground)
    return march(match, KAKIZAKI), f"to {goal}"


@clause("kanto", "15-4-4", "15-4-3", "15-2-1")
def test_who_cannot_pay_to_leave_a_zone_is_told_so() -> None:
    """Eight hexes are 8 points; to leave 1105 takes one more. The ninth hex is too far without any enemy."""
    match, text = on_the_way("1105", "1905")
    allowed(match, text)
    barred(match, "to 2005", "15-2-1 too_far")
    match, text = on_the_way("1105", "1905", "1104")
    barred(match, text, "15-4-4 zone_holds")
    barred(match, "to 2005", "15-2-1 too_far")


@clause("kanto", "15-4-1", "15-4-4")
def test_who_cannot_pay_to_enter_a_zone_is_told_so() -> None:
    """Eight hexes away the last one lies in a zone; or one on the way does, which is entered and left."""
    barred(*on_the_way("0705", "1505", "1504"), "15-4-1 zone_slows")
    barred(*on_the_way("0905", "1605", "1104"), "15-4-4 zone_holds", "15-4-1 zone_slows")
    barred(*on_the_way("0905", "1705", "1104"), "15-4-4 zone_holds", "15-4-1 zone_slows")


@clause("kanto", "15-6-3", "15-4-4")
def test_the_points_that_lowered_morale_takes_are_named() -> None:
    """Two of eight points; with the zone on top either, or only both, are to blame."""
    barred(*on_the_way("0905", "1605", low=-2), "15-6-3 morale_slows")
    barred(*on_the_way("1105", "1705", "1104", low=-2), "15-4-4 zone_holds", "15-6-3 morale_slows")
    barred(*on_the_way("1105", "1905", "1104", low=-2), "15-4-4 zone_holds", "15-6-3 morale_slows")
    barred(*on_the_way("1105", "2005", "1104", low=-2), "15-2-1 too_far")


@clause("kanto", "15-6-3")
def test_lowered_morale_may_keep_a_force_where_it_is() -> None:
    """Foothills behind a river take 5 points, and 4 are left."""
    ground = lane([HERE], beside={STEP: "foothills"}, sides={f"{HERE}-{STEP}": "river"})
    match = compose({KAKIZAKI: {"hex": HERE, "morale": -4}, **FAR}, to_act="uesugi", **ground)
    match.act(f"act {KAKIZAKI}")
    barred(match, "move", "15-6-3 morale_slows")


@clause("kanto", "15-6-2", "15-2-1")
def test_an_enemy_in_the_way_is_named_instead_of_the_distance() -> None:
    """The only way leads over 0905; the tenth hex is too far without any enemy."""
    match, text = on_the_way("0705", "1105", "0905")
    barred(match, text, "15-6-2 enemy_there")
    assert [bar.data["hex"] for bar in match.why_not(text)] == ["0905"]
    barred(match, "to 1705", "15-2-1 too_far")


@clause("kanto", "15-3-1")
def test_an_enemy_beside_the_way_of_a_strategic_movement_is_named() -> None:
    ground = lane(ROW, beside={"1104": "flat"})
    match = compose({KAKIZAKI: "0805", ENEMY: "1104", **FAR}, to_act="uesugi", **ground)
    march(match, KAKIZAKI, "strategic")
    barred(match, "to 1305", "15-3-1 near_enemy")
    assert [bar.data["hex"] for bar in match.why_not("to 1305")] == ["1105"]


@clause("kanto", "35.0(2)", "15-2-1")
def test_a_closed_hex_in_the_way_is_named() -> None:
    match = compose({KAKIZAKI: "0705", **FAR}, to_act="uesugi", provinces={"0905": "suruga"}, **lane(ROW))
    march(match, KAKIZAKI)
    barred(match, "to 1105", "35.0(2) not_in_use")
    assert [bar.data["hex"] for bar in match.why_not("to 1105")] == ["0905"]


@clause("kanto", "15-6-2", "15-2")
def test_who_is_shut_in_by_enemies_is_told_so() -> None:
    for enemies, reason in (({ENEMY: STEP}, "15-6-2 enemy_there"), ({}, "15-2 nowhere")):
        ground = lane([HERE], beside={STEP: "flat"} if enemies else {})
        match = compose({KAKIZAKI: HERE, **FAR, **enemies}, to_act="uesugi", **ground)
        match.act(f"act {KAKIZAKI}")
        barred(match, "move", reason)


@clause("kanto", "36(8)-2", "15-3-1")
def test_before_the_game_too_strategic_movement_is_refused_for_its_own_reasons() -> None:
    stack = [
        {"procedure": "Campaign", "step": "before", "place": 1},
        {"procedure": "MovesBefore", "step": "start", "seat": 0, "moves": 2, "force": -1, "made": 0},
    ]
    ground = lane(ROW, beside={"1104": "flat"})
    match = compose({KAKIZAKI: "1105", KENSHIN: "0505", ENEMY: "1104"}, stack=stack, **ground)
    match.act(f"act {KAKIZAKI}")
    allowed(match, "move", "rest")
    barred(match, "strategic", "15-3-1 near_enemy")


# --- 11: what cuts a line ----------------------------------------------------------------------------------------


def cut_off(units: dict[str, Any], way: list[str] = ROW, ground: str = "flat", **entries: Any) -> tuple[Any, str]:
    """Kakizaki has no line from where he stands; the answer for which he needs one."""
    beside, sides = entries.pop("beside", None), entries.pop("sides", None)
    paths = lane(way, ground, beside=beside, sides=sides)
    paths["terrain"].update(entries.pop("terrain", {}))
    match = compose({**FAR, **units}, to_act="uesugi", **paths, **entries)
    match.act(f"act {KAKIZAKI}")
    return match, "strategic"


@clause("kanto", "11-1-3(1)")
def test_units_on_the_line_are_named() -> None:
    """Friends on both sides of Anayama cancel his zone there, not himself."""
    units = {KAKIZAKI: "1405", NAOE: "1205", ENEMY: "1105", MASAKAGE: "1005"}
    barred(*cut_off(units), "15-3-2 no_line", "11-1-3(1) line_enemies")


@clause("kanto", "11-1-3(2)")
def test_a_castle_on_the_line_is_named() -> None:
    """Friends on both sides of Sakado cancel its zone there."""
    way = [*ROW[:12], "1706", "1806", "1906"]
    units = {KAKIZAKI: "1906", NAOE: "1806", MASAKAGE: "1605"}
    cut = cut_off(units, way, castles={"sakado": {"owner": "takeda"}})
    barred(*cut, "15-3-2 no_line", "11-1-3(2) line_castles")


@clause("kanto", "11-1-3(3)")
def test_a_zone_on_the_line_is_named() -> None:
    cut = cut_off({KAKIZAKI: "1405", ENEMY: "1104"}, beside={"1104": "flat"})
    barred(*cut, "15-3-2 no_line", "11-1-3(3) line_zones")


@clause("kanto", "11-1-3(4)")
def test_water_across_the_line_is_named() -> None:
    waters: list[dict[str, Any]] = [{"sides": {"1005-1105": "water"}}, {"terrain": {"1005": "lake"}}]
    for water in waters:
        barred(*cut_off({KAKIZAKI: "1405"}, **water), "15-3-2 no_line", "11-1-3(4) line_water")


@clause("kanto", "11-1-3(5)")
def test_marsh_on_the_line_is_named() -> None:
    cut = cut_off({KAKIZAKI: "1405"}, terrain={"1005": "marsh"})
    barred(*cut, "15-3-2 no_line", "11-1-3(5) line_marsh")


@clause("kanto", "32-1-3")
def test_snowed_foothills_on_the_line_are_named() -> None:
    cut = cut_off({KAKIZAKI: "1005"}, terrain={"0705": "foothills"}, weather="snow")
    barred(*cut, "15-3-2 no_line", "32-1-3 line_snow")


@clause("kanto", "11-2")
def test_a_line_that_is_too_long_is_named() -> None:
    barred(*cut_off({KAKIZAKI: ROW[11]}, ground="foothills"), "15-3-2 no_line", "11-2 line_too_long")


@clause("kanto", "11-1", "15-3-2")
def test_what_would_not_restore_the_line_alone_is_not_named() -> None:
    """Beyond mountains; or a zone and a marsh, either of which would be enough."""
    barred(*cut_off({KAKIZAKI: "1405"}, terrain={"1005": "mountain"}), "15-3-2 no_line")
    cut = cut_off({KAKIZAKI: "1405", ENEMY: "1104"}, beside={"1104": "flat"}, terrain={"0805": "marsh"})
    barred(*cut, "15-3-2 no_line")


@clause("kanto", "33-2")
def test_who_stands_on_no_coast_is_told_that_the_sea_is_no_help() -> None:
    """Ujimasa alone among mountains; with a way to the shore the sea carries his line to Odawara."""
    ground = plain("2237", 2)
    walls = dict.fromkeys(neighbours("2537"), "mountain")
    land = {**ground["terrain"], **walls, "2537": "flat", "2338": "sea", "2438": "sea"}
    units = {UJIMASA: "2537", UJIYASU: "2237", KENSHIN: "0505"}
    inland, ashore = (
        compose(units, scenario=THIRD, phase="hojo", sides=ground["sides"], terrain={**land, "2538": shore})
        for shore in ("mountain", "sea")
    )
    inland.act(f"act {UJIMASA}")
    barred(inland, "strategic", "15-3-2 no_line", "33-2 not_coastal")
    ashore.act(f"act {UJIMASA}")
    barred(ashore, "strategic", "15-2 nowhere")


@clause("kanto", "11-4-2", "11-1-3(3)")
def test_replenishment_without_a_line_says_what_cuts_it() -> None:
    ground = lane(ROW, beside={"1104": "flat"})
    units = {**FAR, KAKIZAKI: {"hex": "1405", "steps": 1}, "hojo_tsunashige": "1104"}
    match = compose(units, scenario=SECOND, turn=12, phase="uesugi", **ground)
    match.act(f"act {KAKIZAKI}")
    reasons = ["11-4-2 no_line", "11-1-3(3) line_zones", "14-3-1 no_castle"]
    barred(match, "organise", "13-2 nothing_to_organise", *reasons)


# --- 13, 14: organising ------------------------------------------------------------------------------------------


def organising(who: str, units: dict[str, Any], **entries: Any) -> Any:
    match = laid(units, **entries)
    acts(match, f"act {who}", "organise")
    return match


@clause("kanto", "13-1-5")
def test_a_force_changes_only_when_it_is_organised() -> None:
    match = laid({**force(HERE, KAKIZAKI, MEN[0]), MEN[1]: HERE, BABA: STEP})
    match.act(f"act {KAKIZAKI}")
    barred(match, f"take {MEN[1]}", "13-1-5 organise_first")
    barred(match, f"split {MEN[0]}", "13-1-5 organise_first")
    barred(match, f"take {BABA}", "12.0 not_offered")
    match.act("organise")
    allowed(match, f"take {MEN[1]}", f"split {MEN[0]}")


@clause("kanto", "13-2-1", "13-2-4")
def test_who_was_released_is_not_taken_again() -> None:
    match = organising(KAKIZAKI, force(HERE, KAKIZAKI, MEN[0], MEN[1]))
    match.act(f"split {MEN[0]}")
    barred(match, f"take {MEN[0]}", "13-2-1 already_placed")


@clause("kanto", "9-2-4", "9-2-2", "13-1-1")
def test_a_commander_under_command_is_given_nobody() -> None:
    """Kakizaki is led by Kenshin himself; Naoe leads as many as he may; a man without boxes leads nobody."""
    full = force(HERE, NAOE, "murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "amakasu_kagemochi",
                 "irobe_nagazane", "takenomata_yoshitsuna", "kitajo_takahiro")  # fmt: skip
    match = organising(KENSHIN, {**force(HERE, KENSHIN, KAKIZAKI, MEN[0], MEN[1]), **full})
    barred(match, f"give {MEN[0]} {KAKIZAKI}", "9-2-4 under_command")
    barred(match, f"give {MEN[0]} {NAOE}", "9-2-2 track_full")
    barred(match, f"give {MEN[0]} {MEN[1]}", "13-1-1 no_commander")
    barred(match, f"give {MEN[0]} {KENSHIN}", "13-2 in_force")


@clause("kanto", "30-5", "9-2-3")
def test_ujimasa_never_leads_ujiyasu() -> None:
    units = {UJIMASA: HERE, UJIYASU: HERE, "hojo_tsunashige": HERE, KENSHIN: "0505"}
    match = organising(UJIMASA, units, scenario=THIRD, to_act=None, phase="hojo")
    barred(match, f"take {UJIYASU}", "30-5 leads_him", "9-2-3 rank")
    match = organising(UJIYASU, units, scenario=THIRD, to_act=None, phase="hojo")
    allowed(match, f"take {UJIMASA}")


@clause("kanto", "37(8)-2", "9-2-6")
def test_commanders_of_the_hojo_lead_no_warlords() -> None:
    """In the second scenario a rule of its own says so, because there Kenshin may; in others that for all armies."""
    units = {UJIYASU: HERE, "hojo_tsunashige": HERE, "yuki_harutomo": HERE, KENSHIN: "0505"}
    match = organising(UJIYASU, units, scenario=SECOND, to_act=None, phase="hojo")
    barred(match, "take yuki_harutomo", "37(8)-2 leads_no_warlords", "9-2-6 other_army")
    match = organising(UJIYASU, units, scenario=THIRD, to_act=None, phase="hojo")
    barred(match, "take yuki_harutomo", "9-2-6 other_army")


@clause("kanto", "14-1-2", "13-1-1")
def test_a_man_without_command_is_told_that_he_does_not_replenish_either() -> None:
    match = laid({MEN[0]: {"hex": HERE, "steps": 1}})
    match.act(f"act {MEN[0]}")
    barred(match, "organise", "13-1-1 no_commander", "14-1-2 no_replenisher")


@clause("kanto", "14-1-2", "13-1-2")
def test_a_commander_who_was_led_neither_organises_nor_replenishes() -> None:
    match = laid({KAKIZAKI: {"hex": HERE, "steps": 1, "led": True}}, scenario=SECOND, turn=12)
    match.act(f"act {KAKIZAKI}")
    barred(match, "organise", "13-1-2 was_led", "14-1-2 was_led")


@clause("kanto", "36(8)-1")
def test_nobody_replenishes_in_the_first_scenario() -> None:
    match = compose({**garrison("0505", KAKIZAKI, steps=1), KENSHIN: "0508"}, to_act="uesugi", around="0505")
    match.act(f"act {KAKIZAKI}")
    barred(match, "organise", "13-2 nothing_to_organise", "36(8)-1 no_replenishment", "14-3 castle_whole")


@clause("kanto", "14-2-5", "14-2-4")
def test_only_the_commander_and_his_own_regain_steps() -> None:
    """Own territory, a 3: one step for three who lost one; Naoe beside them gets none, nor who has lost nothing."""
    worn = {name: {**told, "steps": 1} for name, told in force("0505", KENSHIN, *MEN[:2], inside=True).items()}
    whole = {MEN[2]: {"hex": "0505", "inside": True, "leader": KENSHIN}}
    other = garrison("0505", NAOE, steps=1)
    match = compose({**worn, **whole, **other}, scenario=SECOND, phase="uesugi", dice=[3])
    acts(match, f"act {KENSHIN}", "organise", "done", "troops")
    assert match.decision.name == "restore"
    barred(match, f"restore {NAOE}", "14-2-5 not_in_force")
    barred(match, f"restore {MEN[2]}", "14-2-4 unit_whole")
