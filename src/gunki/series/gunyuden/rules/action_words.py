"""The verbs of actions in the games of the series, with their arguments."""

from __future__ import annotations

from gunki.series.forces_and_castles.rules import action_words

VERBS: dict[str, tuple[str, ...]] = {
    **action_words.VERBS,
    # 12: choosing the force that acts, and its action
    "act": ("unit",),
    "end": (),
    "move": (),
    "strategic": (),
    "battle": (),
    "siege": (),
    "organise": (),
    "rally": (),
    "lift": (),
    "rest": (),
    # 13, 14: organising and replenishing
    "take": ("unit",),
    "split": ("unit",),
    "give": ("unit", "to_unit"),
    "done": (),
    "troops": (),
    "castle": (),
    "no_replenishment": (),
    "restore": ("unit",),
    "desert": ("unit",),
    # 15, 16: movement and garrisons
    "to": ("hex",),
    "enter": (),
    "leave": (),
    "detach": ("unit",),
    "attach": ("unit", "to_unit"),
    "halt": (),
    # 17 to 21: sieges and the fall of castles
    "with": ("unit",),
    "invest": (),
    "assault": (),
    "call": (),
    "hold_out": (),
    "hold_to_the_last": (),
    "offer": (),
    "accept": (),
    "reject": (),
    "withdraw": ("castle",),
    "captor": ("unit",),
    "own": ("army",),
    # 22 to 24: battles
    "attack": ("hex",),
    "decisive": ("hex",),
    "join": ("unit",),
    "spare": ("unit",),
    "fight": (),
    "hold_siege": (),
    "raise_siege": (),
    "retreat": (),
    "pursue": ("hex",),
    "counter": (),
    "hold": (),
    "agree": (),
    "refuse": (),
    "advance": ("unit",),
}
#: The verbs with those of the revised edition: ambush (R-8), assault (R-4), traitors (R-5), seppuku (R-6).
REVISED_VERBS: dict[str, tuple[str, ...]] = {
    **VERBS,
    "ambush": (),
    "spring": (),
    "let_pass": (),
    "let_all_pass": (),
    "wall": (),
    "traitor": ("unit",),
    "seppuku": ("unit",),
}
