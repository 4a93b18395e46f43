"""A small game of the series on a made-up map (`land.py`), with the printed charts of the basic rules.

Tests of the basic rules play it, without the rules of any published game. A game that replaces a part of them takes a
few lines more: `Valley(replace(RULES, assault=...))`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import gunki
from gunki.core.definition.clauses import Book
from gunki.core.definition.data_tables import Tables, read_tables
from gunki.core.definition.game import MatchOption
from gunki.core.definition.setup import OptionValue
from gunki.core.definition.texts import Texts
from gunki.core.rules.aims import GAME_END, LOSE, WIN, Ending, Way
from gunki.core.rules.procedure import GameOver
from gunki.series.forces_and_castles.setup import ScenarioClauses
from gunki.series.gunyuden.editions import FIRST, Edition
from gunki.series.gunyuden.game import BASIC_OPTIONS, GunyudenGame
from gunki.series.gunyuden.rules.action_words import VERBS
from gunki.series.gunyuden.setup import GunyudenSetup
from gunki.series.gunyuden.state import procedure_fields
from gunki.series.gunyuden.state.position import GunyudenPosition
from tests.series import land
from tests.series.land import ARMIES, CASTLES, COALITION, FRIENDS, PHASES, SCENARIO, SEATS
from tests.support import GAMES


@cache
def tables() -> dict[str, Any]:
    """Return the printed numbers and charts of the basic rules, with a land of our own."""
    printed = read_tables(GAMES / "kanto" / "data")[0]
    return {**printed, "sequence": {**printed["sequence"], "phases": list(PHASES)}, **land.tables()}


class ValleySetup(GunyudenSetup):
    scenario_clauses = ScenarioClauses("3.0(4)", "3.0(4)", "3.0(4)", "15-6-1", "3.0(4)", "8-1")
    #: The names of the seats and the side of each, and by army who plays it (-1: nobody).
    named: tuple[str, ...] = SEATS
    sides: tuple[int, ...] = COALITION
    played_by: tuple[int, ...] = tuple(SEATS.index(seat) for _, seat, *_ in ARMIES)
    verbs: Mapping[str, tuple[str, ...]] = VERBS

    def __init__(self, options: dict[str, OptionValue], raw: dict[str, Any], rules: Edition) -> None:
        super().__init__(SCENARIO, options, raw, land.board(), rules)
        self.seats, self.coalition, self.army_seat = self.named, self.sides, self.played_by
        self.turns, self.calendar, self.weather = 3, [(8, 1), (8, 2), (8, 3)], [0, 0, 0]
        own = Tables(raw, {})
        self.read_numbers(own)
        self.read_armies(own)
        self.read_units(own)
        self.read_castles(own)
        self.read_charts(own)
        self.main_castles = tuple(
            tuple(
                (c, self.castle_hex[c], frozenset({army})) for c, row in enumerate(CASTLES) if row[3:] == (name, True)
            )
            for army, name in enumerate(self.armies)
        )
        self.read_deployment()
        self.lay_ground()
        self.name_things(self.verbs)

    def lay_ground(self) -> None:
        open_to_all = bytes(self.map.size)
        self.read_ground((open_to_all, open_to_all))
        self.lay_castles()

    def phase_of(self, army: int, seat_of: Sequence[int]) -> int:
        """4-1: a great army has a phase of its own; the others of a side share one."""
        if seat_of[army] < 0:
            return -1
        return PHASES.index(self.armies[army] if self.great[army] else FRIENDS[self.coalition[seat_of[army]]])


class ValleyPosition(GunyudenPosition):
    FIELDS = procedure_fields.FIELDS
    ROOT = "Campaign"

    def replenishment_table(self, force: int) -> str:
        return self.setup.replenishment_of[self.setup.army[force]]

    def replenishment_column(self, force: int) -> str:
        """14-2-1: at home is the territory of a great army, and the main castle of another."""
        setup, army, h = self.setup, self.setup.army[force], self.at[force]
        if setup.great[army]:
            return "home" if setup.map.province[h] in setup.territory[army] else "away"
        return "home" if h in {place for _, place, _ in setup.main_castles[army]} else "away"


def count_destroyed_steps(g: GunyudenPosition) -> tuple[int, ...]:
    """Return for each seat the steps that the other side has lost."""
    setup, lost = g.setup, [0, 0]
    for u, left in enumerate(g.steps):
        seat = setup.army_seat[setup.army[u]]
        if seat >= 0:
            lost[setup.coalition[seat]] += 2 - left
    return tuple(lost[1 - side] for side in setup.coalition)


class MostSteps(Ending[GunyudenPosition]):
    """After the last turn the side that destroyed more steps wins."""

    when = GAME_END
    draws = ("draw",)

    def over(self, g: GunyudenPosition) -> GameOver | None:
        points = count_destroyed_steps(g)
        best = tuple(seat for seat, n in enumerate(points) if n == max(points))
        won = len(best) < len(points)
        return GameOver(best if won else (), "steps" if won else "draw", "3.0(4)", points)

    def ways(self, g: GunyudenPosition, seat: int) -> Iterator[Way]:
        points, sides = count_destroyed_steps(g), g.setup.coalition
        others = next(n for n, side in zip(points, sides, strict=True) if side != sides[seat])
        yield Way(WIN, "steps_win", "3.0(4)", {}, points[seat], others + 1)
        yield Way(LOSE, "steps_lose", "3.0(4)", {}, others, points[seat] + 1)


ValleyPosition.ENDINGS = (MostSteps(),)
RULES = FIRST


class Valley(GunyudenGame):
    id = "valley"
    seats: ClassVar[tuple[str, ...]] = SEATS
    scenarios = (SCENARIO,)
    rules_version = 1
    folder = Path(__file__).parent
    match_options: ClassVar[tuple[MatchOption, ...]] = BASIC_OPTIONS

    def __init__(
        self,
        rules: Edition = RULES,
        position: type[GunyudenPosition] = ValleyPosition,
        setting: type[ValleySetup] = ValleySetup,
        changes: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """Take a printing of the rules, with the classes that it needs and the tables in which it differs."""
        self.rules, self.position, self.setting, self.changes = rules, position, setting, changes

    @property
    def books(self) -> tuple[Book, ...]:
        return self.shared_books

    def texts(self, lang: str = "en") -> Texts:
        return Texts(self.shared_texts, lang)

    @property
    def tables(self) -> dict[str, Any]:
        return {**tables(), **self.changes}

    def setup(self, scenario: Any = None, options: Any = None, replace: Any = None) -> ValleySetup:
        return self.setting(self.options(options), self.tables, self.rules)

    def build(self, scenario: str, options: Any, tables: Any, origin: Any) -> ValleySetup:
        return self.setting(options, tables, self.rules)

    def make_empty_position(self, setup: Any) -> GunyudenPosition:
        return self.position(setup)

    def points(self, g: Any) -> tuple[int, ...]:
        return count_destroyed_steps(g)

    def scoring(self, g: Any) -> dict[str, list[dict[str, Any]]]:
        return {seat: [] for seat in self.seats}

    def evaluate(self, position: Any, seat: int) -> int:
        points = count_destroyed_steps(position)
        return 2 * points[seat] - max(points) - min(points)


@contextmanager
def register(game: Valley) -> Iterator[Valley]:
    """Let `gunki.new("valley")` and saves of the valley find the game inside the `with` block."""
    real = gunki.game
    gunki.game = lambda ident: game if ident == "valley" else real(ident)  # type: ignore[assignment]
    try:
        yield game
    finally:
        gunki.game = real
