"""Section 3: the starting position, and the states that a composed position implies."""

from __future__ import annotations

from gunki.core.definition.data_tables import Row
from gunki.core.errors import PositionError
from gunki.games.kenshin.setup import UESUGI
from gunki.games.kenshin.state.position import AREA_PLACES, UNDEPLOYED
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.games.kenshin.state.state_fields import REBEL_CLAN, REBEL_INDEPENDENT
from gunki.series.forces_and_castles.state.layers import replace_value


def lay_out(g: G) -> G:
    """Set up ships, the proposed forces (K-99) and sieges under way (K-74); the score is 0 (3(2), 3(3)).

    Units that come later are not in play yet.
    """
    setup = g.setup
    for u, word in enumerate(setup.beside):
        if word:
            g.at[u] = UNDEPLOYED
    for ship, place in enumerate(setup.ship_start):
        if setup.ship_turn[ship] == 1:
            at = AREA_PLACES[place] if place in AREA_PLACES else setup.map.hex(place)
            g.ship_at = replace_value(g.ship_at, ship, at)
    for chief, units in setup.start_leads.items():
        for u in units:
            g.join(u, chief)
    for castle in setup.start_sieges:
        g.invest(castle)
    g.score = setup.first_score
    return g


def rebels_join(g: G) -> None:
    """Give the clans of the traitors to the Uesugi side after Araki's Rebellion (9-2)."""
    setup = g.setup
    if g.araki_rebellion in (REBEL_CLAN, REBEL_INDEPENDENT):
        for army in (setup.araki,) if g.araki_rebellion == REBEL_CLAN else setup.rebels:
            g.seat_of = replace_value(g.seat_of, army, UESUGI)


def settle_investments(g: G, row: Row) -> None:
    """Work out zones, and lift investments without enough besiegers, after all entries are read."""
    castles = row.entries("castles") if row.has("castles") else {}
    marked_castles = {name for name, entry in castles.items() if "marker" in entry}
    g.derive()
    for castle, name in enumerate(g.setup.castles):
        if g.besieged[castle] and not g.is_outnumbered(castle):
            if name in marked_castles:
                raise PositionError(f"castles.{name}.marker: not more units before it than inside (13-1-5)")
            g.besieged, g.lowered = replace_value(g.besieged, castle, 0), replace_value(g.lowered, castle, 0)
    g.derive()
