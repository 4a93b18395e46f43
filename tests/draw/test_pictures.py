"""The pictures: whole, well-formed, in both languages and themes, for every map there is."""

from __future__ import annotations

import csv
import json
import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gunki.core.definition.texts import LANGUAGES, read_texts
from gunki.core.errors import OptionError
from gunki.draw import THEMES, draw_map, map_ids
from gunki.draw.maps.hexmap import SCALE
from gunki.draw.style import document
from maps.drawing import written
from tests.support import ROOT

FOLDER = ROOT / "src" / "gunki"
MAPS = ("hideyoshi", "honganji", "kanto", "kenshin", "nobunaga")
HEX_MAPS = ("hideyoshi", "kanto", "kenshin")
AREA_MAPS = ("honganji", "nobunaga")
SVG = "{http://www.w3.org/2000/svg}"


@cache
def picture(game: str, lang: str = "en", theme: str = "light") -> ElementTree.Element:
    return ElementTree.fromstring(draw_map(game, lang=lang, theme=theme))


def layer(root: ElementTree.Element, name: str) -> ElementTree.Element:
    [found] = [group for group in root.iter(f"{SVG}g") if group.get("id") == name]
    return found


def words(root: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def drawing(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "games" / game / "map" / "drawing.json").read_text(encoding="utf-8"))
    return found


def lines(game: str, file: str) -> list[dict[str, str]]:
    with (FOLDER / "games" / game / "map" / file).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_all_five_games_have_a_map() -> None:
    assert tuple(map_ids()) == MAPS


@pytest.mark.parametrize("game", MAPS)
@pytest.mark.parametrize(("lang", "theme"), list(product(LANGUAGES, THEMES)))
def test_a_picture_is_whole(game: str, lang: str, theme: str) -> None:
    root = picture(game, lang, theme)
    _, _, width, height = (float(number) for number in str(root.get("viewBox")).split())
    across, down = drawing(game)["size"]
    assert (width > height) == (across > down)
    assert root.get("lang") == lang
    assert len(layer(root, "legend").findall(f"{SVG}text")) >= 5
    assert document()["themes"][theme]["haze"] in {rect.get("fill") for rect in root.iter(f"{SVG}rect")}
    # every reference leads somewhere, and no element of this document refers to another file
    known = {element.get("id") for element in root.iter() if element.get("id")}
    source = ElementTree.tostring(root, encoding="unicode")
    assert set(re.findall(r"url\(#([^)]+)\)", source)) <= known
    assert set(re.findall(r'href="#([^"]+)"', source)) <= known
    assert all(link.startswith(("#", "data:image/webp;base64,")) for link in re.findall(r'href="([^"]*)"', source))
    assert "nan" not in " ".join(path.get("d", "") for path in root.iter(f"{SVG}path"))


@pytest.mark.parametrize("game", HEX_MAPS)
def test_every_hex_is_there(game: str) -> None:
    hexes = lines(game, "hexes.csv")
    root = picture(game)
    assert words(layer(root, "numbers")) == [line["hex"] for line in hexes]
    for terrain in {line["terrain"] for line in hexes}:
        marks = layer(root, f"texture-{terrain}").find(f"{SVG}path")
        assert marks is not None
        assert marks.get("d", "").count("M") >= sum(line["terrain"] == terrain for line in hexes) * 0.7


@pytest.mark.parametrize("game", HEX_MAPS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_castles_have_their_names_in_both_scripts(game: str, lang: str) -> None:
    shown = words(layer(picture(game, lang), "places"))
    for castle in lines(game, "castles.csv"):
        assert written(castle["name"]).split(" (")[0] in shown
        assert castle["kanji"] in shown


@pytest.mark.parametrize("game", HEX_MAPS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_name_of_a_castle_is_cut_by_the_rim(game: str, lang: str) -> None:
    across = drawing(game)["size"][0] * SCALE
    for text in layer(picture(game, lang), "places").iter(f"{SVG}text"):
        shown = "".join(text.itertext())
        ems = sum(1.0 if ord(letter) > 0x2E00 else 0.6 for letter in shown)
        half, x = ems * float(text.get("font-size", "0")) / 2, float(text.get("x", "nan"))
        assert half <= x <= across - half, shown


@pytest.mark.parametrize("game", HEX_MAPS)
def test_provinces_rivers_and_crossings_are_there(game: str) -> None:
    root = picture(game)
    provinces = {label["name"].split(" (")[0].upper() for label in drawing(game)["provinces"]["labels"]}
    assert provinces <= set(words(layer(root, "province-names")))
    rivers = {line["name"] for line in lines(game, "sides.csv") if line["kind"] == "river"}
    assert len(layer(root, "rivers").findall(f"{SVG}path")) == len(rivers) + 1  # and the water sides
    bridges = sum(line["crossing"] == "bridge" for line in lines(game, "sides.csv"))
    assert len(layer(root, "crossings").findall(f"{SVG}path")) == 2 * bridges  # a deck and its rails


@pytest.mark.parametrize("game", AREA_MAPS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_area_is_there_with_its_names(game: str, lang: str) -> None:
    root = picture(game, lang)
    areas = drawing(game)["areas"]
    paths = {path.get("id"): path for path in layer(root, "areas").iter(f"{SVG}path")}
    for ident, area in areas.items():
        assert paths[f"area-{ident}"].get("d", "").count("z") == len(area["outline"])
    shown = set(words(layer(root, "labels")))
    own = read_texts(FOLDER / "games" / game / "text" / f"{lang}.toml")["area"]
    for ident in areas:
        assert own[ident] in shown or all(word in shown for word in own[ident].split())
    assert len(layer(root, "rooms").findall(f"{SVG}circle")) == len(areas)


def test_supply_and_key_areas_show_their_castles() -> None:
    root = picture("nobunaga", "ja")
    castles = read_texts(FOLDER / "games" / "nobunaga" / "text" / "ja.toml")["castle"]
    assert sorted(words(layer(root, "castles"))) == sorted(castles.values())
    assert len(layer(root, "castles").findall(f"{SVG}circle")) == 3  # behind the key areas


def test_a_closed_border_is_drawn_where_areas_touch_without_being_adjacent() -> None:
    closed = drawing("nobunaga")["closed"]
    assert {"hida", "kaga"} in [set(line["between"]) for line in closed]
    accent = document()["themes"]["light"]["accent"]
    strokes = [path for path in layer(picture("nobunaga"), "borders") if path.get("stroke") == accent]
    assert len(strokes) == 2 * len(closed)


def test_the_same_picture_every_time() -> None:
    assert draw_map("kanto") == draw_map("kanto")


def test_textures_tell_terrains_apart_without_colour() -> None:
    style = document()
    used = [style["terrain"][terrain]["texture"] for terrain in style["terrain"]]
    assert len(set(used)) == len(used)
    marks = [tuple(style["textures"][texture]["marks"]) for texture in used]
    assert len(set(marks)) == len(marks)


def test_both_themes_have_the_same_colours() -> None:
    light, dark = (document()["themes"][theme] for theme in ("light", "dark"))
    assert light.keys() == dark.keys()
    assert len(light["tints"]) == len(dark["tints"])


def test_words_exist_in_both_languages() -> None:
    english, japanese = (read_texts(Path(FOLDER / "draw" / "text" / f"{lang}.toml")) for lang in LANGUAGES)
    assert {name: set(section) for name, section in english.items()} == {
        name: set(section) for name, section in japanese.items()
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "sekigahara"}, "unknown map 'sekigahara'; known: hideyoshi, honganji, kanto, kenshin, nobunaga"),
        ({"game": "../kanto"}, "unknown map '../kanto'"),
        ({"game": "kanto", "lang": "fr"}, "unknown language 'fr'; known: en, ja"),
        ({"game": "kanto", "theme": "pink"}, "unknown theme 'pink'; known: light, dark"),
    ],
)
def test_what_there_is_not_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        draw_map(**options)
