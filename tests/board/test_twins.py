"""The compiled kernel and its plain twin give the same answers, in the same order."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

from gunki.board import kernel as chosen
from tests.board.support import UNLIMITED, Case, compiled, plain

MAPS = 150
QUERIES = 8


def answers(kernel: ModuleType) -> tuple[str, int]:
    """A digest of some thousand answers to questions drawn from fixed seeds."""
    digest, count = hashlib.sha256(), 0
    for seed in range(MAPS):
        case = Case(seed)
        travel, rng = case.travel(kernel), case.rng
        counts = bytearray(case.board.size)
        control = kernel.Control(travel.grid, bytes(rng.random() < 0.8 for _ in case.costs))
        for _ in range(QUERIES):
            layers = [case.layer() for _ in range(5)]
            start, target, budget = case.hex(), case.hex(), rng.choice([0, 4, 8, 30, UNLIMITED])
            away, length, most = case.hexes(rng.randint(1, 2)), rng.randrange(5), rng.choice([1, 255])
            sorts = rng.randint(1, 4)
            at = case.hexes(rng.randint(0, 12))
            limits = [[rng.choice([-1, 2, 10, 30, UNLIMITED]) for _ in range(sorts)] for _ in range(sorts)]
            kinds = bytes(rng.randrange(sorts) for _ in at)
            sources = [rng.randrange(len(at)) for _ in range(rng.randrange(3))] if at else []
            control.put(counts, counts, start)
            reached = kernel.reach_points(travel, start, budget, *layers)
            found: list[Any] = [
                list(reached.items()),
                kernel.reach(travel, start, budget, *layers),
                kernel.path(travel, start, target, budget, *layers),
                kernel.path(travel, start, list(reached)[-1], budget, *layers),
                list(kernel.retreat(travel, start, away, length, most, *layers[:4]).items()),
                kernel.retreat_path(travel, start, target, away, length, most, *layers[:4]),
                kernel.points(travel, start, target, budget, *layers),
                kernel.trace(travel, at, kinds, sources, limits, *layers[:4]),
                kernel.connect_relays(
                    travel, at, kinds, sources, limits, *layers[:4], bool(length % 2), range(len(at))[10:]
                ),
                kernel.union(*(layer for layer in layers if layer is not None), bytes(case.board.size)),
                bytes(counts),
                travel.grid.distance(start, target),
            ]
            digest.update(repr(found).encode())
            count += len(found)
    return digest.hexdigest(), count


def test_compiled_and_plain_give_equal_digests() -> None:
    fast = compiled()
    assert fast is not plain
    assert str(fast.__file__).endswith((".so", ".pyd"))
    ours, count = answers(fast)
    assert count > 10_000
    assert answers(plain) == (ours, count)


def test_the_digest_notices_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    before = answers(plain)
    honest = plain.reach
    monkeypatch.setattr(plain, "reach", lambda *args: honest(*args)[::-1])
    assert answers(plain) != before


def test_the_compiled_kernel_is_used_where_it_is_built() -> None:
    code = "from gunki.board import kernel; print(kernel.COMPILED, kernel.reach.__module__, kernel.Grid.__module__)"

    def says(**env: str) -> str:
        clean = {name: value for name, value in os.environ.items() if name != "GUNKI_PURE"}
        run = subprocess.run([sys.executable, "-c", code], env=clean | env, check=True, capture_output=True, text=True)
        return run.stdout.strip()

    assert says(GUNKI_PURE="1") == "False gunki.board._kernel_py gunki.board._tables_py"
    compiled()
    assert says() == says(GUNKI_PURE="0") == "True gunki.board._kernel gunki.board._kernel"


def test_both_offer_the_same_names() -> None:
    names = {name for name in chosen.__all__ if callable(getattr(chosen, name)) and name not in ("Link", "Layer")}
    assert {"trace", "Travel"} < names
    assert {name for name in names if hasattr(plain, name) and hasattr(compiled(), name)} == names
