"""One thread that writes. Whatever waits is committed together: many requests share one wait for the disk."""

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

#: Something to be done inside a transaction, all of it or nothing; or just a line of a log: its columns in order.
Work = Callable[[Connection], Any] | tuple[Any, ...]
Item = tuple[Work, asyncio.Future[Any]]
Outcome = tuple[asyncio.Future[Any], Any, Exception | None]


class Writer:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        #: Appends lines: the statement up to the values, and those of one line; for drivers that count their values.
        self._append, values, self._line = str(insert(log).compile(engine)).partition(" VALUES ")
        self._append += values
        self._is_positional = engine.dialect.positional
        #: Told the seconds of every commit, in the writer's thread.
        self.took: Callable[[float], None] = lambda seconds: None
        #: Whose requests it writes for: of one loop, which it asks for once.
        self._loop: asyncio.AbstractEventLoop | None = None
        self._collected: list[Item] = []
        self._queue: queue.SimpleQueue[list[Item] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="gunki-writer", daemon=True)
        self._thread.start()

    def write(self, work: Work) -> asyncio.Future[Any]:
        """Begins when the loop has heard all who ask just now; done and on the disk when the future is."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        loop = self._loop
        future: asyncio.Future[Any] = loop.create_future()
        if not self._collected:
            loop.call_soon(self._hand_over)  # once for all: to wake the thread costs more than to write a line
        self._collected.append((work, future))
        return future

    def _hand_over(self) -> None:
        collected, self._collected = self._collected, []
        self._queue.put(collected)

    def close(self) -> None:
        """Everything that waits is still written."""
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
        """Lines alone, with the least that can be done for it; empty if it cannot, and nothing is written.

        One statement, which is a transaction, straight to the driver: after every step of it this thread has to wait
        for its turn again.
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
            return []  # which of them it is, and how that is called, comes out when they are tried one by one
        finally:
            cursor.close()
        return [(future, None, None) for _, future in batch]

    def _commit(self, connection: Connection, batch: Sequence[Item]) -> list[Outcome]:
        """One transaction for all; if anything in it fails, one for each, so that nobody suffers for another."""
        try:
            results = [self._do(connection, work) for work, _ in batch]
            connection.commit()
        except Exception as error:
            connection.rollback()
            store_error = as_store_error(error)
            if len(batch) == 1:
                return [(batch[0][1], None, store_error or error)]
            if isinstance(store_error, StoreBusy):  # each of them would wait as long, and whoever comes after them
                return [(future, None, store_error) for _, future in batch]
            return [outcome for item in batch for outcome in self._commit(connection, [item])]
        return [(future, result, None) for (_, future), result in zip(batch, results, strict=True)]

    def _do(self, connection: Connection, work: Work) -> Any:
        if not isinstance(work, tuple):
            return work(connection)
        connection.execute(insert(log).values(work))
        return None


def _tell(loop: asyncio.AbstractEventLoop | None, outcomes: Sequence[Outcome]) -> None:
    """Wake the loop once, however many wait in it."""
    if loop is not None and not loop.is_closed():
        loop.call_soon_threadsafe(_settle, outcomes)


def _settle(outcomes: Sequence[Outcome]) -> None:
    for future, result, error in outcomes:
        if future.done():  # whoever waited has given up; it is written all the same
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
