"""The files of a hex map, written the same way every time, and read back for the checks (docs/maps.md)."""

import csv
import io
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from maps.board import Board, Hex, Place, Side, pair
from maps.hexes import Grid, cell, code
from maps.tables import rows

HEX_COLUMNS = ("hex", "terrain", "province", "snow", "height", "provenance")
SIDE_COLUMNS = ("a", "b", "kind", "name", "crossing", "provenance")
CASTLE_COLUMNS = ("hex", "name", "kanji", "province", "lat", "lon", "port", "provenance")


def table(columns: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(list(columns))
    writer.writerows(list(line) for line in lines)
    return out.getvalue()


def board_files(board: Board) -> dict[str, str]:
    """Return the tables of hexes, sides and castles as text, by file name."""
    hexes = (
        (code(at), h.terrain, h.province, int(h.snow), h.height, h.provenance) for at, h in sorted(board.hexes.items())
    )
    sides = ((code(a), code(b), s.kind, s.name, s.crossing, s.provenance) for (a, b), s in sorted(board.sides.items()))
    castles = ((p.hex, p.name, p.kanji, p.province, p.lat, p.lon, p.port, p.provenance) for p in board.castles)
    return {
        "hexes.csv": table(HEX_COLUMNS, hexes),
        "sides.csv": table(SIDE_COLUMNS, sides),
        "castles.csv": table(CASTLE_COLUMNS, castles),
    }


def read_board(folder: Path) -> Board:
    document = read_document(folder)
    board = Board(document["game"], Grid(document["columns"], document["rows"], document["shifted"]))
    for line in rows(folder / "hexes.csv"):
        board.hexes[cell(line["hex"])] = Hex(
            line["terrain"], line["province"], line["snow"] == "1", int(line["height"]), line["provenance"]
        )
    for line in rows(folder / "sides.csv"):
        side = Side(line["kind"], line["name"], line["crossing"], line["provenance"])
        board.sides[pair(cell(line["a"]), cell(line["b"]))] = side
    for line in rows(folder / "castles.csv"):
        lat, lon = float(line.pop("lat")), float(line.pop("lon"))
        board.castles.append(Place(lat=lat, lon=lon, **line))
    return board


def read_document(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "map.toml").read_text(encoding="utf-8"))


def toml(document: Mapping[str, Any]) -> str:
    """Return TOML of plain values and tables, two levels deep; each entry of the second level is on one line."""
    lines = [f"{key} = {value(v)}" for key, v in document.items() if not isinstance(v, Mapping)]
    for name, entries in document.items():
        if isinstance(entries, Mapping):
            lines += ["", f"[{name}]", *(f"{key} = {value(v)}" for key, v in entries.items())]
    return "\n".join(lines) + "\n"


def value(item: object) -> str:
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, int | float):
        return repr(item)
    if isinstance(item, str):
        return '"' + item.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(item, Mapping):
        return "{ " + ", ".join(f"{key} = {value(v)}" for key, v in item.items()) + " }"
    if isinstance(item, list | tuple):
        return "[" + ", ".join(value(v) for v in item) + "]"
    raise TypeError(f"cannot write {item!r} as TOML")
