"""Actions as texts and back; a text that is no action is refused with a hint."""

from __future__ import annotations

import re

import pytest

import gunki
from gunki.core.definition.lexicon import LONGEST_TEXT, NUMBER, Lexicon
from gunki.core.rules.decision import Action

LEXICON = Lexicon(
    {"area": ("mino", "owari", "mikawa"), "clan": ("oda", "azai"), "seat": ("red", "blue")},
    {"march": ("clan", "area"), "with": (NUMBER,), "pass": (), "to": ("area", "area*")},
)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("march oda owari", ("march", 0, 1)),
        ("  march   azai mino ", ("march", 1, 0)),
        ("with 3", ("with", 3)),
        ("with -1", ("with", -1)),
        ("pass", ("pass",)),
        ("to mino", ("to", 0)),
    ],
)
def test_texts_become_acts_and_back(text: str, act: tuple[str, int]) -> None:
    assert LEXICON.parse(text) == act
    assert str(LEXICON.action(act)) == " ".join(text.split())
    assert LEXICON.act(LEXICON.action(act)) == act


@pytest.mark.parametrize("act", [("to", 0, 1), ("to", 0, 1, 2), ("to", 2, 2, 2, 2)])
def test_repeated_arguments_survive_text_and_back(act: tuple[str, int]) -> None:
    action = LEXICON.action(act)
    assert LEXICON.act(action) == act
    assert LEXICON.parse(str(action)) == act


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an empty text is no action"),
        ("   ", "an empty text is no action"),
        ("mrach oda owari", "unknown verb 'mrach'; did you mean march?"),
        ("zzz", "unknown verb 'zzz'"),
        ("march oda owrai", "unknown area 'owrai'; did you mean owari?"),
        ("march oad owari", "unknown clan 'oad'; did you mean oda?"),
        ("march oda", "'march' is written 'march CLAN AREA'"),
        ("march oda owari mino", "'march' is written 'march CLAN AREA'"),
        ("pass now", "'pass' is written 'pass'"),
        ("with many", "'many' is not a whole number"),
        ("with 1.5", "'1.5' is not a whole number"),
        ("with 9999999", "'9999999' is out of all bounds"),
        ("March oda owari", "unknown verb 'March'; did you mean march?"),
        ("x" * (LONGEST_TEXT + 1), f"at most {LONGEST_TEXT} characters"),
    ],
)
def test_a_text_that_is_no_action_is_refused_with_a_hint(text: str, message: str) -> None:
    with pytest.raises(gunki.ActionError, match=re.escape(message)):
        LEXICON.parse(text)


@pytest.mark.parametrize("action", [(), (3,), ("march", 0, 1), ("march", None, "mino"), ("with", None), ("with", [])])
def test_sequences_that_are_no_actions_are_refused(action: tuple[object, ...]) -> None:
    with pytest.raises(gunki.ActionError):
        LEXICON.act(action)


def test_a_long_word_is_not_repeated_in_full() -> None:
    with pytest.raises(gunki.ActionError) as refused:
        LEXICON.act(("march", "oda", "x" * 10_000))
    assert len(str(refused.value)) < 200


def test_actions_are_equal_by_their_words() -> None:
    assert Action("march", "oda", "owari") == LEXICON.action(("march", 0, 1))
    assert Action("with", 3) != Action("with", 4)
    action = Action("march", "oda", "owari")
    assert (action.verb, action.args, str(action)) == ("march", ("oda", "owari"), "march oda owari")
    assert {action: 1}[LEXICON.action(("march", 0, 1))] == 1


def test_the_key_of_data_gives_the_kind_of_its_value() -> None:
    data = {"from_area": 1, "clans": [0, 1], "count": 2, "ready": True, "clan": -1}
    assert LEXICON.names(data) == {
        "from_area": "owari",
        "clans": ["oda", "azai"],
        "count": 2,
        "ready": True,
        "clan": "none",
    }


def test_options_light_up_things_or_a_button() -> None:
    assert LEXICON.lights(("march", 0, 1)) == ("clan:oda", "area:owari")
    assert LEXICON.lights(("pass",)) == ("button:pass",)
    assert LEXICON.lights(("with", 2)) == ("button:with",)


def test_the_universe_holds_every_act_of_a_verb() -> None:
    assert len(list(LEXICON.universe("march", ()))) == 6
    assert list(LEXICON.universe("with", (1, 2))) == [("with", 1), ("with", 2)]
    assert list(LEXICON.universe("pass", (1, 2))) == [("pass",)]
