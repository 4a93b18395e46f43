"""A store with bad pages, as a failing disk leaves it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from gunki.server.matches.registry import Registry
from tests.server.unit.support import begun, in_registry, play

#: The first byte of a page of SQLite that holds rows.
TABLE_LEAF = 0x0D


def leaves(folder: Path, ident: str) -> set[int]:
    """The pages of tables on which rows of a match lie."""
    path = folder / "server.sqlite3"
    database = sqlite3.connect(path)
    (size,) = database.execute("PRAGMA page_size").fetchone()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    data = path.read_bytes()
    pages = {start // size + 1: data[start : start + size] for start in range(size, len(data), size)}
    return {number for number, page in pages.items() if page[0] == TABLE_LEAF and ident.encode() in page}


def spoil(folder: Path, pages: set[int]) -> None:
    path = folder / "server.sqlite3"
    size = int.from_bytes(path.read_bytes()[16:18])
    with path.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * size)
            file.write(b"\xff" * size)


def damaged_store(folder: Path) -> tuple[str, list[str]]:
    """One match whose lines lie on bad pages, and others that are sound."""

    async def fill(registry: Registry) -> tuple[str, list[str]]:
        idents = []
        for _ in range(3):
            live, _, _ = await begun(registry, oda="mine", anti_oda="bot:random", public=True)
            for _ in range(120):
                await play(registry, live)
            idents.append(live.id)
        return idents[1], [idents[0], idents[2]]

    bad, good = in_registry(folder, fill)
    pages = leaves(folder, bad).difference(*(leaves(folder, ident) for ident in good))
    later = set(sorted(pages)[len(pages) // 2 :])  # so that its beginning can be read
    assert later
    spoil(folder, later)
    return bad, good


def pages_of(folder: Path, name: str) -> set[int]:
    """All pages of a table or an index."""
    database = sqlite3.connect(folder / "server.sqlite3")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pages = {number for (number,) in database.execute("SELECT pageno FROM dbstat WHERE name = ?", (name,))}
    database.close()
    return pages
