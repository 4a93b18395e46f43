"""Mutated positions: they are described, changed in one place, composed again and played on.

They stand for documents from untrusted sources. Each of them must either be refused with a GunkiError or be playable.
Any other exception is a fault of gunki. A position that keeps the rules busy without end is a fault too.
"""

from __future__ import annotations

import json
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import gunki
from gunki import bots
from gunki.core.compose.position_document import steps
from gunki.core.matches.match import Match
from gunki.lab.fuzz.crash_summary import describe_crash

#: A number is replaced by each of these values, and by the numbers one below and one above it.
EXTREMES = (0, -1, 255, 2**31, -(2**40))
#: ACTS: how many acts are played from a mutated position. SECONDS: the processor seconds that composing the position,
#: or playing these acts, may take.
ACTS, SECONDS = 20, 20.0
#: CHANGES_PER_POSITION: mutations of one position. PLIES: how many plies of a game may supply positions. One game in
#: `ONE_IN` is played by the bot `PLAYER`, because its games have more fights.
CHANGES_PER_POSITION, PLIES, ONE_IN, PLAYER = 12, 400, 3, "greedy:1"

Path_ = tuple[Any, ...]


class TimeExceeded(BaseException):
    """A position took too long.

    It is a BaseException, so that no handler on the way takes it for a contradiction in the position.
    """


@dataclass
class MutationReport:
    """Counts of the mutated documents by their outcome."""

    game: str
    scenario: str
    seed: int
    tried: int = 0
    refused: int = 0
    contradicted: int = 0
    played: int = 0
    seconds: float = 0.0
    #: The beginnings of the refusals, with their counts. They show which limits of documents were reached.
    reasons: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, str]] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {**vars(self), "reasons": dict(self.reasons.most_common(40)), "seconds": round(self.seconds, 1)}


def run(game_id: str, scenario: str | None, *, documents: int, seed: int, out: str = "fuzz-failures") -> MutationReport:
    """Try `documents` mutated documents of a scenario. Write failures to the folder `out`."""
    setup = gunki.game(game_id).setup(scenario)
    report = MutationReport(game_id, setup.scenario, seed)
    rng = random.Random(f"documents {seed}")
    begin = time.perf_counter()
    for what, document in _mutations(game_id, setup.scenario, rng):
        if report.tried == documents:
            break
        report.tried += 1
        wrong = attempt(report, what, document, rng)
        if wrong:
            path = Path(out) / f"{game_id}-{setup.scenario}-document{seed}-{report.tried}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(document, ensure_ascii=False, indent=1, default=str), encoding="utf-8")
            report.failures.append({"change": what, "message": wrong, "path": str(path)})
    report.seconds = time.perf_counter() - begin
    return report


def attempt(report: MutationReport, what: str, document: Mapping[str, Any], rng: random.Random) -> str:
    """Compose one document and play on. Return the fault, or an empty text if there was none."""
    try:
        with _limit_time(SECONDS):
            match = gunki.compose(report.game, report.scenario, document, seed=1)
    except gunki.GunkiError as error:
        report.refused += 1
        report.reasons[" ".join(str(error).split()[:6])] += 1
        return ""
    except (Exception, TimeExceeded) as error:
        return describe_crash(f"composing ({what})", error)
    try:
        with _limit_time(SECONDS):
            _play(match, rng)
    except gunki.GunkiError as error:
        report.contradicted += 1
        report.reasons["later: " + " ".join(str(error).split()[:14])] += 1
        return ""
    except (Exception, TimeExceeded) as error:
        return describe_crash(f"playing on at ply {match.ply} ({what})", error)
    report.played += 1
    return ""


def _play(match: Match, rng: random.Random) -> None:
    for _ in range(ACTS):
        for seat in (None, *match.seats):
            match.view(seat, shared=True)
        decision = match.decision
        if decision is None:
            break
        match.act(rng.choice(decision.options))
    for seat in (None, *match.seats):
        match.scene(seat, shared=True)
    match.describe()


@contextmanager
def _limit_time(seconds: float) -> Iterator[None]:
    """Raise TimeExceeded after these seconds of processor time. Do nothing if the system has no interval timers."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TimeExceeded(f"took more than {seconds:.0f} s of the processor's time")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# -- documents and their changes --------------------------------------------------------------------------------------


def _mutations(game_id: str, scenario: str, rng: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield descriptions of positions without end. Each is mutated in one place."""
    while True:
        for match in _moments(game_id, scenario, rng):
            document = match.describe()
            places = list(_places(document))
            for _ in range(CHANGES_PER_POSITION):
                yield _mutate(match, document, places, rng)


def _moments(game_id: str, scenario: str, rng: random.Random) -> Iterator[Match]:
    """Yield copies of one game at some of its decisions.

    The deeper the stack is at a decision, the likelier it is chosen.
    """
    match = gunki.new(game_id, scenario, seed=rng.randrange(10**6))
    seats = match.seats if rng.randrange(ONE_IN) == 0 else ()
    players = {seat: bots.bot(PLAYER, rng.randrange(10**6)) for seat in seats}
    while (decision := match.decision) is not None and match.ply < PLIES:
        deep = len(match.position.stack) / 16
        if rng.random() < deep**2:
            yield match.fork()
        if players and len(decision.options) > 1:
            match.act(players[decision.who].choose(bots.bot_view(match, decision)))
        else:
            match.act(rng.choice(decision.options))


def _places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yield the path of every value in a document."""
    if path:
        yield path
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _places(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _places(item, (*path, number))


def _mutate(
    match: Match, document: Mapping[str, Any], places: list[Path_], rng: random.Random
) -> tuple[str, dict[str, Any]]:
    """Return a description of the mutation and the mutated document.

    In 60 % of cases a value under `stack` or `state` is chosen. There, a whole list is chosen as often as a single
    number.
    """
    under_way: dict[Path_, list[Path_]] = {}
    for place in places:
        if place[0] in ("stack", "state"):
            inside = 3 if place[0] == "stack" else 2
            under_way.setdefault(place[:inside], []).append(place)
    path = rng.choice(rng.choice([*under_way.values()]) if under_way and rng.random() < 0.6 else places)
    new: dict[str, Any] = json.loads(json.dumps(document))
    holder: Any = new
    for key in path[:-1]:
        holder = holder[key]
    key, value = path[-1], holder[path[-1]]
    change = rng.choice(_changes(match, path, value, holder))
    description = change(rng, holder, key)
    return f"{'.'.join(map(str, path))}: {description}"[:200], new


Change = Callable[[random.Random, Any, Any], str]


def _changes(match: Match, path: Path_, value: Any, holder: Any) -> list[Change]:
    if isinstance(value, bool):
        return [lambda rng, h, k: _put(h, k, not value)]
    if isinstance(value, int):
        numbers = [value - 1, value + 1, *EXTREMES]
        return [lambda rng, h, k, n=n: _put(h, k, n) for n in numbers]  # type: ignore[misc]
    if isinstance(value, str):
        names = _alike(match, path, value, holder)
        return [lambda rng, h, k: _put(h, k, rng.choice(names)), _drop]
    return [_drop, _double, _shuffle] if isinstance(holder, list) or isinstance(value, list) else [_drop, _empty]


def _put(holder: Any, key: Any, value: Any) -> str:
    holder[key] = value
    return f"{value!r}"


def _drop(_rng: random.Random, holder: Any, key: Any) -> str:
    del holder[key]
    return "left out"


def _empty(_rng: random.Random, holder: Any, key: Any) -> str:
    return _put(holder, key, {})


def _double(_rng: random.Random, holder: Any, key: Any) -> str:
    copy = json.loads(json.dumps(holder[key]))
    if isinstance(holder, list):
        holder.insert(key, copy)
    else:
        holder[key] = [*copy, *copy]
    return "doubled"


def _shuffle(rng: random.Random, holder: Any, key: Any) -> str:
    rng.shuffle(holder if isinstance(holder, list) else holder[key])
    return "shuffled"


def _alike(match: Match, path: Path_, value: str, holder: Any) -> list[str]:
    """Return other names of the same kind (steps, procedures, things).

    If the kind is unknown, return names of any kind.
    """
    procedures = match.position.procedures
    if path[-1] == "procedure":
        return list(procedures)
    if path[-1] == "step":
        procedure: Any = procedures[holder["procedure"]]
        return sorted(steps(procedure))
    domains = match.setup.lexicon.domains
    kinds = [names for names in domains.values() if value in names] or list(domains.values())
    return [name for names in kinds for name in names]
