"""Events as sentences, for logs and terminals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gunki.core.events import Event
from gunki.core.lexicon import NONE
from gunki.core.text import Texts

if TYPE_CHECKING:
    from gunki.core.match import Match


def sentence(texts: Texts, event: Event) -> str:
    """One line for an event; the clauses follow in brackets."""
    key = event.kind
    purpose = event.data.get("purpose")
    if event.kind == "roll" and isinstance(purpose, str) and texts.has("event", f"roll_{purpose}"):
        key = f"roll_{purpose}"
    # What names one of two places has a text for either: that of the one which is not there.
    key = next(
        (own for name, value in event.data.items() if value == NONE and texts.has("event", own := f"{key}_no_{name}")),
        key,
    )
    text = texts.told("event", key, event.data)
    cited = ", ".join(clause.split(":", 1)[1] for clause in event.clauses)
    return f"{text} [{cited}]" if cited else text


def log_lines(match: Match, lang: str, seat: str | None = "") -> Iterator[str]:
    """The whole log; for a seat (or None, a spectator) only what it may know. An empty seat sees everything."""
    texts = match.game.texts(lang)
    for event in match.events:
        if seat == "" or event.visible_to(seat):
            yield sentence(texts, event)
