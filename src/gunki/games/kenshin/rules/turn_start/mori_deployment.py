"""Section 9-3: the Mori deploy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Call, Next, Procedure, Roll
from gunki.games.kenshin.setup import BUSHO, ODA, UESUGI
from gunki.games.kenshin.state.position import UNDEPLOYED
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.games.kenshin.state.state_fields import EVENTS
from gunki.series.forces_and_castles.rules.losses import part

#: The clause of each event that modifies the die.
EVENT_CLAUSES = {
    "mori_advance": "9-2 Mori's Advance",
    "neutral_to_oda": "TBL-MORI mod Neutral to Oda",
    "uesugi_to_oda": "TBL-MORI mod Uesugi to Oda",
    "neutral_to_uesugi": "TBL-MORI mod Neutral to Uesugi",
    "oda_to_uesugi": "TBL-MORI mod Oda to Uesugi",
}


def list_mori_to_come(g: G) -> list[int]:
    """Return the Mori units that have not come yet (9-3).

    After the uprising, the defection or Terumoto's death there are none.
    """
    mori, army = g.setup.event_tables.mori_clan, g.setup.army
    return [u for u, at in enumerate(g.at) if at == UNDEPLOYED and army[u] == mori]


@dataclass(eq=False)
class MoriDeployment(Procedure):
    """9-3-1: one die decides how many of the Mori come."""

    def start(self, g: G) -> Next:
        if not list_mori_to_come(g):
            return None
        parts = modifiers(g)
        data = {
            "chart": "mori_deployment",
            "value": sum(p["value"] for p in parts),
            "parts": parts if g.log is not None else (),
        }
        return Roll("mori", "9-3-1", 1, "take_roll", data=data, modified=True)

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        die = dice[0] + sum(p["value"] for p in modifiers(g))
        commanders, busho = g.setup.event_tables.mori[min(max(die, 1), 6) - 1]  # K-19: below 1 is 1, above 6 is 6
        return Call(Summon(commanders, busho), "over")


def modifiers(g: G) -> list[dict[str, Any]]:
    """Return the modifiers (TBL-MORI, K-20): Oda units in Harima, castles that fell last turn, this turn's event.

    The clauses of events are TBL-MORI mod Neutral to Oda, TBL-MORI mod Uesugi to Oda, TBL-MORI mod Neutral to Uesugi
    and TBL-MORI mod Oda to Uesugi.
    """
    chances, event = g.setup.event_tables, EVENTS[g.event]
    parts = []
    if event in chances.swings:
        parts.append(part("event", chances.swings[event], EVENT_CLAUSES[event]))
    if oda_in_harima(g) <= chances.few_most:
        parts.append(part("few_oda", chances.few_value, "TBL-MORI mod Harima"))
    literal = g.setup.options["mori_castle_modifier"] == "literal"
    for side in (UESUGI, ODA):
        if g.fell_last_turn >> side & 1:
            value = chances.fell_values[1 - side if literal else side]
            clause = "TBL-MORI mod castle plus" if value > 0 else "TBL-MORI mod castle minus"
            parts.append(part("castle_fell", value, clause))
    return parts


def oda_in_harima(g: G) -> int:
    """Return the number of Oda land units in Harima, led and garrisoned ones too, but none aboard ships (K-20)."""
    province, harima = g.setup.map.province, g.setup.event_tables.few_province
    return sum(h >= 0 and g.side_of[u] == ODA and province[h] == harima for u, h in enumerate(g.at))


@dataclass(eq=False)
class Summon(AutoAnswering):
    """9-3-1: the given numbers of commanders, then of busho, come into the Mori box.

    The Uesugi player chooses them, and decides in his phases what they do from there (9-3-1 choice).
    """

    commanders: int
    busho: int

    def start(self, g: G) -> Next:
        wanted = self.commanders or self.busho
        if not wanted:
            return None
        units = self._kind(g)
        if len(units) <= wanted:
            return "deploy_all"
        acts: list[Act] = [("summon", u) for u in units]
        return self.ask(g, UESUGI, "summon", "9-3-1", acts, "deploy_unit", data={"count": wanted}, verbs=("summon",))

    def _kind(self, g: G) -> list[int]:
        """Return the units among which the player chooses now: commanders first."""
        return [u for u in list_mori_to_come(g) if (g.setup.rank[u] > BUSHO) == (self.commanders > 0)]

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        unit = act[1]
        if g.setup.army[unit] != g.setup.event_tables.mori_clan:
            yield Reason("9-3-1", "not_mori", {"unit": unit})
        elif g.at[unit] != UNDEPLOYED:
            yield Reason("9-3-1", "not_waiting", {"unit": unit})
        elif unit not in self._kind(g):
            yield Reason("9-3-1", "wrong_rank", {"unit": unit})

    def deploy_all(self, g: G) -> Next:
        for unit in self._kind(g):
            g.deploy(unit, "9-3-1 box")
        if self.commanders:
            self.commanders = 0
        else:
            self.busho = 0
        return "start"

    def deploy_unit(self, g: G, act: Act) -> Next:
        g.deploy(act[1], "9-3-1 box")
        if self.commanders:
            self.commanders -= 1
        else:
            self.busho -= 1
        return "start"
