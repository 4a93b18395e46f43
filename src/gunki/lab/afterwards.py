"""The fuzzer's checks of an action just made, and of a game that is over."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gunki
from gunki.core.clauses import number
from gunki.lab.checks import known_clauses, texts
from gunki.lab.moment import Check, Step

#: Plies of each game, besides the last, whose save is written and read.
FILES_PER_GAME = 2


def undo(step: Step) -> Iterator[str]:
    """Back to the digest before when nothing was revealed, refused otherwise, and the same again when played again."""
    before, text = step.before, step.world.lexicon.action(step.act)
    trial = step.match.at(step.match.ply - 1)
    trial.act(text)
    if trial.position.to_dict() != step.state:
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
        if trial.position.to_dict() != step.state or trial.ply != step.match.ply:
            yield f"refusing to take back {text} changed the match"
        who = trial.entries[-1].who
        trial.undo(consent=[seat for seat in step.match.seats if seat != who])
    if trial.position.to_dict() != before.state or trial.ply != step.match.ply - 1:
        yield f"taking back {text} does not lead back to the position before it"
    trial.act(text)
    if trial.position.to_dict() != step.state:
        yield f"{text} leads elsewhere when played again after being taken back"


def unlogged(step: Step) -> Iterator[str]:
    """Events are only told: without a log the same happens."""
    position = step.before.position.clone()
    position.apply(step.act, step.world.generator)
    if position.to_dict() != step.state:
        yield f"{step.world.lexicon.action(step.act)} leads elsewhere when no log is kept"


def events(step: Step) -> Iterator[str]:
    """What is hidden from a seat in one event is not told to it by another; clauses and texts are noted."""
    tally = step.world.tally
    for event in step.events:
        purpose = event.data.get("purpose")
        key = (
            f"roll_{purpose}"
            if event.kind == "roll" and step.world.texts[0].has("event", f"roll_{purpose}")
            else event.kind
        )
        tally.cite("event", key, tuple(map(number, event.clauses)), event.data)
    for viewer in (*step.match.seats, None):
        secrets: set[str] = set()
        told: set[str] = set()
        for event in step.events:
            if not event.visible_to(viewer):
                secrets.update(set(_names(event.data)).difference(step.match.seats))
            elif secrets:  # what was told before it became a secret (a card discarded, then dealt anew) is no leak
                told.update(secrets.intersection(_names(event.data)))
        if told:
            open_text = json.dumps(step.match.view(viewer))
            leaked = [name for name in sorted(told) if f'"{name}"' not in open_text]
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


def ending(step: Step) -> Iterator[str]:
    match = step.match
    if match.result is None:
        yield "nothing is awaited, but there is no result"
        return
    if number(match.result.clause) not in match.game.clauses:
        yield f"the result cites an unknown clause {match.result.clause!r}"
    if step.world.game.conserved(match.position) != step.world.conserved:
        yield "the last action did not conserve everything"


def sampling(step: Step) -> Iterator[str]:
    """Samples that never differ from the truth give it away."""
    for seat, name in enumerate(step.match.seats):
        if step.world.tally.secrets[seat] >= 20 and not step.world.tally.guesses[seat]:
            yield f"samples for {name} are always the truth"


def files(step: Step) -> Iterator[str]:
    """Saves of two random plies and of the end. Loading replays the record: an empty list of dice must do for it."""
    plies = [step.world.rng.randrange(step.match.ply) for _ in range(FILES_PER_GAME)]
    with tempfile.TemporaryDirectory() as folder:
        for ply in (*plies, step.match.ply):
            match = step.match.at(ply)
            path = match.save(Path(folder) / f"{ply}.gunki")
            loaded = gunki.load(path, dice=[])
            if loaded.position.digest() != match.position.digest():
                yield f"the save of ply {ply} loads as another position"
            if loaded.result != match.result or loaded.events != match.events or loaded.entries != match.entries:
                yield f"the save of ply {ply} loads with another result, events or record"


AFTER_ACTION = (
    Check("undo", undo),
    Check("unlogged", unlogged),
    Check("events", events),
    Check("clauses", known_clauses),
    Check("texts", texts),
)
AT_END = (Check("ending", ending), Check("sampling", sampling))
#: Dear in a long game: made as seldom as the checks of decisions.
OF_FILES = (Check("files", files),)
