"""Loading saved matches. A notice is shown if today's rules accept only a part of the record."""

from __future__ import annotations

from pathlib import Path

import gunki
from gunki.cli.render.screen import Screen
from gunki.core.matches.match import Match


def load_match(path: str | Path, lang: str, dice: str | None = None) -> Match:
    """Return a saved match. If its rules differ from today's, say so on the error stream."""
    match = gunki.load(path, dice=dice)
    if match.notice is not None:
        screen = Screen(error=True)
        headline, *reasons = match.notice.sentences(match.game.texts(lang))
        screen.line(f"{path}: {headline}", "yellow")
        for reason in reasons:
            screen.line(f"  {reason}", "yellow")
    return match
