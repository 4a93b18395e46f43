"""A process of its own for what may take long or go wrong: bots that think, and saves of strangers.

Started as `python -m gunki.server.worker bots` it answers one line of JSON with another until its input ends. As
`… upload` it reads one save and tells what is in it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import OrderedDict
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import orjson

import gunki
from gunki import bots
from gunki.core.match import Match
from gunki.server.lines import entry_in, entry_out, header_in, header_out

MOST_KEPT = 64
LARGEST_SOURCE = 16 * 2**20
#: How far it steps back behind the server: a little, or on a busy machine it would hardly ever have its turn.
NICE = 3


class Thinker:
    """Keeps the matches it was asked about, so that the next question brings only what is new."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._bots: dict[str, dict[tuple[str, str], bots.Bot]] = {}

    def answer(self, asked: Any) -> dict[str, Any]:
        ident = asked["match"]
        if "header" in asked:
            self._matches[ident] = gunki.replay(header_in(asked["header"]), [entry_in(e) for e in asked["entries"]])
            self._bots[ident] = {}
        elif ident not in self._matches:
            return {"forgotten": True}
        else:
            for act in asked["acts"]:
                self._matches[ident].act(act)
        self._matches.move_to_end(ident)
        while len(self._matches) > MOST_KEPT:
            self._bots.pop(self._matches.popitem(last=False)[0])
        match = self._matches[ident]
        decision = match.decision
        assert decision is not None
        key = (decision.who, asked["bot"])
        if key not in self._bots[ident]:
            self._bots[ident][key] = bots.bot(asked["bot"], bots.seed_for(match.header.seed, decision.who))
        chosen = str(self._bots[ident][key].choose(bots.look(match, decision)))
        return {"action": chosen}


def think() -> None:
    thinker = Thinker()
    for line in sys.stdin.buffer:
        answer = orjson.dumps(thinker.answer(orjson.loads(line)))
        try:
            sys.stdout.buffer.write(answer + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the server is gone while we thought
            os._exit(0)


def read_upload() -> None:
    """The save of a stranger, replayed through the rules; its header and entries, or what is wrong with it."""
    _limit(int(sys.argv[2]), int(sys.argv[3]))
    out: dict[str, Any]
    try:
        match = gunki.loads(sys.stdin.buffer.read(), name="the upload")
        source = {
            "header": {**header_out(match.header), "fairness": None},
            "entries": [entry_out(match, entry) for entry in match.entries],
        }
        out = {
            "source": source,
            "game": match.game.id,
            "scenario": match.setup.scenario,
            "ply": match.ply,
            "who": match.who,
            "result": None if match.result is None else asdict(match.result),
            "notice": None if match.notice is None else match.notice.to_dict(match.game),
        }
        if len(orjson.dumps(out)) > LARGEST_SOURCE:
            out = {"error": "the upload: holds more than a game can"}
    except gunki.GunkiError as error:
        out = {"error": str(error)}
    except (MemoryError, RecursionError):
        out = {"error": "the upload: needs more memory than it may have"}
    sys.stdout.buffer.write(orjson.dumps(out))


def _limit(seconds: int, megabytes: int) -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us by closing our input
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    {"bots": think, "upload": read_upload}[sys.argv[1]]()


if __name__ == "__main__":
    main()
