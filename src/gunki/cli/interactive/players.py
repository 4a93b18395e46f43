"""The players of a match: people and bots by seat."""

from __future__ import annotations

from collections.abc import Mapping

from gunki import bots
from gunki.core.errors import OptionError
from gunki.core.matches.match import Match
from gunki.core.rules.decision import CHANCE, Action, Decision, Option

HUMAN = "human"


def default_bot() -> str:
    return bots.names()[0]


def default_seats(seats: tuple[str, ...]) -> dict[str, str]:
    """Return a person for the first seat and bots for the others."""
    return {seat: HUMAN if number == 0 else default_bot() for number, seat in enumerate(seats)}


def read_seats(match: Match, text: str) -> dict[str, str]:
    """Parse `oda=human,anti_oda=random`; the default bot plays the other seats."""
    seats = dict.fromkeys(match.seats, default_bot())
    for part in text.split(","):
        seat, equals, player = (piece.strip() for piece in part.partition("="))
        if not equals or not player:
            raise OptionError(f"seats: {part!r} is not written SEAT=PLAYER, e.g. {match.seats[0]}={HUMAN}")
        if seat not in seats:
            raise OptionError(f"unknown seat {seat!r} of {match.game.id}; seats: {', '.join(match.seats)}")
        if player != HUMAN and player.partition(":")[0] not in bots.names():
            raise OptionError(f"unknown player {player!r}; known: {', '.join((HUMAN, *bots.names()))}")
        if player != HUMAN:
            bots.bot(player, 0)  # make the bot once, so that a wrong effort is refused now
        seats[seat] = player
    return seats


class Players:
    """The players of the original seats. After bidding they may play other seats."""

    def __init__(self, match: Match, seats: Mapping[str, str]) -> None:
        self.seats = dict(seats)
        self._bots = {
            original_seat: bots.bot(name, bots.bot_seed(match.header.seed, original_seat))
            for original_seat, name in seats.items()
            if name != HUMAN
        }

    @property
    def humans(self) -> list[str]:
        return [original_seat for original_seat in self.seats if original_seat not in self._bots]

    def is_human(self, match: Match, seat: str) -> bool:
        """Return whether a person answers for a seat. Chance counts as a person, because people type in dice."""
        return seat == CHANCE or match.original_seats[seat] not in self._bots

    def answer(self, match: Match, decision: Decision) -> Option | Action | str:
        """Return a bot's answer to a decision."""
        return self._bots[match.original_seats[decision.who]].choose(bots.bot_view(match, decision))

    def __str__(self) -> str:
        return ",".join(f"{original_seat}={name}" for original_seat, name in self.seats.items())
