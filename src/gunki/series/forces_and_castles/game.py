"""What hex games of forces and castles answer the engine alike."""

from __future__ import annotations

import random
import tomllib
from abc import abstractmethod
from collections.abc import Mapping
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
from gunki.core.state.position import Position
from gunki.series.forces_and_castles.compose import document as documents
from gunki.series.forces_and_castles.rules import deployment
from gunki.series.forces_and_castles.show import place_names, scene
from gunki.series.forces_and_castles.state.position import ForcesPosition
from gunki.series.forces_and_castles.table_cells import MAX_MODIFIED_DIE

FOLDER = Path(__file__).parent
#: The sheets of a map of which a player may correct lines.
SHEETS = ("hexes", "sides")


@lru_cache(maxsize=8)
def load_map(folder: Path, sheets: tuple[tuple[str, str], ...] = ()) -> HexMap:
    """A map, with the lines that a player has corrected: name and text of each sheet."""
    if not sheets:
        return HexMap.load(folder)
    with TemporaryDirectory() as mine:
        for name, text in sheets:
            (Path(mine) / f"{name}.csv").write_text(text, encoding="utf-8")
        return HexMap.load(folder, Path(mine))


def read_corrections(tables: Mapping[str, Any], origin: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The corrections of the map among the tables of a match."""
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
    """Everything lies open in these games. Games give their position and their procedures."""

    #: The entries of a composed position.
    KEYS: ClassVar[tuple[str, ...]] = (
        "empty", "turn", "phase", "weather", "to_act", "units", "castles", "terrain", "sides", "provinces", "state",
        "stack",
    )  # fmt: skip
    #: Printed charts that can be looked up, and what each takes: numbers, `CLAN` by its name; a die is a modified one.
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

    # -- what a game gives --------------------------------------------------------------------------------------------

    @abstractmethod
    def make_empty_position(self, setup: Any) -> ForcesPosition:
        """A position with nobody on the map."""

    @abstractmethod
    def opening(self) -> Procedure:
        """The procedure that plays the whole game."""

    @abstractmethod
    def points(self, g: Any) -> tuple[int, ...]:
        """What each seat would score if the game ended now."""

    @abstractmethod
    def scoring(self, g: Any) -> dict[str, list[dict[str, Any]]]:
        """By seat what those points consist of, as parts of a sum (docs/server.md)."""

    # -- how its rules write a position -------------------------------------------------------------------------------

    @abstractmethod
    def read(self, g: Any, row: Row) -> None:
        """A composed position: its time, its castles, its units and its other numbers."""

    def complete(self, g: Any, row: Row) -> None:
        """What follows from a composed position where it says nothing of it; what it says wrongly is refused."""

    @abstractmethod
    def check(self, g: Any, stack: Any) -> None:
        """Refuse what no play could bring about; `stack`: the procedures under way as they are written."""

    @abstractmethod
    def times(self, g: Any) -> dict[str, tuple[str, ...]]:
        """The entries of a composed position that tell when it is, and the words each may be."""

    @abstractmethod
    def resume_stack(self, g: Any, row: Row) -> list[Procedure]:
        """The procedures that go on from a composed position which names none."""

    @abstractmethod
    def view_time(self, g: Any) -> dict[str, Any]:
        """When it is, for a view: `turn`, `phase`, `weather` at least."""

    def write_phase(self, g: Any) -> str:
        """The phase of a described position, empty where there is none."""
        phases: tuple[str, ...] = g.setup.phases
        return phases[min(g.phase, len(phases) - 1)] if g.phase >= 0 else ""

    def write_units(self, g: Any) -> dict[str, Any]:
        """By name where each unit is, and in what state."""
        return documents.write_units(g)

    def write_castles(self, g: Any) -> dict[str, Any]:
        """By name the state of each castle."""
        return documents.write_castles(g)

    def experiment(self, setup: Any, row: Row) -> tuple[Any, Row]:
        """The setup with what a composed position changes of what is printed, and the rest of the document."""
        return documents.other_ground(setup, row), row

    # -- what there is ------------------------------------------------------------------------------------------------

    def seats_in(self, scenario: str) -> tuple[str, ...]:
        return self._seats.get(scenario, self.seats)

    @cached_property
    def _seats(self) -> dict[str, tuple[str, ...]]:
        """By scenario, where it has fewer than the game: from its file alone, so that who only asks for this does not
        wait for all tables."""
        path = self.folder / "data" / "scenarios.toml"
        rows = tomllib.loads(path.read_text(encoding="utf-8"))["scenario"] if path.exists() else []
        return {row["id"]: tuple(row.get("seats", self.seats)) for row in rows}

    def map_for(self, tables: Mapping[str, Any], origin: Mapping[str, str]) -> HexMap:
        """The game's map, with the corrections among the tables."""
        return load_map(self.folder / "map", read_corrections(tables, origin))

    def deploy_scenario(self, setup: Any) -> Any:
        """The scenario's deployment, as it is before players change it."""
        g = self.make_empty_position(setup)
        deployment.deploy(g)
        return g

    def make_starting_position(self, setup: Any) -> Any:
        """The same, remembering who leads whom."""
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
        return documents.describe(g, self.write_units(g), self.write_castles(g), self.write_phase(g))

    # -- seeing -------------------------------------------------------------------------------------------------------

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        """Everything lies open in these games."""
        g: ForcesPosition = position
        setup = g.setup
        return {
            "game": self.id,
            "scenario": setup.scenario,
            "seat": None if seat is None else setup.seats[seat],
            **self.view_time(g),
            "units": documents.units_for_view(g, self.write_units(g)),
            "castles": self.write_castles(g),
            "sides": {
                army: setup.seats[s] if s >= 0 else "neutral" for army, s in zip(setup.armies, g.seat_of, strict=True)
            },
            "points": dict(zip(setup.seats, self.points(g), strict=True)),
            "scoring": self.scoring(g),
            "conditions": self.conditions(g),
        }

    def own_view(self, position: Any, seat: int) -> dict[str, Any]:
        return {"seat": position.setup.seats[seat]}

    def own_scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    def board(self, setup: Any) -> dict[str, Any]:
        return scene.board(setup)

    def landmarks(self, setup: Any) -> dict[int, tuple[str, str]]:
        """By hex what it is known for: section and key of a name."""
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
        """By language; made when first asked for."""
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
        """What one of `LOOKUP_TABLES` says for these numbers."""
        raise NotImplementedError

    def invariants(self, position: Any) -> dict[str, int]:
        """No unit appears or vanishes; forces, zones and castles agree with each other."""
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
