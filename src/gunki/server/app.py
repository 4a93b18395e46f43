"""The server put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from gunki import __version__
from gunki.server import catalogue, page, problems, routes_catalogue, routes_games, routes_play, routes_stream, schemas
from gunki.server.bots import Bots
from gunki.server.fastlane import FastLane
from gunki.server.hall import Hall
from gunki.server.requests import Server
from gunki.server.security import HEADERS, Guard
from gunki.server.settings import Settings
from gunki.server.store import Store
from gunki.server.uploads import Uploads

#: Bodies are read by hand, so their schemas have to be told.
BODIES = (schemas.NewMatch, schemas.Join, schemas.Act, schemas.Undo, schemas.UndoAnswer, schemas.Say)
SWEEP = 60.0


def build(settings: Settings) -> FastAPI:
    """The whole server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        settings.data.mkdir(parents=True, exist_ok=True)
        store = Store(settings.database)
        hall = Hall(store, settings)
        app.state.server = Server(settings, hall, Uploads(store, settings))
        bots = Bots(hall)
        await bots.start()
        await asyncio.to_thread(catalogue.warm)
        app.openapi()  # makes the routes ready too
        sweeper = asyncio.create_task(_sweep(hall))
        try:
            yield
        finally:
            sweeper.cancel()
            hall.close()
            await bots.stop()
            store.close()

    app = FastAPI(
        title="gunki",
        version=__version__,
        summary="Sengoku board wargames with their rules enforced",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    problems.install(app, {name.decode(): value.decode() for name, value in HEADERS})
    for module in (routes_play, routes_games, routes_stream, routes_catalogue):  # the busiest first
        app.include_router(module.router)
    routes_docs(app)
    app.include_router(page.router(settings.page))
    app.add_middleware(FastLane)
    app.add_middleware(Guard, settings=settings)
    return app


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
