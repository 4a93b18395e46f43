"""A store that another program holds for a while: what could not be written has not happened, for nobody."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import pytest

from tests.server.process import PATIENCE, Server
from tests.server.store import locked
from tests.server.table import Player, create, join, nonce, reveal


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("busy") / "data") as running:
        yield running


def ask(player: Player, method: str, path: str, **extra: Any) -> httpx.Response:
    """A request that may be refused because the store is busy."""
    headers = {"authorization": f"Bearer {player.token}"}
    return player.server.http.request(method, player.path(path), headers=headers, **extra)


def busy(answer: httpx.Response) -> bool:
    return answer.status_code == 503 and answer.json()["code"] == "busy" and "retry-after" in answer.headers


def while_it_waits(
    player: Player, first: Callable[[], httpx.Response], second: Callable[[], httpx.Response]
) -> tuple[httpx.Response, httpx.Response]:
    """Ask for a change that cannot be stored, and while it waits for the disk for something else; what was answered.

    The store is free again as soon as the change has been refused.
    """
    with ThreadPoolExecutor(2) as pool:
        with locked(player.server.data):
            refused: Future[httpx.Response] = pool.submit(first)
            end = time.monotonic() + PATIENCE
            while ask(player, "GET", "").status_code == 200:  # refused where a change is on its way
                assert time.monotonic() < end
            waiting = pool.submit(second)
            refused.result()
        return refused.result(), waiting.result()


def test_a_number_that_was_not_stored_begins_no_match(own: Server) -> None:
    made = create(own, seats={"oda": "mine", "anti_oda": "mine"})
    players = [Player(own, made["id"], entry["token"], entry["seat"]) for entry in made["seats"]]
    numbers = [nonce(), nonce()]
    for player, number in zip(players, numbers, strict=True):
        join(player, number)

    def show(which: int) -> httpx.Response:
        player = players[which]
        return ask(player, "POST", f"seats/{player.seat}/reveal", json={"nonce": numbers[which]})

    first, second = while_it_waits(players[0], lambda: show(0), lambda: show(1))
    assert busy(first)
    assert second.status_code == 200 or busy(second)
    info = players[0].info()
    assert info["state"] == "gathering"
    assert [seat["revealed"] for seat in info["seats"]] == [False, second.status_code == 200]
    for player, number in zip(players, numbers, strict=True):
        reveal(player, number)
    assert players[0].info()["state"] == "playing"
    with closing(sqlite3.connect(own.data / "server.sqlite3")) as database:
        lines = database.execute("SELECT seq FROM log WHERE match = ? ORDER BY seq", (made["id"],))
        seqs = lines.fetchall()
    assert seqs == [(seq,) for seq in range(len(seqs))]
