"""Positions as numbers for agents: what a seat knows of a position, as a row of fixed length.

The row is made from the declarations (gunki.core.state.fields) of the position's state and of the fields of every
procedure that may be under way. So games need no code for it. `Layout` has the name and the bounds of each place of the
row. An `Encoder` fills rows, and rewrites only values that have changed since the last row.

A place has 0 for the lowest declared value, 1 for the next one, and so on. `HIDDEN` stands for a value that the seat
does not know. The places of procedures and of members of lists are different: there 1 stands for the lowest value, and
0 means that the procedure is not under way, or that the list is shorter. Texts are left out: they only say which clause
is cited.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from operator import sub
from typing import Any

from gunki.core.encodings.layout import HIDDEN as HIDDEN
from gunki.core.encodings.layout import SLOTS as SLOTS
from gunki.core.encodings.layout import TYPECODE
from gunki.core.encodings.layout import Layout as Layout
from gunki.core.rules.procedure import Ask, Procedure


def layout_of(position: Any) -> Layout:
    """Return the layout of the rows for positions of this setup. It is made once for each setup."""
    setup = position.setup
    if setup.layout is None:
        setup.layout = Layout(position)
    layout: Layout = setup.layout
    return layout


class Encoder:
    """Writes rows of one layout. It is fast, because it keeps the last row of each seat; it is not thread-safe."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._last_rows: dict[int, LastRow] = {}

    def encode(self, g: Any, seat: int) -> array[int]:
        """Return a new row with what the seat knows of the position."""
        if g.setup is not self.layout.setup:
            raise ValueError("this encoder is for positions of another setup")
        last_row = self._last_rows.get(seat)
        if last_row is None:
            last_row = self._last_rows[seat] = LastRow(self.layout, seat)
        last_row.update(g)
        return last_row.row[:]


class LastRow:
    """The last row for a seat, and the values from which it was made."""

    def __init__(self, layout: Layout, seat: int) -> None:
        seats = len(layout.setup.seats)
        if type(seat) is not int or not 0 <= seat < seats:
            raise ValueError(f"seat: expected a whole number from 0 to {seats - 1}, found {seat!r}")
        self.seat = seat
        self.row = array(TYPECODE, (0,) * layout.size)
        self.row[0] = seat
        self._state, self._places = layout.state, layout.frames
        self._numbers: Sequence[int] = ()
        self._last_values: tuple[Any, ...] = (None,) * len(layout.state.pieces)
        #: The procedures under way, each with its depth on the stack and its values.
        self._frames: dict[type[Procedure], tuple[int, Sequence[Any]]] = {}

    def update(self, g: Any) -> None:
        """Rewrite the places of the row whose values have changed."""
        self._update_state(g)
        self._update_stack(g.stack)
        wait, stack, row = g.wait, g.stack, self.row
        row[1] = wait.who + 1 if type(wait) is Ask else 0
        row[2] = 0
        if stack:
            top = self._places[type(stack[-1])]
            row[2] = top.questions + top.steps[stack[-1].step]

    def _update_state(self, g: Any) -> None:
        row, state = self.row, self._state
        numbers, values = state.numbers(g), state.values(g)
        if numbers != self._numbers:
            self._numbers = numbers
            row[state.places] = array(TYPECODE, map(sub, numbers, state.bases))
        if values != self._last_values:  # most steps of an order change no value
            last_values = list(self._last_values)
            for i, value in enumerate(values):
                if value is not last_values[i] and value != last_values[i]:
                    places, convert = state.pieces[i]
                    row[places] = convert(value, self.seat)
                    last_values[i] = value[:] if type(value) in (list, bytearray) else value
            self._last_values = tuple(last_values)
        for place, procedure, field in state.hidden:
            for frame in g.stack:
                if isinstance(frame, procedure) and getattr(frame, field) == self.seat:
                    row[place] = HIDDEN
                    self._numbers = ()  # so that the next update writes the number again if it is no longer hidden

    def _update_stack(self, stack: Sequence[Procedure]) -> None:
        row, last_frames, places, seat = self.row, self._frames, self._places, self.seat
        now: dict[type[Procedure], tuple[int, Sequence[Any]]] = {}
        for depth, frame in enumerate(stack, 1):
            cls = type(frame)
            at = places[cls]
            now[cls] = content = depth, at.values(frame)
            if last_frames.get(cls) != content:
                at.write(row, frame, depth, content[1], seat)
        for cls in last_frames:
            if cls not in now:
                row[places[cls].places] = places[cls].none
        self._frames = now


def encode(position: Any, seat: int) -> array[int]:
    """Return what a seat knows of a position, as a row of numbers (`layout_of`)."""
    return Encoder(layout_of(position)).encode(position, seat)
