"""Colours and textures, from style.json, which the page uses too."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "style.json"


@dataclass(frozen=True)
class Style:
    theme: str
    colours: dict[str, Any]
    terrain: dict[str, dict[str, Any]]
    textures: dict[str, dict[str, Any]]
    marks: dict[str, dict[str, str]]
    places: dict[str, str]  # for each place that has a mark of its own, such as Kyoto: the name of this mark

    def __getitem__(self, name: str) -> str:
        return str(self.colours[name])

    def tint(self, terrain: str) -> str:
        return str(self.terrain[terrain][self.theme])


@cache
def document() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


def style(theme: str) -> Style:
    data = document()
    return Style(theme, data["themes"][theme], data["terrain"], data["textures"], data["marks"], data["places"])
