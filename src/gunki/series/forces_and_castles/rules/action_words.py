"""The words of actions that every hex game has: deployment, losses, retreats."""

from __future__ import annotations

VERBS: dict[str, tuple[str, ...]] = {
    "lose": ("unit",),
    "fall": ("unit",),
    "back": ("hex",),
    "refuge": (),
    "stay": (),
    "station": ("unit", "hex"),
    "lead": ("unit", "to_unit"),
    "alone": ("unit",),
    "garrison": ("unit",),
    "field": ("unit",),
    "ready": (),
}
