"""The owner's corrections: lines that differ, laid over ours; bad ones are named."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gunki.core.errors import DataError
from gunki.draw import draw_map
from tests.draw.test_pictures import SVG, layer, lines

HEXES = "hex,terrain,province,snow,height,provenance\n"
SIDES = "a,b,kind,name,crossing,provenance\n"


def corrected(tmp_path: Path, **files: str) -> Path:
    for name, content in files.items():
        (tmp_path / f"{name}.csv").write_text(content, encoding="utf-8")
    return tmp_path


def marks(svg: str, terrain: str) -> int:
    path = layer(ElementTree.fromstring(svg), f"texture-{terrain}").find(f"{SVG}path")
    assert path is not None
    return path.get("d", "").count("M")


def bridges(svg: str) -> int:
    return len(layer(ElementTree.fromstring(svg), "crossings").findall(f"{SVG}path")) // 2


def test_a_corrected_hex_changes_its_ground(tmp_path: Path) -> None:
    flat = [line["hex"] for line in lines("kanto", "hexes.csv") if line["terrain"] == "flat"]
    castles = {line["hex"] for line in lines("kanto", "castles.csv")}
    number = next(h for h in flat if h not in castles and h > "2000")
    plain = draw_map("kanto")
    own = draw_map("kanto", data=corrected(tmp_path, hexes=f"hex,terrain\n{number},mountain\n"))
    assert marks(own, "mountain") > marks(plain, "mountain")
    assert marks(own, "flat") < marks(plain, "flat")
    assert f"With corrections from {tmp_path.name}." in own
    assert "With corrections" not in plain


def test_a_corrected_side_changes_the_river(tmp_path: Path) -> None:
    river = next(line for line in lines("kanto", "sides.csv") if line["kind"] == "river" and not line["crossing"])
    a, b = river["a"], river["b"]
    plain = draw_map("kanto")
    own = draw_map("kanto", data=corrected(tmp_path, sides=f"{SIDES}{a},{b},river,{river['name']},bridge,override\n"))
    assert bridges(own) == bridges(plain) + 1
    away = draw_map("kanto", data=corrected(tmp_path, sides=f"a,b,kind\n{a},{b},\n"))
    assert layer_text(away, "rivers") != layer_text(plain, "rivers")
    assert bridges(away) == bridges(plain)


def layer_text(svg: str, name: str) -> str:
    return ElementTree.tostring(layer(ElementTree.fromstring(svg), name), encoding="unicode")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"hexes": "hex,terrain\n0101,sea\n9999,flat\n"}, "hexes.csv: line 3: field 'hex'"),
        ({"hexes": "hex,terrain\n0101,woods\n"}, "hexes.csv: line 2: field 'terrain': expected one of flat"),
        ({"hexes": HEXES + "0101,flat,,maybe,0,override\n"}, "hexes.csv: line 2: field 'snow'"),
        ({"hexes": "hex,colour\n0101,red\n"}, "hexes.csv: line 1: column 'colour'"),
        ({"hexes": "terrain\nflat\n"}, "hexes.csv: line 1: no column 'hex'"),
        ({"sides": SIDES + "0101,0505,river,Tone,,override\n"}, "sides.csv: line 2: field 'b'"),
        ({"sides": SIDES + "0505,0506,canal,,,override\n"}, "sides.csv: line 2: field 'kind'"),
        ({"sides": SIDES + "0505,0506,river,,ferry,override\n"}, "sides.csv: line 2: field 'crossing'"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(DataError, match=re.escape(message)):
        draw_map("kanto", data=corrected(tmp_path, **files))


def test_a_mistyped_folder_is_no_folder_without_corrections(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not a folder"):
        draw_map("kanto", data=tmp_path / "nowhere")
    with pytest.raises(DataError, match=r"neither hexes\.csv nor sides\.csv"):
        draw_map("kanto", data=tmp_path)


def test_an_area_map_takes_no_corrections(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nobunaga is played on areas"):
        draw_map("nobunaga", data=corrected(tmp_path, hexes="hex,terrain\n0101,sea\n"))
