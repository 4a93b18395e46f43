"""Jobs for workers, their answers and errors, and the record of what a worker knows about a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import orjson

import gunki
from gunki.core.matches.match import Match, MatchHeader
from gunki.server.operation.cpu_accounting import CPU_ACCOUNT, CpuAccount
from gunki.server.store.record_codec import entry_out, header_out
from gunki.server.workers.job_handlers import Jobs, latest_state

#: Lanes of jobs. QUICK: a person waits for the job. PAST: the job needs the whole record, mostly to open a match. SLOW:
#: the job can wait. ALONE: the first, short try of an upload. LONG: the second try of an upload. Each upload runs in a
#: process of its own.
QUICK, PAST, SLOW, ALONE, LONG = "quick", "past", "slow", "alone", "long"
#: Kinds of jobs that need only the present position.
PRESENT = frozenset({"bot", "overlay", "stakes", "why"})
#: If a match has at least this many entries, a job of a kind in `PRESENT` brings the match's state. The worker then
#: need not replay the match.
LONG_RECORD = 100

#: The origin of the present request (`Server.origin`). None if the server acts by itself.
ASKER: ContextVar[str | None] = ContextVar("ASKER", default=None)


class Failed(Exception):
    """The process died, took too long or gave an invalid answer."""


class LimitExceeded(Failed):
    """The process exceeded its own limits of time or memory, because the job was too large."""


class Refused(Exception):
    """The job cannot be done; the message says why."""


class TookTooLong(Exception):
    """The job was stopped at its limit of processor time."""


@dataclass(frozen=True, slots=True)
class KnownMatch:
    """A match as a worker knows it: the same header and entry objects that the server holds."""

    header: MatchHeader
    entries: list[gunki.RecordEntry]
    #: Whether the worker has the whole match. If not, it has only a state from which it resumed the match.
    whole: bool = True


@dataclass(eq=False, slots=True)
class Job:
    kind: str
    #: The origin for which the job is done. The fair queue counts the job for it.
    origin: str
    request: dict[str, Any] = field(default_factory=dict)
    blob: bytes = b""
    #: The id of the match that the job is about. `request_for` adds what the worker does not know yet of this match.
    match_id: str = ""
    match: Match | None = None
    lane: str = QUICK
    #: The checkpoint from which the record is replayed, if the match went on from one.
    base: Mapping[str, Any] | None = None
    #: Whether the job may be refused if its origin has used too much time or has too many jobs waiting.
    refusable: bool = True
    #: The account of the request that caused the job. The time that the server itself spends on the job is charged to
    #: it.
    meter: CpuAccount | None = field(init=False, default_factory=CPU_ACCOUNT.get)
    #: The header and the entries at the time when the job was made. The match itself may go on meanwhile.
    then: KnownMatch | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if self.match is not None:
            self.then = KnownMatch(self.match.header, list(self.match.entries))

    def request_for(self, knowledge: KnownMatch | None) -> dict[str, Any]:
        """Return the request for a worker that knows `knowledge` of the match."""
        match, then = self.match, self.then
        if match is None or then is None:
            return {"kind": self.kind, **self.request}
        if knowledge is not None and not knowledge.whole and self.kind not in PRESENT:
            knowledge = None
        keep = 0 if knowledge is None else _count_shared(knowledge.entries, then.entries)
        lines = [entry_out(match, entry) for entry in then.entries[keep:]]
        header = {} if knowledge and keep and knowledge.header is then.header else {"header": header_out(then.header)}
        more: dict[str, Any] = {} if keep else {"base": self.base}
        if not keep and self.base is None and self.kind in PRESENT and len(lines) >= LONG_RECORD:
            more["state"] = self._state()
        return {
            "kind": self.kind,
            "match": self.match_id,
            "keep": keep,
            "entries": lines,
            **header,
            **more,
            **self.request,
        }

    def _state(self) -> dict[str, Any]:
        """Return the state that the match had when the job was made."""
        match, then = self.match, self.then
        assert match is not None
        assert then is not None
        ply = len(then.entries) - 1
        return latest_state(match if match.ply == ply else match.at(ply))

    def knowledge_after(self, request: dict[str, Any], before: KnownMatch | None) -> KnownMatch | None:
        """Return what a worker knows of the match after it has answered `request`.

        `before`: what it knew before that.
        """
        if self.then is None:
            return None
        whole = "state" not in request and (not request["keep"] or before is None or before.whole)
        return replace(self.then, whole=whole)


def _count_shared(old: list[gunki.RecordEntry], entries: list[gunki.RecordEntry]) -> int:
    """Return how many of the first entries are the same objects in both lists.

    If an entry is the same object in both, all entries before it are too. So only the last common entry is searched
    for.
    """
    at = min(len(old), len(entries))
    while at and old[at - 1] is not entries[at - 1]:
        at -= 1
    return at


def _nothing(_: Match) -> None:
    pass


@dataclass(slots=True)
class JobReply:
    fields: dict[str, Any]
    blob: bytes
    #: This function is called with the match that was made from the answer. It notes that the worker knows this match.
    learn: Callable[[Match], None] = _nothing


def raise_complaint(reply: dict[str, Any]) -> None:
    """Raise Refused, TookTooLong or Failed if an answer reports an error."""
    if "error" in reply:
        raise Refused(reply["error"])
    if "too_long" in reply:
        raise TookTooLong(reply["too_long"])
    if "fault" in reply:
        raise Failed(f"a fault: {reply['fault']}")


class Workforce(Protocol):
    """Something that does jobs: `Workers` or `InlineWorkers`."""

    async def do(self, job: Job) -> JobReply: ...

    def forget(self, match_id: str) -> None: ...


class InlineWorkers:
    """Does jobs in this process, for tests and single matches.

    A server uses gunki.server.workers.worker_pool instead.
    """

    async def do(self, job: Job) -> JobReply:
        request: dict[str, Any] = orjson.loads(orjson.dumps(job.request_for(None)))
        reply, blob = Jobs().answer(request, job.blob)
        raise_complaint(reply)
        return JobReply(reply, blob)

    def forget(self, match_id: str) -> None:
        pass
