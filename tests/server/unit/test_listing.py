"""A list reads what it shows, and so does a start; however much is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select
from sqlalchemy.dialects import sqlite

from gunki.server.store import list_queries
from gunki.server.store.match_store import LogRow, MatchRow, ParticipantRow, Store


def row(
    ident: str,
    created: float,
    *,
    public: bool = True,
    state: str = "playing",
    game: str = "nobunaga",
    further: bool = False,
) -> MatchRow:
    return MatchRow(
        ident, game, "campaign", "{}", "", public, state, "committed", "", "", created, b"x" * 100, further=further
    )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    yield found
    found.close()


def fill(store: Store, rows: list[MatchRow], body: str = "{}", kind: str = "act") -> None:
    async def write() -> None:
        for number, match in enumerate(rows):
            chair = ParticipantRow(
                match.id, "oda", 0, "bot" if number % 2 else "person", "random", False, "", "", "", "", True
            )
            await store.create(match, [chair], LogRow(match.id, 0, match.created, "create", 0, "", "{}"))
            await store.append(LogRow(match.id, 1, match.created + 1, kind, 1, "oda", body))

    asyncio.run(write())


def test_pages_follow_each_other_and_leave_nobody_out(store: Store) -> None:
    rows = [row(f"m{number:02}", float(number // 3)) for number in range(20)]  # several at one moment
    fill(store, rows)
    seen: list[str] = []
    while True:
        page = asyncio.run(store.list_matches(after=seen[-1] if seen else None, limit=3))
        seen += [match.id for match, _, _ in page]
        if len(page) < 3:
            break
    assert seen == [match.id for match in sorted(rows, key=lambda match: (match.created, match.id), reverse=True)]


@pytest.mark.parametrize("limit", [1, 3, 7, 20])
def test_the_many_of_one_network_stand_behind_all_others(store: Store, limit: int) -> None:
    """Also on pages that begin among the one, or the other, or end there."""
    rows = [row(f"m{number:02}", float(number), further=number > 5) for number in range(20)]
    fill(store, rows)
    seen: list[str] = []
    while page := asyncio.run(store.list_matches(after=seen[-1] if seen else None, limit=limit)):
        seen += [match.id for match, _, _ in page]
    assert seen == [f"m{number:02}" for number in (*range(5, -1, -1), *range(19, 5, -1))]
    assert [match.id for match, _, _ in asyncio.run(store.list_matches(state="playing", limit=7))] == seen[:7]


def test_a_page_may_be_of_one_game_or_state(store: Store) -> None:
    games = ("nobunaga", "honganji")
    fill(store, [row(f"m{n}", n, game=games[n % 2], state="over" if n > 5 else "playing") for n in range(10)])

    def ids(**more: Any) -> list[str]:
        return [match.id for match, _, _ in asyncio.run(store.list_matches(**more))]

    assert ids(game="honganji", limit=2) == ["m9", "m7"]
    assert ids(game="honganji", after="m7", limit=2) == ["m5", "m3"]
    assert ids(state="over") == ["m9", "m8", "m7", "m6"]
    assert ids(state="over", game="nobunaga", after="m8") == ["m6"]


def test_a_page_after_a_match_that_is_not_listed_is_refused(store: Store) -> None:
    fill(store, [row("open", 1.0), row("shut", 2.0, public=False)])
    for ident in ("nobody", "shut"):
        with pytest.raises(LookupError):
            asyncio.run(store.list_matches(after=ident))


def test_a_list_carries_nothing_large(store: Store) -> None:
    fill(store, [row("m1", 1.0)], body='{"header": "' + "x" * 100_000 + '"}', kind="start")
    ((match, chairs, last),) = asyncio.run(store.list_matches())
    assert match.source == b""
    assert last is not None
    assert (last.seq, last.body, len(chairs)) == (1, "{}", 1)


def plan(store: Store, wanted: Select[Any]) -> list[str]:
    text = str(wanted.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))
    with store.engine.connect() as connection:
        return [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}")]


@pytest.mark.parametrize("game", [None, "nobunaga"])
@pytest.mark.parametrize("state", [None, "over"])
@pytest.mark.parametrize("after", [None, (5.0, "m5")])
def test_a_page_is_read_from_an_index_in_its_order(
    store: Store, game: str | None, state: str | None, after: tuple[float, str] | None
) -> None:
    """Nothing is sorted, and no more rows are looked at than it shows (and those of other games among them)."""
    for further in (False, True):
        (step,) = plan(store, list_queries.page(game, state, after, 50, further=further))
        _check_step(step, state, after)


def _check_step(step: str, state: str | None, after: tuple[float, str] | None) -> None:
    assert step.startswith("SEARCH match USING INDEX match_")
    assert ("match_state" in step) == (state is not None)
    assert ("created" in step) == (after is not None), "what comes before is not read"


def test_a_start_looks_at_each_match_under_way_once(store: Store) -> None:
    """No join over all lines that were ever written."""
    steps = plan(store, list_queries._TO_MOVE)
    assert not [step for step in steps if step.startswith("SCAN") or "TEMP B-TREE" in step], steps
    assert "SEARCH match USING COVERING INDEX match_state (state=?)" in steps
    assert [step for step in steps if "log_swaps" in step], "exchanged sides are found without reading the log"
