"""What steps of procedures were called before 0.3: saves that hold an old name are read with this table."""

from __future__ import annotations

#: By the class that defines the step, and its old name.
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
