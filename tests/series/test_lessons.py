"""The guided start can be followed to its end, whatever the dice say."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki.core.text import LANGUAGES

LESSONS = {ident: lesson for ident in gunki.game_ids() if (lesson := gunki.game(ident).lesson) is not None}


def test_there_is_a_guided_start() -> None:
    assert LESSONS


@pytest.mark.parametrize("ident", LESSONS)
def test_every_step_can_be_done(ident: str) -> None:
    lesson = LESSONS[ident]
    for seed in range(40):
        match = gunki.compose(ident, lesson["scenario"], lesson["position"], seed=seed)
        for step in lesson["steps"]:
            if "action" in step or "decision" in step:
                follow(match, lesson["seat"], step)


def follow(match: gunki.Match, seat: str, step: dict[str, Any]) -> None:
    for _ in range(6):  # dice may bring a question in between
        decision = match.decision
        assert decision is not None
        assert decision.who == seat
        lit = {light for option in decision.options for light in option.lights}
        if step.get("action") in decision.texts:
            assert step["light"] in lit
            match.act(step["action"])
            return
        if step.get("decision") == decision.name:
            match.act(decision.options[0])
            return
        match.act(decision.options[-1])
    raise AssertionError(step)


@pytest.mark.parametrize("ident", LESSONS)
def test_every_step_speaks_all_languages_and_points_at_something(ident: str) -> None:
    lesson = LESSONS[ident]
    match = gunki.compose(ident, lesson["scenario"], lesson["position"], seed=1)
    for step in lesson["steps"]:
        assert set(step["text"]) == set(LANGUAGES)
        assert all(step["text"].values())
        assert step.get("look") in (None, "decision", "hand", "log", "why", "map")
        kind, _, name = step.get("light", "hand").partition(":")
        if kind == "button":
            assert name in match.setup.lexicon.verbs
        elif kind != "hand":
            match.setup.lexicon.index(kind, name)
