"""The fuzzer: random legal play to the end, with every check of `decision_checks` and `action_checks`."""

from __future__ import annotations

import json
import multiprocessing
import random
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import gunki
from gunki import bots
from gunki.core.definition.game import Game
from gunki.core.definition.rare_states import RareState
from gunki.core.definition.setup import OptionValue
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask
from gunki.lab.fuzz.action_checks import AFTER_ACTION, AT_END, OF_FILES
from gunki.lab.fuzz.context import AfterAction, AtDecision, Check, FuzzContext, FuzzTally
from gunki.lab.fuzz.crash_summary import describe_crash
from gunki.lab.fuzz.decision_checks import AT_DECISION
from gunki.lab.fuzz.oracle_checks import ORACLE_AFTER_ACTION, ORACLE_AT_DECISION
from gunki.lab.fuzz.procedure_coverage import ProcedureWatcher, procedures

MOST_DECISIONS = 20_000
#: The number of failures of one check whose games are saved. Further failures are only counted.
SAVED_PER_CHECK = 5
#: One game in `ONE_BOT_GAME_IN` is played by the bot `PLAYER` on all seats, because random play seldom leads to fights.
#: Its decisions are checked `RICHER` times as often.
ONE_BOT_GAME_IN, PLAYER, RICHER = 5, "greedy:4", 10
#: One game in `SHARE` begins at the rare states of its scenario (gunki.core.definition.rare_states), if there are any.
#: Each state is composed again until `ENTRIES` of its games have entered its procedure, but at most `ATTEMPTS` times.
SHARE, ENTRIES, ATTEMPTS = 4, 3, 12
#: Limits of the decisions of a game from a rare state. MOST_FROM_RARE: in all. AFTER_RARE: after its procedure was
#: left. PATIENCE: after the acts that should have led to the procedure, if they did not.
MOST_FROM_RARE, AFTER_RARE, PATIENCE = 40, 5, 8


@dataclass(frozen=True)
class FuzzPlan:
    """The plan of one game: everything that is needed to play it again."""

    game: str
    scenario: str
    options: Mapping[str, OptionValue]
    seed: int
    out: str
    deep: bool = False
    texts: bool = True
    most: int = MOST_DECISIONS
    #: Checks run at one decision in this many. This saves time if many long games are played.
    every: int = 1
    #: Whether to compare with the game's oracle instead of running the other checks.
    oracle: bool = False
    #: Whether to count the procedures that acts enter.
    seen: bool = False
    #: Whether to stop as soon as a check fails.
    once: bool = False


@dataclass
class Failure:
    """A failed check, and the game and ply where it failed."""

    check: str
    message: str
    seed: int
    ply: int
    options: Mapping[str, OptionValue]
    path: str = ""

    @property
    def kind(self) -> str:
        """The check and the beginning of its message. Failures with the same kind are counted together."""
        return f"{self.check}: {self.message.partition(chr(10))[0][:100]}"


@dataclass
class Outcome:
    """The outcome of one plan."""

    seed: int
    plies: int = 0
    tally: FuzzTally = field(default_factory=FuzzTally)
    failures: list[Failure] = field(default_factory=list)
    #: Whether play was stopped because a check failed and the plan stops at the first failure.
    stopped: bool = False


@dataclass
class Summary:
    """The outcomes of all plans of a run."""

    game: str
    scenario: str
    seed: int
    games: int = 0
    longest: int = 0
    longest_seed: int = 0
    seconds: float = 0.0
    jobs: int = 1
    deep: bool = False
    every: int = 1
    oracle: bool = False
    variants: int = 0
    seen: bool = False
    tally: FuzzTally = field(default_factory=FuzzTally)
    failures: list[Failure] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Add the outcome of one plan."""
        self.games += 1
        self.tally.add(outcome.tally)
        self.failures += outcome.failures
        if outcome.plies > self.longest:
            self.longest, self.longest_seed = outcome.plies, outcome.seed

    def visits(self) -> dict[str, dict[str, Any]]:
        """Return the counted visits to each procedure of the scenario, and why some procedures are exempt."""
        game = gunki.game(self.game)
        visits = self.tally.visits.of(procedures(game.start(game.setup(self.scenario))))
        for name, exempt in game.rare_states.exempt_in(self.scenario).items():
            visits[name]["why"] = exempt.why
        return visits

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        tally = self.tally
        return {
            "game": self.game,
            "scenario": self.scenario,
            "seed": self.seed,
            "games": self.games,
            "option_variants": self.variants,
            "decisions": tally.decisions.total(),
            "longest": {"decisions": self.longest, "seed": self.longest_seed},
            "endings": dict(tally.endings.most_common()),
            "composed": dict(tally.composed),
            "decision_kinds": dict(tally.decisions.most_common()),
            "clauses_cited_by_events": sorted(tally.by_events),
            "clauses_cited_by_bars": sorted(tally.by_bars),
            "checks": {
                name: {
                    "done": count,
                    "every": check_interval(name, self.deep) * (1 if name in ENDING else self.every),
                    "seconds": round(tally.seconds.get(name, 0.0), 2),
                }
                for name, count in tally.checks.items()
            },
            **({"seen": self.visits()} if self.seen else {}),
            "seconds": round(self.seconds, 1),
            "jobs": self.jobs,
            "failures": [vars(failure) | {"options": dict(failure.options)} for failure in self.failures],
        }


CHECKS = (*AT_DECISION, *AFTER_ACTION, *AT_END, *OF_FILES, *ORACLE_AT_DECISION, *ORACLE_AFTER_ACTION)
#: Checks made once in every game.
ENDING = frozenset(check.name for check in AT_END)


def check_interval(name: str, deep: bool) -> int:
    """Return the interval of a check: it runs at one decision in this many."""
    return 1 if deep else max(check.every for check in CHECKS if check.name == name)


# -- one game ---------------------------------------------------------------------------------------------------------


def is_rare(seed: int) -> bool:
    """Return whether a seed plays from the rare states of its scenario, if it has any, instead of a whole game."""
    return seed % SHARE == SHARE - 1


def play(plan: FuzzPlan) -> Outcome:
    """Play one game with its checks. Each failing check is reported once, and play continues if possible.

    With `once` it stops at the first check that fails.
    """
    outcome = Outcome(plan.seed)
    states = gunki.game(plan.game).rare_states.of(plan.scenario) if is_rare(plan.seed) else []
    if not states:
        _play_whole(plan, outcome)
        return outcome
    outcome.tally.composed["games"] += 1
    for place, state in enumerate(states):
        _play_rare(plan, outcome, place, state)
    return outcome


def _play_whole(plan: FuzzPlan, outcome: Outcome) -> None:
    try:
        match = gunki.new(plan.game, plan.scenario, seed=plan.seed, options=plan.options)
        # The play and the checks have separate generators. So a seed gives the same game with any checks.
        context = FuzzContext.of(match, random.Random(f"checks {plan.seed}"), plan.deep, plan.oracle)
    except Exception as error:
        outcome.failures.append(Failure("crash", describe_crash("the start", error), plan.seed, 0, plan.options))
        return
    _Game(plan, match, context, outcome).run(random.Random(plan.seed))


def _play_rare(plan: FuzzPlan, outcome: Outcome, place: int, state: RareState) -> None:
    """Play from one rare state, with other dice each time."""
    options = {**state.options, **plan.options}
    if any(options[name] != value for name, value in state.options.items()):
        outcome.tally.composed["left out"] += 1
        return
    entered = 0
    for attempt in range(ATTEMPTS):
        if entered == ENTRIES or outcome.stopped:
            return
        name = f"{plan.seed} {place} {attempt}"
        seed = random.Random(f"rare {name}").getrandbits(32)
        try:
            match = gunki.compose(plan.game, plan.scenario, state.position, seed=seed, options=options)
            context = FuzzContext.of(match, random.Random(f"checks {name}"), plan.deep, plan.oracle)
        except Exception as error:
            if isinstance(error, gunki.GunkiError) and plan.options:  # the state does not fit the chosen options
                outcome.tally.composed["left out"] += 1
            else:
                message = describe_crash(f"the rare state before {state.procedure} ({state.clause})", error)
                outcome.failures.append(Failure("crash", message, plan.seed, 0, plan.options))
            return
        outcome.tally.composed["positions"] += 1
        _Game(plan, match, context, outcome, state).run(random.Random(name))
        entered += context.tally.visits.entered[state.procedure] > 0


class _Game:
    def __init__(
        self, plan: FuzzPlan, match: gunki.Match, context: FuzzContext, outcome: Outcome, state: RareState | None = None
    ) -> None:
        self.plan = plan
        self.match = match
        self.context = context
        self.outcome = outcome
        self.state = state
        #: The acts that lead into the procedure of a rare state. The rest is dropped as soon as one act is illegal.
        self.lead_acts = [] if state is None else list(state.acts)
        self.failed_checks: set[str] = set()
        seats = match.seats if plan.seed % ONE_BOT_GAME_IN == 0 and state is None else ()
        self.players = {name: bots.bot(PLAYER, plan.seed + seat) for seat, name in enumerate(seats)}
        self.watcher = ProcedureWatcher(match.position) if plan.seen or state is not None else None
        self.max_decisions = plan.most if state is None else len(state.acts) + PATIENCE

    def run(self, rng: random.Random) -> None:
        self.play_on(rng)
        if self.watcher is not None:
            self.context.tally.visits = self.watcher.visits
        self.outcome.tally.add(self.context.tally)
        self.outcome.plies = max(self.outcome.plies, self.match.ply)

    def play_on(self, rng: random.Random) -> None:
        match, tally = self.match, self.context.tally
        action: AfterAction | None = None
        while match.position.wait is not None:
            if self.outcome.stopped:
                return
            if match.ply >= self.max_decisions:
                if self.state is None:
                    self.fail("runaway", f"no end after {match.ply} decisions")
                return
            try:
                options = match.position.options()
            except Exception as error:
                self.fail("crash", describe_crash("finding the options", error))
                return
            if not isinstance(match.position.wait, Ask) or not options:
                self.fail("dead_end", f"{match.decision}: no option")
                return
            tally.decisions[match.position.wait.name] += 1
            act = self.choose(rng, options)
            if action is not None and self.should_skip_checks():
                try:
                    self.answer(act)
                except Exception as error:
                    self.fail("crash", describe_crash(str(self.context.lexicon.action(act)), error))
                    return
                continue
            try:
                decision = AtDecision(self.context, match)
            except Exception as error:
                self.fail("crash", describe_crash("looking at the position", error))
                return
            self.run_checks(ORACLE_AT_DECISION if self.plan.oracle else AT_DECISION, decision)
            try:
                action = AfterAction(decision, act, self.answer(act), match)
            except Exception as error:
                self.fail("crash", describe_crash(str(self.context.lexicon.action(act)), error))
                return
            self.run_checks(ORACLE_AFTER_ACTION if self.plan.oracle else AFTER_ACTION, action)
        if action is None:
            self.fail("dead_end", "over before it began")
            return
        tally.endings[match.result.reason if match.result else "none"] += 1
        if self.plan.oracle:
            return
        self.run_checks(AT_END, action)
        if not self.should_skip_checks():
            self.run_checks(OF_FILES, action)

    def answer(self, act: Act) -> list[gunki.Event]:
        before = self.match.position
        events = self.match.act(self.context.lexicon.action(act))
        if self.watcher is not None:
            self.watcher.follow(before, act, self.context.generator)
            if self.state is not None:
                self.adjust_limit(self.watcher, self.state.procedure)
        return events

    def adjust_limit(self, watch: ProcedureWatcher, procedure: str) -> None:
        """Limit the decisions of a game from a rare state: a few more once the procedure of the state was left."""
        if procedure in watch.visits.outcomes:
            self.max_decisions = min(self.max_decisions, self.match.ply + AFTER_RARE)
        elif watch.visits.entered[procedure]:
            self.max_decisions = MOST_FROM_RARE

    def should_skip_checks(self) -> bool:
        """Return whether `FuzzPlan.every` skips the checks now. Games of bots are checked `RICHER` times as often."""
        return self.context.rng.random() * self.plan.every >= (RICHER if self.players else 1)

    def choose(self, rng: random.Random, options: list[Act]) -> Act:
        if self.lead_acts:
            act = self.context.lexicon.parse(self.lead_acts.pop(0))
            if act in options:
                return act
            self.lead_acts.clear()  # the dice made the act illegal
        if not self.players or len(options) == 1:
            return rng.choice(options)
        decision = self.match.decision
        assert decision is not None
        try:
            option = self.players[decision.who].choose(bots.bot_view(self.match, decision))
        except Exception as error:
            self.fail("bot", describe_crash(f"{PLAYER} deciding {decision.name}", error))
            self.players = {}
            return rng.choice(options)
        return self.match.setup.lexicon.parse(str(option))

    def run_checks(self, checks: tuple[Check, ...], at: AtDecision | AfterAction) -> None:
        tally, rng = self.context.tally, self.context.rng
        clock = time.perf_counter
        for name, look, one_in in checks:
            if name in self.failed_checks or (name == "texts" and not self.plan.texts):
                continue
            if one_in > 1 and not self.plan.deep and rng.random() * one_in >= 1:
                continue
            begin = clock()
            try:
                wrong = next(look(at), None)
            except Exception as error:
                wrong = describe_crash(f"check {name}", error)
            tally.seconds[name] = tally.seconds.get(name, 0.0) + clock() - begin
            tally.checks[name] += 1
            if wrong is not None:
                self.failed_checks.add(name)
                self.fail(name, wrong)
                self.outcome.stopped = self.plan.once
        tally.fresh.clear()

    def fail(self, check: str, message: str) -> None:
        """Record a failure and write the game to a file: a save, or a document if the game cannot be saved."""
        plan, match = self.plan, self.match
        rare = "" if self.state is None else f"-{self.state.procedure}{match.header.seed}"
        stem = Path(plan.out) / f"{plan.game}-{plan.scenario}-seed{plan.seed}{rare}-ply{match.ply}-{check}"
        failure = Failure(check, message, plan.seed, match.ply, plan.options)
        self.outcome.failures.append(failure)
        try:
            failure.path = str(match.save(stem.with_name(stem.name + ".gunki")))
        except Exception as error:
            failure.message += f"\nsaving it failed: {describe_crash('save', error)}"
            failure.path = _document(match, stem.with_name(stem.name + ".json"))


def _document(match: gunki.Match, path: Path) -> str:
    try:
        document = match.describe()
    except Exception:
        document = match.position.to_dict()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8")
    except OSError:
        return ""
    return str(path)


# -- many games -------------------------------------------------------------------------------------------------------


def variants(
    game: Game, scenario: str, chosen: Mapping[str, OptionValue], rng: random.Random
) -> Iterator[dict[str, OptionValue]]:
    """Yield sets of options: the defaults, then each other value alone, then random combinations.

    Every set contains the options in `chosen`.
    """

    def is_allowed(options: dict[str, OptionValue]) -> bool:
        try:
            game.setup(scenario, options)
        except gunki.OptionError:
            return False
        return True

    free = [option for option in game.match_options if option.name not in chosen]
    yield dict(chosen)
    for option in free:
        for choice in option.choices:
            options = {**chosen, option.name: choice}
            if choice != option.default and is_allowed(options):
                yield options
    while free:
        options = dict(chosen) | {option.name: rng.choice(option.choices) for option in free if rng.random() < 0.5}
        if is_allowed(options):
            yield options


def plan_games(
    game_id: str,
    *,
    games: int,
    seed: int,
    scenario: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    all_options: bool = False,
    out: str = "fuzz-failures",
    deep: bool = False,
    texts: bool = True,
    most: int = MOST_DECISIONS,
    every: int = 1,
    oracle: bool = False,
    seen: bool = False,
) -> list[FuzzPlan]:
    """Return one plan for each game. The seeds are consecutive and begin with `seed`.

    With `all_options` the games go through the `variants` of the options. The other arguments are fields of `FuzzPlan`.
    Raises OptionError for a wrong option, or if `oracle` is true and the game has no oracle.
    """
    game = gunki.game(game_id)
    chosen = dict(options or {})
    setup = game.setup(scenario, chosen)  # refuse wrong options before playing
    if oracle and game.oracle(setup) is None:
        raise gunki.OptionError(f"{game_id} has no oracle to compare with; fuzz it without --oracle")
    rng = random.Random(f"options {seed}")
    option_sets = islice(variants(game, setup.scenario, chosen, rng), games) if all_options else iter(())
    cycle = list(option_sets) or [chosen]
    return [
        FuzzPlan(game_id, setup.scenario, cycle[i % len(cycle)], seed + i, out, deep, texts, most, every, oracle, seen)
        for i in range(games)
    ]


def run(todo: list[FuzzPlan], jobs: int = 1, progress: Callable[[Outcome], None] = lambda _: None) -> Summary:
    """Play all plans and return the summary. If `jobs` is above 1, play in this number of processes.

    `progress` is called with the outcome of each plan.
    """
    first = todo[0]
    summary = Summary(
        first.game, first.scenario, first.seed, jobs=jobs, deep=first.deep, every=first.every, oracle=first.oracle
    )
    summary.seen = first.seen
    summary.variants = len({tuple(sorted(plan.options.items())) for plan in todo})
    begin = time.perf_counter()
    for outcome in map(play, todo) if jobs <= 1 else _parallel(todo, jobs):
        summary.add(outcome)
        progress(outcome)
    summary.seconds = time.perf_counter() - begin
    summary.failures.sort(key=lambda failure: (failure.check, failure.seed))
    _thin_out(summary.failures)
    return summary


def _parallel(todo: list[FuzzPlan], jobs: int) -> Iterator[Outcome]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        waiting = iter(todo)
        running = {pool.submit(play, plan) for plan in islice(waiting, 2 * jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
            running |= {pool.submit(play, plan) for plan in islice(waiting, len(done))}


def _thin_out(failures: list[Failure]) -> None:
    """Delete all but a few saves of each check, because many games may fail in the same way."""
    saves_by_check: dict[str, int] = {}
    for failure in failures:
        saves_by_check[failure.check] = saves_by_check.get(failure.check, 0) + 1
        if saves_by_check[failure.check] > SAVED_PER_CHECK and failure.path:
            Path(failure.path).unlink(missing_ok=True)
            failure.path = ""
