"""Boards of areas and hands of cards as documents: composed positions, descriptions and views."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from gunki.core.data import Row
from gunki.core.errors import PositionError
from gunki.core.lexicon import NONE
from gunki.core.procedure import Procedure
from gunki.series.areas_and_cards.position import DEAD, DISCARD, OFF, STACK, TABLE, AreaPosition

#: Which kind of thing a procedure's field names; other fields are plain numbers.
FIELD_KINDS = {
    "seat": "seat", "decider": "seat", "clan": "clan", "target": "clan", "area": "area", "origin": "area",
    "not_from": "area", "general": "general", "needs": "general", "card": "card",
}  # fmt: skip


# -- reading ----------------------------------------------------------------------------------------------------------


def read_board(g: AreaPosition, document: Row) -> None:
    """Areas with their units; an area named is replaced as a whole."""
    setup = g.setup
    areas = document.sub("areas") if document.has("areas") else Row({}, "areas")
    named = areas.entries_all()
    for name in named:
        if name not in setup.map.names:
            raise PositionError(f"areas.{name}: no such area")
    places = {name: setup.map.names.index(name) for name in named}
    for area in places.values():
        _clear(g, area)
    seen: set[str] = set()
    for name, area in places.items():
        entry = Row(named[name], f"areas.{name}")
        for key in entry.entries_all():
            if key not in setup.clans and key != "controller":
                raise PositionError(f"areas.{name}.{key}: no such daimyo")
        if entry.has("controller"):
            owner = entry.word("controller", {*setup.clans, NONE})
            g.control[area] = -1 if owner == NONE else setup.clans.index(owner)
        for clan, clan_name in enumerate(setup.clans):
            if entry.has(clan_name):
                _read_stack(g, clan, area, Row(entry.entries(clan_name), f"areas.{name}.{clan_name}"), seen)


def _clear(g: AreaPosition, area: int) -> None:
    for clan in range(len(g.setup.clans)):
        i = clan * len(g.control) + area
        g.pool[clan] += g.ready[i] + g.spent[i]
        g.ready[i] = g.spent[i] = 0
    for general, at in enumerate(g.at):
        if at == area:
            g.at[general] = OFF
    g.present[area] = g.stood[area] = 0


def _read_stack(g: AreaPosition, clan: int, area: int, stack: Row, seen: set[str]) -> None:
    for key in stack.entries_all():
        if key not in ("ready", "spent", "generals", "spent_generals"):
            raise PositionError(f"{stack.where}.{key}: expected ready, spent, generals or spent_generals")
    for key, ready in (("ready", True), ("spent", False)):
        if stack.has(key):
            count = stack.integer(key, 0, 99)
            if g.place_armies(clan, area, count, ready) < count:
                name, most = g.setup.clans[clan], g.setup.counters[clan]
                raise PositionError(f"{stack.where}.{key}: {name} has only {most} army counters (1-2-2-1)")
    for key, ready in (("generals", True), ("spent_generals", False)):
        if not stack.has(key):
            continue
        for name in stack.words(key, g.setup.generals):
            general = g.setup.generals.index(name)
            if name in seen:
                raise PositionError(f"{stack.where}.{key}: {name} is in two places")
            seen.add(name)
            if general in g.setup.heirs:
                g.heir_clan[general - g.setup.heirs[0]] = clan
            elif g.clan_of(general) != clan:
                raise PositionError(f"{stack.where}.{key}: {name} does not belong to {g.setup.clans[clan]}")
            g.place_general(general, area, ready)


def read_cards(g: AreaPosition, document: Row, seats: tuple[str, ...], deck: tuple[int, ...]) -> None:
    """Hands, discards and lasting cards; the rest is the stack. `deck`: the seat that each card belongs to."""
    setup = g.setup
    taken: dict[int, str] = {}

    def put(where: str, name: str, place: int, seat: int | None) -> None:
        card = setup.cards.index(name)
        if card in taken:
            raise PositionError(f"{where}: {name} is in {taken[card]} already")
        if seat is not None and deck[card] != seat:
            raise PositionError(f"{where}: {name} belongs to the other deck")
        taken[card] = where
        g.cards[card] = place

    for key in ("hands", "discards"):
        if not document.has(key):
            continue
        row = document.sub(key)
        for seat_name in row.entries_all():
            if seat_name not in seats:
                raise PositionError(f"{key}.{seat_name}: no such seat")
            seat = seats.index(seat_name)
            for name in row.words(seat_name, setup.cards):
                put(f"{key}.{seat_name}", name, seat if key == "hands" else DISCARD, seat)
    if document.has("in_effect"):
        for name in document.words("in_effect", setup.cards):
            put("in_effect", name, TABLE, None)


def read_stack(g: AreaPosition, frames: Any) -> list[Procedure]:
    """The procedures under way, with names turned back into numbers and every number checked."""
    if not isinstance(frames, list) or not 0 < len(frames) <= 32:
        raise PositionError("stack: expected a list of 1 to 32 procedures")
    lexicon = g.setup.lexicon
    found = []
    for number, frame in enumerate(frames, 1):
        try:
            numbers = dict(frame)
            for key, value in numbers.items():
                kind = FIELD_KINDS.get(key)
                if kind:
                    numbers[key] = lexicon.number(kind, value)
                elif key == "via":
                    numbers[key] = [lexicon.number("area", area) for area in value]
                elif not isinstance(value, str) and (type(value) is not int or abs(value) > 2**40):
                    raise ValueError(f"{key}: expected a number")
            found.append(g.read_frame(numbers))
        except PositionError:
            raise
        except Exception as error:
            raise PositionError(f"stack entry {number}: {error}") from None
    return found


# -- writing ----------------------------------------------------------------------------------------------------------


def write_stacks(g: AreaPosition, area: int) -> dict[str, dict[str, Any]]:
    """The stacks in an area: armies by status, generals with theirs."""
    setup, stacks = g.setup, {}
    for clan, name in enumerate(setup.clans):
        if g.present[area] >> clan & 1:
            i = clan * len(g.control) + area
            generals = {setup.generals[u]: "ready" if g.up[u] else "spent" for u in g.generals_in(clan, area)}
            stacks[name] = {"ready": g.ready[i], "spent": g.spent[i], "generals": generals}
    return stacks


def write_board(g: AreaPosition) -> dict[str, Any]:
    setup = g.setup
    areas = {}
    for area, name in enumerate(setup.map.names):
        entry: dict[str, Any] = {"controller": _clan_name(g, g.control[area])}
        for clan, stack in write_stacks(g, area).items():
            generals = stack.pop("generals")
            entry[clan] = {
                **{key: count for key, count in stack.items() if count},
                **{
                    key: names
                    for key, status in (("generals", "ready"), ("spent_generals", "spent"))
                    if (names := [general for general, s in generals.items() if s == status])
                },
            }
        areas[name] = entry
    return {"areas": areas, "dead": [setup.generals[u] for u, at in enumerate(g.at) if at == DEAD]}


def write_cards(g: AreaPosition, seats: tuple[str, ...], deck: tuple[int, ...]) -> dict[str, Any]:
    names = g.setup.cards
    return {
        "hands": {seat: [names[c] for c in g.hand(i)] for i, seat in enumerate(seats)},
        "discards": {seat: pile(g, i, deck, DISCARD) for i, seat in enumerate(seats)},
        "in_effect": [names[c] for c, where in enumerate(g.cards) if where == TABLE],
    }


def pile(g: AreaPosition, seat: int, deck: tuple[int, ...], place: int) -> list[str]:
    return [g.setup.cards[c] for c, where in enumerate(g.cards) if where == place and deck[c] == seat]


def write_stack(g: AreaPosition) -> list[dict[str, Any]]:
    lexicon = g.setup.lexicon
    frames = []
    for frame in g.stack:
        out = frame.to_dict()
        for key, value in out.items():
            kind = FIELD_KINDS.get(key)
            if kind:
                out[key] = lexicon.name(kind, value)
            elif key == "via":
                out[key] = [lexicon.name("area", area) for area in value]
        frames.append(out)
    return frames


def _clan_name(g: AreaPosition, clan: int) -> str:
    return NONE if clan < 0 else g.setup.clans[clan]


# -- views ------------------------------------------------------------------------------------------------------------


def view_board(g: AreaPosition, seat: int | None, seats: tuple[str, ...], deck: tuple[int, ...]) -> dict[str, Any]:
    """What lies open on the table, and the seat's own hand (3-1, 6-10, N-62)."""
    setup = g.setup
    return {
        "turn": g.turn,
        "areas": {
            name: {"controller": _clan_name(g, g.control[area]), "stacks": write_stacks(g, area)}
            for area, name in enumerate(setup.map.names)
        },
        "pools": {name: g.pool[clan] for clan, name in enumerate(setup.clans)},
        "off_map": [setup.generals[u] for u, at in enumerate(g.at) if at == OFF],
        "dead": [setup.generals[u] for u, at in enumerate(g.at) if at == DEAD],
        "hand": [] if seat is None else [setup.cards[c] for c in g.hand(seat)],
        "hand_sizes": {name: g.cards.count(i) for i, name in enumerate(seats)},
        "stack_sizes": {name: len(pile(g, i, deck, STACK)) for i, name in enumerate(seats)},
        "discards": {name: pile(g, i, deck, DISCARD) for i, name in enumerate(seats)},
        "in_effect": [setup.cards[c] for c, where in enumerate(g.cards) if where == TABLE],
    }


def sample_hands(g: AreaPosition, seat: int, rng: random.Random, deck: tuple[int, ...], seats: int) -> None:
    """Deal the other seats' hands anew from what the seat has not seen: their hands and stacks."""
    for other in range(seats):
        if other == seat:
            continue
        unknown = [c for c, where in enumerate(g.cards) if deck[c] == other and where in (STACK, other)]
        size = g.cards.count(other)
        for card in unknown:
            g.cards[card] = STACK
        for card in rng.sample(unknown, size):
            g.cards[card] = other


def checked_keys(document: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in document:
        if key not in known:
            raise PositionError(f"{str(key)[:40]!r}: unknown entry; known: {', '.join(known)}")
