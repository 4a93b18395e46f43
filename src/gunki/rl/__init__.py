"""Environments for agents (docs/environments.md): PettingZoo (`aec`), Gymnasium (`single`, `gunki/nobunaga-v0`).

They need the extra `rl`; everything else in gunki works without it.
"""

from __future__ import annotations

try:
    import gymnasium
    import numpy
    import pettingzoo
except ImportError as error:  # the error says what to install, because gunki is installed without these packages
    raise ImportError(
        f"gunki.rl needs {error.name}, which is not installed: pip install 'gunki[rl]'", name=error.name
    ) from error

from gunki.rl.gym import SingleEnv, register, single
from gunki.rl.play import Play, rewards
from gunki.rl.zoo import GunkiEnv, aec

register()

__all__ = ["GunkiEnv", "Play", "SingleEnv", "aec", "gymnasium", "numpy", "pettingzoo", "rewards", "single"]
