"""The server put together."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.types import Receive, Scope, Send

from gunki import __version__
from gunki.server import catalogue, page, problems, routes_catalogue, routes_games, routes_play, routes_stream, schemas
from gunki.server.bots import Bots
from gunki.server.fastlane import FastLane
from gunki.server.hall import Hall
from gunki.server.requests import Server
from gunki.server.security import Guard
from gunki.server.settings import Settings
from gunki.server.store import Store
from gunki.server.uploads import Uploads

#: Bodies are read by hand, so their schemas have to be told.
BODIES = (schemas.NewMatch, schemas.Join, schemas.Act, schemas.Undo, schemas.UndoAnswer, schemas.Say)
#: Seconds after which all games are loaded, and between two looks for matches that nobody plays.
WARM, SWEEP = 1.0, 60.0


class App(FastAPI):
    """Behind the guard, who stands outside of everything, and beside the way of the actions."""

    def __init__(self, settings: Settings, **more: Any) -> None:
        super().__init__(**more)
        self._front = Guard(FastLane(self, super().__call__), settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._front(scope, receive, send)


def build(settings: Settings) -> FastAPI:
    """The whole server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        store = Store(settings.database)
        hall = Hall(store, settings)
        app.state.server = Server(settings, hall, Uploads(store, settings))
        bots = Bots(hall)
        await bots.start()
        app.openapi()  # makes the routes ready too
        tasks = [asyncio.create_task(_sweep(hall)), asyncio.create_task(_warm())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            hall.close()
            await bots.stop()
            store.close()

    app = App(
        settings,
        title="gunki",
        version=__version__,
        summary="Sengoku board wargames with their rules enforced",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    problems.install(app)
    for module in (routes_play, routes_games, routes_stream, routes_catalogue):  # the busiest first
        app.include_router(module.router)
    routes_docs(app)
    app.include_router(page.router(settings.page))
    return app


async def _warm() -> None:
    """Load all games, so that few have to wait for it; those who are already there come first."""
    await asyncio.sleep(WARM)
    await asyncio.to_thread(catalogue.warm)
    gc.freeze()  # they stay: nobody need look through them for what has gone


async def _sweep(hall: Hall) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        hall.drop_idle()


def routes_docs(app: FastAPI) -> None:
    """The description of the API, and a page to read it that needs nothing from elsewhere."""
    from starlette.responses import Response

    from gunki.server.apipage import html

    made: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        if not made:
            made.update(_describe(app))
        return made

    app.openapi = openapi  # type: ignore[method-assign]

    @app.get("/api/openapi.json", include_in_schema=False)
    async def _openapi() -> dict[str, Any]:
        return openapi()

    @app.get("/api/docs", include_in_schema=False)
    async def _docs() -> Response:
        return Response(html(openapi()), 200, {"cache-control": "no-cache"}, "text/html; charset=utf-8")


def _describe(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
    models = [(model, "validation") for model in (*BODIES, schemas.ProblemOut)]
    _, extra = models_json_schema(models, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(extra["$defs"])
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{}, {"token": []}]
    return document
