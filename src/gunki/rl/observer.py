"""Observers of OpenSpiel: what a player sees now, as numbers and as text.

With perfect recall, a digest of everything that the player has seen before is added.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from gunki.core.encodings.layout import HIDDEN
from gunki.rl.node import RECALL_BYTES, Node, Rules

Row = NDArray[np.int16]
SINGLE, NONE = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
#: The names of the two parts of a tensor.
OBSERVATION, RECALL = "observation", "recall"


class Observer:
    """An observer of OpenSpiel for one kind of observation.

    `tensor` holds the numbers of gunki.core.encodings.encoder. With perfect recall, it also holds the bits of a digest
    of everything that the player has seen. `string_from` returns a text of the values that have changed since the
    beginning of the game. It leaves out a field of a procedure if the field has its lowest value now and had none at
    the beginning.

    If an observation has no private information, it has only the values that all players know. If it has no public
    information, it has only the values that not all players know.
    """

    def __init__(self, rules: Rules, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers of gunki have no parameters; found {', '.join(map(str, params))}")
        self._public, self._private = kind.public_info, kind.private_info == SINGLE
        if kind.private_info not in (SINGLE, NONE):
            raise ValueError("private_info: expected SINGLE_PLAYER or NONE")
        if kind.perfect_recall and not (self._public and self._private):
            raise ValueError("perfect_recall: only together with public and single-player private information")
        self._rules, self._recalls = rules, kind.perfect_recall
        self._names = rules.layout.names
        parts, sizes = rules.layout.parts.values(), [part.size for part in rules.layout.parts.values()]
        self._bases = np.repeat([part.base for part in parts], sizes)
        self._optional = np.repeat([part.optional for part in parts], sizes)
        #: The places of fields of procedures. Their lowest value may be left out of texts, because the depth of a
        #: procedure already tells that it is under way.
        self._inner = self._optional & np.array(["." in name for name in self._names])
        self._first: dict[int, Row] = {}
        size = rules.layout.size
        self.tensor = np.zeros(size + 8 * RECALL_BYTES * self._recalls, np.float32)
        self.dict = {OBSERVATION: self.tensor[:size]}
        if self._recalls:
            self.dict[RECALL] = self.tensor[size:]

    def set_from(self, state: Any, player: int) -> None:
        """Set `tensor` to what a player sees in a state."""
        node: Node = state.node
        player = max(player, 0)  # OpenSpiel passes a negative player when it only needs the shape of the tensor
        self.dict[OBSERVATION][:] = self._row(node, player)
        if self._recalls:
            self.dict[RECALL][:] = np.unpackbits(np.frombuffer(node.recall(player), np.uint8))

    def string_from(self, state: Any, player: int) -> str:
        """Return a text of what a player sees in a state."""
        node: Node = state.node
        first = self._first.get(player)
        if first is None:
            first = self._first[player] = self._row(self._rules.opening, player)
        row = self._row(node, player)
        lowest = self._inner & (first == 0) & (row == 1)
        [places] = ((row != first) & ~lowest).nonzero()
        words = [f"{self._names[place]}={self._value(place, row)}" for place in places]
        if self._private:
            words.insert(0, f"{self._rules.setup.seats[node.seat(player)]}:")
        if self._recalls:
            words.insert(0, node.recall(player).hex())
        return " ".join(words)

    def _value(self, place: int, row: Row) -> str:
        number = int(row[place])
        if number == HIDDEN:
            return "?"
        return "-" if number == 0 and self._optional[place] else str(number + self._bases[place])

    def _row(self, node: Node, player: int) -> Row:
        own = np.frombuffer(node.row(player), np.int16)
        if self._public and self._private:
            return own
        common = own.copy()
        common[0] = 0  # place 0 is the seat that the row was made for, so it is not the same for all players
        for other in self._rules.seats:
            if other != player:
                row = np.frombuffer(node.row(other), np.int16)
                common[1:][row[1:] != own[1:]] = HIDDEN
        return common if self._public else np.where(own != common, own, np.int16(HIDDEN))
