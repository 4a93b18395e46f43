"""Saved matches: opened as far as today's rules accept them, with a word about the rest."""

from __future__ import annotations

from pathlib import Path

import gunki
from gunki.cli.render.screen import Screen
from gunki.core.matches.match import Match


def load_match(path: str | Path, lang: str, dice: str | None = None) -> Match:
    """A saved match. What its rules were and today's are not is told on the error stream, beside any output."""
    match = gunki.load(path, dice=dice)
    if match.notice is not None:
        screen = Screen(error=True)
        headline, *reasons = match.notice.sentences(match.game.texts(lang))
        screen.line(f"{path}: {headline}", "yellow")
        for reason in reasons:
            screen.line(f"  {reason}", "yellow")
    return match
