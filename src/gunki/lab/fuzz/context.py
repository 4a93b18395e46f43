"""The objects that the fuzzer's checks inspect: a decision, an action just made, and the findings so far."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import gunki
from gunki.core.definition.game import Game
from gunki.core.definition.lexicon import Lexicon
from gunki.core.definition.oracle import Oracle
from gunki.core.definition.setup import Setup
from gunki.core.definition.texts import LANGUAGES, Texts
from gunki.core.dice.chance import Generator
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask
from gunki.core.state.position import Position
from gunki.lab.fuzz.procedure_coverage import ProcedureCounts

#: A citation by a reason or an event: the section of the texts, the key, the clauses, and the names of the data.
Citation = tuple[str, str, tuple[str, ...], tuple[str, ...]]


@dataclass
class FuzzTally:
    """Counts over one game, or over many. `fresh` holds citations that no check has seen yet."""

    decisions: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    by_events: set[str] = field(default_factory=set)
    by_bars: set[str] = field(default_factory=set)
    citations: set[Citation] = field(default_factory=set)
    fresh: list[Citation] = field(default_factory=list)
    #: `secrets`: by seat, the number of decisions at which others knew more than a spectator. `guesses`: by seat, the
    #: number of samples that differed from the true position.
    secrets: Counter[int] = field(default_factory=Counter)
    guesses: Counter[int] = field(default_factory=Counter)
    #: Counts about rare states: games that began at them, positions composed from them, and states left out because of
    #: the options.
    composed: Counter[str] = field(default_factory=Counter)
    #: The procedures that acts entered, and their outcomes. Empty unless the plan counts them.
    visits: ProcedureCounts = field(default_factory=ProcedureCounts)

    def cite(self, section: str, key: str, clauses: tuple[str, ...], data: Mapping[str, Any]) -> None:
        """Note that a text is used and that clauses are cited.

        The checks of clauses and texts read these notes next.
        """
        entry = (section, key, clauses, tuple(data))
        if entry not in self.citations:
            self.citations.add(entry)
            self.fresh.append(entry)
            (self.by_bars if section == "bar" else self.by_events).update(clauses)

    def add(self, other: FuzzTally) -> None:
        """Add the counts of another tally."""
        for name in ("decisions", "endings", "checks", "secrets", "guesses", "composed"):
            getattr(self, name).update(getattr(other, name))
        for check, seconds in other.seconds.items():
            self.seconds[check] = self.seconds.get(check, 0.0) + seconds
        self.by_events |= other.by_events
        self.by_bars |= other.by_bars
        self.visits.add(other.visits)


@dataclass
class FuzzContext:
    """Everything that stays the same during one fuzzed game."""

    game: Game
    setup: Setup
    rng: random.Random
    generator: Generator
    #: The position at the start of the scenario. Positions are restored into copies of it.
    start: Position
    conserved: dict[str, int]
    texts: tuple[Texts, ...]
    tally: FuzzTally
    #: The fields of a position that are plain data, including those derived from its state for speed.
    plain_fields: tuple[str, ...]
    deep: bool
    #: The game's second calculation of its rules. None unless the plan asks to compare with it.
    oracle: Oracle | None = None

    @classmethod
    def of(cls, match: gunki.Match, rng: random.Random, deep: bool, oracle: bool = False) -> FuzzContext:
        """Return the context of a match.

        `rng` is used by the checks alone, so that checks do not change the play.
        """
        game = match.game
        texts = tuple(game.texts(lang) for lang in LANGUAGES)
        start = game.start(match.setup)
        slots = {name for base in type(match.position).__mro__ for name in getattr(base, "__slots__", ())}
        plain_fields = tuple(
            sorted(slots - {"log", "memo", "outcome", "setup", "stack", "wait"} - match.position.CACHES)
        )
        second = game.oracle(match.setup) if oracle else None
        generator, conserved = Generator(match.header.seed), game.invariants(match.position)
        return cls(game, match.setup, rng, generator, start, conserved, texts, FuzzTally(), plain_fields, deep, second)

    @property
    def lexicon(self) -> Lexicon:
        return self.setup.lexicon


class AtDecision:
    """A decision of a seat, before it is answered."""

    def __init__(self, context: FuzzContext, match: gunki.Match) -> None:
        self.context = context
        self.match = match
        self.position: Position = match.position
        assert isinstance(self.position.wait, Ask)
        self.ask: Ask = self.position.wait
        self.options: list[Act] = self.position.options()
        self.legal = set(self.options)
        #: The position as plain data. `text` is a copy as JSON, which later changes of the position cannot reach.
        self.state = self.position.to_dict()
        self.text = json.dumps(self.state)

    @cached_property
    def digest(self) -> str:
        return self.position.digest()

    @cached_property
    def document(self) -> dict[str, Any]:
        """The description of the position before the answer."""
        return self.context.game.describe(self.position)

    @property
    def verbs(self) -> list[str]:
        """The verbs that the decision offers or accepts."""
        return sorted({*(act[0] for act in self.ask.candidates), *self.ask.verbs})

    def numbers(self, verb: str) -> range:
        """Return the numbers that are offered with a verb, and a few numbers beyond them."""
        kinds = self.context.lexicon.verbs[verb]
        offered = [
            n
            for act in self.options
            if act[0] == verb
            for n, kind in zip(act[1:], kinds, strict=False)
            if kind == "number"
        ]
        return range(min([*offered, 1]) - 2, max([*offered, 0]) + 3)


class AfterAction:
    """A decision after its answer. `match` is in the position after the answer."""

    def __init__(self, before: AtDecision, act: Act, events: list[gunki.Event], match: gunki.Match) -> None:
        self.context = before.context
        self.before = before
        self.act = act
        self.events = events
        self.match = match
        self.state = match.position.to_dict()


class Check(NamedTuple):
    """A check. `look` yields a sentence for each fault.

    The check is made at one decision in `every`. Deep runs make it at every decision.
    """

    name: str
    look: Callable[[Any], Iterator[str]]
    every: int = 1
