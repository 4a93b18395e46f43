"""A player without a plan: every option is as good as any other."""

from __future__ import annotations

import random

from gunki.bots import BotView
from gunki.core.rules.decision import Option


class Random:
    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: BotView, /) -> Option:
        return self._rng.choice(view.decision.options)
