"""The operator's commands beside a running server, and lists of many matches over HTTP."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import gunki
from gunki.cli.main import app, main
from tests.server.process import PATIENCE, Server, faults
from tests.server.table import Api, Json, Player, create, options, problem, sit


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose store other tests do not fill."""
    with Server(tmp_path_factory.mktemp("operator") / "data") as running:
        yield running
        assert running.alive
        assert not faults(running.output()), running.output()[-3000:]


def admin(server: Server, *words: str) -> Any:
    """A command of another process than the server's: this one."""
    done = CliRunner().invoke(app, ["admin", *words, "--data", str(server.data), "--json"])
    assert done.exit_code == 0, (done.output, done.exception)
    return json.loads(done.stdout)


def soon(condition: Callable[[], bool]) -> None:
    """The server looks once a second for what was changed beside it."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_what_the_operator_does_is_seen_by_those_who_play(own: Server, tmp_path: Path) -> None:
    table = sit(own, seats="mine", public=True)
    player = table.first
    view = player.view()
    player.act(view["ply"], options(view)[0])
    assert table.id in {match["id"] for match in admin(own, "list")}

    admin(own, "quarantine", table.id)
    soon(lambda: player("GET", player.path()).status_code == 410)
    assert "held back" in problem(player("GET", player.path("view")), "not_found")["detail"]
    assert table.id not in {match["id"] for match in Api(own).get("/api/matches")}

    admin(own, "release", table.id)
    assert player.info()["ply"] == 1

    admin(own, "export", table.id, str(tmp_path / "a.gunki"))
    assert gunki.load(tmp_path / "a.gunki").ply == 1
    admin(own, "backup", str(tmp_path / "copy"))

    admin(own, "close", table.id)
    soon(lambda: player.info()["state"] == "closed")
    view = player.view()
    problem(player.try_to_act(view["ply"], "pass"), "over")

    admin(own, "delete", table.id, "--yes")
    soon(lambda: player("GET", player.path()).status_code == 410)
    assert "deleted" in problem(player("GET", player.path()), "not_found")["detail"]


def test_a_match_out_of_the_archive_goes_on_with_its_players(own: Server) -> None:
    table = sit(own)
    snapshot = table.ask(table.first.view())
    after = table.play(snapshot, options(snapshot)[0])
    table.first.post(table.first.path("chat"), {"text": "see you"}, 201)
    admin(own, "archive", table.id)
    player = table.players["oda"]
    soon(lambda: player("GET", player.path()).status_code == 410)
    assert "unarchive" in problem(player("GET", player.path("view")), "not_found")["detail"]
    admin(own, "unarchive", table.id)
    assert player.info()["ply"] == after["ply"]
    assert [line["text"] for line in player.get(player.path("chat"))] == ["see you"]
    again = table.ask(player.view())
    assert table.play(again, options(again)[0])["ply"] == after["ply"] + 1


def test_a_second_server_and_a_restore_are_kept_away(
    own: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    admin(own, "backup", str(copy))
    for words in (["serve", "--port", "0"], ["admin", "restore", str(copy)]):
        assert main([*words, "--data", str(own.data)]) == 1
        assert f"(process {own.process.pid})" in capsys.readouterr().err


def pages(server: Server, query: str) -> Iterator[list[Json]]:
    """Page after page, as the header `link` leads on."""
    path: str | None = f"/api/matches?{query}"
    while path is not None:
        answer = Api(server)("GET", path)
        assert answer.status_code == 200
        yield answer.json()
        link = answer.headers.get("link")
        path = None if link is None else link.removeprefix("<").removesuffix('>; rel="next"')


def test_a_long_list_is_read_page_by_page(own: Server) -> None:
    made = [create(own, public=True)["id"] for _ in range(7)]
    found = list(pages(own, "state=gathering&game=nobunaga&limit=3"))
    assert [len(page) for page in found] == [3, 3, 1]
    assert [match["id"] for page in found for match in page] == made[::-1]
    assert len(next(pages(own, "limit=2"))) == 2
    for wrong in ("limit=0", "limit=101", "limit=many", "after="):
        problem(Api(own)("GET", f"/api/matches?{wrong}"), "bad_request")
    assert problem(Api(own)("GET", "/api/matches?after=nobody"), "not_found")["field"] == "after"


def test_one_address_may_store_only_so_much(tmp_path: Path) -> None:
    free = dict.fromkeys(("create", "join", "upload", "chat", "other", "cpu", "serving"), (1e9, 1e9))
    with Server(tmp_path / "data", limits=1, rates={**free, "bytes": (5000, 0.1)}) as server:
        made = create(server, seats={"oda": "mine", "anti_oda": "open"})
        create(server)
        wanted = {"game": "nobunaga", "seats": {"oda": "open", "anti_oda": "open"}}
        refused = Api(server)("POST", "/api/matches", json=wanted)
        problem(refused, "too_many")
        assert int(refused.headers["retry-after"]) > 1
        player = Player(server, made["id"], made["seats"][0]["token"], "oda")
        problem(player("POST", player.path("chat"), json={"text": "x" * 500}), "too_many")
        assert player.get(player.path("chat")) == []
        assert player.info()["state"] == "gathering", "looking is free"
