"""This game's reasons against acts that answer a decision other than the current one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Procedure
from gunki.games.honganji.rules.actions import ActionPhase
from gunki.games.honganji.rules.cards.order_events import SurroundingNobunaga
from gunki.games.honganji.rules.cards.unit_events import ChangeOfFief
from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.rules import refusal_reasons
from gunki.series.areas_and_cards.rules.continued_combat import ContinuedCombat
from gunki.series.areas_and_cards.rules.movement import UnitMovement
from gunki.series.areas_and_cards.rules.refusal_reasons import SHARED_NOT_ASKED, NotAsked, ReasonFinder

ACTIONS = ("event", "reinforcement", "oda_transfer", "movement", "combat", "throw", "end")

NOT_ASKED: NotAsked = {
    **SHARED_NOT_ASKED,
    **dict.fromkeys(ACTIONS, Reason("3-4", "action_phase_only")),
    "slot": Reason("3-1.p2", "rebels_cut_in"),
    "armies": Reason("3-3", "no_petition"),
    "support": Reason("1-2-1-3", "no_strategist"),
    "no_support": Reason("1-2-1-3", "no_strategist"),
    "reinforce": Reason("6-3", "not_under_way"),
    "transfer": Reason("6-4", "not_under_way"),
    "attack": Reason("6-6", "not_under_way"),
    "direct": Reason("4-2", "not_under_way"),
    "recruit": Reason("6-2", "not_under_way"),
    "fortify": Reason("FAQ-Q2", "not_under_way"),
    "surrender": Reason("FAQ-Q1", "not_under_way"),
    "turn": Reason("6-2", "not_under_way"),
    "desert": Reason("6-2", "not_under_way"),
    "slander": Reason("6-2", "not_under_way"),
    "scheme_army": Reason("6-2", "not_under_way"),
    "scheme_general": Reason("6-2", "not_under_way"),
    "plain_army": Reason("6-2", "one_kind_of_army"),
    "flipped_army": Reason("6-2", "one_kind_of_army"),
    "supply": Reason("6-2", "not_under_way"),
    "ready_general": Reason("6-2", "all_readied"),
    "ready_army": Reason("6-2", "all_readied"),
    "fief": Reason("10-3", "not_under_way"),
    "with_spent": Reason("10-3", "not_under_way"),
}


def _action_phase_reasons(g: G, phase: ActionPhase, act: Act) -> Iterator[Reason]:
    if act[0] in ACTIONS:
        yield Reason("6.p2", "finish_first")


def _directed_reasons(g: G, event: SurroundingNobunaga, act: Act) -> Iterator[Reason]:
    """Yield why the directed daimyo cannot do what the act asks for.

    If nothing else is against the act, the reason is that the card's order has been given already.
    """
    verb, top = act[0], g.stack[-1]
    deed = {"reinforce": "reinforcement", "march": "movement", "attack": "combat"}.get(verb, verb)
    if g.directed < 0 or deed not in ("reinforcement", "movement", "combat"):
        return
    begun = isinstance(top, UnitMovement | ContinuedCombat) and top.clan >= 0
    reasons = [] if begun else list(event.deed_bars(g, (deed,)))
    yield from reasons or [Reason("4-2", "order_given", {"card": event.card})]


def _fief_reasons(g: G, change: ChangeOfFief, act: Act) -> Iterator[Reason]:
    verb = act[0]
    if verb in ("take", "done"):
        yield from list(change.general_bars(g, act)) or [Reason("10-3", "stack_chosen")]
    elif verb == "with" and change.step == "start":
        yield Reason("10-3", "generals_first")
    elif verb == "with":
        yield from [] if change.step == "strength" else [Reason("10-3", "stack_chosen")]
    elif verb == "with_spent":
        yield Reason("10-3", "generals_first" if change.step == "start" else "ready_ones_first")


GAME_REASONS: Mapping[type[Procedure], ReasonFinder] = {
    ActionPhase: _action_phase_reasons,
    SurroundingNobunaga: _directed_reasons,
    ChangeOfFief: _fief_reasons,
}


def reasons_not_asked(g: G, act: Act) -> list[Reason]:
    """Return the reasons against an act that does not answer the current decision."""
    return refusal_reasons.reasons_not_asked(g, act, NOT_ASKED, GAME_REASONS)
