"""What today's rules say of a record that was played under others, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gunki.core.definition.clauses import number
from gunki.core.definition.texts import LANGUAGES, Texts
from gunki.core.errors import GunkiError, IllegalAction
from gunki.core.rules.decision import Reason

if TYPE_CHECKING:
    from gunki.core.definition.game import Game
    from gunki.core.matches.match import Match

#: The record is accepted up to `ply`; or not even its beginning; or whole, but it ends in another position. Or there is
#: nothing that could be shown; or what was to come next would never end.
REFUSED, START, ANOTHER_END, UNOPENED, ENDLESS = "refused", "start", "another_end", "unopened", "endless"
#: The record is refused, or leads elsewhere, and its match goes on from the position that was kept.
GOES_ON, GOES_ON_OTHERWISE = "goes_on", "goes_on_otherwise"


@dataclass(frozen=True, slots=True)
class ReplayProblem:
    """Read-only up to `ply`: there the match can be continued. `who` and `act` are what was refused, `bars` why."""

    kind: str
    #: Actions that are accepted, and those of the record.
    ply: int
    plies: int
    who: str
    act: str
    bars: tuple[Reason, ...]
    #: The refusal in the engine's words.
    why: str
    #: The version of the rules it was played under, and today's.
    version: int
    now: int

    @property
    def clauses(self) -> list[str]:
        return list(dict.fromkeys(bar.clause for bar in self.bars if bar.clause))

    def for_continued_match(self, ply: int) -> ReplayProblem:
        """Return what is told of a match that goes on from where it stood after `ply` actions.

        Neither the action nor the reasons are told: the match is played, and not every seat may know them.
        """
        kind = GOES_ON if self.act else GOES_ON_OTHERWISE
        return replace(self, kind=kind, plies=ply, act="", why="")

    def __str__(self) -> str:
        """For errors; people who play are told `sentences`."""
        what = "the start" if self.kind == START else f"action {self.ply + 1} {self.act[:80]!r}"
        return f"{what} is refused: {self.why}"

    def sentences(self, texts: Texts) -> list[str]:
        """What happened, then each reason."""
        bars = () if self.kind in (GOES_ON, GOES_ON_OTHERWISE) else self.bars
        reasons = [f"{number(clause)}: {texts('bar', what, **data)}" for clause, what, data in bars]
        clauses = ", ".join(number(clause) for clause in self.clauses) or "–"
        first = texts(
            "notice", self.kind, number=self.ply + 1, act=self.act, who_seat=self.who, ply=self.ply, plies=self.plies,
            version=self.version, now=self.now, why=self.why, clauses=clauses,
        )  # fmt: skip
        return [first, *reasons]

    def to_dict(self, game: Game | None) -> dict[str, Any]:
        """For programs and pages; the texts in every language. `game`: None where there is none of that name."""
        return {
            "kind": self.kind,
            "ply": self.ply,
            "plies": self.plies,
            "who": self.who,
            "action": self.act,
            "clauses": self.clauses,
            "why": self.why,
            "version": self.version,
            "now": self.now,
            "text": {lang: self.sentences(Texts((), lang) if game is None else game.texts(lang)) for lang in LANGUAGES},
        }


def problem_of(match: Match, error: GunkiError, who: str, act: str, plies: int, version: int) -> ReplayProblem:
    """What refused an action that a record holds; where the error names no clause, that of the question at hand."""
    bars = error.bars if isinstance(error, IllegalAction) else ()
    if not bars:
        decision = match.decision
        clause = decision.clause if decision is not None else match.result.clause if match.result is not None else ""
        bars = (Reason(clause, "game_over" if decision is None else "record_differs"),)
    return ReplayProblem(REFUSED, match.ply, plies, who, act, bars, str(error), version, match.game.rules_version)
