"""The fuzzer's checks of a decision: functions that yield a sentence for each fault.

A new check is one more function and a line in `AT_DECISION`.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from string import Formatter
from typing import Any

import gunki
from gunki.core.dice.chance import searcher_chance
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask
from gunki.core.state.position import Position
from gunki.lab.fuzz.context import AfterAction, AtDecision, Check

#: The number of plies that are played on a clone, to check that its parent does not change.
PLIES = 2
#: If a verb has at most `MOST_ACTS` possible acts, all of them are checked against the rules. Of any other verb, the
#: options and `SAMPLE` random acts are checked.
MOST_ACTS, SAMPLE = 400, 150
#: The largest number that can be written in an action.
LARGEST = 10**6


def conservation(at: AtDecision) -> Iterator[str]:
    """Check that everything that the game conserves is still as at the start."""
    now, start = at.context.game.invariants(at.position), at.context.conserved
    if now != start:
        changed = [
            f"{key}: {start.get(key)} -> {now.get(key)}" for key in {**start, **now} if start.get(key) != now.get(key)
        ]
        yield f"changed since the start: {'; '.join(changed)}"


def save_load(at: AtDecision) -> Iterator[str]:
    """Check that a position restored from the plain data of this one is equal to it."""
    new = at.context.start.clone()
    new.restore(json.loads(at.text))
    yield from _compare_position(at, new, "a restored position")


def compose(at: AtDecision) -> Iterator[str]:
    """Check that a position composed from the description of this one is equal to it."""
    document = json.loads(json.dumps(at.context.game.describe(at.position)))
    new = at.context.game.compose(at.context.setup, document)
    new.resume()
    yield from _compare_position(at, new, "a composed position")


def _compare_position(at: AtDecision, new: Position, what: str) -> Iterator[str]:
    old, state = at.state, new.to_dict()
    if state != old:
        differing = [key for key in {**old, **state} if old.get(key) != state.get(key)]
        yield f"{what} is another; differing: {', '.join(differing)}"
    # Equal data have equal digests unless types differ (True in place of 1). So it is enough to compare the digests now
    # and then.
    elif (at.context.deep or at.context.rng.random() < 0.25) and new.digest() != at.digest:
        yield f"{what} has another digest"
    for name in at.context.plain_fields:
        if getattr(new, name) != getattr(at.position, name):
            yield f"{what} has another {name}"
    yield from _compare_question(at, new, what)


def _compare_question(at: AtDecision, new: Position, what: str) -> Iterator[str]:
    ask = new.wait
    if not isinstance(ask, Ask):
        yield f"{what} awaits {type(ask).__name__}, not a seat"
    elif (ask.who, ask.name, ask.clause, ask.kind, ask.data) != (
        at.ask.who, at.ask.name, at.ask.clause, at.ask.kind, at.ask.data,
    ):  # fmt: skip
        yield f"{what} asks {ask.name} of seat {ask.who}, not {at.ask.name} of seat {at.ask.who}"
    elif new.options() != at.options:
        yield f"{what} has other options"


def views(at: AtDecision) -> Iterator[str]:
    """Check that a seat cannot tell a sample from the truth, and that samples reveal nothing hidden from the seat."""
    game, position, rng, tally = at.context.game, at.position, at.context.rng, at.context.tally
    true = {seat: game.view(position, seat) for seat in (*range(len(at.match.seats)), None)}
    for seat, name in enumerate(at.match.seats):
        others = [_without_seat(true[other]) for other in range(len(at.match.seats)) if other != seat]
        tally.secrets[seat] += any(view != _without_seat(true[None]) for view in others)
        guess = game.sample(position, seat, rng)
        if guess.to_dict() == at.state:  # nothing is hidden, or the guess is right
            continue
        tally.guesses[seat] += 1
        if game.view(guess, seat) != true[seat]:
            yield f"{name} sees a difference between a sample and the truth"
        if game.view(guess, None) != true[None]:
            yield f"a spectator sees what {name} cannot know"
        if any(game.aims(guess, other) != game.aims(position, other) for other in range(len(at.match.seats))):
            yield f"aims tell what {name} cannot know"
        if game.invariants(guess) != at.context.conserved:
            yield f"a sample for {name} is no proper position"
        if at.ask.who == seat:
            yield from _compare_question(at, guess, f"a sample for {name}")
        key = rng.getrandbits(32)
        sample, back = (game.sample(p, seat, random.Random(key)).to_dict() for p in (position, guess))
        if sample != back:
            yield f"a sample for {name} depends on what {name} cannot know"
    for viewer in (*at.match.seats, None):
        if viewer != at.match.seats[at.ask.who] and at.match.view(viewer)["decision"].keys() & {"options", "data"}:
            yield f"{viewer or 'a spectator'} is shown the options of {at.match.seats[at.ask.who]}"


def kept_views(at: AtDecision) -> Iterator[str]:
    """Check that a seat's view and scene are the same with reused parts as when all parts are made anew."""
    seat = at.context.rng.choice((*at.match.seats, None))
    for what, kept, whole in (
        ("view", at.match.split_view(seat).whole, at.match.view(seat)),
        ("scene", at.match.split_scene(seat).whole, at.match.scene(seat)),
    ):
        if kept != whole:
            wrong = sorted(key for key in kept.keys() | whole.keys() if kept.get(key) != whole.get(key))
            yield f"the {what} of {seat or 'a spectator'} has old parts in {', '.join(wrong)}"


def _without_seat(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key != "seat"}


def secret_choices(at: AtDecision) -> Iterator[str]:
    """Check that a secret choice stays secret in samples.

    If the next seat to decide sees no difference between two answers, its samples must be the same after both answers.
    """
    game, rng = at.context.game, at.context.rng
    if len(at.options) < 2:
        return
    after = []
    for act in rng.sample(at.options, 2):
        position = at.position.clone()
        position.log = []
        position.apply(act)
        after.append(position)
    one, other = after
    if not isinstance(one.wait, Ask) or not isinstance(other.wait, Ask):
        return
    seat = one.wait.who
    if seat == at.ask.who or other.wait.who != seat or one.wait.name != other.wait.name:
        return
    if game.view(one, seat) == game.view(other, seat) and _events_seen_by(one, seat) == _events_seen_by(other, seat):
        key = rng.getrandbits(32)
        samples = [game.sample(p, seat, random.Random(key)).to_dict() for p in after]
        if samples[0] != samples[1]:
            yield f"samples for {at.match.seats[seat]} give away the secret answer to {at.ask.name}"


def _events_seen_by(position: Position, seat: int) -> list[Any]:
    return [(h.kind, dict(h.data)) for h in position.log or () if h.seen_by is None or seat in h.seen_by]


def why_not(at: AtDecision) -> Iterator[str]:
    """Check that an act has a reason against it if it is no option, and none if it is one.

    The reasons that the procedure itself gives are checked for every act. The reasons of `Position.bars`, which players
    see, are checked for one act in eight.
    """
    own = getattr(at.position.stack[-1], at.ask.bars) if at.ask.bars else None
    rng, tally = at.context.rng, at.context.tally
    for verb in at.verbs:
        for act in _writable_acts(at, verb):
            if own is not None:
                bars = list(own(at.position, act))
                if bool(bars) == (act in at.legal):
                    text = at.context.lexicon.action(act)
                    yield (
                        f"{text} is an option, but barred by {bars[0]}"
                        if bars
                        else (f"{text} is not offered in {at.ask.name}, though no rule forbids it")
                    )
                for bar in bars:
                    tally.cite("bar", bar.what, (bar.clause,), bar.data)
            if at.context.deep or rng.random() < 0.125:
                yield from _check_bars(at, act)


def _writable_acts(at: AtDecision, verb: str) -> Iterator[Act]:
    lexicon, numbers = at.context.lexicon, at.numbers(verb)
    kinds = [kind for kind in lexicon.verbs[verb] if not kind.endswith("*")]
    ranges = [numbers if kind == "number" else range(len(lexicon.domains[lexicon.kind_of(kind)])) for kind in kinds]
    if math.prod(map(len, ranges)) <= MOST_ACTS:
        yield from lexicon.universe(verb, numbers)
    else:
        yield from (act for act in at.options if act[0] == verb)
        for _ in range(SAMPLE):
            yield (verb, *map(at.context.rng.choice, ranges))


def _check_bars(at: AtDecision, act: Act) -> Iterator[str]:
    bars = at.position.bars(act)
    text = at.context.lexicon.action(act)
    if act in at.legal:
        if bars:
            yield f"{text} is an option, but barred by {bars[0]}"
        return
    if not bars:
        yield f"{text} is no option, but nothing bars it"
    for bar in bars:
        at.context.tally.cite("bar", bar.what, (bar.clause,), bar.data)


def odd_acts(at: AtDecision) -> Iterator[str]:
    """Check that every act that can be written gets an answer, for example one with missing things or huge numbers."""
    lexicon, rng = at.context.lexicon, at.context.rng
    for verb in (*at.verbs, rng.choice(sorted(lexicon.verbs))):
        kinds = list(lexicon.verbs[verb])
        if kinds and kinds[-1].endswith("*"):
            kinds[-1:] = [kinds[-1][:-1]] * rng.randrange(4)
        for _ in range(3):
            args = []
            for kind in kinds:
                odd = (-LARGEST, -1, 0, LARGEST) if kind == "number" else (-1,)
                size = 7 if kind == "number" else len(lexicon.domains[lexicon.kind_of(kind)])
                args.append(rng.choice(odd) if rng.random() < 0.5 else rng.randrange(size))
            text = str(lexicon.action((verb, *args)))
            try:
                yield from _check_bars(at, lexicon.parse(text))
            except gunki.ActionError:
                continue  # the text names no act, and the error says so
            except Exception as error:
                yield f"{text}: {type(error).__name__}: {error}"


def refusal(at: AtDecision) -> Iterator[str]:
    """Check that a refused action carries the reasons that `why_not` gives, and changes nothing."""
    verb = at.context.rng.choice(at.verbs)
    acts = [act for act in _writable_acts(at, verb) if act not in at.legal]
    if not acts:
        return
    text = str(at.context.lexicon.action(at.context.rng.choice(acts)))
    trial = at.match.fork()
    try:
        trial.act(text)
    except gunki.IllegalAction as error:
        if list(error.bars) != at.match.why_not(text):
            yield f"{text} is refused with other bars than why_not shows"
    else:
        yield f"{text} is no option, but was accepted"
    if trial.position.to_dict() != at.state or trial.ply != at.match.ply:
        yield f"refusing {text} changed the match"


def wording(at: AtDecision) -> Iterator[str]:
    """Check that options can be converted to texts and back, and that no two options have the same text."""
    lexicon, decision = at.context.lexicon, at.match.decision
    assert decision is not None
    if len(set(decision.texts)) != len(decision.options):
        yield "two options have the same text"
    for option, act in zip(decision.options, at.options, strict=True):
        if lexicon.parse(str(option)) != act or lexicon.act(option.action) != act:
            yield f"{option} is read back as {lexicon.parse(str(option))}, not {act}"
        if gunki.Action(*option.action) != option.action:
            yield f"{option} is not equal to itself"


def check_clauses(at: AtDecision | AfterAction) -> Iterator[str]:
    """Check that the rulebook contains every clause that a decision, a reason or an event cites."""
    game, tally = at.context.game, at.context.tally
    if isinstance(at, AtDecision) and at.ask.clause not in game.clauses:
        yield f"decision {at.ask.name}: unknown clause {at.ask.clause!r}"
    for section, key, clauses, _ in tally.fresh:
        for clause in clauses:
            if clause not in game.clauses:
                yield f"{section} {key}: unknown clause {clause!r}"


def texts(at: AtDecision | AfterAction) -> Iterator[str]:
    """Check that every key has a text in each language, and that the data of the event or reason fill the text."""
    tally = at.context.tally
    if isinstance(at, AtDecision):
        tally.cite("decision", at.ask.name, (), at.ask.data)
        for verb in at.verbs:
            tally.cite("verb", verb, (), {})
    for section, key, _, data in tally.fresh:
        for language in at.context.texts:
            if not language.has(section, key):
                yield f"no text in {language.lang} for {section} {key}"
            elif section in ("bar", "event"):
                wanted = {name for _, name, _, _ in Formatter().parse(language.sections[section][key]) if name}
                missing = ", ".join(sorted(wanted.difference(data)))
                if missing:
                    yield f"the text in {language.lang} for {section} {key} asks for {missing}"


def clone_isolation(at: AtDecision) -> Iterator[str]:
    """Check that a clone is independent of its parent, and that restoring the open decision changes nothing.

    This is the last check, so that it also finds changes that other checks have made.
    """
    clone, rng = at.position.clone(), at.context.rng
    chance = searcher_chance(rng)
    for _ in range(PLIES):
        options = clone.options()
        if not options:
            break
        clone.apply(rng.choice(options), chance)
    if at.position.to_dict() != at.state or at.position.options() != at.options:
        yield "playing on a clone changed its parent"
    copy = at.position.clone()
    copy.restore_wait()
    if copy.to_dict() != at.state:
        yield "asking again changed the position"
    yield from _compare_question(at, copy, "a position asked again")
    if json.dumps(at.position.to_dict()) != at.text:
        yield "looking at the position changed it"


AT_DECISION = (
    Check("conservation", conservation),
    Check("save_load", save_load),
    Check("compose", compose, every=8),
    Check("views", views, every=8),
    Check("kept_views", kept_views),
    Check("secret_choices", secret_choices, every=4),
    Check("why_not", why_not, every=2),
    Check("odd_acts", odd_acts, every=4),
    Check("refusal", refusal, every=8),
    Check("wording", wording),
    Check("clauses", check_clauses),
    Check("texts", texts),
    Check("clone_isolation", clone_isolation),
)
