"""When those who listen are told: at once whoever decides, the others no oftener than they can look, and all of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from gunki.server import closing
from gunki.server.live import Live
from gunki.server.registry import Registry
from gunki.server.snapshot import snapshot
from gunki.server.streams import Listener
from tests.server.unit.support import begun, in_registry, play, seen, until

#: A moment that is over when a test says so, and not before.
NEVER = 3600.0


class Ear(Listener):
    """Keeps the states it was told."""

    def __init__(self, chair: str | None, seq: int) -> None:
        super().__init__(chair, lines=False, seq=seq)
        self.states: list[dict[str, Any]] = []
        self.straight = self._heard

    def _heard(self, data: bytes) -> bool:
        fields = dict(line.split(": ", 1) for line in data.decode().strip().split("\n"))
        if fields["event"] == "state":
            self.states.append(json.loads(fields["data"]))
        return True

    @property
    def plies(self) -> list[int]:
        return [step["ply"] for state in self.states for step in state["steps"]]


def hears(registry: Registry, live: Live, *chairs: str | None) -> list[Ear]:
    ears = [Ear(chair, live.seq) for chair in chairs]
    for ear in ears:
        registry.enter(live, ear)
    return ears


def plies_of(live: Live) -> int:
    assert live.match is not None
    return live.match.ply


def who(live: Live) -> str:
    assert live.match is not None
    return str(live.match.who)


async def run_of(registry: Registry, live: Live, least: int = 3) -> str:
    """Play until one seat has decided so often in a row and decides still; the seat."""
    in_a_row, seat = 0, who(live)
    while in_a_row < least or who(live) != seat:
        seat, in_a_row = (seat, in_a_row) if who(live) == seat else (who(live), 0)
        await play(registry, live)
        in_a_row += 1
    return seat


Work = Callable[[Registry], Awaitable[None]]


def with_frame(folder: Path, frame: float, work: Work) -> None:
    in_registry(folder, work, frame=frame, presence=NEVER)


def test_whoever_plays_by_hand_is_told_every_step_at_once(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        ears = hears(registry, live, "oda", "anti_oda", None)
        for number in range(1, 13):
            await play(registry, live)
            for ear in ears:
                assert len(ear.states) == number
                assert ear.states[-1] == without_view(seen(live, ear.chair, plies_of(live) - 1))

    with_frame(tmp_path, 0.0, work)


def without_view(shown: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in shown.items() if name != "view"}


def test_who_decides_next_is_told_at_once_and_the_others_together(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        ears = {ear.chair: ear for ear in hears(registry, live, "oda", "anti_oda", None)}
        for _ in range(40):
            before = who(live)
            await play(registry, live)
            if who(live) not in (before, "None", "chance"):
                assert ears[who(live)].states[-1]["ply"] == plies_of(live)
                assert ears[who(live)].states[-1]["decision"]["options"]
        assert len(ears[None].states) == 1, "the first at once, the rest when the moment is over"
        assert len(ears["oda"].states) < 40

    with_frame(tmp_path, NEVER, work)


def test_every_step_comes_once_and_the_last_state_is_the_present(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        ears = hears(registry, live, "oda", "anti_oda", None)
        for _ in range(60):
            await play(registry, live)
        await until(lambda: all(ear.untold is None for ear in ears))
        for ear in ears:
            assert ear.plies == list(range(1, plies_of(live) + 1))
            assert ear.states[-1]["seq"] == live.seq
            assert ear.states[-1]["scene"] == seen(live, ear.chair)["scene"]
        assert len(ears[2].states) < 60

    with_frame(tmp_path, 0.05, work)


def test_what_was_not_told_is_told_with_a_take_back(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        await run_of(registry, live)
        (watcher,) = hears(registry, live, None)
        first = plies_of(live)
        for _ in range(6):
            await play(registry, live)
        told = watcher.states[-1]["ply"]
        assert told == first + 1 < plies_of(live)
        async with live.lock:
            await registry.take_back(live, who(live), first + 3)
        assert [step["ply"] for step in watcher.states[-1]["steps"]] == [first + 2, first + 3]
        assert (watcher.states[-1]["ply"], watcher.untold) == (first + 3, None)

    with_frame(tmp_path, NEVER, work)


def test_who_comes_in_between_is_not_told_twice(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        (early,) = hears(registry, live, None)
        for _ in range(5):
            await play(registry, live)
        (late,) = hears(registry, live, None)
        registry.telling.state(live, plies_of(live))
        assert early.plies == [1, 2, 3, 4, 5]
        assert late.states == []
        await play(registry, live)
        registry.telling.state(live, plies_of(live))
        assert late.plies == [6]

    with_frame(tmp_path, NEVER, work)


def test_what_is_not_on_the_disk_yet_is_not_told_when_its_moment_comes(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        await run_of(registry, live)
        (watcher,) = hears(registry, live, None)
        await play(registry, live)
        on_disk, gate = registry.store.append, asyncio.Event()

        async def slowly(saved: Awaitable[None]) -> None:
            await gate.wait()
            await saved

        with patch.object(registry.store, "append", lambda *line: slowly(on_disk(*line))):
            playing = asyncio.create_task(play(registry, live))
            await until(lambda: live.lock.locked() and live.seq > watcher.states[-1]["seq"])
            told = len(watcher.states)
            await asyncio.sleep(0.2)  # many moments
            assert len(watcher.states) == told
            gate.set()
            await playing
        await until(lambda: watcher.states[-1]["seq"] == live.seq)

    with_frame(tmp_path, 0.01, work)


def test_one_who_resigns_misses_nothing_as_he_becomes_a_spectator(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        seat = await run_of(registry, live)
        (ear,) = hears(registry, live, seat)
        first = plies_of(live)
        for _ in range(3):
            await play(registry, live)
        live.look_on(seat)
        registry.telling.state(live, plies_of(live))
        assert ear.chair is None
        assert ear.plies == [first + 1, first + 2, first + 3]

    with_frame(tmp_path, NEVER, work)


def test_the_end_is_told_at_once(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        (watcher,) = hears(registry, live, None)
        for _ in range(4):
            await play(registry, live)
        async with live.lock:
            await closing.close(registry, live, "agreed")
        assert (watcher.states[-1]["state"], watcher.states[-1]["seq"]) == ("closed", live.seq)
        assert watcher.plies == [1, 2, 3, 4]

    with_frame(tmp_path, NEVER, work)


def test_one_who_comes_back_is_told_nothing_that_waited_for_another(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        seat = await run_of(registry, live)
        (gone,) = hears(registry, live, seat)
        for _ in range(3):
            await play(registry, live)
        assert gone.untold is not None
        registry.leave(live, gone)
        (back,) = hears(registry, live, seat)
        first = plies_of(live)
        await play(registry, live)
        registry.telling.state(live, plies_of(live))
        assert back.plies == [first + 1]

    with_frame(tmp_path, NEVER, work)


@pytest.mark.parametrize("chair", ["oda", "anti_oda", None])
def test_a_brief_snapshot_is_the_whole_without_what_is_large(tmp_path: Path, chair: str | None) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        for _ in range(10):
            await play(registry, live)
            brief = json.loads(snapshot(live, chair, plies_of(live) - 1, extent="brief"))
            whole = seen(live, chair, plies_of(live) - 1)
            assert brief == {name: value for name, value in whole.items() if name not in ("scene", "view")}

    with_frame(tmp_path, NEVER, work)
