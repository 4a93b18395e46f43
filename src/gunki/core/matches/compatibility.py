"""Problems in replaying a record that was played under other rules, and the sentences that describe them to players."""

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

#: Kinds of problems. REFUSED: an action of the record is refused. START: the start of the record is refused.
#: ANOTHER_END: all actions are accepted, but the last position is another one. UNOPENED: nothing of the match can be
#: shown. ENDLESS: the next action would never end.
REFUSED, START, ANOTHER_END, UNOPENED, ENDLESS = "refused", "start", "another_end", "unopened", "endless"
#: Kinds of problems in matches that go on from a stored position. GOES_ON: an action of the record is refused.
#: GOES_ON_OTHERWISE: all actions are accepted but lead to another position.
GOES_ON, GOES_ON_OTHERWISE = "goes_on", "goes_on_otherwise"


@dataclass(frozen=True, slots=True)
class ReplayProblem:
    """Why a record cannot be replayed under today's rules as it was played. The match can be continued at `ply`.

    `who` is the seat of the refused action, `act` the action, and `bars` are the reasons why it is refused.
    """

    kind: str
    #: How many actions are accepted, and how many the record has.
    ply: int
    plies: int
    who: str
    act: str
    bars: tuple[Reason, ...]
    #: The message of the error that refused the action.
    why: str
    #: The version of the rules under which the record was played, and the version of today's rules.
    version: int
    now: int

    @property
    def clauses(self) -> list[str]:
        """The clauses of the reasons, each once."""
        return list(dict.fromkeys(bar.clause for bar in self.bars if bar.clause))

    def for_continued_match(self, ply: int) -> ReplayProblem:
        """Return the same problem for a match that goes on from a stored position after `ply` actions.

        It leaves out the refused action, because not every seat may know the action while the match goes on.
        """
        kind = GOES_ON if self.act else GOES_ON_OTHERWISE
        return replace(self, kind=kind, plies=ply, act="", why="")

    def __str__(self) -> str:
        """Return one sentence for error messages. `sentences` returns the texts for players."""
        what = "the start" if self.kind == START else f"action {self.ply + 1} {self.act[:80]!r}"
        return f"{what} is refused: {self.why}"

    def sentences(self, texts: Texts) -> list[str]:
        """Return a sentence on what happened, then one for each reason."""
        bars = () if self.kind in (GOES_ON, GOES_ON_OTHERWISE) else self.bars
        reasons = [f"{number(clause)}: {texts('bar', what, **data)}" for clause, what, data in bars]
        clauses = ", ".join(number(clause) for clause in self.clauses) or "–"
        first = texts(
            "notice", self.kind, number=self.ply + 1, act=self.act, who_seat=self.who, ply=self.ply, plies=self.plies,
            version=self.version, now=self.now, why=self.why, clauses=clauses,
        )  # fmt: skip
        return [first, *reasons]

    def to_dict(self, game: Game | None) -> dict[str, Any]:
        """Return plain data with the sentences in every language. `game` is None if the match's game is unknown."""
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
    """Return the problem of a record with a refused action; `error` says why it was refused.

    If the error names no clause, the problem cites the clause of the current decision.
    """
    bars = error.bars if isinstance(error, IllegalAction) else ()
    if not bars:
        decision = match.decision
        clause = decision.clause if decision is not None else match.result.clause if match.result is not None else ""
        bars = (Reason(clause, "game_over" if decision is None else "record_differs"),)
    return ReplayProblem(REFUSED, match.ply, plies, who, act, bars, str(error), version, match.game.rules_version)
