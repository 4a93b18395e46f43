"""Builds the server as one ASGI application."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gunki import __version__
from gunki.server.admin.upkeep import Upkeep
from gunki.server.http import api_models, http_errors
from gunki.server.http.connections import Connections
from gunki.server.http.fast_path import ActionFastPath
from gunki.server.http.guard import Guard
from gunki.server.http.limits import Limits
from gunki.server.http.proxies import Proxies
from gunki.server.http.requests import Server, origin_key
from gunki.server.matches.bots import Bots
from gunki.server.matches.checkpoints import CheckpointWriter
from gunki.server.matches.registry import Registry
from gunki.server.operation.metrics import Metrics
from gunki.server.routes import (
    catalogue_routes,
    match_routes,
    openapi_page,
    operation_routes,
    page_routes,
    play_routes,
    seat_routes,
    stream_routes,
)
from gunki.server.settings import Settings
from gunki.server.store.match_store import Store
from gunki.server.views import catalogue
from gunki.server.workers.uploads import Uploads
from gunki.server.workers.worker_pool import Workers

#: Request bodies. Routes read them without FastAPI, so `_describe` adds their schemas to the description of the API.
BODIES = (
    api_models.NewMatch,
    api_models.Join,
    api_models.Reveal,
    api_models.Act,
    api_models.Undo,
    api_models.UndoAnswer,
    api_models.CloseAnswer,
    api_models.Resign,
    api_models.Say,
)
#: WARM_SECONDS: seconds from the start until the server begins to load the games. SWEEP_SECONDS: at most this many
#: seconds pass between two runs of `Registry.tidy`.
WARM_SECONDS, SWEEP_SECONDS = 1.0, 60.0
#: Old path -> present path. Paths from before version 0.2 work until version 0.4.
RENAMED = {"/api/games": "/api/matches", "/api/bot/games": "/api/bot/matches"}


class App(FastAPI):
    """The FastAPI application. Requests pass `Guard` first; actions then take `ActionFastPath` past the router."""

    def __init__(self, settings: Settings, limits: Limits, **more: Any) -> None:
        super().__init__(**more)
        proxies = Proxies(settings.trusted_proxies)
        self.state.metrics = Metrics()
        self.state.connections = Connections(settings, proxies)
        self._front = Guard(ActionFastPath(self, super().__call__), settings, limits, proxies, self.state.metrics)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = rename_path(scope)
        await self._front(scope, receive, send)


def rename_path(scope: Scope) -> Scope:
    """Return the scope of a request with its old path replaced by the present one.

    Runs first, so that limits, metrics and the router know present paths only.
    """
    path: str = scope["path"]
    for old, new in RENAMED.items():
        if path == old or path.startswith(old + "/"):
            return {**scope, "path": new + path.removeprefix(old)}
    return scope


def build(settings: Settings) -> FastAPI:
    """Return the whole server as an ASGI application."""
    limits = Limits(settings.rates, settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        store = Store(settings.database)
        workers = Workers(settings, limits)
        await workers.start()
        registry = Registry(store, settings, workers)
        app.state.server = Server(
            settings,
            registry,
            Uploads(store, workers, settings.largest_source, registry.upload_states),
            limits,
            origin_key(settings.data),
        )
        upkeep = Upkeep(registry)
        await upkeep.start()
        bots = Bots(registry)
        await bots.start()
        app.state.readiness = operation_routes.Readiness(store, workers)
        operation_routes.watch(app.state.metrics, app.state.connections, registry, bots, workers)
        stands = CheckpointWriter(registry)
        stands.start()
        app.openapi()  # builds the description now, and makes the routes ready
        works = (_sweep(registry), _warm(), app.state.connections.watch())
        tasks = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            registry.close()
            await upkeep.stop()
            await bots.stop()
            await stands.stop()
            await workers.stop()
            store.close()

    app = App(
        settings,
        limits,
        title="gunki",
        version=__version__,
        summary="Sengoku board wargames with their rules enforced",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    http_errors.install(app)
    # the routes that are used most come first
    for module in (play_routes, match_routes, seat_routes, stream_routes, catalogue_routes):
        app.include_router(module.router)
    routes_docs(app)
    app.include_router(operation_routes.router(settings.open_metrics))
    app.include_router(page_routes.router(settings.page))
    return app


async def _warm() -> None:
    """Load all games, so that few requests have to wait for it.

    Wait a second first, so that the first requests need not wait for the loading.
    """
    await asyncio.sleep(WARM_SECONDS)
    await asyncio.to_thread(catalogue.warm)
    gc.freeze()  # the games stay in memory: the collector need not scan them


async def _sweep(registry: Registry) -> None:
    while True:
        await asyncio.sleep(max(1.0, min(SWEEP_SECONDS, registry.settings.idle / 2, registry.settings.rest / 2)))
        registry.tidy()


def routes_docs(app: FastAPI) -> None:
    """Add the routes of the API's description: the OpenAPI document, and a page that loads nothing from elsewhere."""
    description: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        if not description:
            description.update(_describe(app))
        return description

    app.openapi = openapi  # type: ignore[method-assign]

    @app.get("/api/openapi.json", include_in_schema=False)
    async def _openapi() -> dict[str, Any]:
        return openapi()

    @app.get("/api/docs", include_in_schema=False)
    async def _docs() -> Response:
        return Response(openapi_page.html(openapi()), 200, None, "text/html; charset=utf-8")


def _describe(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
    models = [(model, "validation") for model in (*BODIES, api_models.ProblemOut)]
    _, extra = models_json_schema(models, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(extra["$defs"])
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{}, {"token": []}]
    return document
