"""Work for workers: who asks for what, and what comes back."""

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

#: Work that a person waits for; what needs all of a match's past, above all opening it; what can wait; and saves of
#: strangers, each in a process that nobody else uses: they have a short try, and those for which that was not enough
#: another apart from the rest.
QUICK, PAST, SLOW, ALONE, LONG = "quick", "past", "slow", "alone", "long"
#: Kinds of jobs that need only where a match stands.
PRESENT = frozenset({"bot", "overlay", "stakes", "why"})
#: Plies from which on a process does not replay a match for them: it is told where the match stands.
LONG_RECORD = 100

#: Whose request this is (`Server.origin`); None: the server's own doing.
ASKER: ContextVar[str | None] = ContextVar("ASKER", default=None)


class Failed(Exception):
    """The process died, took too long or answered nonsense."""


class LimitExceeded(Failed):
    """The process was ended by its own limits, of time or memory: what it was asked for is to blame."""


class Refused(Exception):
    """What was asked for is not to be had; says why."""


class TookTooLong(Exception):
    """Broken off after so much of the processor's time as it may take."""


@dataclass(frozen=True, slots=True)
class KnownMatch:
    """A match as a worker knows it: the very header and entries that the server has."""

    header: MatchHeader
    entries: list[gunki.RecordEntry]
    #: Whether it has been replayed, and not only resumed from where it stood.
    whole: bool = True


@dataclass(eq=False, slots=True)
class Job:
    kind: str
    #: Who asks; all are served in turn.
    origin: str
    request: dict[str, Any] = field(default_factory=dict)
    blob: bytes = b""
    #: The match it is about, as it stands; a worker is told what it does not know of it yet.
    match_id: str = ""
    match: Match | None = None
    lane: str = QUICK
    #: Where the match was taken up under other rules: its record is replayed from there.
    base: Mapping[str, Any] | None = None
    #: Whether it is refused to one who has used too much, or has too many waiting.
    refusable: bool = True
    #: The request that it is done for: what it costs the server itself is charged there.
    meter: CpuAccount | None = field(init=False, default_factory=CPU_ACCOUNT.get)
    #: The match when this was asked: it may go on meanwhile.
    then: KnownMatch | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if self.match is not None:
            self.then = KnownMatch(self.match.header, list(self.match.entries))

    def request_for(self, knowledge: KnownMatch | None) -> dict[str, Any]:
        """What a worker is asked that knows so much of the match."""
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
        """Where the match stood when this was asked."""
        match, then = self.match, self.then
        assert match is not None
        assert then is not None
        ply = len(then.entries) - 1
        return latest_state(match if match.ply == ply else match.at(ply))

    def knowledge_after(self, request: dict[str, Any], before: KnownMatch | None) -> KnownMatch | None:
        """What a worker knows of the match that was `request` this, and has answered."""
        if self.then is None:
            return None
        whole = "state" not in request and (not request["keep"] or before is None or before.whole)
        return replace(self.then, whole=whole)


def _count_shared(old: list[gunki.RecordEntry], entries: list[gunki.RecordEntry]) -> int:
    """How many of the first entries are the same. An entry is made once, after all before it: one look is enough."""
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
    #: To be called with the match that was made of the answer: the worker knows it.
    learn: Callable[[Match], None] = _nothing


def raise_complaint(reply: dict[str, Any]) -> None:
    """Raise what a worker has to complain of."""
    if "error" in reply:
        raise Refused(reply["error"])
    if "too_long" in reply:
        raise TookTooLong(reply["too_long"])
    if "fault" in reply:
        raise Failed(f"a fault: {reply['fault']}")


class Workforce(Protocol):
    """Whoever does jobs."""

    async def do(self, job: Job) -> JobReply: ...

    def forget(self, match_id: str) -> None: ...


class InlineWorkers:
    """Does jobs where it is, for a single match or a test; a server has gunki.server.workers.worker_pool."""

    async def do(self, job: Job) -> JobReply:
        request: dict[str, Any] = orjson.loads(orjson.dumps(job.request_for(None)))
        reply, blob = Jobs().answer(request, job.blob)
        raise_complaint(reply)
        return JobReply(reply, blob)

    def forget(self, match_id: str) -> None:
        pass
