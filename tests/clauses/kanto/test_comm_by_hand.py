"""Section 11 worked out a second time: who has a line in random positions, by a slow search of its own.

It reads the map and the table, and 5, 11, 30-4, 32 and 33 for itself (G-07, G-08, T-12, T-20, T-21, T-39).
"""

from __future__ import annotations

import heapq
import random
from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.forces import disc, units_without_line
from tests.clauses.kanto.table import compose
from tests.support import clause, often

COST = {"flat": 1, "rough": 1, "foothills": 3}
SECOND, THIRD, FOURTH = "kenshin_crosses_the_mountains", "conquest_of_kanto", "mimase_pass"
CLOSED = {SECOND: {"Suruga", "Totomi"}, THIRD: {"Suruga", "Totomi"}}
CLOSED[FOURTH] = {"Totomi", "Echigo", "Mutsu", "Shimotsuke", "Hitachi", "Shimosa", "Kazusa", "Awa"}
CASTLES = {row["hex"]: row for row in gunki.game("kanto").tables["castle"]}
ARMY = {row["id"]: row["army"] for row in gunki.game("kanto").tables["unit"]}
ARMIES = {SECOND: ("uesugi", "hojo", "satomi", "satake", "nasu"), FOURTH: ("uesugi", "takeda", "hojo")}
ARMIES[THIRD] = (*ARMIES[SECOND], "takeda")
START: dict[str, Any] = {scenario: gunki.new("kanto", scenario, seed=1) for scenario in ARMIES}
COASTS, INLAND = ("1646", "1842", "2237", "2736", "3736", "3440"), ("2017", "1718", "0919", "2726", "3712")


class Lines:
    """The lines of one army: `good` has its forces (with 10) and castles (with 30) that have one, by hex.

    Everybody stands in the open, and no castle is invested.
    """

    def __init__(self, match: Match, army: str) -> None:
        setup: Any = match.setup
        view, self.board, self.army = match.view(None), setup.map, army
        self.scenario, self.weather, sides = view["scenario"], view["weather"], view["sides"]
        ours = {"takeda", "hojo"} if self.scenario == THIRD and sides[army] != "uesugi" else {sides[army]}
        friend = {name for name, seat in sides.items() if seat in ours}
        foe = {name for name, seat in sides.items() if seat not in ours and seat != "neutral"}

        def standing(armies: set[str]) -> set[int]:
            assert match.header.composed is not None
            placed = match.header.composed["units"].items()
            return {self.board.hex(h) for name, h in placed if ARMY[name] in armies}

        def owned(armies: set[str]) -> set[int]:
            return {self.board.hex(h) for h, row in CASTLES.items() if view["castles"][row["id"]]["owner"] in armies}

        self.foes, self.strange, self.shut = standing(foe), owned(foe), owned({*sides} - friend - foe)
        zones = {b for a in self.foes | self.strange for b in (a, *self.board.around(a)) if self.controls(a, b)}
        self.barred = zones - standing(friend) - owned(friend) | self.foes
        lists = {self.board.hex(h): row for h, row in CASTLES.items() if row["owner"].get(self.scenario) == army}
        mains = {h for h, row in lists.items() if self.scenario in row["main"]} & owned({army})
        mains |= {self.board.hex(f"40{row}") for row in range(10, 16)} if army == "satake" else set()
        self.good = {(h, 30) for h in mains - self.foes}
        nodes = {(h, 10) for h in standing({army})} | {(h, 30) for h in owned({army}) - self.foes}
        ways = {h: self.distances(h) for h, _ in nodes}
        for _ in nodes:
            self.good |= {n for n in nodes if any(ways[n[0]].get(h, 99) <= max(n[1], k) for h, k in self.good)}

    def controls(self, a: int, b: int) -> bool:
        """Return whether a hex lies in an enemy zone (5-1, 5-2, 32-1-4)."""
        barred = self.board.terrain_at(b) in ("sea", "lake", "marsh") or (self.snow(b) and self.hills(b))
        return a == b or not (barred or self.board.side(a, b) == "water")

    def hills(self, h: int) -> bool:
        return bool(self.board.terrain_at(h) == "foothills")

    def snow(self, h: int) -> bool:
        """32-1-1."""
        where = self.board.province_at(h)
        lies = where in ("Echigo", "Shinano", "Kai", "Mutsu") or (self.hills(h) and where in ("Kozuke", "Shimotsuke"))
        return self.weather == "snow" and lies

    def step(self, a: int, b: int) -> int:
        """11-2, 33-1: what the line pays for the next hex, 99 where nothing can take it on."""
        ground, side = self.board.terrain_at(b), self.board.side(a, b)
        if ground == "sea":
            return 3 if self.army in ("hojo", "satomi") else 99
        unused = self.board.province_at(b) in CLOSED[self.scenario] or b in self.shut
        ashore = self.board.terrain_at(a) == "sea"
        if unused or (side == "water" and not ashore) or ground not in COST or (self.snow(b) and self.hills(b)):
            return 99
        river = (2 if self.weather == "thaw" else 1) if side in ("river", "ford") else 0
        return COST[ground] * (2 if self.snow(b) else 1) + river

    def onward(self, a: int, must_sail: bool) -> list[tuple[int, bool]]:
        """11-1-3, 33-3: where a line goes on from a hex, and whether it can leave that hex by sea alone.

        Who comes ashore or goes to sea heeds the enemy's castles on the shore, and who stays on land all enemies.
        """
        found, by_sea = [], self.board.terrain_at(a) == "sea"
        for b in self.board.around(a):
            if self.board.terrain_at(b) == "sea":
                found.append((b, False))
            elif not must_sail and not ((by_sea or b in self.barred) and b in self.strange):
                found.append((b, not by_sea and b in self.barred))
        return found

    def distances(self, start: int) -> dict[int, int]:
        """Return the least points to each hex where a line may end."""
        found, queue = dict[tuple[int, bool], int](), [(0, start, False)]
        while queue:
            cost, a, must_sail = heapq.heappop(queue)
            if cost <= 30 and (a, must_sail) not in found:
                found[a, must_sail] = cost
                for b, held_up in self.onward(a, must_sail):
                    heapq.heappush(queue, (cost + self.step(a, b), b, held_up))
        return {h: cost for (h, must_sail), cost in found.items() if not must_sail}


def compose_at_random(rng: random.Random) -> Any:
    """Compose a few units around a castle or on a coast, and some castles that have changed hands."""
    scenario, center = rng.choice(list(ARMIES)), rng.choice(COASTS if rng.random() < 0.7 else INLAND)
    setup, sides, around = (
        START[scenario].setup,
        START[scenario].view(None)["sides"],
        disc(center, rng.choice([2, 4, 7])),
    )
    ground = {h: (setup.map.terrain_at(i), setup.map.province_at(i)) for i, h in enumerate(setup.map.numbers)}
    land = [h for h in around if h not in CASTLES and h in ground and ground[h][0] in COST]
    land = [h for h in land if ground[h][1] not in CLOSED[scenario]]
    units, stands = dict[str, Any](), dict[str, bool]()
    for name in rng.sample(
        [name for name, army in ARMY.items() if army in ARMIES[scenario]], rng.randint(2, 7) if land else 0
    ):
        h, side = rng.choice(land), sides[ARMY[name]] == sides["takeda" if scenario == FOURTH else "uesugi"]
        if stands.setdefault(h, side) is side:
            units[name] = h
    near = [row["id"] for h, row in CASTLES.items() if h in around and h != "2237" and scenario in row["owner"]]
    castles = {name: {"owner": rng.choice(ARMIES[scenario])} for name in near if rng.random() < 0.2}
    return compose(units, scenario=scenario, castles=castles, turn=rng.randint(1, setup.turns), stage=0)


@clause("kanto", "11-1", "11-2", "33-3", "33-4")
@pytest.mark.parametrize("seed", range(8))
def test_lines_in_random_positions(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(often(3, 30)):
        match = compose_at_random(rng)
        units = match.header.composed["units"]
        good = {army: Lines(match, army).good for army in {ARMY[name] for name in units}}
        cut = {name for name, h in units.items() if (match.setup.map.hex(h), 10) not in good[ARMY[name]]}
        assert cut == units_without_line(match), match.header.composed
