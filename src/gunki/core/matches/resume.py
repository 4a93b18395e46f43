"""Going on with a match from where it stands, without replaying it.

Its state is plain data: the position, what is needed of each ply for taking back, and what happened last. A resumed
match plays on like the one it was taken from; what it holds nothing of raises AbsentError. `state_of` holds numbers,
for another process of the same version, and nothing of it is checked. `stand_of` holds names, for versions to come with
other rules, and `taken_up` checks all of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gunki.core.definition.game import Game
from gunki.core.definition.lexicon import Lexicon
from gunki.core.definition.setup import Setup
from gunki.core.dice.dice_after_undo import mix_in_force
from gunki.core.errors import GunkiError, PositionError
from gunki.core.matches.match import Match
from gunki.core.matches.record_entries import Entry, Header
from gunki.core.rules.events import Event
from gunki.core.state.position import STACK, Position, digest


def state_of(match: Match, latest: int = 0) -> dict[str, Any]:
    """`latest`: of so many plies, the last ones, what happened is told too."""
    return {"position": match.position.to_dict(), **_course(match, latest)}


def _course(match: Match, latest: int) -> dict[str, Any]:
    """Return what a match holds besides its position."""
    plies = range(match.ply + 1)
    told = range(max(match.held_from, len(plies) - latest), len(plies))
    return {
        "used": match._used,
        "opened": [match.opened(ply) for ply in plies],
        "barriers": [match.barrier_at(ply) for ply in plies],
        "events": [[event.to_dict() for event in match.events_at(ply)] for ply in told],
    }


def resumed(game: Game, setup: Setup, header: Header, entries: Sequence[Entry], state: Mapping[str, Any]) -> Match:
    """See `gunki.resume`. `entries`: the whole record up to the state, as it was taken from the match or a store."""
    position = game.start(setup) if header.composed is None else game.compose(setup, header.composed)
    position.log = None
    position.restore(state["position"])
    return _going_on(game, setup, header, entries, position, state)


def _going_on(
    game: Game,
    setup: Setup,
    header: Header,
    entries: Sequence[Entry],
    position: Position,
    state: Mapping[str, Any],
) -> Match:
    match = Match.__new__(Match)
    match._blank(game, setup, header, header.dice)
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


# -- over the bounds of a version -------------------------------------------------------------------------------------


#: Plies whose events go with a stand, for players who come back after an upgrade.
TOLD = 16


def stand_of(match: Match, latest: int = TOLD) -> dict[str, Any]:
    """Return where a match stands that is not over, in a form that versions with other rules can read (`taken_up`)."""
    state = match.position.to_dict()
    return {
        "version": match.game.rules_version,
        "ply": match.ply,
        "document": match.describe(),
        "digest": digest(state, leave_out=STACK),
        "fields": sorted(state),
        **_course(match, latest),
    }


def stands_elsewhere(match: Match, stand: Mapping[str, Any]) -> bool:
    """Return whether a match stood elsewhere at the ply of a stand; a version with other fields cannot tell."""
    state, fields, then = match.at(stand["ply"]).position.to_dict(), stand["fields"], stand["digest"]
    return bool(sorted(state) == fields and digest(state, leave_out=STACK) != then)


def taken_up(game: Game, setup: Setup, header: Header, entries: Sequence[Entry], stand: Mapping[str, Any]) -> Match:
    """Return the match as it stood at the ply of a stand; `entries`: the record at least up to there.

    Raises PositionError where today's declarations cannot read the stand.
    """
    try:
        ply = stand["ply"]
        _must_fit(stand, ply, len(entries))
        position = game.compose(setup, stand["document"])
        position.log = None
        position.resume()
        return _going_on(game, setup, header, entries[: ply + 1], position, stand)
    except GunkiError:
        raise
    except Exception as error:  # it may be damaged, or of a version that wrote it otherwise
        raise PositionError(f"the position that was kept cannot be read: {type(error).__name__}: {error}") from None


def _must_fit(stand: Mapping[str, Any], ply: Any, entries: int) -> None:
    if type(ply) is not int or not 0 <= ply < entries:
        raise PositionError(f"ply: expected a whole number from 0 to {entries - 1}, found {str(ply)[:40]!r}")
    for name, kind in (("opened", bool), ("barriers", int)):
        if len(stand[name]) != ply + 1 or any(type(value) is not kind for value in stand[name]):
            raise PositionError(f"{name}: expected one for each ply")
    if type(stand["version"]) is not int or type(stand["used"]) is not int or len(stand["events"]) > ply + 1:
        raise PositionError("version, used, events: not those of a match at this ply")


# -- holding less of the past --------------------------------------------------------------------------------------


def let_go(match: Match, events: int, positions: int) -> None:
    """Hold what happened, and where it stood, of the latest plies alone: as a resumed match does.

    Going back further raises AbsentError from then on.
    """
    first = match.ply + 1 - events
    if first > match.held_from:
        del match._events[: first - match.held_from]
        match.held_from = first
    first = match.ply + 1 - positions
    if first > match.resumed_at and first in match._snapshots:
        match._snapshots = {ply: stood for ply, stood in match._snapshots.items() if ply >= first}
        match.resumed_at = first


def forget_shown(match: Match) -> None:
    """Let go of what was asked and shown last; it is made again when somebody looks."""
    match._asked = match._shown = None


def positions_held(match: Match) -> int:
    """Return how many positions are at hand."""
    return len(match._snapshots)
