"""What the game shows on the table besides that of every hex game."""

from __future__ import annotations

from gunki.games.kenshin.setup import KenshinSetup
from gunki.series.forces_and_castles.scene import Scene


class KenshinScene(Scene[KenshinSetup]):
    """Ranks, abilities and action points; ships, the box, the sea."""
