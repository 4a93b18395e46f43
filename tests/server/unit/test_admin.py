"""What the operator does with a store."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import gunki
from gunki.cli.main import app, main
from gunki.core.process.lockfile import exclusive
from gunki.server.http.http_errors import Problem
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.settings import IN_USE, Settings
from gunki.server.store.database import open_engine
from gunki.server.store.match_store import Store
from tests.server.unit.damage import damaged_store
from tests.server.unit.support import begun, in_registry, play


def filled(folder: Path, plies: int = 4) -> MatchSession:
    async def work(registry: Registry) -> MatchSession:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine", name="of two")
        for _ in range(plies):
            await play(registry, live)
        return live

    return in_registry(folder, work)


def admin(folder: Path, *words: str, code: int = 0, answer: str | None = None) -> Any:
    """What `gunki admin … --json` prints."""
    done = CliRunner().invoke(app, ["admin", *words, "--data", str(folder), "--json"], input=answer)
    assert done.exit_code == code, (done.output, done.exception)
    return json.loads(done.stdout) if code == 0 and answer is None else done.output


def refused(folder: Path, *words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that a refusal is."""
    assert main(["admin", *words, "--data", str(folder)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    return str(line)


def told(folder: Path, ident: str) -> Problem:
    async def work(registry: Registry) -> Problem:
        with pytest.raises(Problem) as found:
            await registry.get(ident)
        return found.value

    return in_registry(folder, work)


def state(folder: Path, ident: str) -> str:
    async def work(registry: Registry) -> str:
        return (await registry.get(ident)).state

    return in_registry(folder, work)


def test_matches_are_listed_and_shown_without_their_secrets(tmp_path: Path) -> None:
    live = filled(tmp_path)
    (match,) = admin(tmp_path, "list")
    assert (match["id"], match["name"], match["ply"], match["state"]) == (live.id, "of two", 4, "playing")
    assert match["bytes"] > 100
    shown = admin(tmp_path, "show", live.id)
    assert shown["lines"] == {"act": 4, "create": 1, "join": 2, "reveal": 1, "start": 1}
    secrets = [live.row.secret, live.row.owner, *(c.token for c in live.participants.values())]
    secrets += [c.nonce for c in live.participants.values()]
    assert not [secret for secret in secrets if secret and secret in json.dumps([match, shown])]
    for filters in (["--state", "over"], ["--game", "honganji"], ["--idle", "1"], ["--state", "quarantined"]):
        assert admin(tmp_path, "list", *filters) == []
    assert admin(tmp_path, "list", "--after", live.id) == []
    plain = CliRunner().invoke(app, ["admin", "list", "--data", str(tmp_path)])
    assert live.id in plain.stdout


def test_a_match_is_closed_by_the_operator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    live = filled(tmp_path)
    admin(tmp_path, "close", live.id)
    assert state(tmp_path, live.id) == "closed"
    with sqlite3.connect(tmp_path / "server.sqlite3") as database:
        (body,) = database.execute("SELECT body FROM log WHERE kind = 'close'").fetchone()
    assert json.loads(body)["closed"] == {"how": "operator", "seat": None, "winners": []}
    assert json.loads(body)["fairness"]["secret"] == live.row.secret
    assert "is closed already" in refused(tmp_path, "close", live.id, capsys=capsys)


def test_a_quarantined_match_is_shown_to_nobody_until_it_is_released(tmp_path: Path) -> None:
    live = filled(tmp_path)
    admin(tmp_path, "quarantine", live.id, "--why", "spam")
    held_back = told(tmp_path, live.id)
    assert (held_back.status_code, "held back" in held_back.detail) == (410, True)
    assert [match["quarantine"] for match in admin(tmp_path, "list", "--state", "quarantined")] == ["spam"]
    admin(tmp_path, "release", live.id)
    assert state(tmp_path, live.id) == "playing"


def test_a_match_is_deleted_after_asking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    live, other = filled(tmp_path), filled(tmp_path)
    admin(tmp_path, "delete", live.id, answer="n\n", code=1)
    assert state(tmp_path, live.id) == "playing"
    admin(tmp_path, "delete", live.id, "--yes", "--export", str(tmp_path / "a.gunki"))
    assert gunki.load(tmp_path / "a.gunki").ply == 4
    assert "deleted" in told(tmp_path, live.id).detail
    with sqlite3.connect(tmp_path / "server.sqlite3") as database:
        for table in ("log", "chair", "source"):
            assert {ident for (ident,) in database.execute(f"SELECT match FROM {table}")} == {other.id}
    assert "there is no match" in refused(tmp_path, "export", live.id, str(tmp_path / "b.gunki"), capsys=capsys)
    for words in (("delete", "nobody", "--yes"), ("delete", "nobody"), ("archive", "nobody")):
        assert "there is no match nobody" in refused(tmp_path, *words, capsys=capsys), "nothing is asked first"


def test_one_match_is_archived_by_hand(tmp_path: Path) -> None:
    live = filled(tmp_path)
    assert admin(tmp_path, "archive")["archived"] == [], "it is not old"
    folder = Path(admin(tmp_path, "archive", live.id)["folder"])
    assert gunki.load(folder / f"{live.id}.gunki").ply == 4
    assert "archived" in told(tmp_path, live.id).detail


# -- the whole store ----------------------------------------------------------------------------------------------


def test_a_backup_is_whole_while_somebody_writes_and_can_be_brought_back(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    data.mkdir()

    async def work(registry: Registry) -> tuple[str, int]:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
        going = asyncio.ensure_future(asyncio.to_thread(admin, data, "backup", str(copy)))
        plies = 0
        while not going.done():
            await play(registry, live)
            plies += 1
            await asyncio.sleep(0)
        assert (await going)["bytes"] == copy.stat().st_size
        return live.id, plies

    ident, plies = in_registry(data, work)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    before = admin(data, "restore", str(copy))["before"]
    (match,) = admin(data, "list")
    assert match["id"] == ident
    assert match["ply"] <= plies
    assert admin(data, "check", "--replay") == []
    assert Path(before).is_file(), "the store of before is kept"
    assert state(data, ident) == "playing"


def test_a_backup_is_refused_over_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(tmp_path)
    (tmp_path / "copy").write_text("mine")
    assert "is there already" in refused(tmp_path, "backup", str(tmp_path / "copy"), capsys=capsys)
    assert (tmp_path / "copy").read_text() == "mine"


def test_what_is_no_backup_is_not_brought_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    live = filled(tmp_path)
    (tmp_path / "text").write_text("no database" * 1000)
    with sqlite3.connect(tmp_path / "other") as database:
        database.execute("CREATE TABLE a (b)")
    for name, why in (
        ("text", "not a sound backup"),
        ("other", "not a backup of a gunki server"),
        ("none", "no such file"),
    ):
        assert why in refused(tmp_path, "restore", str(tmp_path / name), capsys=capsys)
    assert state(tmp_path, live.id) == "playing"


def test_nothing_is_brought_back_under_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(tmp_path)
    admin(tmp_path, "backup", str(tmp_path / "copy"))
    with exclusive(tmp_path, IN_USE):
        assert "a gunki server uses this folder" in refused(tmp_path, "restore", str(tmp_path / "copy"), capsys=capsys)


def test_a_check_finds_rows_that_belong_to_nothing_and_logs_that_break_off(tmp_path: Path) -> None:
    live, other = filled(tmp_path), filled(tmp_path)
    assert admin(tmp_path, "check") == []
    with sqlite3.connect(tmp_path / "server.sqlite3") as database:
        database.execute("DELETE FROM log WHERE match = ? AND kind = 'act' AND ply = 2", (live.id,))
        database.execute("DELETE FROM match WHERE id = ?", (other.id,))
    found = json.loads(admin(tmp_path, "check", code=1))
    assert {(one["match"], one["what"]) for one in found} == {(live.id, "log"), (other.id, "stray")}


def test_what_is_sound_in_a_damaged_store_is_saved(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    bad, good = damaged_store(data)
    wrong = json.loads(admin(data, "check", code=1))
    assert bad in {one["match"] for one in wrong}
    assert not set(good) & {one["match"] for one in wrong}
    before = (data / "server.sqlite3").read_bytes()
    done = admin(data, "salvage", str(out))
    assert (data / "server.sqlite3").read_bytes() == before
    assert list(done["lost"]) == ["log"]
    assert [cut["match"] for cut in done["cut"]] == [bad]
    assert (done["matches"], done["gone"]) == (3, [])
    admin(data, "restore", str(out))
    assert admin(data, "check", "--replay") == []
    for ident in good:
        assert state(data, ident) == "playing"
        assert admin(data, "show", ident)["ply"] == 120
    assert told(data, bad).status_code == 410
    admin(data, "release", bad)
    assert 0 <= admin(data, "show", bad)["ply"] < 120, "as far as it could be read"


def test_a_match_without_its_beginning_is_lost_alone(tmp_path: Path) -> None:
    live, other = filled(tmp_path), filled(tmp_path)
    with sqlite3.connect(tmp_path / "server.sqlite3") as database:
        database.execute("DELETE FROM log WHERE match = ? AND kind = 'start'", (live.id,))
    done = admin(tmp_path, "salvage", str(tmp_path / "out"))
    assert (done["gone"], done["cut"], done["matches"]) == ([live.id], [], 1)
    admin(tmp_path, "restore", str(tmp_path / "out"))
    assert [match["id"] for match in admin(tmp_path, "list")] == [other.id]
    assert admin(tmp_path, "check") == []


def test_a_store_of_another_version_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(Settings(data=tmp_path).database).close()
    engine = open_engine(Settings(data=tmp_path).database)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    assert "another version's form" in refused(tmp_path, "list", capsys=capsys)
    assert "no store of a gunki server" in refused(tmp_path / "none", "list", capsys=capsys)
