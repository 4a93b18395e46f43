"""Hand corrections, each with its reason: `maps/overrides/<game>.csv` with columns `what,at,value,reason`.

| what | at | value |
|---|---|---|
| `terrain` | hex | one of the terrains |
| `province` | hex | a province |
| `river` | hex-hex | the river's name, or `none` |
| `water` | hex-hex | `yes` or `none` |
| `crossing` | hex-hex | `ford`, `bridge` or `none`; the side must be a river |
"""

from dataclasses import dataclass, replace
from pathlib import Path

from maps.board import TERRAINS, WATER, Board, Side, pair
from maps.config import HERE
from maps.hexes import Cell, cell
from maps.provinces import document
from maps.survey import Survey
from maps.tables import rows

SIDES = ("river", "water", "crossing")


@dataclass(frozen=True)
class Override:
    what: str
    at: tuple[Cell, ...]
    value: str
    reason: str


def overrides(game: str, folder: Path = HERE / "overrides") -> list[Override]:
    result = []
    for number, line in enumerate(rows(folder / f"{game}.csv"), start=2):
        where = f"overrides/{game}.csv line {number}"
        what, value, reason = line["what"], line["value"], line["reason"]
        if what not in ("terrain", "province", *SIDES):
            raise ValueError(f"{where}: {what!r} cannot be overridden; use terrain, province, river, water or crossing")
        if not reason.strip():
            raise ValueError(f"{where}: an override needs its reason")
        try:
            at = tuple(cell(part) for part in line["at"].split("-"))
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from error
        if len(at) != (2 if what in SIDES else 1):
            raise ValueError(f"{where}: {what} needs {'two hexes, as in 0417-0418' if what in SIDES else 'one hex'}")
        if what == "terrain" and value not in TERRAINS:
            raise ValueError(f"{where}: no terrain {value!r}; there are {', '.join(TERRAINS)}")
        if what == "province" and value not in document()["kanji"]:
            raise ValueError(f"{where}: no province {value!r} in data/provinces.toml")
        result.append(Override(what, at, value, reason))
    return result


def apply_to_hexes(board: Board, survey: Survey, corrections: list[Override]) -> None:
    for correction in corrections:
        if correction.what in SIDES:
            continue
        (at,) = correction.at
        old = board.hexes[at]
        if correction.what == "province":
            board.hexes[at] = replace(old, province=correction.value, provenance="override")
        else:
            voted = survey.measures[survey.index[at]].provinces.most_common(1)[0][0]
            province = "" if correction.value in WATER else old.province or voted
            board.hexes[at] = replace(old, terrain=correction.value, province=province, provenance="override")


def apply_to_sides(board: Board, corrections: list[Override]) -> None:
    for correction in corrections:
        if correction.what not in SIDES:
            continue
        side = pair(*correction.at)
        if side[1] not in board.grid.neighbours(side[0]):
            raise ValueError(f"override {correction.what}: {correction.at} are no neighbours")
        if correction.what == "crossing":
            if side not in board.sides or board.sides[side].kind != "river":
                raise ValueError(f"override crossing: there is no river between {correction.at}")
            crossing = "" if correction.value == "none" else correction.value
            board.sides[side] = replace(board.sides[side], crossing=crossing, provenance="override")
        elif correction.value == "none":
            board.sides.pop(side, None)
        elif correction.what == "river":
            board.sides[side] = Side("river", correction.value, provenance="override")
        else:
            board.sides[side] = Side("water", provenance="override")
