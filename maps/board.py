"""A hex map as data, for writing the product files and for the checks."""

from dataclasses import dataclass, field, replace

from maps.hexes import Cell, Grid

TERRAINS = ("flat", "rough", "foothills", "mountain", "marsh", "lake", "sea")
WATER = ("sea", "lake")
Pair = tuple[Cell, Cell]  # two neighbours, the smaller first


@dataclass(frozen=True)
class Hex:
    terrain: str
    province: str = ""  # empty on water
    snow: bool = False
    height: int = 0
    provenance: str = "geography"  # "geography", "rulebook" (a rulebook names the hex) or "override"


@dataclass(frozen=True)
class Side:
    kind: str  # "river", or "water": an arm of sea or lake between two land hexes
    name: str = ""
    crossing: str = ""  # "ford" or "bridge"; "" if there is no crossing
    provenance: str = "geography"


@dataclass(frozen=True)
class Place:
    hex: str
    name: str
    kanji: str
    province: str
    lat: float
    lon: float
    port: str
    provenance: str  # "rulebook", or "reconstructed" if only the printed map shows the place


@dataclass
class Board:
    game: str
    grid: Grid
    hexes: dict[Cell, Hex] = field(default_factory=dict)
    sides: dict[Pair, Side] = field(default_factory=dict)
    castles: list[Place] = field(default_factory=list)

    def is_land(self, cell: Cell) -> bool:
        return self.hexes[cell].terrain not in WATER

    def is_open(self, cell: Cell) -> bool:
        """Return whether forces may ever be in a hex."""
        return self.is_land(cell) and self.hexes[cell].terrain != "mountain"

    def set_terrain(self, cell: Cell, terrain: str) -> None:
        self.hexes[cell] = replace(self.hexes[cell], terrain=terrain)

    def side(self, a: Cell, b: Cell) -> Side | None:
        return self.sides.get(pair(a, b))

    def steps(self, cell: Cell) -> list[Cell]:
        """Return the neighbours that a force could walk to: they are open, and no water side is in between."""
        result = []
        for near in self.grid.neighbours(cell):
            side = self.side(cell, near)
            if self.is_open(near) and not (side and side.kind == "water"):
                result.append(near)
        return result

    def pieces(self, cells: set[Cell], *, dry: bool = True) -> list[set[Cell]]:
        """Return the connected pieces of a set of hexes, largest first.

        If `dry`, two hexes with a water side between them are not connected.
        """
        left, result = set(cells), []
        while left:
            start = min(left)
            piece, todo = {start}, [start]
            left.discard(start)
            while todo:
                here = todo.pop()
                for near in self.grid.neighbours(here):
                    side = self.side(here, near)
                    if near in left and not (dry and side and side.kind == "water"):
                        left.discard(near)
                        piece.add(near)
                        todo.append(near)
            result.append(piece)
        return sorted(result, key=lambda piece: (-len(piece), min(piece)))

    def at_edge(self, cell: Cell) -> bool:
        return cell[0] in (1, self.grid.columns) or cell[1] in (1, self.grid.rows)


def pair(a: Cell, b: Cell) -> Pair:
    return (a, b) if a < b else (b, a)
