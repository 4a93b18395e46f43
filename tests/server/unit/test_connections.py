"""Who has to go where places are short, and how many there are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gunki.server.connections import BACKLOG, OTHER_FILES, Connections, Phase, Place, files
from gunki.server.proxies import Proxies
from gunki.server.settings import Settings


class Wire:
    def __init__(self) -> None:
        self.gone = False
        self.unsent = 0

    def abort(self) -> None:
        self.gone = True

    def get_write_buffer_size(self) -> int:
        return self.unsent


class Client(Place):
    def __init__(self, phase: Phase = Phase.HEAD) -> None:
        self.wire = Wire()
        self.transport = self.wire  # type: ignore[assignment]
        self.reading = Phase.IDLE if phase is Phase.ANSWER else phase
        self._answering = phase in (Phase.ANSWER, Phase.BODY)
        self.late = False

    @property
    def answering(self) -> bool:
        return self._answering

    @property
    def held_up(self) -> bool:
        return False

    def too_slow(self) -> None:
        self.late = True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def connections(**settings: Any) -> Connections:
    return Connections(Settings(data=Path(), **settings), Proxies(settings.get("trusted_proxies", ())))


def enter(places: Connections, host: str, *phases: Phase) -> list[Client]:
    found = [Client(phase) for phase in phases]
    assert not any(places.enter(client, host) for client in found)
    return found


def test_of_one_address_those_go_who_have_said_nothing_yet(clock: list[float]) -> None:
    places = connections(most_connections_here=8)
    busy = enter(places, "a", *[Phase.ANSWER] * 5)
    idle, first, second = enter(places, "a", Phase.IDLE, Phase.HEAD, Phase.HEAD)
    enter(places, "b", Phase.HEAD)
    enter(places, "a", Phase.ANSWER)
    assert (first.wire.gone, second.wire.gone, idle.wire.gone) == (True, False, False)
    enter(places, "a", Phase.ANSWER, Phase.ANSWER)
    assert second.wire.gone
    assert idle.wire.gone
    assert places.enter(Client(), "a") == 429
    assert not any(client.wire.gone for client in busy)
    assert places.count == 9


def test_of_one_address_those_go_first_who_never_said_anything(clock: list[float]) -> None:
    places = connections(most_connections_here=8)
    spoken, silent, *_ = enter(places, "a", *[Phase.HEAD] * 8)
    spoken.spoken = True
    enter(places, "a", Phase.ANSWER)
    assert (spoken.wire.gone, silent.wire.gone) == (False, True)


def test_of_all_those_of_the_address_that_has_most(clock: list[float]) -> None:
    places = connections(most_connections=100)
    quiet = enter(places, "quiet", Phase.HEAD, Phase.ANSWER)
    many = enter(places, "many", *[Phase.HEAD] * 98)
    enter(places, "new", Phase.HEAD)
    assert any(client.wire.gone for client in many)
    assert not any(client.wire.gone for client in quiet)
    assert places.count <= 100


def test_when_all_are_being_answered_the_next_is_refused(clock: list[float]) -> None:
    places = connections(most_connections=3)
    enter(places, "a", *[Phase.ANSWER] * 3)
    newcomer = Client()
    assert places.enter(newcomer, "b") == 503
    places.leave(newcomer)
    assert places.count == 3


def test_a_trusted_proxy_has_no_share_but_the_whole(clock: list[float]) -> None:
    places = connections(most_connections_here=8, most_connections=20, trusted_proxies=("10.0.0.1",))
    enter(places, "10.0.0.1", *[Phase.ANSWER] * 20)
    assert places.enter(Client(), "10.0.0.1") == 503


def test_everything_has_its_time(clock: list[float]) -> None:
    places = connections(head_seconds=10, body_seconds=20, slowest_body=1000, idle_connection=60, patience=30)
    head, idle, body, quick, answered = enter(places, "a", Phase.HEAD, Phase.IDLE, Phase.BODY, Phase.BODY, Phase.ANSWER)
    body.body_seconds = quick.body_seconds = 20
    quick.received = 5000
    late = []
    for second in range(70):
        clock[0] = 1000.0 + second
        places.sweep()
        late += [(client, second) for client in (head, idle, body, quick, answered) if client.late]
        for client, _ in late:
            client.late = False
            places.leave(client)
    assert dict(late) == {head: 11, body: 11, quick: 16, idle: 61}


def test_who_takes_nothing_is_let_go(clock: list[float]) -> None:
    places = connections(patience=20)
    deaf, slow = enter(places, "a", Phase.ANSWER, Phase.ANSWER)
    for second in range(60):
        clock[0] = 1000.0 + second
        deaf.wire.unsent, slow.wire.unsent = 5000, 5000 - second
        places.sweep()
    assert deaf.wire.gone
    assert not slow.wire.gone


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "now", "room"),
    [
        (1024, 1024, 4096, 1024, 256),
        (1024, 524288, 4096, 4096 + BACKLOG + OTHER_FILES, 4096),
        (1024, 2048, 4096, 2048, 2048 - BACKLOG - OTHER_FILES),
        (20000, 20000, 4096, 20000, 4096),
        (64, 64, 4096, 64, 16),
    ],
)
def test_there_are_files_for_all_and_some_are_left(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, wanted: int, now: int, room: int
) -> None:
    resource = pytest.importorskip("resource")
    limits = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, given: limits.append(given))
    assert files(wanted) == room
    assert limits[-1] == (now, hard)
