"""A match of a game with areas and cards, as its clause tests know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import gunki
from gunki.core.matches.match import Match

if TYPE_CHECKING:
    from gunki.core.matches.match import Result
    from gunki.core.rules.decision import Decision

    class Playing(Match):
        """A match whose decision and result are there where a test looks at them."""

        @property
        def decision(self) -> Decision: ...
        @property
        def result(self) -> Result: ...
        def fork(self, seed: int | None = None) -> Playing: ...

else:
    Playing = Match


def compose(
    game: str,
    document: Mapping[str, Any],
    *,
    scenario: str | None = None,
    dice: Sequence[int] = (),
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    data: Path | None = None,
) -> Playing:
    """Return a match that begins at a written position. A die that is not given is an error."""
    match = gunki.compose(game, scenario, document, dice=list(dice), seed=seed, options=dict(options or {}), data=data)
    return cast(Playing, match)


def new(game: str, scenario: str | None = None, *, seed: int = 1, **entries: Any) -> Playing:
    """Return a new match of a game."""
    return cast(Playing, gunki.new(game, scenario, seed=seed, **entries))
