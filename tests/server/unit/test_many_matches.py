"""A store with many matches costs neither a start nor a list."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from gunki.lab.loadtest.stored_matches import fill_store
from gunki.server.matches.session import load_here
from gunki.server.settings import Settings
from gunki.server.store.match_store import Store


def steps(store: Store, work: object) -> int:
    """How many steps SQLite takes for something: what it reads, without a clock."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    with store.engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.set_progress_handler(count, 100)
        try:
            assert callable(work)
            work(connection)
        finally:
            driver.set_progress_handler(None, 0)
    return taken


def test_a_page_costs_the_same_however_many_there_are(tmp_path: Path) -> None:
    from gunki.server.store import list_queries

    costs = []
    for number in (60, 600):
        fill_store(tmp_path / str(number), number, plies=3)
        store = Store(Settings(data=tmp_path / str(number)).database)
        costs.append(steps(store, lambda connection: list_queries.list_matches(connection, None, None, None, 51)))
        store.close()
    assert costs[1] < costs[0] * 1.5, costs


def test_what_is_filled_in_can_be_played(tmp_path: Path) -> None:
    idents = fill_store(tmp_path, 3, plies=10, bots=1)
    store = Store(Settings(data=tmp_path).database)
    try:
        for ident in idents:
            stored = asyncio.run(store.load(ident))
            assert stored is not None
            live = load_here(*stored)
            assert live.match is not None
            assert (live.match.ply, live.notice, live.state) == (10, None, "playing")
        assert asyncio.run(store.bots_to_move()) == idents[:1]
        assert len(asyncio.run(store.list_matches())) == 3
    finally:
        store.close()
