"""Old names of steps of procedures, from before version 0.2. Saves that hold an old name are read with this table."""

from __future__ import annotations

#: The step's name today, by the class that defines it and its old name (`Class.old_name`).
OLD_STEPS: dict[str, str] = {
    "ChangeOfControl.chosen": "take_choice",
    "Combat.armies_lost": "lose_armies",
    "Combat.attacked": "take_attack_roll",
    "Combat.best_commander": "take_best_commander",
    "Combat.commanded": "settle_command",
    "Combat.commander_chosen": "take_commander",
    "Combat.counterattacked": "take_counterattack_roll",
    "Combat.fired": "after_shot",
    "Combat.generals_hit": "hit_generals",
    "Combat.shot": "take_victim",
    "Combat.support_chosen": "take_support_answer",
    "Combat.target_armies_chosen": "take_target_losses",
    "Combat.target_armies_fall": "lose_spent_first",
    "Combat.target_armies_lost": "ask_target_losses",
    "Combat.target_chosen": "take_target",
    "Combat.target_generals_hit": "hit_target_generals",
    "ContinuedCombat.chosen": "take_choice",
    "ContinuedCombat.decided": "take_answer",
    "DeathCheck.checked": "take_roll",
    "DeathCheck.dies": "die",
    "DeathCheck.flees": "flee",
    "DeathCheck.refuge_chosen": "take_refuge",
    "DeathCheck.runs": "take_best_refuge",
    "Discard.chosen": "take_choice",
    "Event.done": "finish",
    "Order.chosen": "take_choice",
    "UnitMovement.fought": "after_combat",
    "UnitMovement.general_taken": "take_general",
    "UnitMovement.marching": "take_stack",
    "UnitMovement.strength_chosen": "take_strength",
    "Wounds.chosen": "take_choice",
}
