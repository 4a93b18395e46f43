"""One answer is no question: a choice with a single allowed answer is made by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, Next, Procedure


@dataclass(eq=False)
class AutoAnswering(Procedure):
    """A procedure with questions that ask themselves only where there is a choice. `then` names the step that takes the
    answer, given or not."""

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
        """`acts` are exactly the allowed ones, at least one of them."""
        if len(acts) == 1:
            out: Next = getattr(self, then)(g, acts[0])
            return out
        return Ask(
            who, name, clause, acts, then, bars=bars, exact=True, kind=kind, data=data, verbs=verbs,
            starts_order=starts_order,
            end_option=end_option,
        )  # fmt: skip


#: Its name before 0.3, which goes with 0.4.
Asking = AutoAnswering
