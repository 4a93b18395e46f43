"""When those who listen are told: at once whoever decides, the others no oftener than they can look, and all of it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from gunki.server.matches import closing
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.stream import broadcast
from gunki.server.stream.broadcast import FULL_PACE_STREAMS
from gunki.server.stream.listeners import Listener
from gunki.server.views.snapshot import snapshot
from tests.server.unit.support import begun, in_registry, play, seen, until

#: A moment that is over when a test says so, and not before.
NEVER = 3600.0


class Moments:
    """The clock that only rises, with all its timers: a moment is over when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._passed = 0.0
        steady = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: steady() + self._passed)

    def end(self) -> None:
        self._passed += NEVER


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> Moments:
    return Moments(monkeypatch)


class Ear(Listener):
    """Keeps the states it was told."""

    def __init__(self, chair: str | None, seq: int) -> None:
        super().__init__(chair, ndjson=False, seq=seq)
        self.states: list[dict[str, Any]] = []
        self.try_send_now = self._heard

    def _heard(self, data: bytes) -> bool:
        fields = dict(line.split(": ", 1) for line in data.decode().strip().split("\n"))
        if fields["event"] == "state":
            self.states.append(json.loads(fields["data"]))
        return True

    @property
    def plies(self) -> list[int]:
        return [step["ply"] for state in self.states for step in state["steps"]]


def hears(registry: Registry, live: MatchSession, *chairs: str | None) -> list[Ear]:
    ears = [Ear(chair, live.seq) for chair in chairs]
    for ear in ears:
        registry.enter(live, ear)
    return ears


def plies_of(live: MatchSession) -> int:
    assert live.match is not None
    return live.match.ply


def who(live: MatchSession) -> str:
    assert live.match is not None
    return str(live.match.who)


async def run_of(registry: Registry, live: MatchSession, least: int = 3) -> str:
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
                assert ear.states[-1] == without_view(seen(live, ear.participant, plies_of(live) - 1))

    with_frame(tmp_path, 0.0, work)


def without_view(shown: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in shown.items() if name != "view"}


def test_who_decides_next_is_told_at_once_and_the_others_together(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        ears = {ear.participant: ear for ear in hears(registry, live, "oda", "anti_oda", None)}
        for _ in range(40):
            before = who(live)
            await play(registry, live)
            if who(live) not in (before, "None", "chance"):
                assert ears[who(live)].states[-1]["ply"] == plies_of(live)
                assert ears[who(live)].states[-1]["decision"]["options"]
        assert len(ears[None].states) == 1, "the first at once, the rest when the moment is over"
        assert len(ears["oda"].states) < 40

    with_frame(tmp_path, NEVER, work)


def test_every_step_comes_once_and_the_last_state_is_the_present(tmp_path: Path, moments: Moments) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        ears = hears(registry, live, "oda", "anti_oda", None)
        for number in range(1, 11):
            for _ in range(6):
                await play(registry, live)
            moments.end()
            await until(lambda: all(ear.pending_since is None for ear in ears))
            assert len(ears[2].states) == 2 * number, "the first at once, the others together"
            moments.end()
        for ear in ears:
            assert ear.plies == list(range(1, plies_of(live) + 1))
            assert ear.states[-1]["seq"] == live.seq
            assert ear.states[-1]["scene"] == seen(live, ear.participant)["scene"]

    with_frame(tmp_path, NEVER, work)


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
        registry.broadcaster.send_state(live, plies_of(live))
        assert [step["ply"] for step in watcher.states[-1]["steps"]] == [first + 2, first + 3]
        assert (watcher.states[-1]["ply"], watcher.pending_since) == (first + 3, None)

    with_frame(tmp_path, NEVER, work)


def test_take_backs_are_told_no_oftener_than_actions(tmp_path: Path) -> None:
    """Who acts and takes back again and again makes nobody listen to all of it."""

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        ears = {ear.participant: ear for ear in hears(registry, live, "oda", "anti_oda", None)}
        begin, seat = plies_of(live), who(live)
        for _ in range(10):
            await play(registry, live)
            async with live.lock:
                await registry.take_back(live, seat, begin)
        assert who(live) == seat
        assert len(ears[None].states) == 1, "the first action at once, the rest when the moment is over"
        assert len(ears[seat].states) == 1, "who acts and takes back is answered, and needs no stream for it"
        registry.broadcaster.send_state(live, begin)
        for ear in ears.values():
            assert (ear.states[-1]["seq"], ear.states[-1]["ply"], ear.states[-1]["steps"]) == (live.seq, begin, [])

    with_frame(tmp_path, NEVER, work)


def test_what_is_asked_about_taking_back_is_told_those_at_the_table_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But who asks and is refused again and again makes nobody listen to all of it."""
    monkeypatch.setattr(broadcast, "CALM_SECONDS", NEVER)

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        await run_of(registry, live)
        ears = {ear.participant: ear for ear in hears(registry, live, "oda", "anti_oda", None)}
        registry.broadcaster.send_state(live, plies_of(live))
        for ear in ears.values():
            ear.sent_at = time.monotonic()
        ply = plies_of(live)
        for _ in range(10):
            async with live.lock:
                await registry.note(live, "ask", {"by": "oda", "ply": ply - 1})
                assert ears["anti_oda"].states[-1]["undo"]["asked"]["waits_for"] == ["anti_oda"]
                await registry.note(live, "refuse", {"by": "anti_oda"})
        assert [len(ear.states) for ear in ears.values()] == [0, 1, 0]
        live.back_at -= NEVER
        async with live.lock:
            await registry.note(live, "ask", {"by": "oda", "ply": ply - 1})
        assert [len(ear.states) for ear in ears.values()] == [0, 2, 0]

    with_frame(tmp_path, NEVER, work)


def test_many_streams_of_one_address_are_told_less_often(tmp_path: Path, moments: Moments) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        ears = [Ear(None, live.seq) for _ in range(4 * FULL_PACE_STREAMS)]
        for number, ear in enumerate(ears):
            ear.address = "" if number % 2 else "192.0.2.1"
            registry.enter(live, ear)
        assert [ear.pace for ear in ears[::2]] == [1] * FULL_PACE_STREAMS + [2] * FULL_PACE_STREAMS
        assert {ear.pace for ear in ears[1::2]} == {1}
        await play(registry, live)
        assert {len(ear.states) for ear in ears} == {1}, "the first at once"
        for number in range(1, 13):
            await play(registry, live)
            moments.end()
            await until(lambda: ears[0].pending_since is None)
            for ear in ears:
                assert len(ear.states) == 1 + number // ear.pace
        for ear in ears:
            assert ear.states[-1]["seq"] == live.seq, "in the end all know as much"
            assert ear.plies == list(range(1, plies_of(live) + 1))

    with_frame(tmp_path, NEVER, work)


def test_whose_question_is_taken_back_is_told_at_once(tmp_path: Path) -> None:
    """Else a new question could come with the number of the old one, and look like the same."""

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        before = who(live)
        while who(live) == before:
            before = who(live)
            await play(registry, live)
        (asked,) = hears(registry, live, who(live))
        registry.broadcaster.send_state(live, plies_of(live))
        asked.sent_at = time.monotonic()
        async with live.lock:
            await registry.take_back(live, before, plies_of(live) - 1)
        assert who(live) == before
        assert asked.states[-1]["ply"] == plies_of(live)

    with_frame(tmp_path, NEVER, work)


def test_take_backs_end_where_the_match_stands(tmp_path: Path) -> None:
    """What is told in one after a take-back has every step that still stands, from the last that has stayed."""

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        await run_of(registry, live)
        (watcher,) = hears(registry, live, None)
        for _ in range(4):
            await play(registry, live)
        registry.broadcaster.send_state(live, plies_of(live))
        registry.broadcaster.close()
        top = plies_of(live)
        for back in (top - 1, top - 3, top - 2):
            while plies_of(live) < top:
                await play(registry, live)
            async with live.lock:
                await registry.take_back(live, who(live), back)
        await play(registry, live)
        registry.broadcaster.send_state(live, plies_of(live))
        assert watcher.states[-1]["ply"] == top - 1
        assert [step["ply"] for step in watcher.states[-1]["steps"]] == [top - 2, top - 1]

    with_frame(tmp_path, NEVER, work)


def test_of_many_streams_at_one_chair_few_are_told_at_once(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        ears = {chair: hears(registry, live, *[chair] * 8) for chair in ("oda", "anti_oda")}
        turns = 0
        for _ in range(60):
            before = who(live)
            await play(registry, live)
            turns += who(live) not in (before, "None", "chance")
        assert turns > 4
        for of_chair in ears.values():
            told = sorted(len(ear.states) for ear in of_chair)
            assert told[:6] == [1] * 6
            assert of_chair[-1].states[-1]["seq"] == max(ear.states[-1]["seq"] for ear in of_chair), "the newest is"

    with_frame(tmp_path, NEVER, work)


def test_who_comes_in_between_is_not_told_twice(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        (early,) = hears(registry, live, None)
        for _ in range(5):
            await play(registry, live)
        (late,) = hears(registry, live, None)
        registry.broadcaster.send_state(live, plies_of(live))
        assert early.plies == [1, 2, 3, 4, 5]
        assert late.states == []
        await play(registry, live)
        registry.broadcaster.send_state(live, plies_of(live))
        assert late.plies == [6]

    with_frame(tmp_path, NEVER, work)


def test_what_is_not_on_the_disk_yet_is_not_told_when_its_moment_comes(tmp_path: Path, moments: Moments) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        await run_of(registry, live)
        (watcher,) = hears(registry, live, None)
        for _ in range(2):  # told at once; waits for its moment
            await play(registry, live)
        timer = registry.broadcaster._timers[live]
        on_disk, gate = registry.store.append, asyncio.Event()

        async def slowly(saved: Awaitable[None]) -> None:
            await gate.wait()
            await saved

        with patch.object(registry.store, "append", lambda *line: slowly(on_disk(*line))):
            playing = asyncio.create_task(play(registry, live))
            before = live.seq
            await until(lambda: live.lock.locked() and live.seq > before)
            moments.end()
            await until(lambda: registry.broadcaster._timers.get(live) is not timer)
            assert len(watcher.states) == 1
            gate.set()
            await playing
        moments.end()
        await until(lambda: watcher.states[-1]["seq"] == live.seq)
        assert watcher.pending_since is None

    with_frame(tmp_path, NEVER, work)


def test_one_who_resigns_misses_nothing_as_he_becomes_a_spectator(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        seat = await run_of(registry, live)
        (ear,) = hears(registry, live, seat)
        first = plies_of(live)
        for _ in range(3):
            await play(registry, live)
        live.make_spectator(seat)
        registry.broadcaster.send_state(live, plies_of(live))
        assert ear.participant is None
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
        assert gone.pending_since is not None
        registry.leave(live, gone)
        (back,) = hears(registry, live, seat)
        first = plies_of(live)
        await play(registry, live)
        registry.broadcaster.send_state(live, plies_of(live))
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
