"""Observation of a game while bots play it: the milestones and conditions that the game declares, and its dice.

It never asks for the name of a game. It works for every game from the game's declarations (`Game.milestones`,
`Game.conditions`, `Game.oscillating_move`, `Game.ownership_field`, `Game.leader_location_field`, `Game.points`, the
luck of its rolls).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gunki.core.analysis.oscillation import OscillationTracker
from gunki.core.analysis.story import LuckLedger
from gunki.core.definition.lexicon import NONE
from gunki.core.matches.match import Match
from gunki.core.rules.events import Event
from gunki.core.show.event_roles import LOSS
from gunki.core.state.fields import Thing
from gunki.core.state.position import Position

#: The location of a dead leader in the field that `Game.leader_location_field` names.
DEAD = "dead"


class Observer:
    """Observes a match. Call `look` after each answer, and `to_row` at the end.

    `ledger` has noted all rolls of the match since its start.
    """

    def __init__(self, match: Match, ledger: LuckLedger) -> None:
        self._match, self._ledger = match, ledger
        self._conditions = ConditionTracker(match)
        self._course = GameCourse(match)

    def look(self, events: Sequence[Event]) -> None:
        """Take in the events of the last answer."""
        self._conditions.look(events)
        self._course.look(events)

    def to_row(self) -> dict[str, Any]:
        """Return the observed fields of a row (gunki.lab.studies.rows) as plain data."""
        match = self._match
        return {
            "conditions": [list(row) for row in self._conditions.since.items()],
            "turned_back": oscillation_count(match),
            "milestones": [list(row) for row in milestones(match)],
            "luck": luck(match.seats, self._ledger),
            **self._course.to_row(),
        }

    def row_so_far(self) -> dict[str, Any]:
        """Return the course of a match that is still under way."""
        return self._course.to_row()


class GameCourse:
    """The course of a match: points after each turn, captures, fallen leaders, places of fights.

    Ownership and deaths are read from the fields of the position that the game names, so no event has to report them.
    Things are written as `castle:edo`, and holders as `army:hojo` or `none`.
    """

    def __init__(self, match: Match) -> None:
        game, header = match.game, match.header
        self._match = match
        self._turn = 0
        self._points: list[tuple[int, tuple[int, ...]]] = []
        self._captures: list[list[Any]] = []
        self._deaths: list[list[Any]] = []
        self._fights: dict[str, int] = {}
        #: The position at the start. It is made anew, because things may change hands before the first decision.
        g = game.start(match.setup) if header.composed is None else game.compose(match.setup, header.composed)
        self._holders = tuple(getattr(g, game.ownership_field)) if game.ownership_field else ()
        self._dead_is = g.STATE[game.leader_location_field].field.read_one(DEAD, g) if game.leader_location_field else 0
        self._dead = self._dead_in(g)
        self.look(match.events)

    def look(self, events: Sequence[Event]) -> None:
        """Take in the events of the last answer, and compare the position with the one before the answer."""
        roles = self._match.game.event_roles
        lost = False
        for event in events:
            if event.kind == "turn":
                self._turn_begins(int(event.data["turn"]))
            elif event.fight and event.data.get("fight", _NONE).get("opens"):
                place = event.data["fight"]["place"]
                self._fights[place] = self._fights.get(place, 0) + 1
            lost = lost or roles.get(event.kind) == LOSS
        game, g = self._match.game, self._match.position
        if game.ownership_field:
            now = getattr(g, game.ownership_field)
            if now is not self._holders and tuple(now) != self._holders:
                self._note_captures(g, tuple(now))
        if game.leader_location_field and (
            lost or getattr(g, game.leader_location_field).count(self._dead_is) != len(self._dead)
        ):
            self._note_deaths(g)

    def _turn_begins(self, turn: int) -> None:
        """Record the points of the turn that has ended. They are read at the first decision after its end."""
        if self._turn:
            self._points.append((self._turn, self._match.game.points(self._match.position)))
        self._turn = turn

    def _note_captures(self, g: Position, now: tuple[int, ...]) -> None:
        piece = g.STATE[self._match.game.ownership_field]
        things, field = g.things(piece.per), piece.field
        kind = field.kind if isinstance(field, Thing) else "seat"
        for number, (was, new) in enumerate(zip(self._holders, now, strict=True)):
            if was != new:
                holders = [_holder(g, kind, field.write_one(holder, g)) for holder in (was, new)]
                self._captures.append([self._turn, f"{piece.per}:{things[number]}", *holders])
        self._holders = now

    def _dead_in(self, g: Position) -> frozenset[int]:
        name = self._match.game.leader_location_field
        return frozenset(n for n, at in enumerate(getattr(g, name)) if at == self._dead_is) if name else frozenset()

    def _note_deaths(self, g: Position) -> None:
        now = self._dead_in(g)
        kind = g.STATE[self._match.game.leader_location_field].per
        self._deaths += [[self._turn, f"{kind}:{g.things(kind)[number]}"] for number in sorted(now - self._dead)]
        self._dead = now

    def to_row(self) -> dict[str, Any]:
        """Return the course as fields of a row."""
        match = self._match
        result = match.result
        points = [*self._points, (self._turn, match.game.points(match.position) if result is None else result.points)]
        by_turn = {turn: dict(zip(match.seats, row, strict=True)) for turn, row in points if row}
        return {
            "points_by_turn": [list(row) for row in by_turn.items()],
            "taken": self._captures,
            "fell": self._deaths,
            "fights": dict(sorted(self._fights.items())),
        }


_NONE: dict[str, Any] = {}


def _holder(g: Position, kind: str, name: str) -> str:
    """Return a holder as `kind:name`. Return `none` for a name that is no thing of the kind (`none`, `neutral`)."""
    return f"{kind}:{name}" if name in g.things(kind) else NONE


class ConditionTracker:
    """Notes since which turn each condition of a match is met.

    A condition that is no longer met is dropped until it is met again.
    """

    def __init__(self, match: Match) -> None:
        self._match, self._turn = match, int(match.view(None).get("turn", 1))
        self.since: dict[str, int] = {}
        self.look(match.events)

    def look(self, events: Sequence[Event]) -> None:
        """Take in the events of the last answer."""
        for event in events:
            if event.kind == "turn":
                self._turn = int(event.data["turn"])
        for row in self._match.game.conditions(self._match.position):
            if row["value"] >= row["goal"]:
                self.since.setdefault(row["what"], self._turn)
            else:
                self.since.pop(row["what"], None)


def milestones(match: Match) -> list[tuple[str, int, str]]:
    """Return the events that the game counts as milestones.

    Each is given as its kind, its turn, and the first person or thing that the event names.
    """
    turn, entries = 1, []
    for event in match.events:
        if event.kind == "turn":
            turn = int(event.data["turn"])
        elif event.kind in match.game.milestones:
            about = next((value for value in event.data.values() if isinstance(value, str)), "")
            entries.append((event.kind, turn, about))
    return entries


def oscillation_count(match: Match) -> int:
    """Return the greatest number of times that the direction of one thing was reversed within one turn."""
    most, tugs = 0, OscillationTracker(match.game.oscillating_move)
    for event in match.events:
        if event.kind == "turn":
            most, tugs = max(most, tugs.most_reversals), OscillationTracker(match.game.oscillating_move)
        tugs.add((event,))
    return max(most, tugs.most_reversals)


def luck(seats: Sequence[str], ledger: LuckLedger) -> dict[str, dict[str, Any]]:
    """Return the luck of each seat's dice, as plain data.

    `rolls` is the number of the seat's rolls that had a worth. `got` is the worth that they came to, and `mean` their
    expected worth. `better` is the share of possible outcomes that would have been worse.
    """
    by_seat = {}
    for number, seat in enumerate(seats):
        figures = ledger.to_dict(number)
        rows = figures["rows"]
        by_seat[seat] = {
            "rolls": figures["rolls"],
            "got": sum(row["got"] for row in rows),
            "mean": round(sum(row["mean"] for row in rows), 1),
            "better": figures["better"],
        }
    return by_seat
