"""Old names of steps of procedures, from before version 0.2. Saves that hold an old name are read with this table."""

from __future__ import annotations

from gunki.series.areas_and_cards.state import old_steps

#: The present name of each step. A key is `Class.old_name`, with the class that defines the step.
OLD_STEPS: dict[str, str] = {
    **old_steps.OLD_STEPS,
    "ActionPhase.ordered": "take_choice",
    "ActionPhase.other": "next_player",
    "ActionTurn.chosen": "take_choice",
    "ActionTurn.done": "finish",
    "ActionTurn.over_size": "pay_for_size",
    "ArmyReinforcement.chosen": "take_choice",
    "ArmyReinforcement.done": "finish",
    "Bidding.first_wished": "take_first_wish",
    "Bidding.first_written": "take_first_bid",
    "Bidding.other": "ask_second_bid",
    "Bidding.other_wish": "ask_second_wish",
    "Bidding.second_wished": "take_second_wish",
    "Bidding.second_written": "take_second_bid",
    "Bidding.settled": "finish",
    "Bidding.tossed": "take_roll",
    "Bidding.wish": "ask_first_wish",
    "CardDraw.dealt": "take_cards",
    "Diplomacy.chosen": "take_choice",
    "FeignIllness.chosen": "take_choice",
    "PlaceArmies.decided": "take_choice",
    "Recruit.chosen": "take_choice",
    "Reinforcement.anti_oda": "roll_anti_oda",
    "Reinforcement.anti_oda_rolled": "take_anti_oda_roll",
    "Reinforcement.chosen": "take_choice",
    "Reinforcement.deployed": "deploy_general",
    "Reinforcement.oda": "roll_oda",
    "Reinforcement.oda_rolled": "take_oda_roll",
    "Scheme.chosen": "take_choice",
    "Shift.drawn": "take_cards",
    "Shift.shifted": "shift_marker",
    "TwoMoves.chosen": "take_choice",
    "Uprising.chosen": "take_choice",
}
