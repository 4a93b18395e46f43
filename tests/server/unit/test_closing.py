"""Closing and resigning, where a line fails, comes after the end, or is read again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import orjson
import pytest

from gunki.core.dice.fairness import commit_of
from gunki.server.admin.match_admin import close as close_by_operator
from gunki.server.http.api_models import Join, NewMatch
from gunki.server.http.http_errors import Problem
from gunki.server.http.limits import Limits
from gunki.server.http.requests import Server
from gunki.server.http.security import token_hash
from gunki.server.matches import closing, lobby
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.routes.stream_routes import listen
from gunki.server.store.match_store import LogRow, ParticipantRow
from gunki.server.store.store_errors import StoreBusy
from gunki.server.views.snapshot import match_info, stored_match_info
from gunki.server.workers.uploads import Uploads
from tests.server.unit.support import begun, in_registry, play, token_at

NONCE = "c3" * 16
FOUR = ("akechi", "shibata", "tokugawa", "hashiba")


async def four(registry: Registry, **more: Any) -> MatchSession:
    """A match of four guests."""
    wanted = NewMatch.model_validate({"game": "honganji", "seats": dict.fromkeys(FOUR, "open"), **more})
    made = await lobby.create(registry, wanted, None)
    live, tokens = await registry.get(made["id"]), {}
    async with live.lock:
        for told in made["seats"]:
            joining = Join(commit=commit_of(live.id, told["seat"], NONCE), invite=told["invite"])
            tokens[told["seat"]] = await lobby.join(registry, live, told["seat"], joining, None)
        for seat, token in tokens.items():
            await lobby.reveal(registry, live, seat, NONCE, token)
    return live


async def read_again(registry: Registry, live: MatchSession) -> MatchSession:
    registry.forget(live)
    return await registry.get(live.id)


def test_who_has_agreed_to_a_take_back_may_resign(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live = await four(registry)
        await registry.note(live, "ask", {"by": "akechi", "ply": 0})
        await registry.note(live, "agree", {"by": "shibata"})
        await closing.resign(registry, live, "shibata")
        again = await read_again(registry, live)
        assert (again.seq, again.pending_undo, again.human_participants) == (
            live.seq,
            None,
            ["akechi", "tokugawa", "hashiba"],
        )

    in_registry(tmp_path, work)


def test_the_last_who_is_asked_resigns_and_closes_in_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were it two lines, a store that fails between them would leave a match that waits for nobody's answer."""

    async def work(registry: Registry) -> None:
        live = await four(registry)
        await closing.close_by_owner(registry, live)
        for seat in FOUR[:3]:
            await closing.answer(registry, live, seat, agree=True)
        append, written = registry.store.append, []

        def once(row: LogRow, state: str | None = None, chair: ParticipantRow | None = None) -> Any:
            written.append(row.kind)
            if len(written) > 1:
                raise StoreBusy("another program holds the store")
            return append(row, state, chair)

        monkeypatch.setattr(registry.store, "append", once)
        await closing.resign(registry, live, FOUR[3])
        again = await read_again(registry, live)
        for told in (match_info(live), match_info(again)):
            assert (told["state"], told["closing"], told["closed"]["how"]) == ("closed", None, "agreed")
            assert [seat["resigned"] for seat in told["seats"]] == [False, False, False, True]
            assert told["fairness"]["secret"] == live.row.secret

    in_registry(tmp_path, work)


def test_what_is_over_is_not_closed_afterwards(tmp_path: Path) -> None:
    """The result would be buried."""

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        await closing.close_by_owner(registry, live)
        assert live.closing == ["anti_oda"]
        while live.match is not None and live.match.result is None:
            await play(registry, live)
        for one in (live, await read_again(registry, live)):
            assert match_info(one)["closing"] is None
            with pytest.raises(Problem) as refused:
                await closing.answer(registry, one, "anti_oda", agree=True)
            assert refused.value.code == "stale"
            assert (one.state, match_info(one)["result"] is not None) == ("over", True)

    in_registry(tmp_path, work)


def test_the_operator_shows_the_secret_also_of_a_match_that_never_began(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        wanted = NewMatch.model_validate(
            {"game": "nobunaga", "seats": {"oda": "mine", "anti_oda": "open"}, "public": True}
        )
        live = await registry.get((await lobby.create(registry, wanted, None))["id"])
        close_by_operator(registry.store.engine, live.id)
        again = await read_again(registry, live)
        [listed] = await registry.store.list_matches()
        for told in (match_info(again), stored_match_info(*listed)):
            assert told["closed"]["how"] == "operator"
            assert told["fairness"]["secret"] == live.row.secret

    in_registry(tmp_path, work)


def test_who_resigns_while_his_stream_is_opened_looks_on(tmp_path: Path) -> None:
    """Else it would show him the hand of the bot that goes on for him."""

    async def work(registry: Registry) -> None:
        live = await four(registry)
        live.participants["akechi"].token = token_hash(token_at("akechi"))
        server = Server(registry.settings, registry, cast(Uploads, None), Limits({}, 0), b"")
        async with live.lock:
            opening = asyncio.ensure_future(listen(server, token_at("akechi"), live.id, "", ndjson=True))
            await asyncio.sleep(0)
            await closing.resign(registry, live, "akechi")
        await opening
        assert [listener.participant for listener in live.listeners] == [None]
        [listener] = live.listeners
        told = orjson.loads(await listener.next() or b"")
        assert told["snapshot"]["seat"] is None

    in_registry(tmp_path, work)
