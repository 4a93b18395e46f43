"""`gunki lab`: studies of many games, which keep their results and continue after an interruption."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

import gunki
from gunki.cli.commands.inspect import AsJson, Language, language
from gunki.cli.commands.play import read_options
from gunki.cli.render.screen import Screen
from gunki.cli.render.victory_shares import ProgressTable, shares_table
from gunki.cli.render.words import GameWords
from gunki.lab.studies import study as studies
from gunki.lab.studies import study_plan
from gunki.lab.studies.process_pool import Pool, count_cores
from gunki.lab.studies.ray_runner import RayRunner
from gunki.lab.studies.rows import plain
from gunki.lab.studies.runner import Runner
from gunki.lab.studies.study import Study
from gunki.lab.studies.study_plan import Plan

app = typer.Typer()

Game = Annotated[str, typer.Argument(metavar="GAME[/SCENARIO]", help="E.g. nobunaga or kanto/mimase_pass.")]
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a study.")]
Jobs = Annotated[int | None, typer.Option(min=1, max=1024, help="Processes; one per core if left out.")]
OnRay = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; local starts one on this machine."),
]
Players = Annotated[str, typer.Option(help="Bots, e.g. greedy,random; greedy:80 thinks less.")]
Games = Annotated[int, typer.Option(min=1, help="How many games; rounded up to whole pairs.")]
Seed = Annotated[int | None, typer.Option(min=0, help="Seed of the first pair; each further pair adds 1.")]
Options = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A match option; repeatable.")]
Data = Annotated[
    Path | None, typer.Option(metavar="FILE", help="A file (or folder) with tables or map lines that replace ours.")
]


@app.command("play")
def play(
    game: Game,
    players: Players = "greedy",
    games: Games = 100,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the study is kept.")] = None,
    seed: Seed = None,
    option: Options = None,
    data: Data = None,
    saves: Annotated[str, typer.Option(metavar="all|none", help="Which games are saved in full.")] = "none",
    jobs: Jobs = None,
    ray: OnRay = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games, and keep a row of each.

    Games of one pair have the same seed and go through every seating of the players. After an interruption, the same
    command (or `gunki lab resume FOLDER`) continues the study.

    \b
    Examples:
      gunki lab play nobunaga --players greedy,random --games 200 --out first
      gunki lab play kanto/mimase_pass --players greedy:20,greedy:80 --games 400 --saves all
    """
    game_id, _, scenario = game.partition("/")
    loaded_game, files = gunki.game(game_id), studies.data_files(data)
    words = GameWords(loaded_game, language(lang))
    names = [name.strip() for name in players.split(",") if name.strip()]
    folder = out or Path(_default_folder(game_id, scenario or loaded_game.scenarios[0], names, games))
    if seed is None and (folder / studies.PLAN).exists():
        seed = studies.open(folder).plan.seed  # only the study knows its seed
    plan = plan_study(game_id, scenario or None, names, games, seed, option, studies.tables_in(files), saves)
    study = studies.begin(folder, plan, files)
    if games != plan.games and not as_json:
        note = words("lab_rounded", asked=games, each=len(plan.seatings), count=plan.games)
        Screen(error=True).line(note, "dim")
    _carry_on(study, words, jobs, ray, as_json)


@app.command("resume")
def resume(
    folder: Folder, jobs: Jobs = None, ray: OnRay = None, lang: Language = None, as_json: AsJson = False
) -> None:
    """Continue a study that was interrupted."""
    study = studies.open(folder)
    _carry_on(study, GameWords(gunki.game(study.plan.game), language(lang)), jobs, ray, as_json)


@app.command("replay")
def replay(
    folder: Folder,
    number: Annotated[int, typer.Argument(min=0, help="The game, counted from 0.")],
    out: Annotated[Path | None, typer.Option(metavar="FILE.gunki", help="Where to save the game.")] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Play a game of a study again and check that it comes out the same. --out saves it."""
    study = studies.open(folder)
    words = GameWords(gunki.game(study.plan.game), language(lang))
    row, match = study.row(number), study.replay(number)
    screen = Screen()
    if out is not None:
        match.save(out)
    if as_json:
        screen.json({**plain(row), "same": True, "save": None if out is None else str(out)})
        return
    screen.line(words("lab_again", number=number, digest=row.digest))
    if out is not None:
        screen.line(words("lab_saved", file=out))


# -- shared by the commands -------------------------------------------------------------------------------------------


def plan_study(
    game: str,
    scenario: str | None,
    players: list[str],
    games: int,
    seed: int | None,
    option: list[str] | None,
    tables: Mapping[str, Any] | None = None,
    saves: str = "none",
) -> Plan:
    options = read_options(gunki.game(game), option or [])
    first = secrets.randbelow(10**9) if seed is None else seed
    return study_plan.make_plan(game, players or ["greedy"], games, first, scenario, options, tables, saves)


def make_runner(games: int, jobs: int | None, ray: str | None) -> Runner:
    if ray is not None:
        return RayRunner(ray, jobs)
    return Pool(min(jobs or count_cores(), games))


def play_with_progress(study: Study, words: GameWords, by: Runner, *, is_kept: bool = True) -> ProgressTable:
    """Play the missing games of a study and show a progress table. Return the table.

    If a kept study is interrupted, say how to continue it.
    """
    watcher = ProgressTable(study, words)
    try:
        with watcher.show_live():
            study.play(by, watcher.add_new, watcher.add_known)
    except KeyboardInterrupt:
        if not is_kept:
            raise
        message = words("lab_stopped", count=watcher.row_count, games=study.plan.games, folder=study.path)
        Screen(error=True).line(message)
        raise
    return watcher


def _carry_on(study: Study, words: GameWords, jobs: int | None, ray: str | None, as_json: bool) -> None:
    watcher = play_with_progress(study, words, make_runner(study.plan.games, jobs, ray))
    results, plan, screen = watcher.results, study.plan, Screen()
    if as_json:
        screen.json({"folder": str(study.path), **plan.to_dict(), **results.to_dict(), "cpu": round(results.cpu, 1)})
        return
    last = plan.seed + plan.pairs - 1
    title, scenario = words.texts("game", "title"), words.name("scenario", plan.scenario)
    head = words(
        "lab_head",
        title=title,
        scenario=scenario,
        count=results.games,
        each=len(plan.seatings),
        low=plan.seed,
        high=last,
    )
    screen.line(head, "bold")
    if watcher.earlier_rows:
        screen.line(words("lab_known", count=watcher.earlier_rows, games=plan.games), "dim")
    screen.console.print(shares_table(words, results))
    screen.item(words("sim_reasons"), "")
    for reason, count in results.to_dict()["reasons"].items():
        screen.item(f"  {count:5}", words.texts("reason", reason))
    screen.item(words("sim_decisions"), str(results.to_dict()["decisions_per_game"]))
    if results.failures:
        screen.line(words("lab_failed", count=len(results.failures)), "red")
        for row in results.failures[:5]:
            screen.line("  " + words("lab_failed_game", number=row.number, reason=row.failed))
    screen.item(words("lab_folder"), str(study.path))
    screen.line(words("lab_look", number=0, folder=study.path), "dim")


def _default_folder(game: str, scenario: str, players: list[str], games: int) -> str:
    """Return the folder of a study if the user names none.

    The same command gets the same folder, so that it continues its study.
    """
    return "-".join([game, scenario, *(name.replace(":", "") for name in players), str(games)])
