"""Helpers of all routes: the parts of the server, the client's origin and participant, strict reading of bodies."""

from __future__ import annotations

import os
import pathlib
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import Depends, Path
from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope

from gunki.server.http.api_models import PROBLEMS, Body
from gunki.server.http.http_errors import Problem, unplayable_problem
from gunki.server.http.limits import Limits, address_of, network_of
from gunki.server.http.security import bearer
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.operation.disk_reserve import DiskReserve
from gunki.server.settings import Settings
from gunki.server.workers.uploads import Uploads

MatchId = Annotated[str, Path(alias="id", min_length=1, max_length=32, description="the match")]
NO_STORE = {"cache-control": "no-store"}
B = TypeVar("B", bound=Body)


@dataclass(frozen=True, slots=True)
class Server:
    """The parts of the server that routes need."""

    settings: Settings
    registry: Registry
    uploads: Uploads
    limits: Limits
    #: The key with which client addresses are hashed before they are stored.
    key: bytes

    def origin(self, scope: Scope) -> str:
        """Return the client's origin: a keyed hash of its address, equal for each of its requests."""
        return _hash_address(address_of(scope), self.key)

    def require_disk_reserve(self) -> None:
        """Raise a 507 Problem if less of the disk is free than the reserve for matches under way."""
        DiskReserve(self.settings.data, self.settings.keep_free).require_free()

    def is_crowding(self, scope: Scope) -> bool:
        """Count a new public match of the client's network. Return whether the network has made too many.

        If it has, lists show this match after the matches of other networks.
        """
        return not self.limits.may(network_of(address_of(scope)), "listed")

    def byte_charger(self, scope: Scope) -> Callable[[int], None]:
        """Return a function that charges stored bytes to the client's address.

        The function raises a 429 Problem if the address has used up its bytes.
        """
        return partial(self.limits.require, address_of(scope), "bytes")


@lru_cache(maxsize=1024)
def _hash_address(address: str, key: bytes) -> str:
    return blake2b(address.encode(), key=key, digest_size=16).hexdigest()


def origin_key(data: pathlib.Path) -> bytes:
    """Return the key with which a data folder's server hashes client addresses. If there is no key yet, make one."""
    path = data / "origin.key"
    with suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(32))
    return path.read_bytes()[:64]


async def server_of(request: Request) -> Server:  # async, because FastAPI would run a plain function in a thread
    server: Server = request.app.state.server
    return server


async def token_of(request: Request) -> str | None:
    return bearer(request.scope)


ServerDep = Annotated[Server, Depends(server_of)]
Bearer = Annotated[str | None, Depends(token_of)]


def json_response(data: Any, status: int = 200) -> Response:
    return json_bytes(orjson.dumps(data), status)


def json_bytes(body: bytes, status: int = 200) -> Response:
    return Response(body, status, NO_STORE, "application/json")


async def read_body(request: Request, kind: type[B]) -> B:
    """Return the body of a request, checked against its schema."""
    return await body_in(request.scope, request.receive, kind)


async def body_in(scope: Scope, receive: Receive, kind: type[B]) -> B:
    """Return the body, as `read_body` does, without a `Request`.

    Refuses any Content-Type but JSON, because web pages of other sites can send other types, but not JSON.
    """
    content_type = next((value for name, value in scope["headers"] if name == b"content-type"), b"")
    if content_type.partition(b";")[0].strip().lower() != b"application/json":
        raise Problem(415, "bad_request", "Content-Type: expected application/json")
    pieces, more = [], True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        pieces.append(message.get("body", b""))  # joined once at the end, because a body may come one byte at a time
        more = message.get("more_body", False)
    try:
        return kind.model_validate_json(b"".join(pieces))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        field = ".".join(map(str, first["loc"]))[:100].encode("utf-8", "replace").decode()
        raise Problem(400, "bad_request", f"{field or 'body'}: {first['msg']}", field=field) from None


def body_docs(kind: type[Body], *parameters: str) -> dict[str, Any]:
    """Return the API's description of a body that `read_body` reads.

    `parameters`: path parameters that FastAPI does not read.
    """
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"}
    text = {"type": "string", "minLength": 1, "maxLength": 32}
    paths = [{"name": name, "in": "path", "required": True, "schema": text} for name in parameters]
    body = {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}
    return {**body, **({"parameters": paths} if paths else {})}


def response_docs(kind: Any, description: str = "", status: int = 200) -> dict[int | str, dict[str, Any]]:
    """Return the API's description of a route's answers."""
    return {status: {"model": kind, "description": description or "done"}, **PROBLEMS}


def participant_of(live: MatchSession, token: str | None) -> str | None:
    """Return the participant of a token. Return None for a spectator.

    Raise a 401 Problem if the token belongs to no participant.
    """
    if token is None:
        return None
    participant = live.participant_with_token(token)
    if participant is None:
        raise Problem(401, "unauthorized", "Authorization: this token belongs to no seat of this match")
    # after resigning, a participant is a spectator
    return None if live.participants[participant].has_resigned else participant


def require_participant(live: MatchSession, token: str | None) -> str:
    """Return the participant of a token. Raise a Problem if the client is a spectator."""
    participant = participant_of(live, token)
    if participant is None and token is not None:
        raise Problem(403, "forbidden", "You have resigned this seat: you can only watch")
    if participant is None:
        raise Problem(
            401, "unauthorized", "Authorization: the token of a seat is needed", {"www-authenticate": "Bearer"}
        )
    return participant


def require_playing(live: MatchSession) -> None:
    if live.state == "gathering":
        raise Problem(409, "not_yet", "The match has not begun: not everyone is here")
    if live.state == "aside":
        raise unplayable_problem(live.notice)
    if live.state != "playing":
        raise Problem(409, "over", "The match is over")
