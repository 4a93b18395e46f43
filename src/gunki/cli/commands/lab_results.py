"""`gunki lab export`, `balance`, `league`, `compare`: results of studies."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any

import typer

import gunki
from gunki.bots import ratings as levels
from gunki.cli.commands.inspect import AsJson, Language, language
from gunki.cli.commands.lab import (
    Data,
    Folder,
    Game,
    Games,
    Jobs,
    OnRay,
    Options,
    Players,
    Seed,
    make_runner,
    plan_study,
    play_with_progress,
)
from gunki.cli.commands.play import read_options
from gunki.cli.render.screen import Screen
from gunki.cli.render.words import GameWords
from gunki.core.errors import OptionError
from gunki.lab.analysis import comparison as comparisons
from gunki.lab.analysis import league as leagues
from gunki.lab.analysis.balance import Balance
from gunki.lab.reports import league_and_comparison, study_report
from gunki.lab.reports.report_wording import LabWords
from gunki.lab.reports.study_report import between, head_lines, percent
from gunki.lab.studies import data_frames
from gunki.lab.studies import study as studies
from gunki.lab.studies.rows import FailedGame, Row
from gunki.lab.studies.study import Study
from gunki.lab.studies.study_plan import Plan

app = typer.Typer()

Out = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where its studies are kept.")]


@app.command("export")
def export(
    folder: Folder,
    kind: Annotated[str, typer.Option("--format", metavar="parquet|csv", help="What to write.")] = "parquet",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write it; into the study by default.")
    ] = None,
    lang: Language = None,
) -> None:
    """Write the rows of a study as one table, a line for each game: games.parquet or games.csv."""
    study = studies.open(folder)
    words = LabWords(study.plan.game, language(lang))
    file = data_frames.export(study, kind, out or folder / f"games.{kind}")
    Screen().line(words("exported", file=file, count=sum(1 for _ in study.rows())))


@app.command("balance")
def balance(
    what: Annotated[
        list[str], typer.Argument(metavar="FOLDER|GAME[/SCENARIO]…", help="Studies to read, or games to play first.")
    ],
    players: Players = "greedy",
    games: Games = 100,
    seed: Seed = None,
    jobs: Jobs = None,
    ray: OnRay = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show how a game is balanced: victories, endings, points, castles, leaders, fights, luck. Also write HTML pages.

    If you name a game instead of a folder, it is played first, and the games are kept in a folder of their own. The
    same command then finds that folder and does not play them again.

    \b
    Examples:
      gunki lab balance first
      gunki lab balance nobunaga honganji/three_players --players greedy:20 --games 200
    """
    screen, documents = Screen(), []
    for name in what:
        if (Path(name) / studies.PLAN).exists():
            study = studies.open(name)
        else:
            study = _play_study(name, players, games, seed, jobs, ray, language(lang))
        words = LabWords(study.plan.game, language(lang))
        study_balance = Balance.of(study)
        files = study_report.write(study)
        if as_json:
            documents.append({"folder": str(study.path), **study.plan.to_dict(), **study_balance.to_dict(),
                         "reports": [str(file) for file in files]})  # fmt: skip
        else:
            _show_balance(screen, words, study.plan, study_balance.to_dict())
            screen.line(words("report_written", file=files[words.lang == "ja"]))
    if as_json:
        screen.json(documents[0] if len(documents) == 1 else documents)


def _play_study(
    game: str, players: str, games: int, seed: int | None, jobs: int | None, ray: str | None, lang: str
) -> Study:
    game_id, _, scenario = game.partition("/")
    if game_id not in gunki.game_ids():
        raise OptionError(f"{game}: neither a study nor a game; games: {', '.join(gunki.game_ids())}")
    names = _names(players)
    usual = scenario or gunki.game(game_id).scenarios[0]
    folder = Path("-".join(["balance", game_id, usual, *(name.replace(":", "") for name in names), str(games)]))
    plan = plan_study(game_id, scenario or None, names, games, _first_seed(folder, seed), None)
    study = studies.begin(folder, plan)
    play_with_progress(study, GameWords(gunki.game(game_id), lang), make_runner(plan.games, jobs, ray))
    return study


def _names(players: str) -> list[str]:
    return [name.strip() for name in players.split(",") if name.strip()]


def _first_seed(folder: Path, seed: int | None) -> int:
    """Return `seed`. If it is None, return the seed of the study in `folder`, or else a random seed."""
    if seed is None and (folder / studies.PLAN).exists():
        return studies.open(folder).plan.seed
    return secrets.randbelow(10**9) if seed is None else seed


def _show_balance(screen: Screen, words: LabWords, plan: Plan, figures: dict[str, Any]) -> None:
    screen.line(words("balance_of", title=words.title(), scenario=words.scenario(plan.scenario)), "bold")
    for line in head_lines(words, plan, figures["games"]):
        screen.line(line, "dim")
    if not figures["games"]:
        screen.line(words("no_games"))
        return
    rows = [(words.side(seat), row) for seat, row in figures["seats"].items()]
    rows += [(name, row) for name, row in figures["bots"].items() if len(figures["bots"]) > 1]
    cells = []
    for name, row in rows:
        best = row.get("paired") or row
        cells.append([name, f"{row['wins']:g}", str(row["games"]), percent(best["share"]), between(best)])
    screen.table([words(key) for key in ("who_wins", "wins", "count", "share", "interval")], cells)
    ends = [[words.clause(row["clause"]), str(row["games"]), f"{row['turn']:g}", words.reason(row["reason"])]
            for row in figures["clauses"]]  # fmt: skip
    screen.table([words(key) for key in ("clause", "count", "median_turn", "reason")], ends)
    screen.line(words("length_about", **{name: f"{value:g}" for name, value in figures["length"].items()}))
    if figures["taken"]:
        captures = [[words.thing(row["thing"]), percent(row["share"]), f"{row['turn']:g}",
                  words.join_names([f"{words.thing(by)} {count}" for by, count in list(row["by"].items())[:3]])]
                 for row in figures["taken"][:6]]  # fmt: skip
        screen.table([words(key) for key in ("thing", "share", "first_taken", "taken_by")], captures)
    if figures["leaders"]:
        fell = [[words.thing(row["who"]), percent(row["share"]), f"{row['turn']:g}"] for row in figures["leaders"][:6]]
        screen.table([words(key) for key in ("leader", "fell", "median_turn")], fell)
    luck = [[words.side(seat), f"{row['rolls']:g}", f"{row['got']:.1f}", f"{row['mean']:.1f}"]
            for seat, row in figures["luck"].items()]  # fmt: skip
    if luck:
        screen.table([words(key) for key in ("luck", "rolls", "rolled", "expected")], luck)


@app.command("league")
def league(
    game: Game,
    players: Players = "greedy,greedy:20,random",
    games: Annotated[int, typer.Option(min=1, help="Games between each two players; rounded up to whole pairs.")] = 40,
    out: Out = None,
    seed: Seed = None,
    ratings: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write the ratings to this file, from which bot levels are shown."),
    ] = None,
    jobs: Jobs = None,
    ray: OnRay = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Let every bot play against every other, and rate them (Elo) with 95 % intervals.

    After an interruption, the same command continues the league.

    \b
    Example:
      gunki lab league nobunaga --players greedy,greedy:20,random --games 100
    """
    game_id, _, scenario = game.partition("/")
    words = LabWords(gunki.game(game_id).id, language(lang))
    usual = scenario or gunki.game(game_id).scenarios[0]
    folder = out or Path(f"league-{game_id}-{usual}")
    names = _names(players)
    if seed is None and (folder / leagues.LEAGUE).exists():
        seed = leagues.open_league(folder).plan.seed
    bot_league = leagues.begin(
        folder, game_id, names, games, secrets.randbelow(10**9) if seed is None else seed, scenario or None
    )
    screen = Screen()
    bot_league.play(
        lambda count: make_runner(count, jobs, ray),
        _game_counter(sum(study.plan.games for study in bot_league.studies)),
    )
    figures, files = bot_league.to_dict(), league_and_comparison.write_league(bot_league)
    if ratings is not None:
        entry = {key: figures[key] for key in ("scenario", "games", "seeds", "rules_version", "ratings")}
        levels.write(ratings, game_id, {**entry, "command": league_and_comparison.league_command(figures)})
    if as_json:
        screen.json({"folder": str(folder), **figures, "reports": [str(file) for file in files]})
        return
    screen.line(words("league_of", title=words.title(), scenario=words.scenario(figures["scenario"])), "bold")
    low, high = figures["seeds"]
    screen.line(words("caption", count=figures["games"], low=low, high=high), "dim")
    rows = [[name, str(row["elo"]), f"{row['low']}–{row['high']}", f"{row['score']:g}/{row['duels']}"]
            for name, row in figures["ratings"].items()]  # fmt: skip
    screen.table([words(key) for key in ("player", "elo", "interval", "score")], rows)
    if figures["won_by_nobody"]:
        screen.line(words("won_by_nobody", count=figures["won_by_nobody"]), "dim")
    if ratings is not None:
        screen.line(words("written", file=ratings))
    screen.line(words("report_written", file=files[words.lang == "ja"]))


@app.command("compare")
def compare(
    game: Game,
    option: Options = None,
    data: Data = None,
    players: Players = "greedy",
    games: Games = 100,
    out: Out = None,
    seed: Seed = None,
    jobs: Jobs = None,
    ray: OnRay = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Measure the effect of a changed option, ruling or table: the same seeds with and without the change.

    \b
    Examples:
      gunki lab compare nobunaga --option move_limit=true --games 200
      gunki lab compare nobunaga --option N-16=oda
      gunki lab compare kanto --data my-counters.toml
    """
    game_id, _, scenario = game.partition("/")
    loaded_game = gunki.game(game_id)
    words = LabWords(game_id, language(lang))
    options = read_options(loaded_game, comparisons.option_names(game_id, option or []))
    folder_parts = [f"{name}-{value}" for name, value in options.items()] + ([data.stem] if data is not None else [])
    folder = out or Path(
        "-".join(["compare", game_id, scenario or loaded_game.scenarios[0], *folder_parts]).replace(" ", "_").lower()
    )
    first = _first_seed(folder / comparisons.AS_IS, seed)
    files = studies.data_files(data)
    comparison = comparisons.begin(folder, game_id, _names(players), games, first, scenario or None, options, files)
    comparison.play(lambda count: make_runner(count, jobs, ray), _game_counter(2 * comparison.as_is.plan.games))
    figures, pages = comparison.to_dict(), league_and_comparison.write_comparison(comparison)
    screen = Screen()
    plan = comparison.changed.plan
    if as_json:
        screen.json({"folder": str(folder), **plan.to_dict(), **figures, "reports": [str(file) for file in pages]})
        return
    screen.line(words("compare_of", title=words.title(), scenario=words.scenario(plan.scenario)), "bold")
    rows = [league_and_comparison.measure_cells(words, row) for row in figures["measures"]]
    screen.table(["", words("as_is"), words("changed_to"), words("difference"), ""], rows)
    screen.line(words("certain"), "dim")
    screen.line(words("same", count=figures["same"], games=figures["games"]), "dim")
    screen.line(words("report_written", file=pages[words.lang == "ja"]))


def _game_counter(games: int) -> Any:
    """Return a function that counts games. It shows the count on the error stream if that is a terminal."""
    screen, games_done = Screen(error=True), 0

    def count_row(row: Row | FailedGame) -> None:
        nonlocal games_done
        games_done += 1
        if screen.tty:
            screen.console.print(f"\r{games_done}/{games} ", end="")

    return count_row
