"""The fuzzer's checks of an action just made, and of a finished game."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gunki
from gunki.core.definition.clauses import number
from gunki.lab.fuzz.context import AfterAction, Check
from gunki.lab.fuzz.decision_checks import check_clauses, texts

#: For this many random plies of each game, and for the last ply, the save is written and loaded.
FILES_PER_GAME = 2


def undo(action: AfterAction) -> Iterator[str]:
    """Check the take-back of an action.

    The take-back must lead to the position before the action. It must be refused if chance revealed something. Playing
    the action again must lead to the same position as before.
    """
    before, text = action.before, action.context.lexicon.action(action.act)
    trial = action.match.at(action.match.ply - 1)
    trial.act(text)
    if trial.position.to_dict() != action.state:
        yield f"{text} leads to another position in a copy of the match"
    revealed = trial.position.barrier != before.position.barrier
    if trial.entries[-1].chance and not revealed:
        yield f"{text}: chance answered, but nothing keeps it from being taken back"
    try:
        trial.undo()
        if revealed:
            yield f"{text} was taken back across a revealed die or card"
    except gunki.UndoError:
        if not revealed:
            yield f"{text} could not be taken back, though nothing was revealed"
        if trial.position.to_dict() != action.state or trial.ply != action.match.ply:
            yield f"refusing to take back {text} changed the match"
        who = trial.entries[-1].who
        trial.undo(consent=[seat for seat in action.match.seats if seat != who])
    if trial.position.to_dict() != before.state or trial.ply != action.match.ply - 1:
        yield f"taking back {text} does not lead back to the position before it"
    trial.act(text)
    if trial.position.to_dict() != action.state:
        yield f"{text} leads elsewhere when played again after being taken back"


def play_without_log(action: AfterAction) -> Iterator[str]:
    """Check that an action leads to the same position when no log of events is kept."""
    position = action.before.position.clone()
    position.apply(action.act, action.context.generator)
    if position.to_dict() != action.state:
        yield f"{action.context.lexicon.action(action.act)} leads elsewhere when no log is kept"


def events(action: AfterAction) -> Iterator[str]:
    """Check that no event tells a seat a name that another event of the same action hides from this seat.

    Also note the clauses and texts that the events use.
    """
    tally = action.context.tally
    for event in action.events:
        purpose = event.data.get("purpose")
        key = (
            f"roll_{purpose}"
            if event.kind == "roll" and action.context.texts[0].has("event", f"roll_{purpose}")
            else event.kind
        )
        tally.cite("event", key, tuple(map(number, event.clauses)), event.data)
    for viewer in (*action.match.seats, None):
        secrets: set[str] = set()
        revealed_names: set[str] = set()
        for event in action.events:
            if not event.is_visible_to(viewer):
                secrets.update(set(_names(event.data)).difference(action.match.seats))
            # if the name was told before it became secret (a card is discarded, then dealt again), it is no leak
            elif secrets:
                revealed_names.update(secrets.intersection(_names(event.data)))
        if revealed_names:
            open_text = json.dumps(action.match.view(viewer))
            leaked = [name for name in sorted(revealed_names) if f'"{name}"' not in open_text]
            if leaked:
                yield f"{viewer or 'a spectator'} is told {', '.join(leaked)}"


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _names(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _names(item)


# -- at the end -------------------------------------------------------------------------------------------------------


def ending(action: AfterAction) -> Iterator[str]:
    """Check that a finished game has a result with a known clause, and that it conserved everything."""
    match = action.match
    if match.result is None:
        yield "nothing is awaited, but there is no result"
        return
    if number(match.result.clause) not in match.game.clauses:
        yield f"the result cites an unknown clause {match.result.clause!r}"
    if action.context.game.invariants(match.position) != action.context.conserved:
        yield "the last action did not conserve everything"


def sampling(action: AfterAction) -> Iterator[str]:
    """Check that some samples differ from the true position. If all were true, samples would reveal what is hidden."""
    for seat, name in enumerate(action.match.seats):
        if action.context.tally.secrets[seat] >= 20 and not action.context.tally.guesses[seat]:
            yield f"samples for {name} are always the truth"


def files(action: AfterAction) -> Iterator[str]:
    """Check that the saves of two random plies and of the last ply load as the same game.

    Loading takes all dice from the record. So no further dice are given, and asking for any would be an error.
    """
    plies = [action.context.rng.randrange(action.match.ply) for _ in range(FILES_PER_GAME)]
    with tempfile.TemporaryDirectory() as folder:
        for ply in (*plies, action.match.ply):
            match = action.match.at(ply)
            path = match.save(Path(folder) / f"{ply}.gunki")
            loaded = gunki.load(path, dice=[])
            if loaded.position.digest() != match.position.digest():
                yield f"the save of ply {ply} loads as another position"
            if loaded.result != match.result or loaded.events != match.events or loaded.entries != match.entries:
                yield f"the save of ply {ply} loads with another result, events or record"


AFTER_ACTION = (
    Check("undo", undo),
    Check("unlogged", play_without_log),
    Check("events", events),
    Check("clauses", check_clauses),
    Check("texts", texts),
)
AT_END = (Check("ending", ending), Check("sampling", sampling))
#: Checks that are expensive in long games. They are skipped as often as the checks of decisions.
OF_FILES = (Check("files", files),)
