"""The environment for Gymnasium: the agent has one seat, and bots have the others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import gunki
from gunki.bots import Bot, BotView, bot, bot_seed
from gunki.core.errors import IllegalAction, OptionError
from gunki.core.rules.decision import Decision, Option
from gunki.core.rules.events import Event
from gunki.core.rules.procedure import Ask
from gunki.rl.play import MAX_CYCLES, Observation, Play, check_cycles, rewards
from gunki.rl.render import MODES, Picture, check_mode

#: If `reset` is given no seed, it draws one below this number.
SEEDS = 2**62


class SingleEnv(gymnasium.Env[Observation, Any]):
    """A Gymnasium environment of a game; `single` makes one and describes its parameters."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012 - as the base class

    def __init__(
        self,
        ident: str,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        seat: str | None = None,
        opponent: str = "random",
        max_cycles: int = MAX_CYCLES,
        render_mode: str | None = None,
    ) -> None:
        self.play = Play(ident, scenario, options)
        seats = self.play.seats
        if seat is not None and seat not in seats:
            raise OptionError(f"seat: expected one of {', '.join(seats)}; found {seat!r}")
        #: The seat that the agent has at first; in some games, bidding may give the agent another seat.
        self.original_seat = 0 if seat is None else seats.index(seat)
        bot(opponent, 0)  # if there is no such bot, this raises the error now, not at the first `reset`
        self.opponent = opponent
        self.max_cycles = check_cycles(max_cycles)
        self.render_mode = check_mode(render_mode)
        self.observation_space = self.play.observation_space()
        self.action_space = spaces.Discrete(self.play.action_count)
        self._picture = Picture(self.play)
        self._bots: dict[int, Bot] = {}

    # -- playing --------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game. If a seed is given, the game has the dice of `gunki.new(…, seed=seed)`."""
        super().reset(seed=seed)
        play = self.play
        play.begin(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        play.position.log = []
        self.cycles = 0
        self._bots = {
            seat: bot(self.opponent, bot_seed(play.seed, name))
            for seat, name in enumerate(play.seats)
            if seat != self.original_seat
        }
        self._play_others()
        return self._observe(), self.play.info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action of the agent, and let the bots play up to the agent's next decision.

        An action that stands for no option changes nothing; `info["refused"]` then gives the reasons and their clauses.
        """
        play, refused, reward = self.play, {}, 0.0
        if play.seat is not None:
            try:
                play.act(action)
            except IllegalAction as error:
                refused = {"refused": str(error)}
            else:
                self._play_others()
            self.cycles += 1
            reward = rewards(play.position)[self._seat()]
        over = play.seat is None
        return self._observe(), reward, over, not over and self.cycles >= self.max_cycles, play.info() | refused

    def _seat(self) -> int:
        return self.play.original_seats.index(self.original_seat)

    def _observe(self) -> Observation:
        return self.play.observe(self._seat())

    def _play_others(self) -> None:
        """Let the bots play until the agent has a decision or the game is over."""
        play = self.play
        while (seat := play.seat) is not None and (original_seat := play.original_seats[seat]) != self.original_seat:
            chosen = self._bots[original_seat].choose(self._bot_view(seat))
            action = chosen.action if isinstance(chosen, Option) else chosen
            lexicon = play.setup.lexicon
            act = lexicon.parse(action) if isinstance(action, str) else lexicon.act(action)
            if act not in play.position.options():
                raise OptionError(f"bot {self.opponent!r} answered {chosen}, which is no option")
            play.play(act)

    def _bot_view(self, seat: int) -> BotView:
        """Return what the bot in a seat is given for its decision."""
        play = self.play
        game, position, lexicon, name = play.game, play.position, play.setup.lexicon, play.seats[seat]
        wait = position.wait
        assert isinstance(wait, Ask)
        options = [lexicon.make_option(act, position.cost(act))[0] for act in position.options()]
        decision = Decision(name, wait.name, game.cite(wait.clause), wait.kind, options, lexicon.names(wait.data))
        viewer = partial(game.view, position, seat)
        sampler = partial(game.sample, position, seat)
        return BotView(game, name, decision, viewer, sampler, partial(self._this_turn, name))

    def _this_turn(self, seat: str) -> list[Event]:
        """Return the events of this turn that a seat may know."""
        play = self.play
        log, seats, lexicon = play.position.log or [], play.seats, play.setup.lexicon
        turns = [place for place, raw in enumerate(log) if raw.kind == "turn"]
        if turns:
            del log[: turns[-1]]
        events = (
            Event(
                raw_event.kind,
                lexicon.names(raw_event.data),
                tuple(map(play.game.cite, raw_event.clauses)),
                None if raw_event.seen_by is None else tuple(seats[s] for s in raw_event.seen_by),
                raw_event.fight,
            )
            for raw_event in log
            if raw_event.kind != "turn"
        )
        return [event for event in events if event.is_visible_to(seat)]

    # -- masks, pictures and saves --------------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each action whether it is possible now, in the form that learning libraries with masks expect."""
        return np.asarray(self._observe()["action_mask"], bool)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return a picture of the position in the environment's render mode."""
        return self._picture.render(self.render_mode)

    def match(self) -> gunki.Match:
        """Return the game so far as a match."""
        return self.play.match()

    def save(self, path: str | Path) -> Path:
        """Save the game so far to a file, for `gunki play --load` and the page; return its path."""
        return self.match().save(path)


def single(ident: str, scenario: str | None = None, options: Mapping[str, Any] | None = None, **rest: Any) -> SingleEnv:
    """Return a Gymnasium environment of a scenario (by default the game's first one), with match options.

    The agent has one `seat` (by default the first) and plays against bots; `opponent` is the name of a bot, perhaps
    with an effort, as in `greedy:20`. After `max_cycles` steps a game is truncated. `render_mode`: "ansi", "svg" or
    "rgb_array".
    """
    return SingleEnv(ident, scenario, options, **rest)


def register() -> None:
    """Register the environments with Gymnasium.

    For example, `gunki/kanto-v0` plays the first scenario of kanto, and `gunki/kanto-mimase_pass-v0` plays the scenario
    mimase_pass.
    """
    for game_id in gunki.game_ids():
        for name, scenario in (
            (game_id, None),
            *((f"{game_id}-{each}", each) for each in gunki.game(game_id).scenarios),
        ):
            key = f"gunki/{name}-v0"
            if key not in gymnasium.registry:
                kwargs = {"ident": game_id, "scenario": scenario}
                gymnasium.register(key, entry_point="gunki.rl.gym:SingleEnv", kwargs=kwargs)
