"""A made-up land for the basic rules: its map, its castles and their owners, its armies and their sides.

The land as it is drawn in `LAND`, 22 columns and 20 rows, even columns half a hex lower. In the north are the red, in
the south-west behind the mountains the blue, in the south-east the green, who are allied with the blue. Castles, with
their levels, main castles with a star:

    north       yama* 2 (0505)   mori 1 (0711)   toge 0 (1706)                      red
                                                                numa* 1 (2211)      orange, with the red
    south-west  sato* 0 (1218)   kawa 1 (0514)   hara 0 (0617)   ike 1 (0919)       blue
    south-east  shiro* 3 (2018)  tani 1 (1716)   oka 2 (1520)                       green
                iwa* 2 (1513)                                                       brown, with the red
                seki 1 (1913)                                                       red, far from home
                mura* 1 (2220)                                                      black, with the green

Red are trees, blue are birds, green are fish, all others are beasts. The wide plain between toge and yama, around 1206,
is where armies meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from gunki.board.hexmap import HexMap
from gunki.board.mapfiles import TERRAINS, HexRow, MapFiles, SideRow

SCENARIO = "valley"
SEATS = ("red", "blue", "green")
#: The blue and the green are allied.
COALITION = (0, 1, 1)
#: Each great army has a phase; the small armies of a side share one.
FRIENDS = ("red_friends", "green_friends")
PHASES = ("red", "blue", "green", *FRIENDS)

#: What the signs of the drawing below stand for; all castles, "@", are on flat ground.
SIGNS = {
    ".": "flat", "@": "flat", ":": "rough", "h": "foothills", "^": "mountain", "%": "marsh", "o": "lake", "~": "sea",
}  # fmt: skip
#: Columns 01 to 22 from left to right, rows 01 to 20 downwards.
LAND = """
~~~~^^^^^..........:^^
~~~:..^^............:^
~~..................:h
~..................::h
....@.................
................@.....
......................
%%....................
%......::.........oo..
.......::h........o...
......@..hh^.........@
:hh^^h..h^^^^h:.......
::h^^h..h^^^^h@:..@...
:...@.......^^h:......
............:^h:......
............::..@.....
.....@................
...........@.......@..
:.......@.............
^:..........:h@...:hh@
"""
#: Sides that are more than a line: a river from the mountains to the marsh, with a bridge, and the shore of the lake.
SIDES = {
    ("0711", "0811"): "river", ("0710", "0810"): "river", ("0709", "0809"): "river", ("0608", "0708"): "river",
    ("0607", "0707"): "river", ("0506", "0507"): "bridge", ("0405", "0406"): "river", ("1710", "1809"): "water",
}  # fmt: skip


def province(column: int, row: int) -> str:
    return "North" if row <= 11 else "West" if column <= 13 else "East"


#: Castle, hex, level, owner, whether it is the owner's main castle.
CASTLES = (
    ("yama", "0505", 2, "red", True), ("mori", "0711", 1, "red", False), ("toge", "1706", 0, "red", False),
    ("seki", "1913", 1, "red", False),
    ("sato", "1218", 0, "blue", True), ("kawa", "0514", 1, "blue", False), ("hara", "0617", 0, "blue", False),
    ("ike", "0919", 1, "blue", False),
    ("shiro", "2018", 3, "green", True), ("tani", "1716", 1, "green", False), ("oka", "1520", 2, "green", False),
    ("iwa", "1513", 2, "brown", True), ("numa", "2211", 1, "orange", True), ("mura", "2220", 1, "black", True),
)  # fmt: skip

#: Army, its seat, home, colour and pattern.
ARMIES = (
    ("red", "red", "north", "#b3362b", "plain"), ("blue", "blue", "west", "#3355aa", "diagonal"),
    ("green", "green", "east", "#2f7f3a", "checks"),
    ("brown", "red", "", "#96602f", "dots"), ("orange", "red", "", "#c78a2c", "bars"),
    ("grey", "red", "", "#8a8a8a", "grid"), ("white", "red", "", "#e8e4da", "rings"),
    ("black", "green", "", "#2b2b2b", "waves"),
)  # fmt: skip

#: Units: strength, modifier, activation; stars and boxes of commanders; the castle where a unit starts, if it does.
ROSTER = """
red     matsu 3-4-4 ** 10 yama   sugi 3-2-3 * 7 yama   hinoki 3-2-3 * 7 mori   kaede 3-2-2 * 7 toge   keyaki 3-2-2 * 7
        kuri 3-3-2 yama  buna 3-2-2 yama  nara 3-2-2 mori  kashi 3-2-2  tsuga 3-2-2  momi 3-2-2
        ume 3-1-2 toge  momo 3-1-2  yanagi 3-1-2  take 3-1-2  shii 3-1-2  kaki 3-1-2  sakura 3-1-2  kiri 3-1-2
        tsubaki 3-1-2
blue    taka 3-3-4 ** 10 sato   washi 3-2-4 * 7 ike   tsuru 3-2-3 * 7 sato   sagi 3-2-2 * 7 kawa   kamo 3-2-2 * 7
        hato 3-0-2 * 5  tobi 3-2-3 hara  kiji 3-1-2 sato  kari 3-1-2 kawa  mozu 3-1-2  uzura 3-1-2  suzume 3-1-2
        hibari 3-1-2  tsubame 3-1-2  karasu 3-1-2  chidori 3-1-2  kamome 3-0-2
green   koi 2-3-3 ** 10 shiro   tai 2-1-3 ** 8   sake 2-2-2 * 7 tani   masu 2-2-2 * 7 oka   buri 2-1-2 * 5
        ayu 2-0-2 shiro  funa 2-0-2 tani  aji 2-0-2  saba 2-0-2  iwashi 2-0-2  unagi 2-0-2  namazu 2-0-2  dojo 2-0-2
        fugu 2-0-2  hamo 2-0-2  kisu 2-0-2  kajika 2-0-2  maguro 2-0-2  katsuo 2-0-2  sanma 2-0-2
brown   kuma 3-4-3 * 3 iwa  tanuki 3-1-2 iwa
orange  kitsune 3-1-2 * 3 numa
grey    nezumi 2-0-2 * 3 numa
white   usagi 2-2-3 * 7 reinforcement  itachi 2-0-2 reinforcement  risu 2-0-2 reinforcement
black   ushi 2-1-3 * 3 mura  uma 2-1-2 mura  inu 2-1-2
"""
#: The hexes in the east by which the white enter in the first turn.
ENTRY = ("2213", "2214", "2215", "2216")

#: 14-2: steps gained by the die, from -1 up, at home and elsewhere; every game has tables of its own.
REPLENISHMENT = {
    "red": ("territory", [-1, 0, 1, 1, 2, 2, 2, 3], [-1, -1, 0, 0, 1, 1, 1, 2]),
    "blue": ("territory", [-1, 0, 1, 1, 1, 2, 2, 3], [-1, -1, 0, 0, 0, 1, 1, 1]),
    "green": ("territory", [-1, 0, 1, 2, 2, 2, 3, 3], [-2, -1, 0, 0, 0, 1, 1, 1]),
    "friends": ("main_castle", [-1, 0, 0, 0, 1, 1, 1, 1], [-1, -1, 0, 0, 0, 0, 1, 1]),
}


@cache
def board() -> HexMap:
    lines = LAND.split()
    hexes = [
        HexRow(f"{x:02}{y:02}", SIGNS[lines[y - 1][x - 1]], _dry(x, y, lines), False, 0, "rulebook")
        for x in range(1, len(lines[0]) + 1)
        for y in range(1, len(lines) + 1)
    ]
    sides = [
        SideRow(a, b, "water" if kind == "water" else "river", "", "bridge" if kind == "bridge" else "", "rulebook", "")
        for (a, b), kind in SIDES.items()
    ]
    size = len(lines[0]), len(lines)
    return HexMap(MapFiles(SCENARIO, *size, "even", TERRAINS, hexes, sides, [], {}, {}, {}, {}, {}, {}, {}))


def _dry(column: int, row: int, lines: list[str]) -> str:
    """Return the province of a hex; water lies in none."""
    return "" if lines[row - 1][column - 1] in "o~" else province(column, row)


def units() -> Iterator[dict[str, Any]]:
    hexes = {name: place for name, place, *_ in CASTLES} | {"reinforcement": "reinforcement"}
    for line in ROSTER.splitlines():
        words = line.split()
        if words and not line.startswith(" "):
            army = words.pop(0)
        while words:
            name, values = words.pop(0), words.pop(0)
            strength, modifier, activation = (int(value) for value in values.split("-"))
            stars = len(words.pop(0)) if words and words[0].startswith("*") else 0
            boxes = int(words.pop(0)) if stars else 0
            at = {SCENARIO: hexes[words.pop(0)]} if words and words[0] in hexes else {}
            yield {
                "id": name, "army": army, "strength": strength, "modifier": modifier, "activation": activation,
                "stars": stars, "boxes": boxes, "at": at,
            }  # fmt: skip


def tables() -> dict[str, Any]:
    """Return the tables that a game of the series has besides the numbers and charts of the basic rules."""
    return {
        "army": [
            {
                "id": army, "kind": "great" if home else "warlord", "territory": [home] if home else [],
                "replenishment": army if home else "friends", "colour": colour, "pattern": pattern,
            }
            for army, _, home, colour, pattern in ARMIES
        ],
        "unit": list(units()),
        "castle": [
            {"id": name, "hex": place, "level": level, "owner": {SCENARIO: owner}, "main": main}
            for name, place, level, owner, main in CASTLES
        ],
        "scenario": [{"id": SCENARIO, "reinforcements": [{"army": "white", "turn": 1, "hexes": list(ENTRY)}]}],
        "replenishment": {
            "first_row": -1,
            **{
                name: {"home_is": place, "home": home, "away": away}
                for name, (place, home, away) in REPLENISHMENT.items()
            },
        },
    }  # fmt: skip
