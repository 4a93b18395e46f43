"""Forced choices: a decision with a single allowed answer is made without asking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, Next, Procedure


@dataclass(eq=False)
class AutoAnswering(Procedure):
    """A procedure that asks a seat only if there is a choice; a single allowed act goes to its step at once."""

    def ask(
        self,
        g: Any,
        who: int,
        name: str,
        clause: str,
        acts: Sequence[Act],
        then: str,
        *,
        bars: str = "bars",
        kind: str = "choose",
        data: Mapping[str, Any] = Ask.EMPTY,
        verbs: tuple[str, ...] = (),
        starts_order: bool = False,
        end_option: Act | None = None,
    ) -> Next:
        """Return a decision among `acts`, which are exactly the allowed acts, at least one.

        The step `then` takes the answer. If there is one act only, return what that step returns.
        """
        if len(acts) == 1:
            out: Next = getattr(self, then)(g, acts[0])
            return out
        return Ask(
            who, name, clause, acts, then, bars=bars, exact=True, kind=kind, data=data, verbs=verbs,
            starts_order=starts_order, end_option=end_option,
        )  # fmt: skip


#: The name before 0.2; version 0.4 removes it.
Asking = AutoAnswering
