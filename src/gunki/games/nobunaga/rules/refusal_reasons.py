"""Why an act is impossible whose question is not asked now, as this game has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gunki.core.rules.decision import Act, Bar
from gunki.core.rules.procedure import Procedure
from gunki.games.nobunaga.rules.actions import ActionPhase
from gunki.games.nobunaga.rules.cards.order_events import TwoMoves
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules import refusal_reasons
from gunki.series.areas_and_cards.rules.refusal_reasons import SHARED_NOT_ASKED, NotAsked, Reason

ACTIONS = ("event", "reinforcement", "diplomacy", "movement", "combat", "pass")

NOT_ASKED: NotAsked = {
    **SHARED_NOT_ASKED,
    **dict.fromkeys(ACTIONS, Bar("3-3", "action_phase_only")),
    "bid": Bar("11-1", "no_bidding"),
    "side": Bar("11-1.p3", "no_bidding"),
    "deploy": Bar("2-2.p2", "no_deployment"),
    "marker": Bar("3-2-2", "no_reinforcement_dice"),
    "armies": Bar("3-2-2", "no_reinforcement_dice"),
    "successor": Bar("11-3", "no_successor"),
    "army": Bar("11-3", "no_successor"),
    "first": Bar("6-1", "order_settled"),
    "second": Bar("6-1", "order_settled"),
    "reinforce": Bar("6-4", "not_under_way"),
    "influence": Bar("6-5", "not_under_way"),
    "attack": Bar("6-7", "not_under_way"),
    "recruit": Bar("6-3", "not_under_way"),
    "shift": Bar("4-2(3)", "not_under_way"),
    "scheme": Bar("6-3", "not_under_way"),
    "feign": Bar("6-3", "not_under_way"),
    "rise": Bar("6-3", "not_under_way"),
    "shoot": Bar("6-3", "no_shot"),
    "skip": Bar("7-4", "no_second_march"),
    "support": Bar("8-3", "no_strategists"),
    "no_support": Bar("8-3", "no_strategists"),
}


def _action_phase_reasons(g: G, phase: ActionPhase, act: Act) -> Iterator[Bar]:
    if act[0] in ACTIONS and phase.seat >= 0:
        yield Bar("6", "one_action")


def _two_moves_reasons(g: G, event: TwoMoves, act: Act) -> Iterator[Bar]:
    if act[0] in ("movement", "skip"):
        yield Bar("7-4", "marching_under_event", {"card": event.card})


GAME_REASONS: Mapping[type[Procedure], Reason] = {ActionPhase: _action_phase_reasons, TwoMoves: _two_moves_reasons}


def reasons_not_asked(g: G, act: Act) -> list[Bar]:
    return refusal_reasons.reasons_not_asked(g, act, NOT_ASKED, GAME_REASONS)
