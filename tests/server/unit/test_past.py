"""A stored match is opened by a worker: the server holds where it stands, and is told its past when it is asked."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import orjson
import pytest

import gunki
from gunki.core.matches.match import Match
from gunki.server.http.http_errors import Problem
from gunki.server.http.limits import Limits
from gunki.server.http.requests import Server
from gunki.server.matches.bots import Bots
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.routes.stream_routes import listen
from gunki.server.settings import RATES
from gunki.server.store.record_codec import entry_out
from gunki.server.views.stories import finished_story
from gunki.server.workers import history
from gunki.server.workers.messages import ASKER, Failed, Job, JobReply, LimitExceeded
from gunki.server.workers.uploads import Uploads
from gunki.server.workers.worker_process import MAX_KNOWN_MATCHES
from tests.server.unit.support import begun, in_registry, play, seen, stored, token_at, until, workers_for

PLIES = 150


def played(plies: int = PLIES, game: str = "kenshin", seed: int = 5) -> tuple[Match, list[dict[str, Any]]]:
    match, rng = gunki.new(game, seed=seed), random.Random(seed)
    while match.ply < plies and match.decision is not None:
        match.act(rng.choice(match.decision.options))
    return match, [entry_out(match, entry) for entry in match.entries]


async def told(registry: Registry, live: MatchSession, chair: str | None, since: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = orjson.loads(await history.steps_since(registry.workers, live, chair, since))
    return found


@pytest.mark.parametrize("real", [False, True], ids=["here", "in a process"])
def test_a_match_that_was_opened_is_the_one_that_was_played(tmp_path: Path, real: bool) -> None:
    async def work(registry: Registry) -> None:
        match, entries = played()
        ident = await stored(registry, match.header, entries)
        async with workers_for(registry) if real else nullcontext():
            live = await registry.get(ident)
            assert live.match is not None
            assert (live.match.resume_ply, live.match.first_held_ply) == (PLIES, PLIES + 1 - 64), (
                "nothing was replayed here"
            )
            assert live.match.position.digest() == match.position.digest()
            assert live.match.entries == match.entries
            for seat in match.seats:
                assert live.match.decision == match.decision
                assert seen(live, seat)["view"] == orjson.loads(orjson.dumps(match.view(seat)))
            for since in (-1, 20, PLIES - 3):
                steps = await told(registry, live, "uesugi", since)
                assert [step["ply"] for step in steps] == list(range(since + 1, PLIES + 1))
                for step in steps:
                    events = [e.to_dict() for e in match.events_at(step["ply"]) if e.is_visible_to("uesugi")]
                    assert [e["kind"] for e in step["events"]] == [e["kind"] for e in events]
            async with live.lock:
                job = history.view_job(live, "uesugi", 33)
            then = orjson.loads((await history.run_job(registry.workers, job)).blob)
            assert (then["ply"], then["seq"], then["state"]) == (33, live.seq, "playing")
            assert then["view"] == orjson.loads(orjson.dumps(match.at(33).view("uesugi")))
            assert then["scene"] == orjson.loads(orjson.dumps(match.at(33).scene("uesugi")))
            async with live.lock:
                await registry.take_back(live, "uesugi", 40)
            assert live.match.position.digest() == match.at(40).position.digest()
            for _ in range(3):
                await play(registry, live)
            registry.forget(live)
            again = await registry.get(ident)
            assert again.match is not None
            assert again.match.position.digest() == live.match.position.digest()
            assert again.match.entries == live.match.entries

    in_registry(tmp_path, work)


def test_cards_are_dealt_on_as_if_it_had_never_been_away(tmp_path: Path) -> None:
    """The record of a store names cards, a match counts them."""

    async def work(registry: Registry) -> None:
        match, entries = played(60, "nobunaga", 7)
        async with workers_for(registry) as workers:
            live = await registry.get(await stored(registry, match.header, entries))
            (process,) = [
                process for lane in workers.lanes.values() for process in lane.processes if process.knows(live.id)
            ]
            assert live.match is not None
            assert process._known_matches[live.id].entries == live.match.entries
            assert all(map(lambda a, b: a is b, process._known_matches[live.id].entries, live.match.entries)), (
                "sent only once"
            )
            for _ in range(40):
                assert match.decision is not None
                text = random.Random(match.ply).choice(match.decision.texts)
                match.act(text)
                await play(registry, live, text)
                assert live.match.position.digest() == match.position.digest()

    in_registry(tmp_path, work)


@pytest.mark.parametrize("meanwhile", ["nothing", "played on", "taken back"])
def test_who_comes_back_to_a_stream_after_long_is_told_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    """And nobody at the table has to wait until it has been looked up."""

    async def work(registry: Registry) -> None:
        match, entries = played()
        live = await registry.get(await stored(registry, match.header, entries))
        limits = Limits(RATES, 1.0)
        server = Server(registry.settings, registry, Uploads(registry.store, registry.workers, 2**20), limits, b"key")
        live.plies[0] = (0, 0)  # it was at its beginning when the reader went
        looked_up: list[Job] = []
        do = registry.workers.do

        async def slowly(job: Job) -> JobReply:
            answer = await do(job)
            if job.kind == "steps" and not looked_up:
                looked_up.append(job)
                assert not live.lock.locked()
                if meanwhile == "taken back":
                    async with live.lock:
                        await registry.take_back(live, "uesugi", PLIES - 5)
                if meanwhile != "nothing":
                    await play(registry, live)
            return answer

        monkeypatch.setattr(registry.workers, "do", slowly)
        await listen(server, token_at("uesugi"), live.id, "", ndjson=False, seq=0)
        (listener,) = live.listeners
        body = await listener.next()
        assert body is not None
        (state,) = [block for block in body.decode().split("\n\n") if "event: state" in block]
        data = orjson.loads(state.partition("data: ")[2])
        plies = PLIES + {"nothing": 0, "played on": 1, "taken back": -4}[meanwhile]
        assert [step["ply"] for step in data["steps"]] == list(range(1, plies + 1))
        assert data["ply"] == plies
        assert looked_up
        assert live.match is not None
        kinds = [event.kind for event in live.match.events_at(plies) if event.is_visible_to("uesugi")]
        assert [event["kind"] for event in data["steps"][-1]["events"]] == kinds

    in_registry(tmp_path, work)


def test_nobody_waits_for_anothers_turn_to_have_a_match_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: Registry) -> None:
        match, entries = played(20)
        ident = await stored(registry, match.header, entries)
        do, gate = registry.workers.do, asyncio.Event()

        async def in_turn(job: Job) -> JobReply:
            if job.origin == "greedy":
                await gate.wait()
            return await do(job)

        async def get(origin: str) -> MatchSession:
            ASKER.set(origin)
            return await registry.get(ident)

        monkeypatch.setattr(registry.workers, "do", in_turn)
        greedy = asyncio.create_task(get("greedy"))
        await until(lambda: registry._loading)
        live = await asyncio.create_task(get("modest"))
        await play(registry, live)
        gate.set()
        assert await greedy is live, "there is only one of it"
        assert registry._sessions[ident] is live

    in_registry(tmp_path, work)


def test_opening_is_charged_to_whoever_asks_and_never_stops_a_bot(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        match, entries = played(40, "nobunaga", 3)
        idents = [await stored(registry, match.header, entries, bot) for bot in ("", "", "random")]
        async with workers_for(registry, Limits({**RATES, "cpu": (0.0001, 0.0001)}, 1.0)):
            ASKER.set("somebody")
            await registry.get(idents[0])
            with pytest.raises(Problem) as caught:
                await registry.get(idents[1])
            assert caught.value.status_code == 429
            ASKER.set("another")
            assert (await registry.get(idents[1])).match is not None
            ASKER.set(None)
            bots = Bots(registry)
            await bots.start()
            live = await registry.get(idents[2])
            assert live.match is not None
            await until(lambda: live.match is not None and live.match.ply > match.ply)
            await bots.stop()

    in_registry(tmp_path, work)


def test_only_a_match_that_takes_more_than_it_may_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may die of something else, and that is no fault of the match."""
    failures: list[Failed] = [LimitExceeded("the process ended")]

    async def work(registry: Registry) -> None:
        match, entries = played(10)
        ident = await stored(registry, match.header, entries)
        do = registry.workers.do

        async def fail(job: Job) -> JobReply:
            if failures:
                raise failures.pop()
            return await do(job)

        monkeypatch.setattr(registry.workers, "do", fail)
        live = await registry.get(ident)
        assert live.match is not None
        registry.forget(live)
        for _ in range(3):
            failures.extend([Failed("the process ended"), Failed("no answer in time")])
            with pytest.raises(Problem) as caught:
                await registry.get(ident)
            assert (caught.value.status_code, caught.value.code) == (503, "busy")
        live = await registry.get(ident)
        assert (live.state, live.notice) == ("playing", None)
        registry.forget(live)
        failures.extend([LimitExceeded("no answer in time"), LimitExceeded("no answer in time")])
        live = await registry.get(ident)
        assert (live.match, live.state) == (None, "aside")
        assert live.notice is not None
        assert (live.notice["kind"], live.notice["plies"]) == ("unopened", 10)
        assert "no answer in time" in live.notice["why"]
        registry.forget(live)
        assert (await registry.get(ident)).match is not None, "nothing of that is kept"

    in_registry(tmp_path, work)


def test_the_story_of_a_match_that_was_opened(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        match, entries = played(5000, "nobunaga", 3)
        live = await registry.get(await stored(registry, match.header, entries, state="over"))
        told = orjson.loads(await finished_story(registry.workers, live))
        assert told["standing"][-1]["ply"] == match.ply

    in_registry(tmp_path, work)


def test_nothing_stays_behind_of_a_match_that_nobody_looks_at(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        async with workers_for(registry) as workers:
            bots = Bots(registry)
            await bots.start()
            gone: list[weakref.ref[Any]] = []
            for _ in range(8):
                live, _, _ = await begun(registry, anti_oda="bot:random")
                for _ in range(3):
                    await play(registry, live)
                registry._presence_changed(live)
                gone += [weakref.ref(live), weakref.ref(live.match)]
            del live
            await until(lambda: not bots._deciding and not registry._presence)
            registry.drop_idle()
            for process in (process for lane in workers.lanes.values() for process in lane.processes):
                assert not process._known_matches
                assert len(process._forget) <= MAX_KNOWN_MATCHES
            for kept in (registry._sessions, registry._loading, bots._failures, bots._turns):
                assert not kept
            gc.collect()
            assert [ref() for ref in gone] == [None] * len(gone)
            await bots.stop()

    in_registry(tmp_path, work, idle=-1.0, presence=0.01)
