"""What workers do: everything about a match that may take long.

A worker keeps the matches it was asked about, so that the next question brings only what is new.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

import orjson

import gunki
from gunki import bots
from gunki.core.analysis.story import story
from gunki.core.dice.dice_after_undo import mix_in_force
from gunki.core.matches import saves
from gunki.core.matches.match import Match
from gunki.core.matches.resume import stand_of, state_of
from gunki.core.rules.decision import Refusal
from gunki.core.show.hints import stakes
from gunki.server.matches.unplayable import Opened, TooLong, in_time, opened
from gunki.server.store.record_codec import bars_out, entry_in, entry_out, header_in, header_out
from gunki.server.store.source_codec import TooMuch, cards_by_name, source_out, stand_out
from gunki.server.views.snapshot_format import snapshot_at, step
from gunki.server.workers.upload_states import packed

MOST_KEPT = 64
#: Of all kept matches together; a long one takes as much memory as many short ones.
MOST_PLIES = 20_000
#: Bytes of what is said about a save; it quotes an action that the rules refuse.
LARGEST_NOTICE = 64 * 2**10
#: Plies whose events go with a state that the server keeps: most who come back have missed fewer.
LATEST = 64
#: And with one for bots, who want those of the turn: the longest have a thousand.
MOST_OF_TURN = 2048

#: A job that shows that the process answers.
PING = "ping"

Asked = Mapping[str, Any]
#: What is told in short, and what is handed on as it is.
Told = tuple[dict[str, Any], bytes]


def latest_state(match: Match) -> dict[str, Any]:
    """Return the state of a match with what has happened since its turn began, as far as the match holds it."""
    first = match.ply
    while first > max(match.held_from, match.ply - MOST_OF_TURN) and not _begins_turn(match, first):
        first -= 1
    return state_of(match, max(LATEST, match.ply - first + 1))


def _begins_turn(match: Match, ply: int) -> bool:
    return any(event.kind == "turn" for event in match.events_at(ply))


class Jobs:
    def __init__(self) -> None:
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._bots: dict[str, dict[tuple[str, str], bots.Bot]] = {}
        self._kinds: dict[str, Callable[[Asked, bytes], Told]] = {
            PING: self._ping,
            "bot": self._bot,
            "overlay": self._overlay,
            "stakes": self._stakes,
            "why": self._why,
            "view": self._view,
            "steps": self._steps,
            "state": self._state,
            "save": self._save,
            "story": self._story,
            "open": self._open,
            "check": self._check,
            "stand": self._stand,
            "upload": self._upload,
        }

    def answer(self, asked: Asked, blob: bytes) -> Told:
        """`error`: what is wrong with the question; `too_long`: why it was broken off; `forgotten`: which match?"""
        for ident in asked.get("forget", ()):
            self._drop(ident)
        try:
            if "match" in asked and not self._follow(asked):
                return {"forgotten": True}, b""
            return self._kinds[asked["kind"]](asked, blob)
        except TooLong as error:
            return {"too_long": str(error)}, b""
        except gunki.GunkiError as error:
            return {"error": str(error)}, b""

    # -- the matches it knows -------------------------------------------------------------------------------------

    def _follow(self, asked: Asked) -> bool:
        """Bring a match to where the server has it: `entries` follow after the first `keep`; whether that is known."""
        ident, keep = asked["match"], asked["keep"]
        match = self._matches.pop(ident, None)
        entries = [entry_in(entry) for entry in asked["entries"]]
        if keep == 0:
            header, state = header_in(asked["header"]), asked.get("state")
            if state is None:
                match = gunki.replay(header, entries, asked.get("base"))
            else:
                match = gunki.resume(header, entries, state)
            self._bots.pop(ident, None)
        elif match is None or not match.resumed_at < keep <= match.ply + 1:
            return False
        else:
            if keep <= match.ply:
                match = match.at(keep - 1)
                self._bots.pop(ident, None)  # what they had in mind was for another course
            match.follow(entries)
            if "header" in asked:
                match.header = header_in(asked["header"])
                match.mix(mix_in_force(match.header.fairness))
        self._keep(ident, match)
        return True

    def _keep(self, ident: str, match: Match) -> None:
        self._matches[ident] = match
        while len(self._matches) > 1 and (
            len(self._matches) > MOST_KEPT or sum(match.ply for match in self._matches.values()) > MOST_PLIES
        ):
            self._drop(next(iter(self._matches)))

    def _drop(self, ident: str) -> None:
        self._matches.pop(ident, None)
        self._bots.pop(ident, None)

    def _match(self, asked: Asked) -> Match:
        return self._matches[asked["match"]]

    def _ping(self, _asked: Asked, _: bytes) -> Told:
        return {}, b""

    # -- of a match that is played --------------------------------------------------------------------------------

    def _bot(self, asked: Asked, _: bytes) -> Told:
        match, known = self._match(asked), self._bots.setdefault(asked["match"], {})
        decision = match.decision
        assert decision is not None
        key = (decision.who, asked["bot"])
        if key not in known:
            known[key] = bots.bot(asked["bot"], bots.seed_for(match.header.seed, decision.who))
        return {"action": str(known[key].choose(bots.look(match, decision)))}, b""

    def _overlay(self, asked: Asked, _: bytes) -> Told:
        match = self._match(asked)
        found = match.overlay(asked["overlay"], asked["seat"], thing=asked["thing"], action=asked["action"])
        return {}, orjson.dumps(found)

    def _stakes(self, asked: Asked, _: bytes) -> Told:
        match = self._match(asked)
        return {}, orjson.dumps({"ply": match.ply, "stakes": stakes(match)})

    def _why(self, asked: Asked, _: bytes) -> Told:
        """Why a thing is not lit, or why an action is refused."""
        match, action = self._match(asked), asked["action"]
        if action is None:
            found = match.refusals(asked["thing"])
        else:
            bars = match.why_not(action)
            found = [Refusal(action, bars)] if bars else []
        told = [{"action": act, "bars": bars_out(bars), "others": others} for act, bars, others in found]
        return {}, orjson.dumps({"refusals": told})

    def _view(self, asked: Asked, _: bytes) -> Told:
        return {}, snapshot_at(self._match(asked), asked["about"], asked["ply"], asked["seat"], asked["own"])

    def _steps(self, asked: Asked, _: bytes) -> Told:
        """Of all plies after `since`; `seats`: from which ply on who looks plays which seat; `own`: his decisions."""
        match, own, seats = self._match(asked), set(asked["own"]), list(asked["seats"])
        told, seat = [], None
        for ply in range(match.ply + 1):
            while seats and seats[0][0] <= ply:
                seat = seats.pop(0)[1]
            if ply > asked["since"]:
                told.append(step(match, ply, seat, ply in own, ply >= match.held_from))
        return {}, orjson.dumps(told)

    def _state(self, asked: Asked, _: bytes) -> Told:
        return {}, orjson.dumps(state_of(self._match(asked).at(asked["ply"]), LATEST))

    def _save(self, asked: Asked, _: bytes) -> Told:
        match = self._match(asked)
        if "seed" in asked:  # not its own: nobody may know that yet
            match = match.fork(asked["seed"])
            match.header = replace(match.header, fairness=None)
        return {}, saves.dumps(match)

    def _story(self, asked: Asked, _: bytes) -> Told:
        return {}, orjson.dumps(story(self._match(asked), in_time(asked["seconds"])))

    # -- of one that is stored, or sent ---------------------------------------------------------------------------

    def _open(self, asked: Asked, blob: bytes) -> Told:
        """As far as today's rules accept it: its state, and the entries that they write otherwise."""
        source = orjson.loads(blob)
        found = _opened(source, asked["seconds"])
        told, match = {"notice": found.notice}, found.match
        if match is None:
            return told, b""
        self._bots.pop(asked["open"], None)
        self._keep(asked["open"], match)
        now = [entry_out(match, entry) for entry in match.entries]
        was = source["entries"]
        changed = {ply: entry for ply, entry in enumerate(now) if ply >= len(was) or entry != was[ply]}
        state = {
            "header": header_out(match.header),
            "plies": len(now),
            "changed": list(changed.items()),
            "state": state_of(match, LATEST),
            "stand": found.stand,
        }
        return told, orjson.dumps(state)

    def _check(self, asked: Asked, blob: bytes) -> Told:
        """What today's rules refuse of a stored match, and whether it goes on all the same."""
        found = _opened(orjson.loads(blob), asked["seconds"])
        return {"refused": found.refused, "goes_on": found.stand is not None}, b""

    def _stand(self, asked: Asked, blob: bytes) -> Told:
        """Where a stored match stands, as it is stored; nothing if today's rules refuse its record."""
        found = _opened(orjson.loads(blob), asked["seconds"])
        goes_on = found.match is not None and found.notice is None and found.match.who is not None
        return {}, stand_out(stand_of(found.match)) if goes_on and found.match is not None else b""

    def _upload(self, asked: Asked, blob: bytes) -> Told:
        """The save of a stranger, replayed through the rules: what is in it, and its header and entries.

        After them stands its state, for matches that go on from it; not if today's rules took it otherwise.
        """
        try:
            match = gunki.loads(blob, name="the upload")
            source = source_out((replace(match.header, fairness=None), cards_by_name(match, match.entries)))
        except TooMuch as error:
            return {"error": f"the upload: {error}"}, b""
        except (MemoryError, RecursionError):
            return {"error": "the upload: needs more memory than it may have"}, b""
        notice = None if match.notice is None else match.notice.to_dict(match.game)
        if len(orjson.dumps(notice)) > LARGEST_NOTICE:
            return {"error": "the upload: holds an action that is longer than any can be"}, b""
        same = notice is None and match.header.rules_version == match.game.rules_version
        state = packed(match, LATEST) if same else b""
        return {
            "source": len(source),
            "game": match.game.id,
            "scenario": match.setup.scenario,
            "ply": match.ply,
            "who": match.who,
            "result": None if match.result is None else asdict(match.result),
            "notice": notice,
        }, source + state


def _opened(source: Asked, seconds: float) -> Opened:
    header, entries = header_in(source["header"]), [entry_in(entry) for entry in source["entries"]]
    return opened(header, entries, seconds, source["base"], source["stand"], source["who"])
