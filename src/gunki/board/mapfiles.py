"""Reads the files of a hex map, and checks every field. docs/maps.md describes the files."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gunki.core.definition.data_tables import LARGEST_FILE, Row
from gunki.core.errors import DataError

TERRAINS = ("flat", "rough", "foothills", "mountain", "marsh", "lake", "sea")
KINDS = ("river", "water")
CROSSINGS = ("", "ford", "bridge")
PROVENANCES = ("rulebook", "geography", "override", "reconstructed")

HEX_FIELDS = ("hex", "terrain", "province", "snow", "height", "provenance")
SIDE_FIELDS = ("a", "b", "kind", "name", "crossing", "provenance")
CASTLE_FIELDS = ("hex", "name", "kanji", "province", "lat", "lon", "port", "provenance")


@dataclass(frozen=True)
class HexRow:
    hex: str
    terrain: str
    province: str
    snow: bool
    height: int
    provenance: str


@dataclass(frozen=True)
class SideRow:
    a: str
    b: str
    kind: str
    name: str
    crossing: str
    provenance: str
    where: str


@dataclass(frozen=True)
class Castle:
    hex: str
    name: str
    kanji: str
    province: str
    lat: float
    lon: float
    port: str
    provenance: str


@dataclass(frozen=True)
class MapFiles:
    game: str
    columns: int
    rows: int
    shifted: str
    terrains: tuple[str, ...]
    hexes: list[HexRow]
    sides: list[SideRow]
    castles: list[Castle]
    places: dict[str, str]
    edges: dict[str, tuple[str, ...]]
    rings: dict[str, tuple[str, ...]]
    regions: dict[str, tuple[str, ...]]
    seas: dict[str, tuple[str, ...]]
    coasts: dict[str, tuple[str, ...]]
    ports: dict[str, tuple[str, ...]]


def read_map(folder: Path, corrections: Path | None = None) -> MapFiles:
    """Read all files of a folder.

    The lines of `corrections` replace the lines of the folder for the same hex or side.
    """
    settings = read_toml(folder / "map.toml")
    columns, rows = settings.integer("columns", 1, 99), settings.integer("rows", 1, 99)
    shifted = settings.word("shifted", ("even", "odd"))
    terrains = tuple(settings.entries("terrain")) if settings.has("terrain") else TERRAINS
    if unknown := [name for name in terrains if name not in TERRAINS]:
        raise DataError(f"map.toml: [terrain]: unknown terrain {unknown[0]!r}; known: {', '.join(TERRAINS)}")

    hexes: dict[str, HexRow] = {}
    for line in Line.all(folder / "hexes.csv", HEX_FIELDS):
        number = line.number("hex", columns, rows)
        if number in hexes:
            raise line.bad("hex", "a hex that is not in the file yet")
        hexes[number] = hex_row(line, number, terrains)
    if not hexes:
        raise DataError("hexes.csv: expected at least one hex")
    sides: dict[tuple[str, str], SideRow] = {}
    for line in Line.all(folder / "sides.csv", SIDE_FIELDS):
        side = side_row(line, hexes)
        pair = (min(side.a, side.b), max(side.a, side.b))
        if pair in sides:
            raise line.bad("b", f"a side of {side.a} that is not in the file yet")
        sides[pair] = side
    if corrections is not None:
        correct_hexes(corrections / "hexes.csv", hexes, terrains)
        correct_sides(corrections / "sides.csv", sides, hexes)
    seas = groups(settings, "sea", "hexes", hexes)
    castles = [castle_row(line, hexes, ("", *seas)) for line in Line.all(folder / "castles.csv", CASTLE_FIELDS)]
    return MapFiles(
        game=settings.word("game"),
        columns=columns,
        rows=rows,
        shifted=shifted,
        terrains=terrains,
        hexes=[hexes[number] for number in sorted(hexes)],
        sides=list(sides.values()),
        castles=castles,
        places={name: numbers[0] for name, numbers in groups(settings, "places", "hex", hexes).items()},
        edges=groups(settings, "edges", "hexes", hexes),
        rings=groups(settings, "rings", "hexes", hexes),
        regions=groups(settings, "regions", "hexes", hexes),
        seas=seas,
        coasts=groups(settings, "sea", "coast", hexes),
        ports=groups(settings, "sea", "ports", hexes),
    )


# -- single lines -----------------------------------------------------------------------------------------------------


def hex_row(line: Line, number: str, terrains: Sequence[str]) -> HexRow:
    return HexRow(
        hex=number,
        terrain=line.word("terrain", terrains),
        province=line.text("province"),
        snow=line.word("snow", ("0", "1")) == "1",
        height=line.integer("height", -500, 4000),
        provenance=line.word("provenance", PROVENANCES),
    )


def side_row(line: Line, hexes: Mapping[str, HexRow]) -> SideRow:
    kind, crossing = line.word("kind", KINDS), line.word("crossing", CROSSINGS)
    if crossing and kind != "river":
        raise line.bad("crossing", "nothing: only a river has fords and bridges")
    return SideRow(
        a=line.word("a", hexes),
        b=line.word("b", hexes),
        kind=kind,
        name=line.text("name"),
        crossing=crossing,
        provenance=line.word("provenance", PROVENANCES),
        where=line.where,
    )


def castle_row(line: Line, hexes: Mapping[str, HexRow], seas: Sequence[str]) -> Castle:
    return Castle(
        hex=line.word("hex", hexes),
        name=line.text("name", empty=False),
        kanji=line.text("kanji"),
        province=line.text("province"),
        lat=line.decimal("lat", -90, 90),
        lon=line.decimal("lon", -180, 180),
        port=line.word("port", seas),
        provenance=line.word("provenance", PROVENANCES),
    )


def correct_hexes(path: Path, hexes: dict[str, HexRow], terrains: Sequence[str]) -> None:
    """Apply a file of corrected hexes. Each line has the number of a hex and the fields to change.

    Columns in which nothing changes may be missing.
    """
    if not path.exists():
        return
    for line in Line.all(path, HEX_FIELDS, needed=("hex",)):
        old = hexes[line.word("hex", hexes)]
        whole = {name: str(int(value) if name == "snow" else value) for name, value in vars(old).items()}
        line = Line({**whole, "provenance": "override", **line.fields}, line.where)
        hexes[old.hex] = hex_row(line, old.hex, terrains)


def correct_sides(path: Path, sides: dict[tuple[str, str], SideRow], hexes: Mapping[str, HexRow]) -> None:
    """Apply a file of corrected hexsides. Each line replaces or adds a hexside; if `kind` is empty, it removes one."""
    if not path.exists():
        return
    for line in Line.all(path, SIDE_FIELDS, needed=("a", "b", "kind")):
        line = Line({"name": "", "crossing": "", "provenance": "override", **line.fields}, line.where)
        a, b = line.word("a", hexes), line.word("b", hexes)
        pair = (min(a, b), max(a, b))
        if line.text("kind"):
            sides[pair] = side_row(line, hexes)
        elif pair in sides:
            del sides[pair]
        else:
            raise line.bad("kind", f"{' or '.join(KINDS)}: there is nothing to take away between {a} and {b}")


def groups(settings: Row, table: str, field: str, hexes: Mapping[str, HexRow]) -> dict[str, tuple[str, ...]]:
    """Return the hexes of each group by its name.

    A group is a table `[table.NAME]`, and its `field` holds a hex or a list of hexes on the map.
    """
    if not settings.has(table):
        return {}
    hexes_by_name = {}
    for name in settings.entries(table):
        row = settings.sub(table).sub(name)
        hexes_by_name[name] = (row.word(field, hexes),) if field == "hex" else tuple(row.words(field, hexes))
        if field == "hexes" and not hexes_by_name[name]:
            raise row.bad(field, "at least one hex")
    return hexes_by_name


# -- files ------------------------------------------------------------------------------------------------------------


class Line:
    """One line of a CSV file; each field is checked as it is read."""

    __slots__ = ("fields", "where")

    def __init__(self, fields: Mapping[str, str], where: str) -> None:
        self.fields = fields
        self.where = where

    @classmethod
    def all(cls, path: Path, columns: Sequence[str], needed: Sequence[str] | None = None) -> Iterator[Line]:
        name = path.name
        rows = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
        try:
            header = next(rows, [])
            if missing := [field for field in (columns if needed is None else needed) if field not in header]:
                raise DataError(f"{name}: line 1: no column {missing[0]!r}; expected {','.join(columns)}")
            if surplus := [field for field in header if field not in columns or header.count(field) > 1]:
                raise DataError(f"{name}: line 1: column {surplus[0][:40]!r}; expected {','.join(columns)}")
            for row in rows:
                where = f"{name}: line {rows.line_num}"
                if len(row) != len(header):
                    raise DataError(f"{where}: expected {len(header)} fields, found {len(row)}")
                yield cls(dict(zip(header, row, strict=True)), where)
        except csv.Error as error:
            raise DataError(f"{name}: line {rows.line_num}: cannot be read as CSV: {error}") from None

    def bad(self, field: str, expected: str) -> DataError:
        value = self.fields[field]
        text = repr(value if len(value) <= 60 else value[:57] + "...")
        return DataError(f"{self.where}: field {field!r}: expected {expected}, found {text}")

    def text(self, field: str, empty: bool = True) -> str:
        value = self.fields[field]
        if len(value) > 100 or not (value or empty) or not (value.isprintable() and value == value.strip()):
            raise self.bad(field, "a short text")
        return value

    def word(self, field: str, choices: Sequence[str] | Mapping[str, Any]) -> str:
        if self.fields[field] not in choices:
            raise self.bad(
                field, "a hex of this map" if isinstance(choices, Mapping) else f"one of {join_names(choices)}"
            )
        return self.fields[field]

    def number(self, field: str, columns: int, rows: int) -> str:
        value = self.fields[field]
        fits = re.fullmatch(r"[0-9]{4}", value) and 1 <= int(value[:2]) <= columns and 1 <= int(value[2:]) <= rows
        if not fits:
            raise self.bad(field, f"column 01 to {columns:02} and row 01 to {rows:02} in four digits")
        return value

    def integer(self, field: str, low: int, high: int) -> int:
        value = self.fields[field]
        if not re.fullmatch(r"-?[0-9]{1,6}", value) or not low <= int(value) <= high:
            raise self.bad(field, f"a whole number from {low} to {high}")
        return int(value)

    def decimal(self, field: str, low: int, high: int) -> float:
        value = self.fields[field]
        if not re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{1,9})?", value) or not low <= float(value) <= high:
            raise self.bad(field, f"a number from {low} to {high}")
        return float(value)


def join_names(choices: Sequence[str]) -> str:
    return ", ".join(name or "nothing" for name in choices)


def read_text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise DataError(f"{path.name}: larger than {LARGEST_FILE} bytes")
        return path.read_text(encoding="utf-8-sig")  # spreadsheets write a byte-order mark before the first column
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise DataError(f"{path.name}: cannot be read: {why}") from None


def read_toml(path: Path) -> Row:
    try:
        return Row(tomllib.loads(read_text(path)), path.name)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataError(f"{path.name}: cannot be read as TOML: {error}") from None
