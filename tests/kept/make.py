"""Make what is kept anew: `python -m tests.kept.make [saves documents server lab]`, after play or a form was changed
on purpose, and only then.

The files stand for those that people hold. `tests.kept.test_kept` opens them with the public interface alone.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gunki
from gunki.core.definition.rare_states import read_rare
from tests.kept import documents
from tests.kept.digests import answer, course, stand
from tests.kept.make_lab import make_lab
from tests.kept.make_server import make_server

KEPT = Path(__file__).parent
SAVES = KEPT / "saves"
#: Seeds of the games at random in which moments are looked for.
SEEDS = range(1, 5)
#: Decisions after which a game is too long for a save in mid-play, and decisions that a rare state is played on.
LONGEST, BEYOND = 1500, 30
#: Decisions that are missing at the end of a late save.
LAST = 40
#: Decisions after which a game that is begun from a file is over.
SOON = 300

Visit = tuple[str, str]


@dataclass
class Moment:
    """A match as it stood, and the procedures under way with their steps."""

    match: gunki.Match
    visits: frozenset[Visit]

    @property
    def classes(self) -> frozenset[str]:
        """The names of the procedures alone."""
        return frozenset(name for name, _ in self.visits)


def switch_options(game: gunki.Game) -> dict[str, Any]:
    """Set every option to another value than its default, as far as they go together."""
    options: dict[str, Any] = {}
    for option in game.match_options:
        other = next(choice for choice in option.choices if choice != option.default)
        try:
            game.setup(None, {**options, option.name: other})
        except gunki.OptionError:
            continue
        options[option.name] = other
    return options


def begin_matches(game: gunki.Game, scenario: str) -> Iterator[tuple[gunki.Match, int]]:
    """Begin games of a scenario, each with the decisions that it is played: whole ones, and rare states."""
    for seed in SEEDS:
        for dice in (None, "typed"):
            yield gunki.new(game.id, scenario, seed=seed, dice=dice), 10_000
    for dice in (None, "typed"):
        yield gunki.new(game.id, scenario, seed=9, options=switch_options(game), dice=dice), 10_000
    for state in read_rare(game.folder / "rare.toml").of(scenario):
        for dice in (None, "typed"):
            document, options = dict(state.position), dict(state.options)
            match = gunki.compose(game.id, scenario, document, seed=3, options=options, dice=dice)
            rng = random.Random(3)
            for act in state.acts:
                while match.who == "chance":
                    match.act(answer(match, rng))
                if match.who is not None and not match.why_not(act):
                    match.act(act)
            yield match, match.ply + BEYOND


def act_at_random(match: gunki.Match, rng: random.Random) -> None:
    """Answer with one of the options; quicker than to list all of them."""
    act = None if match.who == "chance" else match.position.pick(rng)
    match.act(answer(match, rng) if act is None else match.position.lexicon.action(act))


def find_moments(game: gunki.Game, scenario: str) -> Iterator[Moment]:
    """Go through moments of a scenario, each with a procedure at a step that none before it had."""
    visited: set[tuple[Visit, bool]] = set()
    for match, most in begin_matches(game, scenario):
        rng, early = random.Random(7), True
        while match.who is not None and match.ply < most:
            early = early and match.ply <= LONGEST
            visits = frozenset((type(frame).__name__, frame.step) for frame in match.position.stack)
            fresh = {(visit, early) for visit in visits}
            if not fresh <= visited:
                visited |= fresh
                yield Moment(match.fork(), visits)
            act_at_random(match, rng)


def cover(moments: list[Moment], wanted: Mapping[int, frozenset[Any]]) -> list[Moment]:
    """Choose few moments that have together all that any has; `wanted`: what each has, by its place."""
    left = {thing for things in wanted.values() for thing in things}
    chosen: list[Moment] = []
    while left:
        best = max(wanted, key=lambda place: (len(wanted[place] & left), -moments[place].match.ply))
        chosen.append(moments[best])
        left -= wanted[best]
    return chosen


# -- saves --------------------------------------------------------------------------------------------------------


def choose_saves(moments: list[Moment]) -> list[Moment]:
    """Choose saves of one game: of each scenario, and with as many procedures as there are."""
    early = {place: moment.classes for place, moment in enumerate(moments) if moment.match.ply <= LONGEST}
    chosen = cover(moments, early)
    for scenario in dict.fromkeys(moment.match.header.scenario for moment in moments):
        own = [m for m in moments if m.match.header.scenario == scenario and m.match.header.composed is None]
        own = [m for m in own if 20 <= m.match.ply <= LONGEST]
        deepest = max(own, key=lambda moment: (len(moment.classes), -moment.match.ply))
        if not any(deepest is moment for moment in chosen):
            chosen.append(deepest)
    return chosen


def write_save(match: gunki.Match, name: str) -> dict[str, Any]:
    """Save a match, and tell what opening and playing it on must give."""
    path = match.save(SAVES / f"{name}.gunki")
    entry = {"ply": match.ply, "stand": stand(gunki.load(path))}
    return {**entry, "course": course(gunki.load(path))} if match.result is None else entry


def make_saves(moments: Mapping[str, list[Moment]]) -> None:
    """Write saves in mid-play, saves that go on from a written position, and a finished one of each game."""
    shutil.rmtree(SAVES, ignore_errors=True)
    entries: dict[str, Any] = {}
    for ident, those in moments.items():
        chosen = choose_saves(those)
        for moment in chosen:
            header = moment.match.header
            kind = "composed" if header.composed is not None else "typed" if header.dice else "playing"
            number = sum(name.startswith(f"{ident}-{header.scenario}-{kind}") for name in entries)
            name = f"{ident}-{header.scenario}-{kind}-{number}"
            entries[name] = write_save(moment.match, name)
        entries |= make_taken_up(ident, chosen)
        match = finish_game(ident)
        entries[f"{ident}-late"] = write_save(match.at(match.ply - LAST), f"{ident}-late")
        entries[f"{ident}-finished"] = write_save(match, f"{ident}-finished")
        count = len({name for moment in chosen for name in moment.classes})
        print(f"{ident}: {len(chosen)} saves with {count} of {len(match.position.procedures)} procedures", flush=True)
    write_json(KEPT / "saves.json", entries)


def make_taken_up(ident: str, chosen: list[Moment]) -> dict[str, Any]:
    """Save a game that goes on from a written position in the middle of something."""
    origin = max(chosen, key=lambda moment: len(moment.visits)).match
    header = origin.header
    match = gunki.compose(ident, header.scenario, origin.describe(), seed=4, options=dict(header.options))
    rng = random.Random(4)
    for _ in range(6):
        if match.who is not None:
            act_at_random(match, rng)
    name = f"{ident}-{header.scenario}-taken_up"
    return {name: write_save(match, name)}


def play_out(match: gunki.Match, most: int = 10_000) -> gunki.Match:
    """Play a match at random to its end, or so many decisions."""
    rng = random.Random(2)
    while match.who is not None and match.ply < most:
        act_at_random(match, rng)
    return match


def finish_game(ident: str) -> gunki.Match:
    """Play a game to its end: its shortest scenario."""
    ends = [play_out(gunki.new(ident, scenario, seed=2)) for scenario in gunki.game(ident).scenarios]
    return min(ends, key=lambda match: match.ply)


# -- documents ----------------------------------------------------------------------------------------------------


def make_documents(moments: Mapping[str, list[Moment]]) -> None:
    """Write positions in the middle of every procedure at every step that a question can find it at."""
    shutil.rmtree(documents.FOLDER, ignore_errors=True)
    documents.FOLDER.mkdir()
    for ident, those in moments.items():
        chosen = cover(those, {place: moment.visits for place, moment in enumerate(those)})
        entries = []
        for moment in chosen:
            header = moment.match.header
            entry = documents.Written(
                ident, header.scenario, dict(header.options), 6, header.dice, moment.match.describe()
            )
            entry.stand, entry.course = stand(entry.compose()), course(entry.compose())
            entries.append(entry)
        documents.write(ident, entries)
        documents.write_toml(ident, choose_for_file(entries))
        print(f"{ident}: {len(entries)} documents with {len({v for m in those for v in m.visits})} steps", flush=True)


def choose_for_file(entries: list[documents.Written]) -> documents.Written:
    """Choose a position in the middle of several procedures from which the game is over soon."""
    deep = (entry for entry in entries if entry.dice is None and len(entry.document["stack"]) > 2)
    return next(entry for entry in deep if play_out(entry.compose(), SOON).result is not None)


def write_json(path: Path, document: Any) -> None:
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def main(parts: list[str]) -> None:
    """Make all parts, or those that are named."""
    wanted = parts or ["saves", "documents", "server", "lab"]
    if "saves" in wanted or "documents" in wanted:
        games = [gunki.game(ident) for ident in gunki.game_ids()]
        moments = {g.id: [m for scenario in g.scenarios for m in find_moments(g, scenario)] for g in games}
        if "saves" in wanted:
            make_saves(moments)
        if "documents" in wanted:
            make_documents(moments)
    if "server" in wanted:
        make_server()
    if "lab" in wanted:
        make_lab()


if __name__ == "__main__":
    main(sys.argv[1:])
