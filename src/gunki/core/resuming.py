"""Going on with a match from where it stands, without replaying it.

Its state is plain data: the position, what is needed of each ply for taking back, and what happened last. A resumed
match plays on like the one it was taken from; what it holds nothing of raises AbsentError. Nothing is checked here: the
state must come from our own hands, never from a stranger.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gunki.core.entries import Entry, Header
from gunki.core.events import Event
from gunki.core.fairness import mix_in_force
from gunki.core.game import Game, Setup
from gunki.core.lexicon import Lexicon
from gunki.core.match import Match


def state_of(match: Match, latest: int = 0) -> dict[str, Any]:
    """`latest`: of so many plies, the last ones, what happened is told too."""
    plies = range(match.ply + 1)
    told = range(max(match.held_from, len(plies) - latest), len(plies))
    return {
        "position": match.position.to_dict(),
        "used": match._used,
        "opened": [match.opened(ply) for ply in plies],
        "barriers": [match.barrier_at(ply) for ply in plies],
        "events": [[event.to_dict() for event in match.events_at(ply)] for ply in told],
    }


def resumed(game: Game, setup: Setup, header: Header, entries: Sequence[Entry], state: Mapping[str, Any]) -> Match:
    """See `gunki.resume`. `entries`: the whole record up to the state, as it was taken from the match or a store."""
    match = Match.__new__(Match)
    match._blank(game, setup, header, header.dice)
    position = game.start(setup) if header.composed is None else game.compose(setup, header.composed)
    position.log = None
    position.restore(state["position"])
    match._position, match._used = position, state["used"]
    match.entries = [_numbered(entry, setup.lexicon) for entry in entries]
    match._opened, match._barriers = list(state["opened"]), list(state["barriers"])
    match._events = [[_event(event) for event in events] for events in state["events"]]
    match.resumed_at, match.held_from = match.ply, match.ply + 1 - len(match._events)
    match._keep()
    match.mix(mix_in_force(header.fairness))
    return match


def _numbered(entry: Entry, lexicon: Lexicon) -> Entry:
    """With its cards by number, as a match holds them; the same entry if it has them so already."""
    if not any(isinstance(value, str) for _, values in entry.chance for value in values):
        return entry
    number = lexicon.number
    chance = [
        (kind, tuple(number("card", value) if isinstance(value, str) else value for value in values))
        for kind, values in entry.chance
    ]
    return replace(entry, chance=tuple(chance))


def _event(told: Mapping[str, Any]) -> Event:
    seen = told.get("seen_by")
    return Event(
        told["kind"],
        told["data"],
        tuple(told["clauses"]),
        None if seen is None else tuple(seen),
        told.get("fight", False),
    )
