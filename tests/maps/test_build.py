"""Rebuilding gives the committed files byte for byte, and the drawing shows what the tables say."""

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import shapely
from shapely.geometry import Polygon

from maps import __main__ as workshop
from maps.build import build
from maps.checks import load
from maps.config import GAMES, HERE, config
from maps.drawing import written
from maps.facts import facts
from maps.hexes import cell, code
from maps.products import toml


@cache
def drawn(game: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((config(game).folder / "drawing.json").read_text(encoding="utf-8"))
    return document


@pytest.mark.parametrize("game", GAMES)
def test_the_committed_files_are_what_the_workshop_makes(game: str) -> None:
    for name, content in build(game).items():
        assert (config(game).folder / name).read_bytes() == content, f"{name}: run python -m maps build {game}"


@pytest.mark.parametrize("game", GAMES)
def test_every_river_side_has_its_drawn_river(game: str) -> None:
    board = load(game).board
    lines: dict[str, list[list[float]]] = {}
    for river in drawn(game)["rivers"]:
        lines.setdefault(river["name"], []).extend(river["line"])
    for (a, b), side in board.sides.items():
        if side.kind == "river" and side.provenance != "override":
            (ax, ay), (bx, by) = board.grid.centre(a), board.grid.centre(b)
            middle = ((ax + bx) / 2, (ay + by) / 2)
            assert min(math.dist(middle, p) for p in lines[side.name]) < 0.45, (a, b, side)


@pytest.mark.parametrize("game", GAMES)
def test_everything_drawn_lies_on_the_map(game: str) -> None:
    document = drawn(game)
    width, height = document["size"]
    assert (width, height) == pytest.approx(config(game).grid.size, abs=0.001)

    def points(item: Any) -> list[list[float]]:
        if isinstance(item, dict):
            return [p for key, v in item.items() if key not in ("hexes", "box") for p in points(v)]
        if isinstance(item, list):
            if len(item) == 2 and all(isinstance(v, int | float) for v in item):
                return [item]
            return [p for v in item for p in points(v)]
        return []

    for key in ("coast", "lakes", "rivers", "roads", "provinces", "labels"):
        found = points(document[key])
        assert found, key
        assert all(-1 <= x <= width + 1 and -1 <= y <= height + 1 for x, y in found), key


@pytest.mark.parametrize("game", GAMES)
def test_labels_have_both_languages_and_stand_in_their_hex(game: str) -> None:
    grid = config(game).grid
    document = drawn(game)
    labels = [*document["labels"], *document["provinces"]["labels"]]
    assert all(label["name"] and label["ja"] for label in labels)
    assert all(any(ord(letter) > 0x3000 for letter in label["ja"]) for label in labels)
    for label in document["labels"]:
        assert grid.at(*label["at"]) == cell(label["hex"])
    provinces = {h.province for h in load(game).board.hexes.values() if h.province}
    assert {label["name"] for label in document["provinces"]["labels"]} == set(map(written, provinces))


@pytest.mark.parametrize("game", GAMES)
def test_every_land_hex_shows_land(game: str) -> None:
    board = load(game).board
    coast = shapely.union_all([Polygon(rings[0], rings[1:]).buffer(0) for rings in drawn(game)["coast"]])
    for at in board.hexes:
        if board.is_land(at):
            ground = Polygon(board.grid.corners(at))
            assert ground.intersection(coast).area > 0.19 * ground.area, code(at)


@pytest.mark.parametrize("game", GAMES)
def test_no_province_is_named_where_an_edge_is(game: str) -> None:
    grid = config(game).grid
    for edge in config(game).document["edges"].values():
        middle = cell(edge["hexes"][len(edge["hexes"]) // 2])
        for label in drawn(game)["provinces"]["labels"]:
            assert grid.at(*label["at"]) not in (middle, *grid.neighbours(middle)), label["name"]


def test_lake_biwa_is_drawn_where_its_hexes_are() -> None:
    biwa = next(lake for lake in drawn("hideyoshi")["lakes"] if lake["name"] == "Biwa")
    ring = biwa["shapes"][0][0]
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    x, y = config("hideyoshi").grid.centre(cell("4215"))
    assert min(xs) < x < max(xs)
    assert min(ys) < y < max(ys)


def test_the_command_checks_and_fails_on_a_broken_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert workshop.main(["check"]) == 0
    assert capsys.readouterr().out.count("every check holds") == len(workshop.GAMES)
    source, copied = config("kanto").folder, tmp_path / "kanto" / "map"
    copied.mkdir(parents=True)
    for name in ("map.toml", "hexes.csv", "sides.csv", "castles.csv"):
        (copied / name).write_bytes((source / name).read_bytes())
    text = (copied / "hexes.csv").read_text(encoding="utf-8")
    (copied / "hexes.csv").write_text(text.replace("2237,flat", "2237,mountain"), encoding="utf-8")
    monkeypatch.setattr("maps.config.PRODUCTS", tmp_path)
    assert workshop.main(["check", "kanto"]) == 1
    assert "Odawara 2237 stands on mountain" in capsys.readouterr().out


def test_toml_is_written_with_care() -> None:
    text = toml({"a": 'say "yes"', "b": [1, 2.5], "c": {"d": {"e": True}}})
    assert text == 'a = "say \\"yes\\""\nb = [1, 2.5]\n\n[c]\nd = { e = true }\n'
    with pytest.raises(TypeError, match="cannot write"):
        toml({"a": object()})


def test_the_table_in_the_docs_is_the_printed_one() -> None:
    page = (HERE.parent / "docs" / "maps-sources.md").read_text(encoding="utf-8")
    table = page.partition("<!-- facts:begin -->\n")[2].partition("\n<!-- facts:end -->")[0]
    assert table == facts(), "run python -m maps facts and put it into docs/maps-sources.md"
    for game in GAMES:
        assert f"maps/{game}.webp" in page
        assert (HERE.parent / "docs" / "maps" / f"{game}.webp").stat().st_size > 100_000
