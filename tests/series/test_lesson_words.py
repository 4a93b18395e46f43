"""Lessons begin at their beginning, and call what is to be pressed by its own words."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki.core.definition.texts import LANGUAGES

LESSONS = {(game, ident): plan for game in gunki.game_ids() for ident, plan in gunki.game(game).lessons.items()}
HEXES = [key for key in LESSONS if key[0] in ("kanto", "hideyoshi", "kenshin")]


def as_list(given: str | list[str]) -> list[str]:
    return [given] if isinstance(given, str) else given


@pytest.mark.parametrize("key", LESSONS, ids="-".join)
def test_it_is_not_over_before_anything_was_done(key: tuple[str, str]) -> None:
    """A first step that the position already fulfils would never be seen; a later one waits for the deeds before it."""
    lesson = LESSONS[key]
    match = gunki.compose(key[0], lesson["scenario"], lesson["position"], seed=1)
    decision = match.decision
    assert decision is not None
    assert decision.who == lesson["seat"]  # nothing has happened yet that the pupil did not do
    for step in lesson["steps"]:
        until = step.get("until", {})
        if "done" in until:
            break
        assert decision.name not in as_list(until.get("asked", []))
        assert "at" not in until


@pytest.mark.parametrize("key", LESSONS, ids="-".join)
def test_what_was_rolled_is_read_before_it_goes_on(key: tuple[str, str]) -> None:
    """Others may be quick: a step that explains dice is left by the pupil, not by the next question."""
    assert not [step for step in LESSONS[key]["steps"] if "explain" in step and "asked" in step.get("until", {})]


@pytest.mark.parametrize("key", HEXES, ids="-".join)
def test_buttons_are_called_by_their_words(key: tuple[str, str]) -> None:
    quotes = {"en": "“{}”", "ja": "「{}」"}
    for step in LESSONS[key]["steps"]:
        kind, _, verb = step.get("light", "").partition(":")
        if kind == "button":
            for lang in LANGUAGES:
                assert quotes[lang].format(read_words(key[0], lang)[verb]) in step["text"][lang], step["text"][lang]


def read_words(game: str, lang: str) -> dict[str, Any]:
    return dict(gunki.game(game).texts(lang).sections["verb"])
