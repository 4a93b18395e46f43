"""Makes the files of one hex map from geography."""

from collections.abc import Callable
from pathlib import Path

from maps.board import Place
from maps.config import Config, config
from maps.document import map_document
from maps.drawing import drawing, text
from maps.geography import dry_land
from maps.overrides import apply_to_hexes, apply_to_sides, overrides
from maps.plane import plane
from maps.products import board_files, toml
from maps.relief import Shading, relief
from maps.rivers import lay_rivers, mark_crossings
from maps.survey import Survey
from maps.tables import castles
from maps.terrain import carry_roads, classify, tidy

STEPS = 5


def build(game: str, step: Callable[[str], None] = lambda name: None) -> dict[str, bytes]:
    """Return the files of a map, except the relief: content by file name.

    `step` is called with a name before each of the STEPS.
    """
    setup = config(game)
    corrections = overrides(game)
    step("survey")
    survey = Survey(plane(game))
    step("terrain")
    board = classify(survey, setup)
    apply_to_hexes(board, survey, corrections)
    carry_roads(board, survey.plane)
    tidy(board, survey, setup)
    board.castles = places(setup)
    step("rivers")
    rivers = lay_rivers(board, survey.plane)
    mark_crossings(board, survey, rivers)
    apply_to_sides(board, corrections)
    step("texts")
    document = map_document(board, survey, setup)
    files = {name: content.encode() for name, content in board_files(board).items()}
    files["map.toml"] = toml(document).encode()
    step("drawing")
    files["drawing.json"] = text(drawing(board, survey.plane, rivers, document)).encode()
    return files


def shade(game: str) -> Shading:
    """Return the relief picture before it is encoded."""
    return relief(plane(game), config(game).grid.size, dry_land())


def places(setup: Config) -> list[Place]:
    return [
        Place(
            c.hex,
            c.name,
            c.kanji,
            c.province,
            c.lat,
            c.lon,
            c.port,
            "reconstructed" if c.kind == "rebuilt" else "rulebook",
        )
        for c in castles(setup.game)
        if c.kind != "place"
    ]


def write(files: dict[str, bytes], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
