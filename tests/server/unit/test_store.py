"""What is written stays written, once."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text, update

import gunki.server
from gunki.core.dice.fairness import commit_of
from gunki.server.run import _check_store
from gunki.server.settings import Settings
from gunki.server.store.database import open_engine
from gunki.server.store.match_store import (
    UPLOAD_SECONDS,
    Conflict,
    LogRow,
    MatchRow,
    ParticipantRow,
    Store,
    StoreFromLaterVersion,
)
from gunki.server.store.schema import VERSION, metadata, uploads


def line(seq: int, who: str = "oda", kind: str = "act", match: str = "m1") -> LogRow:
    return LogRow(match, seq, 1.0, kind, seq, who, "{}")


def row(ident: str = "m1", *, public: bool = True, state: str = "playing", created: float = 1.0) -> MatchRow:
    return MatchRow(ident, "nobunaga", "campaign", "{}", "", public, state, "committed", "", "", created, b"")


def chair(seat: str, kind: str = "person", match: str = "m1") -> ParticipantRow:
    return ParticipantRow(match, seat, 0, kind, "random" if kind == "bot" else "", False, "", "", "", "", True)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    yield found
    found.close()


def test_the_migrations_make_what_the_tables_say(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == VERSION


def test_a_number_given_under_the_first_version_is_committed_to(tmp_path: Path) -> None:
    """Who had sat down at a match that still gathers goes on with it; what is played keeps its promise."""
    url = f"sqlite:///{tmp_path / 'a.sqlite3'}"
    engine = open_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(gunki.server.__file__).parent / "store" / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for match, state in (("m1", "gathering"), ("m2", "playing")):
            connection.execute(
                text(
                    "INSERT INTO match (id, game, scenario, options, name, public, state, dice, secret, owner, created,"
                    " source) VALUES (:id, 'nobunaga', 'campaign', '{}', '', 1, :state, 'committed', '', '', 1, '')"
                ),
                {"id": match, "state": state},
            )
            for number, (seat, nonce) in enumerate({"oda": "ab" * 8, "anti_oda": ""}.items()):
                connection.execute(
                    text(
                        "INSERT INTO chair (match, seat, number, kind, bot, mine, name, token, invite, nonce, joined)"
                        " VALUES (:match, :seat, :number, 'person', '', 0, '', '', '', :nonce, :joined)"
                    ),
                    {"match": match, "seat": seat, "number": number, "nonce": nonce, "joined": nonce != ""},
                )
    engine.dispose()
    store = Store(url)
    found = {match: asyncio.run(store.load(match)) for match in ("m1", "m2")}
    store.close()
    commits = {match: [chair.commit for chair in loaded[1]] for match, loaded in found.items() if loaded is not None}
    assert commits == {"m1": [commit_of("m1", "oda", "ab" * 8), ""], "m2": ["", ""]}


def test_a_store_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.sqlite3'}"
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(StoreFromLaterVersion):
        Store(url)


def test_every_commit_waits_for_the_disk(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"


def test_what_was_awaited_is_there_after_opening_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.sqlite3'}"

    async def write(store: Store) -> None:
        await store.create(row(), [chair("oda")], line(0))
        await asyncio.gather(*(store.append(line(seq)) for seq in range(1, 50)))

    store = Store(url)
    asyncio.run(write(store))
    store.close()
    store = Store(url)
    found = asyncio.run(store.load("m1"))
    assert found is not None
    assert [entry.seq for entry in found[2]] == list(range(50))
    assert asyncio.run(store.load("m2")) is None
    store.close()


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {path.name: f"{path.stat().st_mode & 0o777:o}" for path in folder.iterdir()}


@pytest.mark.skipif(os.name != "posix", reason="other systems keep other marks of who may read")
@pytest.mark.usefixtures("usual_umask")
def test_only_the_owner_may_read_the_store(tmp_path: Path) -> None:
    url, private = f"sqlite:///{tmp_path / 'a.sqlite3'}", {"a.sqlite3", "a.sqlite3-wal", "a.sqlite3-shm"}
    store = Store(url)
    asyncio.run(store.create(row(), [chair("oda")], line(0)))
    assert modes(tmp_path) == dict.fromkeys(private, "600")
    for name in private:  # as an older version left them, with a reader still at it
        (tmp_path / name).chmod(0o644)
    other = Store(url)
    assert modes(tmp_path) == dict.fromkeys(private, "600")
    found = asyncio.run(other.load("m1"))
    assert found is not None, "and it goes on"
    other.close()
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="other systems keep other marks of who may read")
@pytest.mark.usefixtures("usual_umask")
def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    _check_store(Settings(data=tmp_path / "new"))
    assert modes(tmp_path) == {"new": "700"}
    (tmp_path / "new").chmod(0o755)
    _check_store(Settings(data=tmp_path / "new"))
    assert modes(tmp_path) == {"new": "755"}, "a folder may hold more than the store"
    assert modes(tmp_path / "new")["server.sqlite3"] == "600"


def test_two_writers_cannot_both_append(store: Store) -> None:
    async def both() -> tuple[BaseException | None, ...]:
        await store.create(row(), [chair("oda")], line(0))
        writes = (store.append(line(1)), store.append(line(1, "anti_oda")), store.append(line(2)))
        return await asyncio.gather(*writes, return_exceptions=True)

    results = asyncio.run(both())
    assert [type(result) for result in results] == [type(None), Conflict, type(None)]
    found = asyncio.run(store.load("m1"))
    assert found is not None
    assert [(entry.seq, entry.who) for entry in found[2]] == [(0, "oda"), (1, "oda"), (2, "oda")]


def test_a_failing_write_spoils_no_other_and_leaves_nothing(store: Store) -> None:
    async def write() -> None:
        await store.create(row(), [chair("oda")], line(0))
        # The state must not change either when the line is refused.
        bad = store.append(line(0), state="over")
        good = [store.append(line(seq)) for seq in (1, 2, 3)]
        with pytest.raises(Conflict):
            await bad
        await asyncio.gather(*good)

    asyncio.run(write())
    found = asyncio.run(store.load("m1"))
    assert found is not None
    assert found[0].state == "playing"
    assert len(found[2]) == 4


def test_a_cancelled_write_does_not_stop_the_writer(store: Store) -> None:
    async def write() -> None:
        await store.create(row(), [chair("oda")], line(0))
        tasks = [asyncio.ensure_future(store.append(line(seq))) for seq in range(1, 20)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.append(line(100))

    asyncio.run(write())
    found = asyncio.run(store.load("m1"))
    assert found is not None
    assert found[2][-1].seq == 100


def test_public_matches_are_listed_newest_first_with_their_last_line(store: Store) -> None:
    async def write() -> None:
        await store.create(row("old", created=1.0), [chair("oda", match="old")], line(0, match="old"))
        await store.create(row("new", created=2.0), [chair("oda", match="new")], line(0, match="new"))
        await store.create(row("shut", public=False), [chair("oda", match="shut")], line(0, match="shut"))
        await store.append(line(1, "anti_oda", match="old"), state="over")

    asyncio.run(write())
    found = asyncio.run(store.list_matches(None, None))
    assert [(match.id, last.seq if last else None) for match, _, last in found] == [("new", 0), ("old", 1)]
    assert [match.id for match, _, _ in asyncio.run(store.list_matches(None, "over"))] == ["old"]
    assert asyncio.run(store.list_matches("honganji", None)) == []


def test_matches_in_which_a_bot_has_to_decide_are_found(store: Store) -> None:
    async def write() -> None:
        for ident, who, state, kind in (
            ("bot", "anti_oda", "playing", "act"),
            ("person", "oda", "playing", "act"),
            ("over", "anti_oda", "over", "act"),
            ("swapped", "oda", "playing", "swap"),
        ):
            seats = [chair("oda", match=ident), chair("anti_oda", "bot", ident)]
            await store.create(row(ident, state=state), seats, line(0, match=ident))
            await store.append(line(1, who, kind, ident))

    asyncio.run(write())
    assert sorted(asyncio.run(store.bots_to_move())) == ["bot", "swapped"]


def test_uploads_are_kept_a_day(store: Store) -> None:
    def age(connection: Connection) -> None:
        connection.execute(update(uploads).values(at=time.time() - UPLOAD_SECONDS - 1))

    async def write() -> tuple[bytes | None, bytes | None]:
        await store.keep_upload("a", b"A")
        assert await store.upload("a") == b"A"
        await store._writer.write(age)
        await store.keep_upload("b", b"B")
        return await store.upload("a"), await store.upload("b")

    assert asyncio.run(write()) == (None, b"B")
