"""A hall over a store in a folder of its own, without sockets."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

import orjson

import gunki
from gunki.core.match import Header
from gunki.server import gathering
from gunki.server.hall import Hall
from gunki.server.lines import header_out
from gunki.server.live import Live
from gunki.server.schemas import Join, NewMatch
from gunki.server.security import token_hash
from gunki.server.settings import Settings
from gunki.server.snapshot import snapshot
from gunki.server.store import ChairRow, LogRow, MatchRow, Store
from tests.server.process import PATIENCE

T = TypeVar("T")
NONCES = {"oda": "a1" * 8, "anti_oda": "b2" * 8}


@asynccontextmanager
async def hall_in(folder: Path, **settings: Any) -> AsyncIterator[Hall]:
    chosen = Settings(data=folder, **settings)
    store = Store(chosen.database)
    hall = Hall(store, chosen)
    try:
        yield hall
    finally:
        hall.close()
        store.close()


def in_hall(folder: Path, work: Callable[[Hall], Awaitable[T]], **settings: Any) -> T:
    async def run() -> T:
        async with hall_in(folder, **settings) as hall:
            return await work(hall)

    return asyncio.run(run())


async def begun(
    hall: Hall, oda: str = "mine", anti_oda: str = "open", *, seed: int | None = 7, **more: Any
) -> tuple[Live, dict[str, str], dict[str, Any]]:
    """A match in which everyone has joined; its tokens by seat, and what its creator was told.

    It has the same dice every time, unless `seed` is None.
    """
    wanted = NewMatch.model_validate({"game": "nobunaga", "seats": {"oda": oda, "anti_oda": anti_oda}, **more})
    made = await gathering.create(hall, wanted, None)
    live = await hall.get(made["id"])
    tokens: dict[str, str] = {}
    fixed = nullcontext() if seed is None else patch("gunki.server.gathering.seed_of", return_value=seed)
    async with live.lock:
        for seat in made["seats"]:
            name = seat["seat"]
            if seat["kind"] == "bot":
                continue
            join = Join(nonce=NONCES[name], invite=seat.get("invite"))
            with fixed:
                tokens[name] = await gathering.join(hall, live, name, join, seat.get("token"))
    return live, tokens, made


async def play(hall: Hall, live: Live, text: str | None = None) -> None:
    """The chair whose turn it is plays this, or something that is the same every time."""
    assert live.match is not None
    decision = live.match.decision
    assert decision is not None
    chair = live.chair_at(decision.who) or live.persons[0]
    async with live.lock:
        await hall.act(live, chair, text or Random(live.match.ply).choice(decision.texts))


async def until(condition: Callable[[], object]) -> None:
    """Let the others work until it is so; however slow the machine, not for a time."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.002)


def seen(live: Live, chair: str | None, since: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(snapshot(live, chair, since))
    return found


def token_at(seat: str) -> str:
    """The token of a seat in a match that was `stored`."""
    return seat.ljust(43, "_")


async def stored(
    hall: Hall, header: Header, entries: list[dict[str, Any]], bot: str = "", state: str = "playing"
) -> str:
    """A match as an older version of the server has left it in the store."""
    seats = gunki.game(header.game).seats_in(header.scenario)
    ident = secrets.token_hex(10)
    row = MatchRow(
        ident, header.game, header.scenario, orjson.dumps(dict(header.options)).decode(), "", True, state, "committed",
        "00" * 32, token_hash(token_at("owner")), time.time(), "",
    )  # fmt: skip
    chairs = [
        ChairRow(
            ident, seat, number, "bot" if bot else "person", bot, False, "", token_hash(token_at(seat)), "", "", True
        )
        for number, seat in enumerate(seats)
    ]
    first = LogRow(ident, 0, time.time(), "create", 0, "", "{}")
    await hall.store.create(row, chairs, first)
    body = {"header": header_out(header), "entries": entries}
    who = entries[-1]["who"] if entries else ""
    await hall.store.append(LogRow(ident, 1, time.time(), "start", len(entries) - 1, who, orjson.dumps(body).decode()))
    return ident
