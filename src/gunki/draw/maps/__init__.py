"""Pictures of maps as SVG: hex maps and area maps, their parts, and overlays."""
