"""Old names of steps before version 0.2, so that saves with an old name can be read."""

from __future__ import annotations

#: The new name of each step, by the class that defines the step and the old name (`Class.old_name`).
OLD_STEPS: dict[str, str] = {
    "Deployment.chosen": "take_choice",
    "HexRetreat.arrived": "end_retreat",
    "HexRetreat.barred": "lose_for_dead_end",
    "HexRetreat.chosen": "take_choice",
    "HexRetreat.traced": "record_retreat",
    "StepLosses.all_fall": "eliminate_all",
    "StepLosses.fallen": "eliminate_unit",
    "StepLosses.lost": "lose_step",
}
