"""A shortcut for actions past FastAPI's router and middleware, which would cost as much as the action itself.

Actions are the most frequent requests. The route `play_routes.act` does the same. It is there for the
description of the API.
"""

from __future__ import annotations

import re

from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from gunki.server.http.api_models import Act
from gunki.server.http.guard import ROUTE
from gunki.server.http.http_errors import REQUEST, Problem, response_to, store_failure
from gunki.server.http.protocol import answer_at_once, exchange_of
from gunki.server.http.requests import body_in, json_bytes
from gunki.server.http.security import HEADERS
from gunki.server.operation.metrics import ACTION
from gunki.server.routes.play_routes import act_and_snapshot
from gunki.server.store.store_errors import StoreBusy, StoreFull
from gunki.server.workers.messages import ASKER

ACTIONS = re.compile(r"/api/matches/([^/]+)/actions")
#: The head of every 200 answer, as `json_bytes` and `Guard` would make it. The length and the id of the request are
#: left out.
OK_HEAD = b"HTTP/1.1 200 OK\r\n" + b"".join(
    b"%s: %s\r\n" % (name, value)
    for name, value in (*json_bytes(b"").raw_headers, *HEADERS)
    if name != b"content-length"
)


class ActionFastPath:
    def __init__(self, app: Starlette, others: ASGIApp) -> None:
        self._app = app
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        server = getattr(self._app.state, "server", None)  # None while the server starts
        if scope["type"] == "http" and server is not None:
            ASKER.set(server.origin(scope))
        action_path = (
            ACTIONS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        )
        if action_path is None:
            await self._others(scope, receive, send)
            return
        scope["app"], scope[ROUTE] = self._app, ACTION
        try:
            body = await act_and_snapshot(
                self._app.state.server, scope, action_path[1], await body_in(scope, receive, Act)
            )
        except Problem as problem:
            await response_to(problem, scope)(scope, receive, send)
        except (StoreBusy, StoreFull) as error:
            await store_failure(error, scope)(scope, receive, send)
        else:
            exchange = exchange_of(scope)
            if exchange is None:
                await json_bytes(body)(scope, receive, send)
            else:
                head = b"%scontent-length: %d\r\nx-request-id: %s\r\n" % (OK_HEAD, len(body), scope[REQUEST])
                await answer_at_once(exchange, head, body)
