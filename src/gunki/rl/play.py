"""One game for agents: a position that is played in place, its options as actions, and a seat's observations.

It clones nothing and makes no events, so it runs nearly as fast as the rules. The dice are those of a match with the
same seed: a game can be played again as a match, to show or to save it.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces

import gunki
from gunki.core.definition.game import Game
from gunki.core.dice.chance import Generator, check_seed
from gunki.core.encodings.encoder import Encoder, layout_of
from gunki.core.errors import ActionError, IllegalAction, OptionError
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, GameOver
from gunki.core.state.position import Position
from gunki.rl.actions import Listed, Spelled, actions_for

#: The default of the limit of steps in an episode (random games of any scenario take fewer), and the largest limit.
MAX_CYCLES, MOST_CYCLES = 50_000, 10**9

Observation = dict[str, Any]


def rewards(position: Position) -> tuple[float, ...]:
    """Return the reward of each seat.

    A seat that wins alone gets 1, seats that share the victory get 0, and seats that lose get -1; all seats may lose.
    In a draw, and while the game goes on, every seat gets 0.
    """
    seats: int = len(position.lexicon.domains["seat"])
    over = position.outcome
    if over is None or over.reason in {reason for ending in position.ENDINGS for reason in ending.draws}:
        return (0.0,) * seats
    won = 1.0 if len(over.winners) == 1 else 0.0
    return tuple(won if seat in over.winners else -1.0 for seat in range(seats))


def make_refusal(game: Game, position: Position, number: int, act: Act) -> IllegalAction:
    """Return the error for an action whose act is not allowed now, with the reasons against the act."""
    lexicon, texts = position.lexicon, game.texts()
    bars = [gunki.Reason(game.cite(bar.clause), bar.what, lexicon.names(bar.data)) for bar in position.bars(act)]
    reasons = "; ".join(f"{texts('bar', bar.what, **bar.data)} ({bar.clause})" for bar in bars)
    return IllegalAction(f"action {number}: {lexicon.action(act)}: {reasons}", bars)


def check_cycles(max_cycles: int) -> int:
    """Return the limit of steps; raise OptionError if it is out of range."""
    if type(max_cycles) is not int or not 1 <= max_cycles <= MOST_CYCLES:
        raise OptionError(f"max_cycles: expected a whole number from 1 to {MOST_CYCLES}, found {max_cycles!r}")
    return max_cycles


class Play:
    """One game for agents. Call `begin`, then `observe` and `act` for the seat in `seat`, until `seat` is None."""

    position: Position
    seed: int
    #: The original seat of the player who now has each seat; bidding may exchange seats.
    original_seats: tuple[int, ...]

    def __init__(self, game_id: str, scenario: str | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.game = gunki.game(game_id)
        self.setup = self.game.setup(scenario, options)
        self.seats = self.setup.seats
        self._first: Any = self.game.start(self.setup)
        self.layout = layout_of(self._first)
        self.actions = actions_for(self.setup.lexicon)
        self._encoder = Encoder(self.layout)
        self._citations: dict[str, str] = {}
        self._exchanging = type(self.game).original_seats is not Game.original_seats
        self.action_count = self.actions.size

    # -- spaces ---------------------------------------------------------------------------------------------------

    def observation_space(self) -> spaces.Dict:
        """Return a new space of observations; each space has its own random generator."""
        layout, actions = self.layout, self.actions
        low, high = (np.array(bounds, np.int16) for bounds in (layout.low, layout.high))
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (actions.size,), np.int8),
        }
        if isinstance(actions, Listed):
            most = np.broadcast_to(actions.high, (actions.slots, len(actions.columns)))
            parts["candidates"] = spaces.Box(np.zeros_like(most), most, dtype=np.int16)
        return spaces.Dict(parts)

    # -- playing --------------------------------------------------------------------------------------------------

    def begin(self, seed: int) -> None:
        """Begin a new game with the dice of a seed."""
        self.seed = check_seed(seed)
        self._chance = Generator(self.seed)
        self.position = self._first.clone()
        self.position.resume(self._chance)
        self.acts: list[Act] = []
        self._page = 0
        self.original_seats = self.game.original_seats(self.position)

    @property
    def seat(self) -> int | None:
        """The seat that has the decision, or None when the game is over."""
        wait = self.position.wait
        return wait.who if type(wait) is Ask else None

    @property
    def outcome(self) -> GameOver | None:
        """The end of the game, or None while it goes on."""
        return self.position.outcome

    def observe(self, seat: int) -> Observation:
        """Return what a seat sees: the encoded position, the mask of its actions, and features if options have them."""
        position, actions = self.position, self.actions
        row = np.frombuffer(self._encoder.encode(position, seat), np.int16)
        wait = position.wait
        options = position.options() if type(wait) is Ask and wait.who == seat else ()
        observation = {"observation": row, "action_mask": actions.mask(options, self._page)}
        if isinstance(actions, Listed):
            observation["candidates"] = actions.features(options, self._page)
        return observation

    def info(self) -> dict[str, Any]:
        """Return the name and the clause of the decision.

        After the end of the game, return the result, its clause and the points.
        """
        wait, over = self.position.wait, self.position.outcome
        if over is not None:
            points = dict(zip(self.seats, over.points, strict=False))
            return {"result": over.reason, "clause": self.game.cite(over.clause), "points": points}
        if type(wait) is not Ask:
            return {}
        clause = self._citations.get(wait.clause)
        if clause is None:
            clause = self._citations[wait.clause] = self.game.cite(wait.clause)
        return {"question": wait.name, "clause": clause}

    def act(self, action: Any) -> Act | None:
        """Answer the decision by an action; return the act, or None if the action only turned the page of options.

        If the action stands for no option, raise IllegalAction and change nothing.
        """
        position = self.position
        options = position.options()
        act = self._find_act(action, options)
        if act is None:
            self._page += 1
            return None
        self.play(act)
        return act

    def play(self, act: Act) -> None:
        """Answer the decision with one of the options."""
        self.position.apply(act, self._chance)
        self.acts.append(act)
        self._page = 0
        if self._exchanging:
            self.original_seats = self.game.original_seats(self.position)

    def _find_act(self, action: Any, options: list[Act]) -> Act | None:
        try:
            number = index(action)
        except TypeError:
            raise ActionError(f"an action is a whole number, not {type(action).__name__}") from None
        if not 0 <= number < self.actions.size:
            raise IllegalAction(f"action {number}: expected a whole number from 0 to {self.actions.size - 1}", ())
        if not options:
            raise IllegalAction("the game is over", ())
        try:
            act = self.actions.find_act(number, options, self._page)
        except IndexError:
            raise IllegalAction(f"action {number}: no option has this number now", ()) from None
        # every act that `Listed` finds is an option, but `Spelled` also finds acts that are not allowed now
        if act is not None and isinstance(self.actions, Spelled) and act not in options:
            raise make_refusal(self.game, self.position, number, act)
        return act

    def action_of(self, act: Act) -> int:
        """Return the action for an option, or the action that turns the page if the option is on another page."""
        return self.actions.action(act, self.position.options(), self._page)

    def option(self, action: int) -> str:
        """Return the text of the act that an action stands for, as matches write it, or "more" if it turns the page."""
        act = self._find_act(action, self.position.options())
        return "more" if act is None else str(self.setup.lexicon.action(act))

    # -- as a match -----------------------------------------------------------------------------------------------

    def match(self) -> gunki.Match:
        """Return the same game as a match, to show it, to save it, or to go on with it."""
        match = gunki.new(self.game.id, self.setup.scenario, options=self.setup.options, seed=self.seed)
        for act in self.acts:
            match.act(self.setup.lexicon.action(act))
        return match
