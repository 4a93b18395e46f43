"""The view, the signs and the dice of a game of the revised edition, as players see them."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki.core.definition.texts import LANGUAGES
from gunki.core.show.charts import dice_bands
from tests.clauses.common import decision_of
from tests.series.revised import GAME, each_scenario, find_chart

#: Kyoto is Akechi's, and earlier decisions are settled.
LATER = {"kyoto": "anti_hashiba", "nobusumi": "dead"}


def compose(scenario: str = "tennozan", **document: Any) -> gunki.Match:
    return gunki.compose(GAME, scenario, {"turn": 2, "stage": 1, "phase": "anti_hashiba", **document})


def find_stack(scene: dict[str, Any], force: str) -> dict[str, Any]:
    stacks = [stack for place in scene["places"].values() for stack in place["stacks"]]
    return next(stack for stack in stacks if stack["force"] == f"unit:{force}")


def read_signs(bearer: dict[str, Any]) -> set[str]:
    return {mark["glyph"] for mark in bearer["marks"]}


def read_facts(bearer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found = {fact["text"]: fact for fact in bearer["facts"]}
    assert len(found) == len(bearer["facts"]), "each is told once"
    return found


# -- the view and the table -------------------------------------------------------------------------------------------


def test_units_that_may_not_act_yet_are_marked_with_the_clause() -> None:
    match = gunki.new(GAME, "shizugatake", seed=1)
    units, scene = match.view(None)["units"], match.scene()
    assert units["shibata_katsuie"]["idle"] == "36.7-2"
    assert units["kobe_nobutaka"]["idle"] == "36.7-3"
    assert "idle" not in units["hashiba_hideyoshi"]
    katsuie = find_stack(scene, "shibata_katsuie")
    assert "idle" in read_signs(katsuie["pieces"][0])
    assert read_facts(katsuie)["idle"]["names"] == [["idle", "36.7-2"]]
    thawed = compose("shizugatake", state={"thawed": 1, "declared": 1})
    assert not [name for name, unit in thawed.view(None)["units"].items() if "idle" in unit]


@pytest.mark.parametrize("lang", LANGUAGES)
@each_scenario
def test_every_clause_that_keeps_a_unit_idle_has_words(scenario: str, lang: str) -> None:
    texts = gunki.game(GAME).texts(lang)
    held = {"state": {"held_back": ["kobe", "kitabatake"]}} if scenario == "tennozan" else {}
    for match in (gunki.new(GAME, scenario, seed=1), compose(scenario, **held)):
        units = match.view(None)["units"].values()
        clauses = {unit["idle"] for unit in units if isinstance(unit, dict) and "idle" in unit}
        assert all(texts.has("idle", clause) for clause in clauses), clauses


def test_an_ambush_is_marked() -> None:
    units = {"saito_toshimitsu": {"hex": "3722", "ambush": True}}
    match = compose(units=units, state=LATER)
    assert match.view(None)["units"]["saito_toshimitsu"]["ambush"]
    force = find_stack(match.scene(), "saito_toshimitsu")
    assert "ambush" in read_signs(force["pieces"][0])
    assert "ambush" in read_facts(force)


def test_the_scene_has_garrisons_and_their_limits() -> None:
    match = gunki.new(GAME, "shizugatake", seed=1)
    castles, scene = match.view(None)["castles"], match.scene()
    assert (castles["kitanosho"]["garrison"], castles["kitanosho"]["limit"]) == (28, 10)
    full = scene["places"]["4301"]
    assert {"glyph": "crowded", "value": 28} in full["marks"]
    assert read_facts(full)["crowd"] == {"text": "crowd", "value": 28, "of": 10, "tone": "bad"}
    for place in scene["places"].values():
        told = {fact["text"]: fact for fact in place.get("facts", ())}
        if "crowd" in told and told["crowd"]["value"] <= told["crowd"]["of"]:
            assert "crowded" not in read_signs(place)
            assert told["crowd"]["tone"] == "neutral"


def test_a_castle_that_hears_no_calls_says_until_when() -> None:
    for quiet, told in ((2, True), (1, False)):
        match = compose(castles={"sakamoto": {"owner": "akechi", "durability": 4, "quiet": quiet}}, state=LATER)
        assert match.view(None)["castles"]["sakamoto"]["quiet"] == quiet
        setup = match.setup
        h = setup.map.numbers[setup.castle_hex[setup.castles.index("sakamoto")]]  # type: ignore[attr-defined]
        assert ("quiet" in read_facts(match.scene()["places"][h])) is told


def test_neutrals_are_marked_until_they_join() -> None:
    match = compose(units={"oda_nobunaga": "dead"}, state=LATER)
    view, scene = match.view(None), match.scene()
    assert view["clans"]["ikeda"] == "neutral"
    assert "tokugawa" not in view["clans"], "not in this scenario"
    ikeda = find_stack(scene, "ikeda_tsuneoki")
    assert "neutral" in read_signs(ikeda["pieces"][0])
    assert read_facts(ikeda)["joins_hashiba"]["value"] == 3
    assert "joins_akechi" not in read_facts(ikeda), "no die is an 8"
    joined = compose(state={**LATER, "seat_of": {"ikeda": "anti_hashiba"}})
    assert joined.view(None)["clans"]["ikeda"] == "anti_hashiba"
    assert "ikeda" not in joined.view(None)["clan_rolls"]
    assert "neutral" not in read_signs(find_stack(joined.scene(), "ikeda_tsuneoki")["pieces"][0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_assault_is_not_said_to_cost_durability(lang: str) -> None:
    """19-4-1: the castle's owner still chooses between walls and men."""
    told, basic = (gunki.game(game).texts(lang).name("event", "assault_result") for game in (GAME, "kanto"))
    walls = {"en": "durability", "ja": "耐久"}[lang]
    assert walls in basic
    assert walls not in told


def test_the_die_of_a_clan_with_a_side_says_only_whether_it_acts() -> None:
    """QR-CLAN-note: for Kitabatake and Kanbe the die of turn 1 only says whether they act."""
    match = gunki.new(GAME, "tennozan", seed=3)
    while decision_of(match).name != "honnoji":
        match.act("ready")
    kobe = read_facts(find_stack(match.scene(), "kobe_nobutaka"))
    assert kobe["begins_by_die"]["value"] == max(match.view(None)["clan_rolls"]["kobe"]["hashiba"])
    assert not {"joins_hashiba", "joins_akechi"} & set(kobe)


def test_the_view_lists_the_dice_of_the_clans() -> None:
    """Golden numbers: +1 with Kyoto and Azuchi, -2 with Hideyoshi in Himeji; in turn 2 no clan has still to begin."""
    there = {"akechi_mitsuhide": {"hex": "3521"}, "oda_nobunaga": "dead"}
    rolls = compose(units=there, state=LATER).view(None)["clan_rolls"]
    assert set(rolls) == {"ikeda", "nakagawa", "takayama", "tsutsui", "hosokawa", "gamo"}
    assert (rolls["ikeda"]["value"], rolls["ikeda"]["hashiba"], rolls["ikeda"]["anti_hashiba"]) == (0, [1, 2, 3], [])
    assert (rolls["tsutsui"]["hashiba"], rolls["tsutsui"]["anti_hashiba"]) == ([1], [6])
    setup = gunki.game(GAME).setup("tennozan")
    azuchi = setup.map.numbers[setup.castle_hex[setup.castles.index("azuchi")]]  # type: ignore[attr-defined]
    both = {**there, "akechi_hidemitsu": {"hex": azuchi}}
    rolls = compose(units=both, state=LATER).view(None)["clan_rolls"]
    assert (rolls["ikeda"]["hashiba"], rolls["nakagawa"]["anti_hashiba"]) == ([1, 2], [6])
    himeji = {**there, "hashiba_hideyoshi": {"hex": "1623"}}
    match = compose(units=himeji, state={**LATER, "peace": 1})
    assert match.view(None)["clan_rolls"]["tsutsui"]["hashiba"] == [1, 2, 3]
    mori, clans = match.scene()["rolls"]
    assert (clans["chart"], clans["value"]) == ("clan_movement", -2)
    assert [part["text"] for part in clans["parts"]] == ["hideyoshi_in_himeji"]
    assert {row["name"][1]: read_bands("clan_movement", row["column"], -2) for row in clans["rows"]}["tsutsui"] == {
        "1–3": "hashiba"
    }
    assert (mori["chart"], [row["name"] for row in mori["rows"]]) == ("mori_movement", [["army", "mori"]])


def read_bands(ident: str, column: int, value: int) -> dict[str, str]:
    """Return the results of the faces of a die as the scene words them."""
    found = dice_bands(find_chart(ident), column, value)
    return {dice: cell["names"][0][1] for dice, cell in found if isinstance(cell, dict)}


def test_the_view_lists_the_dice_that_call_the_mori_and_the_bands_of_kii() -> None:
    """The counted strength, its column, and the faces that still call them."""
    beaten = compose("shizugatake", state={"hashiba_lost": 1})
    mori, kii = beaten.scene()["rolls"]
    assert mori["note"] == {"text": "counted", "data": {"strength": 104}}
    assert [part["clause"] for part in mori["parts"]] == ["QR-MORI-mod"]
    assert read_bands("mori_movement", mori["rows"][0]["column"], mori["value"]) == {"6": "acts"}
    assert [row["name"][1] for row in kii["rows"]] == ["saika", "negoro"]
    unbeaten = compose("shizugatake").scene()["rolls"][0]
    assert read_bands("mori_movement", unbeaten["rows"][0]["column"], unbeaten["value"]) == {}, "a 7 is wanted"
    assert gunki.new(GAME, "komaki_nagakute", seed=1).scene()["rolls"][0]["chart"] == "mori_movement"


def test_a_clans_die_is_read_in_its_column() -> None:
    match = gunki.new(GAME, "tennozan", seed=3)
    while decision_of(match).name != "honnoji":
        match.act("ready")
    rolls = [event.data for event in match.act("done") if event.data.get("purpose") == "clan"]
    columns = [column["name"] for column in find_chart("clan_movement")["columns"]]
    assert [columns[roll["column"]] for roll in rolls] == [["army", roll["army"]] for roll in rolls]
    assert len(rolls) == 8


def test_those_who_may_have_to_wait_are_diced_for_in_the_first_turn() -> None:
    rolls = gunki.new(GAME, "tennozan", seed=1).view(None)["clan_rolls"]
    assert {"kitabatake", "kobe"} <= set(rolls)
    assert rolls["kobe"]["value"] == -3, "Nobunaga is alive"
    assert rolls["kobe"]["hashiba"] == [1, 2, 3, 4]


def test_the_view_lists_who_can_be_called_with_strength_and_column() -> None:
    view = gunki.new(GAME, "shizugatake", seed=1).view(None)
    assert view["summons"]["mori"] == {"strength": 104, "column": 4, "least": 7, "value": 0, "parts": []}
    assert view["summons"]["saika"] == {"strength": 40, "column": 5, "least": 7, "value": 0, "parts": []}
    beaten = compose("shizugatake", state={"hashiba_lost": 1, "summoned": ["saika"]})
    assert beaten.view(None)["summons"]["mori"]["value"] == 1
    assert "saika" not in beaten.view(None)["summons"]
    assert beaten.view(None)["summoned"] == ["saika"]
    assert gunki.new(GAME, "tennozan", seed=1).view(None)["summons"] == {}, "not before the peace"


def read_notes(match: gunki.Match) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for box in match.scene()["boxes"]:
        if box["pieces"] and box["name"][0] == "army":
            found.setdefault(box["name"][1], []).append(box["note"]["text"])
    return found


def test_the_scene_names_units_beside_the_map_and_what_they_wait_for() -> None:
    assert read_notes(gunki.new(GAME, "tennozan", seed=1)) == {
        "shibata": ["coming_on"],
        "mori": ["after_peace"],
        "akechi": ["by_die", "recruited"],
    }
    assert read_notes(compose(state={**LATER, "peace": 1}))["akechi"] == ["recruited"], "Nobusumi is dead"
    beaten = compose("shizugatake", state={"hashiba_lost": 1, "summoned": ["negoro"]})
    assert read_notes(beaten) == {"mori": ["called_by"], "saika": ["called_by"], "negoro": ["coming_now"]}
    assert read_notes(gunki.new(GAME, "komaki_nagakute", seed=1)) == {
        "mori": ["called_by_none"],
        "saika": ["may_appear"],
        "negoro": ["may_appear"],
    }


def test_a_unit_beside_the_map_keeps_its_losses() -> None:
    match = compose("shizugatake", units={"mori_terumoto": {"hex": "off", "steps": 1}})
    scene = match.scene()
    assert set(scene["places"]) <= set(match.setup.lexicon.domains["hex"])
    [box] = [box for box in scene["boxes"] if box["name"] == ["army", "mori"]]
    [reduced] = [piece for piece in box["pieces"] if {"glyph": "reduced"} in piece["marks"]]
    assert reduced["thing"] == "unit:mori_terumoto"


def test_a_unit_missing_from_an_empty_board_is_not_among_the_removed() -> None:
    """Only units removed in play are among the removed."""
    units = {"akechi_mitsuhide": "3522", "shibata_katsuie": "removed"}
    match = compose(empty=True, units=units, state=LATER)
    where = match.view(None)["units"]
    assert (where["shibata_katsuie"], where["hashiba_hidenaga"]) == ("removed", "absent")
    boxes = {tuple(box["name"]): [piece["thing"] for piece in box["pieces"]] for box in match.scene()["boxes"]}
    assert boxes["scene", "removed"] == ["unit:shibata_katsuie"]
    assert "unit:hashiba_hidenaga" not in [thing for things in boxes.values() for thing in things]
    again = gunki.compose(GAME, "tennozan", match.describe())
    assert again.view(None)["units"] == where


@each_scenario
def test_the_random_events_are_among_the_phases_of_every_turn(scenario: str) -> None:
    operations = ["anti_hashiba", "hashiba"]
    first: Any = gunki.new(GAME, scenario, seed=1)
    assert first.scene()["phases"] == {"now": "before", "all": ["before", "events", *operations]}
    assert compose(scenario).scene()["phases"] == {"now": "anti_hashiba", "all": ["events", *operations]}


@pytest.mark.parametrize("when", [{"stage": 0, "phase": "events"}, {"stage": 0}, {"phase": "events"}])
def test_a_composed_position_begins_with_the_random_events(when: dict[str, Any]) -> None:
    """36.7-3: which ask Kanbe's player."""
    match = gunki.compose(GAME, "shizugatake", {"turn": 2, **when})
    assert decision_of(match).name == "declare"
    scene = match.scene()
    assert scene["phases"]["now"] == match.describe()["phase"] == "events"
    assert scene["headline"] == [{"text": "turn", "data": {"turn": 2, "last": 12}}]


def test_kyoto_shows_the_flag_of_the_side_that_controls_it() -> None:
    for kyoto, side in (("hashiba", "hashiba"), ("none", None)):
        match = compose(state={**LATER, "kyoto": kyoto})
        assert match.view(None)["kyoto"] == kyoto
        place = match.scene()["places"]["3521"]
        assert place["side"] == side
        assert place["marks"] == [{"glyph": "capital", **({"side": side} if side else {})}]
        assert set(read_facts(place)) == {"kyoto" if side else "kyoto_free"}
    assert "3521" not in gunki.new(GAME, "shizugatake", seed=1).scene()["places"]
    sakai = gunki.new(GAME, "komaki_nagakute", seed=1).scene()["places"]["3028"]
    assert read_signs(sakai) == {"key"}
    assert read_facts(sakai)["sakai"]["value"] == 10


# -- what is forbidden, and what wins ---------------------------------------------------------------------------------


def read_bans(match: gunki.Match, seat: int | None, place: tuple[str, int] | None = None) -> dict[str, Any]:
    found = match.game.overlay(match.position, seat, "bans", place, None)
    assert found["overlay"] == "bans"
    return found


def test_an_overlay_shows_closed_hexes() -> None:
    match = compose("shizugatake")
    ours, theirs = read_bans(match, 0), read_bans(match, 1)
    assert theirs["places"] == {}
    assert theirs["notes"][0]["text"] == "no_bans"
    assert ours["notes"][0]["clauses"] == ["36.7-7", "36.7-4", "36.7-5"]
    assert ours["places"]["4301"]["name"] == ["overlay", "banned"]
    assert ours["places"]["5313"]["name"] == ["overlay", "banned"]
    declared = read_bans(compose("shizugatake", state={"declared": 1}), 0)
    assert "5313" not in declared["places"]
    assert read_bans(compose("komaki_nagakute"), None)["notes"][0]["clauses"] == ["37.8-3"]


def test_an_overlay_shows_the_hexes_that_units_may_not_leave() -> None:
    match = compose(state=LATER)
    units = match.setup.lexicon.domains["unit"]
    everybody = read_bans(match, 0)
    assert everybody["places"]["0126"]["name"] == ["overlay", "locked_in"]
    assert read_bans(match, 0, ("unit", units.index("hashiba_hideyoshi")))["places"] == everybody["places"]
    assert read_bans(match, 0, ("unit", units.index("kobe_nobutaka")))["places"] == {}
    assert read_bans(compose(state={**LATER, "peace": 1}), 0)["places"] == {}


def read_conditions(match: gunki.Match) -> dict[str, tuple[str, int, int, str]]:
    rows = match.view(None)["conditions"]
    return {row["what"]: (row["seat"], row["value"], row["goal"], row["state"]) for row in rows}


def test_the_conditions_of_tennozan_have_four_ways_to_win() -> None:
    match = compose(castles={"azuchi": {"owner": "akechi", "durability": 7}}, state=LATER)
    told = read_conditions(match)
    assert told["rebel_dead"] == ("hashiba", 0, 1, "not_yet")
    assert told["strongholds"] == ("hashiba", 0, 3, "not_yet")
    assert told["chiefs_dead"] == ("anti_hashiba", 2, 4, "not_yet")
    held = match.view(None)["castles"].values()
    ours = sum(match.view(None)["sides"].get(castle["owner"]) == "anti_hashiba" for castle in held)
    assert told["capital_kept"] == ("anti_hashiba", ours + 1, 11, "not_yet")
    assert [count["name"][1] for count in match.scene()["counts"]] == ["conditions"], "no points"


def test_the_conditions_of_shizugatake_have_the_surplus_and_its_warnings() -> None:
    assert read_conditions(compose("shizugatake")) == {
        "surplus": ("hashiba", 50, 30, "met"),
        "left_echizen": ("anti_hashiba", 0, 1, "gives_points"),
        "declared": ("anti_hashiba", 0, 1, "gives_points"),
    }
    free = {"declared": 1, "katsuie_left": 1, "left_echizen": 1}
    assert read_conditions(compose("shizugatake", state=free)) == {
        "surplus": ("hashiba", 0, 30, "not_yet"),
        "left_echizen": ("anti_hashiba", 1, 1, "met"),
        "declared": ("anti_hashiba", 1, 1, "met"),
    }
    assert read_conditions(compose("komaki_nagakute")) == {}


# -- odds -------------------------------------------------------------------------------------------------------------


def test_the_odds_of_an_assault_give_the_losses_of_both_sides() -> None:
    lesson = gunki.game(GAME).lessons["siege"]
    match = gunki.compose(GAME, lesson["scenario"], lesson["position"], seed=1)
    for action in ("act hashiba_hideyoshi", "siege", "invest"):
        match.act(action)
    panel = match.game.overlay(match.position, 0, "odds", None, ("assault",))["panel"]
    rows = {row["name"][1]: row for row in panel["rows"]}
    assert rows["own_steps"]["own"]
    assert rows["own_steps"]["mean"] > 0
    assert rows["durability_lost"]["mean"] > 0, "the walls take it while they stand"
    assert rows["enemy_steps"]["mean"] == 0
    assert panel["at_once"]
