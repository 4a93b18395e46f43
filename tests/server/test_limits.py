"""Sizes, rates, headers, hosts, and what is written where."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.half_open import has
from tests.server.process import PATIENCE, Server
from tests.server.table import Api, Player, at_random, create, join, joining, nonce, problem, sit

BODY = 64 * 1024


@pytest.fixture(params=["/api/matches", "/api/games"], autouse=True)
def spelling(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask by either path of the matches: no limit may hold for one of them alone."""
    build_request = httpx.Client.build_request

    def build_respelled(client: httpx.Client, method: str, url: Any, **more: Any) -> httpx.Request:
        return build_request(client, method, str(url).replace("/api/matches", request.param), **more)

    monkeypatch.setattr(httpx.Client, "build_request", build_respelled)


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a tenth of the usual limits, so that they are met soon."""
    with Server(tmp_path_factory.mktemp("limited") / "data", limits=0.1) as server:
        yield server


@pytest.mark.parametrize(
    "path", ["/api/matches", "/api/matches/x/actions", "/api/matches/x/chat", "/api/matches/x/seats/oda"]
)
def test_a_large_body_is_refused(server: Server, path: str) -> None:
    body = b'{"text": "' + b"x" * (BODY + 100) + b'"}'
    answer = Api(server)("POST", path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 413
    problem(answer, "too_large")


def test_a_large_body_without_a_length_is_refused(server: Server) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 8192

    answer = Api(server)("POST", "/api/matches", content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    problem(answer, "too_large")


def test_a_body_up_to_the_limit_is_read(server: Server) -> None:
    table = sit(server)
    body = b'{"text": "fits"' + b" " * (BODY - 100) + b"}"
    answer = table.first("POST", table.first.path("chat"), content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 201


def refused(answers: Iterator[httpx.Response], most: int) -> httpx.Response:
    """The first answer that says "too many"."""
    for _ in range(most):
        answer = next(answers)
        if answer.status_code == 429:
            problem(answer, "too_many")
            assert int(answer.headers["retry-after"]) >= 1
            return answer
        assert answer.status_code < 500
    raise AssertionError(f"{most} requests at once, and none was refused")


def test_creating_too_many_matches_is_refused(limited: Server) -> None:
    api = Api(limited)
    body = {"game": "nobunaga", "seats": {"oda": "open", "anti_oda": "open"}}
    refused((api("POST", "/api/matches", json=body) for _ in iter(int, 1)), 300)
    assert api.get("/api/about"), "everything else goes on"


def test_one_network_does_not_fill_the_list(tmp_path: Path) -> None:
    """Its many matches stand behind the one of another, however new they are; and none is left out."""
    has("127.5.0.1")
    body = {"game": "nobunaga", "seats": {"oda": "open", "anti_oda": "open"}, "public": True}
    with Server(tmp_path / "data", limits=1) as server:
        first = create(server, public=True)["id"]
        made: list[str] = []
        for host in range(1, 5):
            transport = httpx.HTTPTransport(local_address=f"127.5.0.{host}")
            with httpx.Client(transport=transport, base_url=server.base, timeout=PATIENCE, trust_env=False) as client:
                made += [client.post("/api/matches", json=body).json()["id"] for _ in range(10)]
        second = create(server, public=True)["id"]
        listed = [match["id"] for match in Api(server).get("/api/matches", limit=20)]
        assert (listed[0], first in listed) == (second, True)
        rest = [match["id"] for match in Api(server).get("/api/matches", after=listed[-1], limit=100)]
        assert sorted(listed + rest) == sorted([first, second, *made])


def test_room_on_the_disk_is_kept_for_matches_under_way(tmp_path: Path) -> None:
    """With less than it, nothing new is made or taken in, and whoever plays goes on."""
    upload = {"content": b"x", "headers": {"content-type": "application/octet-stream"}}
    with Server(tmp_path / "data") as server:
        table, gathering = sit(server), create(server)
        snapshot = table.ask(table.first.view())
        server.stop()
        server._settings = {"keep_free": 100}
        server.start()
        for path, sent in (("/api/matches", {"json": {"game": "nobunaga", "seats": {}}}), ("/api/uploads", upload)):
            answer = server.http.post(path, **sent)
            assert (answer.status_code, answer.json()["code"]) == (507, "full")
            assert "100 % of the disk" in answer.json()["detail"]
        after = table.play(snapshot, snapshot["decision"]["options"][0]["text"])
        assert after["ply"] > snapshot["ply"]
        guest = Player(server, gathering["id"], None, "oda")
        invite = next(seat["invite"] for seat in gathering["seats"] if seat["seat"] == "oda")
        assert join(guest, nonce(), invite)
        assert Api(server).get("/readyz")["status"] == "ok"


def test_uploading_too_much_is_refused(limited: Server) -> None:
    api = Api(limited)
    headers = {"content-type": "application/octet-stream"}
    refused((api("POST", "/api/uploads", content=b"x", headers=headers) for _ in iter(int, 1)), 300)


def test_guessing_invitations_is_slow(limited: Server) -> None:
    api = Api(limited)
    body = joining("x", "oda", nonce(), "A" * 43)
    refused((api("POST", "/api/matches/x/seats/oda", json=body) for _ in iter(int, 1)), 300)


def test_guessing_numbers_is_slow(limited: Server) -> None:
    api, body = Api(limited), {"nonce": nonce()}
    refused((api("POST", "/api/matches/x/seats/oda/reveal", json=body) for _ in iter(int, 1)), 300)


def test_chatting_too_much_is_refused(tmp_path: Path) -> None:
    """With the usual limits; who has said too much may still play."""
    with Server(tmp_path / "data", limits=1) as server:
        table = sit(server)
        lines = (table.first("POST", table.first.path("chat"), json={"text": "x"}) for _ in iter(int, 1))
        refused(lines, 300)
        snapshot = table.ask(table.first.view())
        table.play(snapshot, at_random(random.Random(1))(snapshot))


def test_asking_without_end_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path / "data", limits=0.01) as server:
        refused((Api(server)("GET", "/api/about") for _ in iter(int, 1)), 3000)


@pytest.mark.parametrize("path", ["/", "/api/about", "/api/matches/nothing", "/api/docs"])
def test_every_answer_has_the_safe_headers(server: Server, path: str) -> None:
    headers = Api(server)("GET", path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] in ("no-referrer", "same-origin")
    policy = {name: value for name, _, value in (p.strip().partition(" ") for p in _policy(headers).split(";"))}
    assert "unsafe-eval" not in _policy(headers)
    scripts = policy.get("script-src", policy["default-src"])
    assert "*" not in scripts
    assert "unsafe-inline" not in scripts
    assert policy.get("frame-ancestors") == "'none'" or headers.get("x-frame-options") == "DENY"


def _policy(headers: httpx.Headers) -> str:
    found: str = headers["content-security-policy"]
    return found


def test_what_a_seat_is_shown_is_kept_in_no_cache(server: Server) -> None:
    table = sit(server)
    for path in ("view", "events?since=0", "chat", ""):
        answer = table.first("GET", table.first.path(path))
        assert "no-store" in answer.headers.get("cache-control", ""), path


def test_no_problem_is_kept_in_a_cache(server: Server) -> None:
    """A refusal may have the whole hand in it."""
    table = sit(server)
    stale = table.first.try_to_act(9999, "x")
    assert "snapshot" in problem(stale, "stale")
    others = [
        Api(server)("GET", path) for path in ("/api/none", "/api/catalogue/none", "/api/docs", "/api/openapi.json")
    ]
    for answer in (stale, *others, Api(server)("DELETE", "/api/matches"), Api(server)("GET", "/none.js")):
        assert answer.headers["cache-control"] == "no-store", answer.url


@pytest.mark.parametrize("name", ["\u0301\u0301", "\u3164", "\u2800 \u2800", "\u200d", "\u115f\u0489"])
def test_what_cannot_be_seen_is_no_name_and_no_word(server: Server, name: str) -> None:
    made = {"game": "nobunaga", "seats": {"oda": "mine", "anti_oda": "open"}}
    for field in ("name", "player"):
        refused = problem(Api(server)("POST", "/api/matches", json={**made, field: name}), "bad_request")
        assert refused["field"] == field
    table = sit(server)
    body = {"commit": "0" * 64, "invite": table.invites["oda"], "name": name}
    refused = problem(table.first("POST", table.first.path("seats/oda"), json=body), "bad_request")
    assert refused["field"] == "name"
    refused = problem(table.first("POST", table.first.path("chat"), json={"text": name}), "bad_request")
    assert refused["field"] == "text"
    assert create(server, name="", player="")["id"], "none at all is fine"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", ""])
def test_a_foreign_host_is_refused(server: Server, host: str) -> None:
    """A page elsewhere whose name was bent to this machine reaches nothing."""
    answer = Api(server)("GET", "/api/about", headers={"host": host})
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize("hosts", [("evil.example", "localhost"), ("localhost", "evil.example"), ("localhost",) * 2])
@pytest.mark.parametrize("path", ["/api/about", "/healthz"])
def test_two_hosts_are_refused(server: Server, hosts: tuple[str, str], path: str) -> None:
    """Whichever is read: what stands before the server may have gone by the other."""
    lines = "".join(f"Host: {host}\r\n" for host in hosts)
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as sock:
        sock.sendall(f"GET {path} HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: sock.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 400 "), answer[:300]
    assert b"Host: send this header once" in answer


def test_localhost_is_a_good_name(server: Server) -> None:
    for host in (f"127.0.0.1:{server.port}", f"localhost:{server.port}"):
        assert Api(server)("GET", "/api/about", headers={"host": host}).status_code == 200


def test_a_page_from_elsewhere_may_not_read(server: Server) -> None:
    answer = Api(server)("GET", "/api/matches", headers={"origin": "https://evil.example"})
    assert "access-control-allow-origin" not in answer.headers


def test_nothing_secret_is_printed(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        table = sit(server, seats=("mine", "open"))
        table.run(at_random(random.Random(2)), until=lambda s: s["ply"] >= 5)
        stranger = Player(server, table.id, "wrong-" + "A" * 40)
        stranger("GET", stranger.path("view"))
        spare = create(server)
        tokens = [str(p.token) for p in (table.owner, stranger, *table.players.values())]
        tokens += [*table.invites.values(), spare["owner"], *(entry["invite"] for entry in spare["seats"])]
    output = server.output()
    assert str(server.port) in output, "the searcher reads what is printed"
    assert not any(token in output for token in tokens)
    assert not any(sent in output for sent in table.nonces.values())


def test_tokens_are_long_and_never_alike(server: Server) -> None:
    tokens = []
    for _ in range(10):
        made = create(server, seats={"oda": "mine", "anti_oda": "open"})
        tokens += [made["owner"], *(entry.get("token") or entry["invite"] for entry in made["seats"])]
    assert len(set(tokens)) == 30
    assert all(len(token) == 43 for token in tokens), "32 bytes as base64url"


def send_for_long(sock: socket.socket, data: bytes) -> None:
    """At least 64 MiB of it."""
    for _ in range(1024):
        sock.sendall(data * 64 * 1024)


@pytest.mark.parametrize(
    "begin",
    [
        b"GET /",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ",
        b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ",
        b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;extension=",
    ],
)
def test_a_head_that_never_ends_is_cut_off(server: Server, begin: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as sock:
        sock.sendall(begin)
        with pytest.raises(ConnectionError):  # long before all of it was taken
            send_for_long(sock, b"a")
    assert Api(server).get("/api/about")


def test_many_small_headers_are_cut_off_too(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        with pytest.raises(ConnectionError):
            send_for_long(sock, b"X-A: b\r\n")
    assert Api(server).get("/api/about")


def test_a_malformed_request_is_answered(server: Server) -> None:
    for raw in (b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET " + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as sock:
            first = b""  # a server that has hung up already has answered too
            with suppress(OSError):
                sock.sendall(raw)
                sock.shutdown(socket.SHUT_WR)
                first = sock.recv(100)
            assert first == b"" or first.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4"))
    assert Api(server).get("/api/about")
