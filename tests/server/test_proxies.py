"""Behind a proxy that the operator has named, everybody counts for himself; nobody else is believed."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx
import pytest

from tests.server.half_open import has
from tests.server.process import PATIENCE, Server
from tests.server.table import Api

BODY = {"game": "nobunaga", "seats": {"oda": "open", "anti_oda": "open"}}


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The usual limits; whoever comes from 127.0.0.1 is a proxy, and so is all of 10.9.0.0/16."""
    has("127.0.0.9")
    options = ["--trusted-proxy", "127.0.0.1", "--trusted-proxy", "10.9.0.0/16"]
    with Server(tmp_path_factory.mktemp("behind") / "data", limits=1, options=options) as server:
        yield server


def made(server: Server, headers: dict[str, str], most: int = 90) -> int:
    """How often somebody may ask for a match at once. What is asked for is wrong, so that it takes no time."""
    api = Api(server)
    for number in range(most):
        answer = api("POST", "/api/matches", json={}, headers=headers)
        if answer.status_code == 429:
            return number
        assert answer.status_code == 400
    return most


def test_everybody_behind_a_proxy_has_limits_of_his_own(behind: Server) -> None:
    for headers in (
        {"x-forwarded-for": "198.51.100.1"},
        {"x-forwarded-for": "203.0.113.9, 198.51.100.2"},
        {"forwarded": 'for="[2001:db8::1]:4711";proto=https'},
    ):
        assert 30 <= made(behind, headers) < 90
    for headers in (
        {"x-forwarded-for": "198.51.100.1:1234"},
        {"x-forwarded-for": "1.2.3.4, 198.51.100.1, 10.9.8.7"},
        {"forwarded": "for=198.51.100.2"},
        {"forwarded": 'for=1.1.1.1, FOR="[2001:db8::2]", for=10.9.0.1;by=x'},
    ):
        assert made(behind, headers) < 30, f"the same, told otherwise: {headers}"


def test_who_invents_addresses_is_counted_as_the_proxy(behind: Server) -> None:
    """A header that the proxy only hands on says something else than the one it writes."""
    assert 30 <= made(behind, {"x-forwarded-for": "198.51.100.77", "forwarded": "for=1.1.1.1"}) < 90
    for number in range(3):
        headers = {"x-forwarded-for": f"198.51.100.{80 + number}", "forwarded": f"for=1.1.1.{number}"}
        assert made(behind, headers) < 30
        assert made(behind, {"x-forwarded-for": f"garbage{number}"}) < 30


def test_streams_are_counted_for_each(behind: Server) -> None:
    answer = Api(behind)("POST", "/api/matches", json=BODY, headers={"x-forwarded-for": "198.51.100.30"})
    ident = answer.json()["id"]
    held = []

    def listen(address: str) -> bytes:
        sock = socket.create_connection(("127.0.0.1", behind.port), PATIENCE)
        held.append(sock)
        head = f"GET /api/matches/{ident}/stream HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n\r\n"
        sock.sendall(head.encode())
        return sock.recv(12)

    try:
        assert {listen("198.51.100.31") for _ in range(64)} == {b"HTTP/1.1 200"}
        assert listen("198.51.100.31") == b"HTTP/1.1 429"
        assert {listen("198.51.100.32") for _ in range(64)} == {b"HTTP/1.1 200"}
        assert {listen("198.51.100.33") for _ in range(64)} == {b"HTTP/1.1 200"}
        assert {listen("198.51.100.34") for _ in range(64)} == {b"HTTP/1.1 200"}, "more than one address may have"
    finally:
        for sock in held:
            sock.close()


def test_nobody_else_is_believed(behind: Server) -> None:
    wire = httpx.HTTPTransport(local_address="127.0.0.9")
    with httpx.Client(base_url=behind.base, transport=wire, timeout=PATIENCE) as client:
        answers = [
            client.post("/api/matches", json={}, headers={"x-forwarded-for": f"198.51.100.{n}"}).status_code
            for n in range(100, 190)
        ]
        assert 400 in answers
        assert 429 in answers
        assert client.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"x-forwarded-for": "127.0.0.1"}, 200),
        ({"x-forwarded-for": "198.51.100.1"}, 403),
        ({"x-forwarded-for": "127.0.0.1, 198.51.100.1"}, 403),
        ({"x-forwarded-for": "garbage"}, 403),
        ({"via": "1.1 other"}, 403),
    ],
)
def test_figures_are_for_a_client_on_this_machine(behind: Server, headers: dict[str, str], status: int) -> None:
    assert Api(behind)("GET", "/metrics", headers=headers).status_code == status
