"""Routes for the operator: /healthz, /readyz, /metrics."""

from __future__ import annotations

import asyncio
import time

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from gunki.server.http.connections import Connections
from gunki.server.http.http_errors import Problem, refusals
from gunki.server.http.proxies import is_on_this_machine
from gunki.server.http.requests import NO_STORE, json_response
from gunki.server.matches.bots import Bots
from gunki.server.matches.registry import Registry
from gunki.server.operation.metrics import TYPE, Metrics
from gunki.server.routes.stream_routes import open_streams
from gunki.server.store.match_store import Store
from gunki.server.workers.worker_pool import Workers

#: STORE_SECONDS: the test read of the store may take this long. FRESH_SECONDS: its result is reused for this long.
STORE_SECONDS, FRESH_SECONDS = 2.0, 1.0


class Readiness:
    """Tells whether the server can work. It reads the store once at a time, even if requests are frequent."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store = store
        self._workers = workers
        self._reading: asyncio.Task[None] | None = None
        self._found = False
        self._until = 0.0

    async def is_store_ready(self) -> bool:
        if time.monotonic() >= self._until:
            if self._reading is None or self._reading.done():
                self._reading = asyncio.create_task(asyncio.to_thread(self._store.ping))
            reading = self._reading
            await asyncio.wait({reading}, timeout=STORE_SECONDS)  # if one read hangs, no second read is begun
            self._found = reading.done() and reading.exception() is None
            self._until = time.monotonic() + FRESH_SECONDS
        return self._found

    def has_workers(self) -> bool:
        return self._workers.is_answering()


def watch(metrics: Metrics, connections: Connections, registry: Registry, bots: Bots, workers: Workers) -> None:
    """Add the figures that other modules keep to the metrics."""
    registry.store.measure(metrics.write_latency.observe)
    metrics.gauge("gunki_connections_open", "open connections", lambda: connections.count)
    metrics.gauge("gunki_streams_open", "open streams", open_streams)
    metrics.gauge("gunki_matches_in_memory", "matches that are kept in memory", lambda: len(registry))
    metrics.gauge("gunki_matches_bytes", "about how much memory matches take", lambda: registry.bytes)
    metrics.gauge("gunki_bots_deciding", "matches in which a bot has to decide", bots.count_deciding)
    metrics.gauge("gunki_jobs_waiting", "jobs that wait for a worker", lambda: workers.figures()["waiting"])
    metrics.gauge("gunki_jobs_running", "jobs that workers are at", lambda: workers.figures()["running"])
    metrics.gauge_by_label("gunki_jobs_done_total", "jobs that were done", "kind", lambda: workers.figures()["done"])
    metrics.gauge_by_label("gunki_jobs_failed_total", "jobs that failed", "kind", lambda: workers.figures()["failed"])
    metrics.gauge_by_label(
        "gunki_jobs_seconds_total", "processor time of workers", "kind", lambda: workers.figures()["seconds"]
    )


def router(open_metrics: bool) -> APIRouter:
    """Return the routes. If `open_metrics` is true, clients on other machines may read /metrics too."""
    routes = APIRouter(include_in_schema=False)

    @routes.api_route("/healthz", methods=["GET", "HEAD"])
    async def healthz() -> Response:
        return json_response({"status": "ok"})

    @routes.api_route("/readyz", methods=["GET", "HEAD"])
    async def readyz(request: Request) -> Response:
        readiness: Readiness = request.app.state.readiness
        checks = {"store": await readiness.is_store_ready(), "workers": readiness.has_workers()}
        ready = all(checks.values())
        words = {name: "ok" if good else "failing" for name, good in checks.items()}
        return json_response({"status": "ok" if ready else "failing", **words}, 200 if ready else 503)

    @routes.api_route("/metrics", methods=["GET", "HEAD"])
    async def metrics(request: Request) -> Response:
        if not open_metrics and not is_on_this_machine(request.scope):
            raise Problem(403, "forbidden", "Only for this machine; `gunki serve --metrics` opens it to all")
        figures: Metrics = request.app.state.metrics
        return Response(figures.text(refusals), 200, NO_STORE, TYPE)

    return routes
