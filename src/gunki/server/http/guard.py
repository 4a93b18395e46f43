"""The outermost layer of every request.

It gives the request an id, checks host, rate and size first, and counts and logs the request.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from functools import lru_cache

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gunki.server.http.connections import PROBES
from gunki.server.http.http_errors import REQUEST, Problem, response_to, server_fault
from gunki.server.http.limits import Limits, address_of, too_many
from gunki.server.http.proxies import Proxies
from gunki.server.http.security import HEADERS
from gunki.server.operation.cpu_accounting import CPU_ACCOUNT, CpuAccount, charge_steps
from gunki.server.operation.logs import fields, request_id
from gunki.server.operation.metrics import Metrics
from gunki.server.settings import Settings

logger = logging.getLogger("gunki.server")

#: Key in a scope. Its value is the path of the route, for requests that do not pass the router.
ROUTE = "gunki.route"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestLog:
    """A request's id, and the status and time of its answer."""

    __slots__ = ("_api", "_send", "began", "request_name", "seconds", "status")

    def __init__(self, scope: Scope, send: Send) -> None:
        self.request_name = scope[REQUEST] = request_id()
        self.began = time.perf_counter()
        #: The status of the answer. It is 0 if no answer was sent through `send`.
        self.status = 0
        self.seconds = 0.0
        self._send = send
        self._api = scope["path"].startswith("/api/")

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.seconds = message["status"], time.perf_counter() - self.began
            headers = [*message.get("headers", ()), *HEADERS, (b"x-request-id", self.request_name)]
            if self._api and not any(name == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
            message["headers"] = headers
        await self._send(message)


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits, proxies: Proxies, metrics: Metrics) -> None:
        self._app = app
        self._hosts = settings.allowed_hosts
        self._limits = limits
        self._proxies = proxies
        self._metrics = metrics
        self._access = settings.access_log
        self._body = settings.largest_body
        self._upload = settings.largest_upload

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_log = RequestLog(scope, send)
        try:
            receive = self._check(scope, receive)
            await self._serve(scope, receive, request_log.send)
        except Problem as problem:
            await response_to(problem, scope)(scope, receive, request_log.send)
        except ClientDisconnect:
            request_log.status = request_log.status or 400
        except asyncio.CancelledError:  # happens only when the server stops
            logger.warning(
                "a request was aborted", extra=fields(request=request_log.request_name.decode(), route=_route(scope))
            )
            if not request_log.status:
                await response_to(Problem(503, "busy", "The server is stopping; try again"), scope)(
                    scope, receive, request_log.send
                )
            raise
        except Exception as error:
            more = fields(request=request_log.request_name.decode(), method=scope["method"], route=_route(scope))
            logger.error("fault", exc_info=error, extra=more)
            if not request_log.status:
                await server_fault(scope)(scope, receive, request_log.send)
        self._count(scope, request_log)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and charge the client's address for the processor time that it takes in this process."""
        meter = CpuAccount(self._limits, address_of(scope)) if self._limits.is_on else None
        CPU_ACCOUNT.set(meter)
        try:
            await charge_steps(self._app(scope, receive, send), meter)
        finally:
            if meter is not None:
                meter.settle()

    def _check(self, scope: Scope, receive: Receive) -> Receive:
        """Raise a Problem for a wrong host, too many requests or a body that is too large.

        Return the `receive` with which the body is read. If the head does not tell the body's size, this `receive`
        enforces the limit.
        """
        if self._proxies:
            self._proxies.resolve(scope)
        headers = dict(scope["headers"])
        path = scope["path"]
        # a proxy may have checked another Host header than the one that is read here
        if sum(name == b"host" for name, _ in scope["headers"]) > 1:
            raise Problem(400, "bad_request", "Host: send this header once")
        if self._hosts is not None and _host(headers.get(b"host", b"")) not in self._hosts and path not in PROBES:
            raise Problem(400, "bad_request", "Host: this server does not answer to that name")
        wait = self._limits.wait(scope) or self._limits.wait_for_others(scope)
        if wait:
            raise too_many(wait)
        limit = self._upload if path == "/api/uploads" else self._body
        length = headers.get(b"content-length")
        if length is None or b"transfer-encoding" in headers:
            return _up_to(limit, receive)
        if length.isdigit() and int(length) > limit:
            raise _too_large(limit)
        return receive  # the parser reads no more than Content-Length bytes

    def _count(self, scope: Scope, request_log: RequestLog) -> None:
        route, method = _route(scope), scope["method"]
        # 0 if the answer was not sent through `send`: it was an action that succeeded
        status = request_log.status or 200
        seconds = request_log.seconds or time.perf_counter() - request_log.began
        self._metrics.count(route, method if method in METHODS else "other", status, seconds)
        if self._access:
            milliseconds = round(seconds * 1000, 2)
            more = fields(
                request=request_log.request_name.decode(), method=method, route=route, status=status, ms=milliseconds
            )
            logger.info("request", extra=more)


def _route(scope: Scope) -> str:
    """Return the path's template, never the path itself: logs and metrics must not show ids of matches."""
    return str(scope.get(ROUTE) or getattr(scope.get("route"), "path", "none"))


def _up_to(limit: int, receive: Receive) -> Receive:
    read = 0

    async def receive_up_to_limit() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > limit:
            raise _too_large(limit)
        return message

    return receive_up_to_limit


def _too_large(limit: int) -> Problem:
    return Problem(413, "too_large", f"At most {limit} bytes are accepted here")


@lru_cache(maxsize=256)
def _host(header: bytes) -> str:
    """Return a Host header without its port."""
    host = header.decode("latin-1").lower()
    return host.rpartition(":")[0] if re.search(r":\d+$", host) else host
