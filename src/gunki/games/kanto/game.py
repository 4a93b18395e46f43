"""Conquest of Kanto, as the engine asks for it."""

from __future__ import annotations

import random
import tomllib
from functools import cached_property, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gunki.board.hexmap import HexMap
from gunki.core.data import Row, Tables
from gunki.core.errors import DataError
from gunki.core.game import MatchOption, OptionValue
from gunki.core.procedure import Procedure
from gunki.games.kanto import points, scenarios, sequence, victory
from gunki.games.kanto.evaluation import evaluate
from gunki.games.kanto.fields import FIELDS, STATE
from gunki.games.kanto.position import KantoPosition
from gunki.games.kanto.setup import KantoSetup
from gunki.series.forces_and_castles import deployment
from gunki.series.gunyuden.game import BASIC_OPTIONS, GunyudenGame

YES_NO = (True, False)
NO_YES = (False, True)

KantoPosition.FIELDS, KantoPosition.ROOT = FIELDS, sequence.Campaign.__name__
KantoPosition.ENDINGS = victory.ENDINGS


@lru_cache(maxsize=4)
def board(sheets: tuple[tuple[str, str], ...] = ()) -> HexMap:
    """The map, with the lines that a player has corrected."""
    folder = Path(__file__).parent / "map"
    if not sheets:
        return HexMap.load(folder)
    with TemporaryDirectory() as mine:
        for name, text in sheets:
            (Path(mine) / f"{name}.csv").write_text(text, encoding="utf-8")
        return HexMap.load(folder, Path(mine))


def corrected(tables: dict[str, Any], origin: dict[str, str]) -> tuple[tuple[str, str], ...]:
    known = ("hexes", "sides")
    row = Tables(tables, origin).row("corrections")
    names = [name for name in row.entries_all() if name not in ("source", "why")]
    for name in names:
        if name not in known:
            raise DataError(f"{name[:40]}.csv: no such sheet; known: {', '.join(f'{k}.csv' for k in known)}")
    return tuple(sorted((name, row.word(name)) for name in names))


class Kanto(GunyudenGame):
    id = "kanto"
    seats = ("uesugi", "takeda", "hojo")
    scenarios = ("heaven_and_earth", "kenshin_crosses_the_mountains", "conquest_of_kanto", "mimase_pass")
    rules_version = 2
    folder = Path(__file__).parent
    milestones = ("killed", "castle_taken", "army_gone")
    match_options = (
        *BASIC_OPTIONS,
        MatchOption("odawara_mountain_waived", True, YES_NO, "T-02"),
        MatchOption("odawara_auto_invest", True, YES_NO, "T-06"),
        MatchOption("odawara_replenish", "castle", ("castle", "castle and troops"), "T-08"),
        MatchOption("satake_source", "entry hexes", ("entry hexes", "none"), "T-12"),
        MatchOption("warlord_values", "counters", ("counters", "list"), "T-15"),
        MatchOption("scenario2_takeda", "neutral", ("neutral", "hojo ally if provoked"), "T-16"),
        MatchOption("scenario3_turns", 24, (24, 20, 16), "T-17"),
        MatchOption("shrine_counts_kenshin", False, NO_YES, "T-27"),
        MatchOption("abandoned_castles_score", False, NO_YES, "T-36"),
    )

    STATE = STATE

    def evaluate(self, position: Any, seat: int) -> int:
        return evaluate(position, seat)

    def seats_in(self, scenario: str) -> tuple[str, ...]:
        return self._seats[scenario]

    @cached_property
    def _seats(self) -> dict[str, tuple[str, ...]]:
        """By scenario: from its file alone, so that who only asks for this does not wait for all tables."""
        rows = tomllib.loads((self.folder / "data" / "scenarios.toml").read_text(encoding="utf-8"))["scenario"]
        return {row["id"]: tuple(row["seats"]) for row in rows}

    def build(
        self, scenario: str, options: dict[str, OptionValue], tables: dict[str, Any], origin: dict[str, str]
    ) -> KantoSetup:
        sheets = corrected(tables, origin)
        return KantoSetup(scenario, options, tables, origin, board(sheets), self.seats_in(scenario), sequence.RULES)

    def bare(self, setup: Any) -> KantoPosition:
        return KantoPosition(setup)

    def deployed(self, setup: Any) -> KantoPosition:
        g = KantoPosition(setup)
        deployment.deploy(g)
        return g

    def opening(self) -> Procedure:
        return sequence.Campaign()

    def going_on(self) -> Procedure:
        return sequence.Campaign(step="next_phase")

    def complete(self, g: Any, row: Row) -> None:
        said = row.entries("state") if row.has("state") else {}
        if g.stage and "vigil" not in said:
            scenarios.stage_begins(g)  # 37(7)-2: who stands at the shrine has been there since the stage began
        if "waived" not in said:
            scenarios.already_there(g)
        scenarios.check_counts(g)

    def points(self, g: Any) -> tuple[int, ...]:
        return points.scores(g)

    def scoring(self, g: Any) -> dict[str, list[dict[str, Any]]]:
        return points.breakdown(g)

    def conditions(self, g: Any) -> list[dict[str, Any]]:
        return points.conditions(g)

    def charts_shown(self, setup: Any) -> list[dict[str, Any]]:
        return [*super().charts_shown(setup), *points.charts(setup)]

    def sample(self, position: Any, seat: int, rng: random.Random) -> KantoPosition:
        g: KantoPosition = position.clone()
        if g.stack:
            g.reawait()
        return g


GAME = Kanto()
