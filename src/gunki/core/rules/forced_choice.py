"""Forced choices: a decision with a single allowed answer is made without asking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, Next, Procedure


@dataclass(eq=False)
class AutoAnswering(Procedure):
    """A procedure that asks a seat only if there is a choice. If only one act is allowed, it is done without asking."""

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
        """Return a decision among `acts`, which are exactly the allowed acts; there must be at least one.

        The step `then` takes the answer. If there is only one act, call that step with it, and return its result.
        """
        if len(acts) == 1:
            out: Next = getattr(self, then)(g, acts[0])
            return out
        return Ask(
            who, name, clause, acts, then, bars=bars, exact=True, kind=kind, data=data, verbs=verbs,
            starts_order=starts_order, end_option=end_option,
        )  # fmt: skip


#: The name of the class before version 0.2. Version 0.4 removes it.
Asking = AutoAnswering
