"""What a match takes in memory while it is watched, and who goes where all take too much."""

from __future__ import annotations

import gc
import json
import random
import tracemalloc
from pathlib import Path

import pytest

import gunki
from gunki.core.matches.resume import count_snapshots
from gunki.server.matches import memory_budget
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.store.rows import MatchRow, ParticipantRow
from gunki.server.stream.listeners import Listener
from gunki.server.views.snapshot import snapshot
from gunki.server.workers import history
from tests.server.unit.support import begun, in_registry, play, seen
from tests.server.unit.test_telling import NEVER, hears, plies_of, run_of, who

MEGABYTE = 2**20


def watched(game: str, plies: int, seed: int = 3) -> MatchSession:
    """A match as the server holds it while all who sit there, and spectators, are shown every state as a whole."""
    match, rng = gunki.new(game, seed=seed), random.Random(seed)
    row = MatchRow("m", game, match.setup.scenario, "{}", "", True, "playing", "committed", "00" * 32, "", 0.0, b"")
    chairs = {
        seat: ParticipantRow("m", seat, number, "person", "", False, "", "", "", "", True)
        for number, seat in enumerate(match.seats)
    }
    live = MatchSession(row, chairs, match=match, seq=1, by=[""])
    while match.ply < plies and match.decision is not None:
        live.by.append(match.decision.who)
        match.act(rng.choice(match.decision.texts))
        live.seq += 1
        for chair in (None, *chairs):
            snapshot(live, chair, match.ply - 1)
        memory_budget.drop_old_positions(live)
    return live


@pytest.mark.parametrize(("game", "most"), [("kanto", 1.0), ("kenshin", 1.5), ("hideyoshi", 1.5)])
def test_a_match_that_is_played_and_watched_takes_so_much_at_most(game: str, most: float) -> None:
    watched(game, 160)  # what all of them share is loaded once
    gc.collect()
    tracemalloc.start()
    try:
        live = watched(game, 160)
        gc.collect()
        taken, estimate = tracemalloc.get_traced_memory()[0], memory_budget.memory_estimate(live)
        assert taken < most * MEGABYTE
        assert taken / 2 < estimate < taken * 2, "the estimate is near the truth"
        memory_budget.drop_caches(live)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < taken / 2
        assert memory_budget.memory_estimate(live) < estimate / 2
    finally:
        tracemalloc.stop()


def test_what_can_be_made_again_is_the_same(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        for _ in range(150):
            await play(registry, live)
        before = [seen(live, chair) for chair in ("oda", "anti_oda", None)]
        assert live.match is not None
        assert count_snapshots(live.match) < 2 * memory_budget.POSITIONS + memory_budget.DROP_EVERY_PLIES, (
            "it has let go of older ones"
        )
        memory_budget.drop_caches(live)
        assert count_snapshots(live.match) == memory_budget.POSITIONS_AT_REST
        assert [seen(live, chair) for chair in ("oda", "anti_oda", None)] == before
        told = json.loads(await history.steps_since(registry.workers, live, "oda", -1))
        assert [step["ply"] for step in told] == list(range(plies_of(live) + 1))
        async with live.lock:
            await registry.take_back(live, "oda", 20)  # further back than it holds
        assert plies_of(live) == 20
        await play(registry, live)

    in_registry(tmp_path, work)


def test_what_nobody_here_knows_any_more_is_looked_up_for_a_listener(tmp_path: Path) -> None:
    """One that is told in one what happened in more plies than the server holds."""

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        await run_of(registry, live)
        (ear,) = hears(registry, live, None)
        ear.try_send_now = None
        while plies_of(live) < 200:
            await play(registry, live)
        assert ear.pending_since is not None
        registry.broadcaster.send_state(live, plies_of(live))
        assert ear.behind
        assert await ear.next() == b"", "it is told the rest by its stream, which asks a worker"

    in_registry(tmp_path, work, frame=NEVER, presence=NEVER)


def test_a_match_at_rest_lets_go_although_it_is_watched(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        hears(registry, live, "oda", None)
        await play(registry, live)
        assert live.parts
        registry.tidy()
        assert live.parts, "somebody has just played"
        live.used -= registry.settings.rest + 1
        registry.tidy()
        assert not live.parts
        assert await registry.get(live.id) is live

    in_registry(tmp_path, work, rest=NEVER)


def test_where_it_is_too_much_the_longest_untouched_go(tmp_path: Path) -> None:
    """First those that nobody listens to, then streams of spectators, then those of seats; never beyond the budget."""

    async def work(registry: Registry) -> None:
        lives = [(await begun(registry))[0] for _ in range(6)]
        alone, seats = lives[:2], lives[4:]
        ears: list[Listener] = []
        for number, live in enumerate(lives):
            await play(registry, live)
            if live not in alone:
                ears += hears(registry, live, who(live) if live in seats else None)
            live.used = 100.0 + number
        assert registry.bytes == sum(map(memory_budget.memory_estimate, lives))

        def within(budget: float) -> None:
            object.__setattr__(registry.settings, "match_megabytes", budget / MEGABYTE)
            registry._free_memory()
            assert registry.bytes <= budget

        within(registry.bytes - 1)
        assert [live.dead for live in lives] == [True, False, False, False, False, False]
        within(sum(map(memory_budget.memory_estimate, lives[2:])) / memory_budget.TARGET_SHARE)
        assert [live.dead for live in lives] == [True, True, False, False, False, False]
        assert lives[2].parts
        for live in lives[2:]:
            memory_budget.drop_caches(live)
        within(registry.bytes - 1)
        assert [live.dead for live in lives] == [True, True, True, False, False, False]
        assert (ears[0].closed, ears[1].closed) == (True, False), "and may come back"
        within(1)
        assert all(live.dead for live in lives)
        assert len(registry) == 0

    in_registry(tmp_path, work, presence=NEVER)


def test_who_asks_for_a_match_gets_it_however_small_the_budget(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        registry.forget(live)
        again = await registry.get(live.id)
        assert not again.dead
        await play(registry, again)

    in_registry(tmp_path, work, match_megabytes=0)
