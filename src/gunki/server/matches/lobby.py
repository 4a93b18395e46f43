"""The lobby: making a match, joining it, and revealing the numbers for its dice.

When the last number is revealed, the match begins.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import orjson

import gunki
from gunki import bots
from gunki.core.dice.fairness import commit_of, commitment, seed_of
from gunki.core.matches.match import MatchHeader
from gunki.server.http.api_models import Join, NewMatch
from gunki.server.http.http_errors import Problem
from gunki.server.http.security import clean_name, is_same_hash, is_same_token, new_token, token_hash
from gunki.server.matches.bots import effort_refusal
from gunki.server.matches.dice_commitment import promise_of
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession, lock_for_change
from gunki.server.operation import clock
from gunki.server.operation.cpu_accounting import run_in_heavy_thread
from gunki.server.store.match_store import MatchRow, ParticipantRow
from gunki.server.store.source_codec import Source, TooMuch, cards_by_name, load_shared_source, source_out, start_out
from gunki.server.views import catalogue

#: Bytes that a new match takes in the store without its source: its row, its participants, its first lines.
NEW_MATCH_BYTES = 2048
#: The first entry of a record that begins at a checkpoint.
BEGINNING = gunki.RecordEntry("", "")


async def create(
    registry: Registry,
    wanted: NewMatch,
    bearer: str | None,
    origin: str = "",
    charge: Callable[[int], None] = lambda size: None,
    *,
    further: bool = False,
) -> dict[str, Any]:
    """Make a match with its participants, and return its id and tokens. If no person has to join, begin it at once.

    `bearer`: the client's token, needed to branch off from another match. `origin`: the client's origin. `charge` is
    called with the number of bytes before they are stored. `further`: lists show this match after the matches of other
    networks.
    """
    source, stored = await _source(registry, wanted, bearer)
    header = source[0]
    seats = gunki.game(header.game).seats_in(header.scenario)
    _check_seats(wanted, seats, registry.settings.most_effort)
    player = clean_name(wanted.player, "player")
    packed = stored or await run_in_heavy_thread(_pack_source, source)
    _check_size(packed, registry.settings.largest_source)
    charge(len(packed) + NEW_MATCH_BYTES)
    owner, secret, match_id = new_token(), secrets.token_bytes(32), secrets.token_hex(10)
    row = MatchRow(
        match_id,
        header.game,
        header.scenario,
        orjson.dumps(dict(header.options)).decode(),
        clean_name(wanted.name, "name"),
        wanted.public,
        "gathering",
        wanted.dice,
        secret.hex(),
        token_hash(owner),
        clock.now(),
        packed,
        origin,
        further=further,
    )
    seat_entries, participants = [], {}
    for number, seat in enumerate(seats):
        kind, token = wanted.seats[seat], new_token()
        mine, is_bot = kind == "mine", kind.startswith("bot:")
        participants[seat] = ParticipantRow(
            match=match_id,
            seat=seat,
            number=number,
            kind="bot" if is_bot else "person",
            bot=kind[4:] if is_bot else "",
            mine=mine,
            name=player if mine else "",
            token=token_hash(token) if mine else "",
            invite=token_hash(token) if kind == "open" else "",
            nonce="",
            joined=is_bot,
        )
        secret_of_seat = {} if is_bot else {"token" if mine else "invite": token}
        seat_entries.append({"seat": seat, "kind": "bot" if is_bot else "person" if mine else "open", **secret_of_seat})
    live = MatchSession(row, participants)
    first = live.next_log_row("create", {})
    live.accept(first, {})
    await registry.store.create(row, list(participants.values()), first)
    registry.add(live)
    if all(participant.joined for participant in participants.values()):
        try:
            async with live.lock:
                await begin(registry, live, None)
        except Exception:  # the client gets no tokens then, so nobody could use the match: delete it
            registry.forget(live)
            await registry.store.discard(match_id)
            raise
    return {"id": match_id, "commitment": commitment(secret), "owner": owner, "seats": seat_entries}


def _pack_source(source: Source) -> bytes:
    """Return a source packed for the store; raise a 413 Problem if it is larger than any game needs."""
    try:
        return source_out(source)
    except TooMuch as error:
        raise Problem(413, "too_large", str(error)) from None


def _check_size(packed: bytes, largest: int) -> None:
    if len(packed) > largest:
        raise Problem(413, "too_large", f"The game to go on from: larger than {largest} bytes, even packed")


def _check_seats(wanted: NewMatch, seats: tuple[str, ...], most_effort: int) -> None:
    if set(wanted.seats) != set(seats):
        raise Problem(400, "bad_request", f"seats: expected one entry for each of {', '.join(seats)}", field="seats")
    for seat, kind in wanted.seats.items():
        if kind.startswith("bot:"):
            wrong = _wrong_with_bot(kind[4:]) or effort_refusal(kind[4:], most_effort)
            if wrong:
                raise Problem(400, "bad_request", f"seats.{seat}: {wrong}", field=f"seats.{seat}")
        elif kind == "open" and wanted.dice == "typed":
            raise Problem(
                400, "bad_request", "dice: they can be typed only where all sit at one table; use 'committed'",
                field="dice",
            )  # fmt: skip


@lru_cache(maxsize=256)
def _wrong_with_bot(text: str) -> str:
    """Return what is wrong with the name of a bot, if anything. Cached: searching installed packages is slow."""
    try:
        bots.bot(text, 0)
    except gunki.OptionError as error:
        return str(error)
    return ""


# -- sources: what a match begins from ----------------------------------------------------------------------------


def _load_source(packed: bytes) -> Source:
    header, entries = load_shared_source(packed)
    return header, list(entries)


async def _source(registry: Registry, wanted: NewMatch, bearer: str | None) -> tuple[Source, bytes]:
    """Return the header and the entries that a new match goes on from.

    The header has no seed yet. If the source is stored already, return its packed form too.
    """
    stored: bytes | None = None
    catalogue.game(wanted.game)
    if sum((wanted.upload is not None, wanted.branch is not None, bool(wanted.lesson))) > 1:
        raise Problem(400, "bad_request", "upload, branch and lesson: only one of them", field="branch")
    dice = "typed" if wanted.dice == "typed" else None
    if wanted.upload is not None:
        stored = await registry.store.upload(token_hash(wanted.upload))
        if stored is None:
            raise Problem(404, "not_found", "upload: there is no such upload; uploads are kept a day", field="upload")
        header, entries = await run_in_heavy_thread(_load_source, stored)
    elif wanted.branch is not None:
        header, entries = await _branch(registry, wanted.branch.game, wanted.branch.ply, bearer)
    else:
        return (_fresh(wanted, dice), []), b""
    _require_same(wanted, header)
    if stored is not None and header.dice == dice and header.fairness is None:
        return (header, entries), stored
    if header.dice == "typed" and dice is None:
        entries = _merge_typed_dice(entries)
    return (replace(header, dice=dice, fairness=None), entries), b""


def _merge_typed_dice(entries: list[gunki.RecordEntry]) -> list[gunki.RecordEntry]:
    """Return the entries with typed dice merged into the entries before them.

    In a record, typed dice are entries of their own. Rolled dice are part of the entry of the decision before them.
    """
    out: list[gunki.RecordEntry] = []
    for entry in entries:
        if entry.who == gunki.CHANCE and out:
            rolled = ("roll", tuple(map(int, entry.act.split()[1:])))
            out[-1] = replace(out[-1], chance=(*out[-1].chance, rolled, *entry.chance))
        else:
            out.append(entry)
    return out


def _fresh(wanted: NewMatch, dice: str | None) -> MatchHeader:
    game = gunki.game(wanted.game)
    scenario, composed = wanted.scenario, None
    if wanted.lesson:
        lesson = catalogue.the_lesson(game, None if wanted.lesson is True else wanted.lesson)
        scenario, composed = lesson.get("scenario"), lesson.get("position")
    scenario = scenario or game.scenarios[0]
    if scenario not in game.scenarios:
        names = ", ".join(game.scenarios)
        raise Problem(404, "not_found", f"scenario: {game.id} has {names}", field="scenario")
    try:
        options = game.options(wanted.options)
    except gunki.OptionError as error:
        raise Problem(400, "bad_request", f"options: {error}", field="options") from None
    return MatchHeader(game.id, scenario, options, 0, game.rules_version, composed, None, dice)


async def _branch(registry: Registry, match_id: str, ply: int, bearer: str | None) -> Source:
    live = await registry.get(match_id)
    async with lock_for_change(live):
        if live.match is None or not 0 <= ply <= live.match.ply:
            raise Problem(404, "not_found", "branch.ply: the match has no such ply", field="branch.ply")
        if not may_save(live, bearer):
            raise Problem(403, "not_yet", "branch: allowed when the match is over, or to a player who plays it alone")
        header, entries, base = live.match.header, live.match.entries[: ply + 1], live.base
        # today's rules refuse the part of the record before the checkpoint
        if base is not None and ply >= live.first_shown_ply:
            header, entries = (
                replace(header, composed=base["document"]),
                [BEGINNING, *entries[live.first_shown_ply + 1 :]],
            )
        return header, cards_by_name(live.match, entries)


def _require_same(wanted: NewMatch, header: MatchHeader) -> None:
    """Raise a 400 Problem if game, scenario or options differ from those of the source."""
    for field, value, expected in (
        ("game", wanted.game, header.game),
        ("scenario", wanted.scenario or header.scenario, header.scenario),
        ("options", {**header.options, **(wanted.options or {})}, dict(header.options)),
    ):
        if value != expected:
            raise Problem(
                400, "bad_request", f"{field}: the game to go on from was played with {expected}", field=field
            )


def may_save(live: MatchSession, bearer: str | None) -> bool:
    """Return whether a client may get the whole record of a match.

    Everybody may have it once the match has ended. Before that, only a participant or the owner may have it, and only
    in two cases: one person plays all persons' seats, or the match is unplayable.
    """
    if live.state in ("over", "closed"):
        return True
    if bearer is None or not (live.is_one_person or live.state == "aside"):  # an unplayable match can go on elsewhere
        return False
    return live.participant_of_token(bearer) is not None or is_same_token(bearer, live.row.owner)


# -- joining ------------------------------------------------------------------------------------------------------


async def join(registry: Registry, live: MatchSession, seat: str, wanted: Join, bearer: str | None) -> str:
    """Take a seat and commit to a number. Return the participant's token. The caller holds the lock."""
    participant = _person_participant(live, seat)
    token = _admit(live, participant, wanted, bearer)
    again = participant.joined
    joined_row = replace(
        participant,
        name=clean_name(wanted.name, "name") or participant.name,
        token=token_hash(token),
        # a joined seat keeps its commit: otherwise a client could try out numbers
        commit=participant.commit if participant.joined else wanted.commit,
        joined=True,
    )
    if again:
        await registry.store.update_participants([joined_row])
        live.participants[seat] = joined_row
        registry.broadcaster.send_match_info(live)
    else:
        body = {"seat": seat}
        await registry.write(live, live.next_log_row("join", body), body, participant=joined_row)
        registry.broadcaster.send_match_info(live)
    return token


async def reveal(registry: Registry, live: MatchSession, seat: str, nonce: str, bearer: str | None) -> None:
    """Reveal the number that a seat has committed to. The caller holds the lock.

    When the last number is revealed, the match begins.
    """
    participant = _person_participant(live, seat)
    if bearer is None or not is_same_token(bearer, participant.token):
        why = "Authorization: the token of this seat is needed; a guest who already has it joins again with it"
        raise Problem(401, "unauthorized", why)
    _require_open(live)
    missing = [name for name in live.human_participants if not live.participants[name].commit]
    if missing and live.state == "gathering":
        raise Problem(409, "not_yet", f"Show your number when all have committed; wait for {', '.join(missing)}")
    # participants of a match whose dice commitment has version 1 have no stored commit
    expected = participant.commit or commit_of(live.id, seat, participant.nonce)
    if not is_same_hash(commit_of(live.id, seat, nonce), expected):
        raise Problem(422, "illegal", "nonce: not the number that this seat has committed to", field="nonce", bars=[])
    if participant.nonce:
        return
    revealed_row = replace(participant, nonce=nonce)
    if all(live.participants[name].nonce for name in live.human_participants if name != seat):
        await begin(registry, live, revealed_row)
    else:
        body = {"seat": seat}
        await registry.write(live, live.next_log_row("reveal", body), body, participant=revealed_row)
        registry.broadcaster.send_match_info(live)


def _person_participant(live: MatchSession, seat: str) -> ParticipantRow:
    """Return the participant of a seat that a person may take; raise a Problem if there is none."""
    participant = live.participants.get(seat)
    if participant is None:
        raise Problem(404, "not_found", f"seat: the seats are {', '.join(live.participants)}", field="seat")
    if participant.kind == "bot":
        raise Problem(403, "forbidden", "seat: a bot sits there", field="seat")
    return participant


def _require_open(live: MatchSession) -> None:
    """Raise a Problem if the match has ended, because a client that joins a match again would begin it anew."""
    if live.state in ("over", "closed", "aside"):
        raise Problem(409, "over", "This match is over")


def _admit(live: MatchSession, participant: ParticipantRow, wanted: Join, bearer: str | None) -> str:
    """Return the token for a client that may take a seat. Raise a Problem for other clients.

    A client that sends the seat's token keeps that token. A guest gets the token that the guest has made, or a new one.
    A guest whose answer was lost sends the same token again. This token proves who the guest is, while others may know
    the invitation and the commit.
    """
    if bearer is not None:
        if not is_same_token(bearer, participant.token):
            raise Problem(401, "unauthorized", "Authorization: this is not the token of this seat")
        _require_open(live)
        return bearer
    _require_open(live)
    invited = wanted.invite is not None and is_same_token(wanted.invite, participant.invite)
    if wanted.invite is not None and not invited:
        raise Problem(403, "forbidden", "invite: not, or no longer, the invitation to this seat", field="invite")
    if participant.joined:
        if wanted.token is not None and is_same_token(wanted.token, participant.token):
            return wanted.token
        raise Problem(403, "forbidden", "seat: somebody sits there already", field="seat")
    if participant.mine:
        raise Problem(401, "unauthorized", "Authorization: the token of this seat is needed")
    if not invited and not live.row.public:
        raise Problem(403, "forbidden", "invite: needed to join this match", field="invite")
    return wanted.token or new_token()


async def invite_again(registry: Registry, live: MatchSession) -> list[dict[str, str]]:
    """Return new invitations to the open seats. Older invitations become void. The caller holds the lock."""
    _require_open(live)
    invites, rows = [], []
    for participant in live.participants.values():
        if participant.kind == "person" and not participant.mine and not participant.joined:
            token = new_token()
            rows.append(replace(participant, invite=token_hash(token)))
            invites.append({"seat": participant.seat, "kind": "open", "invite": token})
    if rows:
        await registry.store.update_participants(rows)
        live.participants |= {row.seat: row for row in rows}
    return invites


async def begin(registry: Registry, live: MatchSession, last: ParticipantRow | None) -> None:
    """Set the seed and begin the match.

    `last`: the row of the participant that revealed its number last. It is stored together with the line of the log.
    """
    participants = {**live.participants, **({} if last is None else {last.seat: last})}
    header, entries = await run_in_heavy_thread(_load_source, live.row.source)
    promise = promise_of(live.row, participants)
    seed = seed_of(live.id, bytes.fromhex(live.row.secret), promise["nonces"])
    header = replace(header, seed=seed, fairness=promise)
    opened = await registry.take_over(live.row, header, entries)
    match, notice = opened.match, opened.notice
    if match is None:
        why = "" if notice is None else notice["why"]
        raise Problem(422, "illegal", f"The game to go on from cannot be continued: {why}", bars=[])
    body = {**await run_in_heavy_thread(start_out, match, (header, entries)), "notice": notice}
    live.match = match
    row = live.next_log_row("start", body)
    state = "playing" if match.result is None else "over"
    await registry.write(live, row, body, state, last)
    registry.broadcaster.send_match_info(live)
    registry.broadcaster.send_state(live, match.ply if entries else -1)
    registry.on_change(live)
