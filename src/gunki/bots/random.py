"""A bot that chooses an option at random."""

from __future__ import annotations

import random

from gunki.bots import BotView
from gunki.core.rules.decision import Option


class Random:
    """Chooses every option with the same chance."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: BotView, /) -> Option:
        """Return one of the options, drawn at random."""
        return self._rng.choice(view.decision.options)
