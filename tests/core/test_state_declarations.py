"""Each piece of state is declared once; what a position copies, saves and describes follows its declaration."""

from __future__ import annotations

import json
import random
from math import prod
from typing import Any, ClassVar

import pytest

import gunki
from gunki.core.state.fields import COUNTS, STATE, Choice, Field, Flags, Number, Runs, Set, Thing
from gunki.core.state.position import Position
from tests.core.duel import DuelGame, play_out
from tests.series.valley import Valley
from tests.support import often

#: Slots of every position that the core itself clones and saves: the stack and what is awaited.
OWN = frozenset({"log", "memo", "outcome", "setup", "stack", "wait", *COUNTS})
GAMES = [(ident, scenario) for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios]


def slots(g: Position) -> set[str]:
    names = ("__slots__", "__mypyc_attrs__")  # of plain classes, and of compiled ones
    found = {slot for base in type(g).__mro__ for name in names for slot in vars(base).get(name, ())}
    return found - {"__dict__"}


def positions(plies: int) -> list[Any]:
    """Return a position of each scenario after some plies, and of the small games of the tests."""
    found = []
    for ident, scenario in GAMES:
        match = gunki.new(ident, scenario, seed=5)
        play_out(match, random.Random(5), plies)
        found.append(match.position)
    small: tuple[Any, ...] = (DuelGame(), Valley())
    for game in small:
        found.append(game.start(game.setup()))
        found[-1].resume()
    return found


@pytest.fixture(scope="module")
def played() -> list[Any]:
    return positions(60)


def test_every_slot_is_declared_or_derived_or_a_cache(played: list[Any]) -> None:
    for g in played:
        parts = (frozenset(g.STATE), g.DERIVED, g.CACHES, OWN)
        assert slots(g) | {"setup"} == frozenset().union(*parts) | {"setup"}
        assert sum(map(len, parts)) == len(frozenset().union(*parts)), "none is two of them"


def test_every_piece_holds_one_declared_value_for_each_thing(played: list[Any]) -> None:
    for g in played:
        for name, piece in g.STATE.items():
            value = getattr(g, name)
            assert type(value) is piece.container, name
            if piece.per:
                assert len(value) == prod(len(g.things(kind)) for kind in piece.per.split("*")), name


def another_value(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, int):
        return value + 1
    return type(value)([1, *list(value)[1:]] if list(value)[:1] != [1] else [0, *list(value)[1:]])


def test_every_piece_survives_a_clone_by_itself(played: list[Any]) -> None:
    """Each piece gets a value that no other has, so that a forgotten or exchanged one shows."""
    for before in played:
        for name, piece in before.STATE.items():
            g = before.clone()
            setattr(g, name, another_value(getattr(g, name)))
            expected = {**before.state(), name: g.state()[name]}
            assert expected[name] != before.state()[name]
            new = g.clone()
            assert new.state() == expected, name
            if piece.container in (list, bytearray):
                mine, theirs = getattr(g, name), getattr(new, name)
                assert (mine is theirs) is piece.shared, f"{name} is shared, and is not declared so, or the reverse"


def test_every_piece_is_saved_and_restored_and_the_rest_follows(played: list[Any]) -> None:
    for g, start in zip(played, positions(0), strict=True):
        start.restore(json.loads(json.dumps(g.to_dict())))
        assert start.to_dict() == g.to_dict()
        for name, piece in g.STATE.items():
            assert type(getattr(start, name)) is piece.container, name
        for name in g.DERIVED:
            assert getattr(start, name) == getattr(g, name), name


# -- documents --------------------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize(("ident", "scenario"), GAMES)
def test_documents_hold_names_and_the_numbers_they_stand_for_are_read_too(ident: str, scenario: str) -> None:
    match = gunki.new(ident, scenario, seed=11)
    rng = random.Random(11)
    for _ in range(often(15, 100)):
        g, document = match.position, match.describe()
        for frame in document["stack"]:
            for key, value in frame.items():
                field = g.FIELDS.get(f"{frame['procedure']}.{key}") or g.FIELDS.get(key)
                assert field is None or isinstance(field, Number) or not numbers(value), (frame["procedure"], key)
        old = {name: value for name, value in g.to_dict().items() if name in document["state"]}
        frames = [{key: plain(value) for key, value in frame.to_dict().items()} for frame in g.stack]
        for form in (document, {**document, "state": old, "stack": named_castles(document["stack"], frames)}):
            assert gunki.compose(ident, scenario, form, seed=11).position.digest() == g.digest()
        play_out(match, rng, 8)
        if match.who is None:
            break


def numbers(value: Any) -> bool:
    """Return whether the data hold a bare number."""
    if isinstance(value, list):
        return any(map(numbers, value))
    return any(map(numbers, value.values())) if isinstance(value, dict) else isinstance(value, int)


def named_castles(names: list[dict[str, Any]], frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Write frames as when lists held numbers: single units, castles and hexes had names then, too."""
    return [
        {key: value if isinstance(value, list) else named[key] for key, value in frame.items()}
        for named, frame in zip(names, frames, strict=True)
    ]


WAYS = Runs(Thing("unit", 0), Thing("hex", 0), "way", many=9)


class Things:
    """The part of a position that a field needs."""

    class Names:
        domains: ClassVar = {"unit": ("ao", "aka", "beni"), "hex": ("0101", "0102")}

        def index(self, kind: str, name: Any) -> int:
            if name not in self.domains[kind]:
                raise gunki.ActionError(f"unknown {kind} {name!r}")
            return self.domains[kind].index(name)

    lexicon, setup = Names(), type("Limits", (), {"most": 4, "seats": ("red", "blue")})

    def things(self, kind: str) -> tuple[str, ...]:
        return {**self.lexicon.domains, "phase": ("red", "blue")}[kind]


@pytest.mark.parametrize(
    ("field", "kept", "written"),
    [
        (Number(0, "most"), 4, 4),
        (Number(0, "seats"), 2, 2),
        (Number(0, "most", minus=True), 3, -3),
        (Thing("unit"), -1, "none"),
        (Thing("unit"), 2, "beni"),
        (Thing("hex", -3, ("dead", "removed")), -2, "dead"),
        (Thing("phase", after="over"), 2, "over"),
        (Thing("unit", plus=1), 0, "none"),
        (Thing("unit", plus=1), 3, "beni"),
        (Thing("unit", many=3), (2, 0), ["beni", "ao"]),
        (Set("unit"), 5, ["ao", "beni"]),
        (Set(words=("hex", "gate")), 2, ["gate"]),
        (Choice(("none", "draw"), -1), -1, "none"),
        (WAYS, (), []),
        (WAYS, (2, 2, 0, 1, 0, 0), [{"unit": "beni", "way": ["0101", "0102"]}, {"unit": "ao", "way": []}]),
    ],
)
def test_a_value_is_written_and_read_back(field: Field, kept: Any, written: Any) -> None:
    g = Things()
    assert field.write(kept, g) == written
    assert field.read(written, g) == kept
    if not (isinstance(field, Number) and field.minus):
        assert field.read(plain(kept), g) == kept, "the number that a name stands for"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (Number(0, "most"), 5),
        (Number(0, "most"), True),
        (Number(0, "most", minus=True), 1),
        (Number(0, "most", minus=True), -5),
        (Thing("unit", 0), "none"),
        (Thing("unit"), "kuro"),
        (Thing("unit"), 3),
        (Thing("unit"), -2),
        (Thing("unit"), ["ao"]),
        (Thing("phase"), "over"),
        (Thing("phase"), 2),
        (Thing("unit", plus=1), 4),
        (Thing("unit", many=1), ["ao", "ao"]),
        (Set("unit"), 8),
        (Set("unit"), ["ao", "kuro"]),
        (Set("unit"), ["ao"] * 4),
        (Set("unit"), "ao"),
        (Choice(("none", "draw"), -1), 1),
        (Choice(("none", "draw"), -1), "end"),
        (Flags(("led", "freed")), 3),
        (WAYS, [0, 5, 1]),
        (WAYS, [0, -2]),
        (WAYS, [3, 0]),
        (WAYS, [{"unit": "ao"}]),
        (WAYS, [{"unit": "ao", "way": ["0103"]}]),
        (WAYS, [{"unit": "ao", "way": ["0101"] * 8}]),
        (WAYS, [{"unit": "ao", "way": []}, 0]),
    ],
)
def test_a_value_outside_its_field_is_refused(field: Field, value: Any) -> None:
    with pytest.raises(ValueError, match=r"expected|unknown|add up"):
        field.read(value, Things())


def test_a_layer_is_described_where_it_differs_from_the_start() -> None:
    match = gunki.new("kanto", "conquest_of_kanto", seed=1)
    g: Any = match.position.clone()
    piece = g.STATE["seat_of"]
    assert (piece.table, piece.write(g.seat_of, g)) == (STATE, {})
    army = g.setup.armies.index("sano")
    g.seat_of = (*g.seat_of[:army], g.setup.seats.index("hojo"), *g.seat_of[army + 1 :])
    assert piece.write(g.seat_of, g) == {"sano": "hojo"}
    assert piece.read({"sano": "hojo"}, g) == piece.read(list(g.seat_of), g) == g.seat_of
    for wrong in ({"nobody": "hojo"}, {"sano": "nobody"}, [0], "sano", {"sano": 9}):
        with pytest.raises(ValueError, match=r"expected|unknown"):
            piece.read(wrong, g)
