"""Small random maps, and the answers to kernel questions worked out slowly and obviously."""

from __future__ import annotations

import os
import random
import shutil
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from hypothesis import strategies as st

from gunki.board import _kernel_py as plain
from gunki.board._checks import BARRED, UNLIMITED
from gunki.board.hexmap import HexMap
from gunki.board.mapfiles import TERRAINS, HexRow, MapFiles, SideRow

nx: Any = import_module("networkx")  # comes without types

__all__ = ["BARRED", "UNLIMITED", "compiled", "plain"]


def compiled() -> ModuleType:
    """The compiled kernel. Where there is a compiler it has to be there: a skip must not hide a build that failed."""
    try:
        return import_module("gunki.board._kernel")
    except ImportError as error:
        compiler = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]
        if shutil.which(compiler) is None:
            pytest.skip(f"the kernel is not compiled: there is no C compiler ({compiler}) here")
        pytest.fail(f"the kernel is not compiled ({error}) though {compiler} is here: pip install -e . builds it")


# -- maps -------------------------------------------------------------------------------------------------------------


def small_map(
    columns: int,
    rows: int,
    shifted: str = "even",
    terrain: dict[str, str] | None = None,
    sides: dict[tuple[str, str], str] | None = None,
    without: Sequence[str] = (),
) -> HexMap:
    """All flat but for `terrain`; `sides` are called as in hexmap.SIDES; hexes of `without` are not on the map."""
    numbers = [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    grounds = terrain or {}
    return HexMap(
        MapFiles(
            game="test",
            columns=columns,
            rows=rows,
            shifted=shifted,
            terrains=TERRAINS,
            hexes=[
                HexRow(n, grounds.get(n, "flat"), "", False, 0, "geography") for n in numbers if n not in set(without)
            ],
            sides=[side_row(a, b, kind) for (a, b), kind in (sides or {}).items()],
            castles=[],
            places={},
            edges={},
            rings={},
            regions={},
            seas={},
            coasts={},
            ports={},
        )
    )


def side_row(a: str, b: str, kind: str) -> SideRow:
    crossing = kind if kind in ("ford", "bridge") else ""
    return SideRow(a, b, "river" if crossing else kind, "", crossing, "geography", "sides")


@dataclass
class Case:
    """A random map with everything a query can be asked with. `seed` makes it again."""

    seed: int
    board: HexMap = field(init=False)
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        rng = self.rng = random.Random(self.seed)
        columns, rows = rng.randint(1, 7), rng.randint(1, 7)
        numbers = [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
        holes = rng.sample(numbers, rng.randrange(1 + len(numbers) // 5))
        self.board = small_map(columns, rows, rng.choice(["even", "odd"]), without=holes)
        size = self.board.size
        self.costs = bytes(rng.choice([0, 1, 1, 1, 2, 3, 4, BARRED, BARRED]) for _ in range(6 * size))
        self.free = bytes(rng.random() < 0.06 for _ in range(6 * size)) if rng.random() < 0.5 else None
        self.links = [
            (rng.randrange(size), rng.randrange(size), rng.randrange(7)) for _ in range(rng.choice([0, 0, 1, 3]))
        ]
        tolls = [rng.choice([0, 1, 2, BARRED]) for _ in range(4)]
        self.strong_toll, self.weak_toll = (tolls[0], tolls[1]), (tolls[2], tolls[3])
        self.layers = {name: self.layer() for name in ("closed", "strong", "weak", "waive")}

    def layer(self) -> bytearray | bytes | None:
        found = bytearray(self.rng.choice([0, 0, 0, 1, 3]) for _ in range(self.board.size))
        return self.rng.choice([None, found, bytes(found)])

    def hex(self) -> int:
        return self.rng.randrange(self.board.size)

    def hexes(self, count: int) -> list[int]:
        return [self.hex() for _ in range(count)]

    def travel(self, kernel: ModuleType) -> Any:
        board = self.board
        grid = kernel.Grid(board.neighbours, board.xs, board.ys)
        return kernel.Travel(grid, self.costs, self.strong_toll, self.weak_toll, self.links[:1], self.free).with_links(
            self.links[1:]
        )

    # -- slow and obvious ---------------------------------------------------------------------------------------------

    def on(self, name: str, h: int) -> bool:
        layer = self.layers.get(name)
        return layer is not None and layer[h] > 0

    def toll(self, h: int, leaving: bool) -> int:
        if self.on("waive", h):
            return 0
        if self.on("strong", h):
            return self.strong_toll[leaving]
        if self.on("weak", h):
            return self.weak_toll[leaving]
        return 0

    def step(self, a: int, d: int) -> int | None:
        """What a step that heeds zones costs; None if it cannot be made."""
        b, cost = self.board.neighbours[6 * a + d], self.costs[6 * a + d]
        if b < 0 or cost == BARRED or (self.free and self.free[6 * a + d]) or self.on("closed", b):
            return None
        leaving, entering = self.toll(a, True), self.toll(b, False)
        return None if BARRED in (leaving, entering) else cost + leaving + entering

    def graph(self, start: int | None = None) -> Any:
        """Every step that can be made, as a directed graph; from stop hexes none leads on but from the start."""
        graph = nx.DiGraph()
        graph.add_nodes_from(range(self.board.size))

        def add(a: int, b: int, cost: int) -> None:
            if self.on("stop", a) and a != start:
                return
            if not graph.has_edge(a, b) or graph[a][b]["weight"] > cost:
                graph.add_edge(a, b, weight=cost)

        for a in range(self.board.size):
            for d in range(6):
                b, cost = self.board.neighbours[6 * a + d], self.step(a, d)
                if cost is not None:
                    add(a, b, cost)
                elif b >= 0 and self.free and self.free[6 * a + d] and self.costs[6 * a + d] != BARRED:
                    add(a, b, self.costs[6 * a + d])
        for a, b, cost in self.links:
            add(a, b, cost)
        return graph


def cases() -> st.SearchStrategy[Case]:
    return st.builds(Case, st.integers(0, 2**32))
