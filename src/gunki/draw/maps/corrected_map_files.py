"""A map's files for drawing, with the user's corrections applied (docs/maps.md)."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gunki
from gunki.board.hexmap import HexMap
from gunki.core.errors import DataError

FOLDER = Path(gunki.__file__).parent / "games"
CORRECTIONS = ("hexes.csv", "sides.csv")


@dataclass(frozen=True)
class MapFiles:
    game: str
    folder: Path
    facts: dict[str, Any]  # the content of map.toml
    drawing: dict[str, Any]  # the content of drawing.json
    board: HexMap | None  # None for an area map
    corrections: Path | None

    @property
    def relief(self) -> tuple[bytes, tuple[float, float, float, float]] | None:
        """The relief picture and its box: x, y, width, height."""
        entry = self.drawing.get("relief")
        if not entry:
            return None
        x, y, width, height = entry["box"]
        return (self.folder / entry["file"]).read_bytes(), (x, y, width, height)


def map_ids() -> list[str]:
    """Return the games that have a map."""
    return sorted(path.parent.parent.name for path in FOLDER.glob("*/map/drawing.json"))


def read_files(game: str, corrections: Path | None = None) -> MapFiles:
    folder = FOLDER / game / "map"
    facts = tomllib.loads((folder / "map.toml").read_text(encoding="utf-8"))
    drawing = json.loads((folder / "drawing.json").read_text(encoding="utf-8"))
    board = None
    if "columns" in facts:
        board = HexMap.load(folder, _check_folder(corrections))
    elif corrections is not None:
        raise DataError(f"{corrections}: {game} is played on areas; only maps of hexes take corrections")
    return MapFiles(game, folder, facts, drawing, board, corrections)


def _check_folder(corrections: Path | None) -> Path | None:
    """Return the folder of corrections, if any. Raise DataError if it does not exist or has no corrections."""
    if corrections is None:
        return None
    if not corrections.is_dir():
        raise DataError(f"{corrections}: not a folder; corrections are a folder with {' or '.join(CORRECTIONS)}")
    if not any((corrections / name).is_file() for name in CORRECTIONS):
        raise DataError(f"{corrections}: neither {' nor '.join(CORRECTIONS)} in this folder")
    return corrections
