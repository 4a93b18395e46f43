"""`gunki sim`: results of many games between bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

import gunki
from gunki.cli.commands.inspect import AsJson, Language, language
from gunki.cli.commands.lab import Games, Jobs, Options, Players, Seed, make_runner, plan_study, play_with_progress
from gunki.cli.render.screen import Screen
from gunki.cli.render.words import GameWords
from gunki.lab.studies import study as studies

app = typer.Typer()


@app.command("sim")
def sim(
    game: Annotated[str, typer.Argument(help="The game, e.g. nobunaga.")],
    players: Players = "greedy",
    games: Games = 100,
    seed: Seed = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario; the game's first if left out.")] = None,
    option: Options = None,
    jobs: Jobs = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games; show shares of victory with 95 % intervals, endings, lengths, milestones.

    This is a short form of `gunki lab play`, which also keeps a row of every game and can be interrupted.

    \b
    Examples:
      gunki sim nobunaga --players greedy,random --games 200
      gunki sim honganji --games 500
    """
    words = GameWords(gunki.game(game), language(lang))
    names = [name.strip() for name in players.split(",") if name.strip()]
    plan = plan_study(game, scenario, names, games, seed, option)
    with TemporaryDirectory(prefix="gunki-sim-") as folder:
        study = studies.begin(Path(folder), plan)
        results = play_with_progress(study, words, make_runner(plan.games, jobs, None), is_kept=False).results
    data = {"game": game, "scenario": plan.scenario, "seed": plan.seed, "players": names, **results.to_dict()}
    screen = Screen()
    if as_json:
        screen.json(data)
    else:
        _show(screen, words, {**data, "last": plan.seed + plan.pairs - 1})


def _show(screen: Screen, words: GameWords, data: Mapping[str, Any]) -> None:
    title, scenario = words.texts("game", "title"), words.name("scenario", data["scenario"])
    low, high = data["seed"], data["last"]
    head = words("sim_head", title=title, scenario=scenario, count=data["games"], low=low, high=high)
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
