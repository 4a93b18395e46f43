"""The options that bots should consider: whole marches, and for some decisions the sensible options."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from gunki.core.definition.game import OscillatingMove
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask
from gunki.games.nobunaga.bot import danger
from gunki.games.nobunaga.rules.actions import influence_candidates
from gunki.games.nobunaga.rules.cards.effects import event_bars
from gunki.games.nobunaga.setup import DIRECTIONS, LEFT, ODA, RIGHT
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules.combat import Combat
from gunki.series.areas_and_cards.state.position import bits

#: Effects of events whose march has the same decisions as an ordinary march.
MARCHES = ("charge", "firearms", "swift", "two_moves")
#: Marches are tried with each of these numbers of armies left behind. The two constants below limit how many marches
#: are proposed, and how many destinations for each choice of generals and armies.
ARMIES_STAYING = (0, 3, 6)
MAX_MARCHES = 36
GOALS_PER_PARTY = 3

Line = tuple[Act, ...]


# -- whole marches --------------------------------------------------------------------------------------------------


def marches(g: G) -> list[Line]:
    """Return the most promising marches at the choice of an action, each with all its acts up to the destination."""
    wait = g.wait
    assert isinstance(wait, Ask)
    if wait.name != "action":
        return []
    card = g.setup.card
    beginnings = [a for a in g.options() if a[0] == "movement" or (a[0] == "event" and card[a[1]].effect in MARCHES)]
    promising: list[tuple[float, Line]] = []
    for beginning in beginnings:
        trial = g.clone()
        trial.apply(beginning)
        line: Line = (beginning,)
        while isinstance(trial.wait, Ask) and ("movement",) in trial.options():
            trial.apply(("movement",))
            line = (*line, ("movement",))
        if not isinstance(trial.wait, Ask):
            continue
        value = card[beginning[1]].value if beginning[0] == "event" else 0
        for act in trial.options() if trial.wait.name == "march" else ():
            promising += _stack_marches(trial, line, act, value)
    promising.sort(key=lambda way: way[0], reverse=True)
    return list(dict.fromkeys(line for _, line in promising[:MAX_MARCHES]))


def _stack_marches(g: G, line: Line, act: Act, value: int) -> Iterator[tuple[float, Line]]:
    """Yield marches of one stack, each with its worth."""
    _, clan, area = act
    start = g.clone()
    start.apply(act)
    for party in _parties(g, clan, area):
        for stay in ARMIES_STAYING:
            departure = _gather(start, (*line, act), party, stay)
            if departure is None:
                continue
            ready, so_far, armies, generals = departure
            dice = armies + len(generals)
            best = value or max([g.setup.army_value[clan], *(g.setup.value[u] for u in generals)])
            goals = [(_promise(g, clan, to[1], dice, best), (*so_far, to)) for to in ready.options()]
            goals.sort(key=lambda goal: goal[0], reverse=True)
            yield from goals[:GOALS_PER_PARTY]
            if stay and stay >= g.units(clan, area) - 1:
                break


def _parties(g: G, clan: int, area: int) -> list[tuple[int, ...]]:
    """Return the sets of generals to try in a march: all but Nobunaga, the best of these alone, and all with Nobunaga.

    Nobunaga is treated apart, because his death ends the game (9(1)).
    """
    value, leader = g.setup.value, g.setup.leader
    able = sorted((u for u in g.generals_in(clan, area) if g.up[u]), key=lambda u: value[u], reverse=True)
    others = tuple(u for u in able if u != leader)
    parties = [others, others[:1], tuple(able)]
    return list(dict.fromkeys(parties))


def _gather(start: G, line: Line, party: tuple[int, ...], stay: int) -> tuple[G, Line, int, tuple[int, ...]] | None:
    """Make the choices of a march up to the choice of the destination.

    Return the position, the acts so far, the number of armies and the generals that march. Return None if the march
    does not get as far as that choice.
    """
    g, generals_left, armies = start.clone(), list(party), 0
    generals: tuple[int, ...] = ()
    while isinstance(g.wait, Ask) and g.wait.name in ("generals", "strength"):
        options = g.options()
        if g.wait.name == "generals":
            act: Act = ("take", generals_left[0]) if generals_left else ("done",)
            generals_left = generals_left[1:]
            if act not in options:
                if act == ("done",):
                    return None
                continue
            if act[0] == "take":
                generals = (*generals, act[1])
        else:
            act = max((a for a in options if a[1] <= max(options[-1][1] - stay, 0)), default=options[0])
            armies = act[1]
        g.apply(act)
        line = (*line, act)
    if not isinstance(g.wait, Ask) or g.wait.name != "destination":
        return None
    return g, line, armies, generals


def _promise(g: G, clan: int, area: int, dice: int, value: int) -> float:
    """Return the worth of a march to an area: the worth of the area, times the chance to clear it if it holds foes.

    An area of the clan's own power is worth little.
    """
    setup, owner = g.setup, g.control[area]
    worth = 1.0 + 3.0 * (setup.supply >> area & 1) + 4.0 * (setup.key >> area & 1)
    foes = g.present[area] & g.foes[clan]
    if foes:
        return worth * danger.chance_of_hits(sum(g.units(c, area) for c in bits(foes)), dice, dice * value)
    if owner >= 0 and g.power[owner] == g.power[clan]:
        return 0.05 * worth
    return 0.5 * worth  # an area without foes is taken without combat


# -- the sensible options -------------------------------------------------------------------------------------------


def bot_candidates(g: G, avoid: Collection[OscillatingMove]) -> Sequence[Act] | None:
    """Return the options of a decision that a bot should consider, or None for a decision without a filter."""
    wait = g.wait
    assert isinstance(wait, Ask)
    options = g.options()
    narrow = OPTION_FILTERS.get(wait.name)
    if narrow is None or len(options) < 2:
        return None
    return narrow(g, options, avoid) or options


def _payment(g: G, options: list[Act], avoid: Collection[OscillatingMove]) -> list[Act]:
    """Keep the least useful card to pay with (6)."""
    w = g.setup.tables["evaluation"]

    def use(act: Act) -> tuple[float, int]:
        card, seat = act[1], g.wait.who  # type: ignore[union-attr]
        worth = w[f"event_{g.setup.card[card].effect}"]
        idle = next(event_bars(g, seat, card), None) is not None
        return (worth * w["event_idle"] / 100 if idle else worth), card

    return [min(options, key=use)]


def _commander(g: G, options: list[Act], avoid: Collection[OscillatingMove]) -> list[Act]:
    """Keep the commander with the highest value (8-1-3, 8-2-1); no simulation of dice is needed for that."""
    combat = g.stack[-1]
    assert isinstance(combat, Combat)
    return [combat.best_choice(g)]


def _losses(g: G, options: list[Act], avoid: Collection[OscillatingMove]) -> list[Act]:
    """Keep the option that gives up as many spent armies as possible (8-4)."""
    return options[:1]


def _wound(g: G, options: list[Act], avoid: Collection[OscillatingMove]) -> list[Act]:
    """Leave out Nobunaga, whose death loses the game (9(1))."""
    return [act for act in options if act[1] != g.setup.leader]


def _diplomacy(g: G, options: list[Act], avoid: Collection[OscillatingMove]) -> list[Act]:
    """Keep moves of markers towards the player's side, but not of markers that players move back and forth (6-5)."""
    own = _own_way(g)
    return [act for act in options if act[2] == own and not _is_avoided(g, act[1], own, avoid)]


def _shift(g: G, options: list[Act], avoid: Collection[OscillatingMove]) -> list[Act]:
    """Leave out markers that players move back and forth (4-2(3))."""
    way = g.wait.data["direction"]  # type: ignore[union-attr]
    return [act for act in options if not _is_avoided(g, act[1], way, avoid)]


def _dice(g: G, options: list[Act], avoid: Collection[OscillatingMove]) -> list[Act]:
    """Leave out markers that players move back and forth (3-2-2(1))."""
    return [act for act in options if act[0] != "marker" or not _is_avoided(g, act[1], RIGHT, avoid)]


def _action(g: G, options: list[Act], avoid: Collection[OscillatingMove]) -> list[Act]:
    """Leave out acts that could only move markers that players move back and forth (6).

    These acts are diplomacy, and events that shift markers.
    """
    own = _own_way(g)
    markers = [clan for clan in g.setup.markers if not _is_avoided(g, clan, own, avoid)]
    movable = any(act[2] == own and act[1] in markers and g.room(act[1], own) for act in influence_candidates(g))

    def fits(act: Act) -> bool:
        if act[0] == "diplomacy":
            return movable
        card = g.setup.card[act[1]] if act[0] == "event" else None
        return card is None or card.effect != "shift" or any(clan in markers for clan in g.setup.marked[card.rank])

    return [act for act in options if fits(act)]


def _own_way(g: G) -> int:
    return LEFT if g.wait.who == ODA else RIGHT  # type: ignore[union-attr]


def _is_avoided(g: G, clan: int, direction: int, avoid: Collection[OscillatingMove]) -> bool:
    return (g.setup.clans[clan], DIRECTIONS[direction]) in avoid


OPTION_FILTERS = {
    "discard": _payment,
    "commander": _commander,
    "losses": _losses,
    "wound": _wound,
    "diplomacy": _diplomacy,
    "shift": _shift,
    "reinforcements": _dice,
    "action": _action,
}
