"""The answers to the engine that all games of the series share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from gunki.core.compose import position_document
from gunki.core.definition.clauses import Book
from gunki.core.definition.data_tables import Row
from gunki.core.definition.game import MatchOption
from gunki.core.definition.lexicon import NONE
from gunki.core.errors import OptionError, PositionError
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Procedure
from gunki.core.show.part_memo import PartMemo
from gunki.series.forces_and_castles.compose import document as forces_document
from gunki.series.forces_and_castles.game import ForcesGame
from gunki.series.forces_and_castles.show import odds
from gunki.series.gunyuden.compose import contradictions, document
from gunki.series.gunyuden.editions import Edition
from gunki.series.gunyuden.rules import lines_of_communication
from gunki.series.gunyuden.rules.actions import ForceAction, OperationsPhase
from gunki.series.gunyuden.rules.sequence import EVENTS, is_in_initial_stage
from gunki.series.gunyuden.show import charts, overlays
from gunki.series.gunyuden.show.scene import GunyudenScene
from gunki.series.gunyuden.state.position import GunyudenPosition

#: Where the basic rules have their clauses, rulings and texts.
FOLDER = Path(__file__).parent


#: The options of every game of the series: rulings on the basic rules.
BASIC_OPTIONS = (
    MatchOption("counterattack", "always", ("always", "ask"), "23-6"),
    MatchOption("castle_surcharge_stacks", False, (False, True), "G-06"),
    MatchOption("retreat_impossible", "steps", ("steps", "eliminated"), "G-16"),
    MatchOption("joint_sortie", True, (True, False), "G-19"),
    MatchOption("decisive_retreat_morale", True, (True, False), "G-33"),
    MatchOption("sodaisho_death", "any", ("any", "last"), "G-35"),
    MatchOption("leader_death", "successor", ("successor", "all single"), "G-36"),
    MatchOption("collapse_is_kill", "battle or siege", ("battle or siege", "always"), "G-37"),
    MatchOption("fall_modifiers", "all", ("all", "none"), "G-58"),
    MatchOption("replenished_to_ruin", "abandoned", ("abandoned", "falls"), "G-61"),
)


class GunyudenGame(ForcesGame):
    """A game of the series. Subclasses give their edition of the basic rules and their position."""

    KEYS: ClassVar[tuple[str, ...]] = (
        "empty",
        "turn",
        "stage",
        "phase",
        "weather",
        "to_act",
        "units",
        "castles",
        "terrain",
        "sides",
        "provinces",
        "state",
        "stack",
    )
    LOOKUP_TABLES: ClassVar[Mapping[str, str]] = {
        "field_battle": "STRENGTH DIE",
        "assault": "STRENGTH DIE",
        "surrender": "DURABILITY DIE",
        "siege": "DIE",
    }
    shared_books: ClassVar[tuple[Book, ...]] = (Book("gunyuden", FOLDER),)
    shared_texts: ClassVar[tuple[Path, ...]] = (*ForcesGame.shared_texts, FOLDER / "text")
    overlays: ClassVar[tuple[str, ...]] = overlays.OVERLAYS
    signs: ClassVar[tuple[str, ...]] = (
        "strength", "modifier", "activation", "star", "reduced", "morale", "neutral", "garrison", "invests",
        "invested", "castle", "durability",
    )  # fmt: skip
    #: The edition played, with the procedures of the game itself.
    rules: Edition

    def opening(self) -> Procedure:
        """Return the procedure of a whole match (3.0(1), 3.0(2)).

        The scenario says which seat plays each army, and so who deploys it.
        """
        return self.rules.campaign()

    def opening_after_phase(self) -> Procedure:
        """Return the procedure of a whole match that is about to go on after an operations phase."""
        return self.opening_at("next_phase")

    # -- composed positions -------------------------------------------------------------------------------------------

    def read(self, g: Any, row: Row) -> None:
        g.stage = 0 if row.has("phase") and row.entries_all()["phase"] == EVENTS else 1
        position_document.read_top(g, row)
        if not row.has("weather"):
            g.weather = g.setup.weather[g.turn - 1]
        state = row.entries("state") if row.has("state") else {}
        if "seat_of" in state:  # read first: the seats of the armies decide which units a commander may lead
            position_document.read_state(g, {"seat_of": state["seat_of"]})
            g.derive()
        g.besieged = bytes(len(g.owner))  # `complete_units` derives it from the units that invest
        if row.has("castles"):
            forces_document.read_castles(g, row)
        if row.has("units"):
            document.read_units(g, row)
        if state:
            position_document.read_state(g, state)
            self._check_sides(g)
        g.check_layout()
        document.complete_units(g)

    def check(self, g: Any, stack: Any) -> None:
        contradictions.check_contradictions(g, stack)

    def times(self, g: Any) -> dict[str, tuple[str, ...]]:
        phases = g.setup.phases
        return {"phase": (*phases, EVENTS) if EVENTS in g.rules.turn else phases, "to_act": g.setup.seats}

    def resume_stack(self, g: Any, row: Row) -> list[Procedure]:
        """Return the stack at the start of an operations phase or, at stage 0, at the start of the turn (4-1-1).

        The entry `phase` names the phase. Without this entry, it is the first phase of the seat `to_act`.
        """
        phases, seats = g.setup.phases, g.setup.seats
        if row.has("phase"):
            phase = row.word("phase")
            if phase == EVENTS and g.stage:
                raise row.bad("phase", "an operations phase: events come before the stages of a turn (4-1-1)")
            g.phase = -1 if phase == EVENTS else phases.index(phase)
        else:
            seat = seats.index(row.word("to_act")) if row.has("to_act") else 0
            own = [g.setup.phase_of(a, g.seat_of) for a, s in enumerate(g.seat_of) if s == seat]
            g.phase = min((p for p in own if p >= 0), default=0)
        if not g.stage:
            return [self.opening_at("turn")]
        player = next((s for a, s in enumerate(g.seat_of) if s >= 0 and g.setup.phase_of(a, g.seat_of) == g.phase), -1)
        if player < 0:
            raise PositionError("phase: nobody plays it in this scenario")
        return [self.opening_after_phase(), OperationsPhase(player)]

    @staticmethod
    def _check_sides(g: Any) -> None:
        """Raise `PositionError` if the seat that plays an army has no phase in which the army could act (4-1)."""
        for army, name in enumerate(g.setup.armies):
            try:
                g.setup.phase_of(army, g.seat_of)
            except ValueError:
                seat = g.setup.seats[g.seat_of[army]]
                raise PositionError(f"state.seat_of: {seat} has no phase for {name} in this scenario") from None

    def write_phase(self, g: GunyudenPosition) -> str:
        """Return the name of the phase for a document.

        Decisions before the first operations phase belong to the events of the turn (4-1-1).
        """
        if g.phase < 0 and EVENTS in g.rules.turn and is_in_initial_stage(g):
            return EVENTS
        return super().write_phase(g)

    def write_units(self, g: GunyudenPosition, numbers: Sequence[int]) -> dict[str, Any]:
        return document.write_units(g, numbers)

    # -- seeing -------------------------------------------------------------------------------------------------------

    def view_time(self, g: GunyudenPosition) -> dict[str, Any]:
        acting = self.find_acting_force(g)
        return {
            "turn": g.turn,
            "stage": g.stage,
            "phase": self._phase(g),
            "weather": g.setup.weathers[g.weather],
            "acting": NONE if acting < 0 else g.setup.units[acting],
        }

    def find_acting_force(self, g: GunyudenPosition) -> int:
        """Return the force whose action is under way (12-1), -1 for none."""
        return next((frame.force for frame in g.stack if isinstance(frame, ForceAction)), -1)

    @staticmethod
    def _phase(g: GunyudenPosition) -> str:
        """Return the name of the phase for a view.

        Decisions of the initial stage belong to the events of the turn (4-1-1).
        """
        if 0 <= g.phase < len(g.setup.phases):
            return g.setup.phases[g.phase]
        return EVENTS if is_in_initial_stage(g) else "communication"

    def public_scene(self, setup: Any, view: Mapping[str, Any], memo: PartMemo) -> dict[str, Any]:
        return GunyudenScene(setup, view, memo).table()

    def overlay(
        self, position: Any, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None
    ) -> dict[str, Any]:
        return overlays.overlay(position, seat, name, place, act)

    def rolls_at_once(self, position: Any, seat: int, act: Act) -> bool:
        return odds.rolls_at_once(position, seat, act, overlays.BEGINNINGS)

    def list_charts(self, setup: Any) -> list[dict[str, Any]]:
        return charts.charts(setup, self.clauses)

    # -- studying -----------------------------------------------------------------------------------------------------

    def benchmark_tasks(self, g: Any) -> Mapping[str, Callable[[], Any]]:
        """Return the task of the benchmark: to find the lines of the larger side's forces, without caches (11-3-1)."""
        new = g.clone()
        sides = [[f for f in new.forces() if new.side(f) == side] for side in (0, 1)]
        forces = max(sides, key=len)

        def lines_of_a_side() -> list[int]:
            new.clear_caches()
            return lines_of_communication.without_line(new, forces)

        return {"lines_of_a_side": lines_of_a_side}

    def look_up(self, setup: Any, table: str, numbers: list[int]) -> dict[str, Any]:
        """Look up a result in a chart of the basic rules.

        The tables are `field_battle STRENGTH DIE`, `assault STRENGTH DIE`, `surrender DURABILITY DIE` and `siege DIE`.
        """
        die = numbers[-1]
        if table == "field_battle":
            lost, fatal = setup.field(numbers[0], die)
            return {"table": table, "strength": numbers[0], "die": die, "losses": lost, "eliminates": bool(fatal)}
        if table == "assault":
            damage, steps, fatal = setup.assault(numbers[0], die)
            return {"table": table, "die": die, "durability": damage, "steps": steps, "eliminates": bool(fatal)}
        if table == "siege":
            return {"table": table, "die": die, "result": setup.siege_result(die)}
        return surrender_answer(setup, *numbers)


def surrender_answer(setup: Any, durability: int, die: int) -> dict[str, Any]:
    if not 0 <= durability <= setup.full_durability:
        raise OptionError(f"durability is 0 to {setup.full_durability}")
    return {"table": "surrender", "die": die, "result": setup.lookup_surrender(durability, die)}
