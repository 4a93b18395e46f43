"""`ForcesGame`: the part of the interface `Game` that is the same for all hex games of forces and castles."""

from __future__ import annotations

import random
import tomllib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from gunki.board.hexmap import HexMap
from gunki.core.compose import position_document
from gunki.core.definition.data_tables import Row, Tables
from gunki.core.definition.game import Game
from gunki.core.definition.setup import Setup
from gunki.core.errors import ActionError, DataError, OptionError, PositionError
from gunki.core.rules.procedure import Procedure
from gunki.core.show.part_memo import PartMemo
from gunki.core.state.position import Position
from gunki.series.forces_and_castles.compose import document as documents
from gunki.series.forces_and_castles.rules import deployment
from gunki.series.forces_and_castles.show import board_layout, place_names
from gunki.series.forces_and_castles.state.position import ForcesPosition
from gunki.series.forces_and_castles.table_cells import MAX_MODIFIED_DIE

FOLDER = Path(__file__).parent
#: The sheets of a map in which a player may correct lines.
SHEETS = ("hexes", "sides")


@lru_cache(maxsize=8)
def load_map(folder: Path, sheets: tuple[tuple[str, str], ...] = ()) -> HexMap:
    """Return a map. `sheets`: the name and text of each sheet in which a player has corrected lines of the map."""
    if not sheets:
        return HexMap.load(folder)
    with TemporaryDirectory() as mine:
        for name, text in sheets:
            (Path(mine) / f"{name}.csv").write_text(text, encoding="utf-8")
        return HexMap.load(folder, Path(mine))


def read_corrections(tables: Mapping[str, Any], origin: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the corrections of the map that the tables of a match contain: the name and text of each sheet."""
    row = Tables(tables, origin).row("corrections")
    names = [name for name in row.entries_all() if name not in ("source", "why")]
    for name in names:
        if name not in SHEETS:
            raise DataError(f"{name[:40]}.csv: no such sheet; known: {', '.join(f'{k}.csv' for k in SHEETS)}")
    return tuple(sorted((name, row.word(name)) for name in names))


def _read_lookup_number(setup: Any, what: str, arg: str) -> int:
    words: Mapping[str, tuple[str, ...]] = {"CLAN": setup.armies, **setup.lookup_words}
    if what in words:
        if arg not in words[what]:
            raise OptionError(f"unknown {what.lower()} {arg[:40]!r}; known: {', '.join(words[what])}")
        return words[what].index(arg)
    try:
        number = int(arg)
    except ValueError:
        raise OptionError(f"{what}: a whole number is expected; found {arg[:40]!r}") from None
    if what == "DIE" and abs(number) > MAX_MODIFIED_DIE:
        raise OptionError(f"DIE: no die is modified beyond {MAX_MODIFIED_DIE}")
    return number


class ForcesGame(Game):
    """A hex game of forces and castles, without hidden information. Each game gives its position and its procedures."""

    #: The entries of a composed position.
    KEYS: ClassVar[tuple[str, ...]] = (
        "empty", "turn", "phase", "weather", "to_act", "units", "castles", "terrain", "sides", "provinces", "state",
        "stack",
    )  # fmt: skip
    #: The printed charts in which results can be looked up, and the arguments of each. Arguments are numbers, except
    #: `CLAN`, the name of a clan, and those of `lookup_words`. `DIE` is the modified die.
    LOOKUP_TABLES: ClassVar[Mapping[str, str]] = {}
    ownership_field = "owner"
    leader_location_field = "at"
    shared_texts: ClassVar[tuple[Path, ...]] = (FOLDER / "text",)
    signs: ClassVar[tuple[str, ...]] = (
        "strength",
        "reduced",
        "neutral",
        "garrison",
        "invests",
        "invested",
        "castle",
        "durability",
    )

    # -- what each game gives -----------------------------------------------------------------------------------------

    @abstractmethod
    def make_empty_position(self, setup: Any) -> ForcesPosition:
        """Return a position with no unit on the map."""

    @abstractmethod
    def opening(self) -> Procedure:
        """Return the procedure that plays the whole game."""

    @abstractmethod
    def points(self, g: Any) -> tuple[int, ...]:
        """Return the points that each seat would score if the game ended now."""

    @abstractmethod
    def scoring(self, g: Any) -> dict[str, list[dict[str, Any]]]:
        """Return, for each seat, the parts whose sum is the points of the seat (docs/data/scene.md)."""

    # -- reading and writing positions --------------------------------------------------------------------------------

    @abstractmethod
    def read(self, g: Any, row: Row) -> None:
        """Read a composed position: its time, its castles, its units and its other fields."""

    def complete(self, g: Any, row: Row) -> None:
        """Fill in entries that a composed position leaves out and that follow from others. Refuse wrong entries."""

    @abstractmethod
    def check(self, g: Any, stack: Any) -> None:
        """Refuse a position that no play could bring about. `stack`: the entry of the procedures under way."""

    @abstractmethod
    def times(self, g: Any) -> dict[str, tuple[str, ...]]:
        """Return the entries of a composed position that say what time it is, and the words allowed for each."""

    @abstractmethod
    def resume_stack(self, g: Any, row: Row) -> list[Procedure]:
        """Return the stack of procedures with which play goes on, for a composed position that has no entry `stack`."""

    @abstractmethod
    def view_time(self, g: Any) -> dict[str, Any]:
        """Return the time of the game for a view: at least `turn`, `phase` and `weather`."""

    def write_phase(self, g: Any) -> str:
        """Return the name of the phase for a described position; empty if there is none."""
        phases: tuple[str, ...] = g.setup.phases
        return phases[min(g.phase, len(phases) - 1)] if g.phase >= 0 else ""

    def write_units(self, g: Any, numbers: Sequence[int]) -> dict[str, Any]:
        """Return the places and states of some units, by name."""
        return documents.write_units(g, numbers)

    def write_castles(self, g: Any, numbers: Sequence[int]) -> dict[str, Any]:
        """Return the states of some castles, by name."""
        return documents.write_castles(g, numbers)

    def experiment(self, setup: Any, row: Row) -> tuple[Any, Row]:
        """Return the setup with the printed data that a composed position changes, and the rest of the document."""
        return documents.other_ground(setup, row), row

    # -- scenarios, maps and starting positions -----------------------------------------------------------------------

    def seats_in(self, scenario: str) -> tuple[str, ...]:
        return self._seats.get(scenario, self.seats)

    @cached_property
    def _seats(self) -> dict[str, tuple[str, ...]]:
        """The seats of each scenario. A scenario may have fewer seats than the game.

        They are read from the scenario file alone, because reading all tables takes longer.
        """
        path = self.folder / "data" / "scenarios.toml"
        rows = tomllib.loads(path.read_text(encoding="utf-8"))["scenario"] if path.exists() else []
        return {row["id"]: tuple(row.get("seats", self.seats)) for row in rows}

    def map_for(self, tables: Mapping[str, Any], origin: Mapping[str, str]) -> HexMap:
        """Return the game's map, with the corrections that the tables contain."""
        return load_map(self.folder / "map", read_corrections(tables, origin))

    def deploy_scenario(self, setup: Any) -> Any:
        """Return the position after the scenario's deployment, before players change it."""
        g = self.make_empty_position(setup)
        deployment.deploy(g)
        return g

    def make_starting_position(self, setup: Any) -> Any:
        """Return the position of `deploy_scenario`. Also note in the setup which unit leads each unit at the start."""
        g = self.deploy_scenario(setup)
        setup.mustered = bytes(g.leader)
        return g

    def start(self, setup: Setup) -> Position:
        g: Position = self.make_starting_position(setup)
        g.stack = [self.opening()]
        return g

    def sample(self, position: Any, seat: int, rng: random.Random) -> Position:
        g: ForcesPosition = position.clone()
        g.forget(seat)
        if g.stack:
            g.stack, g.shared = [frame.clone() for frame in g.stack], 0
            for frame in g.stack:
                frame.forget(seat)
            g.restore_wait()
        return g

    # -- composed positions -------------------------------------------------------------------------------------------

    def compose(self, setup: Setup, document: Mapping[str, Any]) -> Position:
        position_document.check_keys(document, self.KEYS)
        row = Row(document, "position")
        try:
            other, row = self.experiment(setup, row)
            g = self.make_starting_position(other)
            if row.has("empty") and row.is_true("empty"):
                documents.clear(g)
            self.read(g, row)
            self.complete(g, row)
            self.check(g, document.get("stack"))
            position_document.check_words(row, self.times(g))
            g.stack = (
                position_document.check_stack(g, document["stack"]) if row.has("stack") else self.resume_stack(g, row)
            )
        except (DataError, ActionError) as error:
            raise PositionError(str(error)) from None
        position: Position = g
        return position

    def opening_at(self, step: str) -> Procedure:
        procedure = self.opening()
        procedure.step = step
        return procedure

    def describe(self, position: Any) -> dict[str, Any]:
        g: ForcesPosition = position
        units, castles = range(len(g.setup.units)), range(len(g.setup.castles))
        return documents.describe(g, self.write_units(g, units), self.write_castles(g, castles), self.write_phase(g))

    # -- views --------------------------------------------------------------------------------------------------------

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        """Return the view, which is the same for every seat: these games have no hidden information."""
        public = self.public_view(position, PartMemo())
        return public if seat is None else {**public, **self.own_view(position, seat)}

    def public_view(self, position: Any, memo: PartMemo) -> dict[str, Any]:
        """Return the view of a spectator. Only the rows of units and castles that have changed are written anew."""
        g: ForcesPosition = position
        setup = g.setup
        sides = {army: setup.seats[s] if s >= 0 else "neutral" for army, s in zip(setup.armies, g.seat_of, strict=True)}
        unit_layers, castle_layers = self.unit_layers(g), self.castle_layers(g)
        return {
            "game": self.id,
            "scenario": setup.scenario,
            "seat": None,
            **self.view_time(g),
            "units": memo.rows("units", setup.units, unit_layers, lambda some: self.view_units(g, some, unit_layers)),
            "castles": memo.rows(
                "castles", setup.castles, castle_layers, lambda some: self.view_castles(g, some, castle_layers)
            ),
            "sides": memo.keep("sides", sides),
            "points": dict(zip(setup.seats, self.points(g), strict=True)),
            "scoring": memo.keep("scoring", self.scoring(g)),
            "conditions": memo.keep("conditions", self.conditions(g)),
        }

    def unit_layers(self, g: Any) -> list[Any]:
        """Return the lists from which the rows of units in a view are made: declared layers, and those a game adds."""
        return [getattr(g, name) for name, piece in g.STATE.items() if piece.per == "unit"]

    def castle_layers(self, g: Any) -> list[Any]:
        """Return the lists from which the rows of castles in a view are made, as `unit_layers` does for units."""
        return [getattr(g, name) for name, piece in g.STATE.items() if piece.per == "castle"]

    def view_units(self, g: Any, numbers: Sequence[int], layers: Sequence[Any]) -> dict[str, Any]:
        """Return the rows of some units for a view; `layers` are those of `unit_layers`."""
        return documents.units_for_view(g, numbers, self.write_units(g, numbers))

    def view_castles(self, g: Any, numbers: Sequence[int], layers: Sequence[Any]) -> dict[str, Any]:
        """Return the rows of some castles for a view; `layers` are those of `castle_layers`."""
        return self.write_castles(g, numbers)

    def own_view(self, position: Any, seat: int) -> dict[str, Any]:
        return {"seat": position.setup.seats[seat]}

    def scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        return self.public_scene(setup, view, PartMemo())

    @abstractmethod
    def public_scene(self, setup: Any, view: Mapping[str, Any], memo: PartMemo) -> dict[str, Any]:
        """Return the scene. Only the stacks, castles and places that have changed are made anew."""

    def own_scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    def board(self, setup: Any) -> dict[str, Any]:
        return board_layout.board(setup)

    def landmarks(self, setup: Any) -> dict[int, tuple[str, str]]:
        """Return the landmark of each hex that has one: the section and key of its name."""
        return {h: ("castle", name) for name, h in zip(setup.castles, setup.castle_hex, strict=True)}

    def place_names(self, lang: str) -> dict[str, dict[str, str]]:
        hex_names = self._hex_names.get(lang)
        if hex_names is None:
            marks = {h: name for scenario in self.scenarios for h, name in self.landmarks(self.setup(scenario)).items()}
            setup: Any = self.setup()
            hex_names = self._hex_names[lang] = place_names.hex_names(setup.map, marks, self.texts(lang))
        return {"hex": hex_names}

    @cached_property
    def _hex_names(self) -> dict[str, dict[str, str]]:
        """The names of hexes by language. `place_names` fills this in when a language is first asked for."""
        return {}

    # -- studying -----------------------------------------------------------------------------------------------------

    def lookup(self, setup: Any, table: str, args: tuple[str, ...]) -> dict[str, Any]:
        if table not in self.LOOKUP_TABLES:
            raise OptionError(f"unknown table {table!r}; tables with dice: {', '.join(self.LOOKUP_TABLES)}")
        wanted = self.LOOKUP_TABLES[table].split()
        if len(args) != len(wanted):
            raise OptionError(f"table {table!r} takes {' '.join(wanted)}; a die is the modified one")
        return self.look_up(
            setup, table, [_read_lookup_number(setup, *pair) for pair in zip(wanted, args, strict=True)]
        )

    def look_up(self, setup: Any, table: str, numbers: list[int]) -> dict[str, Any]:
        """Return the entry of one of `LOOKUP_TABLES` for these numbers."""
        raise NotImplementedError

    def invariants(self, position: Any) -> dict[str, int]:
        """Return numbers that never change: the number of units, and the number of errors of each kind, which is 0."""
        g: ForcesPosition = position
        fresh = g.clone()
        fresh.derive()
        wrong = sum(
            getattr(fresh, name) != getattr(g, name)
            for name in ("strong", "weak", "hold", "occupied", "closed_to", "exerts")
        )
        leaders = sum(
            g.leader[g.leader[u]] != g.leader[u] or (g.at[u] >= 0 and g.at[g.leader[u]] != g.at[u])
            for u in range(len(g.at))
        )
        stray = sum(g.at[u] >= 0 and not g.steps[u] for u in range(len(g.at)))
        crowded = {g.at[f] for f in g.forces() if g.side(f) == 0} & {g.at[f] for f in g.forces() if g.side(f) == 1}
        mixed = sum(bool(g.outside(h, 0) and g.outside(h, 1)) for h in crowded)
        return {
            "units": len(g.at),
            "zones out of step": wrong,
            "units without a leader": leaders,
            "units without steps": stray,
            "enemies in one hex": mixed,
        }
