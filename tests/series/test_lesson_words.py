"""Lessons start with an open step, and their texts call buttons by the buttons' own words."""

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
def test_the_first_step_of_a_lesson_is_not_fulfilled_at_its_start(key: tuple[str, str]) -> None:
    """A first step that is fulfilled at the start would never be shown; a later one follows the acts before it."""
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
def test_a_step_that_explains_dice_is_ended_only_by_the_reader(key: tuple[str, str]) -> None:
    """The other seat may act at once, so the next decision must not end the step."""
    assert not [step for step in LESSONS[key]["steps"] if "explain" in step and "asked" in step.get("until", {})]


@pytest.mark.parametrize("key", HEXES, ids="-".join)
def test_lessons_call_buttons_by_their_texts(key: tuple[str, str]) -> None:
    quotes = {"en": "“{}”", "ja": "「{}」"}
    for step in LESSONS[key]["steps"]:
        kind, _, verb = step.get("light", "").partition(":")
        if kind == "button":
            for lang in LANGUAGES:
                assert quotes[lang].format(read_words(key[0], lang)[verb]) in step["text"][lang], step["text"][lang]


def read_words(game: str, lang: str) -> dict[str, Any]:
    return dict(gunki.game(game).texts(lang).sections["verb"])
