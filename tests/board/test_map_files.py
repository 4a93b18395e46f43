"""The files of a map: what they give, how an owner corrects them, and how bad ones are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunki.board.hexmap import HexMap
from gunki.core.errors import DataError
from tests.support import GAMES

FILES = {
    "map.toml": """
game = "test"
columns = 2
rows = 2
shifted = "even"
[places.ford]
hex = "0102"
name = "The Ford"
[edges.west]
hexes = ["0101", "0102"]
[rings.siege]
hexes = ["0102"]
[regions.east]
hexes = ["0201", "0202"]
[sea.bay]
hexes = ["0202"]
coast = ["0102", "0201"]
ports = ["0201"]
""",
    "hexes.csv": """hex,terrain,province,snow,height,provenance
0101,flat,Kai,1,250,geography
0102,rough,Kai,0,-3,rulebook
0201,mountain,Musashi,0,1200,override
0202,sea,,0,0,geography
""",
    "sides.csv": """a,b,kind,name,crossing,provenance
0101,0102,river,Fuefuki,ford,geography
0201,0101,water,,,override
""",
    "castles.csv": """hex,name,kanji,province,lat,lon,port,provenance
0101,Kofu,甲府,Kai,35.68,138.57,,rulebook
0201,Shore,,Musashi,35,138.5,bay,geography
""",
}


def write(folder: Path, **changes: str | None) -> Path:
    """The files above; `hexes_csv="..."` replaces one, None leaves it out."""
    folder.mkdir(exist_ok=True)
    for name, text in FILES.items():
        text = changes.get(name.replace(".", "_"), text)  # type: ignore[assignment]
        if text is not None:
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_map_is_read(tmp_path: Path) -> None:
    board = HexMap.load(write(tmp_path))
    a, b, c, d = range(4)
    assert board.numbers == ("0101", "0102", "0201", "0202")
    assert [board.terrain_at(h) for h in range(4)] == ["flat", "rough", "mountain", "sea"]
    assert [board.province_at(h) for h in range(4)] == ["Kai", "Kai", "Musashi", ""]
    assert board.hexes_of("Kai") == (a, b)
    with pytest.raises(DataError, match="province 'Mutsu': not on the map of test"):
        board.hexes_of("Mutsu")
    assert list(board.snow) == [1, 0, 0, 0]
    assert board.height == (250, -3, 1200, 0)
    assert (board.side(a, b), board.side(a, c), board.side(b, c)) == ("ford", "water", "")
    assert board.side_names[6 * a + board.direction(a, b)] == "Fuefuki"
    assert board.places == {"ford": b}
    assert board.edges == {"west": (a, b)}
    assert (board.rings, board.regions) == ({"siege": (b,)}, {"east": (c, d)})
    assert (board.seas, board.coasts, board.ports) == ({"bay": (d,)}, {"bay": (b, c)}, {"bay": (c,)})
    assert [(board.castle_at[h].kanji, board.castle_at[h].port) for h in (a, c)] == [("甲府", ""), ("", "bay")]
    assert board.coast() == (b, c)


def test_an_owner_corrects_single_lines(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    folder = write(tmp_path / "map")
    assert HexMap.load(folder, mine).numbers == HexMap.load(folder).numbers
    (mine / "hexes.csv").write_text("\ufeffhex,terrain\r\n0201,foothills\r\n", encoding="utf-8")
    (mine / "sides.csv").write_text("a,b,kind,crossing\n0102,0101,river,bridge\n0101,0201,,\n0102,0201,river,\n")
    board = HexMap.load(folder, mine)
    assert board.terrain_at(2) == "foothills"
    assert (board.height[2], board.province_at(2)) == (1200, "Musashi")
    assert (board.side(0, 1), board.side(0, 2), board.side(1, 2)) == ("bridge", "", "river")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("hexes.csv", "hex,terrain\n0303,flat\n", "line 2: field 'hex': expected a hex of this map, found '0303'"),
        ("hexes.csv", "hex,terain\n0101,flat\n", "hexes.csv: line 1: column 'terain'; expected hex,terrain"),
        ("hexes.csv", "terrain\nflat\n", "hexes.csv: line 1: no column 'hex'"),
        ("sides.csv", "a,b,kind\n0102,0202,\n", "field 'kind': expected river or water: there is nothing to take away"),
        ("sides.csv", "a,b,kind\n0101,0202,river\n", "field 'b': expected a neighbour of 0101, found '0202'"),
    ],
)  # fmt: skip
def test_bad_corrections_are_named(tmp_path: Path, name: str, text: str, words: str) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / name).write_text(text)
    with pytest.raises(DataError) as caught:
        HexMap.load(write(tmp_path / "map"), mine)
    assert words in str(caught.value)


HEAD = "hex,terrain,province,snow,height,provenance\n"
SIDES = "a,b,kind,name,crossing,provenance\n"
CASTLES = "hex,name,kanji,province,lat,lon,port,provenance\n"
TOML = FILES["map.toml"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("map.toml", None, "map.toml: cannot be read: No such file"),
        ("map.toml", "game = ", "map.toml: cannot be read as TOML"),
        ("map.toml", TOML.replace("rows = 2", "rows = 100"), "map.toml: field 'rows': expected a whole number"),
        ("map.toml", TOML.replace('"even"', '"left"'), "map.toml: field 'shifted': expected one of even, odd"),
        ("map.toml", TOML.replace("game =", "title ="), "map.toml: field 'game': expected a text, found nothing"),
        ("map.toml", TOML + "[terrain]\nflat = 1\nswamp = 2\n", "map.toml: [terrain]: unknown terrain 'swamp'"),
        ("map.toml", TOML.replace('hex = "0102"', 'hex = "0909"'), "map.toml places ford: field 'hex'"),
        ("map.toml", TOML.replace('["0101", "0102"]', '["0101", 7]'), "map.toml edges west: field 'hexes'"),
        ("map.toml", TOML.replace('hexes = ["0202"]', "hexes = []"), "map.toml sea bay: field 'hexes': expected at"),
        ("hexes.csv", None, "hexes.csv: cannot be read: No such file"),
        ("hexes.csv", "", "hexes.csv: line 1: no column 'hex'"),
        ("hexes.csv", HEAD, "hexes.csv: expected at least one hex"),
        ("hexes.csv", HEAD + "0101,flat\n", "hexes.csv: line 2: expected 6 fields, found 2"),
        ("hexes.csv", HEAD + "0301,flat,,0,0,geography\n", "field 'hex': expected column 01 to 02 and row 01 to 02"),
        ("hexes.csv", HEAD + "101,flat,,0,0,geography\n", "line 2: field 'hex': expected column"),
        ("hexes.csv", HEAD + "٠١٠١,flat,,0,0,geography\n", "line 2: field 'hex': expected column"),
        ("hexes.csv", HEAD + "0101,lava,,0,0,geography\n", "line 2: field 'terrain': expected one of flat, rough"),
        ("hexes.csv", HEAD + "0101,flat,,2,0,geography\n", "line 2: field 'snow': expected one of 0, 1, found '2'"),
        ("hexes.csv", HEAD + "0101,flat,,0,1e3,geography\n", "line 2: field 'height': expected a whole number"),
        ("hexes.csv", HEAD + "0101,flat,,0,99999,geography\n", "'height': expected a whole number from -500 to 4000"),
        ("hexes.csv", HEAD + "0101,flat,,0,0,guess\n", "line 2: field 'provenance': expected one of rulebook"),
        ("hexes.csv", HEAD + f"0101,flat,{'x' * 999},0,0,geography\n", "field 'province': expected a short text"),
        ("hexes.csv", HEAD + "0101,flat,,0,0,geography\n" * 2, "line 3: field 'hex': expected a hex that is not"),
        ("hexes.csv", HEAD + '0101,"flat,,0,0,geography\n', "hexes.csv: line 2: cannot be read as CSV"),
        ("sides.csv", SIDES + "0101,0202,river,,,geography\n", "sides.csv: line 2: field 'b': expected a neighbour"),
        ("sides.csv", SIDES + "0101,0101,river,,,geography\n", "sides.csv: line 2: field 'b': expected a neighbour"),
        ("sides.csv", SIDES + "0101,0909,river,,,geography\n", "line 2: field 'b': expected a hex of this map"),
        ("sides.csv", SIDES + "0101,0102,brook,,,geography\n", "line 2: field 'kind': expected one of river, water"),
        ("sides.csv", SIDES + "0101,0102,river,,boat,geography\n", "'crossing': expected one of nothing, ford, bridge"),
        ("sides.csv", SIDES + "0101,0102,water,,ford,geography\n", "field 'crossing': expected nothing: only a river"),
        ("sides.csv", SIDES + "0101,0102,river,,,geography\n0102,0101,river,,,geography\n", "line 3: field 'b'"),
        ("castles.csv", CASTLES + "0909,Kofu,,,35,138,,rulebook\n", "castles.csv: line 2: field 'hex': expected a hex"),
        ("castles.csv", CASTLES + "0101,,,,35,138,,rulebook\n", "castles.csv: line 2: field 'name': expected a"),
        ("castles.csv", CASTLES + "0101,Kofu,,,95,138,,rulebook\n", "field 'lat': expected a number from -90 to 90"),
        ("castles.csv", CASTLES + "0101,Kofu,,,35,138,gulf,rulebook\n", "field 'port': expected one of nothing, bay"),
        ("castles.csv", CASTLES + "0101,Kofu,,,35,138,,guess\n", "line 2: field 'provenance': expected one of"),
        ("map.toml", TOML.replace("ports", "harbours"), "map.toml sea bay: field 'ports': expected a list"),
        ("castles.csv", CASTLES + "0101,Kofu,,,35,nan,,rulebook\n", "field 'lon': expected a number from -180 to 180"),
    ],
)  # fmt: skip
def test_bad_files_are_refused_by_name(tmp_path: Path, name: str, text: str | None, words: str) -> None:
    folder = write(tmp_path / "map", **{name.replace(".", "_"): text})
    with pytest.raises(DataError) as caught:
        HexMap.load(folder)
    assert words in str(caught.value)


def test_files_that_are_no_text_or_too_large_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path / "map")
    (folder / "hexes.csv").write_bytes(b"hex,\xff\xfe")
    with pytest.raises(DataError, match=r"hexes.csv: cannot be read: not UTF-8"):
        HexMap.load(folder)
    (folder / "hexes.csv").write_bytes(b"x" * 1_000_001)
    with pytest.raises(DataError, match=r"hexes.csv: larger than 1000000 bytes"):
        HexMap.load(folder)


MAPS = sorted(path.parent for path in GAMES.glob("*/map/hexes.csv"))


@pytest.mark.parametrize("folder", MAPS, ids=[folder.parent.name for folder in MAPS])
def test_the_maps_of_the_games_are_read(folder: Path) -> None:
    board = HexMap.load(folder)
    assert board.game == folder.parent.name
    assert board.castles
    assert board.coast()
    assert len(board.provinces) > 5
