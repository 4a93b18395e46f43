"""The way of an action around the router: it is what a server does most, and looking for its route costs a third of it.

The route itself stays where all routes are (`routes_play.act`), and is the same function.
"""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from gunki.server.problems import Problem, answer_to
from gunki.server.routes_play import act

ACTIONS = re.compile(r"/api/games/([^/]+)/actions")


class FastLane:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ACTIONS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None:
            await self._app(scope, receive, send)
            return
        scope["path_params"] = {"id": found[1]}
        try:
            response = await act(Request(scope, receive, send))
        except Problem as problem:
            response = answer_to(problem)
        await response(scope, receive, send)
