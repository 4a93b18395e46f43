"""The parts of a scene that only this game has: ranks and values, markers, ships and the box."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, ClassVar

from gunki.games.kenshin.setup import AREAS, RANKS, SEATS, UESUGI, KenshinSetup
from gunki.series.forces_and_castles.show.facts import fact, value
from gunki.series.forces_and_castles.show.scene import Scene

#: The places beside the map of units that may still come.
BOX, UNDEPLOYED = "box", "undeployed"
FULL = 2


class KenshinScene(Scene[KenshinSetup]):
    """2-2-1: a counter shows rank, ability and action points; 2-2-2: markers lie on forces and castles."""

    BESIDE: ClassVar[tuple[str, ...]] = (UNDEPLOYED,)
    SPOTS: ClassVar[tuple[str, ...]] = (BOX,)

    # -- time and points ----------------------------------------------------------------------------------------------

    def time(self) -> list[dict[str, Any]]:
        month, third = self.setup.calendar[self.view["turn"] - 1]
        return [*super().time(), {"text": f"third_{third}", "data": {"month": month}}]

    def phases(self) -> dict[str, Any]:
        """Return the phases; the deployment comes before the first turn (3(2))."""
        timeline = super().phases()
        now, phases = timeline["now"], timeline["all"]
        return timeline if now in phases else {"now": now, "all": [now, *phases]}

    def counts(self) -> list[dict[str, Any]]:
        """Return the one score, under Uesugi (21)."""
        seat, view = SEATS[UESUGI], self.view
        row = {"name": ["seat", seat], "side": seat, "value": view["score"], "parts": view["scoring"][seat]}
        return [{"name": ["scene", "points"], "rows": [{**row, "goal": self.setup.score_to_win}]}]

    def tracks(self) -> list[dict[str, Any]]:
        """Return the tracks of score and turns (2-1-2).

        The boxes of the score are the columns of the event table, up to the score that wins. The track of turns shows
        the ironclads that are to come (16-5).
        """
        setup, view = self.setup, self.view
        least = [*setup.event_tables.event_columns, setup.score_to_win]
        texts = [f"≤{least[0] - 1}", *(f"{a}…{b - 1}" for a, b in pairwise(least)), f"≥{least[-1]}"]
        boxes = [{"text": text.replace("-", "−"), "side": SEATS[n < len(least)]} for n, text in enumerate(texts)]
        score = {"thing": "track:score", "clan": SEATS[UESUGI], "name": ["scene", "score_marker"]}
        where = sum(view["score"] >= number for number in least)
        coming = [
            {"thing": f"ship:{name}", "kind": self.ship_kind(ship), "clan": self.ship_clan(ship),
             "name": ["ship", name], "box": setup.ship_turn[ship] - 1}
            for ship, name in enumerate(setup.ships)
            if view["ships"][name] == UNDEPLOYED and setup.ship_turn[ship] >= view["turn"]
        ]  # fmt: skip
        turn = {"thing": "track:turn", "clan": SEATS[UESUGI], "name": ["scene", "turn_marker"]}
        return [
            {
                "id": "score",
                "name": ["scene", "score_track"],
                "boxes": boxes,
                "markers": [{**score, "value": view["score"], "box": where}],
            },
            {
                "id": "turns",
                "name": ["scene", "turn_track"],
                "boxes": [{"text": str(number)} for number in range(1, setup.turns + 1)],
                "markers": [{**turn, "box": view["turn"] - 1}, *coming],
            },
        ]

    # -- units (2-2-1) ------------------------------------------------------------------------------------------------

    def kind(self, unit: int) -> str:
        return RANKS[self.setup.rank[unit]]

    def values(self, unit: int, steps: int) -> list[dict[str, Any]]:
        """Return the printed values; a unit on its back side has no action points (2-2-1(5) back)."""
        setup = self.setup
        values = [value("strength", steps), value("ability", setup.ability[unit])]
        return values if steps < FULL else [*values, value("action", setup.action[unit])]

    def is_spent(self, unit: Mapping[str, Any]) -> bool:
        return bool(unit.get("done") or unit.get("landed") or unit.get("fought"))

    def force_values(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        setup = self.setup
        facts = [fact(RANKS[setup.rank[leader]]), fact("ability", setup.ability[leader])]
        return [*facts, fact("action", setup.action[leader])] if int(chief["steps"]) == FULL else facts

    def force_inputs(self, leader: str, names: list[str]) -> tuple[Any, ...]:
        return (self.view["fortified"].get(self.view["units"][leader]["hex"]),)

    def box_inputs(self) -> tuple[Any, ...]:
        return (*super().box_inputs(), self.view["ships"])

    def force_state(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the markers on a force, and what it has done in this phase (10-7, 10-8, 16-4-1)."""
        facts = [fact("bound", names=[["hex", chief["bound"]]], tone="bad")] if "bound" in chief else []
        if self._is_fortified(leader, chief):
            facts.append(fact("fortified"))
        if chief.get("pinned"):
            facts.append(fact("pinned", tone="bad"))
        return [*facts, *(fact(state) for state in ("done", "landed", "fought") if chief.get(state))]

    def force_signs(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the signs of the markers on a force (10-7, 10-8)."""
        signs: list[dict[str, Any]] = []
        if "bound" in chief:
            signs.append({"glyph": "engages"})
        if chief.get("pinned"):
            signs.append({"glyph": "engaged"})
        if self._is_fortified(leader, chief):
            signs.append({"glyph": "fortified"})
        return signs

    def _is_fortified(self, leader: int, chief: Mapping[str, Any]) -> bool:
        built = self.view["fortified"].get(chief["hex"], ())
        return bool(built) and not chief.get("inside") and self._side_of(leader) in built

    def _side_of(self, unit: int) -> str:
        return str(self.view["sides"][self.setup.armies[self.setup.army[unit]]])

    def arrows(self) -> list[dict[str, Any]]:
        """Return an arrow from each bound force to the hex that it must attack (10-7)."""
        units = self.view["units"]
        return [
            {
                "from": units[leader]["hex"],
                "to": units[leader]["bound"],
                "side": self._side_of(self.setup.units.index(leader)),
            }
            for leader in self.forces
            if "bound" in units[leader]
        ]

    # -- castles (8, 13) ----------------------------------------------------------------------------------------------

    def before_castles(self) -> dict[int, list[str]]:
        """Return the enemy forces in the open before each invested castle (13-1)."""
        setup, view = self.setup, self.view
        besiegers: dict[int, list[str]] = {}
        for castle, name in enumerate(setup.castles):
            state = view["castles"][name]
            if state.get("besieged"):
                hex_number = setup.map.numbers[setup.castle_hex[castle]]
                besiegers[castle] = [
                    leader
                    for leader in self.forces
                    if (unit := view["units"][leader])["hex"] == hex_number
                    and not unit.get("inside")
                    and self._side_of(setup.units.index(leader)) != state["holder"]
                ]
        return besiegers

    def castle_values(self, castle: int, state: Mapping[str, Any], inside: list[str]) -> list[dict[str, Any]]:
        facts = [
            fact("castle_strength", self.setup.castle_strength[castle]),
            fact("crowd", self._crowd(castle), of=self.setup.max_durability(castle), tone="neutral"),
        ]
        if "marker" in state:
            facts.append(fact("marker", int(state["marker"])))
        if self.setup.port[castle] >= 0:
            facts.append(fact("naval_line") if state.get("line") else fact("port"))
        if state.get("stormed"):
            facts.append(fact("stormed"))
        return facts

    def level_facts(self, castle: int) -> list[dict[str, Any]]:
        """Return nothing: a castle has no level besides its durability (2-1-1(3))."""
        return []

    def _crowd(self, castle: int) -> int:
        inside = self.inside.get(self.setup.map.numbers[self.setup.castle_hex[castle]], [])
        return sum(len(self.forces[name]) for name in inside)

    def castle_signs(self, castle: int, state: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the sign of how many units are inside a castle, and how many fit in (8-1)."""
        crowd = self._crowd(castle)
        of = self.setup.max_durability(castle)
        return [{"glyph": "crowd", "value": f"{crowd}/{of}"}] if crowd else []

    def investment_sign(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Return the sign of an investment, with the number of the marker (13-1-2)."""
        return value("invested", int(state["marker"]))

    def sites(self) -> dict[str, dict[str, Any]]:
        """Return the site of Kyoto, with the points that Kyoto brings (21, K-37)."""
        setup = self.setup
        any_unit, with_unit = setup.kyoto_points
        facts = [
            fact("kyoto_any", any_unit),
            fact("kyoto_with", with_unit, names=[["unit", setup.units[setup.kenshin]]]),
        ]
        return {setup.map.numbers[setup.kyoto]: {"marks": [{"glyph": "capital"}], "facts": facts}}

    def works(self) -> dict[str, list[dict[str, Any]]]:
        """Return the Fortification markers by hex (10-8)."""
        return {
            h: [{"glyph": "fortified", "side": side} for side in built] for h, built in self.view["fortified"].items()
        }

    # -- ships (16) ---------------------------------------------------------------------------------------------------

    def ship_kind(self, ship: int) -> str:
        return "ironclad" if self.setup.ironclad[ship] else "ship"

    def ship_clan(self, ship: int) -> str:
        return self.setup.armies[self.setup.ship_army[ship]]

    def fleets(self) -> dict[str, list[dict[str, Any]]]:
        """Return the ships at each place. Each ship is a stack of its own, with the unit it carries."""
        stacks: dict[str, list[dict[str, Any]]] = {}
        for ship, (name, state) in enumerate(self.view["ships"].items()):
            if not isinstance(state, str):
                stacks.setdefault(state["at"], []).append(self._ship(ship, name, state))
        return stacks

    def _ship(self, ship: int, name: str, state: Mapping[str, Any]) -> dict[str, Any]:
        setup, clan, sheltered = self.setup, self.ship_clan(ship), self._is_sheltered(ship, state)
        cargo, steps = state.get("cargo"), int(state["steps"])
        carries = not setup.ironclad[ship] and steps >= setup.carrier_steps
        pieces = [self.ship_piece(ship, name, state)]
        facts = [fact("steps", steps, of=FULL), fact("ability", setup.ship_ability[ship])]
        if cargo:
            pieces.append(self.piece(cargo, self.view["units"][cargo]))
            facts.append(fact("carries", names=[["unit", cargo]]))
        else:
            facts.append(fact("may_carry" if carries else "carries_nobody"))
        facts += self.kept_side_facts(clan)
        if state["at"] not in AREAS:
            facts.append(fact("sheltered") if sheltered else fact("exposed", tone="bad"))
        facts += [fact("ship_bound", tone="bad")] if state.get("bound") else []
        return {
            "clan": clan,
            "force": f"ship:{name}",
            "boxes": int(carries or cargo is not None),
            "inside": sheltered,
            "afloat": True,
            "pieces": pieces,
            "facts": [*facts, *([fact("done")] if state.get("done") else [])],
        }

    def ship_piece(self, ship: int, name: str, state: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return the counter of a ship; `state` is its entry in the view while it is at sea, else None."""
        fields = state or {}
        steps = int(fields.get("steps", FULL))
        marks: list[dict[str, Any]] = [{"glyph": "reduced"}] if steps < FULL else []
        marks += [{"glyph": "cargo"}] if fields.get("cargo") else []
        marks += [{"glyph": "engages"}] if fields.get("bound") else []
        if state is not None and state["at"] not in AREAS:
            marks.append({"glyph": "sheltered" if self._is_sheltered(ship, state) else "exposed"})
        return {
            "thing": f"ship:{name}",
            "kind": self.ship_kind(ship),
            "clan": self.ship_clan(ship),
            "name": ["ship", name],
            "count": 1,
            "state": "spent" if fields.get("done") else "ready",
            "values": [value("strength", steps), value("ability", self.setup.ship_ability[ship])],
            "marks": marks,
        }

    def _is_sheltered(self, ship: int, state: Mapping[str, Any]) -> bool:
        """Return whether a ship is inside a port castle of its side (16-2-5)."""
        setup, at = self.setup, state["at"]
        castle = setup.castle_at[setup.map.hex(at)] if at not in AREAS else -1
        if castle < 0 or setup.port[castle] < 0 or state.get("exposed"):
            return False
        return bool(self.view["castles"][setup.castles[castle]]["holder"] == self.view["sides"][self.ship_clan(ship)])

    # -- beside the map -----------------------------------------------------------------------------------------------

    def boxes(self) -> list[dict[str, Any]]:
        """Return the boxes beside the map.

        They hold units that may still come, with what brings them (9-3, 9-2), and ships that are to come, sunk or gone
        (16-3, 16-5).
        """
        setup, view = self.setup, self.view
        coming: dict[str, list[str]] = {}
        for name, unit in self.others.items():
            kind = setup.beside[setup.units.index(name)]
            if unit == UNDEPLOYED and kind:
                coming.setdefault(kind, []).append(name)
        waiting = [
            {
                "name": ["scene", "coming"],
                "note": {"text": f"by_{word}", "data": {}},
                "pieces": [self.piece(n, None) for n in names],
            }
            for word, names in coming.items()
        ]
        fates: dict[str, list[int]] = {}
        for ship, state in enumerate(view["ships"].values()):
            if state in (UNDEPLOYED, "sunk", "removed"):
                fates.setdefault(state, []).append(ship)
        ships = [
            {
                "name": ["scene", "coming" if fate == UNDEPLOYED else fate],
                **({"note": self._arrival(fleet)} if fate == UNDEPLOYED else {}),
                "pieces": [self.ship_piece(ship, setup.ships[ship], None) for ship in fleet],
            }
            for fate, fleet in fates.items()
        ]
        return [*waiting, *ships, *super().boxes()]

    def _arrival(self, ships: list[int]) -> dict[str, Any]:
        return {"text": "coming_on", "data": {"turn": min(self.setup.ship_turn[ship] for ship in ships)}}
