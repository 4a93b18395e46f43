"""The guides: they cite clauses that there are, show counters that there are, and docs/guides says the same."""

from __future__ import annotations

import pytest

import gunki
from gunki.cli.commands.guide import file_name
from gunki.core.definition.clauses import chapter
from gunki.core.definition.guides import counters, list_clauses, plain
from gunki.core.definition.texts import LANGUAGES
from tests.support import ROOT

GUIDES = [(game, lang) for game in gunki.game_ids() for lang in LANGUAGES]


@pytest.mark.parametrize(("game", "lang"), GUIDES)
def test_it_cites_clauses_that_there_are(game: str, lang: str) -> None:
    found = gunki.game(game)
    guide = found.guide(lang)
    clauses = list_clauses(guide)
    assert len(clauses) > 15
    assert set(clauses) <= set(found.clauses), set(clauses) - set(found.clauses)
    lexicon = found.setup().lexicon
    for thing in counters(guide):
        lexicon.index(*thing.split(":"))
    assert guide.count("\n## ") == 4, "what you want, what a turn is, five things, first moves"
    assert guide.count("\n1. ") + guide.count("\n5. ") >= 2


@pytest.mark.parametrize("game", gunki.game_ids())
def test_both_languages_say_the_same(game: str) -> None:
    found = gunki.game(game)
    assert list_clauses(found.guide("en")) == list_clauses(found.guide("ja"))
    assert counters(found.guide("en")) == counters(found.guide("ja"))


@pytest.mark.parametrize(("game", "lang"), GUIDES)
def test_the_documents_are_made_of_it(game: str, lang: str) -> None:
    path = ROOT / "docs" / "guides" / file_name(game, lang)
    assert path.read_text(encoding="utf-8") == plain(gunki.game(game).guide(lang)), "make guides"


def test_plain_text_has_clauses_in_brackets_and_no_counters() -> None:
    assert (
        plain("# A\n\n!counters unit:a\n\nGo [[7]] [[7-2(1)]] now, or stop [[8]].\n")
        == "# A\n\nGo (7, 7-2(1)) now, or stop (8).\n"
    )


@pytest.mark.parametrize("game", gunki.game_ids())
def test_every_chapter_says_what_it_is_about(game: str) -> None:
    found = gunki.game(game)
    assert {chapter(ident) for ident in found.clauses} == set(found.chapters)
    assert all(title[lang] for title in found.chapters.values() for lang in LANGUAGES)
