"""What a match goes on from takes little room, however it was written."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import zipfile
import zlib
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest
from alembic import command
from alembic.config import Config

import gunki
from gunki.core.matches.match import MatchHeader
from gunki.server.http.api_models import NewMatch
from gunki.server.http.http_errors import Problem
from gunki.server.http.security import token_hash
from gunki.server.matches import lobby
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import load_here
from gunki.server.store import migrations
from gunki.server.store.database import open_engine
from gunki.server.store.match_store import Store
from gunki.server.store.record_codec import entry_out, header_out
from gunki.server.store.source_codec import TooMuch, cards_by_name, source_in, source_out
from gunki.server.workers.job_handlers import Jobs
from tests.server.unit.support import begun, in_registry, play

MINE = {"oda": "mine", "anti_oda": "bot:random"}


def played(plies: int = 30, **more: Any) -> gunki.Match:
    match, rng = gunki.new("nobunaga", seed=5, **more), Random(5)
    for _ in range(plies):
        assert match.decision is not None
        match.act(rng.choice(match.decision.options))
    return match


def test_an_action_without_end_is_not_told_back(tmp_path: Path) -> None:
    """A save of other rules is taken as far as today's accept it, and is told what they refuse."""
    data = played().save(tmp_path / "a.gunki").read_bytes()
    long = rewritten(data, rules_version=0, last="x" * 2**20)
    assert "longer than any can be" in read_upload(long)["error"]
    assert read_upload(rewritten(data, rules_version=0, last="nonsense"))["notice"]["action"] == "nonsense"


def rewritten(data: bytes, **changes: Any) -> bytes:
    """A save with other entries in its manifest, packed as well as it can be."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "manifest.json":
                text = json.dumps(json.loads(text) | changes).encode()
            if name == "actions.jsonl" and "pad" in changes:
                lines = [json.loads(line) for line in text.splitlines()]
                padded = [{**line, "act": line["act"].replace(" ", " " * changes["pad"])} for line in lines]
                text = "".join(json.dumps(line) + "\n" for line in padded).encode()
            if name == "actions.jsonl" and "last" in changes:
                lines = [json.loads(line) for line in text.splitlines()]
                lines[-1]["act"] = changes["last"]
                text = "".join(json.dumps(line) + "\n" for line in lines).encode()
            new.writestr(name, text)
    return out.getvalue()


def read_upload(data: bytes) -> dict[str, Any]:
    """What a worker tells of a save, with the source that is to be kept."""
    told, out = Jobs().answer({"kind": "upload"}, data)
    return {**told, "source": out[: told.get("source", 0)]}


def test_actions_that_are_padded_are_stored_plain(tmp_path: Path) -> None:
    match = played()
    path = match.save(tmp_path / "a.gunki")
    found = read_upload(rewritten(path.read_bytes(), pad=20))
    header, entries = source_in(found["source"])
    assert (header.game, header.fairness) == ("nobunaga", None)
    assert entries == cards_by_name(match, match.entries)
    assert len(found["source"]) < 5_000


BIG = ["x" * 1000] * 2000


@pytest.mark.parametrize("field", ["composed", "tables"])
@pytest.mark.parametrize("what", [BIG, [[]] * 100_000], ids=["long", "many"])
def test_documents_larger_than_any_game_has_are_refused(field: str, what: Any) -> None:
    documents: dict[str, Any] = {field: {"area": what}}
    header = MatchHeader("nobunaga", "campaign", {}, 1, 1, **documents)
    with pytest.raises(TooMuch, match=f"{field}: holds more than a game can"):
        source_out((header, []))


def test_an_upload_with_such_a_document_is_refused_by_name(tmp_path: Path) -> None:
    table = [{**row, "remark": "x" * 100_000} for row in gunki.game("nobunaga").tables["area"]]
    match = gunki.new("nobunaga", seed=5)
    path = match.save(tmp_path / "a.gunki")
    data = rewritten(path.read_bytes(), tables={"area": table})
    assert len(data) < 100_000, "it is small as it is sent"
    assert "tables: holds more than a game can" in read_upload(data)["error"]


def test_every_games_own_documents_are_taken() -> None:
    for ident in gunki.game_ids():
        game = gunki.game(ident)
        for scenario in game.scenarios:
            match = gunki.new(ident, scenario, seed=1)
            header = MatchHeader(ident, scenario, {}, 1, 1, composed=match.describe(), tables=game.tables)
            assert source_in(source_out((header, [])))[0].composed is not None


def bytes_in(folder: Path) -> int:
    with sqlite3.connect(folder / "server.sqlite3") as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = (row for table in tables for row in database.execute(f'SELECT * FROM "{table}"'))
        return sum(len(value) for row in rows for value in row if isinstance(value, str | bytes))


def test_a_match_holds_what_it_goes_on_from_once(tmp_path: Path) -> None:
    match = played(300)
    source = source_out((match.header, cards_by_name(match, match.entries)))

    async def work(registry: Registry) -> tuple[int, int, list[gunki.RecordEntry]]:
        await registry.store.keep_upload(token_hash("u" * 43), source)
        before = bytes_in(tmp_path)
        seats = {"oda": "bot:random", "anti_oda": "bot:random"}
        made = await lobby.create(registry, NewMatch(game="nobunaga", seats=seats, upload="u" * 43), None)
        live = await registry.get(made["id"])
        assert live.match is not None
        stored = await registry.store.load(live.id)
        assert stored is not None
        again = load_here(*stored)
        assert again.match is not None
        assert (again.match.entries, again.match.header) == (live.match.entries, live.match.header)
        return before, bytes_in(tmp_path), live.match.entries

    before, after, entries = in_registry(tmp_path, work)
    assert entries[:300] == match.entries[:300]
    assert after - before < len(source) + 3_000, "the line that begins it does not say it again"


def test_a_branch_with_cards_that_were_dealt_is_opened_again(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, tokens, _ = await begun(registry, oda="mine", anti_oda="bot:random")
        for _ in range(6):
            await play(registry, live)
        branch = {"game": live.id, "ply": 5}
        wanted = NewMatch.model_validate(
            {"game": "nobunaga", "seats": dict.fromkeys(MINE, "bot:random"), "branch": branch}
        )
        made = await lobby.create(registry, wanted, tokens["oda"])
        other = await registry.get(made["id"])
        assert live.match is not None
        assert other.match is not None
        assert other.match.entries == live.match.entries[:6]
        stored = await registry.store.load(other.id)
        assert stored is not None
        start = next(orjson.loads(row.body) for row in stored[2] if row.kind == "start")
        assert (start["taken"], start["entries"]) == (6, [])
        again = load_here(*stored)
        assert again.match is not None
        assert again.match.entries == other.match.entries

    in_registry(tmp_path, work)


def test_a_source_larger_than_may_be_is_refused(tmp_path: Path) -> None:
    match = played(60)

    async def work(registry: Registry) -> None:
        await registry.store.keep_upload(
            token_hash("u" * 43), source_out((match.header, cards_by_name(match, match.entries)))
        )
        wanted = NewMatch.model_validate({"game": "nobunaga", "seats": MINE, "upload": "u" * 43})
        with pytest.raises(Problem, match="larger than 200 bytes") as refused:
            await lobby.create(registry, wanted, None)
        assert (refused.value.status_code, refused.value.code) == (413, "too_large")
        assert await registry.store.list_matches() == []

    in_registry(tmp_path, work, largest_source=200)


def test_whoever_may_store_no_more_makes_no_match(tmp_path: Path) -> None:
    def charge(size: int) -> None:
        assert size > 1_000
        raise Problem(429, "too_many", "no")

    async def work(registry: Registry) -> None:
        wanted = NewMatch.model_validate({"game": "nobunaga", "seats": MINE, "public": True})
        with pytest.raises(Problem):
            await lobby.create(registry, wanted, None, "", charge)
        assert await registry.store.list_matches() == []

    in_registry(tmp_path, work)


# -- stores of before ---------------------------------------------------------------------------------------------


def test_a_store_of_before_is_read_and_its_sources_are_packed(tmp_path: Path) -> None:
    """As version 0001 wrote it: sources and uploads as text, and the line that begins a match has all of it again."""
    path, match = tmp_path / "server.sqlite3", played()
    engine = open_engine(f"sqlite:///{path}")
    config = Config()
    config.set_main_option("script_location", str(Path(str(migrations.__path__[0]))))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    entries = [entry_out(match, entry) for entry in match.entries]
    text = json.dumps({"header": header_out(match.header), "entries": entries})
    with sqlite3.connect(path) as database:
        database.execute(
            "INSERT INTO match VALUES"
            " ('m1', 'nobunaga', 'campaign', '{}', 'old', 1, 'playing', 'committed', ?, '', 1.0, ?)",
            ("00" * 32, text),
        )
        for number, seat in enumerate(MINE):
            database.execute(
                "INSERT INTO chair VALUES ('m1', ?, ?, 'person', '', 1, '', '', '', '', 1)", (seat, number)
            )
        database.execute("INSERT INTO log VALUES ('m1', 0, 1.0, 'create', 0, '', '{}')")
        start = json.dumps({**json.loads(text), "notice": None})
        database.execute("INSERT INTO log VALUES ('m1', 1, 1.0, 'start', ?, ?, ?)", (match.ply, match.who, start))
        database.execute("INSERT INTO upload VALUES ('u1', 5.0, ?)", (text,))
    database.close()

    store = Store(f"sqlite:///{path}")
    try:
        stored = asyncio.run(store.load("m1"))
        assert stored is not None
        assert source_in(stored[0].source)[1] == cards_by_name(match, match.entries)
        live = load_here(*stored)
        assert live.match is not None
        assert live.match.entries == match.entries
        kept = asyncio.run(store.upload("u1"))
        assert kept is not None
        assert zlib.decompress(kept) == text.encode()
        assert [row.id for row, _, _ in asyncio.run(store.list_matches())] == ["m1"]
    finally:
        store.close()
