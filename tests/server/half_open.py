"""Clients that begin to ask and never end, in a process of their own: one may not open enough files for all of them."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Never: "
EACH = 500
#: Opens its connections, says how many, and holds them until nobody listens any more.
ATTACK = """
import socket, sys
port, count, *addresses = sys.argv[1:]
held = []
for number in range(int(count)):
    sock = socket.socket()
    sock.settimeout(30)
    try:
        sock.bind((addresses[number % len(addresses)], 0))
        sock.connect(("127.0.0.1", int(port)))
        sock.sendall(HEAD)
    except OSError:
        continue
    held.append(sock)
print(len(held), flush=True)
sys.stdin.read()
"""


@contextmanager
def half_open(port: int, count: int, addresses: Sequence[str]) -> Iterator[int]:
    """So many half-sent heads from these addresses; how many could be sent."""
    for address in addresses:
        has(address)
    command = [sys.executable, "-c", f"HEAD = {HEAD!r}{ATTACK}", str(port), str(EACH), *addresses]
    pipe = subprocess.PIPE
    attackers = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) for _ in range(count // EACH)]
    try:
        yield sum(int(attacker.stdout.readline()) for attacker in attackers if attacker.stdout is not None)
    finally:
        for attacker in attackers:
            attacker.communicate("")


def has(address: str) -> None:
    """Not every system has more than one address of its own."""
    with socket.socket() as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            pytest.skip(f"this machine has no {address}")
