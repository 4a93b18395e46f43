"""A small game of the series on a made-up map: two clans in a valley, with the printed tables of the basic rules.

What the basic rules say is tried here, without the rules of any game. One that replaces a part of them is a few lines
more: `Valley(replace(RULES, assault=...))`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gunki
from gunki.board.hexmap import HexMap
from gunki.board.mapfiles import TERRAINS, HexRow, MapFiles, SideRow
from gunki.core.aims import GAME_END, LOSE, WIN, Ending, Way
from gunki.core.clauses import Book
from gunki.core.data import Tables, read_tables
from gunki.core.game import OptionValue
from gunki.core.lexicon import Lexicon
from gunki.core.procedure import GameOver, Procedure
from gunki.core.text import Texts
from gunki.series.forces_and_castles import deployment
from gunki.series.forces_and_castles.setup import ScenarioClauses
from gunki.series.gunyuden import fields, sequence
from gunki.series.gunyuden.editions import FIRST, Edition
from gunki.series.gunyuden.game import BASIC_OPTIONS, GunyudenGame
from gunki.series.gunyuden.position import GunyudenPosition
from gunki.series.gunyuden.setup import GunyudenSetup
from gunki.series.gunyuden.verbs import VERBS
from tests.support import GAMES

SEATS = ("red", "blue")
COLUMNS, ROWS = 14, 9
#: Hexes that are not flat, and sides that are more than a line.
TERRAIN = {"0501": "mountain", "0502": "mountain", "0509": "mountain", "0701": "foothills", "0709": "marsh"}
SIDES = {("0604", "0704"): "river", ("0604", "0705"): "river", ("0605", "0705"): "river"}

#: Id, army, strength, modifier, activation, stars, boxes, hex.
UNITS = (
    ("aka", "red", 3, 3, 4, 2, 6, "0304"),
    ("akane", "red", 2, 1, 3, 1, 3, "0304"),
    ("beni", "red", 2, 1, 3, 0, 0, "0304"),
    ("shu", "red", 1, 0, 2, 0, 0, "0304"),
    ("ao", "blue", 3, 2, 4, 2, 6, "1204"),
    ("aoi", "blue", 2, 1, 3, 1, 3, "1204"),
    ("kon", "blue", 2, 1, 3, 0, 0, "1204"),
    ("ai", "blue", 1, 0, 2, 0, 0, "1204"),
)
#: Id, hex, level, owner, whether it is a main castle.
CASTLES = (("nishi", "0304", 1, "red", True), ("higashi", "1204", 1, "blue", True), ("seki", "0804", 0, "blue", False))


def board() -> HexMap:
    numbers = [f"{x:02}{y:02}" for x in range(1, COLUMNS + 1) for y in range(1, ROWS + 1)]
    hexes = [HexRow(n, TERRAIN.get(n, "flat"), "Valley", False, 0, "rulebook") for n in numbers]
    sides = [SideRow(a, b, kind, "", "", "rulebook", "valley") for (a, b), kind in SIDES.items()]
    return HexMap(MapFiles("valley", COLUMNS, ROWS, "even", TERRAINS, hexes, sides, [], {}, {}, {}, {}, {}, {}, {}))


def tables() -> dict[str, Any]:
    """The numbers and charts of the basic rules as they are printed, with a roster of our own."""
    printed = read_tables(GAMES / "kanto" / "data")[0]
    colours = {"red": "#b3362b", "blue": "#3355aa"}
    return {
        **printed,
        "sequence": {**printed["sequence"], "phases": list(SEATS)},
        "army": [
            {"id": seat, "kind": "great", "colour": colours[seat], "pattern": "plain", "territory": ["valley"],
             "replenishment": "takeda"}
            for seat in SEATS
        ],
        "unit": [
            dict(zip(("id", "army", "strength", "modifier", "activation", "stars", "boxes"), row[:7], strict=True))
            | {"at": {"valley": row[7]}}
            for row in UNITS
        ],
        "castle": [
            {"id": name, "hex": h, "level": level, "owner": {"valley": owner}, "main": main}
            for name, h, level, owner, main in CASTLES
        ],
        "scenario": [{"id": "valley", "reinforcements": []}],
    }  # fmt: skip


class ValleySetup(GunyudenSetup):
    scenario_clauses = ScenarioClauses("3.0(4)", "3.0(4)", "3.0(4)", "15-6-1", "3.0(4)", "8-1")

    def __init__(self, options: dict[str, OptionValue], raw: dict[str, Any], rules: Edition) -> None:
        super().__init__("valley", options, raw, board(), rules)
        self.seats, self.coalition, self.army_seat = SEATS, (0, 1), (0, 1)
        self.turns, self.calendar, self.weather = 3, [(8, 1), (8, 2), (8, 3)], [0, 0, 0]
        own = Tables(raw, {})
        self.read_numbers(own)
        self.read_armies(own)
        self.read_units(own)
        self.read_castles(own)
        self.read_charts(own)
        self.main_castles = tuple(
            tuple(
                (c, self.castle_hex[c], frozenset({army})) for c, row in enumerate(CASTLES) if row[3] == name and row[4]
            )
            for army, name in enumerate(SEATS)
        )
        self.read_deployment()
        self.lay_ground()
        domains = {"seat": SEATS, "army": self.armies, "unit": self.units, "castle": self.castles}
        self.lexicon = Lexicon({**domains, "hex": self.map.numbers, "weather": self.weathers}, VERBS)

    def lay_ground(self) -> None:
        open_to_all = bytes(self.map.size)
        self.read_ground((open_to_all, open_to_all))
        self.lay_castles()

    def phase_of(self, army: int, seat_of: Sequence[int]) -> int:
        return seat_of[army]


class ValleyPosition(GunyudenPosition):
    FIELDS = fields.FIELDS
    ROOT = "Campaign"

    def replenishment_table(self, force: int) -> str:
        return self.setup.replenishment_of[self.setup.army[force]]

    def replenishment_column(self, force: int) -> str:
        return "home"


def steps(g: GunyudenPosition) -> tuple[int, ...]:
    """What each side has destroyed."""
    lost = [sum(2 - g.steps[u] for u in range(len(g.at)) if g.setup.army[u] == army) for army in (0, 1)]
    return lost[1], lost[0]


class MostSteps(Ending[GunyudenPosition]):
    """After the last turn: who has destroyed more."""

    when = GAME_END
    draws = ("draw",)

    def over(self, g: GunyudenPosition) -> GameOver | None:
        points = steps(g)
        best = tuple(seat for seat, n in enumerate(points) if n == max(points))
        return GameOver(best if len(best) == 1 else (), "steps" if len(best) == 1 else "draw", "3.0(4)", points)

    def ways(self, g: GunyudenPosition, seat: int) -> Iterator[Way]:
        points = steps(g)
        yield Way(WIN, "steps_win", "3.0(4)", {}, points[seat], points[1 - seat] + 1)
        yield Way(LOSE, "steps_lose", "3.0(4)", {}, points[1 - seat], points[seat] + 1)


ValleyPosition.ENDINGS = (MostSteps(),)
RULES = FIRST


class Valley(GunyudenGame):
    id = "valley"
    seats = SEATS
    scenarios = ("valley",)
    rules_version = 1
    folder = Path(__file__).parent
    match_options = BASIC_OPTIONS
    STATE = fields.STATE

    def __init__(self, rules: Edition = RULES, position: type[GunyudenPosition] = ValleyPosition) -> None:
        self.rules, self.position = rules, position

    @property
    def books(self) -> tuple[Book, ...]:
        return self.shared_books

    def texts(self, lang: str = "en") -> Texts:
        return Texts(self.shared_texts, lang)

    @property
    def tables(self) -> dict[str, Any]:
        return tables()

    def setup(self, scenario: Any = None, options: Any = None, replace: Any = None) -> ValleySetup:
        return ValleySetup(self.options(options), tables(), self.rules)

    def build(self, scenario: str, options: Any, tables: Any, origin: Any) -> ValleySetup:
        return ValleySetup(options, tables, self.rules)

    def bare(self, setup: Any) -> GunyudenPosition:
        return self.position(setup)

    def deployed(self, setup: Any) -> GunyudenPosition:
        g = self.position(setup)
        deployment.deploy(g)
        return g

    def opening(self) -> Procedure:
        return sequence.Campaign()

    def going_on(self) -> Procedure:
        return sequence.Campaign(step="next_phase")

    def points(self, g: Any) -> tuple[int, ...]:
        return steps(g)

    def scoring(self, g: Any) -> dict[str, list[dict[str, Any]]]:
        return {seat: [] for seat in SEATS}

    def evaluate(self, position: Any, seat: int) -> int:
        points = steps(position)
        return points[seat] - points[1 - seat]

    def sample(self, position: Any, seat: int, rng: random.Random) -> GunyudenPosition:
        g: GunyudenPosition = position.clone()
        g.reawait()
        return g


@contextmanager
def played(game: Valley) -> Iterator[Valley]:
    """While this lasts, `gunki.new("valley")` and saves of it find the game."""
    real = gunki.game
    gunki.game = lambda ident: game if ident == "valley" else real(ident)  # type: ignore[assignment]
    try:
        yield game
    finally:
        gunki.game = real
