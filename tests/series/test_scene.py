"""The scene that pictures are drawn from: complete, drawable, and without what the seat may not see."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import gunki
from gunki.core.definition.texts import LANGUAGES
from tests.core.duel import play_out

each_game = pytest.mark.parametrize("game", gunki.game_ids())
AREA_GAMES = [
    ident for ident in gunki.game_ids() if gunki.game(ident).board(gunki.game(ident).setup())["kind"] == "areas"
]
each_area_game = pytest.mark.parametrize("game", AREA_GAMES)
each_hex_game = pytest.mark.parametrize("game", [ident for ident in gunki.game_ids() if ident not in AREA_GAMES])


def play_positions(game: str, count: int = 12) -> Iterator[gunki.Match]:
    for seed in range(count):
        yield play_out(gunki.new(game, seed=seed), random.Random(seed), 20 + 25 * seed)


def find_names(value: Any) -> Iterator[tuple[str, str]]:
    """Return every [section, key] in a scene or board."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("name", "text", "note") and isinstance(inner, list):
                yield inner[0], inner[1]
            else:
                yield from find_names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from find_names(inner)


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_named_has_a_text(game: str, lang: str) -> None:
    texts = gunki.game(game).texts(lang)
    for match in play_positions(game, 6):
        board = match.game.board(match.setup)
        charts = match.game.list_charts(match.setup)
        for section, key in (*find_names(match.scene(match.seats[0])), *find_names(board), *find_names(charts)):
            assert texts.has(section, key), (section, key)
        for line in match.scene()["headline"]:
            assert "?" not in texts("scene", line["text"], **line["data"])
        assert texts.has("phase", match.scene()["phases"]["now"])


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_charts_are_complete_and_have_texts(game: str, lang: str) -> None:
    found = gunki.game(game)
    texts = found.texts(lang)
    for chart in found.list_charts(found.setup()):
        assert sum(group["span"] for group in chart["groups"]) in (0, len(chart["columns"]))
        for what in (chart["by"], *chart["groups"], *chart["columns"], *chart["rows"]):
            assert what["text"] if "text" in what else texts.has(*what["name"]), what
        for row in chart["rows"]:
            assert len(row["cells"]) == len(chart["columns"])
            called = [name for cell in row["cells"] if isinstance(cell, dict) for name in cell["names"]]
            assert all(texts.has(section, key) for section, key in called)
        for note in chart["notes"]:
            assert texts.has("note", note["text"])
            assert "?" not in texts("note", note["text"], **note["data"])
            assert all(clause in found.clauses or clause in found.rulings for clause in note["clauses"])


@each_game
def test_the_legend_has_every_sign_on_the_table(game: str) -> None:
    signs = set(gunki.game(game).signs)
    for match in play_positions(game, 6):
        scene, board = match.scene(), match.game.board(match.setup)
        places = [*scene["places"].values(), *board["places"]]
        pieces = [p for place in places for stack in place.get("stacks", ()) for p in stack["pieces"]]
        marks = [mark for bearer in (*places, *pieces) for mark in bearer.get("marks", ())]
        shown = [*marks, *(value for piece in pieces for value in piece["values"])]
        assert {sign["glyph"] for sign in shown} <= signs


@each_area_game
def test_all_units_of_the_view_are_on_the_table_once(game: str) -> None:
    for match in play_positions(game):
        view, scene = match.view(match.seats[0]), match.scene(match.seats[0])
        pieces = [p for place in scene["places"].values() for stack in place["stacks"] for p in stack["pieces"]]
        armies = sum(p["count"] for p in pieces if p["kind"] == "army")
        stacks = [s for area in view["areas"].values() for s in area["stacks"].values()]
        assert armies == sum(s["ready"] + s["spent"] for s in stacks)
        boxed = [p for box in scene["boxes"] for p in box["pieces"]]
        generals = [p["thing"] for p in (*pieces, *boxed) if p["kind"] == "general"]
        assert sorted(generals) == sorted({f"general:{g}" for g in match.setup.lexicon.domains["general"]})
        assert {p["state"] for p in pieces} <= {"ready", "spent"}
        clans = match.game.board(match.setup)["clans"]
        assert {p["clan"] for p in pieces} <= set(clans)
        sides = scene["sides"]
        assert {place["side"] for place in scene["places"].values()} <= set(sides)


@each_area_game
def test_a_seat_sees_its_own_hand_and_the_size_of_the_others(game: str) -> None:
    for match in play_positions(game):
        for seat in (*match.seats, None):
            scene, view = match.scene(seat), match.view(seat)
            for hand in scene["hands"]:
                assert hand["size"] == view["hand_sizes"][hand["seat"]]
                own = hand["seat"] == seat
                assert (hand["cards"] is not None) == own
            shown = json.dumps(scene)
            hidden = {card for other in match.seats if other != seat for card in match.view(other)["hand"]}
            assert not [card for card in hidden if f'"card:{card}"' in shown]


@each_game
def test_a_scene_is_plain_data_and_a_new_one_each_time(game: str) -> None:
    match = gunki.new(game, seed=1)
    scene = match.scene(match.seats[0])
    again = json.loads(json.dumps(scene))
    assert again == scene
    scene["places"].clear()
    assert match.scene(match.seats[0]) == again


@each_hex_game
def test_all_units_of_a_hex_game_are_on_the_table_once(game: str) -> None:
    for match in play_positions(game, 6):
        view, scene = match.view(None), match.scene()
        shown: dict[str, str] = {}
        for h, place in scene["places"].items():
            for stack in place["stacks"]:
                assert stack["force"] == stack["pieces"][0]["thing"]
                assert len(stack["pieces"]) <= 1 + stack["boxes"]
                for piece in stack["pieces"]:
                    assert shown.setdefault(piece["thing"], h) == h
        ships = {name: s["at"] for name, s in view.get("ships", {}).items() if not isinstance(s, str)}
        standing = {
            f"unit:{name}": ships.get(u["hex"].removeprefix("aboard "), u["hex"])
            for name, u in view["units"].items()
            if not isinstance(u, str)
        }
        standing |= {f"ship:{name}": at for name, at in ships.items()}
        assert shown == standing
        marked = [m for place in scene["places"].values() for m in place["marks"] if m["glyph"] == "castle"]
        assert len(marked) == len(view["castles"])


@each_game
def test_a_view_shared_between_seats_equals_the_own_one(game: str) -> None:
    for match in play_positions(game, 6):
        for seat in (*match.seats, None):
            assert match.view(seat, shared=True) == match.view(seat)
            assert match.scene(seat, shared=True) == match.scene(seat)


@each_game
def test_the_scene_names_the_seat_that_commands_each_clan(game: str) -> None:
    for match in play_positions(game, 6):
        scene, view = match.scene(), match.view(None)
        assert scene["serves"], "somebody plays"
        assert set(scene["serves"].values()) <= set(match.seats)
        own = {seat: seat for seat in match.seats} if game in AREA_GAMES else view["sides"]
        told = view.get("powers") or own
        assert scene["serves"] == {clan: side for clan, side in told.items() if side in match.seats}
