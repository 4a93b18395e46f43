"""The scene (docs/data/scene.md): everything on the table in a form that can be drawn, made of a seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from typing import Any, cast

from gunki.core.definition.lexicon import NONE
from gunki.series.areas_and_cards.setup import AreaSetup
from gunki.series.areas_and_cards.state.position import bits

#: One setup keeps at most this many drawn parts of scenes.
MAX_DRAWINGS_KEPT = 4096


def text_name(section: str, key: str) -> list[str]:
    """Return a name as scenes hold it: the section and the key of its text."""
    return [section, key]


def value(glyph: str, number: int) -> dict[str, Any]:
    """Return a number on a piece, with the name of the sign that is drawn with it."""
    return {"glyph": glyph, "value": number}


def mark(glyph: str, **more: Any) -> dict[str, Any]:
    """Return a sign on a piece or in an area."""
    return {"glyph": glyph, **more}


def reuse_drawing(setup: AreaSetup, parts: tuple[Any, ...], draw: Callable[[], Any], *more: Any) -> Any:
    """Return the result of `draw`. It comes from the cache if the same `parts` of a view were drawn before.

    Parts are compared by identity: a part of a view stays the same object while nothing in it changes. `more` holds
    everything else that the drawing depends on.
    """
    key = (*map(id, parts), more)
    entry = setup.drawing_cache.get(key)
    if entry is None:  # the cache keeps the parts too, so that no other object can get their ids
        if len(setup.drawing_cache) >= MAX_DRAWINGS_KEPT:
            setup.drawing_cache.clear()
        entry = setup.drawing_cache[key] = (parts, draw())
    return entry[1]


class Painter:
    """Turns the parts of a view into pieces, cards and piles."""

    def __init__(self, setup: AreaSetup, view: Mapping[str, Any]) -> None:
        self.setup = setup
        self.view = view
        self._added = tuple(view.get("defending", ()))

    @cached_property
    def _defending(self) -> set[str]:
        return {self.setup.generals[u] for u in bits(self.setup.defending)}.union(self._added)

    # -- pieces ---------------------------------------------------------------------------------------------------

    def general(self, ident: str, state: str = "ready", clan: str = "") -> dict[str, Any]:
        defending = ident in self._defending
        return self._piece((ident, state, clan, defending), lambda: self._general(ident, state, clan, defending))

    def _piece(self, key: tuple[Any, ...], draw: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        piece = self.setup.pieces.get(key)
        if piece is None:
            piece = self.setup.pieces[key] = draw()
        return piece

    def _general(self, ident: str, state: str, clan: str, defending: bool) -> dict[str, Any]:
        number = self.setup.general_number[ident]
        owner = self.setup.general_clan[number]
        values = [value("military", self.setup.value[number])]
        cunning = getattr(self.setup, "cunning", ())
        if cunning and cunning[number]:
            values.append(value("star", cunning[number]))
        marks = [mark("castle")] if defending else []
        if self.setup.strategists >> number & 1:
            marks.append(mark("strategist"))
        return {
            "thing": f"general:{ident}",
            "kind": "general",
            "clan": clan or (self.setup.clans[owner] if owner >= 0 else NONE),
            "name": text_name("general", ident),
            "count": 1,
            "state": state,
            "values": values,
            "marks": marks,
        }

    def armies(self, clan: str, count: int, state: str = "ready") -> list[dict[str, Any]]:
        return [self._piece((clan, count, state), lambda: self._army(clan, count, state))] if count else []

    def _army(self, clan: str, count: int, state: str) -> dict[str, Any]:
        own = self.setup.army_value[self.setup.clans.index(clan)]
        piece = {"thing": f"clan:{clan}", "kind": "army", "clan": clan, "name": text_name("clan", clan), "count": count}
        return {**piece, "state": state, "values": [value("military", own)] if own else [], "marks": []}

    def stacks(self, area: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [
            {
                "clan": clan,
                "pieces": [
                    *(self.general(general, state, clan) for general, state in stack["generals"].items()),
                    *self.armies(clan, stack["ready"]),
                    *self.armies(clan, stack["spent"], "spent"),
                ],
            }
            for clan, stack in area["stacks"].items()
        ]

    def _reuse_drawing(self, what: str, draw: Callable[[], Any], *parts: Any) -> Any:
        return reuse_drawing(self.setup, parts, draw, what, self._added)

    def place(self, area: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "owner": None if area["controller"] == NONE else area["controller"],
            "side": area["power"],
            "stacks": self.stacks(area),
            "marks": [],
        }

    def places(self) -> dict[str, Any]:
        areas = self.view["areas"]

        def draw() -> dict[str, Any]:
            cache, more = self.setup.drawing_cache, ("place", self._added)  # most areas are in this cache
            return {
                ident: entry[1] if (entry := cache.get((id(area), more))) else self._draw_place(area)
                for ident, area in areas.items()
            }

        return cast(dict[str, Any], self._reuse_drawing("places", draw, areas))

    def _draw_place(self, area: Mapping[str, Any]) -> Any:
        return self._reuse_drawing("place", partial(self.place, area), area)

    def boxes(self) -> list[dict[str, Any]]:
        """Return the boxes beside the map: generals off the map, the dead, and the pools of armies."""
        off, dead, pools = self.view["off_map"], self.view["dead"], self.view["pools"]

        def draw() -> list[dict[str, Any]]:
            pieces = {
                "off_map": self._reuse_drawing("off_map", lambda: [self.general(general) for general in off], off),
                "dead": self._reuse_drawing("dead", lambda: [self.general(general, "dead") for general in dead], dead),
                "pools": [piece for clan, count in pools.items() for piece in self.armies(clan, count)],
            }
            return [{"name": text_name("scene", name), "pieces": box} for name, box in pieces.items()]

        return cast(list[dict[str, Any]], self._reuse_drawing("boxes", draw, off, dead, pools))

    # -- cards ----------------------------------------------------------------------------------------------------

    def card(self, ident: str) -> dict[str, Any]:
        needs = getattr(self.setup, "card", ())
        cunning = getattr(needs[self.setup.card_number[ident]], "cunning", 0)
        return {
            "thing": f"card:{ident}",
            "name": text_name("card", ident),
            "text": text_name("card_text", ident),
            "values": [value("star", cunning)] if cunning else [],
        }

    def cards(self, idents: Iterable[str]) -> list[dict[str, Any]]:
        return [self._piece((ident,), partial(self.card, ident)) for ident in idents]

    def hands(self) -> list[dict[str, Any]]:
        own, hand, sizes = self.view["seat"], self.view["hand"], self.view["hand_sizes"]

        def draw() -> list[dict[str, Any]]:
            return [
                {"seat": seat, "size": size, "cards": self.cards(hand) if seat == own else None}
                for seat, size in sizes.items()
            ]

        return cast(list[dict[str, Any]], reuse_drawing(self.setup, (hand, sizes), draw, "hands", own))

    def piles(self) -> list[dict[str, Any]]:
        view = self.view
        sizes, discards, lasting = view["stack_sizes"], view["discards"], view["in_effect"]
        return cast(list[dict[str, Any]], self._reuse_drawing("piles", self._piles, sizes, discards, lasting))

    def _piles(self) -> list[dict[str, Any]]:
        view, seats = self.view, self.setup.seats
        piles = []
        for deck, size in view["stack_sizes"].items():
            whose = {"seat": deck} if deck in seats else {}
            discards = view["discards"][deck]
            discarded = self._reuse_drawing("cards", partial(self.cards, discards), discards)
            piles.append({"name": text_name("scene", "stack"), "size": size, "cards": None, **whose})
            piles.append({"name": text_name("scene", "discards"), "size": len(discarded), "cards": discarded, **whose})
        lasting = self.cards(view["in_effect"])
        if lasting:
            piles.append({"name": text_name("scene", "in_effect"), "size": len(lasting), "cards": lasting})
        return piles
