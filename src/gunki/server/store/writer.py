"""The writer: one thread that commits all waiting writes together, so that many requests share one disk sync."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import Connection, Engine, insert

from gunki.server.store.database import as_store_error
from gunki.server.store.schema import log
from gunki.server.store.store_errors import StoreBusy

#: A write: a function to run inside a transaction, or a line of the log as the tuple of its columns.
Work = Callable[[Connection], Any] | tuple[Any, ...]
Item = tuple[Work, asyncio.Future[Any]]
Outcome = tuple[asyncio.Future[Any], Any, Exception | None]


class Writer:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        #: The INSERT of lines up to its values, and the placeholders of one line (for positional parameters).
        self._append, values, self._line = str(insert(log).compile(engine)).partition(" VALUES ")
        self._append += values
        self._is_positional = engine.dialect.positional
        #: A function that is called with the seconds of each commit, in the writer's thread.
        self.took: Callable[[float], None] = lambda seconds: None
        #: The event loop of all requests, set at the first write.
        self._loop: asyncio.AbstractEventLoop | None = None
        self._collected: list[Item] = []
        self._queue: queue.SimpleQueue[list[Item] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="gunki-writer", daemon=True)
        self._thread.start()

    def write(self, work: Work) -> asyncio.Future[Any]:
        """Queue a write, and return a future that is done once it is stored.

        After the present round of the event loop, the thread begins with all writes of that round.
        """
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        loop = self._loop
        future: asyncio.Future[Any] = loop.create_future()
        if not self._collected:
            loop.call_soon(self._hand_over)  # wake the thread once a round: waking is slower than writing a line
        self._collected.append((work, future))
        return future

    def _hand_over(self) -> None:
        collected, self._collected = self._collected, []
        self._queue.put(collected)

    def close(self) -> None:
        """Write everything that waits, then end the thread."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect() as connection, self._engine.connect() as lines:
            lines = lines.execution_options(isolation_level="AUTOCOMMIT")
            items = self._queue.get()
            while items is not None:
                batch = items
                while not self._queue.empty() and (items := self._queue.get()) is not None:
                    batch += items
                if batch:
                    began = time.perf_counter()
                    done = self._append_lines(lines, batch) or self._commit(connection, batch)
                    self.took(time.perf_counter() - began)
                    _tell(self._loop, done)
                if items is not None:
                    items = self._queue.get()

    def _append_lines(self, connection: Connection, batch: Sequence[Item]) -> list[Outcome]:
        """Write a batch of lines with one statement straight to the driver.

        If the batch holds other writes than lines, or if the statement fails, write nothing and return no outcomes. One
        statement is a transaction of its own. With several statements the thread would have to wait for the interpreter
        after each.
        """
        lines = [work for work, _ in batch if isinstance(work, tuple)]
        if len(lines) < len(batch) or not self._is_positional:
            return []
        statement = self._append + ", ".join([self._line] * len(lines))
        cursor = connection.connection.cursor()
        try:
            cursor.execute(statement, [*chain.from_iterable(lines)])
        except Exception as error:
            store_error = as_store_error(error)
            if isinstance(store_error, StoreBusy):
                return [(future, None, store_error) for _, future in batch]
            return []  # `_commit` then tries the lines one by one, and finds the bad one and its error
        finally:
            cursor.close()
        return [(future, None, None) for _, future in batch]

    def _commit(self, connection: Connection, batch: Sequence[Item]) -> list[Outcome]:
        """Commit a batch in one transaction.

        If that fails, commit each write on its own, so that only the bad writes fail.
        """
        try:
            results = [self._do(connection, work) for work, _ in batch]
            connection.commit()
        except Exception as error:
            connection.rollback()
            store_error = as_store_error(error)
            if len(batch) == 1:
                return [(batch[0][1], None, store_error or error)]
            if isinstance(store_error, StoreBusy):  # each single try would wait just as long
                return [(future, None, store_error) for _, future in batch]
            return [outcome for item in batch for outcome in self._commit(connection, [item])]
        return [(future, result, None) for (_, future), result in zip(batch, results, strict=True)]

    def _do(self, connection: Connection, work: Work) -> Any:
        if not isinstance(work, tuple):
            return work(connection)
        connection.execute(insert(log).values(work))
        return None


def _tell(loop: asyncio.AbstractEventLoop | None, outcomes: Sequence[Outcome]) -> None:
    """Set the results of a batch in the event loop, waking it once."""
    if loop is not None and not loop.is_closed():
        loop.call_soon_threadsafe(_settle, outcomes)


def _settle(outcomes: Sequence[Outcome]) -> None:
    for future, result, error in outcomes:
        if future.done():  # the request was cancelled, but its write is stored all the same
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
