"""The workshop's inputs: heights come out right, bad overrides are refused, every input names its licence."""

from pathlib import Path

import numpy as np
import pytest

from maps.board import Board, Hex, Side
from maps.config import GAMES
from maps.heights import heights
from maps.hexes import Grid
from maps.overrides import Override, apply_to_sides, overrides
from maps.provinces import kanji, province_of, towns
from maps.tables import DATA, rows


def test_heights_of_places_not_used_for_the_curve() -> None:
    """Known places that `heights.csv` does not hold."""
    places = {  # longitude, latitude, metres
        "Mito plain": (140.35, 36.33, 30, 60),
        "Sagami plain": (139.36, 35.42, 40, 60),
        "Omi plain": (136.15, 35.13, 95, 70),
        "Azumino": (137.89, 36.30, 550, 200),
        "Kitadake": (138.24, 35.67, 2500, 600),
        "Yarigatake": (137.65, 36.34, 2500, 600),
        "Komagatake of Hakone": (139.02, 35.24, 900, 400),
        "Hanno hills": (139.22, 35.87, 350, 250),
    }
    for name, (lon, lat, metres, off) in places.items():
        found = float(heights().at(np.array([[lon, lat]]))[0])
        assert abs(found - metres) < off, (name, found)


def test_the_plains_are_lower_than_the_basins_and_these_than_the_ranges() -> None:
    edo, kofu, matsumoto, akaishi = heights().at(
        np.array([(139.75, 35.70), (138.57, 35.65), (137.96, 36.23), (138.17, 35.47)])
    )
    assert edo < 40 < kofu < matsumoto < 1000 < akaishi


@pytest.mark.parametrize(
    ("lon", "lat", "province"),
    [
        (139.154, 35.251, "Sagami"),
        (138.578, 35.687, "Kai"),
        (135.526, 34.687, "Settsu"),
        (135.60, 34.665, "Kawachi"),
        (136.14, 34.76, "Iga"),
        (140.09, 35.29, "Kazusa"),
        (139.85, 34.99, "Awa"),
        (138.94, 34.67, "Izu"),
    ],
)
def test_old_provinces(lon: float, lat: float, province: str) -> None:
    assert towns().province_at(np.array([[lon, lat]]))[0] == province


def test_municipalities_of_split_prefectures() -> None:
    assert province_of(22205, "熱海市") == "Izu"
    assert province_of(22100, "静岡市葵区") == "Suruga"
    assert kanji("Izu") == "伊豆"


@pytest.mark.parametrize("game", GAMES)
def test_overrides_are_few_and_give_their_reason(game: str) -> None:
    corrections = overrides(game)
    assert len(corrections) <= 12
    assert all(len(c.reason) > 15 for c in corrections)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("weather,0101,fine,why not", "line 2: 'weather' cannot be overridden"),
        ("terrain,0101,flat,", "needs its reason"),
        ("terrain,101,flat,why not", "four digits"),
        ("terrain,0101-0102,flat,why not", "one hex"),
        ("river,0101,Tone,why not", "two hexes"),
        ("terrain,0101,swamp,why not", "no terrain 'swamp'"),
        ("province,0101,Utopia,why not", "no province 'Utopia'"),
    ],
)
def test_a_bad_override_is_refused_by_name(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "kanto.csv").write_text(f"what,at,value,reason\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        overrides("kanto", tmp_path)


def small_board() -> Board:
    board = Board("kanto", Grid(3, 3, "even"))
    board.hexes = {at: Hex("flat", "Kai") for at in board.grid}
    return board


def test_overrides_of_sides() -> None:
    board = small_board()
    side = ((1, 1), (1, 2))
    apply_to_sides(board, [Override("river", side, "Fuji", "why"), Override("crossing", side, "bridge", "why")])
    assert board.sides == {side: Side("river", "Fuji", "bridge", "override")}
    apply_to_sides(board, [Override("river", side, "none", "why"), Override("water", side, "yes", "why")])
    assert board.sides == {side: Side("water", provenance="override")}


@pytest.mark.parametrize(
    ("correction", "message"),
    [
        (Override("river", ((1, 1), (3, 3)), "Fuji", "why"), "no neighbours"),
        (Override("crossing", ((1, 1), (1, 2)), "ford", "why"), "no river"),
    ],
)
def test_an_override_that_does_not_fit_is_refused(correction: Override, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        apply_to_sides(small_board(), [correction])


def test_every_input_is_listed_with_its_licence() -> None:
    listed = (DATA / "SOURCES.md").read_text(encoding="utf-8")
    for path in sorted(DATA.iterdir()):
        assert path.name == "SOURCES.md" or f"`{path.name}`" in listed, f"{path.name} is not in SOURCES.md"
    for word in ("GSHHG", "LGPL", "GPL", "ODbL"):
        assert word not in listed
    assert sum(path.stat().st_size for path in DATA.iterdir()) < 2_000_000


def test_known_heights_are_inside_the_picture() -> None:
    for place in rows(DATA / "heights.csv"):
        assert 132 < float(place["lon"]) < 141.5, place
        assert 33 < float(place["lat"]) < 38.5, place
