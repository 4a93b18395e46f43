"""The options of a decision, compared with the book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gunki.core.rules.decision import Decision
from gunki.series.gunyuden.oracle.board import Force
from gunki.series.gunyuden.oracle.ground import measure
from gunki.series.gunyuden.oracle.model import Model

if TYPE_CHECKING:
    from gunki.core.matches.match import Match

#: Zones and sieges, and lines, are compared only once in this many plies, because they change slowly.
ZONE_CHECK_INTERVAL = 4
LINE_CHECK_INTERVAL = 6


def shorten_list(differences: object) -> str:
    """Return a list of differences as text of at most 200 characters."""
    text = str(differences)
    return text if len(text) <= 200 else text[:197] + "..."


class Decisions:
    """The comparison of one decision."""

    def __init__(self, model: Model, match: Match, decision: Decision, compared: Counter[str]) -> None:
        self.model = model
        self.table = model.table
        self.match = match
        self.decision = decision
        self.compared = compared
        self.stack = model.document.get("stack", ())

    def compare(self) -> Iterator[str]:
        """Yield every difference. Actions in which all forces of a hex act at once are not compared (35.9)."""
        name = self.decision.name
        if any(row["procedure"] == "SummonAll" for row in self.stack):
            return
        if name in ("march", "march_end"):
            yield from self.compare_march()
        elif name in ("action", "move_before"):
            yield from self.compare_actions()
        elif name == "retreat":
            yield from self.compare_retreat()
        elif name == "siege":
            yield from self.compare_siege()
        elif name == "target":
            yield from self.compare_targets()
        if self.match.ply % ZONE_CHECK_INTERVAL == 0:
            yield from self.compare_zones()
            yield from self.compare_sieges()
        if self.match.ply % LINE_CHECK_INTERVAL == 1:
            yield from self.compare_lines()

    def find_offers(self, verb: str) -> dict[str, int | None]:
        """Return the options of a verb: the first argument of each, with the cost of the option."""
        return {str(o.action.args[0]): o.cost for o in self.decision.options if o.action.verb == verb}

    @property
    def verbs(self) -> set[str]:
        return {option.action.verb for option in self.decision.options}

    # -- movement -------------------------------------------------------------------------------------------------

    def compare_march(self) -> Iterator[str]:
        """Compare the hexes in reach and their costs (15-2 to 15-6, 16)."""
        force = self.table.force_of(str(self.decision.data["unit"]))
        left = int(self.decision.data["count"])
        march = next((row for row in reversed(self.stack) if row["procedure"] == "March"), None)
        if not force.hex or march is None:
            return
        reach = self.model.reach_of(force)
        points = reach.allowance - march["spent"]
        if points != left:
            yield f"{force.name} has {left} points left instead of {points} (15-2-1, 15-6-3)"
        way = "strategic" if march["strategic"] else "move"
        mine, theirs = reach.find(left, way), self.find_offers("to")
        self.compared["reach"] += 1
        if mine != theirs:
            off = sorted(set(mine.items()) ^ {(k, v) for k, v in theirs.items() if v is not None})
            yield f"{force.name} at {force.hex} reaches ({way}) otherwise (15-2, 15-4): {shorten_list(off)}"

    def compare_actions(self) -> Iterator[str]:
        """Compare which actions a force may choose: strategic march (15-3), battle (22-1), rally (26), siege (17-1)."""
        force = self.table.force_of(str(self.decision.data["unit"]))
        if not force.hex:
            return
        self.compared["actions"] += 1
        able = self.model.document["stage"] <= force.lead.activation
        free = able and not self.model.is_investing(force)
        expected = (
            ("strategic", free and self.may_march_strategically(force), "15-3"),
            ("battle", self.model.may_fight(force) if free else False, "22-1"),
            ("rally", able and force.lead.morale < 0, "26-1"),
        )
        for verb, may, clause in expected:
            if may is not None and may != (verb in self.verbs) and self.decision.name == "action":
                yield f"{force.name} at {force.hex}: {verb} should be {'open' if may else 'closed'} ({clause})"
        castle = self.model.find_besieged_castle(force)
        if ("siege" in self.verbs and castle is None) or (
            "siege" not in self.verbs
            and castle is not None
            and able
            and self.model.may_assault([force], castle)
            and self.decision.name == "action"
            and castle.name not in self.model.castles_called
        ):
            yield f"{force.name} at {force.hex}: siege should be {'closed' if castle is None else 'open'} (17-1)"

    def compare_siege(self) -> Iterator[str]:
        """Compare the actions open against a castle: invest, assault, call (18-1, 19-1-3, 20-1)."""
        siege = next((row for row in reversed(self.stack) if row["procedure"] == "Siege"), None)
        if siege is None:
            return
        forces = [self.table.force_of(name) for name in (siege["force"], *siege["helpers"])]
        castle = self.table.castles[str(self.decision.data["castle"])]
        fresh, called = not siege["invested"], castle.name in self.model.castles_called
        stormed = castle.name in self.model.castles_stormed
        expected = (
            ("invest", fresh and self.model.may_invest(forces, castle), "18-1"),
            ("assault", not called and self.model.may_assault(forces, castle), "19-1-3"),
            ("call", fresh and not called and not stormed and self.model.may_call(forces[0], castle), "20-1"),
        )
        self.compared["siege_choices"] += 1
        for verb, may, clause in expected:
            if may != (verb in self.verbs):
                yield f"{forces[0].name} at {castle.name}: {verb} should be {'open' if may else 'closed'} ({clause})"

    def may_march_strategically(self, force: Force) -> bool:
        """Return whether a force meets the conditions of a strategic march (15-3-1 to 15-3-3) and can go somewhere.

        Going into the castle of its hex, or out of the castle, is movement too (16.0).
        """
        reach = self.model.reach_of(force)
        if force.lead.morale < 0 or reach.is_near_enemy(force.hex):
            return False
        goes = reach.can_pass_gate() or bool(reach.find(reach.allowance, "strategic"))
        return goes and self.model.has_line(force)

    # -- battles --------------------------------------------------------------------------------------------------

    def compare_targets(self) -> Iterator[str]:
        """Compare the hexes that may be attacked (22-1-2, 22-1-5, 23-7)."""
        force = self.table.force_of(str(self.decision.data["unit"]))
        mine, theirs = self.model.targets_of(force), set(self.find_offers("attack"))
        self.compared["targets"] += 1
        if mine != theirs:
            yield f"{force.name} at {force.hex} may attack other hexes (22-1-2): {shorten_list(sorted(mine ^ theirs))}"

    def compare_retreat(self) -> Iterator[str]:
        """Compare the hexes into which a force may fall back (23-4-2, 23-4-3)."""
        retreat = next((row for row in reversed(self.stack) if row["procedure"] == "Retreat"), None)
        if retreat is None:
            return
        force = self.table.force_of(str(self.decision.data["unit"]))
        done = retreat["gone"] >= retreat["hexes"]
        mine, theirs = set() if done else self.find_retreats(force, retreat["origin"]), set(self.find_offers("back"))
        self.compared["retreat"] += 1
        if mine != theirs:
            yield f"{force.name} at {force.hex} may fall back elsewhere (23-4-3): {shorten_list(sorted(mine ^ theirs))}"

    def find_retreats(self, force: Force, origin: str) -> set[str]:
        """Return the hexes into which a force may fall back by the book.

        They are farther from the attacker, are not mountain or water, and hold no enemies, not even in a castle.
        """
        ground = self.model.ground
        reach = self.model.reach_of(force)
        return {
            near
            for near in ground.around[force.hex]
            if measure(near, origin) > measure(force.hex, origin)
            and ground.terrain[near] not in ("mountain", "sea", "lake")
            and not ground.is_water_between(force.hex, near)
            and near not in reach.zones.all_foes
            and reach.may_enter(force.hex, near)
        }

    # -- zones, lines, sieges -------------------------------------------------------------------------------------

    def compare_zones(self) -> Iterator[str]:
        """Compare the zones that the deciding player's forces meet (5)."""
        seat = self.decision.who
        places = self.match.overlay("zoc", seat)["places"]
        zones = self.model.zones_against(self.table.side_of_seat(seat))
        occupied = set(zones.own_castles) | set(zones.friends)
        strong = (zones.by_force | zones.by_castle) - occupied
        weak = zones.weak - strong - occupied
        self.compared["zones"] += 1
        for name, mine in (("strong_zone", strong), ("weak_zone", weak)):
            theirs = {place for place, row in places.items() if row["name"][1] == name} - occupied
            if mine != theirs:
                yield f"{seat} meets other zones ({name}, 5-1, 5-2): {shorten_list(sorted(mine ^ theirs))}"

    def compare_lines(self) -> Iterator[str]:
        """Compare which forces of one army have a line (11). The next comparison takes the next army."""
        forces: dict[str, list[Force]] = {}
        for force in self.table.forces():
            if self.table.side_of(force.army) >= 0:
                forces.setdefault(force.army, []).append(force)
        armies = sorted(forces)
        army = armies[self.match.ply // LINE_CHECK_INTERVAL % len(armies)]
        connected = self.model.find_connected(army)
        places = self.match.overlay("supply")["places"]
        for force in forces[army]:
            if force.hex in places and len(self.table.forces_at(force.hex)) == 1:
                self.compared["lines"] += 1
                theirs = places[force.hex]["name"][1] == "has_line"
                if theirs != (force.name in connected):
                    yield f"{force.name} at {force.hex} has {'no' if theirs else 'a'} line (11-1, 11-2)"

    def compare_sieges(self) -> Iterator[str]:
        """Compare which castles are invested (18-1, 18-3)."""
        castles = self.match.view()["castles"]
        for castle in self.table.castles.values():
            if castle.is_ruin:
                continue
            mine, theirs = self.table.is_invested(castle), bool(castles[castle.name].get("besieged"))
            self.compared["sieges"] += 1
            if mine != theirs:
                yield f"{castle.name} is {'invested' if mine else 'not invested'} (18-1, 18-3)"
