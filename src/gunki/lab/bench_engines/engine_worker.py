"""The benchmarks' worker: a process that does fixed pieces of work with one source tree and reports CPU times.

This file is run by its path, and PYTHONPATH names the measured tree. That tree may be older than this file, so the file
uses only the public interface of the engine. It reads jobs from stdin. A job is a JSON list: the name of the work, then
its arguments. Each job is answered with one line of JSON. Equal jobs are equal work in all trees with equal rules.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from importlib import import_module
from typing import Any

import gunki

try:
    from gunki import compiled
except ImportError:  # an older tree, which has only plain rules
    compiled = None  # type: ignore[assignment]

#: The seed of the matches, and of the games from which positions are taken.
SEED = 7
#: The number of random decisions after each clone in `mcts` and `mcts_pick`.
PLAYOUT = 40
#: MIDDLE_POSITIONS: how many positions from the middle of a game are kept. CLONED_POSITIONS: how many of them `clones`
#: copies.
MIDDLE_POSITIONS, CLONED_POSITIONS = 100, 20
#: Decisions between two digests of the whole position in `digest`.
DIGEST_EVERY = 50

Key = tuple[str, str]
clock = time.process_time


def import_first(*names: str) -> Any:
    """Import and return the first of these modules that exists. Older trees have a module under an older name."""
    for name in names[:-1]:
        with suppress(ModuleNotFoundError):
            return import_module(name)
    return import_module(names[-1])


class GameLine:
    """One scenario: its start, positions from the middle of a random game, and a random play.

    Each `play` job continues the random play where the last one stopped.
    """

    def __init__(self, game: str, scenario: str) -> None:
        chances = import_first("gunki.core.dice.chance", "gunki.core.chance")
        quick = vars(chances).get("searcher_chance") or chances.quick

        self.start: Any = gunki.new(game, scenario, seed=SEED).position
        self.quick = quick
        self.rng = random.Random(SEED)
        self.chance: Any = quick(self.rng)
        self.position: Any = self.start.clone()
        self._middle: list[Any] = []

    def play_on(self, decisions: int) -> int:
        """Continue the random play for some decisions. Begin a new game when one ends. Return how many games ended."""
        rnd, chance, position, ended = self.rng.random, self.chance, self.position, 0
        for _ in range(decisions):
            if position.wait is None:
                position = self.start.clone()
                ended += 1
            options = position.options()
            position.apply(options[int(rnd() * len(options))], chance)
        self.position = position
        return ended

    @property
    def middle(self) -> list[Any]:
        """Positions spread over the middle half of a random game."""
        if not self._middle:
            rng = random.Random(SEED)
            chance, position, line = self.quick(rng), self.start.clone(), []
            while position.wait is not None:
                line.append(position.clone())
                options = position.options()
                position.apply(options[int(rng.random() * len(options))], chance)
            half = line[len(line) // 4 : 3 * len(line) // 4]
            self._middle = half[:: max(1, len(half) // MIDDLE_POSITIONS)][:MIDDLE_POSITIONS]
        return self._middle


_lines: dict[Key, GameLine] = {}


def line_of(game: str, scenario: str) -> GameLine:
    """Return the line of a scenario. It is made at the first call."""
    key = game, scenario
    if key not in _lines:
        _lines[key] = GameLine(game, scenario)
    return _lines[key]


# -- description of the tree ------------------------------------------------------------------------------------------


def describe(game: str = "") -> dict[str, Any]:
    """Return a description of the measured tree. Matches are started first, so that everything is loaded.

    Without `game` the description covers all games.
    """
    Position: Any = import_first("gunki.core.state.position", "gunki.core.position").Position

    games = {game_id: list(gunki.game(game_id).scenarios) for game_id in ([game] if game else gunki.game_ids())}
    kinds = {}
    for game_id, scenarios in games.items():
        for scenario in scenarios:
            domains = gunki.new(game_id, scenario, seed=SEED).setup.lexicon.domains
            kinds[f"{game_id} {scenario}"] = "hexes" if "hex" in domains else "areas"
    is_compiled, problems = (False, []) if compiled is None else (compiled.is_used(), compiled.check())
    return {
        "source": str(gunki.__file__),
        "compiled": is_compiled,
        "problems": problems,
        "kernel": "gunki.board._kernel" in sys.modules if "gunki.board.kernel" in sys.modules else None,
        "scenarios": games,
        "kinds": kinds,
        "has_pick": hasattr(Position, "pick"),
    }


# -- timed work -------------------------------------------------------------------------------------------------------


def play(game: str, scenario: str, decisions: int) -> dict[str, Any]:
    """Time the next decisions of a random play. When a game ends, the next one begins."""
    line = line_of(game, scenario)
    begin = clock()
    ended = line.play_on(decisions)
    return {"cpu": clock() - begin, "done": decisions, "games": ended}


def opening(game: str, scenario: str, seed: int, decisions: int) -> dict[str, Any]:
    """Time the first decisions of a random game."""
    line = line_of(game, scenario)
    rng = random.Random(seed)
    rnd, chance, position = rng.random, line.quick(rng), line.start.clone()
    begin = clock()
    for _ in range(decisions):
        if position.wait is None:
            position = line.start.clone()
        options = position.options()
        position.apply(options[int(rnd() * len(options))], chance)
    return {"cpu": clock() - begin, "done": decisions}


def clones(game: str, scenario: str, count: int) -> dict[str, Any]:
    """Time clones of positions in the middle of a game."""
    middle = line_of(game, scenario).middle
    positions = middle[:: max(1, len(middle) // CLONED_POSITIONS)][:CLONED_POSITIONS]
    each = max(1, count // len(positions))
    begin = clock()
    for position in positions:
        clone = position.clone
        for _ in range(each):
            clone()
    return {"cpu": clock() - begin, "done": each * len(positions)}


def mcts(game: str, scenario: str, seed: int, iterations: int) -> dict[str, Any]:
    """Time the inner loop of a tree search: a clone of a position in mid-game, then random decisions in the clone."""
    line = line_of(game, scenario)
    middle, rng = line.middle, random.Random(seed)
    rnd, chance = rng.random, line.quick(rng)
    begin = clock()
    for i in range(iterations):
        position = middle[(seed + i * 37) % len(middle)].clone()
        for _ in range(PLAYOUT):
            if position.wait is None:
                break
            options = position.options()
            position.apply(options[int(rnd() * len(options))], chance)
    return {"cpu": clock() - begin, "done": iterations}


def mcts_pick(game: str, scenario: str, seed: int, iterations: int) -> dict[str, Any]:
    """Time the inner loop of `mcts`, but with `Position.pick`.

    From the same seed it makes other decisions than `mcts`, but with the same probabilities.
    """
    line = line_of(game, scenario)
    middle, rng = line.middle, random.Random(seed)
    chance = line.quick(rng)
    begin = clock()
    for i in range(iterations):
        position = middle[(seed + i * 37) % len(middle)].clone()
        for _ in range(PLAYOUT):
            act = position.pick(rng)
            if act is None:
                break
            position.apply(act, chance)
    return {"cpu": clock() - begin, "done": iterations}


def scenes(game: str, scenario: str, seed: int, looks: int, between: int) -> dict[str, Any]:
    """Time an action, and after it the scene or the view of one seat. Do this again and again in a random match.

    As in a server, a scene or view is made after every action, unchanged parts are kept, and the garbage collector runs
    rarely. Odd looks time the view and even ones the scene. A look never times both, because each reuses parts that the
    other has made.
    """
    thresholds = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    match, rng = gunki.new(game, scenario, seed=seed), random.Random(seed)
    times: dict[str, list[float]] = {"scene": [], "view": [], "action": []}
    for look in range(looks):
        seat = match.seats[look % len(match.seats)]
        for left in range(between, 0, -1):
            if match.position.wait is None:
                match = gunki.new(game, scenario, seed=seed + look)
            action = match.setup.lexicon.action(rng.choice(match.position.options()))
            begin = clock()
            match.act(action)
            middle = clock()
            made = match.view(seat, shared=True) if look % 2 else match.scene(seat, shared=True)
            end = clock()
            if left == 1 and made:
                times["action"].append(middle - begin)
                times["view" if look % 2 else "scene"].append(end - middle)
    gc.set_threshold(*thresholds)
    gc.unfreeze()
    return {"cpu": sum(map(sum, times.values())), "done": looks, **times}


# -- equal play -------------------------------------------------------------------------------------------------------


def digest(game: str, scenario: str, seed: int, decisions: int) -> dict[str, Any]:
    """Hash every decision of a random play, with its options and results. Now and then hash the whole position too."""
    line = line_of(game, scenario)
    rng = random.Random(seed)
    rnd, chance, position = rng.random, line.quick(rng), line.start.clone()
    hasher = blake2b(digest_size=16)
    begin = clock()
    for done in range(decisions):
        if position.wait is None:
            over = position.outcome
            hasher.update(repr((over.winners, over.reason, over.clause, over.points)).encode())
            position = line.start.clone()
        ask, options = position.wait, position.options()
        hasher.update(repr((ask.who, ask.name, ask.clause, ask.kind, sorted(ask.data), options)).encode())
        if done % DIGEST_EVERY == 0:
            hasher.update(position.digest().encode())
        position.apply(options[int(rnd() * len(options))], chance)
    hasher.update(position.digest().encode())
    return {"cpu": clock() - begin, "done": decisions, "digest": hasher.hexdigest()}


# -- the conversation -------------------------------------------------------------------------------------------------

WORK: dict[str, Callable[..., dict[str, Any]]] = {
    work.__name__: work for work in (describe, play, opening, clones, mcts, mcts_pick, scenes, digest)
}


def serve(work: dict[str, Callable[..., dict[str, Any]]], lines: Iterator[str]) -> None:
    """Answer one job after the other until stdin ends. If a job fails, its answer is the error."""
    for line in lines:
        name, *arguments = json.loads(line)
        try:
            answer = work[name](*arguments)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    serve(WORK, iter(sys.stdin.readline, ""))
