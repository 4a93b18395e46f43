"""The words of actions in Kenshin's Arrival in Kyoto."""

from __future__ import annotations

from gunki.series.forces_and_castles.rules import action_words

VERBS: dict[str, tuple[str, ...]] = {
    **action_words.VERBS,
    # 9-1-2, 9-2, 9-3: demands, random events, the Mori deployment
    "demand": ("castle",),
    "remove": ("unit",),
    "summon": ("unit",),
    "shift": ("unit", "hex"),
    "inside": (),
    "outside": (),
    # 9-5: replenishment
    "restore": ("unit",),
    "repair": ("castle",),
    "rebuild": ("unit",),
    "done": (),
    # 10: movement
    "move": ("unit",),
    "check": ("unit",),
    "end": (),
    "resign": (),
    "to": ("hex",),
    "engage": ("hex",),
    "overrun": ("hex",),
    "fortify": (),
    "halt": (),
    "pin": ("unit",),
    "raze": ("hex",),
    # 8-2-1: taking refuge in a castle
    "shelter": ("unit",),
    "stand": (),
    # 16: ships
    "sail": ("ship",),
    "board": ("unit",),
    "sail_to": ("area",),
    "put_in": ("hex",),
    "intercept": (),
    "let_pass": (),
    "battle": ("ship",),
    "damage": ("ship",),
    "flagship": ("ship",),
    # 12: battles
    "attack": ("unit",),
    "sortie": ("unit",),
    "at": ("hex",),
    "join": ("unit",),
    "fight": (),
    "under": ("unit",),
    "allot": ("unit", "hex"),
    "retreat": (),
    "fight_on": (),
    "pursue": (),
    "let_go": (),
    "advance": ("unit",),
    # 13: sieges
    "invest": ("castle",),
    "assault": ("unit",),
    "breach": (),
    "storm_on": (),
    "stop": (),
}
