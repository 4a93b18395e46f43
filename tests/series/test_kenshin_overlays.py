"""Overlays on the map of Kenshin's Arrival in Kyoto agree with its rules."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import gunki
from gunki.core.definition.texts import LANGUAGES
from gunki.games.kenshin.rules.turn_start import supply
from gunki.games.kenshin.show.supply_overlay import ways
from tests.clauses.kenshin.fights import (
    FUWA,
    HERE,
    KANAMORI,
    MAEDA,
    MEN,
    MINE,
    SASA,
    SHIBATA,
    THEIRS,
    THERE,
    compose_field,
    compose_siege,
    fort,
    hits,
    reduce_units,
)
from tests.clauses.kenshin.table import (
    FIELD,
    GIFU_LANE,
    ODA,
    UESUGI,
    choices,
    compose,
    force,
    lane,
    neighbours,
    points_left,
    unit_row,
)

GAME = "kenshin"
KAKIZAKI, JINBO, NIWA, HORI = "kakizaki_haruie", "jinbo_ujiharu", "niwa_nagahide", "hori_hidemasa"
SUMS = [a + b for a, b in product(range(1, 7), repeat=2)]


def read_texts(found: dict[str, Any]) -> list[str]:
    return [note["text"] for note in found["notes"]]


def read_names(found: dict[str, Any]) -> dict[str, str]:
    return {place: entry["name"][1] for place, entry in found["places"].items()}


def find_row(panel: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [row for row in panel["rows"] if row["name"] == ["overlay", name]]
    return found  # type: ignore[no-any-return]


def read_outcomes(panel: dict[str, Any]) -> dict[str, float]:
    return {outcome["text"]: outcome["chance"] for outcome in panel["outcomes"]}


def find_hit_chances(strength: int, modifier: int = 0) -> list[float]:
    """Return the chance of each number of hits by the printed table."""
    found = [hits(strength, total + modifier) for total in SUMS]
    return [found.count(n) / len(found) for n in range(max(found) + 1)]


# --- everything has words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_of_the_overlays_exists(lang: str) -> None:
    said = gunki.game(GAME).texts(lang)
    for seed in range(3):
        match = _play(seed, 250)
        for seat in match.seats:
            things = [None, *(f"unit:{name}" for name in list(match.view(None)["units"])[::9])]
            for name, thing in product(match.game.overlays, things):
                found = match.overlay(name, seat, thing=thing)
                assert said.has("overlay", found["overlay"])
                for entry in found["places"].values():
                    assert said.has(*entry["name"]) if "name" in entry else name == "reach"
                for note in found["notes"]:
                    assert said.has("overlay", note["text"])
                    assert "?" not in said("overlay", note["text"], **note["data"])
                    assert all(clause in match.game.clauses for clause in note["clauses"])


def _play(seed: int, plies: int) -> gunki.Match:
    match = gunki.new(GAME, seed=seed)
    rng = random.Random(seed)
    while match.ply < plies and match.decision is not None:
        match.act(rng.choice(match.decision.options))
    return match


# --- 7: control ------------------------------------------------------------------------------------------------------


def test_the_overlay_distinguishes_control_of_forces_and_of_castles() -> None:
    """7-1, 7-2-2: Fukashi stands in 5114."""
    match = compose({"takeda_katsuyori": FIELD, **ODA}, around=FIELD, to_act="oda")
    found = read_names(match.overlay("zoc", "oda"))
    assert {found[h] for h in (FIELD, *neighbours(FIELD))} == {"force_control"}
    assert found["5114"] == "castle_hex"
    assert {found.get(h) for h in neighbours("5114")} <= {"castle_control", None}
    assert "castle_control" in found.values()
    assert match.overlay("zoc", "oda")["places"]["5114"]["tone"] == "bad"


# --- 9-4: supply -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_lines_run_where_the_rules_say(seed: int) -> None:
    """The steps of a line follow one another; the forces marked as cut off are those of the rules."""
    match = _play(seed, 150 + 90 * seed)
    g: Any = match.position
    for clan, army in enumerate(g.setup.armies):
        if g.seat_of[clan] >= 0 and not g.setup.needs_no_line[clan]:
            assert set(ways(g, clan)) == set(supply.find_supplied_hexes(g, clan)), army
    for side, seat in enumerate(match.seats):
        found = match.overlay("supply", seat)
        bad = {place for place, entry in found["places"].items() if entry["tone"] == "bad"}
        assert bad == {g.setup.map.numbers[g.at[u]] for _, u in supply.cut_off(g, side)}
        for line in found["lines"]:
            assert line["from"] in found["places"] or any(line["from"] == other["to"] for other in found["lines"])


def test_a_line_is_drawn_from_the_force_to_its_main_castle() -> None:
    """A lane north out of Gifu."""
    match = compose({HORI: "3319", **UESUGI, **ODA}, **lane(GIFU_LANE), to_act="oda")
    found = match.overlay("supply", "oda", thing=f"unit:{HORI}")
    assert read_names(found)["3319"] == "has_line"
    assert {(line["from"], line["to"]) for line in found["lines"]} == {
        ("3319", "3320"), ("3320", "3321"), ("3321", "3422"),
    }  # fmt: skip
    assert read_texts(match.overlay("supply", "oda")) == ["all_supplied"]


@pytest.mark.parametrize(
    ("entries", "what", "clause", "where"),
    [
        ({"units": {JINBO: "3321"}}, "cut_by_enemy", "9-4-1(1)", "3321"),
        ({"castles": {"ogaki": {"holder": "uesugi"}}}, "cut_by_castle_control", "9-4-1(3)", "3321"),
    ],
)
def test_the_overlay_names_what_cuts_a_line(entries: Any, what: str, clause: str, where: str) -> None:
    units = {HORI: "3319", **UESUGI, **ODA, **entries.pop("units", {})}
    match = compose(units, **lane(GIFU_LANE), **entries, to_act="oda")
    found = match.overlay("supply", "oda", thing=f"unit:{HORI}")
    assert found["places"]["3319"]["tone"] == "bad"
    assert read_names(found)[where] == what
    assert [note["clauses"] for note in found["notes"] if note["data"] == {"hex": where}] == [[clause]]


def test_control_of_a_force_cuts_a_line_and_a_friend_there_opens_it() -> None:
    """9-4-1(3), 9-4-3: Jinbo beside the lane; 3320 is its only way."""
    ground = lane(GIFU_LANE)
    ground["terrain"]["3220"] = "flat"
    units = {HORI: "3319", JINBO: "3220", **UESUGI, **ODA}
    match = compose(units, **ground, to_act="oda")
    found = match.overlay("supply", "oda", thing=f"unit:{HORI}")
    cut = {h for h, name in read_names(found).items() if name == "cut_by_force_control"}
    assert cut
    helped = compose({**units, **dict(zip(("sugaya_nagayori", "yabe_iesada"), sorted(cut), strict=False))},
                     **ground, to_act="oda")  # fmt: skip
    assert helped.overlay("supply", "oda", thing=f"unit:{HORI}")["places"]["3319"]["tone"] == "good"


def test_the_supply_overlay_names_a_lost_main_castle_and_a_unit_that_needs_no_line() -> None:
    match = compose({"honda_tadakatsu": FIELD, **UESUGI, **ODA}, around=FIELD,
                    castles={"hamamatsu": {"holder": "uesugi"}}, to_act="oda")  # fmt: skip
    assert read_texts(match.overlay("supply", "oda", thing="unit:honda_tadakatsu")) == ["main_lost"]
    match = compose({"ashikaga_yoshiaki": FIELD, **UESUGI, **ODA}, around=FIELD, to_act="uesugi")
    assert read_texts(match.overlay("supply", "uesugi", thing="unit:ashikaga_yoshiaki")) == ["needs_no_line"]


# --- 10: reach -------------------------------------------------------------------------------------------------------


def test_reach_is_what_a_march_offers_at_its_price() -> None:
    match = compose({**force(FIELD, KAKIZAKI, JINBO), **UESUGI, **ODA}, around=FIELD, to_act="uesugi")
    before = match.overlay("reach", "uesugi", thing=f"unit:{JINBO}")
    assert before["notes"] == []
    match.act(f"move {KAKIZAKI}")
    assert set(before["places"]) == choices(match, "to")
    match.act("to 4812")
    left = points_left(match)
    after = match.overlay("reach", "uesugi")["places"]
    assert set(after) == choices(match, "to")
    assert max(entry["value"] for entry in after.values()) == left == 6 - before["places"]["4812"]["value"]


def test_reach_in_a_reaction_tells_the_chance_of_the_check() -> None:
    match = compose({**force(FIELD, SHIBATA, "maeda_toshiie"), **UESUGI, **ODA}, around=FIELD, phase="oda_reaction")
    action = unit_row(SHIBATA)["action"]
    (note,) = match.overlay("reach", "oda", thing=f"unit:{SHIBATA}")["notes"]
    assert (note["text"], note["clauses"], note["data"]["count"]) == ("check_needed", ["10-2-1"], action)
    panel = match.overlay("odds", "oda", action=f"check {SHIBATA}")["panel"]
    assert read_outcomes(panel)["check_succeeds"] == pytest.approx(action / 6, abs=1e-4)
    assert panel["at_once"]
    assert panel["trials"] == 0


def test_the_reach_overlay_says_that_a_force_cannot_move() -> None:
    units = {**reduce_units(force(FIELD, SHIBATA)), **UESUGI, **ODA}
    match = compose(units, around=FIELD, phase="oda_reaction")
    (note,) = match.overlay("reach", "oda", thing=f"unit:{SHIBATA}")["notes"]
    assert (note["text"], note["clauses"]) == ("cannot_move", ["2-2-1(5) back"])


# --- 13: threat ------------------------------------------------------------------------------------------------------


def test_a_castle_is_threatened_by_more_units_than_it_holds() -> None:
    """13-1: Hachiman (3818) with two inside: three could come, then two."""
    inside = {"inaba_yoshimichi": {"hex": "3818", "inside": True}, "ando_morinari": {"hex": "3818", "inside": True}}
    three = force("3816", KAKIZAKI, JINBO, "naoe_nobutsuna")
    for coming, tone in ((three, "bad"), (force("3816", KAKIZAKI, JINBO), "neutral")):
        match = compose({**coming, **inside, **UESUGI, **ODA}, around="3818", radius=3, to_act="oda")
        found = match.overlay("threat", "oda")["places"]["3818"]
        assert (found["tone"], found["value"], found["name"][1]) == (tone, len(coming), "could_come")


# --- 16-1: naval lines -----------------------------------------------------------------------------------------------


def _show_ports(**ships: Any) -> Any:
    return compose({**UESUGI, **ODA}, ships=ships, to_act="uesugi").overlay("naval", "uesugi")


def test_ships_cut_naval_lines() -> None:
    """16-1 (23-2.1): Ishiyama (1628) and Saika (1132) are ports on the Seto; the one is cut in its hex, both at sea."""
    free = _show_ports()
    assert {free["places"][h]["name"][1] for h in ("1628", "1132")} == {"naval_open"}
    assert free["lines"]
    before = _show_ports(kuki_sumitaka={"at": "1628"})
    assert (read_names(before)["1628"], read_names(before)["1132"]) == ("naval_cut_port", "naval_open")
    (note,) = [note for note in before["notes"] if note["text"] == "ships_cut_port"]
    assert note["data"] == {"ship": ["kuki_sumitaka"], "castle": "ishiyama_honganji"}
    at_sea = _show_ports(kuki_sumitaka="seto")
    assert (read_names(at_sea)["1628"], read_names(at_sea)["1132"]) == ("naval_cut_area", "naval_cut_area")
    assert "ships_cut_area" in read_texts(at_sea)
    assert at_sea["lines"] == []


# --- odds ------------------------------------------------------------------------------------------------------------


def test_the_odds_of_a_battle_are_those_of_the_table() -> None:
    """12-2: six steps against six, both led with 4, on flat ground; one round is calculated exactly."""
    match = compose_field(MINE, THEIRS)
    panel = match.overlay("odds", "uesugi", action=f"attack {KAKIZAKI}")["panel"]
    assert panel["trials"] == 0
    assert panel["at_once"]
    for name in ("own_steps", "enemy_steps"):
        assert find_row(panel, name)["chances"] == pytest.approx(find_hit_chances(6), abs=1e-3)
    assert read_outcomes(panel) == {"goes_on": pytest.approx(1, abs=1e-3)}, "two hits at most leave a fresh unit"


def test_odds_know_the_ground_and_the_ability() -> None:
    """12-2-1: foothills add one for the defender and take one from the attacker; Kenshin is better than Shibata."""
    mine = force(HERE, "uesugi_kenshin", *MEN[:4])
    match = compose_field(mine, force(THERE, SHIBATA, MAEDA, SASA, FUWA, KANAMORI), terrain={THERE: "foothills"})
    better = 6 - 4
    assert unit_row("uesugi_kenshin")["ability"] == 6
    panel = match.overlay("odds", "uesugi", action="attack uesugi_kenshin")["panel"]
    assert find_row(panel, "enemy_steps")["chances"] == pytest.approx(find_hit_chances(10, better - 1), abs=1e-3)
    assert find_row(panel, "own_steps")["chances"] == pytest.approx(find_hit_chances(10, 1 - better), abs=1e-3)


def test_the_odds_count_the_pursuit_of_a_reduced_side() -> None:
    """12-4, 12-5: a side without a two-step unit must retreat, and its losses include the pursuit."""
    match = compose_field(MINE, reduce_units(THEIRS))
    panel = match.overlay("odds", "uesugi", action=f"attack {KAKIZAKI}")["panel"]
    found = read_outcomes(panel)
    assert found["fight_won"] > 0.6
    assert "goes_on" not in found
    assert find_row(panel, "enemy_steps")["mean"] > sum(n * p for n, p in enumerate(find_hit_chances(6)))


def test_there_are_no_odds_before_the_hex_is_chosen() -> None:
    """12-1-1: Kakizaki stands between two enemies."""
    match = compose_field(MINE, {**THEIRS, "kanamori_nagachika": "4809"})
    shown = match.overlay("odds", "uesugi", action=f"attack {KAKIZAKI}")
    assert read_texts(shown) == ["choose_target"]
    match.act(f"attack {KAKIZAKI}")
    panel = match.overlay("odds", "uesugi", action=f"at {THERE}")["panel"]
    assert find_row(panel, "enemy_steps")["chances"] == pytest.approx(find_hit_chances(6), abs=1e-3)


def test_the_odds_of_an_overrun_end_with_its_round() -> None:
    match = compose({**MINE, **THEIRS, **UESUGI, **ODA}, around=HERE, to_act="uesugi")
    match.act(f"move {KAKIZAKI}")
    panel = match.overlay("odds", "uesugi", action=f"overrun {THERE}")["panel"]
    assert find_row(panel, "own_steps")["chances"] == pytest.approx(find_hit_chances(6), abs=1e-3)
    assert panel["trials"] == 0


def test_the_odds_of_an_assault_give_the_durability_lost_and_the_fall() -> None:
    """13-3: an empty castle of durability 3, strength 0, with 2 left: six steps against the castle's 1."""
    match = compose_siege(force("3818", KAKIZAKI, JINBO, "naoe_nobutsuna"), castles=fort(3, 0, durability=2))
    panel = match.overlay("odds", "uesugi", action=f"assault {KAKIZAKI}")["panel"]
    chances = find_hit_chances(6)
    falls = sum(chances[2:])
    assert read_outcomes(panel)["castle_falls"] == pytest.approx(falls, abs=1e-3)
    assert find_row(panel, "durability_lost")["chances"] == pytest.approx([*chances[:2], falls], abs=1e-3)
    assert find_row(panel, "own_steps")["chances"] == pytest.approx(find_hit_chances(1), abs=1e-3)
    doubles = read_outcomes(panel)["storm_closed"]
    assert 0 < doubles < 1 / 6


def test_the_odds_name_leaders_that_may_die() -> None:
    """Kakizaki alone with one step."""
    match = compose_field(reduce_units(force(HERE, KAKIZAKI)), THEIRS)
    panel = match.overlay("odds", "uesugi", action=f"attack {KAKIZAKI}")["panel"]
    dead = {general["name"][1]: general["dead"] for general in panel["generals"]}
    assert dead[KAKIZAKI] > sum(find_hit_chances(6)[1:]) - 1e-3


def test_the_odds_give_the_death_of_kenshin_as_a_lost_game() -> None:
    """22-1(1)."""
    match = compose_field(reduce_units(force(HERE, "uesugi_kenshin")), THEIRS)
    panel = match.overlay("odds", "uesugi", action="attack uesugi_kenshin")["panel"]
    (kenshin,) = [general["dead"] for general in panel["generals"] if general["name"][1] == "uesugi_kenshin"]
    assert read_outcomes(panel)["game_lost"] == pytest.approx(kenshin, abs=1e-3)


def test_the_odds_of_a_demand_are_its_marker() -> None:
    """9-1-2: a marker of 2 yields with a 1 or 2; the odds do not roll the event that follows."""
    units = {**force("3818", KAKIZAKI, JINBO, "naoe_nobutsuna"), **UESUGI, **ODA}
    match = compose(units, castles={"hachiman": {"marker": 2}}, phase="turn_start", step="demand")
    panel = match.overlay("odds", "uesugi", action="demand hachiman")["panel"]
    assert panel["trials"] == 0
    assert read_outcomes(panel) == pytest.approx({"castle_falls": 2 / 6, "castle_holds": 4 / 6}, abs=1e-3)
    assert [row["mean"] for row in panel["rows"] if row["name"][1].endswith("steps")] == [0, 0]


def test_the_odds_of_a_retreat_give_the_losses_of_the_pursuit() -> None:
    """12-5-2: the leaders have equal abilities, so that the pursuit cannot fail."""
    match = compose_field(MINE, THEIRS, 2, 2)
    match.act(f"attack {KAKIZAKI}")
    panel = match.overlay("odds", "uesugi", action="retreat")["panel"]
    assert find_row(panel, "own_steps")["chances"] == pytest.approx(find_hit_chances(6), abs=1e-3)
    assert find_row(panel, "enemy_steps")["chances"] == [1]
    again = match.overlay("odds", "uesugi", action="fight_on")["panel"]
    assert find_row(again, "own_steps")["chances"] == pytest.approx(find_hit_chances(6), abs=1e-3)


def test_the_odds_of_a_naval_battle_count_steps_of_ships() -> None:
    """16-3: two steps against two."""
    ships = {"murakami_takeyoshi": {"at": "seto", "bound": True}, "kuki_sumitaka": "seto",
             "nomi_munekatsu": {"at": "1132", "exposed": True, "bound": True},
             "manabe_sadanari": "1132"}  # fmt: skip
    match = compose({**UESUGI, **ODA}, ships=ships, phase="uesugi_combat")
    action = "battle murakami_takeyoshi"
    panel = match.overlay("odds", "uesugi", action=action)["panel"]
    assert panel["trials"] == 0
    assert find_row(panel, "own_ships")["mean"] > 0
    assert find_row(panel, "own_steps")["mean"] == 0


def test_an_act_without_dice_has_no_odds() -> None:
    match = compose_field(MINE, THEIRS)
    assert read_texts(match.overlay("odds", "uesugi", action="end")) == ["no_battle"]
