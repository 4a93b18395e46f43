"""The `Game` object of Kenshin's Arrival in Kyoto: joins rules, tables, bots, composed positions and displays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from gunki.core.compose import position_document
from gunki.core.definition.data_tables import Row
from gunki.core.definition.game import MatchOption, OscillatingMove
from gunki.core.definition.oracle import Oracle
from gunki.core.definition.setup import OptionValue
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import GameOver, Procedure
from gunki.core.show.part_memo import PartMemo
from gunki.core.state.position import Position
from gunki.games.kenshin import procedures
from gunki.games.kenshin.bot.candidates import bot_candidates
from gunki.games.kenshin.bot.evaluation import evaluate
from gunki.games.kenshin.compose import contradictions, document
from gunki.games.kenshin.compose.document import upgrade_document
from gunki.games.kenshin.oracle.compare import KenshinOracle
from gunki.games.kenshin.rules import points, sequence, starting_position, victory
from gunki.games.kenshin.rules.naval.naval_lines import has_open_line
from gunki.games.kenshin.rules.turn_start.turn_start_phase import STEPS, TurnStart
from gunki.games.kenshin.setup import SEATS, KenshinSetup
from gunki.games.kenshin.show import chart_lookup, charts, odds, overlays, view_parts
from gunki.games.kenshin.show.event_roles import EVENT_ROLES
from gunki.games.kenshin.show.scene import KenshinScene
from gunki.games.kenshin.state.position import KenshinPosition
from gunki.games.kenshin.state.procedure_fields import FIELDS
from gunki.series.forces_and_castles.game import ForcesGame

NO_YES = (False, True)

KenshinPosition.FIELDS, KenshinPosition.ROOT = FIELDS, sequence.Campaign.__name__
KenshinPosition.ENDINGS = victory.ENDINGS
KenshinPosition.PROCEDURES = procedures.PROCEDURES


class Kenshin(ForcesGame):
    id = "kenshin"
    seats = SEATS
    scenarios = ("campaign",)
    KEYS = (*ForcesGame.KEYS, "step", "score", "ships", "clans")
    rules_version = 2
    folder = Path(__file__).parent
    orders_per_beginning = 4
    benchmark_reference = ("kanto", "conquest_of_kanto")
    overlays = overlays.OVERLAYS
    event_roles = EVENT_ROLES
    ownership_field = "holder"
    milestones = ("killed", "castle_fell", "kyoto_entered", "event", "score")
    signs = (
        *ForcesGame.signs, "ability", "action", "taisho", "samuraidaisho", "busho", "ship", "ironclad", "cargo",
        "sheltered", "exposed", "engages", "engaged", "fortified", "crowd", "capital",
    )  # fmt: skip
    match_options = (
        MatchOption("river_defender", -1, (-1, 1, 0), "K-01"),
        MatchOption("fortification_attacker", 0, (0, -1), "K-04"),
        MatchOption("split_defence", False, NO_YES, "K-08"),
        MatchOption("pursuit_literal", False, NO_YES, "K-10"),
        MatchOption("mori_advance_busho", 2, (2, 1), "K-18"),
        MatchOption("mori_result_5", "2B", ("2B", "1C+1B"), "K-19"),
        MatchOption("mori_castle_modifier", "captor", ("captor", "literal"), "K-20"),
        MatchOption("ukita_defection_removes", "mori+ukita", ("mori+ukita", "mori", "ukita"), "K-21"),
        MatchOption("attrition_base", "steps", ("steps", "units"), "K-22"),
        MatchOption("kyoto_cumulative", False, NO_YES, "K-30"),
        MatchOption("one_die_per_side", False, NO_YES, "K-34"),
        MatchOption("oda_replenishment_pool", "sum", ("sum", "per_centre"), "K-38"),
        MatchOption("engage_single_force", False, NO_YES, "K-56"),
        MatchOption("japan_sea_ports", False, NO_YES, "K-68"),
        MatchOption("optional_units", False, NO_YES, "23"),
    )

    def build(
        self, scenario: str, options: dict[str, OptionValue], tables: dict[str, Any], origin: dict[str, str]
    ) -> KenshinSetup:
        return KenshinSetup(scenario, options, tables, origin, self.map_for(tables, origin))

    def make_empty_position(self, setup: Any) -> KenshinPosition:
        return KenshinPosition(setup)

    def deploy_scenario(self, setup: Any) -> KenshinPosition:
        return starting_position.lay_out(super().deploy_scenario(setup))

    def opening(self) -> Procedure:
        return sequence.Campaign()

    def evaluate(self, position: Any, seat: int) -> int:
        return evaluate(position, seat)

    def bot_candidates(self, position: Any, avoid: Collection[OscillatingMove]) -> Sequence[Act] | None:
        return bot_candidates(position)

    def resignation_outcome(self, position: Any, seat: int) -> GameOver:
        return victory.resign(position, seat)

    # -- charts -------------------------------------------------------------------------------------------------------

    LOOKUP_TABLES: ClassVar[Mapping[str, str]] = {
        "combat": "STRENGTH DIE",
        "siege": "RANK DIE",
        "attrition": "STEPS DIE",
        "event": "SCORE DIE",
        "minor_daimyo": "DIE",
        "mori": "DIE",
        "replenishment": "CLAN DIE",
        "castle_points": "DURABILITY",
        "pursuit": "DIFFERENCE DIE",
    }

    def look_up(self, setup: Any, table: str, numbers: list[int]) -> dict[str, Any]:
        return {"table": table, **chart_lookup.look_up(setup, table, numbers)}

    # -- composed positions -------------------------------------------------------------------------------------------

    def compose(self, setup: Any, document: Mapping[str, Any]) -> Position:
        return super().compose(setup, upgrade_document(document))

    def experiment(self, setup: Any, row: Row) -> tuple[Any, Row]:
        ground, row = super().experiment(setup, row)
        return document.other_values(ground, row)

    def read(self, g: Any, row: Row) -> None:
        if row.has("empty") and row.is_true("empty"):
            document.clear_board(g)
        position_document.read_top(g, row)
        state = row.entries("state") if row.has("state") else {}
        if row.has("clans"):
            document.read_clans(g, row)
        position_document.read_state(g, {name: state[name] for name in ("seat_of", "araki_rebellion") if name in state})
        starting_position.rebels_join(g)
        g.derive()
        if row.has("castles"):
            document.read_castles(g, row)
        if row.has("units"):
            document.read_units(g, row)
        if row.has("ships"):
            document.read_ships(g, row)
        position_document.read_state(g, state)
        starting_position.settle_investments(g, row)

    def check(self, g: Any, stack: Any) -> None:
        contradictions.check_contradictions(g, stack)

    def times(self, g: Any) -> dict[str, tuple[str, ...]]:
        return {"phase": g.setup.phases, "step": STEPS, "to_act": SEATS}

    def resume_stack(self, g: Any, row: Row) -> list[Procedure]:
        """Return a stack that begins with the phase `phase`; `step` is its step if it is the Turn Start Phase.

        Without `phase` the stack begins with the Movement Phase of `to_act`.
        """
        names = g.setup.phases
        name = f"{row.word('to_act')}_movement" if row.has("to_act") else "uesugi_movement"
        name = row.word("phase") if row.has("phase") else name
        g.phase = names.index(name)
        procedure = sequence.TURN[g.phase].make()
        if row.has("step"):
            if not isinstance(procedure, TurnStart):
                raise row.bad("step", 'nothing, or phase = "turn_start"')
            procedure.step = row.word("step")
        return [self.opening_at("next_phase"), procedure]

    def write_units(self, g: KenshinPosition, numbers: Sequence[int]) -> dict[str, Any]:
        return document.write_units(g, numbers)

    def write_castles(self, g: KenshinPosition, numbers: Sequence[int]) -> dict[str, Any]:
        return document.write_castles(g, numbers)

    def describe(self, position: Any) -> dict[str, Any]:
        return document.complete_document(position, super().describe(position))

    # -- views and displays -------------------------------------------------------------------------------------------

    def landmarks(self, setup: Any) -> dict[int, tuple[str, str]]:
        return {**super().landmarks(setup), setup.kyoto: ("place", "kyoto")}

    def view_time(self, g: KenshinPosition) -> dict[str, Any]:
        return view_parts.time(g)

    def oracle(self, setup: Any) -> Oracle:
        """Return the oracle: an independent calculation written from the rulebook."""
        return KenshinOracle(setup)

    def points(self, g: Any) -> tuple[int, ...]:
        return victory.points(g)

    def scoring(self, g: Any) -> dict[str, list[dict[str, Any]]]:
        return points.breakdown(g)

    def conditions(self, position: Any) -> list[dict[str, Any]]:
        return view_parts.conditions(position)

    def public_view(self, position: Any, memo: PartMemo) -> dict[str, Any]:
        own = {key: memo.keep(key, part) for key, part in view_parts.view_fields(position).items()}
        return {**super().public_view(position, memo), **own}

    def unit_layers(self, g: KenshinPosition) -> list[Any]:
        """Return the layers of units. The last layer holds the ship that carries each unit."""
        carriers = {unit: ship for ship, unit in enumerate(g.cargo) if unit >= 0}
        return [*super().unit_layers(g), [carriers.get(unit, -1) for unit in range(len(g.setup.units))]]

    def view_units(self, g: KenshinPosition, numbers: Sequence[int], layers: Sequence[Any]) -> dict[str, Any]:
        return view_parts.complete_units(g, numbers, super().view_units(g, numbers, layers))

    def castle_layers(self, g: KenshinPosition) -> list[Any]:
        """Return the layers of castles.

        The last layer says whether each castle is a port with an open naval line (16-1).
        """
        return [*super().castle_layers(g), [has_open_line(g, castle) for castle in range(len(g.setup.castles))]]

    def view_castles(self, g: KenshinPosition, numbers: Sequence[int], layers: Sequence[Any]) -> dict[str, Any]:
        return view_parts.view_castles(g, numbers, layers[-1])

    def public_scene(self, setup: Any, view: Mapping[str, Any], memo: PartMemo) -> dict[str, Any]:
        return KenshinScene(setup, view, memo).table()

    def overlay(
        self, position: Any, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None
    ) -> dict[str, Any]:
        return overlays.overlay(position, seat, name, place, act)

    def rolls_at_once(self, position: Any, seat: int, act: Act) -> bool:
        return odds.rolls_at_once(position, seat, act)

    def list_charts(self, setup: Any) -> list[dict[str, Any]]:
        return charts.charts(setup)

    def benchmark_tasks(self, g: Any) -> Mapping[str, Callable[[], Any]]:
        return view_parts.benchmark_tasks(g)


GAME = Kenshin()
