"""`gunki play`: a match at the terminal."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

import gunki
from gunki import bots
from gunki.bots import ratings
from gunki.cli.interactive.players import HUMAN, Players, default_seats, read_seats
from gunki.cli.interactive.prompt import is_interactive, pick
from gunki.cli.interactive.saved_matches import load_match
from gunki.cli.interactive.session import Session
from gunki.cli.interactive.user_folder import check_writable
from gunki.cli.render.screen import Screen
from gunki.cli.render.words import GameWords, Words, default_language
from gunki.core.definition.game import Game
from gunki.core.definition.setup import OptionValue
from gunki.core.definition.texts import LANGUAGES
from gunki.core.errors import OptionError, PositionError, SaveError
from gunki.core.matches.match import Match

app = typer.Typer()

LARGEST_POSITION = 1_000_000


@app.command("play")
def play(
    game: Annotated[str | None, typer.Argument(help="The game, e.g. nobunaga; see `gunki games`.")] = None,
    scenario: Annotated[str | None, typer.Option(help="Its scenario; the first by default.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(metavar="SEAT=PLAYER,…", help="E.g. oda=human,anti_oda=random; two humans share the keyboard."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed and the same answers give the same match.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or ja; the language of your terminal by default.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An optional rule or ruling; may be repeated.")
    ] = None,
    dice: Annotated[str | None, typer.Option(help="typed: you roll real dice and type them in.")] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder with tables or map lines that replace ours.")
    ] = None,
    position: Annotated[Path | None, typer.Option(metavar="FILE.toml", help="Begin from a written position.")] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE.gunki", help="Go on with a saved match.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.gunki", help="Where to save at the end, or when you leave.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Bots only: one JSON object at the end.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show the map only when asked for.")] = False,
) -> None:
    """Play a game at this terminal, against bots or other people.

    Without arguments it asks what to play. Type ? at any prompt for help; q leaves and keeps the match.

    \b
    Examples:
      gunki play
      gunki play nobunaga --seats oda=human,anti_oda=human
      gunki play nobunaga --seats oda=random,anti_oda=random --seed 1 --json
    """
    screen = Screen()
    if dice not in (None, "typed"):
        raise OptionError(f"--dice: expected typed, found {dice!r}")
    if lang is not None and lang not in LANGUAGES:
        raise OptionError(f"language {lang!r}: expected one of {', '.join(LANGUAGES)}")
    is_asking = is_interactive() and screen.tty and not as_json and seats is None
    if is_asking and lang is None:
        lang = _ask_language(screen)
    words = Words(lang or default_language())
    if load is not None:
        match_settings = {
            "--scenario": scenario,
            "--seed": seed,
            "--option": option,
            "--data": data,
            "--position": position,
        }
        clash = [name for name, value in match_settings.items() if value is not None]
        if clash:
            raise OptionError(f"{clash[0]} cannot be combined with --load: the save has its own")
        match = load_match(load, words.lang, dice)
        if game is not None and match.game.id != game:
            raise SaveError(f"{load}: a match of {match.game.id}, not of {game}")
    else:
        if game is None:
            game = _ask_game(screen, words) if is_asking else gunki.game_ids()[0]
        loaded_game = gunki.game(game)
        if scenario is None and is_asking and position is None:
            scenario = _ask_scenario(screen, words, loaded_game)
        options = read_options(loaded_game, option or [])
        if position is not None:
            match = gunki.compose(
                game, scenario, read_position(position), seed=seed, options=options, dice=dice, data=data
            )
        else:
            match = gunki.new(game, scenario, seed=seed, options=options, dice=dice, data=data)
    if seats is not None:
        chosen = read_seats(match, seats)
    elif is_asking:
        chosen = _ask_seats(screen, GameWords(match.game, words.lang), match.seats)
    else:
        chosen = default_seats(match.seats)
    if save is not None:
        check_writable(save)
    players = Players(match, chosen)
    if as_json:
        _play_and_report(screen, match, players, save, typed=dice is not None)
        return
    session = Session(
        screen, match, players, words.lang, save=save, loaded=load, typed_dice=dice is not None, quiet=quiet
    )
    _greet(screen, session.words, match, loaded=load is not None)
    raise typer.Exit(session.run())


def _greet(screen: Screen, words: GameWords, match: Match, *, loaded: bool) -> None:
    title, scenario = words.texts("game", "title"), words.name("scenario", match.header.scenario)
    key = "continued" if loaded else "started"
    screen.line(
        words(key, title=title, scenario=scenario, number=match.header.seed, seed=match.header.seed, ply=match.ply)
    )


# -- asking -----------------------------------------------------------------------------------------------------------


def _ask_language(screen: Screen) -> str:
    names = {"en": "English", "ja": "日本語"}
    environment_language = default_language()
    choices = [(lang, names.get(lang, lang)) for lang in LANGUAGES]
    return pick(screen, Words(environment_language), "Language / 言語", choices, LANGUAGES.index(environment_language))


def _ask_game(screen: Screen, words: Words) -> str:
    game_ids = gunki.game_ids()
    if len(game_ids) == 1:
        return game_ids[0]
    choices = [(game_id, gunki.game(game_id).texts(words.lang)("game", "title")) for game_id in game_ids]
    return pick(screen, words, words("ask_game"), choices)


def _ask_scenario(screen: Screen, words: Words, game: Game) -> str:
    if len(game.scenarios) == 1:
        return game.scenarios[0]
    texts = game.texts(words.lang)
    return pick(screen, words, words("ask_scenario"), [(name, texts.name("scenario", name)) for name in game.scenarios])


def _ask_seats(screen: Screen, words: GameWords, seats: tuple[str, ...]) -> dict[str, str]:
    every = "*"
    sides = [(seat, words.side(seat)) for seat in seats]
    mine = pick(screen, words, words("ask_seat"), [*sides, (every, words("hot_seat"))])
    if mine == every:
        return dict.fromkeys(seats, HUMAN)
    labels = [(name, _describe_bot(words, name)) for name in bots.names()]
    theirs = labels[0][0] if len(labels) == 1 else pick(screen, words, words("ask_opponent"), labels)
    return {seat: HUMAN if seat == mine else theirs for seat in seats}


def _describe_bot(words: GameWords, bot: str) -> str:
    """Return a bot in words. Add its strength in this game if a league has rated it."""
    about, level = (
        words(f"bot_{bot}") if words.has(f"bot_{bot}") else bot,
        ratings.rating_text(words.game.id, bot, words.lang),
    )
    return f"{about}{words.comma or '、'} {level}".replace("、 ", "、") if level else about


# -- reading ----------------------------------------------------------------------------------------------------------


def read_options(game: Game, texts: list[str]) -> dict[str, OptionValue]:
    """Parse texts `NAME=VALUE` into values of the options. The game itself refuses wrong values."""
    options_by_name = {option.name: option for option in game.match_options}
    out: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise OptionError(f"option {text!r} is not written NAME=VALUE")
        choices = options_by_name[name].choices if name in options_by_name else ()
        fitting = [choice for choice in choices if str(choice).casefold() == value.casefold()]
        out[name] = fitting[0] if fitting else value
    return out


def read_position(path: Path) -> Mapping[str, Any]:
    try:
        if path.stat().st_size > LARGEST_POSITION:
            raise PositionError(f"{path}: larger than {LARGEST_POSITION} bytes")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PositionError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise PositionError(f"{path}: not TOML: {error}") from None


# -- bots alone -------------------------------------------------------------------------------------------------------


def _play_and_report(screen: Screen, match: Match, players: Players, save: Path | None, *, typed: bool) -> None:
    """Let bots play to the end and print the result as one JSON object."""
    if players.humans:
        raise OptionError(f"--json is for bots alone, but {', '.join(players.humans)} is a human; use --seats")
    if typed:
        raise OptionError("--json cannot be combined with typed dice")
    while (decision := match.decision) is not None:
        match.act(players.answer(match, decision))
    result = match.result
    assert result is not None
    document = {
        "game": match.game.id,
        "scenario": match.header.scenario,
        "seed": match.header.seed,
        "options": dict(match.header.options),
        "seats": players.seats,
        "result": {
            "winner": result.winner,
            "winners": list(result.winners),
            "points": list(result.points),
            "reason": result.reason,
            "clause": result.clause,
        },
        "plies": match.ply,
        "turns": match.view(None).get("turn"),
        "digest": match.position.digest(),
    }
    if save is not None:
        document["save"] = str(match.save(save))
    screen.json(document)
