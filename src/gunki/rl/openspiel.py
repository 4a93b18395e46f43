"""The games for OpenSpiel: each is `python_gunki_ID`, with the scenario and the match options as parameters.

Importing this module registers them (docs/environments.md).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

try:
    import pyspiel
except ImportError as error:  # the error says what to install, because gunki is installed without this package
    raise ImportError(
        "gunki.rl.openspiel needs pyspiel, which is not installed: pip install 'gunki[rl]' (there is none for Windows)",
        name=error.name,
    ) from error

import gunki
from gunki.core.errors import ActionError, OptionError
from gunki.core.rules.procedure import Ask, Deal, Roll
from gunki.rl.node import CARD, CHANCE, DIE, MAX_LENGTH, OVER, name_move, rules_for
from gunki.rl.observer import Observer

PREFIX = "python_gunki_"
SCENARIO, LENGTH = "scenario", "max_game_length"
#: The largest length of a number in a written state, in characters, with the line break after it.
LONGEST_NUMBER = 8


class State(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. Everything in it is in `node` (gunki.rl.node)."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = game.rules.opening  # until its first move, every state shares this node

    @property
    def position(self) -> gunki.Position:
        """The whole position, hidden things included; do not change it."""
        position: gunki.Position = self.node.position
        return position

    # -- the tree -------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the player to move, or OpenSpiel's number for chance or for the end of the game."""
        return self.node.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.node.player == OVER

    def is_chance_node(self) -> bool:
        """Return whether chance is to move."""
        return self.node.player == CHANCE

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.node.legal())

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a player, by default of the player to move (or of chance).

        This overrides OpenSpiel's own method, which would ask four times who is to move.
        """
        node = self.node
        if node.player == CHANCE:
            return sorted(node.outcomes())
        return sorted(node.legal()) if player is None or player == node.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible moves of chance, each with its probability."""
        outcomes = self.node.outcomes()
        chance = 1.0 / len(outcomes)
        return [(outcome, chance) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        """Carry out an action.

        If it is not legal, raise `gunki.IllegalAction` with the clauses that forbid it, and change nothing.
        """
        node = self.node
        if node is node.rules.opening:
            node = node.clone()
            node.play(action)
            self.node = node
        else:
            node.play(action)

    def returns(self) -> list[float]:
        """Return the result of each player, from -1 to 1."""
        return self.node.returns()

    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> State:
        """Return a state that the player cannot tell from this one. It has no history and cannot be serialized."""
        state = State(self.get_game())
        state.node = self.node.sample(player, random.Random(draw()))
        return state

    # -- texts ----------------------------------------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        node, lexicon = self.node, self.node.rules.lexicon
        cards = lexicon.domains[CARD] if type(node.position.wait) is Deal else ()
        try:
            if player == CHANCE:
                return f"{CARD} {cards[action]}" if cards else f"die {range(1, DIE + 1)[action]}"
            legal = node.legal()
            act = legal[action] if action in legal else node.rules.actions.numbers.act(action)
        except IndexError:
            raise ActionError(f"action {action}: nothing has this number now") from None
        return "more" if act is None else str(lexicon.action(act))

    def __str__(self) -> str:
        node, game, setup = self.node, self.node.rules.game, self.node.rules.setup
        wait, over = node.position.wait, node.position.outcome
        if over is not None:
            winners = ", ".join(setup.seats[winner] for winner in over.winners) or "nobody"
            question = f"over: {winners} won, {over.reason} ({game.cite(over.clause)})"
        elif node.player == OVER:
            question = "cut off: nobody won"
        elif isinstance(wait, Ask):
            question = f"{setup.seats[wait.who]} is asked: {wait.name} ({game.cite(wait.clause)})"
        else:
            what = f"die for {wait.name}" if isinstance(wait, Roll) else f"card for {setup.seats[wait.seat]}"
            drawn = f" after {' '.join(map(str, node.drawn))}" if node.drawn else ""
            question = f"{what} ({game.cite(wait.clause)}), {len(node.drawn) + 1} of {wait.count}{drawn}"
        page = f", page {node.page + 1}" if node.page else ""
        head = f"{game.id} {setup.scenario}: {node.moves} decisions, {node.dice} dice and cards"
        return f"{head}\n{question}{page}\nposition {node.position.digest()}"

    def serialize(self) -> str:
        """Return the moves that led here, one number on each line."""
        return "\n".join(map(str, self.node.history()))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel: one of gunki's games with a scenario and match options."""

    ident: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        ident = self.ident
        game, chosen = gunki.game(ident), dict(params or {})
        specification = parameters(game)
        for name in chosen:
            if name not in specification:
                raise OptionError(f"unknown parameter {name!r} of {PREFIX}{ident}; known: {', '.join(specification)}")
        values = specification | chosen
        scenario, length = values.pop(SCENARIO), values.pop(LENGTH)
        if scenario not in game.scenarios:
            raise OptionError(f"scenario: expected one of {', '.join(game.scenarios)}; found {str(scenario)[:40]!r}")
        self.rules = rules_for(ident, scenario, tuple(game.options(values).items()), length)
        players = len(self.rules.seats)
        hidden = min(self.rules.layout.low) < 0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions.size,
            max_chance_outcomes=self.rules.outcomes,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players == 2 else None,
            max_game_length=length,
        )
        own = {name: value for name, value in chosen.items() if value != specification[name]}
        super().__init__(game_type(game, (players, players), hidden), info, own)

    def new_initial_state(self) -> State:
        """Return the state at the beginning of the game."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the largest number of moves of chance in a game."""
        return self.rules.dice

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer for a kind of observation; by default without perfect recall."""
        if isinstance(iig_obs_type, dict):  # if no type is given, OpenSpiel passes the parameters as first argument
            iig_obs_type, params = None, iig_obs_type
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def deserialize_state(self, text: str) -> State:
        """Return the state that `State.serialize` wrote. Every move is checked: the text may come from a stranger."""
        state = State(self)
        rules = self.rules
        if not isinstance(text, str):
            raise ActionError(f"a state is written as text, not as {type(text).__name__}")
        most = rules.length + rules.dice
        if len(text) > most * LONGEST_NUMBER:
            raise ActionError(f"a state of this game has at most {most} moves; the text is longer")
        moves = [number(place, line) for place, line in enumerate(text.split("\n"))] if text else []
        for place, move in enumerate(moves):
            with name_move(place):
                state.apply_action(move)
        return state


def number(place: int, line: str) -> int:
    """Return the number on a line of a written state; raise ActionError if there is none."""
    if not (line.isascii() and line.isdigit() and len(line) < LONGEST_NUMBER):
        raise ActionError(f"move {place}: expected a number, found {line[:20]!r}")
    return int(line)


# -- registering ------------------------------------------------------------------------------------------------------


def parameters(game: gunki.Game) -> dict[str, Any]:
    """Return the parameters of a game with their default values."""
    options = {option.name: option.default for option in game.match_options}
    return {SCENARIO: game.scenarios[0], LENGTH: MAX_LENGTH, **options}


def game_type(game: gunki.Game, players: tuple[int, int], hidden: bool) -> pyspiel.GameType:
    """Return OpenSpiel's description of a game.

    `players` are the least and the greatest number of players. `hidden` tells whether the game has secrets.
    """
    least, most = players
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=f"gunki: {game.id}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if least == most == 2 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=least,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(game),
    )


def register() -> None:
    """Register the games with OpenSpiel, except those that are registered already."""
    registered_names = set(pyspiel.registered_names())
    for game_id in gunki.game_ids():
        if PREFIX + game_id not in registered_names:
            game = gunki.game(game_id)
            counts = [len(game.seats_in(scenario)) for scenario in game.scenarios]
            # Each game is registered as a class of its own. OpenSpiel releases it only after Python has ended, when
            # objects other than classes are gone.
            own = type(f"SpielGame_{game_id}", (SpielGame,), {"ident": game_id})
            pyspiel.register_game(game_type(game, (min(counts), max(counts)), True), own)


register()
