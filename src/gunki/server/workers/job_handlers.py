"""The jobs of workers: everything about a match that may take long.

A worker keeps the matches of its jobs, so that the next job about a match brings only the new entries.
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
from gunki.core.dice.dice_after_undo import current_dice_epoch
from gunki.core.matches import saves
from gunki.core.matches.match import Match
from gunki.core.matches.resume import standing_of, state_of
from gunki.core.rules.decision import Refusal
from gunki.core.show.hints import options_with_odds
from gunki.server.matches.unplayable import CpuTimeExceeded, OpenedMatch, cpu_deadline, open_stored
from gunki.server.store.record_codec import bars_out, entry_in, entry_out, header_in, header_out
from gunki.server.store.source_codec import TooMuch, cards_by_name, checkpoint_out, source_out
from gunki.server.views.snapshot_format import snapshot_at, step_fields
from gunki.server.workers.upload_states import pack_state

MAX_MATCHES_KEPT = 64
#: The kept matches together have at most this many plies. Plies are counted because a long match takes as much memory
#: as many short ones.
MOST_PLIES = 20_000
#: The largest size of a notice about a save, in bytes. The notice quotes the action that the rules refuse.
LARGEST_NOTICE = 64 * 2**10
#: A state for the server holds the events of this many latest plies. A listener that reconnects has usually missed
#: fewer.
LATEST = 64
#: A state for bots holds the events of the present turn, but at most those of this many plies. The longest turns have a
#: thousand plies.
MOST_OF_TURN = 2048

#: The kind of a job that only tests whether the process answers.
PING = "ping"

JobRequest = Mapping[str, Any]
#: The fields of the answer, and a blob that the server hands on as it is.
JobResult = tuple[dict[str, Any], bytes]


def latest_state(match: Match) -> dict[str, Any]:
    """Return the state of a match with the events since its turn began, as far as the match holds them."""
    first = match.ply
    while first > max(match.first_held_ply, match.ply - MOST_OF_TURN) and not _begins_turn(match, first):
        first -= 1
    return state_of(match, max(LATEST, match.ply - first + 1))


def _begins_turn(match: Match, ply: int) -> bool:
    return any(event.kind == "turn" for event in match.events_at(ply))


class Jobs:
    def __init__(self) -> None:
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._bots: dict[str, dict[tuple[str, str], bots.Bot]] = {}
        self._kinds: dict[str, Callable[[JobRequest, bytes], JobResult]] = {
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

    def answer(self, request: JobRequest, blob: bytes) -> JobResult:
        """Do a job and return its result.

        The result may have one of these fields instead. `error`: what is wrong with the request. `too_long`: the job
        exceeded its time. `forgotten`: this worker does not know the match any more.
        """
        for match_id in request.get("forget", ()):
            self._drop(match_id)
        try:
            if "match" in request and not self._try_follow(request):
                return {"forgotten": True}, b""
            return self._kinds[request["kind"]](request, blob)
        except CpuTimeExceeded as error:
            return {"too_long": str(error)}, b""
        except gunki.GunkiError as error:
            return {"error": str(error)}, b""

    # -- kept matches ---------------------------------------------------------------------------------------------

    def _try_follow(self, request: JobRequest) -> bool:
        """Bring a kept match up to the server's record: the first `keep` entries, then `entries`.

        Return False if the worker does not have these first entries.
        """
        match_id, keep = request["match"], request["keep"]
        match = self._matches.pop(match_id, None)
        entries = [entry_in(entry) for entry in request["entries"]]
        if keep == 0:
            header, state = header_in(request["header"]), request.get("state")
            if state is None:
                match = gunki.replay(header, entries, request.get("base"))
            else:
                match = gunki.resume(header, entries, state)
            self._bots.pop(match_id, None)
        elif match is None or not match.resume_ply < keep <= match.ply + 1:
            return False
        else:
            if keep <= match.ply:
                match = match.at(keep - 1)
                self._bots.pop(match_id, None)  # the bots' plans were for another course of the match
            match.follow(entries)
            if "header" in request:
                match.header = header_in(request["header"])
                match.set_dice_epoch(current_dice_epoch(match.header.fairness))
        self._keep(match_id, match)
        return True

    def _keep(self, match_id: str, match: Match) -> None:
        self._matches[match_id] = match
        while len(self._matches) > 1 and (
            len(self._matches) > MAX_MATCHES_KEPT or sum(match.ply for match in self._matches.values()) > MOST_PLIES
        ):
            self._drop(next(iter(self._matches)))

    def _drop(self, match_id: str) -> None:
        self._matches.pop(match_id, None)
        self._bots.pop(match_id, None)

    def _match(self, request: JobRequest) -> Match:
        return self._matches[request["match"]]

    def _ping(self, _asked: JobRequest, _: bytes) -> JobResult:
        return {}, b""

    # -- jobs about a match under way -----------------------------------------------------------------------------

    def _bot(self, request: JobRequest, _: bytes) -> JobResult:
        match, match_bots = self._match(request), self._bots.setdefault(request["match"], {})
        decision = match.decision
        assert decision is not None
        key = (decision.who, request["bot"])
        if key not in match_bots:
            match_bots[key] = bots.bot(request["bot"], bots.bot_seed(match.header.seed, decision.who))
        return {"action": str(match_bots[key].choose(bots.bot_view(match, decision)))}, b""

    def _overlay(self, request: JobRequest, _: bytes) -> JobResult:
        match = self._match(request)
        overlay = match.overlay(request["overlay"], request["seat"], thing=request["thing"], action=request["action"])
        return {}, orjson.dumps(overlay)

    def _stakes(self, request: JobRequest, _: bytes) -> JobResult:
        match = self._match(request)
        return {}, orjson.dumps({"ply": match.ply, "stakes": options_with_odds(match)})

    def _why(self, request: JobRequest, _: bytes) -> JobResult:
        """Return the reasons why an action is refused.

        If the request names no action but a thing such as `area:mino`, return the reasons against each action that a
        click on the thing may mean.
        """
        match, action = self._match(request), request["action"]
        if action is None:
            refusals = match.refusals(request["thing"])
        else:
            bars = match.why_not(action)
            refusals = [Refusal(action, bars)] if bars else []
        rows = [{"action": act, "bars": bars_out(bars), "others": others} for act, bars, others in refusals]
        return {}, orjson.dumps({"refusals": rows})

    def _view(self, request: JobRequest, _: bytes) -> JobResult:
        return {}, snapshot_at(self._match(request), request["about"], request["ply"], request["seat"], request["own"])

    def _steps(self, request: JobRequest, _: bytes) -> JobResult:
        """Return the steps after the ply `since`.

        `seats`: pairs (ply, seat); the participant plays the seat from the ply on. `own`: the plies at which the
        participant decided.
        """
        match, own, seats = self._match(request), set(request["own"]), list(request["seats"])
        rows, seat = [], None
        for ply in range(match.ply + 1):
            while seats and seats[0][0] <= ply:
                seat = seats.pop(0)[1]
            if ply > request["since"]:
                rows.append(step_fields(match, ply, seat, ply in own, ply >= match.first_held_ply))
        return {}, orjson.dumps(rows)

    def _state(self, request: JobRequest, _: bytes) -> JobResult:
        return {}, orjson.dumps(state_of(self._match(request).at(request["ply"]), LATEST))

    def _save(self, request: JobRequest, _: bytes) -> JobResult:
        match = self._match(request)
        if "seed" in request:  # use another seed, because the match's own is still secret
            match = match.fork(request["seed"])
            match.header = replace(match.header, fairness=None)
        return {}, saves.save_bytes(match)

    def _story(self, request: JobRequest, _: bytes) -> JobResult:
        return {}, orjson.dumps(story(self._match(request), cpu_deadline(request["seconds"])))

    # -- jobs about a stored or uploaded match --------------------------------------------------------------------

    def _open(self, request: JobRequest, blob: bytes) -> JobResult:
        """Open a stored match. Return its notice, its state, and the entries that today's rules write differently."""
        source = orjson.loads(blob)
        opened_match = _open_record(source, request["seconds"])
        reply, match = {"notice": opened_match.notice}, opened_match.match
        if match is None:
            return reply, b""
        self._bots.pop(request["open"], None)
        self._keep(request["open"], match)
        now = [entry_out(match, entry) for entry in match.entries]
        was = source["entries"]
        changed = {ply: entry for ply, entry in enumerate(now) if ply >= len(was) or entry != was[ply]}
        state = {
            "header": header_out(match.header),
            "plies": len(now),
            "changed": list(changed.items()),
            "state": state_of(match, LATEST),
            "stand": opened_match.checkpoint,
        }
        return reply, orjson.dumps(state)

    def _check(self, request: JobRequest, blob: bytes) -> JobResult:
        """Return what today's rules refuse of a stored match, and whether it goes on from a checkpoint."""
        opened_match = _open_record(orjson.loads(blob), request["seconds"])
        return {"refused": opened_match.refused, "goes_on": opened_match.checkpoint is not None}, b""

    def _stand(self, request: JobRequest, blob: bytes) -> JobResult:
        """Return the checkpoint of a stored match, packed.

        Return an empty one if today's rules refuse the match's record, or if the match is over.
        """
        opened_match = _open_record(orjson.loads(blob), request["seconds"])
        goes_on = opened_match.match is not None and opened_match.notice is None and opened_match.match.who is not None
        return {}, checkpoint_out(
            standing_of(opened_match.match)
        ) if goes_on and opened_match.match is not None else b""

    def _upload(self, request: JobRequest, blob: bytes) -> JobResult:
        """Replay an uploaded save. Return a summary, and a blob with its packed source and its state.

        New matches go on from the state. It is empty if the rules refuse the record, or if the save is of another
        version of the rules.
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
        state = pack_state(match, LATEST) if same else b""
        return {
            "source": len(source),
            "game": match.game.id,
            "scenario": match.setup.scenario,
            "ply": match.ply,
            "who": match.who,
            "result": None if match.result is None else asdict(match.result),
            "notice": notice,
        }, source + state


def _open_record(source: JobRequest, seconds: float) -> OpenedMatch:
    header, entries = header_in(source["header"]), [entry_in(entry) for entry in source["entries"]]
    return open_stored(header, entries, seconds, source["base"], source["stand"], source["who"])
