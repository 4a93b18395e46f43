"""What is answered when the store cannot, and when the server has made a mistake."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest

from gunki.server.app import build
from gunki.server.http.limits import Limits
from gunki.server.http.requests import Server
from gunki.server.matches.registry import Registry
from gunki.server.settings import Settings
from gunki.server.store.match_store import Store
from gunki.server.store.store_errors import StoreBusy, StoreFull
from gunki.server.workers.messages import InlineWorkers
from gunki.server.workers.uploads import Uploads


def asked(folder: Path, error: Exception, method: str, path: str) -> httpx.Response:
    """The answer of a server whose store fails so."""
    settings = Settings(data=folder, limits=0)
    app = build(settings)
    store = Store(settings.database)

    class Failing(Registry):
        async def get(self, ident: str) -> Any:
            raise error

    limits = Limits(settings.rates, 0)
    app.state.server = Server(
        settings, Failing(store, settings), Uploads(store, InlineWorkers(), settings.largest_source), limits, b"key"
    )

    async def ask() -> httpx.Response:
        wire = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=wire, base_url="http://localhost") as client:
            return await client.request(method, path, json={"ply": 0, "action": "x"} if method == "POST" else None)

    try:
        return asyncio.run(ask())
    finally:
        store.close()


WAYS = [("GET", "/api/matches/x/view"), ("POST", "/api/matches/x/actions")]


@pytest.mark.parametrize(("method", "path"), WAYS)
@pytest.mark.parametrize(
    ("error", "status", "code", "retry"),
    [(StoreBusy("locked"), 503, "busy", "2"), (StoreFull("disk"), 507, "full", None)],
)
def test_trouble_of_the_store_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, method: str, path: str, error: Exception, status: int,
    code: str, retry: str | None,
) -> None:  # fmt: skip
    answer = asked(tmp_path, error, method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers.get("retry-after") == retry
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["request"] == answer.headers["x-request-id"]
    assert [(record.levelno, record.exc_info) for record in caplog.records] == [(logging.WARNING, None)]


@pytest.mark.parametrize(("method", "path"), WAYS)
def test_a_fault_is_logged_under_the_name_that_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, method: str, path: str
) -> None:
    answer = asked(tmp_path, RuntimeError("oh"), method, path)
    assert (answer.status_code, answer.json()["code"]) == (500, "fault")
    assert answer.headers["x-content-type-options"] == "nosniff"
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert record.exc_info
    told = record.__dict__["gunki_fields"]
    assert told["request"] == answer.json()["request"] == answer.headers["x-request-id"]
    assert told["route"].startswith("/api/matches/{id}/")
