"""Every route against its own description, with input that fits it and input that does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok

from tests.server.process import Server
from tests.server.table import Api, Table, problem, sit

#: Examples for each route, kind of input and kind of match.
EXAMPLES = 6
Operation = APIOperation[Any, Any, Any, Any]
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def operations(server: Server) -> Iterator[Operation]:
    schema = schemathesis.openapi.from_dict(Api(server).get("/api/openapi.json"))
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        yield result.ok()


def call(server: Server, case: Case[Any], token: str | None) -> httpx.Response:
    """As the case says, but over our own connections, and as somebody who sits there."""
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
    )
    return server.http.send(request)


def hostile(server: Server, operation: Operation, mode: GenerationMode, table: Table | None) -> None:
    given_ids: dict[str, str] = {}
    if table is not None:
        names = {parameter.name for parameter in operation.path_parameters}
        given_ids = {"id": table.id} if "id" in names else {}
    token = None if table is None else str(table.first.token)

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=given_ids or None))
    def check(case: Case[Any]) -> None:
        answer = call(server, case, token)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            problem(answer)

    try:
        check()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "a route without any input can be given no wrong one"
    except BaseException as error:
        error.add_note(f"{operation.method} {operation.path} with {mode.value} input")
        raise


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_route_keeps_to_its_description(server: Server, mode: GenerationMode) -> None:
    tried = 0
    for operation in operations(server):
        hostile(server, operation, mode, None)
        tried += 1
    assert tried >= 20
    assert server.alive


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_route_of_a_real_match_keeps_to_its_description(server: Server, mode: GenerationMode) -> None:
    table = sit(server, seats=("open", "bot:random"))
    tried = 0
    for operation in operations(server):
        if "{id}" in operation.path and not operation.path.endswith("/stream"):  # streams do not end by themselves
            hostile(server, operation, mode, table)
            tried += 1
    assert tried >= 10
    assert table.first.info()["state"] in ("playing", "over")
    assert server.alive
