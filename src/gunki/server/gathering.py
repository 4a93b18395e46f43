"""How a match comes about: it is made, people join, and when the last one is there the dice are settled."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import orjson

import gunki
from gunki import bots
from gunki.core.fairness import VERSION, commitment, seed_of, taken_over
from gunki.core.match import Header, Match
from gunki.core.receipts import receipt
from gunki.server import catalogue
from gunki.server.aside import opened
from gunki.server.hall import Hall
from gunki.server.lines import entry_in, entry_out, header_in, header_out
from gunki.server.live import Live
from gunki.server.problems import Problem
from gunki.server.schemas import Join, NewMatch
from gunki.server.security import clean, new_token, same_token, token_hash
from gunki.server.store import ChairRow, MatchRow

Source = tuple[Header, list[gunki.Entry]]


async def create(hall: Hall, wanted: NewMatch, bearer: str | None) -> dict[str, Any]:
    """A new match with its chairs; begins at once if no person has to join."""
    source = await _source(hall, wanted, bearer)
    header = source[0]
    seats = gunki.game(header.game).seats_in(header.scenario)
    _check_seats(wanted, seats)
    owner, secret, ident = new_token(), secrets.token_bytes(32), secrets.token_hex(10)
    row = MatchRow(
        ident,
        header.game,
        header.scenario,
        orjson.dumps(dict(header.options)).decode(),
        clean(wanted.name),
        wanted.public,
        "gathering",
        wanted.dice,
        secret.hex(),
        token_hash(owner),
        time.time(),
        source_out(source),
    )
    shown, chairs = [], {}
    for number, seat in enumerate(seats):
        kind, token = wanted.seats[seat], new_token()
        mine, is_bot = kind == "mine", kind.startswith("bot:")
        chairs[seat] = ChairRow(
            match=ident,
            seat=seat,
            number=number,
            kind="bot" if is_bot else "person",
            bot=kind[4:] if is_bot else "",
            mine=mine,
            name=clean(wanted.player) if mine else "",
            token=token_hash(token) if mine else "",
            invite=token_hash(token) if kind == "open" else "",
            nonce="",
            joined=is_bot,
        )
        secret_of_seat = {} if is_bot else {"token" if mine else "invite": token}
        shown.append({"seat": seat, "kind": "bot" if is_bot else "person" if mine else "open", **secret_of_seat})
    live = Live(row, chairs)
    first = live.line("create", {})
    live.accept(first, {})
    await hall.store.create(row, list(chairs.values()), first)
    hall.add(live)
    if all(chair.joined for chair in chairs.values()):
        async with live.lock:
            await begin(hall, live, None)
    return {"id": ident, "commitment": commitment(secret), "owner": owner, "seats": shown}


def _check_seats(wanted: NewMatch, seats: tuple[str, ...]) -> None:
    if set(wanted.seats) != set(seats):
        raise Problem(400, "bad_request", f"seats: expected one entry for each of {', '.join(seats)}", field="seats")
    for seat, kind in wanted.seats.items():
        if kind.startswith("bot:"):
            wrong = _wrong_with_bot(kind[4:])
            if wrong:
                raise Problem(400, "bad_request", f"seats.{seat}: {wrong}", field=f"seats.{seat}")
        elif kind == "open" and wanted.dice == "typed":
            raise Problem(
                400, "bad_request", "dice: they can be typed only where all sit at one table; use 'committed'",
                field="dice",
            )  # fmt: skip


@lru_cache(maxsize=256)
def _wrong_with_bot(text: str) -> str:
    """Looking for bots among the installed packages takes long, and the answer stays the same."""
    try:
        bots.bot(text, 0)
    except gunki.OptionError as error:
        return str(error)
    return ""


# -- what a match begins from -------------------------------------------------------------------------------------


async def _source(hall: Hall, wanted: NewMatch, bearer: str | None) -> Source:
    """Header and entries to go on from; the seed is not settled yet."""
    catalogue.game(wanted.game)
    if sum((wanted.upload is not None, wanted.branch is not None, bool(wanted.lesson))) > 1:
        raise Problem(400, "bad_request", "upload, branch and lesson: only one of them", field="branch")
    dice = "typed" if wanted.dice == "typed" else None
    if wanted.upload is not None:
        stored = await hall.store.upload(token_hash(wanted.upload))
        if stored is None:
            raise Problem(404, "not_found", "upload: there is no such upload; uploads are kept a day", field="upload")
        header, entries = source_in(stored)
    elif wanted.branch is not None:
        header, entries = await _branch(hall, wanted.branch.game, wanted.branch.ply, bearer)
    else:
        return _fresh(wanted, dice), []
    _same(wanted, header)
    if header.dice == "typed" and dice is None:
        entries = _untyped(entries)
    return replace(header, dice=dice, fairness=None), entries


def _untyped(entries: list[gunki.Entry]) -> list[gunki.Entry]:
    """Typed dice are decisions of their own; where dice are rolled they belong to the decision before them."""
    out: list[gunki.Entry] = []
    for entry in entries:
        if entry.who == gunki.CHANCE and out:
            rolled = ("roll", tuple(map(int, entry.act.split()[1:])))
            out[-1] = replace(out[-1], chance=(*out[-1].chance, rolled, *entry.chance))
        else:
            out.append(entry)
    return out


def _fresh(wanted: NewMatch, dice: str | None) -> Header:
    game = gunki.game(wanted.game)
    scenario, composed = wanted.scenario, None
    if wanted.lesson:
        lesson = catalogue.the_lesson(game, None if wanted.lesson is True else wanted.lesson)
        scenario, composed = lesson.get("scenario"), lesson.get("position")
    scenario = scenario or game.scenarios[0]
    if scenario not in game.scenarios:
        known = ", ".join(game.scenarios)
        raise Problem(404, "not_found", f"scenario: {game.id} has {known}", field="scenario")
    try:
        options = game.options(wanted.options)
    except gunki.OptionError as error:
        raise Problem(400, "bad_request", f"options: {error}", field="options") from None
    return Header(game.id, scenario, options, 0, game.rules_version, composed, None, dice)


async def _branch(hall: Hall, ident: str, ply: int, bearer: str | None) -> Source:
    live = await hall.get(ident)
    async with live.lock:
        if live.match is None or not 0 <= ply <= live.match.ply:
            raise Problem(404, "not_found", "branch.ply: the match has no such ply", field="branch.ply")
        if not may_save(live, bearer):
            raise Problem(403, "not_yet", "branch: allowed when the match is over, or to one who plays it alone")
        return live.match.header, live.match.entries[: ply + 1]


def _same(wanted: NewMatch, header: Header) -> None:
    """What is given besides must be what the other match was played with."""
    for field, given, there in (
        ("game", wanted.game, header.game),
        ("scenario", wanted.scenario or header.scenario, header.scenario),
        ("options", {**header.options, **(wanted.options or {})}, dict(header.options)),
    ):
        if given != there:
            raise Problem(400, "bad_request", f"{field}: the game to go on from was played with {there}", field=field)


def may_save(live: Live, bearer: str | None) -> bool:
    """The whole record is for everyone when the match is over, before that for one who plays all persons' seats."""
    if live.state == "over":
        return True
    if bearer is None or not (live.one_table or live.state == "aside"):  # those at the table can only go on elsewhere
        return False
    return live.chair_of_token(bearer) is not None or same_token(bearer, live.row.owner)


def source_out(source: Source, match: Match | None = None) -> str:
    header, entries = source
    lines = [entry_out(match, e) if match else _numbered(e) for e in entries]
    return orjson.dumps({"header": header_out(header), "entries": lines}).decode()


def _numbered(entry: gunki.Entry) -> dict[str, Any]:
    return {"who": entry.who, "act": entry.act, "chance": [[kind, list(values)] for kind, values in entry.chance]}


def source_in(text: str) -> Source:
    data = orjson.loads(text)
    return header_in(data["header"]), [entry_in(entry) for entry in data["entries"]]


# -- joining ------------------------------------------------------------------------------------------------------


async def join(hall: Hall, live: Live, seat: str, wanted: Join, bearer: str | None) -> str:
    """Take a chair; its token. The caller holds the lock. The last person to come begins the match."""
    chair = live.chairs.get(seat)
    if chair is None:
        raise Problem(404, "not_found", f"seat: the seats are {', '.join(live.chairs)}", field="seat")
    if chair.kind == "bot":
        raise Problem(403, "forbidden", "seat: a bot sits there", field="seat")
    token = _admit(live, chair, wanted, bearer)
    again = chair.joined
    taken = replace(
        chair,
        name=clean(wanted.name) or chair.name,
        token=token_hash(token),
        nonce=chair.nonce or wanted.nonce,  # the first number counts; nobody may try others
        joined=True,
    )
    if again:
        await hall.store.update_chairs([taken])
        live.chairs[seat] = taken
        hall.tell_match(live)
    elif all(other.joined for name, other in live.chairs.items() if name != seat):
        await begin(hall, live, taken)
    else:
        body = {"seat": seat}
        await hall.write(live, live.line("join", body), body, chair=taken)
        hall.tell_match(live)
    return token


def receipt_of(live: Live, seat: str) -> dict[str, Any]:
    """What whoever has sat down there may hold against us at the end."""
    promised = commitment(bytes.fromhex(live.row.secret))
    taken = taken_over(len(source_in(live.row.source)[1]))
    return receipt(live.id, promised, taken, seat, live.chairs[seat].nonce)


def _admit(live: Live, chair: ChairRow, wanted: Join, bearer: str | None) -> str:
    """The token of whoever may sit there: the old one of its owner, a new one for a guest."""
    if bearer is not None:
        if not same_token(bearer, chair.token):
            raise Problem(401, "unauthorized", "Authorization: this is not the token of this seat")
        return bearer
    if live.state in ("over", "closed", "aside"):
        raise Problem(409, "over", "This match is over")
    invited = wanted.invite is not None and same_token(wanted.invite, chair.invite)
    if wanted.invite is not None and not invited:
        raise Problem(403, "forbidden", "invite: not, or no longer, the invitation to this seat", field="invite")
    if chair.joined:
        # The same invitation with the same secret number: a guest whose answer was lost on the way.
        if invited and chair.nonce == wanted.nonce:
            return new_token()
        raise Problem(403, "forbidden", "seat: somebody sits there already", field="seat")
    if chair.mine:
        raise Problem(401, "unauthorized", "Authorization: the token of this seat is needed")
    if not invited and not live.row.public:
        raise Problem(403, "forbidden", "invite: needed to join this match", field="invite")
    return new_token()


async def invite_again(hall: Hall, live: Live) -> list[dict[str, str]]:
    """Fresh invitations to the seats that are still open; older ones are void. The caller holds the lock."""
    shown, rows = [], []
    for chair in live.chairs.values():
        if chair.kind == "person" and not chair.mine and not chair.joined:
            token = new_token()
            rows.append(replace(chair, invite=token_hash(token)))
            shown.append({"seat": chair.seat, "kind": "open", "invite": token})
    if rows:
        await hall.store.update_chairs(rows)
        live.chairs |= {row.seat: row for row in rows}
    return shown


async def begin(hall: Hall, live: Live, last: ChairRow | None) -> None:
    """Settle the seed and start to play. `last` is the chair that was taken last, stored together with it."""
    chairs = {**live.chairs, **({} if last is None else {last.seat: last})}
    header, entries = source_in(live.row.source)
    secret = bytes.fromhex(live.row.secret)
    nonces = {name: chair.nonce for name, chair in chairs.items()}
    header = replace(header, seed=seed_of(secret, nonces), fairness=_fairness(live.id, secret, nonces, len(entries)))
    match, notice = await asyncio.to_thread(opened, header, entries)
    if match is None:
        why = "" if notice is None else notice["why"]
        raise Problem(422, "illegal", f"The game to go on from cannot be continued: {why}", bars=[])
    started = [entry_out(match, entry) for entry in match.entries]
    body = {"header": header_out(match.header), "entries": started, "notice": notice}
    live.match = match
    row = live.line("start", body)
    state = "playing" if match.result is None else "over"
    await hall.write(live, row, body, state, last)
    hall.tell_match(live)
    hall.tell_state(live, match.ply if entries else -1)
    hall.moved(live)


def _fairness(ident: str, secret: bytes, nonces: Mapping[str, str], entries: int) -> dict[str, Any]:
    return {
        "version": VERSION,
        "match": ident,
        "commitment": commitment(secret),
        "secret": secret.hex(),
        "nonces": dict(nonces),
        **taken_over(entries),
    }
