"""A runner on a Ray cluster: on an existing cluster, or on one that is started on this machine.

The rows are the same as those of `process_pool`. At any time, only a few more games are handed out than the cluster has
processors, so that results do not pile up in its object store. Results are fetched as they come. If a process or a node
dies, its unfinished games are handed out again. Ray's own retries are off, because this module counts the deaths.
"""

from __future__ import annotations

import os
import secrets
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from gunki.core.errors import GunkiError, OptionError
from gunki.lab.studies import rows
from gunki.lab.studies.process_pool import MOST_DEATHS, pack_plan, unpack_game_runner
from gunki.lab.studies.runner import GameResult, GameRunner, make_failure_row
from gunki.lab.studies.study_plan import Plan

LOCAL = "local"
#: The number of games handed out for each processor: one is played and one waits.
GAMES_PER_PROCESSOR = 2
#: Seconds between two counts of the cluster's processors.
SECONDS_BETWEEN_LOOKS = 5.0


class RayError(GunkiError):
    """Ray cannot be used, or the cluster does not answer."""


class RayRunner:
    """A runner on the cluster at `address`. For "local", start a cluster on this machine with `jobs` processors.

    A game is given up after `deaths` processes died while playing it.
    """

    def __init__(self, address: str, jobs: int | None = None, deaths: int = MOST_DEATHS) -> None:
        self._address, self._jobs, self._deaths = address, jobs, deaths
        self._ray = _import_ray(local=address == LOCAL)

    def run(self, plan: Plan, tables: Mapping[str, Any] | None, numbers: Iterable[int]) -> Iterator[GameResult]:
        """Play the games with these numbers and yield their results as they end."""
        GameRunner(plan, tables)  # if the plan cannot be played, raise an error before anything is started
        ray = self._ray
        ours = not ray.is_initialized()
        if ours:
            self._connect()
        try:
            yield from self._run(plan, tables, deque(numbers))
        finally:
            if ours:
                ray.shutdown()

    def _connect(self) -> None:
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if self._address == LOCAL:
                self._ray.init(num_cpus=self._jobs, include_dashboard=False, **quiet)
            else:
                self._ray.init(address=self._address, **quiet)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            hint = "" if self._address == LOCAL else "; is it running, and is RAY_AUTH_TOKEN its token?"
            raise RayError(f"--ray {self._address}: {error}{hint}") from None

    def _run(self, plan: Plan, tables: Mapping[str, Any] | None, waiting: deque[int]) -> Iterator[GameResult]:
        ray = self._ray
        play = ray.remote(num_cpus=1, max_retries=0)(_play)
        begin = ray.put(pack_plan(plan, tables))
        death_counts: Counter[int] = Counter()
        playing: dict[Any, int] = {}
        last_look, most = 0.0, 0
        try:
            while waiting or playing:
                if time.monotonic() - last_look > SECONDS_BETWEEN_LOOKS:  # nodes may have joined or left
                    last_look, most = time.monotonic(), GAMES_PER_PROCESSOR * self._processors()
                while waiting and len(playing) < most:
                    number = waiting.popleft()
                    playing[play.remote(begin, number)] = number
                done, _ = ray.wait(list(playing), num_returns=1, timeout=SECONDS_BETWEEN_LOOKS)
                for reference in done:
                    number = playing.pop(reference)
                    try:
                        row_line, save = ray.get(reference)
                    except ray.exceptions.RayTaskError as error:
                        raise RayError(f"a node cannot play this study: {error.cause}") from None
                    except ray.exceptions.RayError as error:
                        death_counts[number] += 1
                        if death_counts[number] < self._deaths:
                            waiting.appendleft(number)
                        else:
                            reason = f"its process died {self._deaths} times ({type(error).__name__})"
                            yield GameResult(make_failure_row(plan, number, reason))
                        continue
                    yield GameResult(rows.parse_row(row_line, plan, "a row from the cluster"), save or None)
        finally:
            for reference in playing:
                with suppress(Exception):
                    ray.cancel(reference, force=True)

    def _processors(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))


def _import_ray(*, local: bool) -> Any:
    if local:
        # A cluster that we start refuses clients without its token (Ray 2.52 and later).
        os.environ.setdefault("RAY_AUTH_MODE", "token")
        if os.environ["RAY_AUTH_MODE"] == "token" and "RAY_AUTH_TOKEN_PATH" not in os.environ:
            os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    try:
        import ray  # an optional package, which reads the settings above
    except ImportError:
        raise OptionError("--ray needs Ray: pip install 'gunki[ray]'") from None
    return ray


# -- on a node --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _game_runner(begin: bytes) -> GameRunner:
    return unpack_game_runner(begin)


def _play(begin: bytes, number: int) -> tuple[bytes, bytes]:
    """Play one game on a node. If the game fails, its row says so. If the node is at fault, an error is raised."""
    result = _game_runner(begin).play_safely(number)
    return rows.line(result.row), result.save or b""
