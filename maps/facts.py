"""Makes the table of `docs/maps-sources.md` from the committed files."""

from collections import Counter

from maps.board import TERRAINS
from maps.checks import load
from maps.config import GAMES
from maps.overrides import overrides

HEAD = (
    "| map | grid | km a hex | castles fitted: rms, largest miss (hexes) | "
    + " / ".join(TERRAINS)
    + " | river sides: rivers, fords, bridges | hand corrections |"
)


def facts() -> str:
    lines = [HEAD, "|" + "---|" * HEAD.count(" | ") + "---|"]
    for game in GAMES:
        m = load(game)
        fit = m.document["fit"]
        terrain = Counter(h.terrain for h in m.board.hexes.values())
        rivers = [side for side in m.board.sides.values() if side.kind == "river"]
        crossings = Counter(side.crossing for side in rivers)
        cells = (
            f"`{game}`",
            f"{m.board.grid.columns} x {m.board.grid.rows}",
            f"{fit['hex_km']:.2f}",
            f"{fit['castles']}: {fit['rms_hexes']:.2f}, {fit['largest_miss']:.2f}",
            " / ".join(str(terrain[name]) for name in TERRAINS),
            f"{len(rivers)}: {len({side.name for side in rivers})}, {crossings['ford']}, {crossings['bridge']}",
            str(len(overrides(game))),
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
