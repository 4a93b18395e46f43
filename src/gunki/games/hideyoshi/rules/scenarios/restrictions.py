"""Sections 35.8(3), 36.7 and 37.8-3: temporary bans of scenarios on entering, leaving, acting and attacking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gunki.board.kernel import union
from gunki.core.definition.data_tables import Row
from gunki.core.rules.decision import Reason
from gunki.series.gunyuden.rules.sieges.castles import Castle

if TYPE_CHECKING:
    from gunki.games.hideyoshi.setup import HideyoshiSetup
    from gunki.games.hideyoshi.state.position import HideyoshiPosition
    from gunki.series.gunyuden.state.position import GunyudenPosition

#: The names of events in a game that end a restriction for good.
FLAGS = ("peace", "left_echizen", "attacked_first", "declared", "thawed", "appeared")


class Restriction:
    """A restriction that holds until one of its flags is set."""

    def __init__(self, row: Row) -> None:
        self.clause = row.word("clause")
        several = isinstance(row.entries_all().get("until"), list)
        self.until = tuple(row.words("until", FLAGS)) if several else (row.word("until", FLAGS),)

    def holds(self, g: HideyoshiPosition) -> bool:
        return not any(getattr(g, flag) for flag in self.until)


class Ban(Restriction):
    """36.7-4, 36.7-5, 37.8-3: all armies of a side (Y-44) keep out of a province, or of the hexes around a hex."""

    def __init__(self, setup: HideyoshiSetup, row: Row) -> None:
        super().__init__(row)
        board = setup.map
        self.seat = setup.seats.index(row.word("seat", setup.seats))
        if row.has("province"):
            province = setup.province(row, "province")
            self.layer = bytes(p == province for p in board.province)
        else:
            centre, hexes = board.hex(row.word("around", board.index)), row.integer("hexes", 0, 99)
            self.layer = bytes(board.distance(h, centre) <= hexes for h in range(board.size))


class Lock(Restriction):
    """35.8(3)-1: some armies do not leave a province once they are there (Y-22)."""

    def __init__(self, setup: HideyoshiSetup, row: Row) -> None:
        super().__init__(row)
        self.armies = frozenset(setup.army_named(name) for name in row.words("armies", setup.armies))
        province = setup.province(row, "province")
        self.layer = bytes(p != province for p in setup.map.province)
        self.inside = bytes(p == province for p in setup.map.province)


class Idle(Restriction):
    """36.7-1, 36.7-2, 36.7-3, 36.7-6: some clans, or the units that began in a province, do not act.

    They defend themselves, and their zones, relays and garrisons stay in effect (Y-34).
    """

    def __init__(self, setup: HideyoshiSetup, row: Row) -> None:
        super().__init__(row)
        if row.has("armies"):
            armies = {setup.army_named(name) for name in row.words("armies", setup.armies)}
            self.units = frozenset(u for u, army in enumerate(setup.army) if army in armies)
            return
        seat, province = setup.seats.index(row.word("seat", setup.seats)), setup.province(row, "started_in")
        clans = {setup.army_named(name) for name in row.words("clans", setup.armies)}
        everybody = setup.options["mino_freeze"] == "all"  # Y-35: all units there, or only some clans
        self.units = frozenset(
            u
            for u, hexes in enumerate(setup.starts)
            if hexes and setup.map.province[hexes[0]] == province and setup.army_seat[setup.army[u]] == seat
            and (everybody or setup.army[u] in clans)
        )  # fmt: skip


class Truce(Restriction):
    """36.7-7: a side does not attack some clans while they are in their province."""

    def __init__(self, setup: HideyoshiSetup, row: Row) -> None:
        super().__init__(row)
        self.seat = setup.seats.index(row.word("seat", setup.seats))
        self.armies = frozenset(setup.army_named(name) for name in row.words("on", setup.armies))
        self.province = setup.province(row, "province")


class InForce:
    """The restrictions that still hold in a position, after the events so far."""

    def __init__(self, setup: HideyoshiSetup, g: HideyoshiPosition) -> None:
        self.locks = [lock for lock in setup.locks if lock.holds(g)]
        self.bound = frozenset(army for lock in self.locks for army in lock.armies)
        self.idle = [idle for idle in setup.idle if idle.holds(g)]
        self.truces = [truce for truce in setup.truces if truce.holds(g)]
        self.bans = [ban for ban in setup.bans if ban.holds(g)]
        #: `closed`: the hexes closed to each seat, or None; the last entry is for units without a seat. `locked`: for
        #: each of these entries, and for each lock, the hexes closed to forces that the lock holds.
        seats = (*range(len(setup.seats)), -1)
        self.closed = [_join_layers(ban.layer for ban in self.bans if ban.seat == seat) for seat in seats]
        self.locked = [
            {lock: _join_layers((layer, lock.layer) if layer is not None else (lock.layer,)) for lock in self.locks}
            for layer in self.closed
        ]


def _join_layers(layers: Iterable[bytes]) -> bytes | None:
    closed_layers = tuple(layers)
    return union(*closed_layers) if closed_layers else None


class Flooded(Castle):
    """35.8(3)-3: a flooded castle, which cannot be assaulted."""

    def __init__(self, setup: HideyoshiSetup, castle: int, row: Row) -> None:
        super().__init__(setup, castle)
        self._flood = Restriction(row)

    def assault_bars(self, g: GunyudenPosition) -> Iterator[Reason]:
        if self._flood.holds(g):  # type: ignore[arg-type]
            yield Reason(self._flood.clause, "flooded", {"castle": self.castle})
