"""A server's store from outside: held by another program, and searched for what the server must never tell."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.process import Server

HEX = re.compile(rb"[0-9a-fA-F]{64}")


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """As a program for backups may hold it."""
    other = sqlite3.connect(data / "server.sqlite3", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def _values(data: Path) -> Iterator[bytes]:
    for path in data.rglob("*"):
        if not path.is_file() or not path.read_bytes().startswith(b"SQLite format 3\0"):
            continue
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            for (table,) in database.execute("select name from sqlite_master where type = 'table'").fetchall():
                for row in database.execute(f'select * from "{table}"'):
                    for value in row:
                        if isinstance(value, str):
                            yield value.encode()
                        elif isinstance(value, bytes):
                            yield value
        finally:
            database.close()


def secrets_of(server: Server) -> dict[str, bytes]:
    """Every secret in the store by its commitment: whatever of 32 bytes is there, with its SHA-256."""
    found: dict[str, bytes] = {}
    for value in _values(server.data):
        candidates = [bytes.fromhex(text.decode()) for text in HEX.findall(value)]
        if len(value) == 32:
            candidates.append(value)
        for candidate in candidates:
            found[hashlib.sha256(candidate).hexdigest()] = candidate
    return found


def all_bytes(data: Path) -> bytes:
    """The raw content of every file of the store."""
    return b"".join(path.read_bytes() for path in sorted(data.rglob("*")) if path.is_file())


def seed_of(match: str, secret: bytes, seats: tuple[str, ...], nonces: dict[str, str]) -> int:
    """The seed by the formula of docs/server/fair-dice.md, written out once more."""
    lines = "\n".join(f"{seat}:{nonces.get(seat, '')}" for seat in seats)
    text = "gunki dice 2\n" + match + "\n" + secret.hex() + "\n" + lines
    return int.from_bytes(hashlib.sha256(text.encode()).digest())
