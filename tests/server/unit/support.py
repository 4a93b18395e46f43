"""A registry over a store in a folder of its own, without sockets."""

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
from gunki.core.dice.fairness import commit_of
from gunki.core.matches.match import MatchHeader
from gunki.server.http.api_models import Join, NewMatch
from gunki.server.http.limits import Limits
from gunki.server.http.security import token_hash
from gunki.server.matches import lobby
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.settings import Settings
from gunki.server.store.match_store import LogRow, MatchRow, ParticipantRow, Store
from gunki.server.store.record_codec import header_out
from gunki.server.views.snapshot import snapshot
from gunki.server.workers.worker_pool import Workers
from tests.server.process import PATIENCE

T = TypeVar("T")
NONCES = {"oda": "a1" * 16, "anti_oda": "b2" * 16}


@asynccontextmanager
async def registry_in(folder: Path, **settings: Any) -> AsyncIterator[Registry]:
    chosen = Settings(data=folder, **settings)
    store = Store(chosen.database)
    registry = Registry(store, chosen)
    try:
        yield registry
    finally:
        registry.close()
        store.close()


@asynccontextmanager
async def workers_for(registry: Registry, limits: Limits | None = None) -> AsyncIterator[Workers]:
    """Real processes, which do from now on what the registry would do itself."""
    workers = Workers(registry.settings, limits)
    registry.workers = workers
    await workers.start()
    try:
        yield workers
    finally:
        await workers.stop()


def in_registry(folder: Path, work: Callable[[Registry], Awaitable[T]], **settings: Any) -> T:
    async def run() -> T:
        async with registry_in(folder, **settings) as registry:
            return await work(registry)

    return asyncio.run(run())


async def begun(
    registry: Registry, oda: str = "mine", anti_oda: str = "open", *, seed: int | None = 7, **more: Any
) -> tuple[MatchSession, dict[str, str], dict[str, Any]]:
    """A match in which everyone has joined; its tokens by seat, and what its creator was told.

    It has the same dice every time, unless `seed` is None.
    """
    wanted = NewMatch.model_validate({"game": "nobunaga", "seats": {"oda": oda, "anti_oda": anti_oda}, **more})
    made = await lobby.create(registry, wanted, None)
    live = await registry.get(made["id"])
    tokens: dict[str, str] = {}
    fixed = nullcontext() if seed is None else patch("gunki.server.matches.lobby.seed_of", return_value=seed)
    async with live.lock:
        for seat in made["seats"]:
            name = seat["seat"]
            if seat["kind"] == "bot":
                continue
            tokens[name] = await lobby.join(registry, live, name, joining(live, name, seat), seat.get("token"))
        for name, token in tokens.items():
            with fixed:
                await lobby.reveal(registry, live, name, NONCES[name], token)
    return live, tokens, made


def joining(live: MatchSession, seat: str, told: dict[str, Any], nonce: str | None = None) -> Join:
    """What is sent to join; `told`: what the creator was told of the seat."""
    return Join(commit=commit_of(live.id, seat, nonce or NONCES[seat]), invite=told.get("invite"))


async def begun_alone(registry: Registry, made: dict[str, Any]) -> MatchSession:
    """A match in which only the first seat is a person, who has joined."""
    live, told = await registry.get(made["id"]), made["seats"][0]
    async with live.lock:
        token = await lobby.join(registry, live, told["seat"], joining(live, told["seat"], told), told.get("token"))
        await lobby.reveal(registry, live, told["seat"], NONCES[told["seat"]], token)
    return live


async def play(registry: Registry, live: MatchSession, text: str | None = None) -> None:
    """The chair whose turn it is plays this, or something that is the same every time."""
    assert live.match is not None
    decision = live.match.decision
    assert decision is not None
    chair = live.participant_at(decision.who) or live.human_participants[0]
    async with live.lock:
        await registry.act(live, chair, text or Random(live.match.ply).choice(decision.texts))


async def until(condition: Callable[[], object]) -> None:
    """Let the others work until it is so; however slow the machine, not for a time."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.002)


def seen(live: MatchSession, chair: str | None, since: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(snapshot(live, chair, since))
    return found


def token_at(seat: str) -> str:
    """The token of a seat in a match that was `stored`."""
    return seat.ljust(43, "_")


async def stored(
    registry: Registry, header: MatchHeader, entries: list[dict[str, Any]], bot: str = "", state: str = "playing"
) -> str:
    """A match as an older version of the server has left it in the store."""
    seats = gunki.game(header.game).seats_in(header.scenario)
    ident = secrets.token_hex(10)
    row = MatchRow(
        ident, header.game, header.scenario, orjson.dumps(dict(header.options)).decode(), "", True, state, "committed",
        "00" * 32, token_hash(token_at("owner")), time.time(), b"",
    )  # fmt: skip
    chairs = [
        ParticipantRow(
            ident, seat, number, "bot" if bot else "person", bot, False, "", token_hash(token_at(seat)), "", "", True
        )
        for number, seat in enumerate(seats)
    ]
    first = LogRow(ident, 0, time.time(), "create", 0, "", "{}")
    await registry.store.create(row, chairs, first)
    body = {"header": header_out(header), "entries": entries}
    who = entries[-1]["who"] if entries else ""
    await registry.store.append(
        LogRow(ident, 1, time.time(), "start", len(entries) - 1, who, orjson.dumps(body).decode())
    )
    return ident
