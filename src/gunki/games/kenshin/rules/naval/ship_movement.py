"""Section 16-2: moving ships."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Next
from gunki.games.kenshin.rules.movement_reasons import has_neutral
from gunki.games.kenshin.rules.naval import transport
from gunki.games.kenshin.setup import AREAS, ODA, UESUGI
from gunki.games.kenshin.state.position import NOT_YET, PACIFIC, SETO, SHIP_BOX
from gunki.games.kenshin.state.position import KenshinPosition as G

#: The place of a ship in each of the sea areas, in their order (16-2-1).
PLACES = (SETO, PACIFIC, SHIP_BOX)


def area_of(place: int) -> int:
    """Return the number of the sea area at a ship's place; -1 if the place is a hex."""
    return PLACES.index(place) if place in PLACES else -1


def is_afloat(g: G, ship: int) -> bool:
    at = g.ship_at[ship]
    return at >= 0 or at in PLACES


def ships_at(g: G, place: int, side: int, in_the_open: bool = True) -> list[int]:
    """Return the ships of a side at a place; by default without those sheltered by a port (16-2-5)."""
    return [
        s for s, at in enumerate(g.ship_at)
        if at == place and g.ship_side(s) == side and (not in_the_open or g.is_in_the_open(s))
    ]  # fmt: skip


def is_engaged_at(g: G, place: int) -> bool:
    """Return whether a naval battle has to be fought at a place before ships in the open can leave it (16-2-4)."""
    return any(g.ship_bound[s] and at == place for s, at in enumerate(g.ship_at))


def neighbours(g: G, place: int) -> list[int]:
    """Return the places one sea step away: an area and its coast, and adjacent areas (16-2-1)."""
    coast, places = g.setup.coast, list[int]()
    if place >= 0:
        return [PLACES[area] for area in range(len(AREAS)) if place in coast[area]]
    places += [other for other in PLACES if frozenset((place, other)) in g.setup.sea_steps]
    return [*places, *coast[area_of(place)]]


# -- 16-2: which ships may sail, and where ----------------------------------------------------------------------------


def list_movable_ships(g: G, seat: int) -> list[int]:
    """Return the ships that a side may move now, by the tests of `sail_bars`."""
    at, done, fights = g.ship_at, g.ship_done, 1 in g.ship_bound
    return [
        s for s in g.setup.ships_of(seat, g.seat_of)
        if not done[s] and is_afloat(g, s) and not (fights and g.is_in_the_open(s) and is_engaged_at(g, at[s]))
    ]  # fmt: skip


def sail_bars(g: G, seat: int, ship: int) -> Iterator[Reason]:
    """Yield why a ship cannot be moved now. Ships need no action check (16-2)."""
    if g.ship_side(ship) != seat:
        yield Reason("1 sides", "not_yours", {"ship": ship})
    elif g.ship_at[ship] == NOT_YET:
        yield Reason("16-5", "not_yet", {"ship": ship})
    elif not is_afloat(g, ship):
        yield Reason("16", "not_there", {"ship": ship})
    elif g.ship_done[ship]:
        yield Reason("16-2 allowance", "done", {"ship": ship})
    elif g.is_in_the_open(ship) and is_engaged_at(g, g.ship_at[ship]):
        yield Reason("16-2-4", "engaged", {"ship": ship})


def goal_bars(g: G, ship: int, goal: int, cargo: int) -> Iterator[Reason]:
    """Yield why a ship cannot sail to a place with the unit `cargo` (-1 if it carries none).

    Some areas are closed to one side (16-2-6, K-104). Neutral coasts are closed to both sides (20 entry, K-33).
    """
    origin, side, setup = g.ship_at[ship], g.ship_side(ship), g.setup
    if goal >= 0 and not any(goal in coast for coast in setup.coast):
        yield Reason("16-2-1 areas", "not_a_place", {"hex": goal})
    elif goal == SHIP_BOX and side == ODA:
        yield Reason("16-2-1 areas", "not_in_the_box", {"ship": ship})
    elif goal not in neighbours(g, origin):
        yield Reason("16-2-1", "too_far", {"ship": ship})
    elif {origin, goal} == {SETO, PACIFIC} and side == UESUGI:
        yield Reason("16-2-6", "only_oda", {"ship": ship})
    elif goal >= 0 and has_neutral(g, goal):
        yield Reason("20 entry", "neutral_there", {"hex": goal})
    elif goal >= 0 and cargo >= 0:
        yield from transport.landing_bars(g, cargo, goal)


def goals(g: G, ship: int, cargo: int) -> list[int]:
    """Return the places a ship can sail to with the unit `cargo`, by the tests of `goal_bars`."""
    origin, side = g.ship_at[ship], g.ship_side(ship)
    barred = (SHIP_BOX,) if side == ODA else (PACIFIC,) if origin == SETO else (SETO,) if origin == PACIFIC else ()
    places = [p for p in neighbours(g, origin) if p not in barred and not (p >= 0 and has_neutral(g, p))]
    if cargo >= 0:
        places = [p for p in places if p < 0 or next(transport.landing_bars(g, cargo, p), None) is None]
    return places


def sailing(place: int) -> Act:
    """Return the act of sailing to a place."""
    return ("put_in", place) if place >= 0 else ("sail_to", area_of(place))


def place_of(act: Act) -> int:
    return PLACES[act[1]] if act[0] == "sail_to" else int(act[1])


# -- the move of one ship ---------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Sail(AutoAnswering):
    """16-2, 16-2-2: one ship moves one step.

    Before that a land unit of its hex may be told to board. It stays ashore until the ship sails (16-4-1).
    """

    seat: int
    ship: int
    goal: int = NOT_YET
    boarder: int = -1  # the unit that goes aboard as the ship sails

    def start(self, g: G) -> Next:
        acts: list[Act] = []
        if self.boarder < 0:
            acts += [("board", u) for u in transport.boarders(g, self.ship)]
        acts += [sailing(place) for place in goals(g, self.ship, self._cargo(g))]
        return self.ask(
            g, self.seat, "sail", "16-2", [*acts, ("stay",)], "take_choice", data={"ship": self.ship},
            end_option=("stay",),
            verbs=("board", "sail_to", "put_in"),
        )  # fmt: skip

    def _cargo(self, g: G) -> int:
        """Return the unit that sails with the ship; -1 if there is none."""
        return self.boarder if self.boarder >= 0 else g.cargo[self.ship]

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "board":
            yield from transport.board_bars(g, self.ship, act[1], self._cargo(g))
        elif act[0] != "stay":
            yield from goal_bars(g, self.ship, place_of(act), self._cargo(g))

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "board":
            self.boarder = act[1]
            g.emit("boarded", "16-4-1 embark", unit=act[1], ship=self.ship)
            return "start"
        g.set_ship("ship_done", self.ship, 1)
        if act[0] == "stay":
            return "over"
        self.goal = place_of(act)
        return "ask_blockade"

    # 16-2-5 leave, K-69: leaving a port with enemy ships before it

    def ask_blockade(self, g: G) -> Next:
        place, foe = g.ship_at[self.ship], 1 - self.seat
        if g.is_in_the_open(self.ship) or place < 0 or not ships_at(g, place, foe):
            return "set_sail"
        acts: list[Act] = [("intercept",), ("let_pass",)]
        return self.ask(
            g,
            foe,
            "blockade",
            "16-2-5 leave",
            acts,
            "take_blockade_answer",
            bars="",
            kind="confirm",
            data={"ship": self.ship},
        )

    def take_blockade_answer(self, g: G, act: Act) -> Next:
        """Sail, or end the move of an intercepted ship on the coast where it began (16-2-5 leave, K-69).

        A unit that was to sail with the ship has not left its hex (K-70). The journey of this unit is over
        (16-4-1 disembark): it does not move again in this phase (16-4-1 nomix).
        """
        if act[0] == "let_pass":
            return "set_sail"
        place = g.ship_at[self.ship]
        if self.boarder >= 0:
            transport.mark_landed(g, self.ship, self.boarder)
        g.set_ship("exposed", self.ship, 1)
        meet(g, place, 1 - self.seat, "16-2-5 leave")
        return "over"

    def set_sail(self, g: G) -> Next:
        can_board = self.boarder in transport.boarders(g, self.ship)  # a composed position may name a wrong unit
        arrive(g, self.ship, self.goal, self.boarder if can_board else -1)
        return "over"


def arrive(g: G, ship: int, place: int, boarder: int = -1) -> None:
    """Move a ship to a place, with its boarder, and land its cargo on a coast or in the box (16-4-1).

    A ship that arrives where enemy ships lie in the open must fight there (16-2-4).
    """
    side, was = g.ship_side(ship), g.ship_at[ship]
    g.move_ship(ship, place)
    area, coast = area_of(place), max(place, -1)
    g.emit("sailed", "16-2", ship=ship, from_area=area_of(was), from_hex=max(was, -1), area=area, hex=coast)
    if boarder >= 0:
        g.embark(boarder, ship)
    if place >= 0 or place == SHIP_BOX:
        transport.land(g, ship)
    foes = ships_at(g, place, 1 - side)
    if foes:
        if place >= 0 and not g.is_in_the_open(ship):  # K-69: the ship enters its port through the enemy
            g.set_ship("exposed", ship, 1)
        if not any(g.ship_bound[foe] for foe in foes):  # otherwise the enemy moved in first, and attacks
            g.set_ship("ship_bound", ship, 1)
            g.emit("ships_meet", "16-2-4", ship=ship, area=area_of(place), hex=max(place, -1))


def meet(g: G, place: int, side: int, clause: str) -> None:
    """Bind the ships of a side at a place to attack the enemy's in the open, unless these are bound already."""
    ships = ships_at(g, place, side)
    if not is_engaged_at(g, place):
        for ship in ships:
            g.set_ship("ship_bound", ship, 1)
    g.emit("ships_meet", clause, ship=ships[0], area=area_of(place), hex=max(place, -1))
