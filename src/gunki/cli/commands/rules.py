"""`gunki rules`: clauses in our own words, rulings, and their code and tests."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import gunki
from gunki.cli.commands.inspect import AsJson, Language, language
from gunki.cli.render.screen import Screen
from gunki.cli.render.words import GameWords
from gunki.core.definition.clauses import Book, Clause, Ruling
from gunki.core.definition.game import Game
from gunki.core.definition.texts import searchable
from gunki.core.errors import OptionError
from gunki.rulebook.citations import places
from gunki.rulebook.coverage import coverage, read_passed_tests, tests_of

app = typer.Typer()


@app.command("rules")
def rules(
    game: Annotated[str, typer.Argument(help="The game, e.g. nobunaga, or a book that games share, e.g. gunyuden.")],
    clause: Annotated[
        str | None, typer.Argument(help="A clause such as 7-2(1) or gunyuden:23-2, or a ruling such as N-16.")
    ] = None,
    search: Annotated[str | None, typer.Option(metavar="WORD", help="Clauses and rulings with a word in them.")] = None,
    with_coverage: Annotated[
        bool, typer.Option("--coverage", help="Testable clauses with their code and passed tests.")
    ] = False,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show the rules of a game, clause by clause, in our own words. For one clause also show its code and tests."""
    screen = Screen()
    loaded_game, book = _find_game_and_book(game)
    words = GameWords(loaded_game, language(lang))
    if with_coverage:
        _show_coverage(screen, words, as_json)
    elif clause is not None:
        book_name, colon, entry_id = clause.rpartition(":")
        _show_one(screen, words, _book(loaded_game, book_name) if colon else book, entry_id, as_json)
    else:
        clauses, rulings = _search(words, book, search)
        if as_json:
            screen.json(
                [_clause_fields(c, words.lang) for c in clauses] + [_ruling_fields(r, words.lang) for r in rulings]
            )
            return
        for entry in clauses:
            screen.item(entry.id, entry.text(words.lang))
        for ruling in rulings:
            screen.item(ruling.id, f"{ruling.text('title', words.lang)}: {ruling.text('ruling', words.lang)}")
        if not clauses and not rulings:
            screen.line(words("nothing_found"))


def _find_game_and_book(name: str) -> tuple[Game, Book | Game]:
    """Return the game that `name` names, and the books to search.

    `name` may name one book, which is then searched alone. If it names a game, all its books are searched.
    """
    if name not in gunki.game_ids():
        for game in map(gunki.game, gunki.game_ids()):
            if name in (book.id for book in game.books):
                return game, _book(game, name)
    loaded_game = gunki.game(name)
    return loaded_game, loaded_game


def _book(game: Game, name: str) -> Book | Game:
    """Return a book of the game.

    The game's own name stands for all its books, because older texts cite `kanto:23-2`.
    """
    books = {book.id: book for book in game.books} | {game.id: game}
    if name not in books:
        raise OptionError(f"{game.id} has no book {name!r}; it has {', '.join(books)}")
    return books[name]


def _search(words: GameWords, book: Book | Game, search: str | None) -> tuple[list[Clause], list[Ruling]]:
    """Return the clauses and rulings that contain the word. If no word is given, return all clauses and no rulings."""
    clauses = list(book.clauses.values())
    if search is None:
        return clauses, []
    word = searchable(search)
    return (
        [c for c in clauses if word in searchable(c.text(words.lang))],
        [
            r
            for r in book.rulings.values()
            if any(word in searchable(r.text(part, words.lang)) for part in ("title", "problem", "ruling"))
        ],
    )


def _clause_fields(clause: Clause, lang: str) -> dict[str, Any]:
    return {
        "clause": clause.id,
        "book": clause.book,
        "kind": clause.kind,
        "testable": clause.testable,
        "text": clause.text(lang),
    }


def _ruling_fields(ruling: Ruling, lang: str) -> dict[str, Any]:
    parts = {part: ruling.text(part, lang) for part in ("title", "problem", "ruling", "why")}
    return {"id": ruling.id, "kind": ruling.kind, "clauses": list(ruling.clauses), "option": ruling.option, **parts}


def _show_one(screen: Screen, words: GameWords, book: Book | Game, entry_id: str, as_json: bool) -> None:
    lang = words.lang
    ruling = book.rulings.get(entry_id)
    if ruling is not None:
        _show_ruling(screen, words, ruling, as_json)
        return
    clause = book.clauses.get(entry_id)
    if clause is None:
        raise OptionError(f"{book.id} has no clause or ruling {entry_id!r}; try --search WORD")
    beginnings = (f"{entry_id}-", f"{entry_id}(", f"{entry_id}.")
    below = [c for c in book.clauses.values() if c.id.startswith(beginnings)]
    rulings = [r for r in words.game.rulings.values() if entry_id in r.clauses]
    code = [str(place) for place in places(words.game).get(entry_id, [])]
    record = read_passed_tests()
    tests = tests_of(clause, record)
    if as_json:
        document = _clause_fields(clause, lang)
        document["below"] = [_clause_fields(c, lang) for c in below]
        document["rulings"] = [_ruling_fields(r, lang) for r in rulings]
        screen.json(document | {"code": code, "tests": tests, "recorded": record is not None})
        return
    screen.item(f"{clause.book}:{clause.id}", clause.text(lang))
    screen.line(f"  {clause.kind}, {words('testable' if clause.testable else 'not_testable')}", "dim")
    if below:
        screen.line(words("sub_clauses"), "bold")
        for entry in below:
            screen.item(entry.id, entry.text(lang), "bold", 2)
    if rulings:
        screen.line(words("rulings_on"), "bold")
        for related in rulings:
            screen.item(related.id, f"{related.text('title', lang)}: {related.text('ruling', lang)}", "bold", 2)
    for key, entries in (("code", code), ("tests", tests)):
        if entries:
            screen.line(f"{words(key)}:", "bold")
            for line in entries:
                screen.line(f"  {line}")
    if clause.testable and record is None:
        screen.line(words("run_tests"), "yellow")


def _show_ruling(screen: Screen, words: GameWords, ruling: Ruling, as_json: bool) -> None:
    lang = words.lang
    if as_json:
        screen.json(_ruling_fields(ruling, lang))
        return
    screen.item(ruling.id, ruling.text("title", lang))
    for label, part in (("problem", "problem"), ("decided", "ruling"), ("because", "why")):
        screen.item(words(label), ruling.text(part, lang), "bold", 2)
    if ruling.option:
        screen.item(f"{words('option')}:", ruling.option, "bold", 2)


def _show_coverage(screen: Screen, words: GameWords, as_json: bool) -> None:
    report = coverage(words.game)
    if as_json:
        screen.json(report)
        return
    for row in report["clauses"]:
        screen.line(row["clause"], "bold" if row["tests"] else "bold red")
        for key in ("code", "tests"):
            if row[key]:
                screen.item(f"{words(key)}:", words.join_names(row[key]), "dim", 2)
    if not report["recorded"]:
        screen.line(words("run_tests"), "yellow")
    # This line is always in English, because other programs search for it.
    screen.line(f"covered {report['covered']} of {report['testable']} testable clauses", "bold")
