"""A host upgrades: the new version says beforehand which matches its rules refuse, and these go on all the same."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import gunki
from gunki.cli.main import app
from gunki.server.matches import unplayable
from gunki.server.matches.checkpoints import CheckpointWriter
from gunki.server.matches.registry import Registry
from tests.server.process import Server, faults
from tests.server.streams import Stream
from tests.server.table import Player, Table, at_random, options, problem, sit
from tests.server.unit.support import begun, in_registry, play

#: The record holds an action that the rules refuse, as if they had been changed since; and by which clause.
BAD, PLY, CLAUSE = "march oda kaga", 15, "nobunaga:7-1"
PLIES = 24


def refuse(data: Path, ident: str, ply: int = PLY) -> None:
    """Let today's rules refuse an action of a stored match."""
    with sqlite3.connect(data / "server.sqlite3") as database:
        where = (ident, ply)
        (body,) = database.execute(
            "SELECT body FROM log WHERE match = ? AND kind = 'act' AND ply = ?", where
        ).fetchone()
        text = json.dumps({**json.loads(body), "act": BAD})
        database.execute("UPDATE log SET body = ? WHERE match = ? AND kind = 'act' AND ply = ?", (text, *where))


def content(data: Path) -> list[str]:
    """All that a store holds."""
    with sqlite3.connect(data / "server.sqlite3") as database:
        return list(database.iterdump())


def check(data: Path, *words: str, code: int) -> Any:
    done = CliRunner().invoke(app, ["admin", "check", "--replay", "--data", str(data), *words])
    assert done.exit_code == code, (done.output, done.exception)
    return json.loads(done.stdout) if "--json" in words else done.stdout


@pytest.fixture
def store(tmp_path: Path) -> tuple[Path, list[str]]:
    """A folder with matches under way: one that is refused and has a stand, one that has none, and a good one."""

    async def work(registry: Registry) -> list[str]:
        idents = []
        for _ in range(3):
            live, _, _ = await begun(registry)
            for _ in range(PLIES):
                await play(registry, live)
            idents.append(live.id)
        await CheckpointWriter(registry).store()
        return idents

    data = tmp_path / "data"
    data.mkdir()
    idents = in_registry(data, work)
    for ident in idents[:2]:
        refuse(data, ident)
    with sqlite3.connect(data / "server.sqlite3") as database:
        database.execute("DELETE FROM stand WHERE match = ?", (idents[1],))
    return data, idents


def test_a_check_lists_what_the_rules_refuse_with_the_clause(store: tuple[Path, list[str]]) -> None:
    data, idents = store
    before = content(data)
    found = {one["match"]: one for one in check(data, "--json", code=1)}
    assert list(found) == idents[:2]
    now = gunki.game("nobunaga").rules_version
    for ident in idents[:2]:
        one = found[ident]
        assert (one["what"], one["kind"], one["game"], one["scenario"]) == ("rules", "refused", "nobunaga", "campaign")
        assert (one["version"], one["now"], one["ply"], one["plies"]) == (now, now, PLY, PLIES)
        assert (one["who"], one["action"], one["clauses"]) == ("oda", BAD, [CLAUSE])
        assert one["why"]
    assert [found[ident]["goes_on"] for ident in idents[:2]] == [True, False]
    text = check(data, code=1)
    (first,) = [line for line in text.splitlines() if line.startswith(idents[0])]
    for part in (f"action {PLY} of {PLIES}", BAD, CLAUSE, f"rules version {now}, now {now}", "goes on from where"):
        assert part in first
    (second,) = [line for line in text.splitlines() if line.startswith(idents[1])]
    assert "set aside" in second
    assert idents[2] not in text
    assert content(data) == before, "nothing is written"


def test_a_store_of_an_older_form_is_checked_as_a_copy(store: tuple[Path, list[str]]) -> None:
    """The new version looks at it while the old one runs, which could not read the new form."""
    data, idents = store
    with sqlite3.connect(data / "server.sqlite3") as database:
        database.execute("DROP TABLE stand")
        for index in ("match_newest", "match_state"):
            database.execute(f"DROP INDEX {index}")
        database.execute('ALTER TABLE "match" DROP COLUMN further')
        database.execute('CREATE INDEX match_newest ON "match" (public, created, id, state, game, quarantine)')
        database.execute('CREATE INDEX match_state ON "match" (state, public, created, id, game, quarantine)')
        database.execute("UPDATE alembic_version SET version_num = '0003'")
    before = content(data)
    found = check(data, "--json", code=1)
    assert [(one["match"], one["goes_on"]) for one in found] == [(ident, False) for ident in idents[:2]]
    assert content(data) == before


def test_one_that_takes_too_long_is_broken_off(store: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    data, idents = store
    monkeypatch.setattr(unplayable, "OPEN_SECONDS", -1.0)
    found = check(data, "--json", code=1)
    assert [one["match"] for one in found] == idents
    assert all(one["kind"] == "unopened" and one["ply"] is None and "takes more" in one["why"] for one in found)


def test_a_worker_that_dies_is_no_end_of_the_check(
    store: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, idents = store
    monkeypatch.setattr("gunki.server.admin.replay_check.MEGABYTES", 8)
    found = check(data, "--json", code=1)
    assert [one["match"] for one in found] == idents
    assert all("memory" in one["why"] and not one["goes_on"] for one in found)


def test_players_go_on_after_the_upgrade_and_are_told(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with server:
        table = sit(server, seats="mine")
        snapshot = table.run(at_random(random.Random(4)), until=lambda s: s["ply"] >= 14)
        ply, ident = snapshot["ply"], table.id
        assert check(server.data, "--json", code=0) == [], "beside the server"
        assert server.stop() == 0
    refuse(server.data, ident, 6)
    (found,) = check(server.data, "--json", code=1)
    assert (found["match"], found["ply"], found["goes_on"]) == (ident, 6, True)
    for start in range(2):
        with server:
            seen = [player.view() for player in (*table.players.values(), Player(server, ident))]
            for view in seen:
                assert (view["state"], view["ply"]) == ("playing", ply)
                notice = view["notice"]
                assert (notice["kind"], notice["clauses"], notice["plies"]) == ("goes_on", found["clauses"], 14)
                assert (notice["action"], notice["why"]) == ("", "")
            assert table.first.info()["notice"] == seen[0]["notice"]
            told_on_stream(server, ident, notice)
            ply = played_on(table)["ply"]
            problem(table.first("GET", table.first.path("view?ply=3")), "not_found")
            assert len(table.first.events(-1)) == ply + 1
            saved = table.first("GET", table.first.path("save"))
            assert saved.status_code == 200
            assert check(server.data, "--json", code=0) == [], "it has been taken up"
            assert server.stop() == 0
            assert not faults(server.output()), start


def told_on_stream(server: Server, ident: str, notice: dict[str, Any]) -> None:
    with Stream(Player(server, ident)) as stream:
        assert stream.until(lambda heard: heard.kind == "match").data["notice"] == notice
        assert stream.state().data["notice"] == notice


def played_on(table: Table) -> dict[str, Any]:
    after: dict[str, Any] = {}
    for _ in range(3):
        snapshot = table.ask(table.first.view())
        after = table.play(snapshot, options(snapshot)[0])
    return after
