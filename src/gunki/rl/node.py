"""A game as a tree of nodes, with moves as numbers, and a digest of what each player has seen.

Each die and each card is a move of its own: a roll of three dice is three moves of chance, and so is a deal of three
cards. The rules go on after the last of these moves. The cards of a deal are sorted, so that the order in which they
were drawn makes no difference.
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

#: The values of `Node.player` if chance is to move, and if the game is over; OpenSpiel uses the same numbers.
CHANCE, OVER = -1, -4
#: The default of the limit of decisions in a game, and the largest limit that can be chosen.
MAX_LENGTH, MOST_LENGTH = MAX_CYCLES, 10**6
#: A game has at most this many dice and cards: the first number times the limit of decisions, plus the second number
#: for the beginning. In random games there are fewer than two for each decision.
DICE_EACH, DICE_FIRST = 10, 1000
DIE = 6
CARD = "card"
#: The length in bytes of the digest of everything that a player has seen.
RECALL_BYTES = 16

#: The moves that led to a node, as a pair: the path before the last move, and the last move. None for the first node.
#: Clones share paths.
Path = tuple["Path", int] | None


class Rules:
    """What all nodes of one game of OpenSpiel share: the setup, the numbers of acts, the encoder, the first node."""

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
        """The arguments with which `rules_for` returns the same rules again."""
        return self.game.id, self.setup.scenario, tuple(self.setup.options.items()), self.length


@lru_cache(maxsize=64)
def rules_for(game_id: str, scenario: str, options: tuple[tuple[str, Any], ...], length: int) -> Rules:
    """Return the rules of a game with a scenario, match options and a limit of decisions; they are cached."""
    return Rules(game_id, scenario, dict(options), length)


def certain(_g: Any, wait: Roll | Deal) -> tuple[int, ...] | None:
    """Return the answer of chance if only one is possible. Else return None, so that the answers become moves."""
    if not wait.count:
        return ()
    if type(wait) is Deal and wait.count == len(wait.pool):
        return tuple(sorted(wait.pool))
    return None


class Node:
    """A position in the tree, and the player to move. Moves change it in place; copies are cheap."""

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
        #: The dice or cards drawn so far in the roll or deal under way.
        self.drawn: tuple[int, ...] = ()
        #: The number of the page of options that is open (gunki.rl.actions).
        self.page = 0
        self.moves = self.dice = 0
        self.path: Path = None
        #: Whether `sample` made the node. Then its unknown things were drawn, and it has no history.
        self.sampled = False
        self._legal: dict[int, ActOrPage] | None = None
        self._recalls: dict[int, Recall] = {}
        self._arrive()

    def clone(self) -> Node:
        """Return an independent copy."""
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
        """Return a copy for `copy.deepcopy`, by which OpenSpiel copies states."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how `pickle` can make the node again: by replaying its moves."""
        return replay_moves, (self.rules.key, self.history())

    def history(self) -> list[int]:
        """Return the moves that led here; raise OptionError for a sampled node."""
        if self.sampled:
            raise OptionError("a sampled position has no history: it cannot be written")
        return since(self.path, None)

    # -- playing --------------------------------------------------------------------------------------------------

    def _arrive(self) -> None:
        """Set `player`: the player to move, CHANCE or OVER."""
        wait, rules = self.position.wait, self.rules
        self._legal = None
        if wait is None or self.moves >= rules.length or self.dice >= rules.dice:
            self.player = OVER
        elif type(wait) is Ask:
            self.player = rules.game.original_seats(self.position)[wait.who] if rules.exchanging else wait.who
        else:
            self.player = CHANCE

    def legal(self) -> dict[int, ActOrPage]:
        """Return the options by their numbers, or an empty dict if no player is to move."""
        acts = self._legal
        if acts is None:
            options = self.position.options() if self.player >= 0 else ()
            acts = self._legal = self.rules.actions.table(options, self.page)
        return acts

    def play(self, action: int) -> None:
        """Make a move of a player or of chance. If it is not possible, raise IllegalAction and change nothing."""
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
        """Return the next possible moves of chance, all equally likely: faces of the die minus one, or cards."""
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

    # -- knowledge of players -------------------------------------------------------------------------------------

    def seat(self, player: int) -> int:
        """Return the seat that a player has now; bidding may have exchanged the seats."""
        rules = self.rules
        return rules.game.original_seats(self.position).index(player) if rules.exchanging else player

    def row(self, player: int) -> Any:
        """Return what a player knows of the position, as a row of numbers (gunki.core.encodings.encoder)."""
        return self.rules.encoder.encode(self.position, self.seat(player))

    def recall(self, player: int) -> bytes:
        """Return a digest of everything that a player has seen and done since the beginning."""
        recall = self._recalls.get(player) or Recall(self.rules.opening, player, b"")
        if recall.path is not self.path:
            recall = self._recalls[player] = recall.after(self.path)
        return recall.digest

    def sample(self, player: int, rng: Any) -> Node:
        """Return a node that the player cannot tell from this one; what the player does not know is drawn at random."""
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
        """Return the result of each player.

        It is 1 for a victory, -1 for a defeat, and 0 for a draw. It is also 0 if the game goes on, or was ended by a
        limit. In games of two players, it is a draw if both lose.
        """
        rules = self.rules
        values = rewards(self.position)
        if len(values) == 2:
            values = ((values[0] - values[1]) / 2, (values[1] - values[0]) / 2)
        return [values[self.seat(player)] for player in rules.seats]


def since(path: Path, before: Path) -> list[int]:
    """Return the moves of a path that come after its earlier part `before`, or all its moves if `before` is None."""
    moves = []
    while path is not before:
        assert path is not None
        path, action = path
        moves.append(action)
    return moves[::-1]


def replay_moves(key: tuple[Any, ...], actions: Iterable[int]) -> Node:
    """Return the node to which moves lead; each move is checked."""
    node = rules_for(*key).opening.clone()
    for place, action in enumerate(actions):
        with name_move(place):
            node.play(action)
    return node


@contextmanager
def name_move(place: int) -> Iterator[None]:
    """Add the number of the move to the message of an IllegalAction that is raised inside the context."""
    try:
        yield
    except IllegalAction as error:
        raise IllegalAction(f"move {place}: {error}", error.bars) from None


class Recall:
    """A digest of everything that a player has seen and done up to a node. A recall never changes.

    The digest is made of these, in the order of the game: the events that the player may know (rolls are among them),
    the encoded position as the player knows it, whenever it has changed, and the player's own moves.
    """

    __slots__ = ("_node", "_player", "_row", "digest", "path")

    def __init__(self, node: Node, player: int, digest: bytes) -> None:
        self._node, self._player = node, player
        self._row = node.row(player).tobytes()
        self.path = node.path
        self.digest = digest or blake2b(self._row, digest_size=RECALL_BYTES).digest()

    def after(self, path: Path) -> Recall:
        """Return the recall at a later node, to which a path leads."""
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
