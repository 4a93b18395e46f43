"""Resuming a match from its state, without replaying its record.

The state is plain data: the position, what take-backs need to know of each ply, and the latest events. A resumed match
goes on like the original; access to a ply that it does not hold raises AbsentError. The state has two forms. `state_of`
writes indices, for another process of the same version; they are not checked when they are read. `standing_of` writes
names, for later versions with other rules; `resume_from_standing` checks all of them. This form is called a standing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gunki.core.definition.game import Game
from gunki.core.definition.lexicon import Lexicon
from gunki.core.definition.setup import Setup
from gunki.core.dice.dice_after_undo import current_dice_epoch
from gunki.core.errors import GunkiError, PositionError
from gunki.core.matches.match import Match
from gunki.core.matches.record_entries import MatchHeader, RecordEntry
from gunki.core.rules.events import Event
from gunki.core.state.position import STACK, Position, digest


def state_of(match: Match, latest: int = 0) -> dict[str, Any]:
    """Return the state of a match, with the events of its last `latest` plies."""
    return {"position": match.position.to_dict(), **_course_fields(match, latest)}


def _course_fields(match: Match, latest: int) -> dict[str, Any]:
    """Return what a resumed match needs besides the position: facts about each ply, and the latest events."""
    plies = range(match.ply + 1)
    event_plies = range(max(match.first_held_ply, len(plies) - latest), len(plies))
    return {
        "used": match._dice_used,
        "opened": [match.has_started_order(ply) for ply in plies],
        "barriers": [match.barrier_at(ply) for ply in plies],
        "events": [[event.to_dict() for event in match.events_at(ply)] for ply in event_plies],
    }


def resume_match(
    game: Game, setup: Setup, header: MatchHeader, entries: Sequence[RecordEntry], state: Mapping[str, Any]
) -> Match:
    """Return a match resumed from the result of `state_of`. `entries` is the whole record up to that state."""
    position = game.start(setup) if header.composed is None else game.compose(setup, header.composed)
    position.log = None
    position.restore(state["position"])
    return _build_match(game, setup, header, entries, position, state)


def _build_match(
    game: Game,
    setup: Setup,
    header: MatchHeader,
    entries: Sequence[RecordEntry],
    position: Position,
    state: Mapping[str, Any],
) -> Match:
    match = Match.__new__(Match)
    match._set_blank(game, setup, header, header.dice)
    match._position, match._dice_used = position, state["used"]
    match.entries = [_with_card_numbers(entry, setup.lexicon) for entry in entries]
    match._order_starts, match._barriers = list(state["opened"]), list(state["barriers"])
    match._events = [[_read_event(event) for event in events] for events in state["events"]]
    match.resume_ply, match.first_held_ply = match.ply, match.ply + 1 - len(match._events)
    match._keep_snapshot()
    match.set_dice_epoch(current_dice_epoch(header.fairness))
    return match


def _with_card_numbers(entry: RecordEntry, lexicon: Lexicon) -> RecordEntry:
    """Return an entry with cards as numbers, as matches hold it.

    An entry that has no card by name is returned unchanged.
    """
    if not any(isinstance(value, str) for _, values in entry.chance for value in values):
        return entry
    number = lexicon.number
    chance = [
        (kind, tuple(number("card", value) if isinstance(value, str) else value for value in values))
        for kind, values in entry.chance
    ]
    return replace(entry, chance=tuple(chance))


def _read_event(row: Mapping[str, Any]) -> Event:
    seen_by = row.get("seen_by")
    return Event(
        row["kind"],
        row["data"],
        tuple(row["clauses"]),
        None if seen_by is None else tuple(seen_by),
        row.get("fight", False),
    )


# -- across versions of the rules -------------------------------------------------------------------------------------


#: A standing holds the events of this many plies, for players who come back after an upgrade of the server.
EVENT_PLIES_KEPT = 16


def standing_of(match: Match, latest: int = EVENT_PLIES_KEPT) -> dict[str, Any]:
    """Return the standing of a match that is not over: its position in a form that other versions can read.

    `resume_from_standing` reads it. The standing holds the events of the last `latest` plies.
    """
    state = match.position.to_dict()
    return {
        "version": match.game.rules_version,
        "ply": match.ply,
        "document": match.describe(),
        "digest": digest(state, leave_out=STACK),
        "fields": sorted(state),
        **_course_fields(match, latest),
    }


def differs_from_standing(match: Match, stand: Mapping[str, Any]) -> bool:
    """Return whether the position of a match, at the ply of a standing, differs from the position in the standing.

    Return False if today's rules declare other fields of the state, because the positions cannot be compared then.
    """
    state, fields, then = match.at(stand["ply"]).position.to_dict(), stand["fields"], stand["digest"]
    return bool(sorted(state) == fields and digest(state, leave_out=STACK) != then)


def resume_from_standing(
    game: Game, setup: Setup, header: MatchHeader, entries: Sequence[RecordEntry], stand: Mapping[str, Any]
) -> Match:
    """Return the match at the ply of a standing. `entries` is the record, which must reach at least to that ply.

    Raise PositionError if today's declarations cannot read the standing.
    """
    try:
        ply = stand["ply"]
        _require_fitting(stand, ply, len(entries))
        position = game.compose(setup, stand["document"])
        position.log = None
        position.resume()
        return _build_match(game, setup, header, entries[: ply + 1], position, stand)
    except GunkiError:
        raise
    except Exception as error:  # the standing is damaged, or another version wrote it in another form
        raise PositionError(f"the position that was kept cannot be read: {type(error).__name__}: {error}") from None


def _require_fitting(stand: Mapping[str, Any], ply: Any, entries: int) -> None:
    if type(ply) is not int or not 0 <= ply < entries:
        raise PositionError(f"ply: expected a whole number from 0 to {entries - 1}, found {str(ply)[:40]!r}")
    for name, kind in (("opened", bool), ("barriers", int)):
        if len(stand[name]) != ply + 1 or any(type(value) is not kind for value in stand[name]):
            raise PositionError(f"{name}: expected one for each ply")
    if type(stand["version"]) is not int or type(stand["used"]) is not int or len(stand["events"]) > ply + 1:
        raise PositionError("version, used, events: not those of a match at this ply")


# -- holding less of the past --------------------------------------------------------------------------------------


def forget_old_plies(match: Match, events: int, positions: int) -> None:
    """Drop the events of all but the latest `events` plies, and all but the latest `positions` positions.

    Going back further raises AbsentError afterwards, as in a resumed match.
    """
    first = match.ply + 1 - events
    if first > match.first_held_ply:
        del match._events[: first - match.first_held_ply]
        match.first_held_ply = first
    first = match.ply + 1 - positions
    if first > match.resume_ply and first in match._snapshots:
        match._snapshots = {ply: snapshot for ply, snapshot in match._snapshots.items() if ply >= first}
        match.resume_ply = first


def forget_cached_views(match: Match) -> None:
    """Drop the cached decision and views; they are made again when needed."""
    match._question_cache = match._view_cache = None


def count_snapshots(match: Match) -> int:
    """Return how many positions a match holds."""
    return len(match._snapshots)
