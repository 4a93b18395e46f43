"""A seq that was told to somebody is never given to anything else."""

from __future__ import annotations

import time
from pathlib import Path

import orjson
import pytest

from gunki.server.admin import backup
from gunki.server.http.limits import Limits
from gunki.server.http.requests import Server
from gunki.server.matches import closing
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.routes.stream_routes import listen
from gunki.server.settings import RATES
from gunki.server.store.database import writing
from gunki.server.store.seq_epochs import BEGAN, LARGEST, UNIT, begin_epoch, next_seq
from gunki.server.views.snapshot import match_info
from gunki.server.workers.uploads import Uploads
from tests.server.unit.support import begun, in_registry, play

YEAR = 365.25 * 86400


@pytest.mark.parametrize("wrong", [0.0, 20 * YEAR, -20 * YEAR, 1e9 * YEAR, -1e9 * YEAR])
def test_epochs_rise_whatever_the_clock_says(wrong: float) -> None:
    now, seq = BEGAN + YEAR, 17
    for _ in range(50):
        later = next_seq(seq, now + wrong)
        assert later % UNIT == 0
        assert seq < later < LARGEST
        seq = next_seq(later + 1000, now)
        assert later + 1000 < seq < LARGEST


def test_a_store_that_was_lost_had_smaller_seqs() -> None:
    """The same backup, brought back on another machine a day later."""
    assert next_seq(17, BEGAN + YEAR) + 10**6 < next_seq(17, BEGAN + YEAR + 86400)


async def told_after(registry: Registry, live: MatchSession, token: str, seq: int) -> tuple[bytes, list[int]]:
    limits = Limits(RATES, 1.0)
    server = Server(registry.settings, registry, Uploads(registry.store, registry.workers, 2**20), limits, b"key")
    await listen(server, token, live.id, "", ndjson=False, seq=seq)
    (listener,) = live.listeners
    body = await listener.next()
    assert body is not None
    live.listeners.clear()
    states = [block for block in body.split(b"\n\n") if b"event: state" in block]
    steps = [step["ply"] for one in states for step in orjson.loads(one.partition(b"data: ")[2])["steps"]]
    return body, steps


def test_ids_of_this_epoch_go_on_and_others_begin_anew(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, tokens, _ = await begun(registry, anti_oda="mine")
        for _ in range(3):
            await play(registry, live)
        before = live.seq
        assert (await told_after(registry, live, tokens["oda"], before - 1))[1] == [3]
        first = next_seq(before, time.time())
        with writing(registry.store.engine) as connection:
            begin_epoch(connection, first)
        registry.forget_id(live.id)
        live = await registry.get(live.id)
        assert (live.seq, live.match and live.match.ply) == (first, 3)
        await play(registry, live)
        for other in (0, before - 1, before, first - 1, live.seq + 1, LARGEST):
            assert (await told_after(registry, live, tokens["oda"], other))[1] == [0, 1, 2, 3, 4], other
        assert (await told_after(registry, live, tokens["oda"], first))[1] == [4]
        body, _ = await told_after(registry, live, tokens["oda"], live.seq)
        assert b"event: state" not in body, "he has missed nothing"

    in_registry(tmp_path, work)


def test_lists_and_matches_tell_the_same_after_a_restore(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    data.mkdir()

    async def work(registry: Registry) -> list[dict[str, object]]:
        if not await registry.store.list_matches():
            await begun(registry, public=True)
            closed, _, _ = await begun(registry, public=True)
            await closing.resign(registry, closed, "oda")
        found = orjson.loads((await registry.lists.page(None, None, None, 10)).body)
        for match in found:
            live = match_info(await registry.get(match["id"]))
            assert {name: live[name] for name in ("seq", "closed", "fairness")} == {
                name: match[name] for name in ("seq", "closed", "fairness")
            }
        return [{name: value for name, value in match.items() if name != "seq"} for match in found]

    before = in_registry(data, work)
    assert [match["state"] for match in before] == ["closed", "playing"]
    backup.backup(data, copy)
    backup.restore(data, copy)
    assert in_registry(data, work) == before
