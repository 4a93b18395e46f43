"""A game as a tree: one die or one card at a time, moves by number, and what every player has seen on the way.

A roll of three dice is three moves of chance, and so is a deal of three cards; the rules go on after the last. Cards
are handed over sorted, so that the order in which they came makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import gunki
from gunki.core.definition.game import Game
from gunki.core.encodings.encoder import Encoder, layout_of
from gunki.core.errors import IllegalAction, OptionError
from gunki.core.rules.procedure import Ask, Deal, Roll
from gunki.rl.actions import ActOrPage, Spelled
from gunki.rl.play import MAX_CYCLES, make_refusal, rewards

#: Who moves where no player does, by OpenSpiel's numbers.
CHANCE, OVER = -1, -4
#: Decisions in a game, if nobody says otherwise, and at most.
MAX_LENGTH, MOST_LENGTH = MAX_CYCLES, 10**6
#: Dice and cards in a game: so many for each decision, and for its beginning. Random games have less than two for each.
DICE_EACH, DICE_FIRST = 10, 1000
DIE = 6
CARD = "card"
#: Bytes of the name of everything that a player has seen.
RECALL_BYTES = 16

#: The moves that led to a node, last one first: clones share them.
Path = tuple["Path", int] | None


class Rules:
    """What the nodes of one game of OpenSpiel share."""

    def __init__(self, game_id: str, scenario: str, options: Mapping[str, Any], length: int) -> None:
        if type(length) is not int or not 1 <= length <= MOST_LENGTH:
            raise OptionError(f"max_game_length: expected a whole number from 1 to {MOST_LENGTH}, found {length!r}")
        self.game = gunki.game(game_id)
        self.setup = self.game.setup(scenario, options)
        self.length, self.dice = length, DICE_EACH * length + DICE_FIRST
        self.lexicon = self.setup.lexicon
        self.actions = Spelled(self.lexicon)
        self.outcomes = max(DIE, len(self.lexicon.domains.get(CARD, ())))
        position = self.game.start(self.setup)
        position.resume(certain)
        self.layout = layout_of(position)
        self.encoder = Encoder(self.layout)
        self.seats = tuple(range(len(self.setup.seats)))
        self.exchanging = type(self.game).original_seats is not Game.original_seats
        self.opening = Node(self, position)

    @property
    def key(self) -> tuple[Any, ...]:
        """What `rules_for` makes the same again of."""
        return self.game.id, self.setup.scenario, tuple(self.setup.options.items()), self.length


@lru_cache(maxsize=64)
def rules_for(game_id: str, scenario: str, options: tuple[tuple[str, Any], ...], length: int) -> Rules:
    return Rules(game_id, scenario, dict(options), length)


def certain(_g: Any, wait: Roll | Deal) -> tuple[int, ...] | None:
    """The answer of chance where there is only one; others are moves."""
    if not wait.count:
        return ()
    if type(wait) is Deal and wait.count == len(wait.pool):
        return tuple(sorted(wait.pool))
    return None


class Node:
    """Where a game stands, and whose move it is. Played in place; copies are cheap."""

    __slots__ = (
        "_legal",
        "_recalls",
        "dice",
        "drawn",
        "moves",
        "page",
        "path",
        "player",
        "position",
        "rules",
        "sampled",
    )

    def __init__(self, rules: Rules, position: Any) -> None:
        self.rules = rules
        self.position = position
        #: What has come of the roll or the deal under way.
        self.drawn: tuple[int, ...] = ()
        #: Which page of the options is open (gunki.rl.actions).
        self.page = 0
        self.moves = self.dice = 0
        self.path: Path = None
        #: Whether it stands for another position that a player cannot tell from it: how it came there is not known.
        self.sampled = False
        self._legal: dict[int, ActOrPage] | None = None
        self._recalls: dict[int, Recall] = {}
        self._arrive()

    def clone(self) -> Node:
        new = Node.__new__(Node)
        new.rules = self.rules
        new.position = self.position.clone()
        new.drawn = self.drawn
        new.page = self.page
        new.moves = self.moves
        new.dice = self.dice
        new.path = self.path
        new.player = self.player
        new.sampled = self.sampled
        new._legal = self._legal
        new._recalls = self._recalls.copy()
        return new

    def __deepcopy__(self, _memo: Any) -> Node:
        """OpenSpiel copies states so."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """OpenSpiel writes states so: as the moves that led there."""
        return replay_moves, (self.rules.key, self.history())

    def history(self) -> list[int]:
        if self.sampled:
            raise OptionError("a sampled position has no history: it cannot be written")
        return since(self.path, None)

    # -- playing --------------------------------------------------------------------------------------------------

    def _arrive(self) -> None:
        """Find out whose move it is."""
        wait, rules = self.position.wait, self.rules
        self._legal = None
        if wait is None or self.moves >= rules.length or self.dice >= rules.dice:
            self.player = OVER
        elif type(wait) is Ask:
            self.player = rules.game.original_seats(self.position)[wait.who] if rules.exchanging else wait.who
        else:
            self.player = CHANCE

    def legal(self) -> dict[int, ActOrPage]:
        """The options by their numbers; nothing where no player is to move."""
        acts = self._legal
        if acts is None:
            options = self.position.options() if self.player >= 0 else ()
            acts = self._legal = self.rules.actions.table(options, self.page)
        return acts

    def play(self, action: int) -> None:
        """Raises IllegalAction where it is none of the options; then nothing has changed."""
        if self.player >= 0:
            act = self._find_act(action)
            if act is None:
                self.page += 1
            else:
                self.position.apply(act, certain)
                self.page = 0
            self.moves += 1
        elif self.player == CHANCE:
            self._draw(action)
            self.dice += 1
        else:
            raise IllegalAction(f"action {action}: the game is over", ())
        self.path = (self.path, action)
        self._arrive()

    def _find_act(self, action: int) -> ActOrPage:
        try:
            return self.legal()[action]
        except KeyError:
            pass
        rules, position = self.rules, self.position
        if not 0 <= action < rules.actions.size:
            raise IllegalAction(f"action {action}: expected a whole number from 0 to {rules.actions.size - 1}", ())
        try:
            act = rules.actions.find_act(action, position.options(), self.page)
        except IndexError:
            act = None
        if act is None:
            raise IllegalAction(f"action {action}: no option has this number now", ())
        raise make_refusal(rules.game, position, action, act)

    # -- chance ---------------------------------------------------------------------------------------------------

    def outcomes(self) -> tuple[int, ...] | range:
        """What chance may answer next, all with the same probability: a face of the die less one, or a card."""
        wait = self.position.wait
        if type(wait) is Roll:
            return range(wait.sides)
        if not self.drawn:
            return wait.pool if type(wait) is Deal else ()
        return tuple([card for card in wait.pool if card not in self.drawn])

    def _draw(self, action: int) -> None:
        wait = self.position.wait
        if action not in self.outcomes():
            raise IllegalAction(f"action {action}: chance cannot answer this now", ())
        roll = type(wait) is Roll
        drawn = (*self.drawn, action + 1 if roll else action)
        if len(drawn) < wait.count:
            self.drawn = drawn
            return
        self.drawn = ()
        self.position.apply_chance(drawn if roll else tuple(sorted(drawn)), certain)

    # -- what players know ----------------------------------------------------------------------------------------

    def seat(self, player: int) -> int:
        """Whose seat a player has: players who bid for sides may have exchanged them."""
        rules = self.rules
        return rules.game.original_seats(self.position).index(player) if rules.exchanging else player

    def row(self, player: int) -> Any:
        """What a player knows of the position (gunki.core.encodings.encoder)."""
        return self.rules.encoder.encode(self.position, self.seat(player))

    def recall(self, player: int) -> bytes:
        """A name for everything that a player has seen and done from the beginning."""
        recall = self._recalls.get(player) or Recall(self.rules.opening, player, b"")
        if recall.path is not self.path:
            recall = self._recalls[player] = recall.after(self.path)
        return recall.digest

    def sample(self, player: int, rng: Any) -> Node:
        """Another node that the player cannot tell from this one; what it does not know is drawn at random."""
        if self.player < 0:
            raise OptionError("positions are sampled where a player is to move")
        node = self.clone()
        node.position = self.rules.game.sample(self.position, self.seat(player), rng)
        node.path, node.sampled, node._legal = None, True, None
        start = node.clone()
        start._recalls = {}
        node._recalls = {p: Recall(start, p, self.recall(p) if p == player else b"") for p in self.rules.seats}
        return node

    def returns(self) -> list[float]:
        """Of every player: 1 for a victory, -1 for a defeat, 0 for a draw and while the game goes on or was cut off.
        Where two play it is a draw if both lose."""
        rules = self.rules
        values = rewards(self.position)
        if len(values) == 2:
            values = ((values[0] - values[1]) / 2, (values[1] - values[0]) / 2)
        return [values[self.seat(player)] for player in rules.seats]


def since(path: Path, before: Path) -> list[int]:
    """The moves that were made after a point of the path."""
    moves = []
    while path is not before:
        assert path is not None
        path, action = path
        moves.append(action)
    return moves[::-1]


def replay_moves(key: tuple[Any, ...], actions: Iterable[int]) -> Node:
    """The node to which moves lead; each is checked."""
    node = rules_for(*key).opening.clone()
    for place, action in enumerate(actions):
        with name_move(place):
            node.play(action)
    return node


@contextmanager
def name_move(place: int) -> Iterator[None]:
    """Errors inside say which move it was."""
    try:
        yield
    except IllegalAction as error:
        raise IllegalAction(f"move {place}: {error}", error.bars) from None


class Recall:
    """What a player has seen and done up to a node, as a digest. It is never changed.

    Into it go, in their order: what the player was told (dice too, which all see), what it knows of the position
    whenever that changed, and its own moves.
    """

    __slots__ = ("_node", "_player", "_row", "digest", "path")

    def __init__(self, node: Node, player: int, digest: bytes) -> None:
        self._node, self._player = node, player
        self._row = node.row(player).tobytes()
        self.path = node.path
        self.digest = digest or blake2b(self._row, digest_size=RECALL_BYTES).digest()

    def after(self, path: Path) -> Recall:
        """The same at a later node, to which this path leads."""
        node, player, row, digest = self._node.clone(), self._player, self._row, self.digest
        position = node.position
        position.log = []
        for action in since(path, self.path):
            news = [b"%d" % action] if node.player == player else []
            node.play(action)
            seat = node.seat(player)
            for event in position.log:
                if event.seen_by is None or seat in event.seen_by:
                    news.append(repr((event.kind, event.data)).encode())
            position.log.clear()
            new_row = node.row(player).tobytes()
            if new_row != row:
                row = new_row
                news.append(new_row)
            if news:
                digest = blake2b(digest + b"\n".join(news), digest_size=RECALL_BYTES).digest()
        recall = Recall.__new__(Recall)
        node.path = path
        recall._node, recall._player, recall._row = node, player, row
        recall.path, recall.digest = path, digest
        return recall
