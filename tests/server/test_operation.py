"""For whoever looks after the server: signs of life, figures, the log, signals."""

from __future__ import annotations

import json
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.half_open import HEAD
from tests.server.process import PATIENCE, Server, faults
from tests.server.streams import Stream
from tests.server.table import Api, options, sit


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("watched") / "data", options=["--access-log"]) as server:
        yield server


def until(condition: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def lines(server: Server) -> list[dict[str, Any]]:
    """What it has logged so far: every line of it is JSON."""
    logged = [line for line in server.output().splitlines(keepends=True) if not line.startswith("gunki: ")]
    return [json.loads(line) for line in logged if line.endswith("\n")]


def figures(server: Server) -> dict[str, float]:
    answer = Api(server)("GET", "/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = (line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in found}


# -- alive, ready, figures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["localhost", "10.1.2.3:8080"])
def test_it_says_that_it_lives_and_can_work(watched: Server, host: str) -> None:
    """Also to whoever calls it by its number."""
    api = Api(watched)
    alive = api("GET", "/healthz", headers={"host": host})
    assert (alive.status_code, alive.json()) == (200, {"status": "ok"})
    ready = api("GET", "/readyz", headers={"host": host})
    assert (ready.status_code, ready.json()) == (200, {"status": "ok", "store": "ok", "workers": "ok"})
    assert ready.headers["cache-control"] == "no-store"


def test_the_page_and_the_api_keep_their_paths(watched: Server) -> None:
    api = Api(watched)
    assert api("GET", "/m/some-match").headers["content-type"].startswith("text/html")
    assert api("GET", "/api/healthz").status_code == 404


def test_what_happens_is_counted(watched: Server) -> None:
    table = sit(watched)
    before = figures(watched)
    with Stream(table.spectator) as stream:
        stream.next()
        snapshot = table.ask(table.first.view())
        table.play(snapshot, options(snapshot)[0])
        assert table.first.try_to_act(9999, "x").status_code == 409
        after = figures(watched)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0)

    action = 'route="/api/matches/{id}/actions",method="POST"'
    assert more("gunki_actions_total") == 1
    assert more(f'gunki_requests_total{{{action},status="2xx"}}') == 1
    assert more(f'gunki_requests_total{{{action},status="4xx"}}') == 1
    assert more("gunki_action_seconds_count") == 2
    assert more("gunki_request_seconds_count") >= 3
    assert more('gunki_refusals_total{code="stale"}') == 1
    assert more("gunki_store_write_seconds_count") >= 1
    assert more("gunki_streams_open") == 1
    assert after["gunki_connections_open"] >= 2
    assert after["gunki_matches_in_memory"] >= 1
    assert after["process_resident_memory_bytes"] > 10**7
    assert after["process_cpu_seconds_total"] > 0
    assert after['gunki_request_seconds_bucket{le="+Inf"}'] == after["gunki_request_seconds_count"]
    until(lambda: figures(watched)["gunki_streams_open"] == before["gunki_streams_open"])


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
def test_figures_are_for_this_machine_alone(watched: Server, header: str) -> None:
    """A proxy on it that nobody has named hands on what strangers ask."""
    refused = Api(watched)(
        "GET", "/metrics", headers={header: "for=127.0.0.1" if header == "forwarded" else "127.0.0.1"}
    )
    assert refused.status_code == 403
    assert refused.json()["code"] == "forbidden"


# -- the log ------------------------------------------------------------------------------------------------------


def test_every_answer_and_every_line_names_its_request(watched: Server) -> None:
    api, own = Api(watched), "mine-1234"
    table = sit(watched)
    snapshot = table.ask(table.first.view())
    acted = table.players[snapshot["who"]].try_to_act(snapshot["ply"], options(snapshot)[0])
    answers = [
        acted,
        *(
            api("GET", path, headers={"x-request-id": own})
            for path in ("/", "/api/about?secret=1", "/api/none", "/healthz")
        ),
        api("GET", "/api/about", headers={"host": "evil.example"}),
        api("POST", "/api/matches", content=b"{", headers={"content-type": "application/json"}),
    ]
    names = [answer.headers["x-request-id"] for answer in answers]
    assert own not in names
    assert len({*names}) == len(answers)
    assert len({name.partition("-")[0] for name in names}) == 1
    logged = until(lambda: _by_name(watched, names))
    assert [logged[name]["status"] for name in names] == [200, 200, 200, 404, 200, 400, 400]
    assert logged[names[0]]["route"] == "/api/matches/{id}/actions"
    assert all(line["ms"] >= 0 and line["level"] == "info" for line in logged.values())
    output = watched.output().partition("\n")[2]
    assert not any(word in output for word in ("secret", "127.0.0.1", table.id, own))


def _by_name(server: Server, names: list[str]) -> dict[str, dict[str, Any]]:
    found = {line["request"]: line for line in lines(server) if line.get("request") in names}
    return found if len(found) == len(names) else {}


def test_without_being_asked_for_there_is_no_line_for_a_request(tmp_path: Path) -> None:
    with Server(tmp_path / "data", options=["--log-format", "text"]) as server:
        Api(server).get("/api/about")
        server.process.send_signal(signal.SIGHUP)
        until(lambda: "info: still here" in server.output())
    assert len(server.output().splitlines()) == 2


def test_who_goes_away_in_the_middle_is_no_fault(watched: Server) -> None:
    head = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    before = figures(watched).get('gunki_requests_total{route="/api/matches",method="POST",status="4xx"}', 0)
    for path in (b"/api/matches", b"/api/matches/x/actions"):
        with socket.create_connection(("127.0.0.1", watched.port)) as sock:
            sock.sendall(head % path)
    until(
        lambda: (
            figures(watched).get('gunki_requests_total{route="/api/matches",method="POST",status="4xx"}', 0) > before
        )
    )
    assert not faults(watched.output())


# -- signals ------------------------------------------------------------------------------------------------------


def test_a_hangup_ends_nothing(watched: Server) -> None:
    before = len([line for line in lines(watched) if line["message"] == "still here"])
    watched.process.send_signal(signal.SIGHUP)
    until(lambda: len([line for line in lines(watched) if line["message"] == "still here"]) > before)
    assert Api(watched).get("/api/about")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_when_it_stops_streams_are_told_to_come_back(tmp_path: Path, number: signal.Signals) -> None:
    """Whoever does not read, or has sent half a head, does not keep it."""
    with Server(tmp_path / "data", patience=3600.0, head_seconds=3600.0) as server:
        table = sit(server)
        deaf = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(4)]
        for sock in deaf[:2]:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.sendall(b"GET /api/catalogue/nobunaga HTTP/1.1\r\nHost: localhost\r\n\r\n" * 30)
        deaf[2].sendall(HEAD)
        with Stream(table.spectator) as page, Stream(table.spectator, bot=True) as bot:
            page.state()
            bot.next()
            server.process.send_signal(number)
            told = page.until(lambda heard: heard.kind == "restart")
            assert told.raw == "retry: 1000\nevent: restart\ndata: {}\n\n"
            assert bot.until(lambda heard: heard.kind == "restart").raw == '{"type":"restart"}\n'
            assert page.next() is None, "and that is the end"
            assert bot.next() is None
        assert server.process.wait(PATIENCE) == 0
        for sock in deaf:
            sock.close()
        with pytest.raises(ConnectionError):
            socket.create_connection(("127.0.0.1", server.port))
    assert not faults(server.output()), server.output()
