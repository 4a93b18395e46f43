"""The editions of the basic rules: one table of the actions and procedures that an edition or a game may replace.

A rule that starts a procedure takes it from the table (`Call(g.rules.assault(...), ...)`). A saved stack is read back
with the table too. So a procedure is replaced in one place: `dataclasses.replace(FIRST, assault=...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from gunki.core.rules.decision import Reason
from gunki.core.rules.procedure import Procedure, index_by_name
from gunki.series.forces_and_castles.rules.deployment import Deployment
from gunki.series.gunyuden.rules.actions import NESTED_VERBS, ForceAction, OperationsPhase, Rally, rally_bars
from gunki.series.gunyuden.rules.combat.battle import FieldBattle, battle_bars
from gunki.series.gunyuden.rules.combat.decisive_battle import DecisiveBattle
from gunki.series.gunyuden.rules.combat.losses import Losses
from gunki.series.gunyuden.rules.combat.retreat import Pursuit, Retreat
from gunki.series.gunyuden.rules.combat.skirmish import Skirmish
from gunki.series.gunyuden.rules.movement import March, ordinary_bars, strategic_bars
from gunki.series.gunyuden.rules.organisation import Organisation, organise_bars
from gunki.series.gunyuden.rules.replenishment import Replenishment
from gunki.series.gunyuden.rules.sequence import Campaign
from gunki.series.gunyuden.rules.sieges.siege import Assault, Siege, SiegeResults, assault_bars, siege_bars
from gunki.series.gunyuden.rules.sieges.surrender import CallForSurrender, Fall, Gates, Ownership, Surrender
from gunki.series.gunyuden.state.position import GunyudenPosition as G
from gunki.series.gunyuden_revised.rules.ambush import Ambush, LieInWait, ambush_bars
from gunki.series.gunyuden_revised.rules.combat import decisive_battle as revised_decisive
from gunki.series.gunyuden_revised.rules.sieges import siege as revised_siege
from gunki.series.gunyuden_revised.rules.sieges import surrender as revised_surrender

#: A function that makes a procedure. A replacement takes the same arguments.
Makes = Callable[..., Procedure]


@dataclass(frozen=True)
class Action:
    """12: an action of a force. `bars` yields the reasons against the action; `procedure` makes its procedure."""

    bars: Callable[[G, int], Iterator[Reason]]
    procedure: Callable[[Edition, int, int], Procedure]
    #: A quick test of a force. If the force fails it, the action is not offered, and `bars` is not called.
    asked: Callable[[G, int], bool] | None = None
    #: Whether the action takes an activation point of the force (12-2-4), and whether the force must be on the map.
    by_points: bool = True
    on_the_map: bool = True


@dataclass(frozen=True)
class Edition:
    """An edition of the basic rules: its actions, its steps before the first stage, and its procedures."""

    #: 12: the actions by verb, in the order in which they are offered.
    actions: Mapping[str, Action]
    #: 4: the names of the campaign's steps before the first turn, and of its steps in each turn before the stages.
    opening: tuple[str, ...]
    turn: tuple[str, ...]

    # The procedures, in the order of the rulebook.
    campaign: Makes = Campaign
    deployment: Makes = Deployment
    operations_phase: Makes = OperationsPhase
    force_action: Makes = ForceAction
    organisation: Makes = Organisation  # chapter 13
    replenishment: Makes = Replenishment  # chapter 14
    march: Makes = March  # chapters 15, 16
    siege: Makes = Siege  # chapters 17, 18
    siege_results: Makes = SiegeResults  # section 18-2
    assault: Makes = Assault  # chapter 19
    assault_bars: Callable[[Any, tuple[int, ...], int], Iterator[Reason]] = assault_bars  # section 19-1
    call_for_surrender: Makes = CallForSurrender  # chapter 20
    gates: Makes = Gates  # section 20-3
    surrender: Makes = Surrender  # section 20-3
    fall: Makes = Fall  # chapter 21
    ownership: Makes = Ownership  # section 21-2
    field_battle: Makes = FieldBattle  # chapter 22
    skirmish: Makes = Skirmish  # chapter 23
    losses: Makes = Losses  # section 23-3
    retreat: Makes = Retreat  # section 23-4
    pursuit: Makes = Pursuit  # section 23-5
    decisive_battle: Makes = DecisiveBattle  # chapter 24
    rally: Makes = Rally  # chapter 26

    #: The clause by which a marked result of the battle table eliminates a unit.
    mark_clause: str = "23-3-3"
    #: Procedures of one game that no rule of the series calls.
    own: tuple[Makes, ...] = ()
    #: All procedures of the edition by name. A saved stack is read back with them.
    procedures: Mapping[str, type[Procedure]] = field(init=False, repr=False, compare=False)
    #: The verbs known in the decision about an action: those of all actions, `lift`, and the verbs within an action.
    verbs: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parts = [getattr(self, part.name, None) for part in fields(self)]
        procedure_types = [
            part for part in (*parts, *self.own) if isinstance(part, type) and issubclass(part, Procedure)
        ]
        object.__setattr__(self, "procedures", index_by_name(procedure_types))
        object.__setattr__(self, "verbs", (*self.actions, "lift", *NESTED_VERBS))


def _is_shaken(g: G, force: int) -> bool:
    return bool(g.morale[force])


#: 12-1: the actions that every game of the series offers a force.
ACTIONS: Mapping[str, Action] = {
    # 12.0(2): movement
    "move": Action(ordinary_bars, lambda rules, seat, force: rules.march(seat, force, 0), on_the_map=False),
    "strategic": Action(strategic_bars, lambda rules, seat, force: rules.march(seat, force, 1)),
    # 12.0(4): field battles
    "battle": Action(battle_bars, lambda rules, seat, force: rules.field_battle(seat, force)),
    # 12.0(3): sieges
    "siege": Action(siege_bars, lambda rules, seat, force: rules.siege(seat, force)),
    # 12.0(1): organisation
    "organise": Action(
        organise_bars,
        lambda rules, seat, force: rules.organisation(seat, force),
        by_points=False,
        on_the_map=False,
    ),
    # 12.0(5): recovery of morale
    "rally": Action(rally_bars, lambda rules, seat, force: rules.rally(seat, force), asked=_is_shaken),
}

#: The basic rules as they were first printed.
FIRST = Edition(ACTIONS, ("deployment",), ("lines",))


@dataclass(frozen=True)
class RevisedEdition(Edition):
    """The revised edition of the basic rules: the same table, with the procedures that this edition adds."""

    ambush: Makes = Ambush  # change R-8
    seppuku: Makes = revised_surrender.Seppuku  # section 20-3
    disband: Makes = revised_surrender.Disband


#: R-8: the action that the revised edition adds.
AMBUSH = Action(ambush_bars, lambda rules, seat, force: LieInWait(seat, force))

REVISED = RevisedEdition(
    {**ACTIONS, "ambush": AMBUSH},
    ("deployment",),
    ("lines",),
    siege_results=revised_siege.SiegeResults,  # 18-2: incidents and garrison limits
    assault=revised_siege.Assault,  # 19: both sides roll
    assault_bars=revised_siege.assault_bars,  # 19-1-3: strengths are not compared
    call_for_surrender=revised_surrender.CallForSurrender,  # 20-3: eight answers
    fall=revised_surrender.Fall,  # 21: other fates of the garrison
    decisive_battle=revised_decisive.DecisiveBattle,  # 24-2-5: it ends when all units of a side are reduced
    mark_clause="QR-CRT-star",  # cited instead of 23-3-3
    own=(LieInWait,),
)

#: The options that restore a part of the first edition, and the procedures that each restores.
FIRST_EDITION_PARTS: Mapping[str, Mapping[str, Any]] = {
    "decisive_rule": {"decisive_battle": DecisiveBattle},
    "assault_rule": {"assault": Assault, "assault_bars": assault_bars},
}
FIRST_EDITION = "first edition"


def make_revised_edition(options: Mapping[str, Any], edition: RevisedEdition = REVISED) -> RevisedEdition:
    """Return the revised edition with the options of a match applied."""
    parts: dict[str, Any] = {}
    for option, again in FIRST_EDITION_PARTS.items():
        if options[option] == FIRST_EDITION:
            parts |= again
    if not options["ambush"]:
        parts["actions"] = {verb: action for verb, action in edition.actions.items() if verb != "ambush"}
    return replace(edition, **parts) if parts else edition
