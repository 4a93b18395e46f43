"""The names that procedure steps had before 0.2: a save with an old name is read with this table."""

from __future__ import annotations

from gunki.series.gunyuden_revised.state import old_steps

#: The present name of each step. A key is `Class.old_name`, with the class that defines the step.
OLD_STEPS: dict[str, str] = {
    **old_steps.OLD_STEPS,
    "Appear.all_at_once": "place_all",
    "Appear.chosen": "take_choice",
    "Campaign.arrivals_over": "after_arrivals",
    "Campaign.bands_over": "after_bands",
    "Campaign.clans_over": "after_clans",
    "Campaign.declaration_over": "after_declaration",
    "Campaign.honnoji_over": "after_honnoji",
    "Campaign.mori_over": "after_mori",
    "Campaign.nobusumi_over": "after_nobusumi",
    "Campaign.phase_over": "after_phase",
    "Campaign.snow_over": "after_snow",
    "ClanMovement.rolled": "take_roll",
    "Declaration.chosen": "take_choice",
    "Honnoji.battle": "fight_battle",
    "Honnoji.chosen": "take_choice",
    "NobusumisFate.rolled": "take_roll",
    "Occupation.chosen": "take_choice",
    "Occupation.named": "ask_owner",
    "Organisation.decided": "take_replenishment",
    "Progress.chosen": "take_choice",
    "Recruits.all_come": "enlist_all",
    "Recruits.enlisted": "enlist_unit",
    "Recruits.rolled": "take_roll",
    "Snow.rolled": "take_roll",
    "SummonAll.chosen": "take_choice",
    "SummonAll.done": "finish",
    "SummonAll.together": "ask_action",
    "Summons.rolled": "take_roll",
}
