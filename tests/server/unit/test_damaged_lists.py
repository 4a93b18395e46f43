"""The list of a damaged store: what can be read, or that it is damaged; never that there is no room."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from gunki.server.app import build
from gunki.server.http.limits import Limits
from gunki.server.http.requests import Server
from gunki.server.matches.registry import Registry
from gunki.server.settings import Settings
from gunki.server.store.match_store import Store
from gunki.server.workers.messages import InlineWorkers
from gunki.server.workers.uploads import Uploads
from tests.server.unit.damage import leaves, pages_of, spoil
from tests.server.unit.support import begun, in_registry

MANY = 40


def filled(folder: Path) -> list[str]:
    """Public matches, the newest first."""

    async def work(registry: Registry) -> list[str]:
        return [(await begun(registry, public=True, name="x" * 40))[0].id for _ in range(MANY)][::-1]

    return in_registry(folder, work)


def asked(folder: Path, path: str) -> httpx.Response:
    settings = Settings(data=folder, limits=0)
    app = build(settings)
    store = Store(settings.database)
    app.state.server = Server(
        settings,
        Registry(store, settings),
        Uploads(store, InlineWorkers(), settings.largest_source),
        Limits({}, 0),
        b"key",
    )

    async def ask() -> httpx.Response:
        wire = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=wire, base_url="http://localhost") as client:
            return await client.get(path)

    try:
        return asyncio.run(ask())
    finally:
        store.close()


@pytest.mark.parametrize("query", ["", "?state=playing", "?game=nobunaga"])
def test_a_list_does_without_its_damaged_index(tmp_path: Path, query: str) -> None:
    idents = filled(tmp_path)
    spoil(tmp_path, pages_of(tmp_path, "match_newest") | pages_of(tmp_path, "match_state"))
    answer = asked(tmp_path, f"/api/matches{query}")
    assert answer.status_code == 200, answer.text
    assert [match["id"] for match in answer.json()] == idents


def test_pages_of_a_damaged_store_lead_to_the_next(tmp_path: Path) -> None:
    idents = filled(tmp_path)
    lost = idents[1]
    bad = pages_of(tmp_path, "match") & leaves(tmp_path, lost)
    spoil(tmp_path, bad)
    path: str | None = "/api/matches?limit=5"
    found: list[str] = []
    while path is not None:
        answer = asked(tmp_path, path)
        assert answer.status_code == 200, answer.text
        found += [match["id"] for match in answer.json()]
        link = answer.headers.get("link")
        path = None if link is None else link.removeprefix("<").removesuffix('>; rel="next"')
    assert lost not in found
    assert len(found) > MANY // 2
    assert found == [ident for ident in idents if ident in found], "each once, the newest first"


@pytest.mark.parametrize("path", ["/api/matches", "/api/matches?state=playing&limit=3"])
def test_a_list_of_which_nothing_can_be_read_says_that_the_store_is_damaged(tmp_path: Path, path: str) -> None:
    filled(tmp_path)
    spoil(tmp_path, pages_of(tmp_path, "match"))
    answer = asked(tmp_path, path)
    assert (answer.status_code, answer.json()["code"]) == (500, "damaged")
    assert "gunki admin check" in answer.json()["detail"]
    assert "room" not in answer.text


def test_chat_on_a_bad_page_says_so_too(tmp_path: Path) -> None:
    async def work(registry: Registry) -> str:
        live, _, _ = await begun(registry)
        await registry.store.say(live.id, "oda", "", "hello")
        return live.id

    ident = in_registry(tmp_path, work)
    spoil(tmp_path, pages_of(tmp_path, "chat") | pages_of(tmp_path, "ix_chat_match"))
    assert asked(tmp_path, f"/api/matches/{ident}/chat").json()["code"] == "damaged"
