"""The game Road to Honganji as the engine sees it: its implementation of the interface `Game`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from gunki.core.compose import position_document
from gunki.core.definition.data_tables import Row
from gunki.core.definition.game import MatchOption
from gunki.core.definition.setup import OptionValue
from gunki.core.rules.procedure import Ask, Procedure, index_by_name, procedures_in
from gunki.core.show import score
from gunki.core.state.position import Position
from gunki.games.honganji.bot.evaluation import evaluate
from gunki.games.honganji.compose import document
from gunki.games.honganji.rules import actions, control, ordered_marches, refusal_reasons, sequence, victory
from gunki.games.honganji.rules.cards import effects, order_events, plot_events, unit_events
from gunki.games.honganji.setup import SIDES, THREE_PLAYERS, HonganjiSetup
from gunki.games.honganji.show.event_roles import EVENT_ROLES
from gunki.games.honganji.state.position import OUT, HonganjiPosition
from gunki.games.honganji.state.procedure_fields import FIELDS
from gunki.series.areas_and_cards.compose import document as area_document
from gunki.series.areas_and_cards.game import FOLDER, AreaGame, Chart
from gunki.series.areas_and_cards.rules import combat, continued_combat, movement
from gunki.series.areas_and_cards.show.scene import mark, text_name
from gunki.series.areas_and_cards.state.position import DEAD

YES_NO = (False, True)
#: 9-2, 11-2: the sources of points. Each has "area" if its text names an area, otherwise ""; then its clause.
SOURCES = {
    "capital": ("area", "9-2(1)"),
    "areas": ("area", "9-2(2)"),
    "inherited": ("area", "11-2"),
    "killed_nobunaga": ("", "9-2(3)"),
    "revenge": ("", "9-2(4)"),
    "adviser": ("", "9-2(5)"),
}

HonganjiPosition.PROCEDURES = index_by_name(
    procedures_in(
        sequence, actions, effects, order_events, plot_events, unit_events, control, movement, combat, continued_combat
    )
)
HonganjiPosition.REASONS_NOT_ASKED = staticmethod(refusal_reasons.reasons_not_asked)
HonganjiPosition.FIELDS, HonganjiPosition.ROOT = FIELDS, sequence.Road.__name__
HonganjiPosition.ENDINGS, HonganjiPosition.TURN = victory.ENDINGS, sequence.TURN


class Honganji(AreaGame):
    id = "honganji"
    seats = ("akechi", "shibata", "tokugawa", "hashiba")
    scenarios = ("four_players", THREE_PLAYERS)
    rules_version = 3
    folder = Path(__file__).parent
    signs = ("military", "star", "strategist", "castle", "points", "key")
    event_roles = EVENT_ROLES
    milestones = ("nobunaga_fell", "rebelled", "knocked_out")
    shared_texts = (FOLDER / "text",)
    match_options = (
        MatchOption("more_petitions", False, YES_NO, "11-1"),
        MatchOption("inherited_areas", False, YES_NO, "11-2"),
        MatchOption("kenshin_value", 3, (3, 5), "H-03"),
        MatchOption("flee_to", "own_units", ("own_units", "any"), "H-22"),
        MatchOption("strict_rebellion_list", False, YES_NO, "H-36"),
        MatchOption("payment", "after", ("after", "before"), "H-49"),
        MatchOption("no_petition_after_nobunaga", False, YES_NO, "H-55"),
        MatchOption("idle_events", False, YES_NO, "H-70"),
        MatchOption("greater_lists", "4-2", ("4-2", "any"), "H-72"),
    )

    def seats_in(self, scenario: str) -> tuple[str, ...]:
        return tuple(s for s in self.seats if s != "tokugawa") if scenario == THREE_PLAYERS else self.seats

    def build(
        self, scenario: str, options: dict[str, OptionValue], tables: dict[str, Any], origin: dict[str, str]
    ) -> HonganjiSetup:
        return HonganjiSetup(scenario, options, tables, origin, self.seats_in(scenario))

    def empty_position(self, setup: Any) -> HonganjiPosition:
        return HonganjiPosition(setup)

    def root_procedure(self) -> sequence.Road:
        return sequence.Road()

    # -- composed positions ---------------------------------------------------------------------------------------

    KEYS = (
        "empty", "turn", "phase", "to_act", "used", "order", "status", "nobunaga_killer", "adviser", "revenge",
        "slandered", "killed_by", "flipped", "areas", "hands", "discards", "dead", "stack", "state",
    )  # fmt: skip

    TURN = sequence.TURN

    def compose_first(self, g: HonganjiPosition, row: Row) -> None:
        """Read how many of the Neutral armies in each area are flipped Oda armies.

        These are not among the Neutral counters.
        """
        flipped = row.sub("flipped") if row.has("flipped") else Row({}, "flipped")
        for name in document.check_names(flipped, g.setup.map.names):
            count = flipped.integer(name, 0, g.setup.counters[g.setup.oda])
            g.flipped[g.setup.map.names.index(name)] = count
            g.pool[g.setup.neutral_clan] += count

    def compose_own(self, g: HonganjiPosition, row: Row) -> None:
        document.read_players(g, row)
        document.read_points(g, row)
        if row.has("slandered"):
            seats = g.setup.seats
            g.slandered = sum(1 << seats.index(name) for name in set(row.words("slandered", seats)))
        if row.has("used"):
            row.is_true("used")  # checked here, because no other code reads it if the document has a stack
        document.check_units(g)

    def compose_phase(self, g: HonganjiPosition, row: Row) -> list[Procedure]:
        phase = row.word("phase") if row.has("phase") else "action"
        if phase != "action":
            return [self.whole_game(phase, under_way=False)]
        if not g.order:
            raise row.bad("order", "one seat at least")
        to_act = g.order[0]
        if row.has("to_act"):
            to_act = g.setup.seats.index(row.word("to_act"))
            if to_act not in g.order:
                raise row.bad("to_act", "a seat in the order")
        g.used = int(row.is_true("used")) if row.has("used") else 0
        stack: list[Procedure] = [
            self.whole_game("action", under_way=True),
            actions.ActionPhase(place=g.order.index(to_act), step="turn"),
        ]
        if g.used:
            stack[-1].step = "next_player"
            stack.append(actions.ActionTurn(to_act))
        return stack

    def compose_state(self, g: HonganjiPosition, state: Row) -> None:
        owner = g.owner[:]
        position_document.read_state(g, state.entries_all())
        document.check_state(g, owner)

    def describe(self, position: Any) -> dict[str, Any]:
        g: HonganjiPosition = position
        out = {
            **position_document.write_top(g),
            "phase": self.phase(g),
            **area_document.write_board(g),
            **area_document.write_cards(g),
            "state": position_document.write_state(g),
        }
        del out["in_effect"]  # no card of this game has a lasting effect
        if g.stack:
            out["stack"] = position_document.write_stack(g)
        return out

    # -- views and bots -------------------------------------------------------------------------------------------

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        g: HonganjiPosition = position
        setup, seats = g.setup, g.setup.seats
        deciding = g.wait.who if isinstance(g.wait, Ask) else g.order[0] if g.order else 0
        acting = next((frame.seat for frame in g.stack if isinstance(frame, actions.ActionTurn)), deciding)
        # For each area: the player whose clan controls it. If no player has that clan: the side of the clan.
        powers = []
        for owner in g.control:
            player = setup.clan_seat[owner]
            powers.append(seats[player] if player >= 0 else SIDES[g.side_of(owner)])
        return {
            "game": self.id,
            "scenario": setup.scenario,
            "seat": None if seat is None else seats[seat],
            "phase": self.phase(g),
            "to_act": seats[acting],
            **area_document.view_board(g, seat, powers),
            **{key: value for key, value in position_document.write_top(g).items() if key != "killed_by"},
            "sides": {name: SIDES[g.side_of(clan)] for clan, name in enumerate(setup.clans)},
            "points": {name: g.points(s) for s, name in enumerate(seats)},
            "scoring": {
                name: score.parts(g.sources(s), SOURCES, {"area": setup.map.names}) for s, name in enumerate(seats)
            },
            "conditions": self.conditions(g),
            "cunning": {name: g.cunning(s) for s, name in enumerate(seats)},
            "defending": [setup.generals[u] for u, at in enumerate(g.at) if at >= 0 and g.fixed >> u & 1],
        }

    def conditions(self, position: Any) -> list[dict[str, Any]]:
        """Return whether Nobunaga is dead, and while he lives also how many greater daimyos are gone.

        While he lives, points win only for a vassal, and only when no greater daimyo is left (9-1(2), 9-1(3)).
        """
        g: HonganjiPosition = position
        setup = g.setup
        dead = g.at[setup.leader] == DEAD
        rest = [] if dead else [score.condition("greater_gone", None, g.count_greater_gone(), len(setup.greater))]
        return [score.condition("nobunaga_dead", None, int(dead), 1), *rest]

    def own_view(self, position: Any, seat: int) -> dict[str, Any]:
        return area_document.own_view(position, seat)

    def sample(self, position: Any, seat: int, rng: random.Random) -> Position:
        g: HonganjiPosition = position.clone()
        area_document.sample_hands(g, seat, rng)
        if g.stack:
            g.restore_wait()
        return g

    def evaluate(self, position: Any, seat: int) -> int:
        return evaluate(position, seat)

    def points(self, g: Any) -> tuple[int, ...]:
        return cast(HonganjiPosition, g).all_points()

    # -- invariants, board, scene and charts ----------------------------------------------------------------------

    def invariants(self, position: Any) -> dict[str, int]:
        """Return numbers that stay the same during a match, such as the armies of each clan.

        Oda armies still count as Oda's after they flipped to Neutral (8-4-1), even if they were then lost for good
        (H-25).
        """
        g: HonganjiPosition = position
        numbers = super().invariants(g)
        oda, neutral = (f"armies of {g.setup.clans[c]}" for c in (g.setup.oda, g.setup.neutral_clan))
        for seat, status in enumerate(g.status):
            if status == OUT:  # the player's pool and later losses leave the game (H-31)
                clan = g.setup.seat_clan[seat]
                numbers[f"armies of {g.setup.clans[clan]}"] = g.setup.counters[clan]
        flipped = sum(g.flipped)
        numbers[neutral] -= flipped
        numbers[oda] += flipped + g.fallen
        numbers["flipped without an army"] = sum(
            n > g.armies(g.setup.neutral_clan, area) for area, n in enumerate(g.flipped)
        )
        return numbers

    def place(self, setup: Any, area: int) -> dict[str, Any]:
        s: HonganjiSetup = setup
        return {"points": s.area_points[area], "key": area == s.capital}

    def action_movement(self, g: Any, seat: int) -> movement.UnitMovement:
        return ordered_marches.movement(g, seat)

    def marks(self, setup: Any, area: int) -> list[dict[str, Any]]:
        s: HonganjiSetup = setup
        points = [mark("points", value=s.area_points[area])] if s.area_points[area] else []
        return [*points, *([mark("key")] if area == s.capital else [])]

    def standings(self, setup: Any, view: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the status of each seat (vassal, rebel or out), with its leader (4-1, 10-1)."""
        leaders = {seat: setup.leaders[clan] for seat, clan in zip(setup.seats, setup.seat_clan, strict=True)}
        return {
            seat: {"status": status, "data": {"general": setup.generals[leaders[seat]]}, "out": status == "out"}
            for seat, status in view["status"].items()
        }

    def serves(self, setup: Any, view: Mapping[str, Any]) -> dict[str, str]:
        """Return the seat of each player's clan. A player commands no other clan."""
        return {setup.clans[clan]: seat for seat, clan in zip(setup.seats, setup.seat_clan, strict=True)}

    def counts(self, setup: Any, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the points in the order of play, with each player's status (9).

        Then return the cunning of each player (1-4).
        """
        seats = view["order"] or list(view["points"])
        points = [
            {"name": text_name("seat", seat), "side": seat, "value": view["points"][seat],
             "parts": view["scoring"][seat], "note": text_name("status", view["status"][seat])}
            for seat in seats
        ]  # fmt: skip
        cunning = [{"name": text_name("seat", seat), "side": seat, "value": view["cunning"][seat]} for seat in seats]
        return [
            {"name": text_name("scene", "points"), "rows": points},
            {"name": text_name("scene", "cunning"), "rows": cunning},
            *score.conditions_count(view["conditions"]),
        ]

    def charts(self, setup: Any) -> dict[str, Chart]:
        s: HonganjiSetup = setup
        return {
            "petition": lambda die: {"result": s.petition[die]},
            "death_in_battle": lambda die: {"result": "dead" if s.deadly[die] else "flee"},
        }


GAME = Honganji()
