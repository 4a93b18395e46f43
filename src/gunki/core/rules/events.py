"""Events: what happened, as data. Sentences are made for display, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.old_names import warn_of_old_name


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `fight` tells whether it is part of a fight.

    `seen_by` holds the seats that may know it; it is None if all may know it.
    """

    kind: str
    data: Mapping[str, Any]
    clauses: tuple[str, ...] = ()
    seen_by: tuple[str, ...] | None = None
    fight: bool = False

    def visible_to(self, seat: str | None) -> bool:
        """Return the same as `is_visible_to`, and warn."""
        warn_of_old_name("Event.visible_to", "is_visible_to")
        return self.is_visible_to(seat)

    def is_visible_to(self, seat: str | None) -> bool:
        """Return whether a seat may know the event; `seat=None` is a spectator."""
        return self.seen_by is None or seat in self.seen_by

    def to_dict(self) -> dict[str, Any]:
        """Return the event as plain data."""
        out: dict[str, Any] = {"kind": self.kind, "data": dict(self.data), "clauses": list(self.clauses)}
        if self.seen_by is not None:
            out["seen_by"] = list(self.seen_by)
        if self.fight:
            out["fight"] = True
        return out


class RawEvent:
    """An event as the rules hold it, with indices instead of names. It is made only if the position keeps a log."""

    __slots__ = ("clauses", "data", "fight", "kind", "seen_by")

    def __init__(
        self,
        kind: str,
        clauses: tuple[str, ...],
        data: Mapping[str, Any],
        seen_by: tuple[int, ...] | None = None,
        fight: bool = False,
    ) -> None:
        self.kind = kind
        self.clauses = clauses
        self.data = data
        self.seen_by = seen_by
        self.fight = fight


class Trace(list[RawEvent]):
    """A log that also notes where procedures begin and end, so that they can be counted."""

    def __init__(self) -> None:
        super().__init__()
        #: For each beginning or end of a procedure: how many events came before, the name of the procedure, and the
        #: step in which it ended, or "" if it began.
        self.moments: list[tuple[int, str, str]] = []

    def note(self, procedure: str, step: str = "") -> None:
        """Note that a procedure ended in `step`, or that it began if `step` is empty."""
        self.moments.append((len(self), procedure, step))
