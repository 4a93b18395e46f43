"""Hideyoshi's War Chronicle, as the engine uses it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from gunki.core.definition.data_tables import Row
from gunki.core.definition.game import MatchOption, OscillatingMove
from gunki.core.definition.setup import OptionValue
from gunki.core.errors import OptionError, PositionError
from gunki.core.rules.decision import Act
from gunki.core.show.part_memo import PartMemo
from gunki.games.hideyoshi.bot.candidates import bot_candidates
from gunki.games.hideyoshi.bot.evaluation import evaluate
from gunki.games.hideyoshi.oracle.exclusive_rules import HideyoshiOracle
from gunki.games.hideyoshi.rules import sequence
from gunki.games.hideyoshi.rules.scenarios import points, starting_position, victory
from gunki.games.hideyoshi.setup import HideyoshiSetup
from gunki.games.hideyoshi.show import charts, overlays
from gunki.games.hideyoshi.show.event_roles import EVENT_ROLES
from gunki.games.hideyoshi.show.scene import HideyoshiScene
from gunki.games.hideyoshi.show.view_parts import view_fields
from gunki.games.hideyoshi.state.position import HideyoshiPosition
from gunki.games.hideyoshi.state.procedure_fields import FIELDS
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.game import BASIC_OPTIONS
from gunki.series.gunyuden_revised.game import RevisedGame

YES_NO = (True, False)
NO_YES = (False, True)

HideyoshiPosition.FIELDS, HideyoshiPosition.ROOT = FIELDS, sequence.Campaign.__name__
HideyoshiPosition.ENDINGS = victory.ENDINGS


class Hideyoshi(RevisedGame):
    id = "hideyoshi"
    seats = ("hashiba", "anti_hashiba")
    scenarios = ("tennozan", "shizugatake", "komaki_nagakute")
    KEYS = (*RevisedGame.KEYS, "clans")
    rules_version = 2
    rules = sequence.RULES
    folder = Path(__file__).parent
    LOOKUP_TABLES: ClassVar[Mapping[str, str]] = {
        **RevisedGame.LOOKUP_TABLES,
        "mori": "STRENGTH DIE",
        "saika": "STRENGTH DIE",
        "clan": "CLAN DIE",
    }
    overlays = (*RevisedGame.overlays, overlays.BANS)
    signs = (*RevisedGame.signs, "capital", "key")
    orders_per_beginning = 4
    benchmark_reference = ("kanto", "conquest_of_kanto")
    event_roles = EVENT_ROLES
    milestones = (
        "killed",
        "castle_taken",
        "castle_occupied",
        "army_gone",
        "joined",
        "peace",
        "left_echizen",
        "declared",
    )
    match_options = (
        *BASIC_OPTIONS,
        MatchOption("decisive_rule", "all units hit", ("all units hit", "first edition"), "R-2"),
        MatchOption("communication_range", "revised 8", ("revised 8", "first edition"), "R-10"),
        MatchOption("assault_rule", "both sides roll", ("both sides roll", "first edition"), "R-4"),
        MatchOption("surrender_results", "eight", ("eight", "three"), "R-6"),
        MatchOption("ambush", True, YES_NO, "R-8"),
        MatchOption("lesser_daimyo_force", "one clan", ("one clan", "letter"), "Y-05"),
        MatchOption("chugoku_counts", "on castle hexes", ("on castle hexes", "garrisoned only"), "Y-06"),
        MatchOption("akechi_battle_modifier", "decisive", ("decisive", "any field battle"), "Y-20"),
        MatchOption("oda_sons_stars", 1, (1, 2), "Y-43"),
        MatchOption("akechi_reinforcements", "by result", ("by result", "all at once"), "Y-30"),
        MatchOption("shibata_snow_die", 6, (6, 1), "Y-33"),
        MatchOption("shibata_release", "for good", ("for good", "that turn"), "Y-33"),
        MatchOption("mino_freeze", "all", ("all", "three clans"), "Y-35"),
        MatchOption("saika_negoro_roll", "each", ("each", "together"), "Y-39"),
        MatchOption("lesser_vanish_with_overlord", True, YES_NO, "Y-45"),
        MatchOption("nobunaga_acts", False, NO_YES, "35.9"),
        MatchOption("lesser_main_castle", "own or overlord", ("own or overlord", "own"), "Y-55"),
        MatchOption("losses_scored", "all", ("all", "killed or surrendered"), "Y-57"),
        MatchOption("tennozan_castles", "owned", ("owned", "opened"), "Y-59"),
        MatchOption("sakai_units", "side", ("side", "clan"), "Y-42"),
    )

    def evaluate(self, position: Any, seat: int) -> int:
        return evaluate(position, seat)

    def bot_candidates(self, position: Any, avoid: Collection[OscillatingMove]) -> Sequence[Act] | None:
        return bot_candidates(position)

    def oracle(self, setup: Any) -> HideyoshiOracle:
        return HideyoshiOracle(setup)

    def build(
        self, scenario: str, options: dict[str, OptionValue], tables: dict[str, Any], origin: dict[str, str]
    ) -> HideyoshiSetup:
        board, rules = self.map_for(tables, origin), sequence.rules(scenario, options)
        return HideyoshiSetup(scenario, options, tables, origin, board, self.seats_in(scenario), rules)

    def read(self, g: Any, row: Row) -> None:
        """Read a composed position. Its table `clans` names the seat for which each clan fights."""
        if row.has("clans"):
            clans, seat_names = row.sub("clans"), (*self.seats, "neutral")
            for clan in clans.entries_all():
                if clan not in g.setup.armies:
                    raise PositionError(f"clans.{str(clan)[:40]}: no such clan")
                seat = clans.word(clan, seat_names)
                number = self.seats.index(seat) if seat in self.seats else -1
                g.seat_of = replace_value(g.seat_of, g.setup.armies.index(clan), number)
            g.derive()
        super().read(g, row)

    def complete(self, g: Any, row: Row) -> None:
        """Complete a composed position with the earlier events that it implies.

        Dead units count as lost, for example, and northern units outside Echizen as having left it.
        """
        state = row.entries("state") if row.has("state") else {}
        starting_position.check_scenario(g)
        starting_position.apply_earlier_events(g, state)

    def make_empty_position(self, setup: Any) -> HideyoshiPosition:
        return HideyoshiPosition(setup)

    def deploy_scenario(self, setup: Any) -> HideyoshiPosition:
        g: HideyoshiPosition = super().deploy_scenario(setup)
        starting_position.muster_beside(g)
        if setup.besieged_castle >= 0:
            starting_position.lay_siege(g)
        return g

    def points(self, g: Any) -> tuple[int, ...]:
        return points.scores(g)

    def scoring(self, g: Any) -> dict[str, list[dict[str, Any]]]:
        return points.breakdown(g)

    def conditions(self, position: Any) -> list[dict[str, Any]]:
        return victory.conditions(position)

    # -- seeing -------------------------------------------------------------------------------------------------------

    def public_view(self, position: Any, memo: PartMemo) -> dict[str, Any]:
        own = {key: memo.keep(key, part) for key, part in view_fields(position).items()}
        return {**super().public_view(position, memo), **own}

    def landmarks(self, setup: Any) -> dict[int, tuple[str, str]]:
        """Return the landmarks. Kyoto and Sakai are among them in the scenarios that use these places."""
        marks = super().landmarks(setup)
        if setup.kyoto >= 0:
            marks[setup.kyoto] = ("place", "kyoto")
        if setup.komaki is not None:
            marks[setup.komaki.sakai] = ("place", "sakai")
        return marks

    def public_scene(self, setup: Any, view: Mapping[str, Any], memo: PartMemo) -> dict[str, Any]:
        return HideyoshiScene(setup, view, memo).table()

    def overlay(
        self, position: Any, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None
    ) -> dict[str, Any]:
        if name == overlays.BANS:
            return overlays.bans(position, seat, place)
        return super().overlay(position, seat, name, place, act)

    def list_charts(self, setup: Any) -> list[dict[str, Any]]:
        return [*super().list_charts(setup), *charts.charts(setup)]

    # -- studying -----------------------------------------------------------------------------------------------------

    def look_up(self, setup: Any, table: str, numbers: list[int]) -> dict[str, Any]:
        """Look up a result in a chart of the series or of this game.

        This game's own charts are `mori STRENGTH DIE`, `saika STRENGTH DIE` (32, 36.7-9) and `clan CLAN DIE` (QR-CLAN).
        """
        if table in ("mori", "saika"):
            strength, die = numbers
            least = setup.movements[table == "saika"].least_die(strength)
            return {"table": table, "strength": strength, "die": die, "least": least, "summoned": die >= least}
        if table == "clan":
            army, die = numbers
            if army not in setup.clans.armies:
                raise OptionError(f"no die is thrown for {setup.armies[army]!r}; clans of the table: "
                                  f"{', '.join(setup.armies[other] for other in setup.clans.armies)}")  # fmt: skip
            return {"table": table, "army": setup.armies[army], "die": die, **_describe_joining(setup, army, die)}
        return super().look_up(setup, table, numbers)


def _describe_joining(setup: HideyoshiSetup, army: int, die: int) -> dict[str, Any]:
    """Return what a modified die means for a clan.

    It is the side that the clan takes (35.8(1)-3), or whether the clan acts in the first turn (35.8(1)-3(a)).
    """
    outcome = setup.clans.outcome(army, die)
    if army in setup.clans.begin:
        return {"acts": bool(outcome)}
    return {"seat": {"hashiba": "hashiba", "akechi": "anti_hashiba"}.get(outcome, "neutral")}


GAME = Hideyoshi()
