"""Who sends half a request, or sends it slowly, keeps nobody else waiting."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.server.half_open import half_open, has
from tests.server.process import PATIENCE, Server
from tests.server.table import Api, sit

ATTACKERS = 1500
#: Seconds that nobody waits for.
NEVER = 100 * PATIENCE


def status(port: int, address: str = "127.0.0.1", path: str = "/api/about", token: str | None = None) -> int:
    """Of an ordinary request from there."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(address, 0))
    try:
        connection.request("GET", path, headers={} if token is None else {"authorization": f"Bearer {token}"})
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize("addresses", [["127.0.0.2"], [f"127.0.0.{n}" for n in range(2, 32)]], ids=["one", "many"])
def test_half_sent_heads_lock_nobody_out(tmp_path: Path, addresses: list[str]) -> None:
    """With as few files as many systems give, and none more to be had; also while none of them is late."""
    with (
        Server(tmp_path / "data", limits=1, files=1024, head_seconds=NEVER) as server,
        half_open(server.port, ATTACKERS, addresses) as sent,
    ):
        assert sent > ATTACKERS / 2, "there was an attack"
        for address in ("127.0.0.1", addresses[0]):
            for _ in range(5):
                assert status(server.port, address) == 200
        assert server.stop() == 0, "nor do they keep it from ending"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody."""
    folder = tmp_path_factory.mktemp("hasty") / "data"
    with Server(
        folder, 1, idle_connection=1, patience=1,
        head_seconds=1, body_seconds=1, upload_body_seconds=1,
    ) as server:  # fmt: skip
        yield server
        assert server.alive


def ended(server: Server, begin: bytes, drip: bytes = b"") -> bytes:
    """What is answered until the server hangs up on somebody who begins so and goes on drop by drop."""
    answer, end = b"", time.monotonic() + PATIENCE
    with socket.create_connection(("127.0.0.1", server.port)) as sock:
        sock.sendall(begin)
        sock.settimeout(0.1)
        while time.monotonic() < end:
            try:
                came = sock.recv(65536)
            except TimeoutError:
                try:
                    sock.sendall(drip)
                except OSError:
                    return answer
                continue
            except ConnectionError:
                return answer
            if not came:
                return answer
            answer += came
    raise AssertionError(f"still open: {answer[:300]!r}")


POST = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/%s\r\nContent-Length: 60000\r\n\r\n"


@pytest.mark.parametrize("begin", [b"", b"GET /api/about HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
def test_a_head_has_its_time(hasty: Server, begin: bytes) -> None:
    assert not ended(hasty, begin, b"a" if begin else b"").startswith(b"HTTP/1.1 2")


@pytest.mark.parametrize(
    ("path", "kind"),
    [(b"/api/matches", b"json"), (b"/api/uploads", b"octet-stream"), (b"/api/matches/x/actions", b"json")],
)
def test_a_body_has_its_time(hasty: Server, path: bytes, kind: bytes) -> None:
    assert ended(hasty, POST % (path, kind), b" ").startswith(b"HTTP/1.1 408 ")


def test_a_connection_without_requests_is_closed(hasty: Server) -> None:
    assert ended(hasty, b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n").startswith(b"HTTP/1.1 200 ")


def test_who_does_not_take_an_answer_is_let_go(hasty: Server) -> None:
    """Asks for much, again and again, and reads nothing; nothing of it stays."""
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.connect(("127.0.0.1", hasty.port))
        sock.sendall(b"GET /api/catalogue/nobunaga HTTP/1.1\r\nHost: localhost\r\n\r\n" * 30)
        with pytest.raises(ConnectionError):
            knock(sock)


def test_many_requests_at_once_on_one_connection_are_cut_off(server: Server) -> None:
    """They would wait in memory, thousands of them."""
    answers = 0
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as sock, suppress(ConnectionError):
        sock.sendall(b"GET /api/catalogue HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
        while came := sock.recv(65536):
            answers += came.count(b"HTTP/1.1 200 ")
    assert answers < 100
    assert Api(server).get("/api/about")


def knock(sock: socket.socket) -> None:
    """As long as anybody listens."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        time.sleep(0.05)
        sock.sendall(b"\r\n")


def test_an_address_has_its_share(tmp_path: Path) -> None:
    """Who is being answered keeps its place, and there is none more; others are not concerned."""
    has("127.0.0.3")
    with Server(tmp_path / "data", 1, most_connections_here=8) as server:
        share_of_an_address(server)


def share_of_an_address(server: Server) -> None:
    made = Api(server).post("/api/matches", {"game": "nobunaga", "seats": {"oda": "open", "anti_oda": "open"}}, 201)
    request = f"GET /api/matches/{made['id']}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    held = []
    try:
        for _ in range(8):
            sock = socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=("127.0.0.3", 0))
            held.append(sock)
            sock.sendall(request)
            assert sock.recv(100).startswith(b"HTTP/1.1 200 ")
        assert status(server.port, "127.0.0.3") == 429
        assert status(server.port) == 200
    finally:
        for sock in held:
            sock.close()
    end = time.monotonic() + PATIENCE
    while status(server.port, "127.0.0.3") != 200:
        assert time.monotonic() < end, "the places are free again"


@pytest.mark.parametrize("seated", [False, True], ids=["spectators", "seats"])
def test_streams_from_many_addresses_lock_nobody_out(tmp_path: Path, seated: bool) -> None:
    """Visitors, seats and probes are answered while others hold all other places; a seat that was there stays."""
    has("127.9.1.1")
    with ExitStack() as open_sockets, Server(tmp_path / "data", 1, most_connections=64) as server:
        table = sit(server)
        stay = stream_of(server, table.id, table.first.token, "127.8.0.1", open_sockets)
        player = sit(server).first if seated else table.spectator
        match, token = player.match, player.token
        held = [
            stream_of(server, match, token, f"127.9.{number % 8}.{number}", open_sockets) for number in range(1, 70)
        ]
        assert sum(kind is not None for kind in held) >= 55, "there was an attack"
        for number in range(20):
            for path in ("/", "/api/about", "/healthz", "/readyz"):
                assert status(server.port, f"127.7.{number}.1", path) == 200
            assert status(server.port, f"127.6.{number}.1", f"/api/matches/{table.id}/view", table.first.token) == 200
        assert stay is not None
        snapshot = table.ask(table.first.view())
        table.play(snapshot, snapshot["decision"]["options"][0]["text"])
        stay.settimeout(PATIENCE)
        heard = b""
        while b'"ply":1,' not in heard:
            came = stay.recv(65536)
            assert came, "its stream was cut"
            heard += came


def stream_of(server: Server, match: str, token: str | None, address: str, keep: ExitStack) -> socket.socket | None:
    """An open stream; None where there is no place for it."""
    sock = keep.enter_context(
        socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(address, 0))
    )
    bearer = "" if token is None else f"Authorization: Bearer {token}\r\n"
    with suppress(ConnectionError):
        sock.sendall(f"GET /api/matches/{match}/stream HTTP/1.1\r\nHost: localhost\r\n{bearer}\r\n".encode())
        if sock.recv(100).startswith(b"HTTP/1.1 200 "):
            return sock
    return None


def test_places_are_kept_for_seats_and_probes(tmp_path: Path) -> None:
    """Where everybody has one place and nobody more, the last ones are not for visitors."""
    has("127.9.1.1")
    with ExitStack() as open_sockets, Server(tmp_path / "data", 1, most_connections=32) as server:
        table = sit(server)
        server.http.close()
        for number in range(30):
            assert stream_of(server, table.id, None, f"127.{number + 10}.0.1", open_sockets) is not None
        assert status(server.port, "127.7.0.1") == 503
        assert status(server.port, "127.7.0.1", "/healthz") == 200
        assert status(server.port, "127.7.0.1", f"/api/matches/{table.id}/view", table.first.token) == 200
        assert status(server.port, "127.7.0.1", f"/api/matches/{table.id}/view", "A" * 43) == 401
        assert stream_of(server, table.id, table.first.token, "127.7.1.1", open_sockets) is not None
        assert stream_of(server, table.id, table.first.token, "127.7.2.1", open_sockets) is None, "that is for probes"
        assert status(server.port, "127.7.0.1", "/healthz") == 200
        server.http = server._connections()


@pytest.mark.parametrize(("size", "good"), [(32_000, True), (33_000, False), (40_000, False)])
@pytest.mark.parametrize(
    "before", [b"", b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n"], ids=["first", "second"]
)
def test_a_head_is_counted_exactly(server: Server, size: int, good: bool, before: bytes) -> None:
    """However it arrives: whole heads count as heads that are on their way."""
    begin = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Long: "
    head = begin + b"a" * (size - len(begin) - 4) + b"\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as sock:
        sock.sendall(before)
        sock.sendall(head)
        answer = b""
        while came := sock.recv(65536):
            answer += came
    last = answer[answer.rindex(b"HTTP/1.1 ") :]
    assert last.startswith(b"HTTP/1.1 200 " if good else b"HTTP/1.1 431 "), last[:200]
    if not good:
        assert b'"code":"too_large"' in last
        assert b"\r\nx-request-id: " in last
