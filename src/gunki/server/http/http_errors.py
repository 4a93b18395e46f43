"""Errors as `application/problem+json` documents with stable codes."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING, Any

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import compile_path
from starlette.types import Scope

from gunki.server.operation.logs import rate_limited_fields
from gunki.server.store.store_errors import StoreBusy, StoreDamaged, StoreFull

if TYPE_CHECKING:  # slow to load, and `gunki admin` does not need it
    from fastapi import FastAPI

logger = logging.getLogger("gunki.server")

#: Key in a scope: the id of the request, for answers and logs.
REQUEST = "gunki.request"
#: Number of problem answers by code.
refusals: Counter[str] = Counter()

TITLES = {
    "bad_request": "The request is not well formed",
    "unauthorized": "A valid token is needed",
    "forbidden": "You may not do this",
    "not_found": "There is no such thing",
    "stale": "The match has gone on meanwhile",
    "illegal": "The rules do not allow this now",
    "too_large": "The request is too large",
    "too_many": "Too many requests",
    "not_yet": "It is too early for this",
    "over": "The match is over",
    "aside": "The match has been set aside",
    "busy": "The server is too busy now",
    "full": "The server has no room left",
    "damaged": "The store of the server is damaged",
    "fault": "The server has failed",
}
CODES = {401: "unauthorized", 403: "forbidden", 404: "not_found", 413: "too_large", 429: "too_many"}


class Problem(HTTPException):
    """An error of a request. It may be raised anywhere, and becomes the answer.

    `more`: further members of the answer.
    """

    def __init__(self, status: int, code: str, detail: str, headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(status, detail, headers)
        self.code = code
        self.more = more


def unplayable_problem(notice: dict[str, Any] | None) -> Problem:
    """Return the Problem for a request to go on with an unplayable match."""
    why = TITLES["aside"] if notice is None else " ".join(notice["text"]["en"])
    return Problem(409, "aside", why, notice=notice)


def document(status: int, code: str, detail: str, **more: Any) -> bytes:
    refusals[code] += 1
    detail = detail.encode("utf-8", "replace").decode()  # texts of clients may hold lone surrogates
    body = {"type": "about:blank", "title": TITLES[code], "status": status, "detail": detail, "code": code, **more}
    return orjson.dumps(body, option=orjson.OPT_NON_STR_KEYS, default=_plain)


def problem_response(
    status: int, code: str, detail: str, headers: dict[str, str] | None = None, **more: Any
) -> Response:
    headers = {"cache-control": "no-store", **(headers or {})}
    return Response(document(status, code, detail, **more), status, headers, "application/problem+json")


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return orjson.Fragment(value)
    raise TypeError(type(value).__name__)


def response_to(problem: Problem, scope: Scope) -> Response:
    more = {**problem.more, **(_request_name(scope) if problem.status_code >= 500 else {})}
    return problem_response(problem.status_code, problem.code, problem.detail, dict(problem.headers or {}), **more)


def _request_name(scope: Scope) -> dict[str, Any]:
    """Return the request's id as a member of the document. The operator finds the line in the log by this id."""
    return {"request": scope[REQUEST].decode()} if REQUEST in scope else {}


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return wrong_method(request)
    if isinstance(error, Problem):
        return response_to(error, request.scope)
    code = CODES.get(error.status_code, "bad_request")
    return problem_response(error.status_code, code, str(error.detail), dict(error.headers or {}))


def methods(request: Request) -> set[str]:
    """Return the methods that the API's description lists for the path of a request."""
    allowed: set[str] = set()
    for path, operations in request.app.openapi()["paths"].items():
        if compile_path(path)[0].match(request.scope["path"]):
            allowed |= {method.upper() for method in operations}
    return allowed


def wrong_method(request: Request) -> Response:
    headers = {"allow": ", ".join(sorted(methods(request))) or "GET, HEAD"}
    return problem_response(405, "bad_request", "This route does not allow this method", headers)


async def _invalid_value(_request: Request, error: Any) -> Response:
    return invalid_value(error.errors()[0])


def invalid_value(first: Any) -> Response:
    """Return the answer to an invalid value, from the first of pydantic's errors."""
    where = [str(part) for part in first["loc"] if part not in ("body", "query", "path")]
    field = ".".join(where)[:100].encode("utf-8", "replace").decode()
    detail = f"{field}: {first['msg']}" if field else str(first["msg"])
    return problem_response(400, "bad_request", detail, field=field)


def server_fault(scope: Scope) -> Response:
    detail = "The server could not do this; nothing has changed. Please try again."
    return problem_response(500, "fault", detail, **_request_name(scope))


async def _server_fault(request: Request, _error: Exception) -> Response:
    return server_fault(request.scope)


def store_failure(error: StoreBusy | StoreFull, scope: Scope) -> Response:
    """Return the answer to an error of the store, and log one line.

    No traceback is logged, because the error is no bug.
    """
    if isinstance(error, StoreDamaged):
        logger.error("the store is damaged; see gunki admin check", extra=rate_limited_fields(**_request_name(scope)))
        problem = Problem(
            500, "damaged", "What was asked for lies on a damaged page of the store; nothing has changed. The operator "
            "of this server has to repair it (gunki admin check)",
        )  # fmt: skip
    elif isinstance(error, StoreFull):
        logger.warning("the store is full", extra=rate_limited_fields(**_request_name(scope)))
        problem = Problem(507, "full", "There is no room left to store anything; nothing has changed")
    else:
        logger.warning("the store is busy", extra=rate_limited_fields(**_request_name(scope)))
        problem = Problem(503, "busy", "Nothing has changed; please try again in a moment", {"retry-after": "2"})
    return response_to(problem, scope)


async def _store_failure(request: Request, error: Exception) -> Response:
    assert isinstance(error, StoreBusy | StoreFull)
    return store_failure(error, request.scope)


async def _client_gone(_request: Request, _error: Exception) -> Response:
    return problem_response(400, "bad_request", "The request was aborted")  # the client has gone: nobody reads this


def install(app: FastAPI) -> None:
    from fastapi.exceptions import RequestValidationError  # slow to load, and `gunki admin` does not need it

    app.add_exception_handler(HTTPException, _problem)
    app.add_exception_handler(RequestValidationError, _invalid_value)
    app.add_exception_handler(StoreBusy, _store_failure)
    app.add_exception_handler(StoreFull, _store_failure)
    app.add_exception_handler(ClientDisconnect, _client_gone)
    app.add_exception_handler(Exception, _server_fault)
