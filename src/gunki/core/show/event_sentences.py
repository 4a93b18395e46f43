"""Events as sentences, for logs and terminals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gunki.core.definition.lexicon import NONE
from gunki.core.definition.texts import Texts
from gunki.core.rules.events import Event

if TYPE_CHECKING:
    from gunki.core.matches.match import Match


def sentence(texts: Texts, event: Event) -> str:
    """One line for an event; the clauses follow in brackets."""
    key = event.kind
    purpose = event.data.get("purpose")
    if event.kind == "roll" and isinstance(purpose, str) and texts.has("event", f"roll_{purpose}"):
        key = f"roll_{purpose}"
    text = texts.event_text("event", key_where(texts, "event", key, event.data), event.data)
    cited = ", ".join(clause.split(":", 1)[1] for clause in event.clauses)
    return f"{text} [{cited}]" if cited else text


def key_where(texts: Texts, section: str, key: str, data: Mapping[str, Any]) -> str:
    """Return the key of the text for what names one of two places: the one for the place that is not there."""
    owns = (f"{key}_no_{name}" for name, value in data.items() if value == NONE)
    return next((own for own in owns if texts.has(section, own)), key)


def log_lines(match: Match, lang: str, seat: str | None = "") -> Iterator[str]:
    """The log as far as the match holds it; for a seat (or None, a spectator) only what it may know. An empty seat sees
    everything."""
    texts = match.game.texts(lang)
    for ply in range(match.first_held_ply, match.ply + 1):
        for event in match.events_at(ply):
            if seat == "" or event.is_visible_to(seat):
                yield sentence(texts, event)
