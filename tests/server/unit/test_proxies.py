"""What proxies tell, and how much of it is believed."""

from __future__ import annotations

from typing import Any

import pytest

from gunki.server.http.limits import address_of
from gunki.server.http.proxies import Proxies

PROXY = "10.0.0.1"
TRUSTED = ("10.0.0.0/8", "fd00::/8")


def client(*headers: tuple[str, str], peer: str = PROXY) -> str:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    scope: dict[str, Any] = {"client": (peer, 5), "headers": raw}
    Proxies(TRUSTED).resolve(scope)
    return address_of(scope)


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("192.0.2.1", "192.0.2.1"),
        (" 192.0.2.1 ", "192.0.2.1"),
        ("192.0.2.1:80", "192.0.2.1"),
        ("9.9.9.9, 192.0.2.1", "192.0.2.1"),
        ("9.9.9.9, 192.0.2.1, 10.1.1.1, 10.2.2.2", "192.0.2.1"),
        ("10.3.3.3, 10.1.1.1", "10.3.3.3"),
        ("2001:db8:0:1:2::3", "2001:db8:0:1::"),
        ("[2001:db8:0:1:2::3]:443", "2001:db8:0:1::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1, fd00::1", "192.0.2.1"),
        ("192.0.2.1, nonsense", PROXY),
        ("192.0.2.1, ", PROXY),
        ("unknown", PROXY),
        ("999.1.1.1", PROXY),
        ("192.0.2.1" + ", 10.1.1.1" * 500, PROXY),
    ],
)
def test_x_forwarded_for(told: str, found: str) -> None:
    assert client(("x-forwarded-for", told)) == found


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("for=192.0.2.1", "192.0.2.1"),
        ("For=192.0.2.1;proto=http;by=203.0.113.43", "192.0.2.1"),
        ('proto=https;for="192.0.2.1:4711"', "192.0.2.1"),
        ('for="[2001:db8:cafe::17]:4711"', "2001:db8:cafe::"),
        ('for="[2001:db8:cafe::17]"', "2001:db8:cafe::"),
        ('for=9.9.9.9, for="192.0.2.1" , for=10.1.1.1', "192.0.2.1"),
        ('for="a, for=9.9.9.9", for=192.0.2.1', "192.0.2.1"),
        ("for=_hidden", "_hidden"),
        ('for="_gazonk"', "_gazonk"),
        ("for=192.0.2.1:_port", "192.0.2.1"),
        ("for=unknown", PROXY),
        ("by=203.0.113.43", PROXY),
        ('for="192.0.2.1', PROXY),
        ("for=192.0.2.1 for=9.9.9.9", PROXY),
        ("=;,", PROXY),
        ("for=" + "_" * 200, PROXY),
    ],
)
def test_forwarded(told: str, found: str) -> None:
    assert client(("forwarded", told)) == found


def test_lines_of_the_same_header_are_one() -> None:
    assert client(("x-forwarded-for", "9.9.9.9"), ("x-forwarded-for", "192.0.2.1")) == "192.0.2.1"


def test_two_headers_have_to_agree() -> None:
    assert client(("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=192.0.2.1")) == "192.0.2.1"
    assert client(("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=9.9.9.9")) == PROXY


def test_strangers_are_not_believed() -> None:
    assert client(("x-forwarded-for", "192.0.2.1"), peer="198.51.100.1") == "198.51.100.1"
    assert client(("forwarded", "for=192.0.2.1"), peer="198.51.100.1") == "198.51.100.1"


def test_an_old_address_in_new_clothes_is_the_old_one() -> None:
    """On a socket for both, all of IPv4 would be one household else."""
    assert client(peer="::ffff:198.51.100.1") == "198.51.100.1"
    assert client(("x-forwarded-for", "192.0.2.1"), peer=f"::ffff:{PROXY}") == "192.0.2.1"
