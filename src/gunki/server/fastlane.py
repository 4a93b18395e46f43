"""The way of an action around the router and the layers before it, which cost as much as what it does itself.

It is what a server does most. The route stays where all routes are (`routes_play.act`), and does the same.
"""

from __future__ import annotations

import re

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from gunki.server.problems import Problem, answer_to, fault
from gunki.server.protocol import answer_at_once, exchange_of
from gunki.server.requests import raw
from gunki.server.routes_play import acted
from gunki.server.security import HEADERS

ACTIONS = re.compile(r"/api/games/([^/]+)/actions")
#: The head of every good answer, as `raw` and the guard make it, but for the length.
GOOD = b"HTTP/1.1 200 OK\r\n" + b"".join(
    b"%s: %s\r\n" % (name, value) for name, value in (*raw(b"").raw_headers, *HEADERS) if name != b"content-length"
)


class FastLane:
    def __init__(self, app: Starlette, others: ASGIApp) -> None:
        self._app = app
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ACTIONS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None:
            await self._others(scope, receive, send)
            return
        scope["app"], scope["path_params"] = self._app, {"id": found[1]}
        try:
            body = await acted(Request(scope, receive, send))
        except Problem as problem:
            await answer_to(problem)(scope, receive, send)
        except Exception:
            await fault()(scope, receive, send)
            raise  # it is logged outside
        else:
            exchange = exchange_of(scope)
            if exchange is None:
                await raw(body)(scope, receive, send)
            else:
                await answer_at_once(exchange, b"%scontent-length: %d\r\n" % (GOOD, len(body)), body)
