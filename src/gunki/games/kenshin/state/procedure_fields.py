"""The values that fields of the game's procedures may have (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Field, choice, number, thing
from gunki.games.kenshin.state.state_fields import EVENTS, SHIP_PLACE
from gunki.series.forces_and_castles.state import procedure_fields
from gunki.series.forces_and_castles.state.procedure_fields import HEXES, MAX_LIST_LENGTH, MAX_NUMBER, UNITS

SHIP_LIST = thing("ship", 0, many=MAX_LIST_LENGTH)
FIRST_CHANGE = EVENTS.index("neutral_to_oda")
#: The events that make a minor daimyo change sides, by their numbers among all events (9-2).
ALLEGIANCE = choice(*EVENTS[FIRST_CHANGE : FIRST_CHANGE + 4], low=FIRST_CHANGE)
#: Hexes for which a clan replenishes. The number for no hex stands for the west edge (9-4-4).
CENTRES = thing("hex", many=MAX_LIST_LENGTH)

FIELDS: dict[str, Field] = {
    **procedure_fields.FIELDS,
    "Campaign.place": number(0, 2),
    "side": thing("seat", 0),
    "kind": number(0, 2),
    "begun": FLAG,
    "spent": number(0, MAX_NUMBER),
    "target": thing("hex"),
    "ship": thing("ship", 0),
    "goal": SHIP_PLACE,
    "NavalBattle.sea": SHIP_PLACE,
    "ShipLosses.place": SHIP_PLACE,
    "ships": SHIP_LIST,
    "NavalBattle.attackers": SHIP_LIST,
    "NavalBattle.defenders": SHIP_LIST,
    "NavalBattle.withdrawn": SHIP_LIST,
    "NavalBattle.attack_chief": thing("ship"),
    "NavalBattle.defence_chief": thing("ship"),
    "boarder": thing("unit"),
    "fatal": FLAG,
    # 9: the Turn Start Phase
    "army": thing("army", 0),
    "event": ALLEGIANCE,
    "SideChange.hexes": HEXES,
    "Rebellion.place": number(0, 3),
    "HojoInvasion.place": number(0, MAX_NUMBER),
    "Uprising.place": number(0, MAX_NUMBER),
    "SaikaNeutrality.place": number(0, 2),
    "commanders": number(0, MAX_NUMBER),
    "busho": number(0, MAX_NUMBER),
    "Attrition.alone": number(-1, 1),
    "SupplyCheck.alone": UNITS,
    "Replenishment.army": number(0, "armies"),
    "die": number(0, 6),
    "centres": CENTRES,
    "shut": HEXES,
    "points": number(0, MAX_NUMBER, many=MAX_LIST_LENGTH),
    "rolled_free": FLAG,
    # battles (12 to 14)
    "attackers": UNITS,
    "defenders": UNITS,
    "origin": thing("hex"),
    "attack_chief": thing("unit"),
    "defence_chief": thing("unit"),
    "dealt": number(0, MAX_NUMBER),
    "taken": number(0, MAX_NUMBER),
    "retreating": number(-1, 2),
    "withdrawn": UNITS,
    "split": FLAG,
    "double": FLAG,
    "starts": HEXES,
    "against": HEXES,
    "SplitAttack.place": number(0, 6),
    "CombatPhase.side": thing("seat"),
    "used": HEXES,
    "beside": thing("hex"),
    "owed_from": HEXES,
    "owed_at": HEXES,
    "assaulted": UNITS,
    # retreats (12-4)
    "hexes": number(0, MAX_NUMBER),
    "gone": number(0, MAX_NUMBER),
    "sheltered": FLAG,
    "way": HEXES,
    "home": FLAG,
}
