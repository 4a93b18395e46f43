"""Matches that go on from long records: opened apart from what others wait for, and replayed no more than once."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path
from typing import Any
from unittest.mock import patch

import orjson
import pytest

import gunki
from gunki.core.matches import saves
from gunki.core.matches.match import Match
from gunki.server.http.api_models import NewMatch
from gunki.server.matches import lobby
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.settings import Settings
from gunki.server.store.record_codec import entry_out
from gunki.server.workers import history
from gunki.server.workers.job_handlers import Jobs
from gunki.server.workers.messages import LONG_RECORD, PAST, PRESENT, QUICK, InlineWorkers, Job, JobReply
from gunki.server.workers.upload_states import UploadStates, pack_state
from gunki.server.workers.uploads import Uploads
from gunki.server.workers.worker_pool import Workers
from tests.server.unit.support import NONCES, in_registry, joining, play, stored, until, workers_for
from tests.server.unit.test_workers import bot, with_workers

PLIES = LONG_RECORD + 60
GAMES = gunki.game_ids()


def long_match(game: str = "nobunaga", plies: int = PLIES, seed: int = 5) -> Match:
    match, rng = gunki.new(game, seed=seed), random.Random(seed)
    while match.ply < plies:
        assert match.decision is not None
        match.act(rng.choice(match.decision.texts))
    return match


class Counting(InlineWorkers):
    """Does jobs where it is, and tells which, and in which lanes they would have been done."""

    def __init__(self) -> None:
        self.jobs: list[tuple[str, str]] = []

    async def do(self, job: Job) -> JobReply:
        self.jobs.append((job.kind, job.lane))
        return await super().do(job)


# -- lanes ------------------------------------------------------------------------------------------------------------


def test_matches_that_are_opened_hold_up_no_bot(tmp_path: Path) -> None:
    """Whatever the processes are at that open them."""

    async def work(registry: Registry) -> None:
        match = long_match()
        ident = await stored(registry, match.header, [entry_out(match, entry) for entry in match.entries])
        async with workers_for(registry) as workers:
            stopped = [process.pid for process in workers.lanes[PAST].processes if process.pid is not None]
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            opening = asyncio.create_task(registry.get(ident))
            await until(lambda: workers.figures()["running"] == 1)
            assert (await workers.do(bot(match, "another"))).fields["action"]
            assert not opening.done()
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
            assert (await opening).match is not None

    in_registry(tmp_path, work, stuck_seconds=1000.0)


def test_all_that_needs_the_past_of_a_match_is_done_there(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        match = long_match()
        ident = await stored(registry, match.header, [entry_out(match, entry) for entry in match.entries])
        counting = registry.workers = Counting()
        live = await registry.get(ident)
        await history.run_job(counting, history.view_job(live, None, 3))
        await history.steps_since(counting, live, None, -1)
        await history.match_at(counting, live, 3)
        assert counting.jobs == [("open", PAST), ("view", PAST), ("steps", PAST), ("state", PAST)]

    in_registry(tmp_path, work)


def test_there_are_two_quick_processes_at_least_unless_somebody_wants_one(tmp_path: Path) -> None:
    lanes = Workers(Settings(data=tmp_path)).lanes
    assert len(lanes[QUICK].processes) == len(lanes[PAST].processes) == 2
    assert len(Workers(Settings(data=tmp_path, bot_workers=1)).lanes[QUICK].processes) == 1


# -- where a match stands, instead of all that led there --------------------------------------------------------------


def present_jobs(match: Match) -> list[Job]:
    decision = match.decision
    assert decision is not None
    seat = decision.who

    def about(kind: str, asked: dict[str, Any]) -> Job:
        return Job(kind, "", asked, match_id="m", match=match)

    thing = next(iter(decision.options[0].lights), None)
    jobs = [
        about("bot", {"bot": "greedy:8"}),
        about("stakes", {}),
        about("why", {"thing": None, "action": str(decision.options[0])}),
    ]
    if thing is not None:
        jobs.append(about("why", {"thing": thing, "action": None}))
    for overlay in match.game.overlays:
        asked = {"overlay": overlay, "seat": seat, "thing": None, "action": None}
        jobs.append(about("overlay", asked))
    assert {job.kind for job in jobs} == PRESENT
    return jobs


@pytest.mark.parametrize("game", GAMES)
def test_a_worker_that_is_told_where_a_match_stands_answers_the_same(game: str) -> None:
    match = long_match(game)
    for job in present_jobs(match):
        asked = job.request_for(None)
        assert "state" in asked
        replayed = {name: value for name, value in asked.items() if name != "state"}
        told = [Jobs().answer(orjson.loads(orjson.dumps(what)), b"") for what in (asked, replayed)]
        assert told[0] == told[1], job.kind


def test_short_records_and_the_past_are_replayed() -> None:
    assert "state" not in Job("why", "", match_id="m", match=long_match(plies=20)).request_for(None)
    assert "state" not in Job("view", "", match_id="m", match=long_match()).request_for(None)


def test_a_job_is_about_the_match_when_it_was_asked() -> None:
    match = long_match()
    job, then = Job("why", "", {"thing": None, "action": "x"}, match_id="m", match=match), match.fork()
    for _ in range(5):
        assert match.decision is not None
        match.act(match.decision.texts[0])
    asked = job.request_for(None)
    resumed = gunki.resume(then.header, then.entries, asked["state"])
    assert resumed.position.digest() == then.position.digest()
    assert len(asked["entries"]) == len(then.entries)


def test_a_process_that_knows_only_where_it_stands_is_told_more_when_it_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, int, bool]] = []

    async def work(workers: Workers) -> None:
        process = workers.lanes[QUICK].processes[0]
        asked = process._request

        async def heard(job: Job, told: dict[str, Any], cpu: float) -> Any:
            sent.append((told["kind"], told["keep"], "state" in told))
            return await asked(job, told, cpu)

        monkeypatch.setattr(process, "_request", heard)
        match = long_match()
        first = match.ply
        for _ in range(2):
            match.act((await workers.do(bot(match))).fields["action"])
        assert sent == [("bot", 0, True), ("bot", first + 1, False)]
        sent.clear()
        save = await workers.do(Job("save", "", match_id="m", match=match))
        assert save.blob == saves.save_bytes(match)
        await workers.do(bot(match))
        assert sent == [("save", 0, False), ("bot", first + 3, False)]
        workers.forget("m")
        await workers.do(bot(match))
        sent.clear()
        back = match.at(first - 5)  # before it was resumed
        await workers.do(bot(back))
        assert sent == [("bot", first - 4, False), ("bot", 0, True)]

    with_workers(tmp_path, work)


# -- what was replayed when it was uploaded ---------------------------------------------------------------------------


async def made_from(registry: Registry, upload: str, match: Match) -> MatchSession:
    """A match of two seats at one table that goes on from an upload, always with the same dice."""
    seats = dict.fromkeys(NONCES, "mine")
    wanted = NewMatch.model_validate({"game": match.game.id, "seats": seats, "upload": upload})
    made = await lobby.create(registry, wanted, None)
    live = await registry.get(made["id"])
    with patch("gunki.server.matches.lobby.seed_of", return_value=11):
        async with live.lock:
            for told in made["seats"]:
                await lobby.join(registry, live, told["seat"], joining(live, told["seat"], told), told["token"])
            for told in made["seats"]:
                await lobby.reveal(registry, live, told["seat"], NONCES[told["seat"]], told["token"])
    return live


def test_an_upload_is_replayed_once_for_all_matches_from_it(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        match = long_match()
        counting = registry.workers = Counting()
        uploads = Uploads(registry.store, counting, 2**20, registry.upload_states)
        upload = (await uploads.take(saves.save_bytes(match)))["upload"]
        first, second = [await made_from(registry, upload, match) for _ in range(2)]
        assert [kind for kind, _ in counting.jobs] == ["upload"]
        registry.upload_states = UploadStates()  # as after a start of the server
        third, fourth = [await made_from(registry, upload, match) for _ in range(2)]
        assert [kind for kind, _ in counting.jobs] == ["upload", "open"]
        assert first.match is not None
        assert first.match.ply == match.ply
        for _ in range(40):
            for live in (first, second, third, fourth):
                await play(registry, live)
                assert live.match is not None
                assert live.match.position.digest() == first.match.position.digest()
        ident, digest, entries = first.id, first.match.position.digest(), first.match.entries
        registry.forget(first)
        again = (await registry.get(ident)).match
        assert again is not None
        assert (again.position.digest(), again.entries) == (digest, entries)

    in_registry(tmp_path, work)


def test_a_state_that_cannot_be_read_is_no_reason_not_to_begin(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        match = long_match()
        counting = registry.workers = Counting()
        with patch.object(registry.upload_states, "state", return_value=b"nothing"):
            upload = (await Uploads(registry.store, counting, 2**20).take(saves.save_bytes(match)))["upload"]
            live = await made_from(registry, upload, match)
        assert live.match is not None
        assert live.match.ply == match.ply
        assert [kind for kind, _ in counting.jobs] == ["upload", "open"]

    in_registry(tmp_path, work)


def test_states_are_kept_up_to_a_size() -> None:
    state = pack_state(long_match(), 64)
    replayed = UploadStates(2 * len(state))
    for source in (b"a", b"b"):
        replayed.keep(source, state)
    assert replayed.state(b"a") == state
    replayed.keep(b"c", state)
    assert [replayed.state(source) is not None for source in (b"a", b"b", b"c")] == [True, False, True]
    replayed.keep(b"d", b"")
    replayed.keep(b"e", state * 3)
    assert [replayed.state(source) for source in (b"d", b"e")] == [None, None]
    assert replayed.state(b"a") == state
