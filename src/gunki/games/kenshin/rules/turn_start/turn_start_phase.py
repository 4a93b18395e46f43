"""Section 9: the Turn Start Phase, step by step (K-100)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.procedure import Call, Next, Procedure
from gunki.games.kenshin.rules.points import KYOTO_CLAUSES, kyoto_points
from gunki.games.kenshin.rules.sieges.siege_results import Demands, SiegeResults
from gunki.games.kenshin.rules.turn_start import random_events
from gunki.games.kenshin.rules.turn_start.attrition import SupplyCheck
from gunki.games.kenshin.rules.turn_start.mori_deployment import MoriDeployment
from gunki.games.kenshin.rules.turn_start.replenishment import Replenishment
from gunki.games.kenshin.setup import ODA, UESUGI
from gunki.games.kenshin.state.position import NOT_YET, PACIFIC
from gunki.games.kenshin.state.position import KenshinPosition as G

#: 9: the steps of the phase.
STEPS = ("kyoto", "siege", "demand", "event", "mori", "supply", "replenishment")


@dataclass(eq=False)
class TurnStart(Procedure):
    """The steps of the phase (9, 16-5, 18, 21)."""

    def start(self, g: G) -> Next:
        return "kyoto"

    def kyoto(self, g: G) -> Next:
        """Bring the ironclad (16-5), score for Kyoto (21), then start the uprising if Kenshin is there (18)."""
        ironclad(g)
        for word, value in kyoto_points(g):
            g.gain(UESUGI, value, KYOTO_CLAUSES[word])
            g.count_kyoto(word)
        if random_events.is_kenshin_in_kyoto(g) and not g.yoshiaki_uprising:
            g.emit("event", "18", random_event="yoshiaki_uprising")
            return Call(random_events.Uprising(), "siege")
        return "siege"

    def siege(self, g: G) -> Next:
        """Roll for sieges (9(1), 9-1-1)."""
        return Call(SiegeResults(), "demand")

    def demand(self, g: G) -> Next:
        """Ask for demands for surrender, first the Uesugi player (9-1-2)."""
        return Call(Demands(UESUGI), "oda_demand")

    def oda_demand(self, g: G) -> Next:
        return Call(Demands(ODA), "event")

    def event(self, g: G) -> Next:
        """Roll the random event (9(2))."""
        return Call(random_events.RandomEvent(), "mori")

    def mori(self, g: G) -> Next:
        """Deploy the Mori (9(3))."""
        return Call(MoriDeployment(), "supply")

    def supply(self, g: G) -> Next:
        """Check supply (9(4))."""
        return Call(SupplyCheck(), "replenishment")

    def replenishment(self, g: G) -> Next:
        """Replenish (9(5))."""
        return Call(Replenishment(), "over")


def ironclad(g: G) -> None:
    """Bring the ironclad of this turn into its port, or into the sea before it if the port is lost (16-5, K-72)."""
    setup = g.setup
    for ship, turn in enumerate(setup.ship_turn):
        if turn == g.turn > 1 and g.ship_at[ship] == NOT_YET:
            h = setup.map.hex(setup.ship_start[ship])
            is_port_ours = g.holder[g.castle_at(h)] == g.ship_side(ship)
            g.emit("ironclad", "16-5", ship=ship)
            if is_port_ours:
                g.move_ship(ship, h)
            else:
                g.put_to_sea(ship, PACIFIC, "16-5")
