"""The way of an action around the router and the layers before it, which cost as much as what it does itself.

It is what a server does most. The route stays where all routes are (`routes_play.act`), and is the same function.
"""

from __future__ import annotations

import re

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from gunki.server.problems import Problem, answer_to, fault
from gunki.server.routes_play import act

ACTIONS = re.compile(r"/api/games/([^/]+)/actions")


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
            response = await act(Request(scope, receive, send))
        except Problem as problem:
            response = answer_to(problem)
        except Exception:
            await fault()(scope, receive, send)
            raise  # it is logged outside
        await response(scope, receive, send)
