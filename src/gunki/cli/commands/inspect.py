"""`gunki games`, `show`, `replay`, `why`, `verify`: inspecting games and saved matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import gunki
from gunki.cli.interactive.saved_matches import load_match
from gunki.cli.render.screen import Screen, strip_controls
from gunki.cli.render.status import show_position, show_result
from gunki.cli.render.words import GameWords, Words, default_language
from gunki.core.definition.game import Game
from gunki.core.definition.texts import LANGUAGES
from gunki.core.dice import fairness, receipts
from gunki.core.errors import OptionError, SaveError
from gunki.core.matches.match import Match

app = typer.Typer()

AsJson = Annotated[bool, typer.Option("--json", help="For programs: JSON.")]
Language = Annotated[str | None, typer.Option("--lang", help="en or ja; the language of your terminal by default.")]
SavedMatch = Annotated[Path, typer.Argument(metavar="FILE.gunki", help="A saved match.")]

#: The exit code of `verify` if some rolls cannot be checked.
EXIT_UNCHECKED = 3


def language(lang: str | None) -> str:
    if lang is not None and lang not in LANGUAGES:
        raise OptionError(f"language {lang!r}: expected one of {', '.join(LANGUAGES)}")
    return lang or default_language()


@app.command("games")
def games(lang: Language = None, as_json: AsJson = False) -> None:
    """List the games."""
    screen, words = Screen(), Words(language(lang))
    rows = [_summary(gunki.game(game_id), words.lang) for game_id in gunki.game_ids()]
    if as_json:
        screen.json(rows)
        return
    headers = [words(key) for key in ("game", "title", "seats", "scenarios", "clauses")]
    screen.table(
        headers,
        [[r["id"], r["title"], ", ".join(r["seats"]), ", ".join(r["scenarios"]), str(r["clauses"])] for r in rows],
    )


def _summary(game: Game, lang: str) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.texts(lang)("game", "title"),
        "seats": list(game.seats),
        "scenarios": list(game.scenarios),
        "clauses": len(game.clauses),
        "testable": sum(clause.testable for clause in game.clauses.values()),
        "rules_version": game.rules_version,
    }


@app.command("show")
def show(
    what: Annotated[str, typer.Argument(metavar="GAME|FILE.gunki", help="A game, or a saved match.")],
    scenario: Annotated[str | None, typer.Option(help="The start of this scenario; the first by default.")] = None,
    seat: Annotated[str | None, typer.Option(help="A saved match as this seat may see it.")] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show a game with its options and its start, or the board of a saved match."""
    screen = Screen()
    if what in gunki.game_ids():
        _show_game(screen, gunki.game(what), scenario, language(lang), as_json)
        return
    if scenario is not None:
        raise OptionError("--scenario goes with a game, not with a saved match: the save has its own")
    if not Path(what).suffix and not Path(what).exists():
        raise OptionError(f"{what!r} is neither a game ({', '.join(gunki.game_ids())}) nor a saved match")
    match = load_match(what, language(lang))
    words = GameWords(match.game, language(lang), match.setup)
    view = match.view(seat)
    if as_json:
        screen.json(view)
        return
    show_position(screen, words, match, seat)
    _show_waiting(screen, words, match)


def _show_waiting(screen: Screen, words: GameWords, match: Match) -> None:
    decision = match.decision
    if decision is None:
        show_result(screen, words, match)
        return
    clause_id, _ = words.clause(decision.clause)
    screen.line()
    screen.line(
        words("waiting", side=words.side(decision.who), prompt=words.prompt(decision), clause=clause_id), "bold"
    )
    screen.line(words("answers", count=len(decision.options)))


def _show_game(screen: Screen, game: Game, scenario: str | None, lang: str, as_json: bool) -> None:
    match = gunki.new(game.id, scenario, seed=0)
    words = GameWords(game, lang, match.setup)
    texts = words.texts
    if as_json:
        screen.json(
            _summary(game, lang)
            | {
                "about": texts("game", "about"),
                "options": [
                    {"name": o.name, "default": o.default, "choices": list(o.choices), "cites": o.cites}
                    for o in game.match_options
                ],
                "board": game.board(match.setup),
                "start": game.view(game.start(match.setup), None),
            }
        )
        return
    screen.line(texts("game", "title"), "bold")
    for key in ("subtitle", "about"):
        if texts.has("game", key):
            screen.line(texts("game", key))
    screen.line()
    screen.line(f"{words('seats')}: {words.join_names([f'{seat} ({words.side(seat)})' for seat in game.seats])}")
    scenario_names = [f"{name} ({words.name('scenario', name)})" for name in game.scenarios]
    screen.line(f"{words('scenarios')}: {words.join_names(scenario_names)}")
    screen.line()
    rows = [
        [
            option.name,
            _plain(option.default),
            ", ".join(_plain(choice) for choice in option.choices),
            option.cites,
            texts("option_help", option.name) if texts.has("option_help", option.name) else "",
        ]
        for option in game.match_options
    ]
    screen.table([words(key) for key in ("option", "value", "choices", "cites", "meaning")], rows)
    screen.line()
    if scenario is not None:
        screen.line(words.name("scenario", scenario), "bold")
        if texts.has("scenario_about", scenario):
            screen.line(texts("scenario_about", scenario))
    screen.line(words("the_start"), "bold")
    show_position(screen, words, match, None)


def _plain(value: Any) -> str:
    """Return a value as it is typed after --option."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _load_for_display(file: Path, lang: str | None) -> tuple[Screen, Match, GameWords]:
    match = load_match(file, language(lang))
    return Screen(), match, GameWords(match.game, language(lang), match.setup)


@app.command("replay")
def replay(
    file: SavedMatch,
    step: Annotated[int | None, typer.Option(help="The board after this many decisions.")] = None,
    start: Annotated[int, typer.Option("--from", help="The first decision to print.")] = 1,
    seat: Annotated[str | None, typer.Option(help="Only what this seat may know; all by default.")] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show a saved match, decision by decision."""
    screen, match, words = _load_for_display(file, lang)
    if step is not None:
        then = match.at(step)
        if as_json:
            screen.json(then.view(seat))
            return
        screen.line(words("ply", ply=step, count=match.ply), "bold")
        show_position(screen, words, then, seat)
        _show_waiting(screen, words, then)
        return
    if seat is not None:
        match.view(seat)  # refuse an unknown seat
    lines: list[dict[str, Any]] = [
        {
            "ply": ply,
            "who": entry.who,
            "act": entry.act,
            "events": [words.event(e) for e in match.events_at(ply) if seat is None or e.is_visible_to(seat)],
        }
        for ply, entry in enumerate(match.entries)
        if ply >= start or (ply == 0 and start <= 1)
    ]
    if as_json:
        screen.json(lines)
        return
    for line in lines:
        who = f" {words.side(str(line['who']))}: {line['act']}" if line["who"] else ""
        screen.line(f"{line['ply']:4}{who}", "bold")
        for text in line["events"]:
            screen.line(f"       {text}")
    show_result(screen, words, match)


@app.command("why")
def why(
    file: SavedMatch,
    action: Annotated[str, typer.Argument(help='An action, e.g. "march oda mino".')],
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show which clauses forbid an action in a saved match. The exit code is 0 whether or not it is allowed."""
    screen, match, words = _load_for_display(file, lang)
    bars = match.why_not(action)
    if as_json:
        reasons = []
        for bar in bars:
            clause_id, rule = words.clause(bar.clause)
            reasons.append(
                {"clause": bar.clause, "what": bar.what, "data": dict(bar.data), "text": words.bar(bar), "rule": rule}
            )
        screen.json({"action": action, "allowed": not bars, "reasons": reasons})
        return
    screen.line(strip_controls(words("refused" if bars else "allowed", action=action)), "bold")
    for bar in bars:
        clause_id, rule = words.clause(bar.clause)
        screen.item(clause_id or "–", words.bar(bar), "bold red", 2)
        if rule:
            screen.item(words("rule_says"), rule, "dim", 4)


@app.command("verify")
def verify(
    file: SavedMatch,
    receipt: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The receipt you were given when you sat down.")
    ] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Check every roll of a finished match against the commitment made before its first roll.

    Only a check with your receipt can prove that the dice were fair. Without it, the record is only compared with
    itself.

    \b
    Exit codes:
      0  every roll was checked and is right
      1  something is wrong, or a file cannot be read
      3  right as far as it can be checked: the other rolls belong to the game that this match continues, or
         follow a take-back for which you gave no number
    """
    screen = Screen()
    match = load_match(file, language(lang))
    if match.notice is not None:  # other rules roll other dice, so a difference would prove nothing
        version, now = match.notice.version, match.notice.now
        raise SaveError(f"{file}: only a gunki with rules version {version} can check these dice; this one has {now}")
    own_receipt = None if receipt is None else receipts.read_file(receipt)
    result = fairness.check(match, None if own_receipt is None else receipts.compare(match, own_receipt))
    promise = fairness.promise_of(match)
    if result.is_proven:
        verdict = "consistent" if own_receipt is None else "fair"
    else:
        verdict = "partly" if result.taken_over else "unproven"
    unpromised_fields = [field for field in ("composed", "tables") if getattr(match.header, field) is not None]
    if as_json:
        screen.json(
            {
                "verdict": verdict,
                "fair": verdict == "fair",
                "version": promise.version,
                "commitment": promise.commitment,
                "receipt": own_receipt is not None,
                "checked": result.checked,
                "taken_over": result.taken_over,
                "unproven": result.unproven,
                "taken_back": promise.take_back_count,
                "unpromised": unpromised_fields,
            }
        )
    else:
        words = GameWords(match.game, language(lang), match.setup)
        screen.line(words(f"dice_{verdict}", count=result.checked, taken=result.taken_over), "bold")
        if promise.take_back_count:
            screen.line(words("dice_taken_back", count=promise.take_back_count))
        if result.unproven:
            screen.line(words("dice_take_backs_unproven", count=result.unproven))
        version = promise.version if own_receipt is None else min(own_receipt.version, promise.version)
        weak = ["dice_version_1"] if version == 1 else []
        for what in (
            *(f"dice_{field}" for field in unpromised_fields),
            *weak,
            *(["dice_no_receipt"] if own_receipt is None else []),
        ):
            screen.line(words(what))
        screen.item(words("promise"), promise.commitment)
    if not result.is_proven:
        raise typer.Exit(EXIT_UNCHECKED)
