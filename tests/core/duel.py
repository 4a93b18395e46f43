"""A tiny made-up game on the core alone: a secret bet each, then cards against dice, round by round.

It uses everything that the core offers: Ask with and without bars, Roll, Deal, Call and GameOver.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

import pytest

import gunki
from gunki.core.definition.clauses import Clause
from gunki.core.definition.game import Game, MatchOption
from gunki.core.definition.lexicon import NUMBER, Lexicon
from gunki.core.definition.setup import OptionValue, Setup
from gunki.core.definition.texts import Texts
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Deal, GameOver, Next, Procedure, Roll
from gunki.core.state.fields import Piece, Thing, each, number, one
from gunki.core.state.position import Position

SEATS = ("red", "blue")
CARDS = tuple(f"card_{letter}" for letter in "abcdefghijkl")
STACK, DISCARD = -1, -2
COINS = 20
HAND = 4
ROUNDS = 3
LEXICON = Lexicon(
    {"card": CARDS, "seat": SEATS}, {"bet": (NUMBER,), "play": ("card",), "pass": (), "go": (), "stop": ()}
)


class DuelPosition(Position):
    __slots__ = ("cards", "coins", "points", "pot", "round", "total")

    STATE: ClassVar[Mapping[str, Piece]] = {
        "cards": each("card", Thing("seat", DISCARD, ("discard",)), list),
        "coins": each("seat", number(0, 2 * COINS), list),
        "points": each("seat", number(0, ROUNDS), list),
        "pot": one(number(0, 2 * COINS)),
        "round": one(number(0, ROUNDS)),
    }
    DERIVED = frozenset({"total"})

    cards: list[int]
    coins: list[int]
    points: list[int]
    pot: int
    round: int
    #: Kept beside the state for speed: the sum of the points.
    total: int

    def __init__(self) -> None:
        self.stack, self.wait, self.outcome, self.log, self.memo = [], None, None, None, None
        self.chances = self.barrier = self.shared = 0
        self.cards = [STACK] * len(CARDS)
        self.coins, self.points = [COINS, COINS], [0, 0]
        self.pot = self.round = self.total = 0

    @property
    def lexicon(self) -> Lexicon:
        return LEXICON

    def clone(self) -> Self:
        new = super().clone()
        new.cards, new.coins, new.points = self.cards[:], self.coins[:], self.points[:]
        new.pot, new.round, new.total = self.pot, self.round, self.total
        return new

    def derive(self) -> None:
        self.total = sum(self.points)

    def hand(self, seat: int) -> list[int]:
        return [card for card, where in enumerate(self.cards) if where == seat]


@dataclass(eq=False)
class Duel(Procedure):
    """1: rounds of bets and cards."""

    seat: int = 0

    def start(self, g: DuelPosition) -> Next:
        if g.round >= ROUNDS:
            return "over"
        g.round += 1
        g.cards = [STACK] * len(CARDS)
        self.seat = 0
        return "deal"

    def deal(self, g: DuelPosition) -> Next:
        pool = tuple(card for card, where in enumerate(g.cards) if where == STACK)
        return Deal(self.seat, "1-1", pool, HAND, "dealt")

    def dealt(self, g: DuelPosition, cards: tuple[int, ...]) -> Next:
        for card in cards:
            g.cards[card] = self.seat
        self.seat += 1
        return "deal" if self.seat < 2 else "bets"

    def bets(self, g: DuelPosition) -> Next:
        return Call(Bets(), "fights")

    def fights(self, g: DuelPosition) -> Next:
        self.seat = 0
        return "turn"

    def turn(self, g: DuelPosition) -> Next:
        if not g.hand(0) and not g.hand(1):
            return "start"
        return Call(Fight(self.seat), "other")

    def other(self, g: DuelPosition) -> Next:
        self.seat = 1 - self.seat
        return "turn"

    def over(self, g: DuelPosition) -> Next:
        winner = int(g.points[1] > g.points[0])
        return GameOver((winner,), "more_points", "3", tuple(g.points))


@dataclass(eq=False)
class Bets(Procedure):
    """2: each seat bets in secret; the bets are revealed together."""

    first: int = -1
    second: int = -1

    def start(self, g: DuelPosition) -> Next:
        return self._ask(0, "first_made")

    def first_made(self, g: DuelPosition, act: Act) -> Next:
        self.first = act[1]
        return "answer"

    def answer(self, g: DuelPosition) -> Next:
        return self._ask(1, "second_made")

    def _ask(self, who: int, then: str) -> Ask:
        return Ask(who, "bet", "2", [("bet", n) for n in range(3)], then, bars="bet_bars", kind="amount")

    def bet_bars(self, g: DuelPosition, act: Act) -> Iterator[Reason]:
        if not 0 <= act[1] <= 2:
            yield Reason("2", "bet_range", {"low": 0, "high": 2})

    def second_made(self, g: DuelPosition, act: Act) -> Next:
        self.second = act[1]
        g.barrier += 1
        g.coins[0] -= self.first
        g.coins[1] -= self.second
        g.pot += self.first + self.second
        g.emit("bets", "2", first=self.first, second=self.second)
        return "done"

    def done(self, g: DuelPosition) -> Next:
        return None


@dataclass(eq=False)
class Fight(Procedure):
    """3: a card is played, or the seat passes; a die decides."""

    seat: int
    card: int = -1

    def start(self, g: DuelPosition) -> Next:
        if not g.hand(self.seat):
            return None
        acts: list[Act] = [("play", card) for card in g.hand(self.seat)]
        return Ask(self.seat, "fight", "3", [*acts, ("pass",)], "chosen", bars="play_bars")

    def play_bars(self, g: DuelPosition, act: Act) -> Iterator[Reason]:
        if act[0] == "play" and (act[1] < 0 or g.cards[act[1]] != self.seat):
            yield Reason("3", "not_in_hand", {"card": act[1]})

    def chosen(self, g: DuelPosition, act: Act) -> Next:
        self.card = act[1] if act[0] == "play" else g.hand(self.seat)[0]
        g.cards[self.card] = DISCARD
        g.emit("played", "3", seat=self.seat, card=self.card)
        return "roll" if act[0] == "play" else None

    def roll(self, g: DuelPosition) -> Next:
        return Roll("fight", "3", 2, "rolled", data={"card": self.card})

    def rolled(self, g: DuelPosition, dice: tuple[int, ...]) -> Next:
        g.points[self.seat] += sum(dice)
        g.total += sum(dice)
        return "confirm"

    def confirm(self, g: DuelPosition) -> Next:
        return Ask(self.seat, "again", "3", [("go",), ("stop",)], "confirmed", kind="confirm")

    def confirmed(self, g: DuelPosition, act: Act) -> Next:
        return None


DuelPosition.PROCEDURES = {cls.__name__: cls for cls in (Duel, Bets, Fight)}


class DuelTexts(Texts):
    def __init__(self, lang: str) -> None:
        super().__init__((), lang)
        self.sections |= {
            "event": {
                "roll": "{dice}",
                "draw": "{seat} {count}",
                "dealt": "{cards}",
                "bets": "{first} {second}",
                "played": "{seat} {card}",
            },
            "bar": {
                "not_in_hand": "{card}",
                "bet_range": "{low} {high}",
                "not_offered": "no",
                "game_over": "over",
                "record_differs": "differs",
            },
            "decision": {"bet": "bet", "fight": "fight", "again": "again"},
            "verb": {verb: verb for verb in ("bet", "play", "pass", "go", "stop")},
        }


class DuelGame(Game):
    id = "duel"
    seats = SEATS
    scenarios = ("only",)
    rules_version = 1
    match_options = (
        MatchOption("polite", False, (False, True), "1"),
        MatchOption("loud", "low", ("low", "high"), "1"),
    )
    folder = Path(__file__).parent

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        return {ident: Clause("duel", ident, "rule", True, "", "") for ident in ("1", "1-1", "2", "3")}

    def texts(self, lang: str = "en") -> Texts:
        return DuelTexts(lang)

    def build(
        self, scenario: str, options: dict[str, OptionValue], tables: dict[str, Any], origin: dict[str, str]
    ) -> Setup:
        if options["polite"] and options["loud"] == "high":
            raise gunki.OptionError("options 'polite' and 'loud': choose one")
        setup = Setup(scenario, options, tables)
        setup.lexicon = LEXICON
        return setup

    def start(self, setup: Setup) -> Position:
        g = DuelPosition()
        g.stack = [Duel()]
        return g

    def compose(self, setup: Setup, document: Mapping[str, Any]) -> Position:
        g = DuelPosition()
        try:
            g.restore(document)
        except (KeyError, TypeError, ValueError) as error:
            raise gunki.PositionError(f"no position of this game: {error}") from None
        return g

    def describe(self, position: Any) -> dict[str, Any]:
        state: dict[str, Any] = position.to_dict()
        return state

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        return {
            "seat": None if seat is None else SEATS[seat],
            "hand": [] if seat is None else [CARDS[c] for c in position.hand(seat)],
            "hand_sizes": [len(position.hand(s)) for s in range(2)],
            "discards": [CARDS[c] for c, where in enumerate(position.cards) if where == DISCARD],
            "coins": position.coins[:],
            "points": position.points[:],
        }

    def sample(self, position: Any, seat: int, rng: random.Random) -> Position:
        g: DuelPosition = position.clone()
        other = 1 - seat
        unknown = [c for c, where in enumerate(g.cards) if where in (STACK, other)]
        held = rng.sample(unknown, g.cards.count(other))
        for card in unknown:
            g.cards[card] = other if card in held else STACK
        if g.stack and isinstance(g.stack[-1], Bets) and seat != 0 and g.stack[-1].first >= 0:
            g.stack[-1].first = rng.randrange(3)
        g.restore_wait()
        return g

    def evaluate(self, position: Any, seat: int) -> int:
        return int(position.points[seat] - position.points[1 - seat])

    def invariants(self, position: Any) -> dict[str, int]:
        return {"coins": sum(position.coins) + position.pot, "cards": len(position.cards)}

    def board(self, setup: Any) -> dict[str, Any]:
        return {}

    def scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        return {"hand": view["hand"]}


GAME = DuelGame()


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> DuelGame:
    """Register the game so that `gunki.new("duel")` finds it."""
    real = gunki.game
    monkeypatch.setattr(gunki, "game", lambda ident: GAME if ident == "duel" else real(ident))
    return GAME


def play_out(match: gunki.Match, rng: random.Random, most: int = 10_000) -> gunki.Match:
    """Give random answers to the end of the match, or `most` of them."""
    for _ in range(most):
        decision = match.decision
        if decision is None:
            break
        match.act(rng.choice(decision.options))
    return match
