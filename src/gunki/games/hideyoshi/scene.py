"""What the game shows besides: Kyoto, Sakai, who has taken no side, and who waits beside the map and for what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunki.core.lexicon import NONE
from gunki.games.hideyoshi.setup import RECRUITS, HideyoshiSetup
from gunki.series.forces_and_castles.scene import fact
from gunki.series.gunyuden.revised.scene import RevisedScene

#: A die that nobody throws.
BEYOND = 7


class HideyoshiScene(RevisedScene):
    """The table of Hideyoshi's War Chronicle."""

    setup: HideyoshiSetup

    # -- points and dice ----------------------------------------------------------------------------------------------

    def counts(self) -> list[dict[str, Any]]:
        """Points where they decide; conditions; 35.8(2): what modifies the dice of the undecided."""
        counts = super().counts()
        if not self.setup.by_points:
            counts = [count for count in counts if count["name"] != ["scene", "points"]]
        rolls = self.view["clan_rolls"]
        if rolls:
            parts = next(iter(rolls.values()))["parts"]
            row = {"name": ["scene", "modifier"], "value": sum(part["value"] for part in parts), "parts": parts}
            counts.append({"name": ["table", "clan_movement"], "rows": [row]})
        return counts

    # -- places -------------------------------------------------------------------------------------------------------

    def sites(self) -> dict[str, dict[str, Any]]:
        """Y-25: Kyoto, and who controls it; 37.7(3): Sakai."""
        setup, sites = self.setup, dict[str, dict[str, Any]]()
        numbers = setup.map.numbers
        if setup.kyoto >= 0:
            seat = None if self.view["kyoto"] == NONE else self.view["kyoto"]
            told = fact("kyoto", names=[["seat", seat]]) if seat else fact("kyoto_free")
            flag = {"glyph": "capital", **({"side": seat} if seat else {})}
            sites[numbers[setup.kyoto]] = {"side": seat, "marks": [flag], "facts": [told]}
        if setup.komaki is not None:
            worth = fact("sakai", setup.komaki.sakai_points)
            sites[numbers[setup.komaki.sakai]] = {"marks": [{"glyph": "key"}], "facts": [worth]}
        return sites

    def side_facts(self, army: str) -> list[dict[str, Any]]:
        """QR-CLAN: of who has taken no side also with which dice he takes one."""
        facts, roll = super().side_facts(army), self.view["clan_rolls"].get(army)
        if roll is not None:
            hashiba, others = (roll[seat] for seat in self.setup.seats)
            facts += [fact("joins_hashiba", max(hashiba))] if hashiba else []
            facts += [fact("joins_akechi", min(others))] if others else []
        return facts

    # -- beside the map -----------------------------------------------------------------------------------------------

    def boxes(self) -> list[dict[str, Any]]:
        """32, 35.5, 36.7-9, 37.5: clan by clan who is still to come, and what brings them."""
        setup, units = self.setup, self.view["units"]
        coming: dict[tuple[str, str], list[str]] = {}
        for u, (name, unit) in enumerate(units.items()):
            if self.is_beside(unit) and not self._is_dead(u):
                kind = RECRUITS if setup.beside[u] == RECRUITS else ""
                coming.setdefault((setup.armies[setup.army[u]], kind), []).append(name)
        waiting = [
            {
                "name": ["army", army],
                "note": self._awaited(army, kind),
                "pieces": [self.piece(n, None if isinstance(units[n], str) else units[n]) for n in names],
            }
            for (army, kind), names in coming.items()
        ]
        return [*waiting, *super().boxes()]

    def _is_dead(self, unit: int) -> bool:
        """35.8(1)-2: whom a die did not spare."""
        own = self.setup.tennozan
        return own is not None and unit == own.nobusumi and self.view["nobusumi"] == "dead"

    def _awaited(self, army: str, kind: str) -> dict[str, Any]:
        view, number = self.view, self.setup.armies.index(army)
        if kind == RECRUITS:
            return _note("recruited")
        if number in self.setup.appears:
            turn = self.setup.appears[number][0]
            return _note("coming_on" if turn > view["turn"] else "may_appear", turn=turn)
        call: Mapping[str, Any] | None = view["summons"].get(army)
        if call is not None:
            least = call["least"] - call["value"]
            text = "called_by_none" if least >= BEYOND else "called_by"
            return _note(text, value=max(least, 1), strength=call["strength"])
        if army in view["summoned"]:
            return _note("coming_now")
        called = {other for table in self.setup.summons for other in table.armies}
        return _note("after_peace" if number in called else "by_die")


def _note(text: str, **data: Any) -> dict[str, Any]:
    return {"text": text, "data": data}
