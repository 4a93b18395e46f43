"""Sections 9-1 and 19: the effect of sieges on the morale of castles, and demands for surrender."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Next, Procedure, Roll
from gunki.games.kenshin.rules.combat.losses import settle_losses
from gunki.games.kenshin.rules.naval.naval_lines import has_open_line
from gunki.games.kenshin.setup import RANKS
from gunki.games.kenshin.state.position import KenshinPosition as G

#: The rows of TBL-SIEGE: a castle without garrison, then by the highest rank inside.
ROWS = ("none", *RANKS)


@dataclass(eq=False)
class SiegeResults(Procedure):
    """9-1, 9-1-1, 13-1-4: one die for each invested castle, in list order.

    This die never makes a castle surrender (ERR-2). A port with an open naval line has no die
    (13-1-9, 16-1 invest).
    """

    castle: int = 0  # the next castle to check

    def start(self, g: G) -> Next:
        self.castle = g.besieged.find(1, self.castle)
        if self.castle < 0:
            return None
        if has_open_line(g, self.castle):
            g.emit("no_siege_check", "13-1-9", castle=self.castle)
            return "next_castle"
        return "check"

    def check(self, g: G) -> Next:
        row_index = row(g, self.castle)
        column = g.setup.siege_columns.index(ROWS[row_index])
        data = {"castle": self.castle, "row": ROWS[row_index], "chart": "siege", "column": column}
        return Roll("siege", "9-1-1", 1, "take_roll", data=data)

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        always = self.castle in g.setup.siege_always
        loss = g.setup.siege[row(g, self.castle)][dice[0] - 1]
        g.lower_morale(self.castle, loss, "9-1-1", *(("19",) if always else ()))
        return "next_castle"

    def next_castle(self, g: G) -> Next:
        self.castle += 1
        return "start" if self.castle < len(g.besieged) else None


def row(g: G, castle: int) -> int:
    """Return the row of a castle: the highest rank inside (K-41); one castle always has the same row (19)."""
    always = g.setup.siege_always.get(castle)
    return always if always is not None else max((1 + g.setup.rank[u] for u in g.inside_units(castle)), default=0)


@dataclass(eq=False)
class Demands(AutoAnswering):
    """9-1-2: a besieger may demand surrender of each castle of lowered morale, once a turn (K-41)."""

    seat: int
    castle: int = -1

    def start(self, g: G) -> Next:
        acts: list[Act] = [("demand", c) for c in range(len(g.holder)) if g.besieged[c] and self._may_demand(g, c)]
        return self.ask(
            g, self.seat, "demand", "9-1-2", [*acts, ("done",)], "take_choice", end_option=("done",), verbs=("demand",)
        )

    def _may_demand(self, g: G, castle: int) -> bool:
        return next(self.bars(g, ("demand", castle)), None) is None

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "done":
            return
        castle = act[1]
        if not g.besieged[castle] or g.holder[castle] != 1 - self.seat:
            yield Reason("9-1-2", "not_invested", {"castle": castle})
        elif not g.lowered[castle]:
            yield Reason("9-1-2", "no_drop", {"castle": castle})
        elif castle in g.demanded:
            yield Reason("9-1-2", "was_demanded", {"castle": castle})
        elif has_open_line(g, castle):
            yield Reason("13-1-9", "line_open", {"castle": castle})  # K-96: no demand while the line is open

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "done":
            return None
        self.castle = act[1]
        return "check"

    def check(self, g: G) -> Next:
        data = {"castle": self.castle, "count": g.lowered[self.castle]}
        return Roll("demand", "9-1-2", 1, "take_roll", data=data)

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return what the die is worth: 1 if the castle surrenders."""
        lowered = g.lowered[self.castle]
        return Luck(self.seat, lambda die: int(die <= lowered))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        g.demanded = (*g.demanded, self.castle)
        if dice[0] > g.lowered[self.castle]:
            g.emit("holds_out", "9-1-2", castle=self.castle)
            return "start"
        g.emit("surrenders", "9-1-2", castle=self.castle)
        g.fall(self.castle, self.seat, "9-1-3")
        return settle_losses(g, "start")
