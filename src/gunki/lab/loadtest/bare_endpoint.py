"""The baseline for measurements of the server.

It is a minimal endpoint that durably stores each request.
"""

from __future__ import annotations

import sqlite3
import sys

import uvicorn
from fastapi import FastAPI, Request


def serve_bare(port: int, database: str) -> None:
    """Serve one endpoint that stores each request before it answers the request.

    Each request costs one insert and one commit in WAL mode with synchronous=FULL. `database` is the path of an SQLite
    file.
    """
    store = sqlite3.connect(database, isolation_level=None)
    store.execute("pragma journal_mode = wal")
    store.execute("pragma synchronous = full")
    store.execute("create table stored (id integer primary key, body blob not null)")
    app = FastAPI()

    async def keep(request: Request) -> dict[str, int | None]:
        body = await request.body()
        store.execute("begin immediate")
        number = store.execute("insert into stored (body) values (?)", (body,)).lastrowid
        store.execute("commit")
        return {"id": number}

    app.post("/store")(keep)
    uvicorn.run(app, host="127.0.0.1", port=port, http="httptools", log_level="warning", access_log=False)


if __name__ == "__main__":
    serve_bare(int(sys.argv[sys.argv.index("--port") + 1]), sys.argv[1])
