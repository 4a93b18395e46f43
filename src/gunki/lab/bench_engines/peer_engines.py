"""Engines of other projects, played at random for comparison. Engines that are not installed are left out."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

#: Plies after which a random game of chess stops.
CHESS_PLIES = 200


@dataclass(frozen=True)
class Engine:
    """An engine of another project.

    `play` yields once per decision, without end. `copies` are functions that copy positions in mid-game. `takes_step`
    makes a random decision in a copy. It is given a function that draws from [0, 1), and returns whether there was a
    decision to make. `how` says in words how the engine is used.
    """

    name: str
    version: str
    play: Iterator[int]
    copies: list[Callable[[], Any]]
    takes_step: Callable[[Any, Callable[[], float]], bool]
    how: str


def catanatron(rng: random.Random) -> Engine | None:
    """Return the engine of catanatron. Return None if it is not installed."""
    try:
        from catanatron import Color, Game, RandomPlayer  # an optional package
        from catanatron.game import TURNS_LIMIT
    except ImportError:
        return None
    opening = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=1)
    rnd = rng.random

    def takes_step(game: Any, rnd: Callable[[], float]) -> bool:
        if game.winning_color() is not None or game.state.num_turns >= TURNS_LIMIT:
            return False
        actions = game.state.playable_actions
        game.execute(actions[int(rnd() * len(actions))], validate_action=False)
        return True

    def play() -> Iterator[int]:
        while True:
            game = opening.copy()
            while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
                actions = game.state.playable_actions
                game.execute(actions[int(rnd() * len(actions))], validate_action=False)
                yield len(actions)

    middle = [opening.copy() for _ in range(5)]
    for ticks, game in enumerate(middle, 2):
        for _ in range(ticks * 60):
            actions = game.state.playable_actions
            game.execute(rng.choice(actions), validate_action=False)
    how = "4 random bots, ticks with playable_actions, execute without validation; copy = game.copy()"
    return Engine("catanatron", _version("catanatron"), play(), [game.copy for game in middle], takes_step, how)


def chess(rng: random.Random) -> Engine | None:
    """Return the engine of python-chess. Return None if it is not installed."""
    try:
        from chess import Board  # an optional package
    except ImportError:
        return None
    rnd = rng.random

    def takes_step(board: Any, rnd: Callable[[], float]) -> bool:
        moves = list(board.legal_moves)
        if not moves:
            return False
        board.push(moves[int(rnd() * len(moves))])
        return True

    def play() -> Iterator[int]:
        while True:
            board = Board()
            for _ in range(CHESS_PLIES):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(moves[int(rnd() * len(moves))])
                yield len(moves)

    middle = [Board() for _ in range(5)]
    for plies, board in enumerate(middle, 2):
        for _ in range(plies * 10):
            moves = list(board.legal_moves)
            if moves:
                board.push(rng.choice(moves))
    copies = [lambda board=board: board.copy(stack=False) for board in middle]
    how = f"random moves, {CHESS_PLIES}-ply cap, list(board.legal_moves); copy = board.copy(stack=False)"
    return Engine("chess", _version("chess"), play(), list(copies), takes_step, how)


#: The functions that make the engines, by the name of the package.
PEERS: dict[str, Callable[[random.Random], Engine | None]] = {"catanatron": catanatron, "chess": chess}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"
