"""Old names of steps before version 0.2, so that saves with an old name can be read."""

from __future__ import annotations

from gunki.series.gunyuden.state import old_steps

#: The present name of each step. A key is `Class.old_name`, with the class that defines the step.
OLD_STEPS: dict[str, str] = {
    **old_steps.OLD_STEPS,
    "MovesBefore.chosen": "take_force",
    "MovesBefore.done": "finish_force",
    "MovesBefore.move": "ask_move",
    "MovesBefore.moving": "take_move",
    "Negotiation.answered": "take_roll",
    "Negotiation.castles": "clear_castles",
    "Negotiation.won_over": "win_over",
}
