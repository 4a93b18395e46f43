"""What the checks of the fuzzer look at: a decision, an action just made, and what has been seen so far."""

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

#: A bar or an event, as far as clauses and texts go: section, key, clauses, names of its data.
Citation = tuple[str, str, tuple[str, ...], tuple[str, ...]]


@dataclass
class FuzzTally:
    """What one game, or many, showed. `fresh` holds what has been cited but not yet been checked."""

    decisions: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    by_events: set[str] = field(default_factory=set)
    by_bars: set[str] = field(default_factory=set)
    citations: set[Citation] = field(default_factory=set)
    fresh: list[Citation] = field(default_factory=list)
    #: For each seat: decisions at which others knew more than a spectator, and samples that differed from the truth.
    secrets: Counter[int] = field(default_factory=Counter)
    guesses: Counter[int] = field(default_factory=Counter)
    #: Games that began at rare states, positions composed for them, and states left out under other options.
    composed: Counter[str] = field(default_factory=Counter)
    #: Procedures entered by acts, and their outcomes, where they are counted.
    visits: ProcedureCounts = field(default_factory=ProcedureCounts)

    def cite(self, section: str, key: str, clauses: tuple[str, ...], data: Mapping[str, Any]) -> None:
        entry = (section, key, clauses, tuple(data))
        if entry not in self.citations:
            self.citations.add(entry)
            self.fresh.append(entry)
            (self.by_bars if section == "bar" else self.by_events).update(clauses)

    def add(self, other: FuzzTally) -> None:
        for name in ("decisions", "endings", "checks", "secrets", "guesses", "composed"):
            getattr(self, name).update(getattr(other, name))
        for check, seconds in other.seconds.items():
            self.seconds[check] = self.seconds.get(check, 0.0) + seconds
        self.by_events |= other.by_events
        self.by_bars |= other.by_bars
        self.visits.add(other.visits)


@dataclass
class FuzzContext:
    """What stays the same during one game under test."""

    game: Game
    setup: Setup
    rng: random.Random
    generator: Generator
    #: The scenario's start, into which positions are restored.
    start: Position
    conserved: dict[str, int]
    texts: tuple[Texts, ...]
    tally: FuzzTally
    #: The fields of a position that are plain data, also those kept for speed beside its state.
    plain_fields: tuple[str, ...]
    deep: bool
    #: Calculates what the rules compute a second time; only while somebody asks for the comparison.
    oracle: Oracle | None = None

    @classmethod
    def of(cls, match: gunki.Match, rng: random.Random, deep: bool, oracle: bool = False) -> FuzzContext:
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
        #: The position as plain data; its digest is a digest of this. The text is safe from being changed with it.
        self.state = self.position.to_dict()
        self.text = json.dumps(self.state)

    @cached_property
    def digest(self) -> str:
        return self.position.digest()

    @cached_property
    def document(self) -> dict[str, Any]:
        """Describe the position before the decision is answered."""
        return self.context.game.describe(self.position)

    @property
    def verbs(self) -> list[str]:
        return sorted({*(act[0] for act in self.ask.candidates), *self.ask.verbs})

    def numbers(self, verb: str) -> range:
        """The numbers offered with a verb, and a few beyond them."""
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
    """A decision that has just been answered; `match` stands after it."""

    def __init__(self, before: AtDecision, act: Act, events: list[gunki.Event], match: gunki.Match) -> None:
        self.context = before.context
        self.before = before
        self.act = act
        self.events = events
        self.match = match
        self.state = match.position.to_dict()


class Check(NamedTuple):
    """`look` yields a sentence for everything that is wrong; it is called at one decision in `every` (deep: at all)."""

    name: str
    look: Callable[[Any], Iterator[str]]
    every: int = 1
