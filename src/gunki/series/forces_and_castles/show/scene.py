"""The scene (docs/data/scene.md): hexes, forces with their command tracks, castles.

A view keeps the same row objects for units and castles that have not changed. A stack, a castle or a place is made
again only if one of its inputs has changed: one of those rows, or another value that it is made from.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from gunki.core.definition.lexicon import NONE
from gunki.core.show.part_memo import PartMemo
from gunki.core.show.score import conditions_count
from gunki.series.forces_and_castles.setup import ForcesSetup
from gunki.series.forces_and_castles.show.board_layout import sides
from gunki.series.forces_and_castles.show.facts import fact, value
from gunki.series.forces_and_castles.show.ground import (
    Ground,
    find_forces,
    find_forces_inside,
    group_by_place,
    make_place,
)
from gunki.series.forces_and_castles.state.state_fields import FULL

S = TypeVar("S", bound=ForcesSetup)


class Scene(Generic[S]):
    """Builds the scene from a view. Each game adds what else its counters and castles show."""

    #: The words that a view has in place of a hex for units beside the map that may still come.
    BESIDE: ClassVar[tuple[str, ...]] = ("off",)
    #: Places that are not hexes, but where forces can stand (`spots` in docs/data/board.md).
    SPOTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, setup: S, view: Mapping[str, Any], memo: PartMemo) -> None:
        self.setup, self.view, self.memo = setup, view, memo
        units = view["units"]
        #: The units of each force, by its leader. `others` has the entries of the units that are at no place.
        self.forces, others = memo.make("forces", units, lambda: find_forces(units, {*setup.map.index, *self.SPOTS}))
        self.others = memo.keep("others", others)
        #: The forces inside the castle of each hex.
        self.inside = memo.make("inside", units, lambda: find_forces_inside(units, self.forces))
        self.before = self.before_castles()

    def table(self) -> dict[str, Any]:
        view, keep = self.view, self.memo.keep
        return {
            "headline": self.headline(),
            "phases": keep("phases", self.phases()),
            "weather": view["weather"],
            "sides": keep("sides of the scene", sides(self.setup)),
            "serves": keep("serves", {army: side for army, side in view["sides"].items() if side in self.setup.seats}),
            "places": self._places(),
            "arrows": keep("arrows", self.arrows()),
            "tracks": keep("tracks", self.tracks()),
            "hands": [],
            "piles": [],
            "counts": keep("counts", self.counts()),
            "rolls": keep("rolls", self.rolls()),
            "boxes": self.memo.make("boxes", self.box_inputs(), self.boxes),
        }

    # -- what each game may change ------------------------------------------------------------------------------------

    def time(self) -> list[dict[str, Any]]:
        """Return the part of the headline about the time."""
        return [{"text": "turn", "data": {"turn": self.view["turn"], "last": self.setup.turns}}]

    def phases(self) -> dict[str, Any]:
        """Return the phase under way, and all phases in order."""
        return {"now": self.view["phase"], "all": list(self.setup.phases)}

    def strength(self, names: list[str]) -> int:
        """Return the joint strength of some units in battle."""
        return sum(int(self.view["units"][name]["steps"]) for name in names)

    def values(self, unit: int, steps: int) -> list[dict[str, Any]]:
        """Return the numbers that are printed on a counter."""
        return []

    def is_spent(self, unit: Mapping[str, Any]) -> bool:
        """Return whether a unit can do nothing more for now."""
        return False

    def marked_units(self) -> set[str]:
        """Return the leaders of the forces whose stacks show something that is not in the rows of their units."""
        return set()

    def common_inputs(self) -> tuple[Any, ...]:
        """Return inputs that many stacks or castles share, besides the sides of the armies.

        If one of them changes, every stack and castle is checked, and made again if its own inputs have changed.
        """
        return ()

    def force_inputs(self, leader: str, names: list[str]) -> tuple[Any, ...]:
        """Return the inputs of a force's stack besides the rows of its units (see `marked_units`, `common_inputs`)."""
        return ()

    def castle_inputs(self, castle: int) -> tuple[Any, ...]:
        """Return those of the `common_inputs` from which one castle is made."""
        return ()

    def box_inputs(self) -> tuple[Any, ...]:
        """Return the inputs from which the boxes beside the map are made."""
        return self.others, self.view["turn"]

    def force_values(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return a game's own facts about a force. They come after its strength and steps."""
        return []

    def force_state(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the facts at the end of a force's description: its present state, e.g. that it has acted already."""
        return []

    def force_signs(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return a game's own signs on a force. They come before the signs that all games have."""
        return []

    def castle_values(self, castle: int, state: Mapping[str, Any], inside: list[str]) -> list[dict[str, Any]]:
        """Return a game's own facts about a castle. They come after its durability. `inside`: the forces inside it."""
        return []

    def level_facts(self, castle: int) -> list[dict[str, Any]]:
        """Return the facts about the size of a castle."""
        return [fact("level", self.setup.level[castle])]

    def castle_signs(self, castle: int, state: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return a game's own signs on a castle. They come after the sign of its durability."""
        return []

    def investment_sign(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Return the sign of a castle that is invested."""
        return {"glyph": "invested"}

    def fleets(self) -> dict[str, list[dict[str, Any]]]:
        """Return the stacks of ships at each place."""
        return {}

    def arrows(self) -> list[dict[str, Any]]:
        """Return an arrow for each force that must act against a certain place.

        It goes from the force to that place, in the colour of the force's side.
        """
        return []

    def tracks(self) -> list[dict[str, Any]]:
        """Return the tracks beside the map."""
        return []

    def sites(self) -> dict[str, dict[str, Any]]:
        """Return the named places without a castle, by hex. Each may have a `name`, a `side`, `marks` and `facts`."""
        return {}

    def works(self) -> dict[str, list[dict[str, Any]]]:
        """Return the signs of the works that were built on the map, by hex."""
        return {}

    def rolls(self) -> list[dict[str, Any]]:
        """Return the rolls still to come, by chart, each with the values that it would have now."""
        return []

    # -- time and points ----------------------------------------------------------------------------------------------

    def headline(self) -> list[dict[str, Any]]:
        sky = [{"text": f"weather_{self.view['weather']}", "data": {}}] if len(self.setup.weathers) > 1 else []
        return [*self.time(), *sky]

    def counts(self) -> list[dict[str, Any]]:
        """Return the points of each seat with their parts, and the conditions of victory."""
        view = self.view
        points = [
            {"name": ["seat", seat], "side": seat, "value": value, "parts": view["scoring"][seat]}
            for seat, value in view["points"].items()
        ]
        return [{"name": ["scene", "points"], "rows": points}, *conditions_count(view["conditions"])]

    # -- places -------------------------------------------------------------------------------------------------------

    def _places(self) -> dict[str, Any]:
        """Return the row of each place, by place. Only the places where something has changed are made again."""
        view, memo = self.view, self.memo
        now = Ground(
            common=(view["sides"], self.sites(), self.fleets(), self.works(), *self.common_inputs()),
            units=view["units"],
            castles=view["castles"],
            invested={leader: c for c, leaders in self.before.items() for leader in leaders},
            stacks=memo.make("stacks by place", view["units"], lambda: group_by_place(view["units"], self.forces)),
            marked=self.marked_units(),
        )
        latest: tuple[Ground, dict[str, Any]] | None = memo.latest("ground")
        places: dict[str, Any]
        again: Collection[str]
        if latest is None or latest[0].common != now.common:
            places, again = {}, self._all_places(now)
        else:
            places, again = latest[1], self._changed_places(latest[0], now)
            places = dict(places) if again else places
        for place in again:
            parts = self._parts_at(place, now)
            if parts:
                places[place] = memo.make(("place", place), parts, partial(make_place, parts))
            else:
                places.pop(place, None)
        if again:
            memo.forget_others("stack", self.forces)
            memo.forget_others("place", places)
        memo.store("ground", (now, places))
        return places

    def _all_places(self, now: Ground) -> Collection[str]:
        """Return every place with a site, a castle, a stack, ships or works, each once."""
        _, sites, fleets, works, *_ = now.common
        castles = (self.setup.map.numbers[h] for h in self.setup.castle_hex)
        return list(dict.fromkeys((*sites, *castles, *now.stacks, *fleets, *works)))

    def _changed_places(self, before: Ground, now: Ground) -> Collection[str]:
        """Return the places where a unit or a castle has changed, and the castles that a changed force invests."""
        numbers, castle_hex, places = self.setup.map.numbers, self.setup.castle_hex, set[str]()
        leaders = set(before.marked ^ now.marked)
        if before.units is not now.units:
            for name, row in now.units.items():
                former = before.units[name]
                if row is not former:
                    for entry in (former, row):
                        if not isinstance(entry, str):
                            places.add(entry["hex"])
                            leaders.add(entry.get("leader", name))
        if before.castles is not now.castles:
            castles = enumerate(now.castles.items())
            places |= {numbers[castle_hex[c]] for c, (name, row) in castles if row is not before.castles[name]}
        if before.invested != now.invested:
            leaders |= {leader for leader, _ in before.invested.items() ^ now.invested.items()}
        for leader in leaders:
            for ground in (before, now):
                row = ground.units[leader]
                if isinstance(row, dict):
                    places.add(row["hex"])
                if leader in ground.invested:
                    places.add(numbers[castle_hex[ground.invested[leader]]])
        return places

    def _parts_at(self, place: str, now: Ground) -> list[tuple[str, Any]]:
        """Return the parts of a place: site, castle, stacks, works. A part with unchanged inputs is not made again."""
        setup, units, keep, make = self.setup, now.units, self.memo.keep, self.memo.make
        sides_now, sites, fleets, works, *_ = now.common
        parts: list[tuple[str, Any]] = []
        if place in sites:
            parts.append(("site", keep(("site", place), sites[place])))
        h = setup.map.index.get(place, -1)
        c = setup.castle_at[h] if h >= 0 else -1
        if c >= 0:
            state, inside, before = now.castles[setup.castles[c]], self.inside.get(place, []), self.before.get(c, [])
            forces = [[units[name] for name in self.forces[leader]] for leader in (*inside, *before)]
            inputs = (state, sides_now, inside, before, forces, self.castle_inputs(c))
            parts.append(("castle", make(("castle", c), inputs, partial(self._castle, c, state, inside, before))))
        for leader in now.stacks.get(place, ()):
            names, castle = self.forces[leader], now.invested.get(leader, -1)
            inputs = ([units[name] for name in names], names, sides_now, castle, *self.force_inputs(leader, names))
            parts.append(("stack", make(("stack", leader), inputs, partial(self._stack, leader, names, castle))))
        parts += [("stack", keep(("ship", ship["force"]), ship)) for ship in fleets.get(place, ())]
        if place in works:
            parts.append(("works", keep(("works", place), works[place])))
        return parts

    def _castle(self, castle: int, state: Mapping[str, Any], inside: list[str], before: list[str]) -> dict[str, Any]:
        """Return the part of a place that shows its castle."""
        owner = None if state["owner"] == NONE else state["owner"]
        return {
            "owner": owner,
            "side": self.view["sides"][owner] if owner else None,
            "marks": self._castle_marks(castle, state),
            "facts": self._castle_facts(castle, state, inside, before),
        }

    def _stack(self, leader: str, names: list[str], castle: int) -> dict[str, Any]:
        """Return the stack of a force. `castle`: the castle that the force invests, or -1."""
        setup, units = self.setup, self.view["units"]
        u, chief = setup.units.index(leader), units[leader]
        army = setup.armies[setup.army[u]]
        pieces = [self.piece(name, units[name]) for name in names]
        marks = [*self._neutral_mark(army), *self._force_marks(u, chief)]
        if marks:
            pieces[0] = {**pieces[0], "marks": [*pieces[0]["marks"], *marks]}
        return {
            "clan": army,
            "force": f"unit:{leader}",
            "boxes": setup.boxes[u],
            "inside": bool(chief.get("inside")),
            "pieces": pieces,
            "facts": self._force_facts(u, names, castle),
        }

    def kind(self, unit: int) -> str:
        """Return the kind of a unit's counter."""
        return "unit"

    def piece(self, name: str, unit: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return the counter of a unit; do not change it. `unit`: its row in the view; None if it is not on the map."""
        if unit is None:
            return self.counter(name, FULL, False)
        return self.counter(name, int(unit["steps"]), self.is_spent(unit))

    def counter(self, name: str, steps: int, spent: bool) -> dict[str, Any]:
        """Return the counter of a unit. It is drawn once for all matches with this setup: do not change it."""
        setup, u = self.setup, self.setup.units.index(name)
        counter = setup.counters.get((u, steps, spent))
        if counter is None:
            counter = setup.counters[u, steps, spent] = {
                "thing": f"unit:{name}",
                "kind": self.kind(u),
                "clan": setup.armies[setup.army[u]],
                "name": ["unit", name],
                "count": 1,
                "state": "spent" if spent else "ready",
                "values": self.values(u, steps),
                "marks": [{"glyph": "reduced"}] if steps == 1 else [],
            }
        return counter

    def before_castles(self) -> dict[int, list[str]]:
        """Return, for each castle, the forces that invest it.

        A force invests the castle in its hex. If that castle is not invested, the force invests an invested castle
        beside its hex.
        """
        setup, view = self.setup, self.view
        investors: dict[int, list[str]] = {}
        besieged = {setup.castles.index(name) for name, castle in view["castles"].items() if castle.get("besieged")}
        for leader in self.forces:
            unit = view["units"][leader]
            if unit.get("invests"):
                h = setup.map.hex(unit["hex"])
                near = [setup.castle_at[b] for b in (h, *setup.map.around(h)) if setup.castle_at[b] in besieged]
                if near:
                    investors.setdefault(near[0], []).append(leader)
        return investors

    # -- facts about one thing ----------------------------------------------------------------------------------------

    def side_facts(self, army: str) -> list[dict[str, Any]]:
        """Return the fact that names the side an army fights for.

        The colours show only the army, and its side may change.
        """
        return [fact("side", names=[["seat", self.view["sides"][army]]])]

    def kept_side_facts(self, army: str) -> list[dict[str, Any]]:
        """Return the `side_facts` of an army. While they do not change, it is always the same object."""
        return self.memo.keep(("side facts", army), self.side_facts(army))

    def _castle_facts(
        self, castle: int, state: Mapping[str, Any], inside: list[str], before: list[str]
    ) -> list[dict[str, Any]]:
        """Return the facts about a castle, its garrison and the forces that invest it."""
        setup, forces = self.setup, self.forces
        facts = [
            *self.level_facts(castle),
            fact("durability", state["durability"], of=setup.max_durability(castle)),
        ]
        if state["owner"] != NONE:
            facts += self.castle_values(castle, state, inside)
            facts += self.kept_side_facts(state["owner"])
            strength = self.strength([name for n in inside for name in forces[n]])
            names = [["unit", n] for n in inside]
            facts.append(fact("garrison", strength, names=names) if inside else fact("no_garrison"))
        if before:
            strength = self.strength([name for n in before for name in forces[n]])
            facts.append(fact("invested", strength, names=[["unit", n] for n in before], tone="bad"))
        return facts

    def _force_facts(self, leader: int, names: list[str], castle: int) -> list[dict[str, Any]]:
        """Return the facts about a force, from its strength to its state. `castle`: the castle it invests, or -1."""
        setup, units = self.setup, self.view["units"]
        chief = units[names[0]]
        facts = [
            fact("strength", self.strength(names)),
            fact("steps", sum(units[name]["steps"] for name in names), of=2 * len(names)),
            *self.force_values(leader, chief),
        ]
        if setup.boxes[leader]:
            facts.append(fact("leadership", len(names) - 1, of=setup.boxes[leader]))
        facts += self.kept_side_facts(setup.armies[setup.army[leader]])
        if chief.get("inside"):
            home = setup.castles[setup.castle_at[setup.map.hex(chief["hex"])]]
            facts.append(fact("inside", names=[["castle", home]]))
        if castle >= 0:
            facts.append(fact("invests", names=[["castle", setup.castles[castle]]]))
        return [*facts, *self.force_state(leader, chief)]

    # -- signs --------------------------------------------------------------------------------------------------------

    def _castle_marks(self, castle: int, state: Mapping[str, Any]) -> list[dict[str, Any]]:
        setup = self.setup
        marks: list[dict[str, Any]] = [
            {
                "glyph": "castle",
                "name": ["castle", setup.castles[castle]],
                "value": setup.level[castle],
                "of": max(setup.level),
            }
        ]
        if state["durability"] < setup.max_durability(castle):
            marks.append({**value("durability", state["durability"]), "of": setup.max_durability(castle)})
        marks += self.castle_signs(castle, state)
        if state["owner"] != NONE:
            marks += self._neutral_mark(state["owner"])
        if state.get("besieged"):
            marks.append(self.investment_sign(state))
        return marks

    def _neutral_mark(self, army: str) -> list[dict[str, Any]]:
        """Return the sign of a neutral army, because the colours do not show that an army is neutral."""
        return [] if self.view["sides"][army] in self.setup.seats else [{"glyph": "neutral"}]

    def _force_marks(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        marks = self.force_signs(leader, chief)
        if chief.get("inside"):
            marks.append({"glyph": "garrison"})
        if chief.get("invests"):
            marks.append({"glyph": "invests"})
        return marks

    # -- beside the map -----------------------------------------------------------------------------------------------

    def is_beside(self, unit: str | Mapping[str, Any]) -> bool:
        """Return whether a unit is beside the map and may still come.

        Such a unit is written as a word, or as a row if it differs from the scenario, e.g. by a lost step.
        """
        return (unit if isinstance(unit, str) else unit["hex"]) in self.BESIDE

    def _is_in_scenario(self, name: str) -> bool:
        """Return whether the scenario has a unit, on the map or still to come."""
        setup, u = self.setup, self.setup.units.index(name)
        return bool(setup.starts[u] or setup.arrival[u] or setup.beside[u])

    def boxes(self) -> list[dict[str, Any]]:
        """Return the boxes beside the map: the units that come in each later turn, the dead and the removed."""
        setup, view = self.setup, self.view
        coming: dict[int, list[str]] = {}
        for name, unit in self.others.items():
            turn = setup.arrival[setup.units.index(name)]
            if turn and self.is_beside(unit):
                coming.setdefault(turn, []).append(name)
        fates = {
            "dead": [n for n, unit in self.others.items() if unit == "dead"],
            "removed": [n for n, unit in self.others.items() if unit == "removed" and self._is_in_scenario(n)],
        }
        return [
            *(
                {
                    "name": ["scene", "coming"],
                    "note": {"text": "coming_on" if turn > view["turn"] else "coming_now", "data": {"turn": turn}},
                    "pieces": [self.piece(n, None) for n in names],
                }
                for turn, names in sorted(coming.items())
            ),
            *(
                {"name": ["scene", key], "pieces": [self.piece(n, None) for n in fallen]}
                for key, fallen in fates.items()
            ),
        ]
