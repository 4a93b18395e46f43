"""Lessons can be followed to their end, whatever the dice are and in any order of their steps."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import gunki
from gunki.core.definition.lessons import CONDITIONS, PAGE_PARTS
from gunki.core.definition.texts import LANGUAGES

LESSONS = {(game, ident): plan for game in gunki.game_ids() for ident, plan in gunki.game(game).lessons.items()}
#: What the page puts in, by the size of the screen (web/src/match/lesson/LessonCoach.svelte).
WORDS = {"click", "Click", "list", "undo", "log"}

#: Far more decisions of the others than any lesson waits for.
MANY = 400


def test_every_game_has_a_lesson() -> None:
    assert {game for game, _ in LESSONS} == set(gunki.game_ids())
    assert list(gunki.game("kanto").lessons) == ["march", "siege", "battle"]


def read_patterns(step: dict[str, Any]) -> list[str]:
    done = step.get("until", {}).get("done", [])
    return [done] if isinstance(done, str) else list(done)


def begin(key: tuple[str, str], seed: int) -> gunki.Match:
    lesson = LESSONS[key]
    return gunki.compose(key[0], lesson["scenario"], lesson["position"], seed=seed)


def others_act(match: gunki.Match, seat: str) -> None:
    """Answer for the other seats with any option until it is the turn of the player."""
    rng = random.Random(1)
    for _ in range(MANY):
        decision = match.decision
        if decision is None or decision.who == seat:
            return
        match.act(rng.choice(decision.options))
    raise AssertionError("it is never the pupil's turn again")


def is_match(pattern: str, text: str) -> bool:
    """Return whether a text fits a pattern as the page reads it: `*` is one word, at the end any words."""
    wanted, words = pattern.split(" "), text.split(" ")
    enough = len(words) >= len(wanted) - 1 if wanted[-1] == "*" else len(words) == len(wanted)
    return enough and all(part in ("*", word) for part, word in zip(wanted, words, strict=False))


def choose_act(step: dict[str, Any], decision: Any) -> str | None:
    """Return the last of the answers that fit the step: where it asks for a number, the highest."""
    texts = dict(zip(decision.texts, decision.options, strict=True))
    fitting = [text for text in texts if any(is_match(pattern, text) for pattern in read_patterns(step))]
    lit = [text for text in fitting if step.get("light") in texts[text].lights]
    return (lit or fitting)[-1] if fitting else None


@pytest.mark.parametrize("key", LESSONS, ids="-".join)
def test_every_step_can_be_done(key: tuple[str, str]) -> None:
    lesson = LESSONS[key]
    asides = {name for aside in lesson["asides"] for name in _as_list(aside["asked"])}
    for seed in range(12):
        match = begin(key, seed)
        for step in lesson["steps"]:
            if "until" in step:
                follow(match, lesson["seat"], step, asides)


def _as_list(given: str | list[str]) -> list[str]:
    return [given] if isinstance(given, str) else given


def follow(match: gunki.Match, seat: str, step: dict[str, Any], asides: set[str]) -> None:
    for _ in range(20):  # dice may bring a question in between, and the lesson speaks of each
        others_act(match, seat)
        decision = match.decision
        assert decision is not None
        if decision.name in _as_list(step["until"].get("asked", [])):
            return
        act = choose_act(step, decision)
        if act is not None:
            lit = {light for option in decision.options for light in option.lights}
            assert step["light"] in lit | {"hand"}, (step["light"], lit)
            match.act(act)
            return
        assert decision.name in asides, (decision.name, step)
        match.act(decision.options[-1])
    raise AssertionError(step)


def test_the_march_of_the_nobunaga_lesson_leaves_the_key_area_held() -> None:
    """The march takes the supply area named in the guide and leaves enough in Mino to hold it."""
    match = begin(("nobunaga", "battle"), 3)
    for act in ("movement", "march oda mino", "take oda_nobunaga", "done", "with 6", "to north_oumi"):
        match.act(act)
    mino = match.view("oda")["areas"]["mino"]
    assert mino["stacks"]["oda"]["ready"] == 4
    assert list(mino["stacks"]["oda"]["generals"]) == ["niwa_nagahide"]
    assert {"key", "supply"} & {mark["glyph"] for mark in find_place(match, "north_oumi")["marks"]} == {"supply"}


@pytest.mark.parametrize(("key", "advised"), [(("nobunaga", "battle"), 6), (("honganji", "battle"), 4)])
def test_a_number_other_than_advised_has_a_remark_of_its_own(key: tuple[str, str], advised: int) -> None:
    lesson, match = LESSONS[key], begin(key, 1)
    spoken_of = [pattern for step in lesson["steps"] for pattern in _as_list(step.get("if", {}).get("done", []))]
    for step in lesson["steps"]:
        decision = match.decision
        assert decision is not None
        if decision.name == "strength":
            assert sorted(spoken_of) == sorted(text for text in decision.texts if text != f"with {advised}")
            return
        if "until" in step:
            follow(match, lesson["seat"], step, set())
    raise AssertionError("nobody asks how many go along")


def find_place(match: gunki.Match, ident: str) -> dict[str, Any]:
    return next(one for one in match.game.board(match.setup)["places"] if one["id"] == ident)


def list_texts(lesson: dict[str, Any]) -> Iterator[dict[str, str]]:
    yield lesson["title"]
    for entry in (*lesson["steps"], *lesson["asides"]):
        yield entry["text"]


@pytest.mark.parametrize("key", LESSONS, ids="-".join)
def test_a_lesson_has_every_text_in_every_language(key: tuple[str, str]) -> None:
    for text in list_texts(LESSONS[key]):
        assert set(text) == set(LANGUAGES)
        assert all(text.values())
        for words in text.values():
            assert set(re.findall(r"\{(\w+)\}", words)) <= WORDS, words


@pytest.mark.parametrize("key", LESSONS, ids="-".join)
def test_a_lesson_points_only_at_things_of_its_game(key: tuple[str, str]) -> None:
    game = gunki.game(key[0])
    match = begin(key, 1)
    kinds = game.texts("en").sections["event"]
    for step in LESSONS[key]["steps"]:
        assert step.get("look") in (None, *PAGE_PARTS)
        kind, _, name = step.get("light", "hand").partition(":")
        if kind == "button":
            assert name in match.setup.lexicon.verbs
        elif kind != "hand":
            match.setup.lexicon.index(kind, name)
        for part in ("until", "if"):
            assert set(step.get(part, {})) <= set(CONDITIONS)
            assert set(_as_list(step.get(part, {}).get("event", []))) <= set(kinds)
        assert set(step.get("explain", [])) <= set(kinds)
        assert set(step.get("clauses", [])) <= set(game.clauses), step
        for pattern in read_patterns(step):
            assert pattern.split(" ")[0] in match.setup.lexicon.verbs
    for aside in LESSONS[key]["asides"]:
        assert set(_as_list(aside["asked"])) <= set(game.texts("en").sections["decision"]), aside
