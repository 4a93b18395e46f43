"""Saves: ZIP files with a manifest, the actions, the results of chance, the last position, and a readable log.

A save may come from a stranger, so nothing in it is trusted: sizes and names are checked, and loading replays every
action through the rules. A save is never a pickle. A save made under other rules is opened as far as today's rules
accept it.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gunki.core.definition.data_tables import fingerprint
from gunki.core.definition.texts import LANGUAGES
from gunki.core.errors import GunkiError, SaveError
from gunki.core.matches.compatibility import ANOTHER_END, START, ReplayProblem, problem_of
from gunki.core.matches.match import ChanceResult, Match, RecordEntry
from gunki.core.show.event_sentences import log_lines
from gunki.core.state.position import STACK, digest

FORMAT = 1
LARGEST_FILE = 32 * 2**20
LARGEST_CONTENT = 64 * 2**20
MOST_MEMBERS = 64
_EPOCH = (1980, 1, 1, 0, 0, 0)
#: The error of zlib when memory runs out; the save is not damaged then.
ZLIB_MEMORY_ERROR = -4


def save_bytes(match: Match) -> bytes:
    """Return a match as the bytes of a save."""
    header = match.header
    manifest = {
        "format": FORMAT,
        "game": header.game,
        "scenario": header.scenario,
        "options": dict(header.options),
        "rules_version": header.rules_version,
        "seed": header.seed,
        "composed": header.composed,
        "tables": header.tables,
        "dice": header.dice,
        "data": fingerprint(match.game.folder),
        "fairness": None if header.fairness is None else dict(header.fairness),
        "plies": match.ply,
        "state": digest(match.position.to_dict(), leave_out=STACK),
        "fields": sorted(match.position.to_dict()),
        "result": None
        if match.result is None
        else [list(match.result.winners), match.result.reason, match.result.clause],
    }
    cards = match.setup.lexicon.domains.get("card", ())
    members = {
        "manifest.json": _json(manifest, indent=1),
        "actions.jsonl": "".join(_json(_entry_out(entry, cards)) + "\n" for entry in match.entries),
        f"snapshots/{match.ply:06d}.json": _json(match.position.to_dict()),
    }
    for lang in LANGUAGES:
        members[f"log.{lang}.txt"] = "\n".join(log_lines(match, lang)) + "\n"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, text in members.items():
            archive.writestr(zipfile.ZipInfo(member, _EPOCH), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def save(match: Match, path: Path) -> Path:
    """Write a match to a save, and return its path.

    It is written to a temporary file, which then replaces an older save of that name. So a full disk cannot damage the
    older save.
    """
    data = save_bytes(match)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise SaveError(f"{path}: cannot be written: {error.strerror or error}") from None
    return path


def read_file(path: Path) -> bytes:
    """Return the bytes of a save; raise SaveError if it is missing, too large or not readable."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise SaveError(f"{path}: larger than a save can be ({LARGEST_FILE} bytes)")
        return path.read_bytes()
    except FileNotFoundError:
        raise SaveError(f"{path}: no such file") from None
    except OSError as error:
        raise SaveError(f"{path}: not a readable save: {error}") from None


def read(path: Path | str, data: bytes) -> tuple[dict[str, Any], list[RecordEntry]]:
    """Return the manifest and the entries of a save, checked as far as possible without rules.

    `path` names the save in errors.
    """
    members = _members(path, data)
    manifest = _object(path, "manifest.json", members)
    wanted: dict[str, type | tuple[type, ...]] = {
        "format": int,
        "game": str,
        "scenario": str,
        "options": dict,
        "rules_version": int,
        "seed": int,
        "composed": (dict, type(None)),
        "tables": (dict, type(None)),
        "dice": (str, type(None)),
        "data": (str, type(None)),
        "fairness": (dict, type(None)),
        "plies": int,
        "state": (str, type(None)),
        "digest": (str, type(None)),
        "fields": list,
    }
    manifest.setdefault("digest", None)  # only older saves have this field: the digest of the whole position
    for later in ("fairness", "data", "state"):
        manifest.setdefault(later, None)  # older saves lack these fields
    for field, kind in wanted.items():
        if not isinstance(manifest.get(field), kind) or isinstance(manifest[field], bool):
            raise SaveError(f"{path}: manifest.json: field {field!r} is missing or of the wrong kind")
    manifest = _upgrade(path, manifest)
    entries = []
    for number, line in enumerate(members.get("actions.jsonl", "").splitlines()):
        try:
            entries.append(_entry_in(json.loads(line)))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise SaveError(f"{path}: actions.jsonl: line {number + 1} cannot be read") from None
    if manifest["state"] is None:
        if manifest["digest"] is None:
            raise SaveError(f"{path}: manifest.json: field 'state' is missing or of the wrong kind")
        manifest["state"] = _state_digest(path, data, manifest)
    if not entries or len(entries) != manifest["plies"] + 1:
        raise SaveError(f"{path}: the manifest speaks of {manifest['plies']} actions, {len(entries) - 1} are there")
    return manifest, entries


Begin = Callable[[tuple[ChanceResult, ...]], Match]


def reopen_record(
    entries: list[RecordEntry],
    version: int,
    begin: Begin,
    before_each: Callable[[], None] = lambda: None,
    anyway: bool = False,
) -> Match:
    """Replay a record as far as today's rules accept it, with the recorded dice and cards.

    If the rules refuse an action, the match ends before that action, and its `notice` says why. `version` is the
    version of the rules under which the record was played. `begin` makes the match from the recorded dice and cards of
    its start. If today's rules refuse these, the match begins with new ones; raise SaveError if that fails too.
    """
    plies = max(len(entries) - 1, 0)
    try:
        match = begin(entries[0].chance if entries else ())
    except GunkiError as error:
        try:
            match = begin(())
        except GunkiError:
            raise SaveError(f"the start is refused: {error}") from None
        match.notice = ReplayProblem(START, 0, plies, "", "", (), str(error), version, match.game.rules_version)
        return match
    return follow_record(match, entries, version, before_each, anyway)


def follow_record(
    match: Match, entries: list[RecordEntry], version: int, before_each: Callable[[], None], anyway: bool = False
) -> Match:
    """Play in a match those entries of its record that come after its ply, as far as the rules accept them.

    If `anyway` is true, actions that the rules forbid now are accepted too, if they are candidates of the decision.
    """
    plies = max(len(entries) - 1, 0)
    for ply, entry in enumerate(entries[match.ply + 1 :], match.ply + 1):
        before_each()
        try:
            if match.who is None:
                raise SaveError("the game is over")
            if entry.who != match.who:
                raise SaveError(f"{entry.who!r} acts, but it is for {match.who} to decide")
            # If the match was saved while dice were to be typed in, the last entry lacks them; they are still to come.
            match._act_recorded(entry.act, entry.chance, complete=ply < plies, anyway=anyway)
        except GunkiError as error:
            match.notice = problem_of(match, error, entry.who, entry.act, plies, version)
            break
    return match


def replay(path: Path | str, manifest: dict[str, Any], entries: list[RecordEntry], begin: Begin) -> Match:
    """Replay the record of a save.

    If the rules refuse an action in a save of this version, the save has been changed. Then raise SaveError; its
    `match` is the match up to the last accepted action. A save of another version is opened as far as the rules accept
    it, and the `notice` of the match says what differs.
    """
    try:
        match = reopen_record(entries, manifest["rules_version"], begin)
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from None
    version, now = manifest["rules_version"], match.game.rules_version
    other = version != now or manifest["data"] not in (None, fingerprint(match.game.folder))
    if match.notice is not None:
        if not other:
            raise SaveError(f"{path}: {match.notice}", match)
        return match
    # If the fields of positions have changed since, digests cannot be compared. Then it is enough that the rules accept
    # every action. The digest leaves out the stack, because names and fields of procedures may change with any version.
    now_at = match.position.to_dict()
    ended = digest(now_at, leave_out=STACK) if manifest["state"] is not None else digest(now_at)
    if sorted(now_at) == manifest["fields"] and ended != (manifest["state"] or manifest["digest"]):
        ends = "the replay ends in another position than the saved one"
        if not other:
            raise SaveError(f"{path}: {ends}: the record or the position has been changed", match)
        match.notice = ReplayProblem(ANOTHER_END, match.ply, match.ply, "", "", (), ends, version, now)
    return match


def _state_digest(path: Path | str, data: bytes, manifest: dict[str, Any]) -> str | None:
    """Return the digest of the last position without its stack, for an older save that does not state it.

    It is computed from the snapshot in the save. Return None if the snapshot does not fit the digest in the manifest.
    """
    name = f"snapshots/{manifest['plies']:06d}.json"
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            snapshot = _object(path, name, {name: _read(path, archive, name)})
        return digest(snapshot, leave_out=STACK) if digest(snapshot) == manifest["digest"] else None
    except (SaveError, ValueError, RecursionError):
        return None


# -- members ------------------------------------------------------------------------------------------------------


def _members(path: Path | str, data: bytes) -> dict[str, str]:
    try:
        if len(data) > LARGEST_FILE:
            raise SaveError(f"{path}: larger than a save can be ({LARGEST_FILE} bytes)")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            if len(infos) > MOST_MEMBERS:
                raise SaveError(f"{path}: more than {MOST_MEMBERS} files inside")
            for info in infos:
                parts = info.filename.replace("\\", "/").split("/")
                if info.filename.startswith("/") or ".." in parts or ":" in info.filename:
                    raise SaveError(f"{path}: a file inside has an unsafe name: {info.filename[:60]!r}")
            if sum(info.file_size for info in infos) > LARGEST_CONTENT:
                raise SaveError(f"{path}: unpacks to more than {LARGEST_CONTENT} bytes")
            return {name: _read(path, archive, name) for name in ("manifest.json", "actions.jsonl")}
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise SaveError(f"{path}: not a readable save: {error}") from None


def _read(path: Path | str, archive: zipfile.ZipFile, name: str) -> str:
    try:
        with archive.open(name) as file:  # the sizes in the ZIP directory may be wrong; never read more than allowed
            data = file.read(LARGEST_CONTENT + 1)
    except KeyError:
        raise SaveError(f"{path}: {name} is missing inside") from None
    except MemoryError:
        raise  # memory ran out; the save is not damaged
    except Exception as error:  # zlib raises its own errors on damaged data
        if str(error).startswith(f"Error {ZLIB_MEMORY_ERROR} "):
            raise MemoryError from None
        raise SaveError(f"{path}: {name} is damaged: {error}") from None
    if len(data) > LARGEST_CONTENT:
        raise SaveError(f"{path}: {name} is too large")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise SaveError(f"{path}: {name} is not UTF-8 text") from None


def _object(path: Path | str, name: str, members: dict[str, str]) -> dict[str, Any]:
    try:
        value = json.loads(members[name])
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path}: {name} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise SaveError(f"{path}: {name} is not an object")
    return value


def _upgrade(path: Path | str, manifest: dict[str, Any]) -> dict[str, Any]:
    """Return a manifest in today's format. Upgrades from older formats belong here, one step each."""
    if manifest["format"] != FORMAT:
        raise SaveError(f"{path}: format {manifest['format']}; this version reads format {FORMAT}")
    return manifest


def _entry_out(entry: RecordEntry, cards: tuple[str, ...]) -> dict[str, Any]:
    chance = [{kind: [cards[v] for v in values] if kind == "deal" else list(values)} for kind, values in entry.chance]
    out: dict[str, Any] = {"who": entry.who, "act": entry.act}
    if chance:
        out["chance"] = chance
    return out


def _entry_in(line: dict[str, Any]) -> RecordEntry:
    chance = []
    for answer in line.get("chance", ()):
        ((kind, values),) = answer.items()
        kinds = {"roll": (int,), "deal": (int, str)}[kind]
        if not all(type(v) in kinds for v in values):
            raise ValueError(kind)
        chance.append((kind, tuple(values)))
    if not isinstance(line["who"], str) or not isinstance(line["act"], str):
        raise TypeError("who and act are texts")
    return RecordEntry(line["who"], line["act"], tuple(chance))


def _json(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent, sort_keys=indent is not None)
