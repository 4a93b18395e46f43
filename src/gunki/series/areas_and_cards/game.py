"""The part of the interface `Game` that is the same for all games of areas and cards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from gunki.core.compose import position_document
from gunki.core.definition.data_tables import Row
from gunki.core.definition.game import Game
from gunki.core.definition.setup import Setup
from gunki.core.errors import DataError, OptionError, PositionError
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Procedure
from gunki.core.show.charts import Cell, chart, heading, names, plain_heading
from gunki.core.state.position import Position
from gunki.series.areas_and_cards.compose import document
from gunki.series.areas_and_cards.rules.movement import UnitMovement
from gunki.series.areas_and_cards.rules.sequence import Turn, WholeGame
from gunki.series.areas_and_cards.show import overlays
from gunki.series.areas_and_cards.show.scene import Painter
from gunki.series.areas_and_cards.state.position import AreaPosition

FOLDER = Path(__file__).parent
#: A chart that is read with one die: a function that takes the die and returns the row.
Chart = Callable[[int], dict[str, Any]]


class AreaGame(Game):
    """A game of areas and cards. Each game adds its position, its procedures and its own entries of documents."""

    #: The entries that a composed document may have; and the phases of a turn (3).
    KEYS: ClassVar[tuple[str, ...]]
    TURN: ClassVar[Turn]
    ownership_field = "control"
    leader_location_field = "at"

    @abstractmethod
    def empty_position(self, setup: Any) -> AreaPosition:
        """Return a position without units."""

    @abstractmethod
    def root_procedure(self) -> WholeGame:
        """Return the procedure that plays the whole game."""

    def start(self, setup: Setup) -> Position:
        g = self.make_starting_position(setup)
        g.stack = [self.root_procedure()]
        return g

    def make_starting_position(self, setup: Any) -> AreaPosition:
        """Return the position with units and control as printed, and all cards in their stacks (2-2, 2-4, 5-1).

        Every area is controlled by the clan that starts in it (5-1.Ex).
        """
        g = self.empty_position(setup)
        for area, clan in enumerate(setup.start_control):
            g.control[area] = clan
            g.place_armies(clan, area, setup.start_armies[area], True)
            for general in setup.start_generals[area]:
                g.place_general(general, area, True)
        return g

    # -- composed positions ---------------------------------------------------------------------------------------

    def compose(self, setup: Setup, doc: Mapping[str, Any]) -> Position:
        position_document.check_keys(doc, self.KEYS)
        row = Row(doc, "position")
        try:
            g = self.make_starting_position(setup)
            if row.has("empty") and row.is_true("empty"):
                for area in range(len(g.control)):
                    document.clear_area(g, area)
            g.turn = row.integer("turn", 1, g.setup.last_turn) if row.has("turn") else 1
            self.compose_first(g, row)
            document.read_dead(g, row)
            document.read_board(g, row)
            document.read_cards(g, row)
            self.compose_own(g, row)
            if row.has("state"):
                self.compose_state(g, row.sub("state"))
            g.derive()
            position_document.check_words(row, self.time_entries(g))
            g.stack = position_document.check_stack(g, doc["stack"]) if row.has("stack") else self.compose_phase(g, row)
            return g
        except DataError as error:
            raise PositionError(str(error)) from None

    def compose_first(self, g: Any, row: Row) -> None:
        """Read the entries that must be known before units are placed."""

    @abstractmethod
    def compose_own(self, g: Any, row: Row) -> None:
        """Read the entries of a document that only this game has."""

    @abstractmethod
    def compose_state(self, g: Any, state: Row) -> None:
        """Read the table `state`, which `describe` writes for positions in the middle of a procedure."""

    def time_entries(self, g: Any) -> dict[str, tuple[str, ...]]:
        """Return the entries that tell the phase and the acting seat, each with the words that it may hold."""
        return {"phase": self.phases, "to_act": g.setup.seats}

    @abstractmethod
    def compose_phase(self, g: Any, row: Row) -> list[Procedure]:
        """Return the stack of procedures with which play goes on from the start of a phase."""

    def phase(self, g: AreaPosition) -> str:
        """Return the name of the phase under way, or of the last phase if the game is over."""
        number = getattr(g.stack[0], "phase", -1) if g.stack else len(self.TURN) - 1
        return self.TURN[max(number, 0)][0]

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of the phases of a turn, in order."""
        return tuple(name for name, _ in self.TURN)

    def whole_game(self, phase: str, *, under_way: bool) -> WholeGame:
        """Return the procedure of the whole game, about to begin a phase or, if `under_way`, in the middle of it."""
        whole = self.root_procedure()
        whole.phase, whole.step = self.phases.index(phase) - (not under_way), "next_phase"
        return whole

    # -- the board and its charts ---------------------------------------------------------------------------------

    def place(self, setup: Any, area: int) -> dict[str, Any]:
        """Return the data printed in an area besides its name."""
        return {}

    def marks(self, setup: Any, area: int) -> list[dict[str, Any]]:
        """Return the marks drawn in an area that show the data of `place`."""
        return []

    def board(self, setup: Any) -> dict[str, Any]:
        return {
            "kind": "areas",
            "domain": "area",
            "places": [
                {
                    "id": name,
                    "name": ["area", name],
                    "at": setup.drawn_at[name],
                    "near": [setup.map.names[b] for b in setup.map.neighbours[area]],
                    "marks": self.marks(setup, area),
                    **self.place(setup, area),
                }
                for area, name in enumerate(setup.map.names)
            ],
            "clans": {name: {"colour": c, "pattern": p} for name, (c, p) in setup.colours.items()},
        }

    def scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        painter = Painter(setup, view)
        seats = self.standings(setup, view)
        return {
            **({"seats": seats} if seats else {}),
            "headline": [{"text": "turn", "data": {"turn": view["turn"], "last": setup.last_turn}}],
            "phases": {"now": view["phase"], "all": list(self.phases)},
            "sides": setup.side_colours,
            "serves": self.serves(setup, view),
            "places": painter.places(),
            "tracks": self.tracks(setup, view),
            "hands": painter.hands(),
            "piles": painter.piles(),
            "counts": self.counts(setup, view),
            "boxes": painter.boxes(),
        }

    def own_scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        return {"hands": Painter(setup, view).hands()}

    overlays = overlays.OVERLAYS

    def overlay(
        self, position: Any, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None
    ) -> dict[str, Any]:
        return overlays.overlay(position, seat, name, place, act, self.action_movement)

    def rolls_at_once(self, position: Any, seat: int, act: Act) -> bool:
        return overlays.rolls_at_once(position, seat, act)

    @abstractmethod
    def action_movement(self, g: Any, seat: int) -> UnitMovement:
        """Return the unit movement that the seat's action allows (7)."""

    def tracks(self, setup: Any, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the tracks with the markers on them."""
        return []

    def standings(self, setup: Any, view: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the changing status of each seat (docs/data/scene.md); empty if seats have none."""
        return {}

    @abstractmethod
    def serves(self, setup: Any, view: Mapping[str, Any]) -> dict[str, str]:
        """Return the seat that commands each clan; clans that no seat commands are left out."""

    @abstractmethod
    def counts(self, setup: Any, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the numbers that decide the game."""

    def list_charts(self, setup: Any) -> list[dict[str, Any]]:
        return [self._build_chart(name, look) for name, look in self.charts(setup).items()]

    @staticmethod
    def _build_chart(name: str, look: Chart) -> dict[str, Any]:
        """Return a chart with a row for each die.

        Words in cells are names of texts. Their section of the texts is the key of the column. If a cell is a list, the
        section is the key without its final "s".
        """

        def cell(key: str, value: Any) -> Cell:
            if isinstance(value, list):
                return names(key.removesuffix("s"), *value)
            return names(key, value) if isinstance(value, str) else value

        rows = [(die, look(die)) for die in range(1, 7)]
        chart_rows = [
            {**plain_heading(die), "dice": [die], "cells": [cell(k, v) for k, v in row.items()]} for die, row in rows
        ]
        return chart(name, "die", [heading(key) for key in rows[0][1]], chart_rows)

    @abstractmethod
    def charts(self, setup: Any) -> dict[str, Chart]:
        """Return the charts that are read with one die, by name."""

    def lookup(self, setup: Any, table: str, args: tuple[str, ...]) -> dict[str, Any]:
        charts = self.charts(setup)
        if table not in charts:
            raise OptionError(f"unknown table {table!r}; tables with dice: {', '.join(charts)}")
        if len(args) != 1 or args[0] not in tuple("123456"):
            raise OptionError(f"table {table!r} takes one die, 1 to 6")
        return {"table": table, "die": int(args[0]), **charts[table](int(args[0]))}

    def invariants(self, position: Any) -> dict[str, int]:
        return document.invariants(position)
