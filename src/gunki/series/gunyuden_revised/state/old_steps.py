"""Names of procedure steps before 0.2: a save with an old name is read with this table."""

from __future__ import annotations

from gunki.series.gunyuden.state import old_steps

#: The new name of each step, by the class that defines the step and the old name (`Class.old_name`).
OLD_STEPS: dict[str, str] = {
    **old_steps.OLD_STEPS,
    "Ambush.chosen": "take_choice",
    "Ambush.cornered": "lose_for_dead_end",
    "Ambush.lurk": "ask_spring",
    "Ambush.shaken": "lower_morale",
    "Ambush.sole_loss": "take_only_loss",
    "Ambush.struck": "take_roll",
    "Ambush.suffered": "take_loss_choice",
    "Ambush.wiped_out": "lose_all",
    "Ambush.worn": "wear_down",
    "Assault.assailants_lose": "lose_assailants",
    "Assault.assaulted": "take_assault_roll",
    "Assault.breach": "ask_losses",
    "Assault.breached": "take_loss_choice",
    "Assault.outcome": "settle_outcome",
    "Assault.sallied": "take_sally_roll",
    "Assault.sole_loss": "take_only_loss",
    "Seppuku.after": "after_deaths",
    "Seppuku.chosen": "take_choice",
    "Seppuku.no_choice": "eliminate_all",
    "SiegeResults.all_betrayed": "betray_all",
    "SiegeResults.betrayal": "ask_traitors",
    "SiegeResults.betrayed": "betray_unit",
    "SiegeResults.dice": "roll",
    "SiegeResults.happened": "take_incident_roll",
    "SiegeResults.incident": "roll_incident",
    "SiegeResults.rolled": "take_roll",
}
