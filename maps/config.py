"""Reads the known facts about each printed map, from `maps/games/<game>.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from maps.hexes import Cell, Grid, cell
from maps.tables import castles

HERE = Path(__file__).parent
PRODUCTS = HERE.parent / "src" / "gunki" / "games"
GAMES = ("kanto", "hideyoshi", "kenshin")


@dataclass(frozen=True)
class Config:
    game: str
    grid: Grid
    document: dict[str, Any]

    @property
    def folder(self) -> Path:
        return PRODUCTS / self.game / "map"


@cache
def config(game: str) -> Config:
    if game not in GAMES:
        raise ValueError(f"no hex map {game!r}; there are {', '.join(GAMES)}")
    document = tomllib.loads((HERE / "games" / f"{game}.toml").read_text(encoding="utf-8"))
    return Config(game, Grid(document["columns"], document["rows"], document["shifted"]), document)


def rulebook_hexes(config: Config) -> set[Cell]:
    """Return the hexes that the rulebook names in a way that makes them land."""
    named = {place.hex for place in castles(config.game) if place.kind != "rebuilt"}
    for table in ("edges", "lines", "rings"):
        for entry in config.document.get(table, {}).values():
            if "concluded" not in entry:
                named |= set(entry["hexes"])
    return {cell(number) for number in named}
