"""Helpers of the clause tests: lay out a position, play action texts, look at the table."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import gunki
from tests.clauses.areas_and_cards import playing
from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import acts, allowed, clauses_of, controller, hand, refused, stack

__all__ = [
    "HANDS",
    "PREFIX",
    "SEATS",
    "SUPPLY",
    "acts",
    "allowed",
    "box",
    "boxes_under",
    "clauses_of",
    "compose",
    "controller",
    "former_tables",
    "hand",
    "power",
    "refused",
    "stack",
]
SEATS = ("oda", "anti_oda")
PREFIX = "nobunaga:"
#: Cards that only lie in the hand, and the supply areas (1-1-1).
HANDS = {
    "oda": ["charge_order", "warships", "gift_to_greater_daimyo"],
    "anti_oda": ["murakami_navy", "swift_as_wind", "coordinated_offensive"],
}
SUPPLY = [
    "yamashiro",
    "south_oumi",
    "mino",
    "owari",
    "toutoumi",
    "echizen",
    "north_oumi",
    "kii_ishiyama",
    "awa_sanuki",
    "harima",
    "noto",
    "suruga",
    "kai",
    "echigo",
    "bitchuu",
]


@cache
def former_tables() -> Path:
    """Return a folder for `data`: the tracks and the armies that stand as `alternative` in the tables (N-65)."""
    tables, lines = gunki.game("nobunaga").tables, []
    for name in ("track_lesser", "track_greater"):
        lines += [f"[{name}]", *_entries(tables[name] | tables[name]["alternative"])]
    for area in tables["area"]:
        lines += ["[[area]]", *_entries(area | area.get("alternative", {}))]
    folder = Path(tempfile.mkdtemp(prefix="gunki-former-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "former.toml").write_text("\n".join(lines), encoding="utf-8")
    return folder


def _entries(table: Mapping[str, Any]) -> list[str]:
    """Return the TOML of a table's fields, inner tables with dotted keys."""
    lines = []
    for key, value in table.items():
        if key == "alternative":
            continue
        inner = value.items() if isinstance(value, Mapping) else [(None, value)]
        lines += [f"{key if name is None else f'{key}.{name}'} = {json.dumps(item)}" for name, item in inner]
    return lines


def compose(
    doc: Mapping[str, Any] | None = None,
    /,
    *,
    dice: Sequence[int] = (),
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    today: bool = False,
    **doc_entries: Any,
) -> Playing:
    """Lay out a composed position; entries may be given as a dict, as keywords, or both (keywords win).

    The tests name boxes of the former, shorter tracks and armies of the former start: how many there are is data. With
    `today` the tables of today are taken.
    """
    document = {**(doc or {}), **doc_entries}
    data = None if today else former_tables()
    return playing.compose("nobunaga", document, dice=dice, seed=seed, options=options, data=data)


def power(match: Playing, clan: str) -> str:
    """Return the power a daimyo belongs to now: "oda", "anti_oda" or "neutral"."""
    return str(match.view("oda")["powers"][clan])


def box(match: Playing, clan: str) -> int:
    """Return the war-entry box (1 = leftmost) in which the daimyo's marker lies."""
    return int(match.view("oda")["markers"][clan]["box"])


def boxes_under(clan: str, power: str) -> list[int]:
    """Return the boxes of a daimyo's track that stand under a power, leftmost first."""
    boxes = playing.new("nobunaga").view(None)["markers"][clan]["boxes"]
    return [number for number, under in enumerate(boxes, 1) if under == power]
