"""Gymnasium: one seat for the agent, bots in the others."""

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

#: Seeds of the games of an environment that was given none.
SEEDS = 2**62


class SingleEnv(gymnasium.Env[Observation, Any]):
    """See `single`."""

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
        #: The participant of the agent: bids may give it another seat.
        self.original_seat = 0 if seat is None else seats.index(seat)
        bot(opponent, 0)  # says now what is wrong with it
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
        """A new game. With a seed its dice are those of `gunki.new(…, seed=seed)`."""
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
        """An action that is no option changes nothing: `info["refused"]` tells why, with the clauses."""
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
        """The bots answer until the agent is asked, or the game is over."""
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
        """What a bot may see of it."""
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
        """What happened since the turn began, as far as a seat may know it."""
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

    # -- looking at it --------------------------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are options now, as masked learners ask for it."""
        return np.asarray(self._observe()["action_mask"], bool)

    def render(self) -> str | NDArray[np.uint8] | None:
        return self._picture.render(self.render_mode)

    def match(self) -> gunki.Match:
        """The game so far as a match."""
        return self.play.match()

    def save(self, path: str | Path) -> Path:
        """The same into a file, for `gunki play --load` and the page."""
        return self.match().save(path)


def single(ident: str, scenario: str | None = None, options: Mapping[str, Any] | None = None, **rest: Any) -> SingleEnv:
    """A Gymnasium environment of a game's scenario: one `seat` (the first by default) against bots (`opponent`: a name
    and perhaps an effort, as in `greedy:20`). After `max_cycles` steps it is truncated. `render_mode`: "ansi", "svg" or
    "rgb_array"."""
    return SingleEnv(ident, scenario, options, **rest)


def register() -> None:
    """The ids of Gymnasium: `gunki/kanto-v0` for a game's first scenario, `gunki/kanto-mimase_pass-v0` for each."""
    for game_id in gunki.game_ids():
        for name, scenario in (
            (game_id, None),
            *((f"{game_id}-{each}", each) for each in gunki.game(game_id).scenarios),
        ):
            key = f"gunki/{name}-v0"
            if key not in gymnasium.registry:
                kwargs = {"ident": game_id, "scenario": scenario}
                gymnasium.register(key, entry_point="gunki.rl.gym:SingleEnv", kwargs=kwargs)
