"""The benchmarks' worker for engines of other projects: their play and their copies, in a process of its own.

This file is run by its path. It uses the same protocol as `engine_worker`.
"""

from __future__ import annotations

import random
import sys
from itertools import islice
from typing import Any

from gunki.lab.bench_engines.engine_worker import PLAYOUT, SEED, clock, serve
from gunki.lab.bench_engines.peer_engines import PEERS, Engine

_engines: dict[str, Engine | None] = {}


def engine_of(name: str) -> Engine:
    """Return an installed engine. It is made at the first call."""
    if name not in _engines:
        _engines[name] = PEERS[name](random.Random(SEED))
    engine = _engines[name]
    assert engine is not None
    return engine


def describe() -> dict[str, Any]:
    """Return the installed engines by name. The value is None for an engine that is not installed."""
    for name, make in PEERS.items():
        _engines[name] = make(random.Random(SEED))
    peers = {name: engine and {"version": engine.version, "how": engine.how} for name, engine in _engines.items()}
    return {"peers": peers}


def play(name: str, decisions: int) -> dict[str, Any]:
    """Time the next decisions of a random play. When a game ends, the next one begins."""
    line = engine_of(name).play
    begin = clock()
    for _ in islice(line, decisions):
        pass
    return {"cpu": clock() - begin, "done": decisions}


def clones(name: str, count: int) -> dict[str, Any]:
    """Time copies of games in mid-game."""
    copies = engine_of(name).copies
    each = max(1, count // len(copies))
    begin = clock()
    for copy in copies:
        for _ in range(each):
            copy()
    return {"cpu": clock() - begin, "done": each * len(copies)}


def mcts(name: str, seed: int, iterations: int) -> dict[str, Any]:
    """Time copies of games in mid-game, and random decisions in the copies."""
    engine, rnd = engine_of(name), random.Random(seed).random
    copies, takes_step = engine.copies, engine.takes_step
    begin = clock()
    for i in range(iterations):
        game = copies[i % len(copies)]()
        for _ in range(PLAYOUT):
            if not takes_step(game, rnd):
                break
    return {"cpu": clock() - begin, "done": iterations}


if __name__ == "__main__":
    works = (describe, play, clones, mcts)
    serve({work.__name__: work for work in works}, iter(sys.stdin.readline, ""))
