"""What is seen of a game while bots play it: what the game itself holds worth counting, and how the dice fell.

It works for every game out of what the game declares (`Game.milestones`, `Game.conditions`, `Game.tugged`,
`Game.holders`, `Game.whereabouts`, `Game.points`, the luck of its rolls), never by a game's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gunki.core.analysis.oscillation import Tugs
from gunki.core.analysis.story import Ledger, walked
from gunki.core.definition.lexicon import NONE
from gunki.core.matches.match import Match
from gunki.core.rules.events import Event
from gunki.core.show.event_roles import LOSS
from gunki.core.state.fields import Thing
from gunki.core.state.position import Position

#: How a thing is where it fell for good, in what `Game.whereabouts` declares.
DEAD = "dead"


class Observer:
    """Beside a match: `look` after each answer, `told` at the end."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._met = Met(match)
        self._course = Course(match)

    def look(self, events: Sequence[Event]) -> None:
        """After each answer, with what it brought about."""
        self._met.look(events)
        self._course.look(events)

    def told(self) -> dict[str, Any]:
        """The fields of a row (gunki.lab.studies.rows) that tell what was seen, plain data."""
        match = self._match
        return {
            "conditions": [list(row) for row in self._met.since.items()],
            "turned_back": turned_back(match),
            "milestones": [list(row) for row in milestones(match)],
            "luck": luck(match),
            **self._course.told(),
        }

    def told_so_far(self) -> dict[str, Any]:
        """Of a game that goes on: its course alone."""
        return self._course.told()


class Course:
    """How a match goes: the points after each turn, what changed hands, who fell, where they fought.

    Hands and lives are read from the position, where they are declared: no event has to tell them. Things are told as
    `castle:edo`, holders as `army:hojo`, nobody as `none`.
    """

    def __init__(self, match: Match) -> None:
        game, header = match.game, match.header
        self._match = match
        self._turn = 0
        self._points: list[tuple[int, tuple[int, ...]]] = []
        self._taken: list[list[Any]] = []
        self._fell: list[list[Any]] = []
        self._fights: dict[str, int] = {}
        #: As it began: the first decision may come after something has happened already.
        g = game.start(match.setup) if header.composed is None else game.compose(match.setup, header.composed)
        self._holders = tuple(getattr(g, game.holders)) if game.holders else ()
        self._dead_is = g.STATE[game.whereabouts].field.one(DEAD, g) if game.whereabouts else 0
        self._dead = self._dead_in(g)
        self.look(match.events)

    def look(self, events: Sequence[Event]) -> None:
        tells = self._match.game.tells
        lost = False
        for event in events:
            if event.kind == "turn":
                self._turn_begins(int(event.data["turn"]))
            elif event.fight and event.data.get("fight", _NONE).get("opens"):
                place = event.data["fight"]["place"]
                self._fights[place] = self._fights.get(place, 0) + 1
            lost = lost or tells.get(event.kind) == LOSS
        game, g = self._match.game, self._match.position
        if game.holders:
            now = getattr(g, game.holders)
            if now is not self._holders and tuple(now) != self._holders:
                self._changed_hands(g, tuple(now))
        if game.whereabouts and (lost or getattr(g, game.whereabouts).count(self._dead_is) != len(self._dead)):
            self._died(g)

    def _turn_begins(self, turn: int) -> None:
        """The turn before is over: how it stood then is how it stands at the first decision after it."""
        if self._turn:
            self._points.append((self._turn, self._match.game.points(self._match.position)))
        self._turn = turn

    def _changed_hands(self, g: Position, now: tuple[int, ...]) -> None:
        piece = g.STATE[self._match.game.holders]
        things, field = g.things(piece.per), piece.field
        kind = field.kind if isinstance(field, Thing) else "seat"
        for number, (was, new) in enumerate(zip(self._holders, now, strict=True)):
            if was != new:
                named = [_holder(g, kind, field.shown(holder, g)) for holder in (was, new)]
                self._taken.append([self._turn, f"{piece.per}:{things[number]}", *named])
        self._holders = now

    def _dead_in(self, g: Position) -> frozenset[int]:
        name = self._match.game.whereabouts
        return frozenset(n for n, at in enumerate(getattr(g, name)) if at == self._dead_is) if name else frozenset()

    def _died(self, g: Position) -> None:
        now = self._dead_in(g)
        kind = g.STATE[self._match.game.whereabouts].per
        self._fell += [[self._turn, f"{kind}:{g.things(kind)[number]}"] for number in sorted(now - self._dead)]
        self._dead = now

    def told(self) -> dict[str, Any]:
        match = self._match
        result = match.result
        points = [*self._points, (self._turn, match.game.points(match.position) if result is None else result.points)]
        by_turn = {turn: dict(zip(match.seats, row, strict=True)) for turn, row in points if row}
        return {
            "points_by_turn": [list(row) for row in by_turn.items()],
            "taken": self._taken,
            "fell": self._fell,
            "fights": dict(sorted(self._fights.items())),
        }


_NONE: dict[str, Any] = {}


def _holder(g: Position, kind: str, name: str) -> str:
    """Words that are no name of the kind (`none`, `neutral`) stand for nobody."""
    return f"{kind}:{name}" if name in g.things(kind) else NONE


class Met:
    """Since which turn each condition of a match is met; what is undone again has to be met anew."""

    def __init__(self, match: Match) -> None:
        self._match, self._turn = match, int(match.view(None).get("turn", 1))
        self.since: dict[str, int] = {}
        self.look(match.events)

    def look(self, events: Sequence[Event]) -> None:
        """After each answer, with what it brought about."""
        for event in events:
            if event.kind == "turn":
                self._turn = int(event.data["turn"])
        for row in self._match.game.conditions(self._match.position):
            if row["value"] >= row["goal"]:
                self.since.setdefault(row["what"], self._turn)
            else:
                self.since.pop(row["what"], None)


def milestones(match: Match) -> list[tuple[str, int, str]]:
    """The events the game counts, each with its turn and whom it is about (its first named thing)."""
    turn, found = 1, []
    for event in match.events:
        if event.kind == "turn":
            turn = int(event.data["turn"])
        elif event.kind in match.game.milestones:
            about = next((value for value in event.data.values() if isinstance(value, str)), "")
            found.append((event.kind, turn, about))
    return found


def turned_back(match: Match) -> int:
    """How often the thing was turned back in one turn that was turned back most often."""
    most, tugs = 0, Tugs(match.game.tugged)
    for event in match.events:
        if event.kind == "turn":
            most, tugs = max(most, tugs.most), Tugs(match.game.tugged)
        tugs.add((event,))
    return max(most, tugs.most)


def luck(match: Match) -> dict[str, dict[str, Any]]:
    """By seat: how many rolls had a worth, what they came to, what they come to on average, and the share of games in
    which the same rolls would have come out worse."""
    ledger = Ledger(len(match.seats))
    for _ in walked(match, ledger.note):
        pass
    found = {}
    for number, seat in enumerate(match.seats):
        told = ledger.told(number)
        rows = told["rows"]
        found[seat] = {
            "rolls": told["rolls"],
            "got": sum(row["got"] for row in rows),
            "mean": round(sum(row["mean"] for row in rows), 1),
            "better": told["better"],
        }
    return found
