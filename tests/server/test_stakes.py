"""Which answers have their dice fall at once: told to the seat that decides, when it asks."""

from __future__ import annotations

import random
import re

import pytest

from tests.server.process import Server
from tests.server.table import Api, Json, Player, Table, options, problem, sit


@pytest.fixture
def table(server: Server) -> Table:
    return sit(server, seats="mine")


def decider(table: Table) -> Player:
    return table.players[table.first.view()["who"]]


def stakes(player: Player) -> Json:
    found: Json = player.get(player.path("stakes"))
    return found


def jobs(server: Server) -> int:
    """How often workers have looked for stakes so far."""
    found = re.search(r'^gunki_jobs_done_total\{kind="stakes"\} (\d+)$', Api(server)("GET", "/metrics").text, re.M)
    return int(found[1]) if found else 0


def test_what_is_at_stake_has_odds_of_dice_that_fall_at_once(server: Server, table: Table) -> None:
    rng, seen = random.Random(5), 0
    snapshot = table.ask(table.first.view())
    while seen < 3:
        if snapshot["who"] is None:  # dice nobody chose may end a match before it comes to that
            table = sit(server, seats="mine")
            snapshot = table.ask(table.first.view())
        player, told = table.players[snapshot["who"]], stakes(table.players[snapshot["who"]])
        assert told["ply"] == snapshot["ply"]
        assert set(told["stakes"]) <= set(options(snapshot))
        assert "stakes" not in snapshot["decision"], "it would be found out for every action, asked for or not"
        if told["stakes"]:
            seen += 1
            for text in options(snapshot)[:6]:
                odds = player.get(player.path("query/odds"), action=text)
                assert odds.get("panel", {}).get("at_once", False) == (text in told["stakes"]), text
            for other in table.players.values():
                if other is not player:
                    assert stakes(other) == {"ply": snapshot["ply"], "stakes": []}
        snapshot = table.ask(table.play(snapshot, rng.choice(told["stakes"] or options(snapshot))))


def test_only_who_decides_is_told(server: Server, table: Table) -> None:
    snapshot, before = table.first.view(), jobs(server)
    for seat, player in table.players.items():
        if seat != snapshot["who"]:
            assert stakes(player) == {"ply": snapshot["ply"], "stakes": []}
    assert jobs(server) == before, "nobody has to try anything for that"
    answer = table.spectator("GET", table.spectator.path("stakes"))
    assert answer.status_code == 401
    problem(answer, "unauthorized")


def test_nothing_is_at_stake_in_a_question_that_is_no_longer_there(table: Table) -> None:
    """A chair may ask about what it was shown when the match has gone on to another: that is no fault of its."""
    rng, seen = random.Random(5), 0
    snapshot = table.ask(table.first.view())
    while seen < 3:
        player = table.players[snapshot["who"]]
        snapshot = table.ask(table.play(snapshot, rng.choice(options(snapshot))))
        if snapshot["who"] != player.seat:
            seen += 1
            assert stakes(player) == {"ply": snapshot["ply"], "stakes": []}


def test_it_is_found_out_once_for_each_position(server: Server, table: Table) -> None:
    player, before = decider(table), jobs(server)
    first = stakes(player)
    assert stakes(player) == first
    assert jobs(server) == before + 1
    snapshot = player.view()
    after = player.act(snapshot["ply"], options(snapshot)[0])
    assert stakes(decider(table))["ply"] == after["ply"]
    assert jobs(server) == before + 2
    assert player.undo(after["ply"]).status_code == 200
    assert stakes(player) == first, "the same position, at a later seq"
    assert jobs(server) == before + 3
