"""The game Surrounding Nobunaga as the engine sees it: its implementation of the interface `Game`."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from gunki.core.compose import position_document
from gunki.core.definition.data_tables import Row
from gunki.core.definition.game import MatchOption, OscillatingMove
from gunki.core.definition.setup import OptionValue
from gunki.core.errors import PositionError
from gunki.core.rules.decision import Act
from gunki.core.rules.events import Event
from gunki.core.rules.procedure import Ask, Procedure, index_by_name, procedures_in
from gunki.core.show import score
from gunki.core.state.position import Position
from gunki.games.nobunaga.bot import candidates
from gunki.games.nobunaga.bot.evaluation import evaluate
from gunki.games.nobunaga.rules import (
    actions,
    control,
    optional_rules,
    ordered_marches,
    refusal_reasons,
    sequence,
    victory,
)
from gunki.games.nobunaga.rules.cards import effects
from gunki.games.nobunaga.setup import ANTI_ODA, ODA, POWERS, NobunagaSetup
from gunki.games.nobunaga.show.event_roles import EVENT_ROLES
from gunki.games.nobunaga.state.position import NobunagaPosition
from gunki.games.nobunaga.state.procedure_fields import FIELDS
from gunki.series.areas_and_cards.compose import document
from gunki.series.areas_and_cards.game import FOLDER, AreaGame, Chart
from gunki.series.areas_and_cards.rules import combat, continued_combat, movement
from gunki.series.areas_and_cards.show.scene import mark, reuse_drawing, text_name
from gunki.series.areas_and_cards.state.position import DEAD, TABLE, bits

SEATS = POWERS[:2]
YES_NO = (False, True)

NobunagaPosition.PROCEDURES = index_by_name(
    procedures_in(sequence, optional_rules, actions, effects, control, movement, combat, continued_combat)
)
NobunagaPosition.REASONS_NOT_ASKED = staticmethod(refusal_reasons.reasons_not_asked)
NobunagaPosition.FIELDS, NobunagaPosition.ROOT = FIELDS, sequence.Campaign.__name__
NobunagaPosition.ENDINGS, NobunagaPosition.TURN = victory.ENDINGS, sequence.TURN


class Nobunaga(AreaGame):
    id = "nobunaga"
    seats = SEATS
    scenarios = ("campaign",)
    rules_version = 2
    folder = Path(__file__).parent
    signs = ("military", "star", "strategist", "castle", "supply", "key")
    event_roles = EVENT_ROLES
    milestones = ("power_changed", "general_died")
    shared_texts = (FOLDER / "text",)
    match_options = (
        MatchOption("bid_supply_areas", False, YES_NO, "11-1"),
        MatchOption("bid_bonus_cards", False, YES_NO, "11-2"),
        MatchOption("successors", False, YES_NO, "11-3"),
        MatchOption("card_limit", False, YES_NO, "11-4"),
        MatchOption("move_limit", False, YES_NO, "11-5"),
        MatchOption("short_paradise", False, YES_NO, "11-6"),
        MatchOption("honganji_unschemed", False, YES_NO, "11-7"),
        MatchOption("long_warships", False, YES_NO, "11-8"),
        MatchOption("yamashiro_neutral", "last", ("last", "oda", "anti_oda"), "N-16"),
        MatchOption("idle_events", False, YES_NO, "N-19"),
        MatchOption("neutral_armies", "single", ("single", "together"), "N-28"),
        MatchOption("empty_areas", "keep", ("keep", "neutral"), "N-30"),
        MatchOption("army_value", "choice", ("choice", "without_general"), "N-39"),
        MatchOption("neutral_decider", "opponent", ("opponent", "attacker"), "N-43"),
        MatchOption("flee_to", "any", ("any", "safe"), "N-44"),
        MatchOption("scheming", "replace", ("replace", "add"), "N-52"),
    )

    def build(
        self, scenario: str, options: dict[str, OptionValue], tables: dict[str, Any], origin: dict[str, str]
    ) -> NobunagaSetup:
        return NobunagaSetup(scenario, options, tables, origin)

    def empty_position(self, setup: Any) -> NobunagaPosition:
        return NobunagaPosition(setup)

    def root_procedure(self) -> sequence.Campaign:
        return sequence.Campaign()

    # -- composed positions ---------------------------------------------------------------------------------------

    KEYS = (
        "empty", "turn", "phase", "to_act", "first", "passes", "areas", "markers", "hands", "discards", "dead",
        "in_effect", "stack", "state",
    )  # fmt: skip

    TURN = sequence.TURN

    def compose_own(self, g: NobunagaPosition, row: Row) -> None:
        self._compose_markers(g, row)
        acting = not row.has("phase") or row.word("phase") == "action"
        passes = row.integer("passes", 0, 1 if acting else 2) if row.has("passes") else 0
        g.passes = passes if acting else 0  # 6-2: two passes end the phase, and the count starts anew
        self._check_fallen(g, row)
        for card, where in enumerate(g.cards):
            if where == TABLE and not effects.EVENTS[g.setup.card[card].effect].is_lasting(g, card):
                raise PositionError(f"in_effect: {g.setup.cards[card]} has no lasting effect (6-10)")
        # 11-3 may apply to clans without living generals: their last general counts as dead since before this turn.
        for clan in range(len(g.setup.clans)):
            if g.roster[clan] and all(g.at[u] == DEAD for u in g.generals_of(clan)):
                g.widowed = [max(1, g.turn - 1) if c == clan else turn for c, turn in enumerate(g.widowed)]

    @staticmethod
    def _check_fallen(g: NobunagaPosition, row: Row) -> None:
        """Raise PositionError if Nobunaga is dead, because the game is over then (9(1)).

        If the document has a stack, he may have died in the combat under way. Raise it also if a successor is dead, or
        came while his clan still had a general (11-3).
        """
        if g.at[g.setup.leader] == DEAD and not row.has("stack"):
            raise PositionError(f"dead: {g.setup.generals[g.setup.leader]}: with his death the game is over (9(1))")
        for heir in g.setup.heirs:
            name, clan = g.setup.generals[heir], g.owner[heir]
            if g.at[heir] == DEAD:
                raise PositionError(f"dead: {name}: a fallen successor's counter is free again (11-3.p2)")
            if clan >= 0 and any(g.at[u] >= 0 for u in g.generals_of(clan) if u < heir):
                raise PositionError(f"areas: {name} succeeds nobody: {g.setup.clans[clan]} has a general (11-3)")

    def _compose_markers(self, g: NobunagaPosition, row: Row) -> None:
        if not row.has("markers"):
            return
        markers = row.sub("markers")
        for name in markers.entries_all():
            clan = g.setup.clans.index(name) if name in g.setup.clans else -1
            if clan < 0 or g.box[clan] < 0:
                raise PositionError(f"markers.{name}: no such diplomacy marker")
            g.box[clan] = markers.integer(name, 1, len(g.setup.boxes[g.setup.track[clan]])) - 1

    def time_entries(self, g: NobunagaPosition) -> dict[str, tuple[str, ...]]:
        return {**super().time_entries(g), "first": SEATS}

    def compose_phase(self, g: NobunagaPosition, row: Row) -> list[Procedure]:
        phase = row.word("phase") if row.has("phase") else "action"
        if phase != "action":
            return [self.whole_game(phase, under_way=False)]
        to_act = SEATS.index(row.word("to_act")) if row.has("to_act") else 0
        g.chooser = SEATS.index(row.word("first")) if row.has("first") else to_act
        return [self.whole_game("action", under_way=True), actions.ActionPhase(seat=to_act, step="turn")]

    def compose_state(self, g: NobunagaPosition, state: Row) -> None:
        position_document.read_state(g, state.entries_all())

    def describe(self, position: Any) -> dict[str, Any]:
        g: NobunagaPosition = position
        names = g.setup.clans
        out = {
            **position_document.write_top(g),
            "phase": self.phase(g),
            "to_act": self._to_act(g),
            **document.write_board(g),
            "markers": {names[clan]: g.box[clan] + 1 for clan in g.setup.markers},
            **document.write_cards(g),
            "state": position_document.write_state(g),
        }
        if g.stack:
            out["stack"] = position_document.write_stack(g)
        return out

    def _to_act(self, g: NobunagaPosition) -> str:
        """Return the seat whose action turn it is. Outside the action phase, return the seat that decides."""
        seat = next((frame.seat for frame in g.stack if isinstance(frame, actions.ActionPhase)), -1)
        if seat < 0 and isinstance(g.wait, Ask):
            seat = g.wait.who
        return SEATS[max(seat, 0)]

    # -- views and advice for bots --------------------------------------------------------------------------------

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        g: NobunagaPosition = position
        setup, power = g.setup, tuple(g.power)
        powers = [POWERS[power[owner]] if owner >= 0 else "neutral" for owner in g.control]
        return {
            "game": self.id,
            "scenario": setup.scenario,
            "seat": None if seat is None else SEATS[seat],
            "phase": self.phase(g),
            "to_act": self._to_act(g),
            **document.view_board(g, seat, powers),
            **document.reuse_part(g, "sides", (power, *g.control, *g.box), lambda: self._sides(g)),
            "goal": g.goal,
            "bonus_cards": dict(zip(SEATS, g.bonus, strict=True)),
        }

    @staticmethod
    def _sides(g: NobunagaPosition) -> dict[str, Any]:
        """Return the part of a view on sides: markers, the power of each clan, the supply areas of each power."""
        setup = g.setup
        return {
            "markers": {
                setup.clans[c]: {"box": g.box[c] + 1, "boxes": [POWERS[b] for b in setup.boxes[setup.track[c]]],
                                 "power": POWERS[g.power[c]]}
                for c in setup.markers
            },
            "powers": {name: POWERS[g.power[clan]] for clan, name in enumerate(setup.clans)},
            "supply": {name: g.supply_of(power) for power, name in enumerate(POWERS)},
        }  # fmt: skip

    def own_view(self, position: Any, seat: int) -> dict[str, Any]:
        return document.own_view(position, seat)

    def sample(self, position: Any, seat: int, rng: random.Random) -> Position:
        g: NobunagaPosition = position.clone()
        document.sample_hands(g, seat, rng)
        if g.stack:
            optional_rules.sample_bid(g, seat, rng)
            g.restore_wait()
        return g

    def evaluate(self, position: Any, seat: int) -> int:
        return evaluate(position, seat)

    def points(self, g: Any) -> tuple[int, ...]:
        return cast(NobunagaPosition, g).points()

    def plans(self, position: Any) -> Sequence[tuple[Act, ...]]:
        return candidates.marches(position)

    def bot_candidates(self, position: Any, avoid: Collection[OscillatingMove]) -> Sequence[Act] | None:
        return candidates.bot_candidates(position, avoid)

    def oscillating_move(self, event: Event) -> OscillatingMove | None:
        """Return the diplomacy marker that an event moved, and the direction (4-2, 4-4)."""
        if event.kind != "marker_moved" or not event.data["count"]:
            return None
        return event.data["clan"], event.data["direction"]

    def original_seats(self, position: Any) -> tuple[int, ...]:
        return (1, 0) if position.exchanged else (0, 1)

    # -- board, scene and charts ----------------------------------------------------------------------------------

    def place(self, setup: Any, area: int) -> dict[str, Any]:
        s: NobunagaSetup = setup
        return {"supply": bool(s.supply >> area & 1), "key": bool(s.key >> area & 1), "sea": area == s.sea}

    def action_movement(self, g: Any, seat: int) -> movement.UnitMovement:
        return ordered_marches.movement(g, seat)

    def marks(self, setup: Any, area: int) -> list[dict[str, Any]]:
        s: NobunagaSetup = setup
        marks = [mark("supply", name=text_name("castle", s.map.names[area]))] if s.supply >> area & 1 else []
        return [*marks, *([mark("key")] if s.key >> area & 1 else [])]

    def tracks(self, setup: Any, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return one war-entry track for each rank, with the markers of the daimyos on it (4-1)."""
        markers = view["markers"]
        return cast(
            list[dict[str, Any]], reuse_drawing(setup, (markers,), lambda: self._tracks(setup, markers), "tracks")
        )

    @staticmethod
    def _tracks(s: NobunagaSetup, markers: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [
            {
                "id": track,
                "name": text_name("scene", f"track_{track}"),
                "boxes": [{"side": POWERS[power]} for power in boxes],
                "markers": [
                    {"thing": f"clan:{clan}", "clan": clan, "name": text_name("clan", clan), "box": marker["box"] - 1}
                    for clan, marker in markers.items()
                    if s.track[s.clans.index(clan)] == track
                ],
            }
            for track, boxes in s.boxes.items()
        ]

    def serves(self, setup: Any, view: Mapping[str, Any]) -> dict[str, str]:
        return {clan: power for clan, power in view["powers"].items() if power in SEATS}

    def counts(self, setup: Any, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the counts of supply areas and of key areas (9).

        Supply areas decide after the last turn. Key areas can end the game earlier.
        """
        areas, supply, goal = view["areas"], view["supply"], view["goal"]
        rows = reuse_drawing(setup, (areas, supply), lambda: self._counts(setup, view), "counts", goal)
        return cast(list[dict[str, Any]], rows)

    @staticmethod
    def _counts(s: NobunagaSetup, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        key_powers = [view["areas"][s.map.names[area]]["power"] for area in bits(s.key)]
        supply = [{"name": text_name("power", power), "side": power, "value": n} for power, n in view["supply"].items()]
        supply[ODA]["goal"] = view["goal"]
        clause = "11-1" if s.options["bid_supply_areas"] else "9.p2"
        for power, row in zip(SEATS, supply, strict=False):
            areas = [area for area in bits(s.supply) if view["areas"][s.map.names[area]]["power"] == power]
            sources = (("supply_areas", area, 1) for area in areas)
            row["parts"] = score.parts(sources, {"supply_areas": ("area", clause)}, {"area": s.map.names})
        keys = [{"name": text_name("power", power), "side": power, "value": key_powers.count(power)} for power in SEATS]
        keys[ANTI_ODA]["goal"] = s.key_needed
        return [
            {"name": text_name("scene", "supply"), "rows": supply},
            {"name": text_name("scene", "key_areas"), "rows": keys},
        ]

    def charts(self, setup: Any) -> dict[str, Chart]:
        s: NobunagaSetup = setup
        return {
            "oda_reinforcement": lambda die: {"general": s.generals[s.oda_chart[die]], "armies": s.oda_armies},
            "anti_oda_reinforcement": lambda die: {
                "clans": [s.clans[c] for c in s.anti_chart[die]],
                "armies": s.anti_armies[die],
            },
            "death_in_battle": lambda die: {"result": "dead" if s.deadly[die] else "flee"},
        }


GAME = Nobunaga()
