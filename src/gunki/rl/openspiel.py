"""OpenSpiel: every game as `python_gunki_ID`, with the scenario and the match options as parameters.

Importing this module registers them. docs/environments.md
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

try:
    import pyspiel
except ImportError as error:  # said in one sentence, because nothing else of gunki needs it
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
#: Characters of a number in a written state, with what stands between two.
LONGEST_NUMBER = 8


class State(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel: `node` is all that it holds (gunki.rl.node)."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = game.rules.opening  # shared until it is played

    @property
    def position(self) -> gunki.Position:
        """Where the game stands, with everything that is hidden; only to be looked at."""
        position: gunki.Position = self.node.position
        return position

    # -- the tree -------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        return self.node.player

    def is_terminal(self) -> bool:
        return self.node.player == OVER

    def is_chance_node(self) -> bool:
        return self.node.player == CHANCE

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.node.legal())

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The same for callers in Python, without the way through OpenSpiel, which asks four times who is to move."""
        node = self.node
        if node.player == CHANCE:
            return sorted(node.outcomes())
        return sorted(node.legal()) if player is None or player == node.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.node.outcomes()
        chance = 1.0 / len(outcomes)
        return [(outcome, chance) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        """Raises `gunki.IllegalAction`, with the clauses that forbid the action; then nothing has changed."""
        node = self.node
        if node is node.rules.opening:
            node = node.clone()
            node.play(action)
            self.node = node
        else:
            node.play(action)

    def returns(self) -> list[float]:
        return self.node.returns()

    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> State:
        """Another state that the player cannot tell from this one. It has no history and cannot be written."""
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
        """The moves that led here, one number in a line."""
        return "\n".join(map(str, self.node.history()))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel: one of ours with a scenario and match options."""

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
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.rules.dice

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if isinstance(iig_obs_type, dict):  # OpenSpiel leaves out a type that nobody named
            iig_obs_type, params = None, iig_obs_type
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def deserialize_state(self, text: str) -> State:
        """What `State.serialize` wrote. It may come from a stranger: every move is checked."""
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
    if not (line.isascii() and line.isdigit() and len(line) < LONGEST_NUMBER):
        raise ActionError(f"move {place}: expected a number, found {line[:20]!r}")
    return int(line)


# -- registering ------------------------------------------------------------------------------------------------------


def parameters(game: gunki.Game) -> dict[str, Any]:
    """What can be chosen, with what it is if nobody does."""
    options = {option.name: option.default for option in game.match_options}
    return {SCENARIO: game.scenarios[0], LENGTH: MAX_LENGTH, **options}


def game_type(game: gunki.Game, players: tuple[int, int], hidden: bool) -> pyspiel.GameType:
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
    """Make the games known to OpenSpiel; those it knows already are left alone."""
    registered_names = set(pyspiel.registered_names())
    for game_id in gunki.game_ids():
        if PREFIX + game_id not in registered_names:
            game = gunki.game(game_id)
            counts = [len(game.seats_in(scenario)) for scenario in game.scenarios]
            # A class for each: OpenSpiel lets go of it after Python has ended, and only classes survive that.
            own = type(f"SpielGame_{game_id}", (SpielGame,), {"ident": game_id})
            pyspiel.register_game(game_type(game, (min(counts), max(counts)), True), own)


register()
