"""The boards of the area games: sound outlines, places inside them, no silent difference from the adjacency table."""

from __future__ import annotations

import copy
import json
import tomllib
from functools import cache
from typing import Any

import numpy as np
import pytest
import shapely

from maps import areas, areas_check, areas_drawing
from maps.areas_outline import borders, in_one_piece
from maps.areas_plane import LARGEST_AMOUNT, AreaPlane
from maps.config import PRODUCTS

GAMES = areas.GAMES


@cache
def committed(game: str) -> Any:
    return json.loads((PRODUCTS / game / "map" / "drawing.json").read_text(encoding="utf-8"))


def drawing(game: str) -> Any:
    """A copy of the test's own, to be spoilt."""
    return json.loads(json.dumps(committed(game)))


def listed(game: str) -> Any:
    return tomllib.loads((PRODUCTS / game / "map" / "map.toml").read_text(encoding="utf-8"))["differences"]


@pytest.mark.parametrize(("game", "count"), [("nobunaga", 31), ("honganji", 24)])
def test_the_committed_board_has_no_fault(game: str, count: int) -> None:
    assert len(committed(game)["areas"]) == count
    assert areas_check.faults(game) == []


@pytest.mark.parametrize("game", GAMES)
def test_rebuilt_to_the_same_bytes(game: str) -> None:
    folder = PRODUCTS / game / "map"
    assert areas_drawing.drawing(areas.board(game)).encode() == (folder / "drawing.json").read_bytes()
    assert areas_drawing.map_toml(game).encode() == (folder / "map.toml").read_bytes()
    assert (folder / "relief.webp").stat().st_size <= 150_000


@pytest.mark.parametrize("game", GAMES)
def test_neighbours_share_the_very_points_of_their_border(game: str) -> None:
    shapes = {ident: areas_check.shape(area["outline"]) for ident, area in committed(game)["areas"].items()}
    land = areas_check.shape([ring for shape in committed(game)["land"] for ring in shape])
    points = {
        ident: {tuple(p) for ring in area["outline"] for p in ring} for ident, area in committed(game)["areas"].items()
    }
    for pair in areas_check.touching(committed(game)):
        a, b = sorted(pair)
        assert len(points[a] & points[b]) >= 2, (a, b)
    together = sum(shape.area for shape in shapes.values())
    union = shapely.union_all(list(shapes.values()))
    assert union.area == pytest.approx(together, abs=1e-4)
    dry = [shape for ident, shape in shapes.items() if not committed(game)["areas"][ident]["marks"].get("sea")]
    assert shapely.union_all(dry).difference(land.buffer(0.03)).area < 0.5


def test_an_unlisted_difference_is_found() -> None:
    edges = areas.facts("nobunaga").edges
    some = listed("nobunaga")[:-1]
    gone = " and ".join(sorted(listed("nobunaga")[-1]["between"]))
    assert list(areas_check.adjacency_faults(committed("nobunaga"), edges, some)) == [
        f"{gone} touch, but are not adjacent: list it among the differences, with its reason"
    ]
    more = edges | {frozenset(("noto", "kai"))}
    assert list(areas_check.adjacency_faults(committed("nobunaga"), more, listed("nobunaga"))) == [
        "kai and noto are adjacent, but do not touch: list it among the differences, with its reason"
    ]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"between": ["mino", "owari"]}, "are listed as a difference, but outlines and table agree"),
        ({"touching": False, "adjacent": True}, "says it the wrong way round"),
        ({"why": ""}, "has no reason"),
    ],
)
def test_a_wrongly_listed_difference_is_found(change: dict[str, Any], fault: str) -> None:
    wrong = copy.copy(listed("nobunaga"))
    wrong[0] = {**wrong[0], **change}
    found = list(areas_check.adjacency_faults(committed("nobunaga"), areas.facts("nobunaga").edges, wrong))
    assert any(fault in line for line in found)


def spoilt(what: str) -> Any:
    found = drawing("nobunaga")
    area = found["areas"]["yamashiro"]
    if what == "label":
        area["label"] = [1.0, 1.0]
    elif what == "stacks":
        area["stacks"] = found["areas"]["mino"]["stacks"]
    elif what == "castle":
        area["castle"]["at"] = [1.0, 1.0]
    elif what == "name":
        area["ja"] = "山背"
    elif what == "room":
        area["room"] = 0.3
    elif what == "overlap":
        area["outline"] += found["areas"]["mino"]["outline"]
    elif what == "crossed":
        area["outline"] = [[[1, 1], [2, 2], [2, 1], [1, 2]]]
    elif what == "off":
        area["outline"] = [[[x + 200, y] for x, y in ring] for ring in area["outline"]]
    else:
        del found["areas"]["yamashiro"]
    return found


@pytest.mark.parametrize(
    ("what", "fault"),
    [
        ("label", "yamashiro: its label at [1.0, 1.0] lies outside its outline"),
        ("stacks", "yamashiro: its stacks at"),
        ("castle", "yamashiro: its castle at"),
        ("name", "yamashiro: named Yamashiro 山背"),
        ("room", "yamashiro: room for counters of radius 0.3"),
        ("overlap", "mino and yamashiro overlap by"),
        ("crossed", "yamashiro: rings [0] of its outline cross themselves"),
        ("off", "yamashiro: its outline leaves the board"),
        ("gone", "the board has other areas than the game: ['yamashiro']"),
    ],
)
def test_a_spoilt_board_is_found(what: str, fault: str) -> None:
    found = list(areas_check.board_faults(spoilt(what), areas.facts("nobunaga")))
    assert any(line.startswith(fault) for line in found), found


@pytest.mark.parametrize("game", GAMES)
def test_the_plane_goes_there_and_back(game: str) -> None:
    plane = AreaPlane(areas.settings(game)["plane"])
    x, y = np.meshgrid(np.linspace(0, plane.size[0], 60), np.linspace(0, plane.size[1], 40))
    points = np.column_stack((x.ravel(), y.ravel()))
    assert np.abs(plane.from_degrees(plane.to_degrees(points)) - points).max() < 1e-6
    # nowhere folded: going right and down in the plane turns the same way on the globe everywhere
    lonlat = plane.to_degrees(points).reshape(*x.shape, 2)
    right, down = (np.asarray(np.gradient(lonlat, axis=axis)) for axis in (1, 0))
    turn = right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]
    assert (turn < 0).all()


def test_a_swelling_that_would_fold_the_plane_is_refused() -> None:
    settings = {"centre": [136, 35], "turn": 0, "box": [-10, -10, 10, 10]}
    with pytest.raises(ValueError, match="amount must lie between"):
        AreaPlane({**settings, "swelling": [{"at": [136, 35], "amount": LARGEST_AMOUNT + 0.1, "km": 5.0}]})


def test_borders_of_labels_meet_in_junctions() -> None:
    labels = np.array([[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 3, 3], [3, 0, 3, 3]])
    ends = sorted(sorted((line[0], line[-1])) for line in borders(labels))
    assert ends == [[(0, 2), (2, 2)], [(1, 4), (2, 4)], [(2, 0), (2, 2)], [(2, 2), (4, 2)]]
    ring = borders(np.array([[1, 1, 1], [1, 2, 1], [1, 1, 1]]))
    assert [(line[0] == line[-1], len(line)) for line in ring] == [(True, 5)]
    kept = in_one_piece(np.array([[1, 1, 2], [1, 2, 2], [1, 2, 1]]), outside=0)
    assert kept[2, 2] == 2
    assert kept[0, 0] == 1
