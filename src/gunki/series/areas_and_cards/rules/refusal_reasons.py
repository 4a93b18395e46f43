"""Reasons against an act that answers a decision other than the current one.

Such a decision may be over, skipped, or made without the player. Then the reason cites the rule by which there is
nothing to decide. Each procedure under way is asked for reasons, from the top of the stack down. If no procedure gives
any, the reason comes from a table of the game (`NotAsked`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Procedure
from gunki.series.areas_and_cards.rules.card_events import Order
from gunki.series.areas_and_cards.rules.combat import Combat
from gunki.series.areas_and_cards.rules.continued_combat import ContinuedCombat, Discard, attack_bars
from gunki.series.areas_and_cards.rules.feasibility import can_attack, can_march
from gunki.series.areas_and_cards.rules.movement import UnitMovement, march_bars

if TYPE_CHECKING:
    from gunki.series.areas_and_cards.state.position import AreaPosition as G

#: For each verb, the reason why its decision does not arise now. The reason cites the clause of that decision.
NotAsked = Mapping[str, Reason]
#: A function that takes the position, a procedure under way and an act, and yields its reasons against the act.
ReasonFinder = Callable[[Any, Any, Act], Iterator[Reason]]


def reasons_not_asked(
    g: G, act: Act, not_asked: NotAsked, more: Mapping[type[Procedure], ReasonFinder]
) -> list[Reason]:
    """Return the reasons against an act that does not answer the current decision.

    `not_asked`: the game's table of reasons, used if no procedure under way gives any. `more`: for some procedures, the
    game's own function that gives reasons. It is used instead of the function of the series.
    """
    for frame in reversed(g.stack):
        for cls in type(frame).__mro__:
            reason = more.get(cls) or REASONS.get(cls)
            if reason is not None:
                reasons = list(reason(g, frame, act))
                if reasons:
                    return reasons
                break
    return [not_asked[act[0]]]


# 7: the march under way


def _march_reasons(g: G, m: UnitMovement, act: Act) -> Iterator[Reason]:
    verb = act[0]
    if verb not in ("march", "take", "done", "with", "to"):
        return
    if m.clan < 0:
        yield Reason("7-1", "march_first")
    elif verb == "march" or m.area >= 0:
        yield Reason("7", "marching_already", {"clan": m.clan, "area": m.origin})
    elif verb == "to":
        yield Reason("7-1", "stack_first")
    elif verb == "with" and m.step == "generals":
        yield Reason("7-1", "generals_first")
    else:
        reasons = list(m.strength_bars(g, act) if verb == "with" else m.generals_bars(g, act))
        yield from reasons or [Reason("7-1", "stack_chosen")]


# 8: the combat under way


def _combat_reasons(g: G, combat: Combat, act: Act) -> Iterator[Reason]:
    verb, target = act[0], combat.target
    if target < 0:
        return
    if verb == "target":
        yield from list(combat.target_bars(g, act)) or [Reason("8-1-2", "target_chosen", {"clan": target})]
    elif verb in ("commander", "own_value"):
        yield from _command_reasons(g, combat, act)
    elif verb == "hit" and combat.step == "ask_target_losses":
        yield Reason("8-4", "armies_first")


def _command_reasons(g: G, combat: Combat, act: Act) -> Iterator[Reason]:
    """Yield why no commander can be chosen now (8-1-3, 8-2-1).

    Examples: the event sets the attack value, the target is surprised, or the commander is chosen already.
    """
    if combat.counter_value >= 0:
        yield Reason("8-1-3", "dice_rolled")
        return
    if combat.step == "shoot":
        yield Reason("7-4", "shot_first")
        return
    if act[0] == "own_value":
        yield Reason("1-2-2", "no_own_value_now")
        return
    general = act[1]
    own = general in g.generals_in(combat.clan, combat.area)
    theirs = general in g.generals_in(combat.target, combat.area)
    if own and combat.value:
        yield Reason("7-4", "event_commands")
    elif theirs and combat.surprise:
        yield Reason("7-4", "taken_by_surprise", {"clan": combat.target})
    elif own and not g.up[general]:
        yield Reason("8-1-3", "spent_unit", {"general": general})
    elif own or theirs:
        yield Reason("8-1-3" if own else "8-2-1", "command_settled")
    else:
        yield Reason("8-1", "bystander", {"general": general})


def _continued_reasons(g: G, fight: ContinuedCombat, act: Act) -> Iterator[Reason]:
    verb = act[0]
    if verb == "attack" and fight.clan >= 0:
        yield Reason(g.setup.combat_clause, "attack_chosen", {"clan": fight.clan, "area": fight.area})
    elif verb in ("again", "stop") and fight.clan >= 0:
        paying = isinstance(g.stack[-1], Discard)
        yield Reason("8-6", "pay_first") if paying else Reason("8-5", "combat_first")


# 7-4: an event that orders a march or a combat


def _order_reasons(g: G, order: Order, act: Act) -> Iterator[Reason]:
    if act[0] not in ("movement", "combat", "march", "attack"):
        return
    top = g.stack[-1]
    begun = not isinstance(top, UnitMovement | ContinuedCombat) or top.clan >= 0
    reasons = [] if begun else list(_impossibility_reasons(g, order, act))
    yield from reasons or [Reason("7-4", "order_given", {"card": order.card})]


def _impossibility_reasons(g: G, order: Order, act: Act) -> Iterator[Reason]:
    """Yield why the event does not allow what the act asks for: no unit could fight, or no unit could march."""
    verb, march = act[0], order.march(g, order.seat, order.data(g))
    if verb in ("combat", "attack"):
        if can_attack(g, order.seat, march.allowed, march.needs):
            return
        if verb == "combat":
            yield Reason(g.setup.combat_clause, "nobody_can_fight")
        else:
            yield from attack_bars(g, order.seat, march.allowed, march.needs, act[1], act[2])
    elif not can_march(g, march):
        if verb == "movement":
            yield Reason("7", "nobody_can_move")
        else:
            yield from march_bars(g, march, act[1], act[2])


REASONS: Mapping[type[Procedure], ReasonFinder] = {
    UnitMovement: _march_reasons,
    Combat: _combat_reasons,
    ContinuedCombat: _continued_reasons,
    Order: _order_reasons,
}

#: The entries of `NotAsked` that the games share.
SHARED_NOT_ASKED: NotAsked = {
    "march": Reason("7-1", "no_march_now"),
    "take": Reason("7-1", "no_march_now"),
    "with": Reason("7-1", "no_march_now"),
    "to": Reason("7", "no_march_now"),
    "done": Reason("7-1", "nothing_to_end"),
    "target": Reason("8-1-2", "no_combat_now"),
    "commander": Reason("8-1-3", "no_combat_now"),
    "own_value": Reason("8-1-3", "no_combat_now"),
    "lose": Reason("8-4", "no_choice_of_losses"),
    "hit": Reason("8-4", "no_choice_of_losses"),
    "flee": Reason("8-4-2-2", "nobody_flees"),
    "again": Reason("8-5", "no_additional_combat"),
    "stop": Reason("8-5", "no_additional_combat"),
    "discard": Reason("6", "nothing_to_pay"),
    "control": Reason("5-2", "no_control_to_settle"),
}
