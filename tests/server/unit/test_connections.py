"""Who has to go where places are short, and how many there are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gunki.server.http.connections import (
    BACKLOG,
    DROPS_AT_ONCE,
    OTHER_FILES,
    TAKEOVER_RULES,
    Connections,
    Phase,
    Place,
    connections_allowed,
)
from gunki.server.http.limits import NETWORK_FACTOR
from gunki.server.http.proxies import Proxies
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
        self.reading = Phase.IDLE if phase > Phase.BODY else phase
        self._answering = phase >= Phase.BODY
        self.stream = phase if phase in (Phase.WATCHING, Phase.SEATED) else None
        self.late = False

    @property
    def is_answering(self) -> bool:
        return self._answering

    @property
    def is_held_up(self) -> bool:
        return False

    def end_too_slow(self) -> None:
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
    spoken.has_sent_head = True
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


def addresses(number: int, network: str = "10.{0}.0.1") -> list[str]:
    return [network.format(one) for one in range(number)]


def full(places: Connections, phase: Phase, hosts: list[str]) -> list[Client]:
    """As many as they get, evenly; only regular places."""
    regular = places.most - places.reserve_size
    return [enter(places, hosts[number % len(hosts)], phase)[0] for number in range(regular - places.count)]


@pytest.mark.parametrize("held", [Phase.HEAD, Phase.IDLE, Phase.BODY, Phase.WATCHING, Phase.SEATED, Phase.ANSWER])
@pytest.mark.parametrize(
    "network",
    ["10.{0}.0.1", "192.0.2.{0}", "2001:db8:{0}::1", "2001:db8:1:{0}::1"],
    ids=["v4 networks", "one /24", "v6 networks", "one /48"],
)
def test_addresses_that_hold_all_places_lock_nobody_out(clock: list[float], held: Phase, network: str) -> None:
    """Whatever they do with their places, another has its own, and whoever has few keeps them."""
    places = connections(most_connections=1088, most_connections_here=500)
    early = enter(places, network.format(99), Phase.IDLE, Phase.WATCHING, Phase.SEATED, Phase.ANSWER)
    many = full(places, held, addresses(16, network))
    for number in range(100, 150):
        enter(places, network.format(number), Phase.ANSWER)
    assert not any(client.wire.gone for client in early)
    assert any(client.wire.gone for client in many)
    assert not [place for place in places._all() if place.is_reserved]


def test_who_holds_much_cannot_take_from_others(clock: list[float]) -> None:
    places = connections(most_connections=1088, most_connections_here=500)
    quiet = [client for host in addresses(50, "172.16.{0}.1") for client in enter(places, host, *Phase)]
    many = full(places, Phase.SEATED, addresses(4))
    for _ in range(100):
        newcomer = Client()
        assert places.enter(newcomer, "10.1.0.1") in (0, 503)
    assert not any(client.wire.gone for client in quiet)
    assert not any(client.wire.gone for client in many)
    assert places.count <= 1088


def test_streams_of_spectators_go_first_and_of_the_address_that_has_most(clock: list[float]) -> None:
    places = connections(most_connections=320, most_connections_here=500)
    seats = enter(places, "10.1.0.1", *[Phase.SEATED] * 20)
    watching = enter(places, "10.1.0.1", *[Phase.WATCHING] * 20)
    fewer = enter(places, "10.2.0.1", *[Phase.WATCHING] * 30)
    full(places, Phase.WATCHING, addresses(200, "172.16.{0}.1"))
    enter(places, "192.0.2.1", Phase.HEAD)
    assert sum(client.wire.gone for client in watching) == DROPS_AT_ONCE
    assert not any(client.wire.gone for client in (*seats, *fewer))


def test_in_one_network_addresses_are_compared(clock: list[float]) -> None:
    """At home all have addresses of one network, and there too one of them may have too much."""
    places = connections(most_connections=64, most_connections_here=500)
    quiet = enter(places, "192.168.1.2", Phase.WATCHING, Phase.SEATED)
    many = full(places, Phase.SEATED, ["192.168.1.3"])
    enter(places, "192.168.1.4", Phase.HEAD)
    assert any(client.wire.gone for client in many)
    assert not any(client.wire.gone for client in quiet)


def test_some_places_are_kept_where_nobody_has_more_than_another(clock: list[float]) -> None:
    places = connections(most_connections=160)
    regular = full(places, Phase.SEATED, addresses(200))
    assert len(regular) == 150
    late = [Client() for _ in range(15)]
    assert not any(places.enter(client, f"172.16.{number}.1") for number, client in enumerate(late))
    assert all(client.is_reserved for client in late)
    assert [client.wire.gone for client in late] == [True] * 5 + [False] * 10, "who has said nothing yet goes"
    for client in late:
        client.reading, client._answering = Phase.IDLE, True
    assert places.enter(Client(), "172.16.99.1") == 503
    assert not any(client.wire.gone for client in regular)
    places.leave(late[-1])
    assert places.enter(Client(), "172.16.99.1") == 0


def test_streams_of_seats_leave_kept_places_to_probes(clock: list[float]) -> None:
    """Whoever makes a match has seats, and may come from very many networks."""
    places = connections(most_connections=160)
    full(places, Phase.SEATED, addresses(200))
    for number in range(8):
        assert places.keeps_for_seats
        (late,) = enter(places, f"172.16.{number}.1", Phase.SEATED)
        assert late.is_reserved
    assert not places.keeps_for_seats
    assert places.enter(Client(), "172.16.99.1") == 0, "it may be a probe"


@pytest.mark.parametrize(
    ("network", "other"), [("10.0.0.{0}", "10.0.1.1"), ("2001:db8:1:{0}::1", "2001:db8:2::1")], ids=["/24", "/48"]
)
def test_a_network_has_its_share(clock: list[float], network: str, other: str) -> None:
    places = connections(most_connections_here=8)
    for host in addresses(16, network)[:NETWORK_FACTOR]:
        enter(places, host, *[Phase.ANSWER] * 8)
    assert places.enter(Client(), network.format(200)) == 429
    enter(places, other, Phase.ANSWER)


def test_behind_a_proxy_a_place_counts_for_the_client(clock: list[float]) -> None:
    places = connections(most_connections=64, trusted_proxies=("10.0.0.1",))
    held: list[Client] = []
    quiet: list[Client] = []
    for number in range(places.most - places.reserve_size):
        (client,) = enter(places, "10.0.0.1", Phase.SEATED)
        named = number % 10 > 0
        scope = {
            "client": ("10.0.0.1", 1),
            "headers": [(b"x-forwarded-for", b"192.0.2.1" if named else b"198.51.%d.1" % number)],
        }
        places.meet(client, scope)
        (held if named else quiet).append(client)
    enter(places, "10.0.0.1", Phase.HEAD)
    assert any(client.wire.gone for client in held)
    assert not any(client.wire.gone for client in quiet)


def test_a_look_that_found_nothing_is_not_repeated_at_once(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    places = connections(most_connections=160)
    full(places, Phase.SEATED, addresses(200))
    looks = 0
    rivals = places._rivals

    def counted(*having: Any) -> Any:
        nonlocal looks
        looks += 1
        return rivals(*having)

    monkeypatch.setattr(places, "_rivals", counted)
    for number in range(100):
        places.enter(Client(), f"172.16.{number}.1")
    assert looks == len(TAKEOVER_RULES)


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
    assert connections_allowed(wanted) == room
    assert limits[-1] == (now, hard)
