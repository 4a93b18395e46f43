"""`gunki sim`: bots play many games, and the results are counted."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

import gunki
from gunki.cli.lab import cores
from gunki.cli.play import read_options
from gunki.cli.screen import Screen
from gunki.cli.words import GameWords, default_language
from gunki.core.match import checked_seed


def register(app: typer.Typer) -> None:
    app.command("sim")(sim)


def sim(
    game: Annotated[str, typer.Argument(help="The game, e.g. nobunaga.")],
    players: Annotated[
        str, typer.Option(help="Bots that take turns on the seats, e.g. greedy,random; greedy:80 thinks less.")
    ] = "greedy",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the first game; the next ones count on.")] = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario; the game's first if left out.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A match option; repeatable.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; as many as there are cores if left out.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or ja; the language of your terminal by default.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Let bots play many games: shares of victory with their 95 % interval, endings, lengths, milestones.

    \b
    Examples:
      gunki sim nobunaga --players greedy,random --games 200
      gunki sim honganji --games 500
    """
    from gunki.lab import simulate

    found = gunki.game(game)
    names = [name.strip() for name in players.split(",") if name.strip()] or ["greedy"]
    start = secrets.randbelow(10**9) if seed is None else seed
    checked_seed(start + games)
    todo = simulate.plans(game, names, games, start, scenario, read_options(found, option or []))
    results = _with_progress(lambda done: simulate.run(todo, min(jobs or cores(), games), done), games)
    data = {"game": game, "scenario": todo[0].scenario, "seed": start, "players": names, **results.to_dict()}
    screen = Screen()
    if as_json:
        screen.json(data)
    else:
        _show(screen, GameWords(found, lang or default_language()), data)


def _with_progress(run: Callable[[Callable[[], None]], Any], total: int) -> Any:
    if not sys.stderr.isatty():
        return run(lambda: None)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        return run(lambda: progress.update(task, advance=1))


def _show(screen: Screen, words: GameWords, data: Mapping[str, Any]) -> None:
    title, scenario = words.texts("game", "title"), words.name("scenario", data["scenario"])
    last = data["seed"] + data["games"] - 1
    head = words("sim_head", title=title, scenario=scenario, count=data["games"], low=data["seed"], high=last)
    screen.line(head, "bold")
    for name, bot in data["bots"].items():
        share, low, high = (f"{100 * bot[key]:.1f}" for key in ("share", "low", "high"))
        wins, count = bot["wins"], bot["games"]
        screen.item(f"{name}:", words("sim_share", share=share, low=low, high=high, wins=wins, count=count))
    screen.item(words("sim_seats"), _counts(data["wins_by_seat"], words.side))
    screen.item(words("sim_reasons"), "")
    for reason, count in data["reasons"].items():
        screen.item(f"  {count:5}", words.texts("reason", reason))
    screen.item(words("sim_endings"), "")
    for clause, turns in data["endings"].items():
        screen.item(f"  {clause}:", _counts(turns, str))
    screen.item(words("sim_turns"), _counts(data["turns"], str))
    screen.item(words("sim_points"), _counts(data["winning_points"], str))
    if list(data["turned_back"]) != [0]:
        screen.item(words("sim_turned_back"), _counts(data["turned_back"], str))
    screen.item(words("sim_decisions"), str(data["decisions_per_game"]))
    for kind, counts in data["milestones"].items():
        screen.item(f"{words.texts('milestone', kind)}:", str(sum(counts["turns"].values())), "bold")
        screen.item(f"  {words('sim_by_turn')}", _counts(counts["turns"], str))
        screen.item(f"  {words('sim_about')}", _counts(counts["about"], lambda who: words.name("clan", who)))
    if data["conditions"]:
        screen.item(words("sim_conditions"), "")
    for what, turns in data["conditions"].items():
        screen.item(f"  {words.texts('condition', what)}:", f"{sum(turns.values())} ({_counts(turns, str)})")


def _counts(counts: Mapping[Any, Any], name: Callable[[str], str]) -> str:
    return "  ".join(f"{name(str(key))} {value}" for key, value in counts.items()) or "–"
