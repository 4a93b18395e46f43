"""Why a thing is not lit: found out by a worker, once for each position."""

from __future__ import annotations

import re

import pytest

from tests.server.process import Server
from tests.server.table import Api, Player, Table, options, problem, sit


@pytest.fixture
def table(server: Server) -> Table:
    return sit(server, seats="mine")


def jobs(server: Server) -> int:
    """How often workers have been asked why so far."""
    found = re.search(r'^gunki_jobs_done_total\{kind="why"\} (\d+)$', Api(server)("GET", "/metrics").text, re.M)
    return int(found[1]) if found else 0


def decider(table: Table) -> Player:
    return table.players[table.first.view()["who"]]


def test_a_worker_finds_it_out_once_for_each_position_and_question(server: Server, table: Table) -> None:
    player, before = decider(table), jobs(server)
    told = player.why(thing="area:mino")
    assert player.why(thing="area:mino") == told
    assert jobs(server) == before + 1
    player.why(thing="area:owari")
    assert player.why(action=options(player.view())[0]) == []
    assert jobs(server) == before + 3
    snapshot = player.view()
    after = player.act(snapshot["ply"], options(snapshot)[0])
    decider(table).why(thing="area:mino")
    assert jobs(server) == before + 4
    assert player.undo(after["ply"]).status_code == 200
    assert player.why(thing="area:mino") == told, "the same position, at a later seq"
    assert jobs(server) == before + 5


def test_what_was_kept_is_told_to_nobody_but_the_seat_that_decides(table: Table) -> None:
    player = decider(table)
    player.why(thing="area:mino")
    for other in table.players.values():
        if other is not player:
            problem(other("GET", other.path("why?thing=area:mino")), "forbidden")
    problem(table.spectator("GET", table.spectator.path("why?thing=area:mino")), "unauthorized")


@pytest.mark.parametrize("query", ["thing=area:nowhere", "action=march+nobody+nowhere"])
def test_what_is_no_thing_is_refused_by_its_field(table: Table, query: str) -> None:
    player = decider(table)
    for _ in range(2):
        answer = player("GET", player.path(f"why?{query}"))
        field = query.partition("=")[0]
        assert answer.status_code == 422
        assert problem(answer, "illegal")["field"] == field
        assert answer.json()["detail"].startswith(f"{field}: ")
