"""What steps of procedures were called before 0.3: saves that hold an old name are read with this table."""

from __future__ import annotations

from gunki.series.gunyuden.state import old_steps

#: By the class that defines the step, and its old name.
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
