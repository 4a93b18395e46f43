"""The verbs of actions that all games of the series have."""

from __future__ import annotations

from gunki.core.definition.lexicon import NUMBER

#: Verbs, each with the kinds of its arguments.
SHARED_VERBS: dict[str, tuple[str, ...]] = {
    "event": ("card",),
    "reinforcement": (),
    "movement": (),
    "combat": (),
    "reinforce": ("clan", "area"),
    "recruit": ("clan", "area"),
    "armies": ("clan", "area"),
    "march": ("clan", "area"),
    "take": ("general",),
    "done": (),
    "with": (NUMBER,),
    "to": ("area", "area*"),
    "attack": ("clan", "area"),
    "target": ("clan",),
    "commander": ("general",),
    "own_value": (),
    "support": (),
    "no_support": (),
    "lose": (NUMBER,),
    "hit": ("general",),
    "flee": ("area",),
    "again": (),
    "stop": (),
    "discard": ("card",),
    "control": ("area", "clan"),
}
