"""Conquest of Kanto: the game's interface to the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gunki.core.definition.data_tables import Row
from gunki.core.definition.game import MatchOption
from gunki.core.definition.setup import OptionValue
from gunki.games.kanto.bot.evaluation import evaluate
from gunki.games.kanto.oracle.exclusive_rules import KantoOracle
from gunki.games.kanto.rules import points, scenarios, sequence, victory
from gunki.games.kanto.setup import KantoSetup
from gunki.games.kanto.show.event_roles import EVENT_ROLES
from gunki.games.kanto.state.position import KantoPosition
from gunki.games.kanto.state.procedure_fields import FIELDS
from gunki.series.gunyuden.game import BASIC_OPTIONS, GunyudenGame

YES_NO = (True, False)
NO_YES = (False, True)

KantoPosition.FIELDS, KantoPosition.ROOT = FIELDS, sequence.Campaign.__name__
KantoPosition.ENDINGS = victory.ENDINGS


class Kanto(GunyudenGame):
    id = "kanto"
    seats = ("uesugi", "takeda", "hojo")
    scenarios = ("heaven_and_earth", "kenshin_crosses_the_mountains", "conquest_of_kanto", "mimase_pass")
    rules_version = 3
    folder = Path(__file__).parent
    event_roles = EVENT_ROLES
    milestones = ("killed", "castle_taken", "army_gone")
    match_options = (
        *BASIC_OPTIONS,
        MatchOption("odawara_mountain_waived", True, YES_NO, "T-02"),
        MatchOption("odawara_auto_invest", True, YES_NO, "T-06"),
        MatchOption("odawara_replenish", "castle", ("castle", "castle and troops"), "T-08"),
        MatchOption("satake_source", "entry hexes", ("entry hexes", "none"), "T-12"),
        MatchOption("warlord_values", "counters", ("counters", "list"), "T-15"),
        MatchOption("scenario1_spoils", True, YES_NO, "T-41"),
        MatchOption("scenario2_takeda", "neutral", ("neutral", "hojo ally if provoked"), "T-16"),
        MatchOption("scenario3_turns", 24, (24, 20, 16), "T-17"),
        MatchOption("shrine_counts_kenshin", False, NO_YES, "T-27"),
        MatchOption("abandoned_castles_score", False, NO_YES, "T-36"),
    )

    rules = sequence.RULES

    def evaluate(self, position: Any, seat: int) -> int:
        return evaluate(position, seat)

    def build(
        self, scenario: str, options: dict[str, OptionValue], tables: dict[str, Any], origin: dict[str, str]
    ) -> KantoSetup:
        board = self.map_for(tables, origin)
        return KantoSetup(scenario, options, tables, origin, board, self.seats_in(scenario), self.rules)

    def oracle(self, setup: Any) -> KantoOracle:
        return KantoOracle(setup)

    def make_empty_position(self, setup: Any) -> KantoPosition:
        return KantoPosition(setup)

    def complete(self, g: Any, row: Row) -> None:
        state = row.entries("state") if row.has("state") else {}
        if g.stage and "vigil" not in state:
            scenarios.stage_begins(g)  # 37(7)-2: units at the shrine count as present since the stage began
        if "waived" not in state:
            scenarios.apply_earlier_entries(g)
        scenarios.check_counts(g)

    def find_acting_force(self, g: Any) -> int:
        """Return the acting force, also one that moves before the first turn (36(8)-2)."""
        before = (f.force for f in g.stack if isinstance(f, scenarios.MovesBefore) and f.step != "start")
        return next(before, super().find_acting_force(g))

    def points(self, g: Any) -> tuple[int, ...]:
        return points.scores(g)

    def scoring(self, g: Any) -> dict[str, list[dict[str, Any]]]:
        return points.breakdown(g)

    def conditions(self, position: Any) -> list[dict[str, Any]]:
        return points.conditions(position)

    def list_charts(self, setup: Any) -> list[dict[str, Any]]:
        return [*super().list_charts(setup), *points.charts(setup)]


GAME = Kanto()
