"""The commands of the map workshop: `python -m maps build`, `check`, `compare`, `pictures` and `facts`.

Each runs for all games, or for one.
"""

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from maps import areas, areas_check, checks
from maps.config import GAMES as HEX_GAMES
from maps.config import PRODUCTS, config
from maps.facts import facts

GAMES = (*areas.GAMES, *HEX_GAMES)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m maps", description="Maps from real geography.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, does in (
        ("build", "make the products and check them"),
        ("check", "check the committed products"),
        ("compare", "make the products again and compare them with the committed ones"),
        ("pictures", "draw the pictures of docs/maps"),
        ("facts", "print the table of docs/maps-sources.md"),
    ):
        command = commands.add_parser(name, help=does)
        command.add_argument("game", nargs="?", default="all", choices=(*GAMES, "all"))
    chosen = parser.parse_args(arguments)
    games = GAMES if chosen.game == "all" else (chosen.game,)
    if chosen.command == "facts":
        print(facts())
        return 0
    if chosen.command == "pictures":
        return draw_all(games)
    if chosen.command == "compare":
        return compare_all(games)
    if chosen.command == "build":
        build_all(games)
    return check_all(games)


def build_all(games: tuple[str, ...]) -> None:
    from maps.areas_drawing import write as write_areas  # these are slow to import, and only this command needs them
    from maps.build import STEPS, build, shade, write

    with bars() as progress:
        for game in games:
            task = progress.add_task(game, total=STEPS + 1 if game in HEX_GAMES else 1)

            def step(name: str, game: str = game, task: TaskID = task) -> None:
                progress.update(task, description=f"{game}: {name}", advance=1)

            if game in HEX_GAMES:
                files = build(game, step)
                step("relief")
                write({**files, "relief.webp": shade(game).webp()}, config(game).folder)
            else:
                write_areas(game)
                step("areas")
            progress.update(task, description=game)


def compare_all(games: tuple[str, ...]) -> int:
    from maps import areas_drawing, build

    differ = []
    for game in games:
        files = build.build(game) if game in HEX_GAMES else areas_drawing.products(game)
        shading = build.shade(game) if game in HEX_GAMES else areas_drawing.shade(game)
        folder = PRODUCTS / game / "map"
        differ += [f"{game}/{name}" for name, content in files.items() if (folder / name).read_bytes() != content]
        if not shading.is_in((folder / "relief.webp").read_bytes()):
            differ.append(f"{game}/relief.webp")
    print(*(f"{name} differs from what is made here" for name in differ), sep="\n", end="\n" if differ else "")
    print(f"{len(games)} maps made again, {len(differ)} files differ")
    return 1 if differ else 0


def check_all(games: tuple[str, ...]) -> int:
    failed = False
    for game in games:
        messages = checks.faults(checks.load(game)) if game in HEX_GAMES else areas_check.faults(game)
        print(*(f"{game}: {message}" for message in messages or ("every check holds",)), sep="\n")
        failed = failed or bool(messages)
    return 1 if failed else 0


def draw_all(games: tuple[str, ...]) -> int:
    from maps.pictures import picture

    with bars() as progress:
        for game in progress.track(games, description="pictures"):
            picture(game)
    return 0


def bars() -> Progress:
    columns = (TextColumn("{task.description:<20}"), BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True))


if __name__ == "__main__":
    sys.exit(main())
