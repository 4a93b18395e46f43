"""The scene of the game: Kyoto, Sakai, clans without a side, and units that wait beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunki.core.definition.lexicon import NONE
from gunki.games.hideyoshi.rules.scenarios.event_tables import CLAN_MOVEMENT, SummonsTable
from gunki.games.hideyoshi.setup import RECRUITS, HideyoshiSetup
from gunki.series.forces_and_castles.show.facts import fact
from gunki.series.gunyuden_revised.show.scene import RevisedScene

#: A number that no die shows.
BEYOND_DIE = 7


class HideyoshiScene(RevisedScene):
    """The scene of Hideyoshi's War Chronicle."""

    setup: HideyoshiSetup

    # -- points and dice ----------------------------------------------------------------------------------------------

    def counts(self) -> list[dict[str, Any]]:
        """Return the counts of the seats. Points are left out in scenarios that points do not decide."""
        counts = super().counts()
        return counts if self.setup.by_points else [count for count in counts if count["name"] != ["scene", "points"]]

    def rolls(self) -> list[dict[str, Any]]:
        """Return the dice to come: for undecided clans (35.8(2)), and for armies to be called (32-1, 36.7-9).

        The dice for armies have a note on the strength that counts.
        """
        setup, view = self.setup, self.view
        called = [self._call_rolls(table) for table in setup.summons]
        diced = [army for army in setup.clans.armies if setup.armies[army] in view["clan_rolls"]]
        if diced:
            roll = view["clan_rolls"][setup.armies[diced[0]]]
            columns = {setup.armies[army]: setup.clans.armies.index(army) for army in diced}
            called.append(_rolls(CLAN_MOVEMENT, roll, columns))
        return [rolls for rolls in called if rolls["rows"]]

    def _call_rolls(self, table: SummonsTable) -> dict[str, Any]:
        view = self.view
        armies = [self.setup.armies[army] for army in table.armies if self.setup.armies[army] in view["summons"]]
        calls: list[Mapping[str, Any]] = [view["summons"][army] for army in armies]
        rolls = _rolls(
            table.name, calls[0] if calls else {}, {a: c["column"] for a, c in zip(armies, calls, strict=True)}
        )
        return {**rolls, "note": _note("counted", strength=calls[0]["strength"])} if calls else rolls

    # -- places -------------------------------------------------------------------------------------------------------

    def sites(self) -> dict[str, dict[str, Any]]:
        """Return the sites: Kyoto with the side that controls it (Y-25), and Sakai (37.7(3))."""
        setup, sites = self.setup, dict[str, dict[str, Any]]()
        numbers = setup.map.numbers
        if setup.kyoto >= 0:
            seat = None if self.view["kyoto"] == NONE else self.view["kyoto"]
            kyoto_fact = fact("kyoto", names=[["seat", seat]]) if seat else fact("kyoto_free")
            flag = {"glyph": "capital", **({"side": seat} if seat else {})}
            sites[numbers[setup.kyoto]] = {
                "name": ["place", "kyoto"],
                "side": seat,
                "marks": [flag],
                "facts": [kyoto_fact],
            }
        if setup.komaki is not None:
            worth = fact("sakai", setup.komaki.sakai_points)
            sakai = {"name": ["place", "sakai"], "marks": [{"glyph": "key"}], "facts": [worth]}
            sites[numbers[setup.komaki.sakai]] = sakai
        return sites

    def common_inputs(self) -> tuple[Any, ...]:
        return (*super().common_inputs(), self.view["clan_rolls"])

    def force_inputs(self, leader: str, names: list[str]) -> tuple[Any, ...]:
        army = self.setup.armies[self.setup.army[self.setup.units.index(leader)]]
        return (*super().force_inputs(leader, names), self.view["clan_rolls"].get(army))

    def castle_inputs(self, castle: int) -> tuple[Any, ...]:
        return (*super().castle_inputs(castle), self.view["clan_rolls"])

    def box_inputs(self) -> tuple[Any, ...]:
        view = self.view
        return (*super().box_inputs(), view["nobusumi"], view["summons"], view["summoned"])

    def side_facts(self, army: str) -> list[dict[str, Any]]:
        """Return the facts of a clan's side.

        An undecided clan also has the dice with which it joins a side (QR-CLAN). A clan that may have to wait has the
        dice with which it acts in the first turn (QR-CLAN-note).
        """
        facts, roll = super().side_facts(army), self.view["clan_rolls"].get(army)
        if roll is not None:
            hashiba, others = (roll[seat] for seat in self.setup.seats)
            begins = self.setup.armies.index(army) in self.setup.clans.begin
            facts += [fact("begins_by_die" if begins else "joins_hashiba", max(hashiba))] if hashiba else []
            facts += [fact("joins_akechi", min(others))] if others else []
        return facts

    # -- beside the map -----------------------------------------------------------------------------------------------

    def boxes(self) -> list[dict[str, Any]]:
        """Return the units of each clan that are still to come, and what brings them (32, 35.5, 36.7-9, 37.5)."""
        setup, units = self.setup, self.view["units"]
        coming: dict[tuple[str, str], list[str]] = {}
        for name, unit in self.others.items():
            u = setup.units.index(name)
            if self.is_beside(unit) and not self._is_dead(u):
                kind = RECRUITS if setup.beside[u] == RECRUITS else ""
                coming.setdefault((setup.armies[setup.army[u]], kind), []).append(name)
        waiting = [
            {
                "name": ["army", army],
                "note": self._arrival_note(army, kind),
                "pieces": [self.piece(n, None if isinstance(units[n], str) else units[n]) for n in names],
            }
            for (army, kind), names in coming.items()
        ]
        return [*waiting, *super().boxes()]

    def _is_dead(self, unit: int) -> bool:
        """Return whether a die has killed a unit that is not on the map (35.8(1)-2)."""
        own = self.setup.tennozan
        return own is not None and unit == own.nobusumi and self.view["nobusumi"] == "dead"

    def _arrival_note(self, army: str, kind: str) -> dict[str, Any]:
        view, number = self.view, self.setup.armies.index(army)
        if kind == RECRUITS:
            return _note("recruited")
        if number in self.setup.appears:
            turn = self.setup.appears[number][0]
            return _note("coming_on" if turn > view["turn"] else "may_appear", turn=turn)
        call: Mapping[str, Any] | None = view["summons"].get(army)
        if call is not None:
            least = call["least"] - call["value"]
            text = "called_by_none" if least >= BEYOND_DIE else "called_by"
            return _note(text, value=max(least, 1), strength=call["strength"])
        if army in view["summoned"]:
            return _note("coming_now")
        called = {other for table in self.setup.summons for other in table.armies}
        return _note("after_peace" if number in called else "by_die")


def _rolls(chart: str, roll: Mapping[str, Any], columns: Mapping[str, int]) -> dict[str, Any]:
    """Return the dice to come on one chart: the modifier with its parts, and the column of each clan."""
    rows = [{"name": ["army", army], "column": column} for army, column in columns.items()]
    return {"chart": chart, "value": roll.get("value", 0), "parts": roll.get("parts", []), "rows": rows}


def _note(text: str, **data: Any) -> dict[str, Any]:
    return {"text": text, "data": data}
