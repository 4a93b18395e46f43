"""The endings of a game. One list of them both ends the game and tells each seat its aims (docs/data/aims.md)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, TypeVar

from gunki.core.definition.lexicon import Lexicon
from gunki.core.rules.procedure import GameOver

P = TypeVar("P")

#: When an ending is checked: after every change, at the end of every turn, at the end of the game.
AT_ONCE, TURN_END, GAME_END = "at_once", "turn_end", "game_end"
#: The possible results of an ending for a seat.
WIN, LOSE, DRAW = "win", "lose", "draw"
#: Whether the game ends with this turn. NO: it goes on. MAYBE: some results of a die end it. YES: it ends. OVER: it has
#: ended already.
NO, MAYBE, YES, OVER = "no", "maybe", "yes", "over"
#: The largest result of a die. Results up to a limit end the game, so if the limit is this number, every result does.
ANY_DIE = 6


@dataclass(frozen=True, slots=True)
class AimPart:
    """A further condition of a way (section `condition` of the texts).

    `state` names the text that tells how far the condition is met, filled with `value` and `needed`. The default is
    the text `met` or the text `not_yet`.
    """

    text: str
    clause: str
    value: int
    needed: int
    state: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to win or to lose (section `aim` of the texts).

    If it can be counted, `value` is the present count and `needed` the count that is needed.
    """

    way: str
    text: str
    clause: str
    data: Mapping[str, Any] = field(default_factory=dict)
    value: int | None = None
    needed: int | None = None
    parts: tuple[AimPart, ...] = ()
    #: The text of section `aim` that tells the seat's aim in one sentence, if this is the seat's main way.
    line: str = ""
    #: The text of section `aim` that tells how far the seat has come on this way, filled with the data, `value` and
    #: `needed`.
    state: str = ""

    @property
    def has_all_counted(self) -> bool:
        """Whether every counted value is at least as large as needed."""
        enough = self.value is None or self.needed is None or self.value >= self.needed
        return enough and all(part.value >= part.needed for part in self.parts)


class Ending(ABC, Generic[P]):
    """One way in which a game ends, for all seats."""

    #: When the ending is checked: AT_ONCE, TURN_END or GAME_END.
    when: ClassVar[str]
    #: Values of `GameOver.reason` with which the game is a draw, so that no seat has lost.
    draws: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def over(self, g: P) -> GameOver | None:
        """Return the end of the game if this ending applies now, else None. Assume that no earlier ending applies."""

    @abstractmethod
    def ways(self, g: P, seat: int) -> Iterator[Way]:
        """Yield the ways in which a seat can win or lose by this ending."""

    def why(self, g: P) -> Mapping[str, Any]:
        """Return the data for the text `REASON_now`, which describes the present state for this ending."""
        return {}

    def fate(self, over: GameOver, seat: int) -> str:
        """Return what the end of the game means for a seat: WIN, DRAW or LOSE."""
        if seat in over.winners:
            return WIN
        return DRAW if over.reason in self.draws else LOSE

    def holds(self, g: P, seat: int, way: Way, over: GameOver | None) -> bool:
        """Return whether a way applies to a seat now. `over` is the end that this ending would bring, if any."""
        return over is not None and self.fate(over, seat) == way.way


@dataclass(frozen=True, slots=True)
class Aim:
    """A way with its present state.

    `holds` tells whether it applies now, `decides` whether it would decide the game at the end of this turn.
    """

    way: Way
    when: str
    holds: bool
    decides: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What would happen if the turn ended now.

    `over` is the end of the game, or None if it would go on. If a die decides this, the game ends with a result of at
    most `die`.
    """

    turn: int
    ends: str
    die: int = 0
    over: GameOver | None = None
    way: str = ""
    why: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Aims:
    """Every way to win or to lose for a seat, in the order in which they are checked, and the verdict on this turn."""

    ways: tuple[Aim, ...]
    turn_end: Verdict
    #: The turns after which the game may end, and for each the highest result of the die that ends the game
    #: (`Position.last_turns`).
    ends: tuple[tuple[int, int], ...] = ()

    @property
    def line(self) -> int | None:
        """The index of the seat's main way: the first one with a `line`, a text that tells the aim in one sentence."""
        return next((number for number, aim in enumerate(self.ways) if aim.way.line), None)

    def plain(self, seats: tuple[str, ...], lexicon: Lexicon, cite: Callable[[str], str]) -> dict[str, Any]:
        """Return the aims as plain data with names and cited clauses."""
        ways = [_plain_way(aim, lexicon, cite) for aim in self.ways]
        line = self.line
        line_entry = {} if line is None else {"line": {"text": self.ways[line].way.line, "way": line}}
        return {
            **line_entry,
            "ways": ways,
            "ends": [{"turn": turn, "die": die} for turn, die in self.ends],
            "turn_end": _plain_verdict(self.turn_end, seats, lexicon, cite),
        }


def first_outcome(endings: tuple[Ending[P], ...], g: P, *whens: str) -> GameOver | None:
    """Return the end of the game by the first ending that applies now. Only endings checked at `whens` count."""
    for ending in endings:
        if ending.when in whens:
            over = ending.over(g)
            if over is not None:
                return over
    return None


class AimsJudge(Generic[P]):
    """Judges one position by every ending, and tells each seat its aims.

    `now` is the present position, `then` the position as it would be if the turn ended now. `turn` and `die` are the
    result of `Position.closing`, and `ends` is that of `Position.last_turns`. `ended` is the end of the game, or None
    if the game is not over.
    """

    __slots__ = ("_deciding", "_endings", "_ends", "_outcomes", "_verdict", "now", "then")

    def __init__(
        self,
        endings: tuple[Ending[P], ...],
        now: P,
        then: P,
        turn: int,
        die: int,
        ended: GameOver | None,
        ends: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.now, self.then, self._endings, self._ends = now, then, endings, ends
        #: The end that each ending would bring, or None. Of endings that are checked at the same time, only the first
        #: one that applies counts.
        self._outcomes: list[GameOver | None] = []
        first: dict[str, tuple[Ending[P], GameOver]] = {}
        for ending in endings:
            over = None if ending.when in first else ending.over(self._position_for(ending))
            if over is not None:
                first[ending.when] = (ending, over)
            self._outcomes.append(over)
        deciding = first.get(AT_ONCE) or first.get(TURN_END) or (first.get(GAME_END) if die else None)
        self._deciding: Ending[P] | None = None
        if deciding is None:
            self._verdict = Verdict(turn, NO)
        else:
            self._deciding, over = deciding
            sure = self._deciding.when != GAME_END or die >= ANY_DIE
            why = self._deciding.why(self._position_for(self._deciding))
            self._verdict = Verdict(turn, YES if sure else MAYBE, ANY_DIE if sure else die, over, "", why)
        if ended is not None:
            why_data = self._verdict.why if self._verdict.over == ended else {}
            self._verdict = Verdict(turn, OVER, ANY_DIE, ended, "", why_data)
            self._deciding = self._find_ending(ended)

    def _find_ending(self, ended: GameOver) -> Ending[P] | None:
        """Return the ending that decided a game that is over, or None if a seat resigned."""
        for ending in self._endings:
            over = ending.over(self._position_for(ending))
            if over is not None and (over.reason, over.winners) == (ended.reason, ended.winners):
                return ending
        return None

    def _position_for(self, ending: Ending[P]) -> P:
        return self.now if ending.when == AT_ONCE else self.then

    def aims(self, seat: int) -> Aims:
        """Return the aims of a seat."""
        aims: list[Aim] = []
        for ending, over in zip(self._endings, self._outcomes, strict=True):
            g = self._position_for(ending)
            for way in ending.ways(g, seat):
                holds = ending.holds(g, seat, way, over)
                aims.append(Aim(way, ending.when, holds, holds and ending is self._deciding))
        over, verdict = self._verdict.over, self._verdict
        if over is not None:
            by = self._deciding
            fate = by.fate(over, seat) if by is not None else WIN if seat in over.winners else LOSE
            verdict = replace(verdict, way=fate)
        return Aims(tuple(aims), verdict, self._ends)


def _plain_way(aim: Aim, lexicon: Lexicon, cite: Callable[[str], str]) -> dict[str, Any]:
    way = aim.way
    out: dict[str, Any] = {
        "way": way.way, "text": way.text, "data": lexicon.names(way.data) if way.data else {},
        "clause": cite(way.clause), "when": aim.when, "holds": aim.holds, "decides": aim.decides,
    }  # fmt: skip
    if way.value is not None:
        out |= {"value": way.value, "needed": way.needed}
    if way.state:
        out["state"] = way.state
    if way.parts:
        out["parts"] = [
            {"text": part.text, "clause": cite(part.clause), "value": part.value, "needed": part.needed,
             "state": part.state or ("met" if part.value >= part.needed else "not_yet")}
            for part in way.parts
        ]  # fmt: skip
    return out


def _plain_verdict(
    verdict: Verdict, seats: tuple[str, ...], lexicon: Lexicon, cite: Callable[[str], str]
) -> dict[str, Any]:
    out: dict[str, Any] = {"turn": verdict.turn, "ends": verdict.ends}
    over = verdict.over
    if over is not None:
        out |= {
            "die": verdict.die, "way": verdict.way, "winners": [seats[seat] for seat in over.winners],
            "reason": over.reason, "clause": cite(over.clause), "text": f"{over.reason}_now",
            "data": lexicon.names(verdict.why),
        }  # fmt: skip
    return out
