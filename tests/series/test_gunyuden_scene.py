"""The facts in a scene about forces and castles are those that the rules use."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import gunki
from gunki.core.definition.texts import LANGUAGES
from gunki.series.gunyuden.state.position import GunyudenPositionOf
from tests.core.duel import play_out

SCENARIOS = gunki.game("kanto").scenarios
each_scenario = pytest.mark.parametrize("scenario", SCENARIOS)


def read_facts(of: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found = {fact["text"]: fact for fact in of["facts"]}
    assert len(found) == len(of["facts"]), "each is told once"
    return found


def read_names(fact: dict[str, Any] | None) -> list[str]:
    return [] if fact is None else [name for _, name in fact["names"]]


def play_positions(scenario: str) -> Iterator[gunki.Match]:
    for seed in range(3):
        yield play_out(gunki.new("kanto", scenario, seed=seed), random.Random(seed), 60 + 150 * seed)


def surround_odawara() -> gunki.Match:
    """Compose Odawara invested from the hexes around it (31-2)."""
    start = gunki.new("kanto", "kenshin_crosses_the_mountains", seed=1)
    ring = ("2137", "2138", "2236", "2337")
    sides = start.view(None)["sides"]
    stacks = [stack for place in start.scene()["places"].values() for stack in place["stacks"]]
    friends = [s["force"].removeprefix("unit:") for s in stacks if sides[s["clan"]] == "uesugi"]
    units = {name: {"hex": ring[i % 4], "invests": True} for i, name in enumerate(friends)}
    return gunki.compose("kanto", "kenshin_crosses_the_mountains", {"turn": 2, "units": units})


@each_scenario
def test_the_facts_of_the_scene_equal_the_values_of_the_rules(scenario: str) -> None:
    more = [surround_odawara()] if scenario == "kenshin_crosses_the_mountains" else []
    besieged = 0
    for match in (*play_positions(scenario), *more):
        g, scene = match.position, match.scene()
        assert isinstance(g, GunyudenPositionOf)
        setup = g.setup
        for place in scene["places"].values():
            for stack in place["stacks"]:
                u = setup.units.index(stack["force"].removeprefix("unit:"))
                told = read_facts(stack)
                assert told["strength"]["value"] == g.strength(u)
                assert told["steps"] == {"text": "steps", "value": g.sum_steps(u), "of": 2 * len(g.members(u))}
                assert told["morale"]["value"] == -g.morale[u] >= told["morale"]["least"]
                assert read_names(told["side"]) == [scene["serves"].get(stack["clan"], "neutral")]
                assert ("acted" in told) == bool(g.acted[u])
                assert ("inside" in told) == bool(g.inside[u])
                if setup.boxes[u]:
                    assert told["leadership"]["value"] == len(g.members(u)) - 1 <= told["leadership"]["of"]
        for c, castle in enumerate(setup.castles):
            told = read_facts(scene["places"][setup.map.numbers[setup.castle_hex[c]]])
            assert told["durability"] == {"text": "durability", "value": g.durability[c], "of": setup.full_durability}
            if g.owner[c] < 0:
                assert "morale" not in told
                continue
            assert told["morale"]["value"] == g.castle_morale(c)
            assert read_names(told.get("garrison")) == [setup.units[f] for f in g.garrison(c)]
            if g.besieged[c]:
                besieged += 1
                assert sorted(read_names(told["invested"])) == sorted(setup.units[f] for f in g.investors(c)), castle
                assert told["invested"]["value"] == g.sum_strength(g.investors(c))
            else:
                assert "invested" not in told
    if more:
        assert besieged, "Odawara at least"


@each_scenario
@pytest.mark.parametrize("lang", LANGUAGES)
def test_facts_and_notes_have_words(scenario: str, lang: str) -> None:
    texts = gunki.game("kanto").texts(lang)
    for match in play_positions(scenario):
        scene = match.scene()
        for place in scene["places"].values():
            for fact in (*place.get("facts", ()), *(fact for stack in place["stacks"] for fact in stack["facts"])):
                assert texts.has("fact", fact["text"]), fact
                assert all(texts.has(section, key) for section, key in fact.get("names", ())), fact
        for box in scene["boxes"]:
            if "note" in box:
                assert "?" not in texts("scene", box["note"]["text"], **box["note"]["data"])
        for phase in (scene["phases"]["now"], *scene["phases"]["all"]):
            assert texts.has("phase", phase)
        assert scene["phases"]["now"] in scene["phases"]["all"]


def test_the_headline_has_no_stage_before_the_first_turn() -> None:
    match = gunki.new("kanto", seed=1)
    while match.scene()["phases"]["now"] == "before":
        assert [line["text"] for line in match.scene()["headline"]] == ["weather_normal"]
        assert match.decision is not None
        match.act(match.decision.options[-1] if match.decision.name == "force" else match.decision.options[0])
    assert [line["text"] for line in match.scene()["headline"]][:2] == ["turn", "stage"]
    assert match.scene()["phases"] == {"now": "uesugi", "all": ["uesugi", "takeda"]}, "those that somebody plays"


def test_after_the_end_the_scene_stays_in_the_last_phase() -> None:
    match = gunki.new("kanto", seed=1)
    while match.decision is not None:
        options = match.decision.options
        wish = [option for option in options if str(option) in ("ready", "end")]
        match.act(wish[0] if wish else options[-1])
    assert match.scene()["phases"]["now"] == "takeda"


def test_the_box_of_units_to_come_says_in_which_turn() -> None:
    match = gunki.new("kanto", "mimase_pass", seed=1)
    box = next(box for box in match.scene()["boxes"] if box["name"] == ["scene", "coming"])
    assert box["note"] == {"text": "coming_on", "data": {"turn": 9}}
    assert {piece["clan"] for piece in box["pieces"]} == {"uesugi"}
    late = gunki.compose("kanto", "mimase_pass", {"turn": 9})
    box = next(box for box in late.scene()["boxes"] if box["name"] == ["scene", "coming"])
    assert box["note"]["text"] == "coming_now"


def test_a_warlord_that_waits_beside_the_map_survives_description() -> None:
    match = gunki.new("kanto", "kenshin_crosses_the_mountains", seed=1)
    waiting = {name for name, entry in match.describe()["units"].items() if entry == "off"}
    again = gunki.compose(
        "kanto", "kenshin_crosses_the_mountains", {"phase": "uesugi_warlords", "units": {"satake_yoshishige": "waits"}}
    )
    assert "satake_yoshishige" in waiting
    assert again.describe()["units"]["satake_yoshishige"] == "waits"
    assert "act satake_yoshishige" not in [str(option) for option in again.decision.options]  # type: ignore[union-attr]
    coming = next(box for box in again.scene()["boxes"] if box["name"] == ["scene", "coming"])
    assert "unit:satake_yoshishige" in {piece["thing"] for piece in coming["pieces"]}


def test_the_weather_names_the_places_that_it_covers() -> None:
    """32-1-1, 32-2-1."""
    match = gunki.compose("kanto", "kenshin_crosses_the_mountains", {"turn": 1})
    g, board = match.position, match.game.board(match.setup)
    assert isinstance(g, GunyudenPositionOf)
    setup: Any = g.setup
    snowed = set(board["weathers"]["snow"]["places"])
    province = {place["id"]: place["province"] for place in board["places"]}
    assert snowed == {place for place in province if setup.snow[setup.map.hex(place)]}
    assert {place for place in province if province[place] == "Kai"} <= snowed
    assert board["weathers"]["thaw"] == {"rivers": True}
    assert match.scene()["weather"] == "snow"


def test_a_force_is_ready_until_its_two_movements_before_the_first_turn_are_over() -> None:
    """36(8)-2: each force has two movements, one after the other."""
    match = gunki.new("kanto", "heaven_and_earth", seed=11)

    def find_state(unit: str) -> str:
        places = match.scene()["places"].values()
        pieces = [piece for place in places for stack in place["stacks"] for piece in stack["pieces"]]
        return next(str(piece["state"]) for piece in pieces if piece["thing"] == f"unit:{unit}")

    for act in ("ready", "ready", "act uesugi_kenshin", "move"):
        match.act(act)
    assert match.decision is not None
    match.act(next(text for text in match.decision.texts if text.startswith("to ")))
    assert find_state("uesugi_kenshin") == "ready", "on its march"
    match.act("halt")
    assert match.decision.name == "move_before"
    assert find_state("uesugi_kenshin") == "ready", "it may move once more"
    match.act("rest")
    assert find_state("uesugi_kenshin") == "spent"
