"""Pictures of maps: SVG for any game with a `map/` folder, and PNG from it.

svg = draw_map("kanto", lang="ja", theme="dark")
png = to_png(svg, width=2000)
"""

from __future__ import annotations

from gunki.draw.map_picture import THEMES, draw_map
from gunki.draw.maps.corrected_map_files import map_ids
from gunki.draw.maps.overlays import Stack
from gunki.draw.png import to_png

__all__ = ["THEMES", "Stack", "draw_map", "map_ids", "to_png"]
