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
    """Return one line of text for an event, with its clauses in brackets at the end."""
    key = event.kind
    purpose = event.data.get("purpose")
    if event.kind == "roll" and isinstance(purpose, str) and texts.has("event", f"roll_{purpose}"):
        key = f"roll_{purpose}"
    text = texts.event_text("event", key_where(texts, "event", key, event.data), event.data)
    cited = ", ".join(clause.split(":", 1)[1] for clause in event.clauses)
    return f"{text} [{cited}]" if cited else text


def key_where(texts: Texts, section: str, key: str, data: Mapping[str, Any]) -> str:
    """Return the key of an event's text.

    It is `key`, or `KEY_no_NAME` if the value of NAME in the data is `none` and that text exists.
    """
    owns = (f"{key}_no_{name}" for name, value in data.items() if value == NONE)
    return next((own for own in owns if texts.has(section, own)), key)


def log_lines(match: Match, lang: str, seat: str | None = "") -> Iterator[str]:
    """Yield the sentences of all events that the match holds.

    If `seat` is a seat, only events that it may know are included. None stands for a spectator, "" for all events.
    """
    texts = match.game.texts(lang)
    for ply in range(match.first_held_ply, match.ply + 1):
        for event in match.events_at(ply):
            if seat == "" or event.is_visible_to(seat):
                yield sentence(texts, event)
