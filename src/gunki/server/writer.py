"""One thread that writes. Whatever waits is committed together: many requests share one wait for the disk."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, insert

from gunki.server.tables import log

#: Something to be done inside a transaction, all of it or nothing; or just a line of a log.
Work = Callable[[Connection], Any] | dict[str, Any]
Outcome = tuple[asyncio.Future[Any], Any, Exception | None]

MOST_TOGETHER = 256
_APPEND = insert(log)


class Writer:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[tuple[Work, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="gunki-writer", daemon=True)
        self._thread.start()

    def write(self, work: Work) -> asyncio.Future[Any]:
        """Begins at once; done and on the disk when the future is."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put((work, future))
        return future

    def close(self) -> None:
        """Everything that waits is still written."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect() as connection:
            while True:
                item = self._queue.get()
                batch = [] if item is None else [item]
                while item is not None and len(batch) < MOST_TOGETHER:
                    try:
                        item = self._queue.get_nowait()
                    except queue.Empty:
                        break
                    if item is not None:
                        batch.append(item)
                if batch:
                    _tell(self._commit(connection, batch))
                if item is None:
                    return

    def _commit(self, connection: Connection, batch: Sequence[tuple[Work, asyncio.Future[Any]]]) -> list[Outcome]:
        """One transaction for all; if anything in it fails, one for each, so that nobody suffers for another."""
        try:
            lines = [work for work, _ in batch if isinstance(work, dict)]
            if lines:
                connection.execute(_APPEND, lines)
            results = [None if isinstance(work, dict) else work(connection) for work, _ in batch]
            connection.commit()
        except Exception as error:
            connection.rollback()
            if len(batch) == 1:
                return [(batch[0][1], None, error)]
            return [outcome for item in batch for outcome in self._commit(connection, [item])]
        return [(future, result, None) for (_, future), result in zip(batch, results, strict=True)]


def _tell(outcomes: Sequence[Outcome]) -> None:
    """Wake each loop once, however many wait in it."""
    loops = {future.get_loop() for future, _, _ in outcomes}
    for loop in loops:
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, [outcome for outcome in outcomes if outcome[0].get_loop() is loop])


def _settle(outcomes: Sequence[Outcome]) -> None:
    for future, result, error in outcomes:
        if future.done():  # whoever waited has given up; it is written all the same
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
