"""This game's reasons against acts that answer a decision other than the current one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Procedure
from gunki.games.nobunaga.rules.actions import ActionPhase
from gunki.games.nobunaga.rules.cards.order_events import TwoMoves
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules import refusal_reasons
from gunki.series.areas_and_cards.rules.refusal_reasons import SHARED_NOT_ASKED, NotAsked, ReasonFinder

ACTIONS = ("event", "reinforcement", "diplomacy", "movement", "combat", "pass")

NOT_ASKED: NotAsked = {
    **SHARED_NOT_ASKED,
    **dict.fromkeys(ACTIONS, Reason("3-3", "action_phase_only")),
    "bid": Reason("11-1", "no_bidding"),
    "side": Reason("11-1.p3", "no_bidding"),
    "deploy": Reason("2-2.p2", "no_deployment"),
    "marker": Reason("3-2-2", "no_reinforcement_dice"),
    "armies": Reason("3-2-2", "no_reinforcement_dice"),
    "successor": Reason("11-3", "no_successor"),
    "army": Reason("11-3", "no_successor"),
    "first": Reason("6-1", "order_settled"),
    "second": Reason("6-1", "order_settled"),
    "reinforce": Reason("6-4", "not_under_way"),
    "influence": Reason("6-5", "not_under_way"),
    "attack": Reason("6-7", "not_under_way"),
    "recruit": Reason("6-3", "not_under_way"),
    "shift": Reason("4-2(3)", "not_under_way"),
    "scheme": Reason("6-3", "not_under_way"),
    "feign": Reason("6-3", "not_under_way"),
    "rise": Reason("6-3", "not_under_way"),
    "shoot": Reason("6-3", "no_shot"),
    "skip": Reason("7-4", "no_second_march"),
    "support": Reason("8-3", "no_strategists"),
    "no_support": Reason("8-3", "no_strategists"),
}


def _action_phase_reasons(g: G, phase: ActionPhase, act: Act) -> Iterator[Reason]:
    if act[0] in ACTIONS and phase.seat >= 0:
        yield Reason("6", "one_action")


def _two_moves_reasons(g: G, event: TwoMoves, act: Act) -> Iterator[Reason]:
    if act[0] in ("movement", "skip"):
        yield Reason("7-4", "marching_under_event", {"card": event.card})


GAME_REASONS: Mapping[type[Procedure], ReasonFinder] = {
    ActionPhase: _action_phase_reasons,
    TwoMoves: _two_moves_reasons,
}


def reasons_not_asked(g: G, act: Act) -> list[Reason]:
    """Return the reasons against an act that does not answer the current decision."""
    return refusal_reasons.reasons_not_asked(g, act, NOT_ASKED, GAME_REASONS)
