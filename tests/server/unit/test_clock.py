"""A wrong clock takes nothing away: neither while it is wrong nor when it is right again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from gunki.server.admin import retention
from gunki.server.admin.match_admin import archive_match
from gunki.server.admin.retention import DAY, Terms
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.operation import clock
from gunki.server.settings import Settings
from gunki.server.store.database import open_engine
from gunki.server.store.schema import gone, log, matches
from tests.server.unit.support import begun, in_registry, play
from tests.server.unit.test_admin import admin
from tests.server.unit.test_retention import TERMS, age, lonely

YEAR = 365.25 * DAY
WRONG = [181 * DAY, 2 * YEAR, 20 * YEAR, -181 * DAY, -20 * YEAR]


class Machine:
    """A clock that can be set, and a count of what has been lived that cannot."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wrong = 0.0
        self.passed = 0.0
        wall, steady = time.time, time.monotonic
        monkeypatch.setattr(time, "time", lambda: wall() + self.passed + self.wrong)
        monkeypatch.setattr(time, "monotonic", lambda: steady() + self.passed)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    monkeypatch.setattr(clock, "_start_times", None)
    yield Machine(monkeypatch)
    clock._start_times = None


async def played(registry: Registry, plies: int = 2) -> MatchSession:
    live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
    for _ in range(plies):
        await play(registry, live)
    return live


def stored(engine: Engine) -> set[str]:
    with engine.connect() as connection:
        return set(connection.scalars(select(matches.c.id)))


def files(folder: Path) -> int:
    return len(list((folder / "archive").glob("*/*")))


@pytest.mark.parametrize("wrong", WRONG)
def test_a_run_under_a_wrong_clock_takes_nothing_and_deletes_no_file(
    tmp_path: Path, machine: Machine, wrong: float
) -> None:
    async def work(registry: Registry) -> None:
        engine = registry.store.engine
        kept, alone, away = await played(registry), await lonely(registry), await played(registry)
        archive_match(engine, tmp_path, away.id)
        machine.wrong = wrong
        for _ in range(3):
            done = retention.run(engine, tmp_path, TERMS)
            assert (done["archived"], done["files_deleted"], done["failed"]) == ([], 0, [])
            assert [note for note in done["notes"] if "--trust-clock" in note] if wrong > 0 else not done["notes"]
        assert stored(engine) == {kept.id, alone}
        assert files(tmp_path) == 2
        assert await registry.store.fate_of(away.id) == "archived"

    in_registry(tmp_path, work)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_played_under_a_wrong_clock_harms_nothing(
    tmp_path: Path, machine: Machine, wrong: float, known: bool
) -> None:
    """The server starts under it, people play, it starts again, and in the end the clock is right.

    `known`: it has run before, under a clock that was right.
    """

    async def work(registry: Registry) -> None:
        engine = registry.store.engine
        before = await played(registry)
        if known:
            clock.begin(engine, tmp_path)
            clock.write_time(tmp_path)
        machine.wrong = wrong
        clock.begin(engine, tmp_path)
        clock.write_time(tmp_path)
        during, alone, away = await played(registry), await lonely(registry), await played(registry)
        archive_match(engine, tmp_path, away.id)
        ages = [path.stat().st_mtime for path in (tmp_path / "archive").glob("*/*")]
        assert ages == [pytest.approx(clock.now(), abs=600)] * 2, "files go by the same time"
        for now in (wrong, wrong, 0.0, 0.0):
            machine.wrong = now
            clock.begin(engine, tmp_path)
            machine.passed += 3600.0
            for until in (clock.time_since_start(), None):
                done = retention.run(engine, tmp_path, TERMS, until=until)
                assert (done["archived"], done["files_deleted"]) == ([], 0)
            clock.write_time(tmp_path)
        assert stored(engine) == {before.id, during.id, alone}
        assert files(tmp_path) == 2
        with engine.connect() as connection:
            assert all(at > time.time() - DAY for at in connection.scalars(select(log.c.at)))
            assert all(at > time.time() - DAY for at in connection.scalars(select(gone.c.at)))

    in_registry(tmp_path, work)


def test_a_clock_that_jumps_while_the_server_runs_is_not_followed(tmp_path: Path, machine: Machine) -> None:
    async def work(registry: Registry) -> None:
        engine, live = registry.store.engine, await played(registry)
        clock.begin(engine, tmp_path)
        machine.wrong = 20 * YEAR
        await play(registry, live)
        other = await played(registry)
        assert retention.run(engine, tmp_path, TERMS, until=clock.time_since_start())["archived"] == []
        machine.passed = 181 * DAY
        assert set(retention.run(engine, tmp_path, TERMS, until=clock.time_since_start())["archived"]) == set()
        machine.wrong = 0.0
        assert stored(engine) == {live.id, other.id}, "their times are ahead, and they stay"

    in_registry(tmp_path, work)


@pytest.mark.parametrize("wrong", [5 * DAY, -5 * DAY])
def test_a_clock_that_was_a_little_wrong_is_believed_again(tmp_path: Path, machine: Machine, wrong: float) -> None:
    async def work(registry: Registry) -> None:
        engine = registry.store.engine
        for now in (0.0, wrong, wrong, 0.0, 0.0):
            machine.wrong = now
            clock.begin(engine, tmp_path)
            await played(registry)
            clock.write_time(tmp_path)
        assert clock.time_since_start() == pytest.approx(time.time(), abs=600)
        assert clock.now() == pytest.approx(time.time(), abs=600)

    in_registry(tmp_path, work)


def test_however_often_it_starts_under_a_wrong_clock_the_time_is_the_same(tmp_path: Path, machine: Machine) -> None:
    async def work(registry: Registry) -> None:
        engine = registry.store.engine
        await played(registry)
        clock.begin(engine, tmp_path)
        clock.write_time(tmp_path)
        machine.wrong = 20 * YEAR
        for _ in range(60):
            clock.begin(engine, tmp_path)
            await lonely(registry)
            clock.write_time(tmp_path)
        machine.wrong = 0.0
        assert clock.read_recorded_time(tmp_path) == pytest.approx(time.time(), abs=600)

    in_registry(tmp_path, work)


def test_what_is_really_old_goes(tmp_path: Path, machine: Machine) -> None:
    """A server that runs all the time, and one that was off and on which somebody has played since."""

    async def work(registry: Registry) -> None:
        engine, first = registry.store.engine, await played(registry)
        clock.begin(engine, tmp_path)
        machine.passed = 181 * DAY
        second = await played(registry)
        assert retention.run(engine, tmp_path, TERMS, until=clock.time_since_start())["archived"] == [first.id]
        clock.write_time(tmp_path)
        for _ in range(40):  # a week off, an hour on, in which somebody plays
            machine.wrong += 6.5 * DAY  # the machine counts nothing while it is off
            clock.begin(engine, tmp_path)
            newest = await lonely(registry)
            machine.passed += 3600.0
            clock.write_time(tmp_path)
        clock.begin(engine, tmp_path)
        assert (
            second.id
            in retention.run(engine, tmp_path, Terms(30, 180, 0, 365), until=clock.time_since_start())["archived"]
        )
        assert newest in stored(engine)

    in_registry(tmp_path, work)


def test_the_operator_vouches_for_the_clock(tmp_path: Path, machine: Machine) -> None:
    async def work(registry: Registry) -> str:
        live = await played(registry)
        age(registry.store.engine, live.id, 400)
        return live.id

    ident = in_registry(tmp_path, work)
    done = admin(tmp_path, "archive")
    assert done["archived"] == [], "nothing newer is stored: perhaps it is the clock that is wrong"
    assert "--trust-clock" in done["notes"][0]
    clock.vouch(tmp_path, time.time() - 400 * DAY)
    engine = open_engine(Settings(data=tmp_path).database)
    clock.begin(engine, tmp_path)
    engine.dispose()
    server, before = clock._start_times, clock._recorded_time
    assert admin(tmp_path, "archive", "--trust-clock")["archived"] == [ident]
    assert clock.read_recorded_time(tmp_path) == pytest.approx(time.time(), abs=600)
    clock._start_times, clock._recorded_time = server, before
    assert clock.time_since_start() == pytest.approx(time.time() - 400 * DAY, abs=600)
    clock.write_time(tmp_path)
    assert clock.time_since_start() == pytest.approx(time.time(), abs=600), "a server that runs takes it up"


@pytest.mark.parametrize("content", [b"", b"nan", b"-1", b"inf", b"1e999", b"\xff\xfe", b"9" * 10**6])
def test_a_file_of_the_clock_that_makes_no_sense_does_no_harm(tmp_path: Path, content: bytes) -> None:
    (tmp_path / clock.CLOCK_FILE).write_bytes(content)
    found = clock.read_recorded_time(tmp_path)
    assert found is None or found > 1e12
    (tmp_path / retention.IN_MEMORY).write_bytes(content)
    assert retention.ids_in_memory(tmp_path) == set()


def test_only_a_share_goes_in_a_day(tmp_path: Path, machine: Machine) -> None:
    async def work(registry: Registry) -> None:
        engine = registry.store.engine
        idents = {await lonely(registry) for _ in range(80)}
        for ident in idents:
            age(engine, ident, 100)
        await played(registry)
        clock.begin(engine, tmp_path)

        def day(limit: int = 1000) -> int:
            done = 0
            for _ in range(5):
                run = retention.run(engine, tmp_path, TERMS, limit, until=clock.time_since_start())
                done += len(run["archived"])
            assert any("tomorrow" in note for note in run["notes"])
            assert not run["more"], "it makes no sense to look again soon"
            return done

        assert day() == 8
        assert day() == 0
        machine.passed = 1.1 * DAY
        assert day(2) == 7

    in_registry(tmp_path, work)


def test_a_store_that_cannot_be_read_has_no_age(tmp_path: Path, machine: Machine) -> None:
    engine = open_engine(Settings(data=tmp_path).database)
    with engine.connect() as connection:
        assert clock.newest_stored_time(connection) == clock.LONG_AGO
    clock.begin(engine, tmp_path)
    clock.write_time(tmp_path)
    assert clock.read_recorded_time(tmp_path) is None, "that is nothing to go on from"
    assert clock.now() == pytest.approx(time.time(), abs=60)
    engine.dispose()
