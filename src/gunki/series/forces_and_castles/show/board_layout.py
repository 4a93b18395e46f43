"""The board that a scene lies on, and the colours of the sides."""

from __future__ import annotations

from typing import Any

from gunki.series.forces_and_castles.setup import ForcesSetup


def sides(setup: ForcesSetup) -> dict[str, Any]:
    """Return the colours of each seat: those of the army it is named after, or of the army in `setup.wears`."""
    worn = {seat: setup.colours[setup.wears.get(seat, seat)] for seat in setup.seats}
    rows = {seat: dict(zip(("colour", "pattern"), colours, strict=True)) for seat, colours in worn.items()}
    return {**rows, "neutral": {"colour": "#8a8577", "pattern": "solid"}}


def board(setup: ForcesSetup) -> dict[str, Any]:
    """Return the board: hexes with their terrain, and hexsides with a river, a crossing or water."""
    grid = setup.map
    return {
        "kind": "hexes",
        "domain": "hex",
        "shifted": grid.shifted,
        "columns": grid.columns,
        "rows": grid.rows,
        "places": [
            {
                "id": number,
                "at": [int(number[:2]), int(number[2:])],
                "terrain": grid.terrain_at(h),
                "province": grid.province_at(h),
                "closed": bool(setup.closed[0][h]),
            }
            for h, number in enumerate(grid.numbers)
        ],
        "sides": [
            {
                "a": grid.numbers[step // 6],
                "b": grid.numbers[b],
                "kind": "water" if kind == "water" else "river",
                "crossing": kind if kind in ("ford", "bridge") else "",
            }
            for step, b in enumerate(grid.neighbours)
            if b > step // 6 and (kind := grid.side(step // 6, b))
        ],
        "weathers": setup.describe_weathers(),
        "spots": setup.spots(),
        "clans": {name: {"colour": c, "pattern": p} for name, (c, p) in setup.colours.items()},
    }
