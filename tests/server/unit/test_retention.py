"""Matches that nobody touches leave the store, and nothing of them is lost."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import stat
import subprocess
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

import orjson
import pytest
from sqlalchemy import Engine, update
from sqlalchemy.exc import OperationalError

import gunki
from gunki.server.admin import retention
from gunki.server.admin.retention import DAY, Terms
from gunki.server.admin.upkeep import Upkeep
from gunki.server.http.api_models import NewMatch
from gunki.server.http.http_errors import Problem
from gunki.server.matches import lobby
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.settings import Settings
from gunki.server.store.schema import log, matches
from gunki.server.stream.listeners import Listener
from tests.server.unit.support import begun, in_registry, play, until

TERMS = Terms(over=30, idle=180, gathering=7, archive=365)


def age(engine: Engine, ident: str, days: float, state: str | None = None) -> None:
    """As if it had last been touched so long ago."""
    then = time.time() - days * DAY
    with engine.begin() as connection:
        connection.execute(update(log).where(log.c.match == ident).values(at=then))
        connection.execute(update(matches).where(matches.c.id == ident).values(created=then))
        if state is not None:
            connection.execute(update(matches).where(matches.c.id == ident).values(state=state))


async def lonely(registry: Registry) -> str:
    """A match that nobody has joined."""
    wanted = NewMatch.model_validate({"game": "nobunaga", "seats": {"oda": "mine", "anti_oda": "open"}})
    return str((await lobby.create(registry, wanted, None))["id"])


def due(engine: Engine, terms: Terms = TERMS, limit: int = 20) -> set[str]:
    with engine.connect() as connection:
        return set(retention.due(connection, terms, limit))


def test_each_state_has_its_time(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        engine = registry.store.engine
        for state, days, goes in (
            ("over", 31, True),
            ("closed", 31, True),
            ("aside", 31, True),
            ("over", 29, False),
            ("playing", 100, False),
            ("playing", 181, True),
        ):
            age(engine, live.id, days, state)
            assert due(engine) == ({live.id} if goes else set()), (state, days)
            assert due(engine, Terms(0, 0, 0, 0)) == set(), "0 is for ever"

    in_registry(tmp_path, work)


def test_one_that_nobody_joined_goes_sooner_and_one_in_quarantine_never(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        engine, alone, held = registry.store.engine, await lonely(registry), await lonely(registry)
        for ident in (alone, held):
            age(engine, ident, 8)
        with engine.begin() as connection:
            connection.execute(update(matches).where(matches.c.id == held).values(quarantine="why"))
        assert due(engine) == {alone}

    in_registry(tmp_path, work)


def test_an_old_match_that_was_played_lately_stays(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        age(registry.store.engine, live.id, 1000)
        await play(registry, live)
        assert due(registry.store.engine) == set()

    in_registry(tmp_path, work)


async def today(registry: Registry) -> str:
    """A match that somebody has made now: a store in which nothing is new has no age."""
    return await lonely(registry)


async def aged(registry: Registry, plies: int = 5) -> MatchSession:
    live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
    for _ in range(plies):
        await play(registry, live)
    age(registry.store.engine, live.id, 200)
    return live


def test_a_run_writes_a_save_and_the_facts_and_takes_it_out_of_the_store(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        engine, live, alone = registry.store.engine, await aged(registry), await lonely(registry)
        age(engine, alone, 8)
        await today(registry)
        await registry.store.say(live.id, "oda", "", "hello")
        done = retention.run(engine, tmp_path, TERMS)
        assert (set(done["archived"]), done["failed"]) == ({live.id, alone}, [])
        (month,) = (tmp_path / "archive").iterdir()
        assert {path.name for path in month.iterdir()} == {f"{live.id}.gunki", f"{live.id}.json", f"{alone}.json"}
        match = gunki.load(month / f"{live.id}.gunki")
        assert live.match is not None
        assert match.entries == live.match.entries
        facts = json.loads((month / f"{live.id}.json").read_text())
        assert (facts["game"], facts["ply"], facts["state"]) == ("nobunaga", 5, "playing")
        assert {stat.S_IMODE(path.stat().st_mode) for path in month.iterdir()} == {0o600}
        assert await registry.store.load(live.id) is None
        assert await registry.store.chat_of(live.id) == []
        registry.forget_id(live.id)
        with pytest.raises(Problem) as told:
            await registry.get(live.id)
        assert (told.value.status_code, "archived" in told.value.detail) == (410, True)

    in_registry(tmp_path, work)


def test_a_run_does_only_so_many_and_says_that_there_are_more(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        idents = {await lonely(registry) for _ in range(5)}
        for ident in idents:
            age(registry.store.engine, ident, 8)
        await today(registry)
        told = [retention.run(registry.store.engine, tmp_path, TERMS, 2) for _ in range(3)]
        assert [(len(run["archived"]), run["more"]) for run in told] == [(2, True), (2, True), (1, False)]

    in_registry(tmp_path, work)


def test_one_that_somebody_goes_on_with_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: Registry) -> None:
        live = await aged(registry)
        await today(registry)
        export = retention.export

        def slow(*arguments: object) -> object:
            row = live.next_log_row("act", {})
            with registry.store.engine.begin() as connection:
                connection.execute(log.insert().values(row.values))
            return export(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(retention, "export", slow)
        assert retention.run(registry.store.engine, tmp_path, TERMS)["archived"] == []
        assert await registry.store.load(live.id) is not None
        assert not list((tmp_path / "archive").glob("*/*"))

    in_registry(tmp_path, work)


def test_one_that_cannot_be_written_keeps_no_other_from_it(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        bad, good = await aged(registry), await aged(registry)
        await today(registry)
        with registry.store.engine.begin() as connection:
            connection.execute(update(log).where(log.c.match == bad.id).values(body="no JSON"))
        done = retention.run(registry.store.engine, tmp_path, TERMS)
        assert (done["archived"], [one["match"] for one in done["failed"]]) == ([good.id], [bad.id])
        assert await registry.store.load(bad.id) is not None, "it is still there"

    in_registry(tmp_path, work)


def test_many_that_cannot_be_written_keep_no_other_from_it(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        bad = {(await aged(registry)).id for _ in range(2)}
        good = (await aged(registry)).id
        await today(registry)
        with registry.store.engine.begin() as connection:
            connection.execute(update(log).where(log.c.match.in_(bad)).values(body="no JSON"))
            connection.execute(update(matches).where(matches.c.id.in_(bad)).values(created=0.0))
        done = retention.run(registry.store.engine, tmp_path, TERMS, limit=2)
        assert (done["archived"], {one["match"] for one in done["failed"]}) == ([good], bad)
        assert not done["more"]

    in_registry(tmp_path, work)


def test_files_that_are_old_are_deleted(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live = await aged(registry)
        await today(registry)
        retention.run(registry.store.engine, tmp_path, TERMS)
        (month,) = (tmp_path / "archive").iterdir()
        for path in month.iterdir():
            os.utime(path, (0, time.time() - 366 * DAY))
        assert retention.run(registry.store.engine, tmp_path, Terms(30, 180, 7, 0))["files_deleted"] == 0
        assert retention.run(registry.store.engine, tmp_path, TERMS)["files_deleted"] == 2
        assert not month.exists()
        assert await registry.store.fate_of(live.id) == "archived", "that is told as long as the file was to be there"

    in_registry(tmp_path, work)


def test_it_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    async def work(registry: Registry) -> str:
        await today(registry)
        return (await aged(registry)).id

    ident = in_registry(tmp_path, work)
    terms = orjson.dumps(asdict(retention.terms_of(Settings(data=tmp_path)))).decode()
    command = [sys.executable, "-m", "gunki.server.admin.retention", str(tmp_path), terms, "5"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert json.loads(done.stdout)["archived"] == [ident]


def test_the_server_does_it_and_keeps_what_it_holds_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gunki.server.admin.upkeep.LOOK_SECONDS", 0.01)

    async def work(registry: Registry) -> None:
        live, held, watched = await aged(registry), await aged(registry), await aged(registry)
        await today(registry)
        registry._drop(live)
        listener = Listener(None, ndjson=True)
        registry.enter(watched, listener)
        registry.settings = replace(registry.settings, idle=0.0)
        registry.drop_idle()
        assert registry.match_ids == {watched.id}, "it is watched"
        await registry.get(held.id)
        upkeep = Upkeep(registry)
        await upkeep.start()
        try:
            while await registry.store.fate_of(live.id) is None:
                await asyncio.sleep(0.01)
            await upkeep._try_archive()
            assert [await registry.store.fate_of(one.id) for one in (live, held, watched)] == ["archived", None, None]
            assert retention.ids_in_memory(tmp_path) == {held.id, watched.id}
            assert stat.S_IMODE((tmp_path / retention.IN_MEMORY).stat().st_mode) == 0o600
            assert retention.run(registry.store.engine, tmp_path, TERMS)["archived"] == [], "nor by hand"
            with pytest.raises(Problem) as told:
                await registry.get(live.id)
            assert told.value.status_code == 410
        finally:
            await upkeep.stop()
        assert retention.ids_in_memory(tmp_path) == set()

    in_registry(tmp_path, work, upkeep=0.01)


def test_a_run_that_cannot_be_started_is_not_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gunki.server.admin.upkeep.LOOK_SECONDS", 0.01)
    tries: list[str] = []

    async def work(registry: Registry) -> None:
        touched = registry.store.list_touched

        async def no_process(*_: object, **__: object) -> object:
            tries.append("run")
            raise OSError(errno.EAGAIN, "no process can be started")

        async def no_file(since: int | None) -> tuple[int, list[str]]:
            tries.append("look")
            if since is not None:
                raise OperationalError("", {}, Exception("a fault of the file"))
            return await touched(since)

        monkeypatch.setattr("asyncio.create_subprocess_exec", no_process)
        monkeypatch.setattr(registry.store, "list_touched", no_file)
        upkeep = Upkeep(registry)
        await upkeep.start()
        try:
            await until(lambda: min(tries.count("run"), tries.count("look")) >= 3)
        finally:
            await upkeep.stop()

    in_registry(tmp_path, work, upkeep=0.01)
