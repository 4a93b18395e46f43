"""What the games of the series answer the engine alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from gunki.core import fields
from gunki.core.clauses import Book
from gunki.core.data import Row
from gunki.core.decision import Act
from gunki.core.errors import ActionError, DataError, OptionError, PositionError
from gunki.core.game import Game, MatchOption, Setup
from gunki.core.position import Position
from gunki.core.procedure import Procedure
from gunki.series.gunyuden import charts, contradictions, document, overlays, scene
from gunki.series.gunyuden.actions import OperationsPhase
from gunki.series.gunyuden.position import GunyudenPosition

#: Where the basic rules have their clauses, rulings and texts.
FOLDER = Path(__file__).parent


#: What players may switch in every game of the series: rulings on the basic rules.
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


class GunyudenGame(Game):
    """Games give their position and their procedures."""

    KEYS = (
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
    #: Numbers of a position that `describe` writes and `compose` reads besides.
    STATE: ClassVar[Mapping[str, fields.Field]]
    shared_books = (Book("gunyuden", FOLDER),)
    shared_texts = (FOLDER.parent / "forces_and_castles" / "text", FOLDER / "text")
    overlays = overlays.OVERLAYS
    signs = (
        "strength", "modifier", "activation", "star", "reduced", "morale", "garrison", "invests", "invested",
        "castle", "durability",
    )  # fmt: skip

    @abstractmethod
    def bare(self, setup: Any) -> GunyudenPosition:
        """A position with nobody on the map."""

    @abstractmethod
    def deployed(self, setup: Any) -> GunyudenPosition:
        """The scenario's deployment, as it is before players change it. 3.0(1), 3.0(2): it follows from the scenario,
        which says who plays whom."""

    @abstractmethod
    def opening(self) -> Procedure:
        """The procedure that plays the whole game."""

    @abstractmethod
    def going_on(self) -> Procedure:
        """The same, at the end of an operations phase."""

    @abstractmethod
    def points(self, g: Any) -> tuple[int, ...]:
        """What each seat would score if the game ended now."""

    @abstractmethod
    def scoring(self, g: Any) -> dict[str, list[dict[str, Any]]]:
        """By seat what those points consist of, as parts of a sum (docs/server.md)."""

    def conditions(self, g: Any) -> list[dict[str, Any]]:
        """What a side must do besides scoring."""
        return []

    def start(self, setup: Setup) -> Position:
        g = self.deployed(setup)
        g.stack = [self.opening()]
        return g

    # -- composed positions -------------------------------------------------------------------------------------------

    def compose(self, setup: Setup, doc: Mapping[str, Any]) -> Position:
        row = Row(doc, "position")
        try:
            for key in doc:
                if key not in self.KEYS:
                    raise PositionError(f"{str(key)[:40]!r}: unknown entry; known: {', '.join(self.KEYS)}")
            g = self.deployed(document.other_ground(setup, row))
            if row.has("empty") and row.flag("empty"):
                document.clear(g)
            g.turn = row.integer("turn", 1, g.setup.turns) if row.has("turn") else 1
            g.stage = row.integer("stage", 0, g.setup.last_stage) if row.has("stage") else 1
            g.weather = self._weather(g, row)
            if row.has("castles"):
                document.read_castles(g, row)
            if row.has("units"):
                document.read_units(g, row)
            if row.has("state"):
                fields.read_state(g, row.entries("state"), self.STATE)
                self._check_sides(g)
            document.settle(g)
            self.complete(g, row)
            contradictions.check(g, doc.get("stack"))
            g.stack = fields.check_stack(g, doc["stack"]) if row.has("stack") else self._going_on(g, row)
            return g
        except (DataError, ActionError) as error:
            raise PositionError(str(error)) from None

    def complete(self, g: Any, row: Row) -> None:
        """What follows from a composed position where it says nothing of it; what it says wrongly is refused."""

    def _weather(self, g: Any, row: Row) -> int:
        if row.has("weather"):
            known: tuple[str, ...] = g.setup.weathers
            return known.index(row.word("weather", known))
        weather: int = g.setup.weather[g.turn - 1]
        return weather

    def _going_on(self, g: Any, row: Row) -> list[Procedure]:
        """The start of an operations phase: that of `phase`, or the first of the seat `to_act`."""
        phases, seats = g.setup.phases, g.setup.seats
        if row.has("phase"):
            g.phase = phases.index(row.word("phase", phases))
        else:
            seat = seats.index(row.word("to_act", seats)) if row.has("to_act") else 0
            own = [g.setup.phase_of(a, g.seat_of) for a, s in enumerate(g.seat_of) if s == seat]
            g.phase = min((p for p in own if p >= 0), default=0)
        if not g.stage:
            return [self.opening_at("turn")]
        player = next((s for a, s in enumerate(g.seat_of) if s >= 0 and g.setup.phase_of(a, g.seat_of) == g.phase), -1)
        if player < 0:
            raise PositionError("phase: nobody plays it in this scenario")
        return [self.going_on(), OperationsPhase(player)]

    @staticmethod
    def _check_sides(g: Any) -> None:
        """29: whoever plays an army has a phase for it."""
        for army, name in enumerate(g.setup.armies):
            try:
                g.setup.phase_of(army, g.seat_of)
            except ValueError:
                seat = g.setup.seats[g.seat_of[army]]
                raise PositionError(f"state.seat_of: {seat} has no phase for {name} in this scenario") from None

    def opening_at(self, step: str) -> Procedure:
        procedure = self.opening()
        procedure.step = step
        return procedure

    def describe(self, position: Any) -> dict[str, Any]:
        g: GunyudenPosition = position
        out: dict[str, Any] = {"turn": g.turn, "stage": g.stage, "weather": g.setup.weathers[g.weather]}
        if g.phase >= 0:
            out["phase"] = g.setup.phases[min(g.phase, len(g.setup.phases) - 1)]
        out |= {key: dict(changes) for key, changes in g.setup.other_ground.items() if changes}
        units = document.write_units(g)
        if away := [name for u, name in enumerate(g.setup.units) if document.absent(g, u)]:
            out["empty"] = True
            units = {name: entry for name, entry in units.items() if name not in away}
        out |= {"units": units, "castles": document.write_castles(g)}
        out["state"] = fields.write_state(g, self.STATE)
        if g.stack:
            out["stack"] = fields.write_stack(g)
        return out

    # -- seeing -------------------------------------------------------------------------------------------------------

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        """Everything lies open in these games."""
        g: GunyudenPosition = position
        setup = g.setup
        return {
            "game": self.id,
            "scenario": setup.scenario,
            "seat": None if seat is None else setup.seats[seat],
            "turn": g.turn,
            "stage": g.stage,
            "phase": setup.phases[g.phase] if 0 <= g.phase < len(setup.phases) else "communication",
            "weather": g.setup.weathers[g.weather],
            "units": document.write_units(g),
            "castles": document.write_castles(g),
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

    def scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        return scene.scene(setup, view)

    def board(self, setup: Any) -> dict[str, Any]:
        return scene.board(setup)

    def overlay(
        self, position: Any, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None
    ) -> dict[str, Any]:
        return overlays.overlay(position, seat, name, place, act)

    def charts_shown(self, setup: Any) -> list[dict[str, Any]]:
        return charts.charts(setup)

    # -- studying -----------------------------------------------------------------------------------------------------

    def lookup(self, setup: Any, table: str, args: tuple[str, ...]) -> dict[str, Any]:
        """`field_battle STRENGTH DIE`, `assault STRENGTH DIE`, `surrender DURABILITY DIE`, `siege DIE`."""
        try:
            numbers = [int(arg) for arg in args]
        except ValueError:
            raise OptionError(f"table {table!r} takes whole numbers") from None
        wanted = {"field_battle": 2, "assault": 2, "surrender": 2, "siege": 1}
        if table not in wanted:
            raise OptionError(f"unknown table {table!r}; tables with dice: {', '.join(wanted)}")
        if len(numbers) != wanted[table]:
            raise OptionError(f"table {table!r} takes {wanted[table]} numbers, the modified die last")
        die = numbers[-1]
        if table == "field_battle":
            lost, fatal = setup.field(numbers[0], die)
            return {"table": table, "strength": numbers[0], "die": die, "losses": lost, "eliminates": bool(fatal)}
        if table == "assault":
            damage, steps, fatal = setup.assault(numbers[0], die)
            return {"table": table, "die": die, "durability": damage, "steps": steps, "eliminates": bool(fatal)}
        if table == "siege":
            return {"table": table, "die": die, "result": setup.siege_result(die)}
        if not 0 <= numbers[0] <= setup.full_durability:
            raise OptionError(f"durability is 0 to {setup.full_durability}")
        return {"table": table, "die": die, "result": setup.lookup_surrender(numbers[0], die)}

    def conserved(self, position: Any) -> dict[str, int]:
        """No unit appears or vanishes; forces, zones and castles agree with each other."""
        g: GunyudenPosition = position
        fresh = g.clone()
        fresh.derive()
        wrong = sum(
            getattr(fresh, name) != getattr(g, name) for name in ("strong", "weak", "hold", "held", "shut", "exerts")
        )
        leaders = sum(
            g.leader[g.leader[u]] != g.leader[u] or (g.at[u] >= 0 and g.at[g.leader[u]] != g.at[u])
            for u in range(len(g.at))
        )
        stray = sum(g.at[u] >= 0 and not g.steps[u] for u in range(len(g.at)))
        mixed = sum(bool(g.outside(g.at[f], 0) and g.outside(g.at[f], 1)) for f in g.forces())
        return {
            "units": len(g.at),
            "zones out of step": wrong,
            "units without a leader": leaders,
            "units without steps": stray,
            "enemies in one hex": mixed,
        }
