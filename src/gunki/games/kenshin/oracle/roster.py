"""Printed values: units, castles, clans, ships and tables, read from the data files (2, 9-4, 10-4, TBL-CRT)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent
SCENARIO = "campaign"
#: The ranks from the highest to the lowest (12-2-2 rank).
RANKS = ("taisho", "samuraidaisho", "busho")


@dataclass(frozen=True)
class Counter:
    """A land unit as printed (2-2-1)."""

    id: str
    clan: str
    rank: str
    ability: int
    action: int


@dataclass(frozen=True)
class Fort:
    """A castle as printed (2-1-1(3)). `water` names the water of a port."""

    id: str
    hex: str
    clan: str
    durability: int
    strength: int
    water: str
    province: str


@dataclass(frozen=True)
class Clan:
    """A daimyo clan, with its main castles and the hexes that count as such (9-4)."""

    id: str
    side: str
    main: tuple[str, ...]
    main_hexes: tuple[str, ...]
    supply: str
    row: str


@dataclass(frozen=True)
class Hull:
    """A ship as printed (2-2-1)."""

    id: str
    clan: str
    kind: str
    ability: int


def read(name: str) -> dict[str, Any]:
    """Read a data file of the game."""
    return tomllib.loads((FOLDER / "data" / f"{name}.toml").read_text(encoding="utf-8"))


class Roster:
    """All printed values by name, in the order of the data files (K-100)."""

    def __init__(self) -> None:
        self.units = {
            row["id"]: Counter(row["id"], row["army"], row["rank"], row["ability"], row["action"])
            for row in read("units")["unit"]
        }
        self.castles = {
            row["id"]: Fort(
                row["id"],
                row["hex"],
                row["owner"][SCENARIO],
                row["durability"],
                row["strength"],
                row["water"],
                row["province"],
            )
            for row in read("castles")["castle"]
        }
        self.castle_at = {fort.hex: fort.id for fort in self.castles.values()}
        self.clans = {
            row["id"]: Clan(
                row["id"],
                row["side"],
                tuple(row["main"]),
                tuple(row["main_hexes"]),
                row["supply"],
                row["replenishment"],
            )
            for row in read("clans")["army"]
        }
        self.ships = {
            row["id"]: Hull(row["id"], row["army"], row["kind"], row["ability"]) for row in read("ships")["ship"]
        }
        self.tables = read("tables")
        self.numbers = read("numbers")


@cache
def roster() -> Roster:
    """Return the roster; the data files are read once."""
    return Roster()


def row_of(strength: int) -> int:
    """Return the row of the Combat Results Table for a strength, or -1 for a strength below the first row (K-71)."""
    least: list[int] = roster().tables["combat"]["row_min"]
    return sum(strength >= low for low in least) - 1


def name_of_row(strength: int) -> str:
    """Return the printed name of the row for a strength."""
    least: list[int] = roster().tables["combat"]["row_min"]
    row = row_of(strength)
    if row < 0:
        return "0"
    if row == len(least) - 1:
        return f"{least[row]}+"
    last = least[row + 1] - 1
    return str(last) if last == least[row] else f"{least[row]}-{last}"


def hits(strength: int, roll: int) -> int:
    """Return the losses that a modified roll causes (TBL-CRT)."""
    row = row_of(strength)
    if row < 0:
        return 0
    losses: list[int] = roster().tables["combat"]["losses"][row]
    return losses[min(max(roll, 1), len(losses)) - 1]
