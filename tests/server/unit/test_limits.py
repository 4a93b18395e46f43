"""What is counted for an address is counted for its network too, where it stays on the disk."""

from __future__ import annotations

from typing import Any

import pytest

from gunki.server.app import rename_path
from gunki.server.http.limits import BY_NETWORK, NETWORK_FACTOR, Limits, address_group, network_of
from gunki.server.settings import RATES


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize(
    ("host", "address", "network"),
    [
        ("192.0.2.77", "192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::", "fe80::/48"),
        ("_hidden", "_hidden", "_hidden/"),
        ("", "", "/"),
    ],
)
def test_an_address_is_counted_by_itself_and_by_its_network(host: str, address: str, network: str) -> None:
    assert (address_group(host), network_of(host), network_of(address_group(host))) == (address, network, network)


def request(host: str, method: str = "POST", path: str = "/api/matches") -> dict[str, Any]:
    return {"method": method, "path": path, "client": (host, 1)}


@pytest.mark.parametrize("network", ["2001:db8:1:{0:x}::1", "192.0.2.{0}"], ids=["/48", "/24"])
@pytest.mark.parametrize(("path", "kind"), [("/api/matches", "create"), ("/api/uploads", "upload")])
def test_many_addresses_of_one_network_make_no_more_than_four(
    clock: list[float], network: str, path: str, kind: str
) -> None:
    limits, made = Limits(RATES, 1), 0
    burst, rate = RATES[kind]
    for second in range(15):
        clock[0] = 1000.0 + second
        for host in range(40):
            while not limits.wait(request(network.format(host), path=path)):
                made += 1
    assert made <= NETWORK_FACTOR * (burst + 15 * rate)
    assert made >= NETWORK_FACTOR * burst
    assert not limits.wait(request("198.51.100.1", path=path)), "others are not concerned"
    assert not limits.wait(request(network.format(0), "GET", "/api/about")), "what does not stay is not either"


def test_stored_bytes_are_counted_for_the_network(clock: list[float]) -> None:
    limits, taken = Limits(RATES, 1), 0
    for host in range(40):
        while not limits.take(f"192.0.2.{host}", "bytes", 2**20):
            taken += 2**20
    assert taken == NETWORK_FACTOR * RATES["bytes"][0]
    limits.spend("192.0.2.99", "bytes", 2**20)
    assert limits.take("192.0.2.100", "bytes", 1) > 0


def test_what_is_refused_for_the_network_costs_the_address_nothing(clock: list[float]) -> None:
    limits = Limits({"create": (2, 1)}, 1)
    for host in range(4):
        assert [limits.take(f"192.0.2.{host}", "create") for _ in range(2)] == [0.0, 0.0]
    assert limits.take("192.0.2.9", "create") == pytest.approx(1 / NETWORK_FACTOR)
    clock[0] += 1 / NETWORK_FACTOR
    assert [bool(limits.take("192.0.2.9", "create")) for _ in range(2)] == [False, True]


def test_without_limits_nothing_is_counted() -> None:
    limits = Limits(RATES, 0)
    assert all(limits.may("192.0.2.1", "listed") for _ in range(100))
    assert not any(limits.wait(request("192.0.2.1")) for _ in range(100))
    assert set(RATES) >= BY_NETWORK


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/api/games", "/api/matches"),
        ("/api/games/", "/api/matches/"),
        ("/api/games/AB/actions", "/api/matches/AB/actions"),
        ("/api/bot/games/AB/stream", "/api/bot/matches/AB/stream"),
        ("/api/games/api/games", "/api/matches/api/games"),
        ("/api/gamesome", "/api/gamesome"),
        ("/api/matches/AB", "/api/matches/AB"),
        ("/x/api/games", "/x/api/games"),
    ],
)
def test_the_old_path_is_renamed_once(old: str, new: str) -> None:
    scope = {"type": "http", "path": old, "method": "GET"}
    assert rename_path(scope) == {"type": "http", "path": new, "method": "GET"}
    assert scope["path"] == old


def test_both_paths_share_what_may_be_asked(clock: list[float]) -> None:
    limits, other, burst = Limits(RATES, 1), Limits(RATES, 1), int(RATES["create"][0])
    asked = [
        limits.wait(rename_path(request("192.0.2.1", path=path))) for path in ("/api/matches", "/api/games") * burst
    ]
    assert sum(not wait for wait in asked) == sum(not other.wait(request("192.0.2.1")) for _ in asked)
