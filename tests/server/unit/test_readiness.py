"""A server that cannot work says so, soon, and asks the store no oftener than it answers."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from gunki.server.matches.registry import Registry
from gunki.server.routes import operation_routes
from gunki.server.routes.operation_routes import Readiness
from gunki.server.workers.worker_pool import Workers
from tests.server.unit.support import in_registry


def test_a_store_that_can_be_read_is_ready(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        readiness = Readiness(registry.store, Workers(registry.settings))
        assert await readiness.is_store_ready()
        assert not readiness.has_workers(), "they have not been started"

    in_registry(tmp_path, work)


def test_a_store_that_fails_or_hangs_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operation_routes, "STORE_SECONDS", 0.02)
    monkeypatch.setattr(operation_routes, "FRESH_SECONDS", 0.0)
    goes_on, reads = threading.Event(), []

    def hang() -> None:
        reads.append(1)
        goes_on.wait()

    def fail() -> None:
        raise OSError("gone")

    async def work(registry: Registry) -> None:
        readiness = Readiness(registry.store, Workers(registry.settings))
        monkeypatch.setattr(registry.store, "ping", hang)
        assert [await readiness.is_store_ready() for _ in range(3)] == [False, False, False]
        assert len(reads) == 1, "those who ask wait for the same answer"
        goes_on.set()
        while not await readiness.is_store_ready():
            await asyncio.sleep(0)
        monkeypatch.setattr(registry.store, "ping", fail)
        monkeypatch.setattr(operation_routes, "STORE_SECONDS", 60.0)
        assert not await readiness.is_store_ready()

    in_registry(tmp_path, work)
