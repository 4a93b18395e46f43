"""Every route against its own description, with input that fits it and input that does not, whoever asks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok

from tests.server.process import PATIENCE, Server
from tests.server.table import Api, Table, problem, sit
from tests.support import often

#: Examples for each route, kind of input, kind of match and role.
EXAMPLES = often(2, 25)
ROLES = ("owner", "seat", "other", "none")
#: A match is over after these: they come last.
ENDS = ("/close", "/close/answer", "/resign")
#: What is no part of the description of the API.
OPERATION = ("/healthz", "/readyz", "/metrics")
#: Words that fit the description may still be wrong here: a seat that the game lacks, an action against the rules, a
#: place in a match that it has not come to.
FITTING = {"expected-statuses": ["2xx", 400, 401, 403, 404, 409, 415, 422, 429]}
#: Whoever may not ask at all is told so first, and a match that does not go on takes no words, good or bad.
UNFITTING = {"expected-statuses": [400, 401, 403, 404, 405, 409, 413, 415, 422, 429]}
CONFIG = {"checks": {"positive_data_acceptance": FITTING, "negative_data_rejection": UNFITTING}}
Operation = APIOperation[Any, Any, Any, Any]


@cache
def described(server: Server) -> list[Operation]:
    config = SchemathesisConfig.from_dict(CONFIG)
    schema = schemathesis.openapi.from_dict(Api(server).get("/api/openapi.json"), config=config)
    found = []
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        found.append(result.ok())
    return found


def operations(server: Server) -> Iterator[Operation]:
    """Those after which nothing goes on come last."""
    yield from sorted(described(server), key=lambda operation: operation.path.endswith(ENDS))


def token_of(table: Table, role: str) -> str | None:
    first, second = table.players.values()
    return {"owner": table.owner.token, "seat": first.token, "other": second.token, "none": None}[role]


def call(server: Server, case: Case[Any], token: str | None) -> httpx.Response:
    """As the case says, but over our own connections, and in this role."""
    wanted = case.as_transport_kwargs(base_url=server.base)
    headers = {str(name): str(value) for name, value in (wanted.get("headers") or {}).items()}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    request = httpx.Request(
        wanted["method"],
        wanted["url"],
        params=wanted.get("params"),
        headers=headers,
        cookies=wanted.get("cookies"),
        json=wanted.get("json"),
        content=wanted.get("data"),
        extensions={"timeout": httpx.Timeout(PATIENCE).as_dict()},
    )
    answer = server.http.send(request, stream=True)
    try:
        if answer.status_code == 200 and case.path.endswith("/stream"):  # it does not end by itself
            begun = httpx.Response(200, headers=answer.headers, content=next(answer.iter_raw()), request=request)
            begun.elapsed = timedelta()
            return begun
        answer.read()
        return answer
    finally:
        answer.close()


def hostile(server: Server, operation: Operation, mode: GenerationMode, table: Table | None, role: str) -> None:
    given_ids: dict[str, str] = {}
    if table is not None:
        names = {parameter.name for parameter in operation.path_parameters}
        given_ids = {"id": table.id} if "id" in names else {}
    token = None if table is None else token_of(table, role)

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=given_ids or None))
    def check(case: Case[Any]) -> None:
        answer = call(server, case, token)
        case.validate_response(answer)  # with all checks there are
        if answer.status_code >= 400:
            problem(answer)

    try:
        check()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "a route without any input can be given no wrong one"
    except BaseException as error:
        error.add_note(f"{operation.method} {operation.path} with {mode.value} input, as {role}")
        raise


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_route_keeps_to_its_description(server: Server, mode: GenerationMode) -> None:
    tried = 0
    for operation in operations(server):
        hostile(server, operation, mode, None, "none")
        tried += 1
    assert tried >= 20
    assert server.alive


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_route_of_a_real_match_keeps_to_its_description(server: Server, mode: GenerationMode, role: str) -> None:
    table = sit(server)
    tried, streams = 0, 0
    for operation in operations(server):
        if "{id}" in operation.path:
            hostile(server, operation, mode, table, role)
            tried += 1
            streams += operation.path.endswith("/stream")
    assert tried >= 15
    assert streams == 2
    assert table.spectator.info()["state"] in ("playing", "over", "closed")
    assert server.alive


def test_a_stream_is_read_from_its_beginning(server: Server) -> None:
    """What is checked of a stream is not nothing."""
    table = sit(server)
    [operation] = [one for one in operations(server) if one.path == "/api/matches/{id}/stream"]
    answer = call(server, operation.Case(path_parameters={"id": table.id}), table.first.token)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.content.startswith(b"event: match\n")


@pytest.mark.parametrize("path", OPERATION)
def test_what_the_operator_asks_tells_nobody_a_token(server: Server, path: str) -> None:
    table = sit(server)
    for role in ROLES:
        api = Api(server, token_of(table, role))
        for method in ("GET", "HEAD", "POST", "DELETE"):
            text = api(method, path).text
            assert not any(str(token_of(table, other)) in text for other in ROLES[:3])
            assert table.id not in text
