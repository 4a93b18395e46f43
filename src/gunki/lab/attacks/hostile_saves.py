"""Saves made by an attacker: small files that unpack to large ones, and records of many plies."""

from __future__ import annotations

import io
import json
import random
import zipfile

import gunki
from gunki.core.matches import saves

MEMBERS = ("manifest.json", "actions.jsonl")


def make_bloated_save(game: str, size: int) -> bytes:
    """Return a save of a few kilobytes. The tables that it brings unpack to `size` useless bytes."""
    match = gunki.new(game, seed=1)
    name, table = next((name, table) for name, table in match.game.tables.items() if isinstance(table, dict))
    with zipfile.ZipFile(io.BytesIO(saves.save_bytes(match))) as archive:
        members = {member: archive.read(member) for member in MEMBERS}
    manifest = json.loads(members["manifest.json"])
    manifest["tables"] = {name: {**table, "padding": "a" * size}}
    members["manifest.json"] = json.dumps(manifest).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return out.getvalue()


def make_long_save(plies: int, game: str = "", scenario: str | None = None) -> bytes:
    """Return the save of a random match of `plies` plies, or of a whole match if the match is shorter.

    Without `game`, the last game of the list is played, because its matches last longest.
    """
    match, rng = gunki.new(game or gunki.game_ids()[-1], scenario=scenario, seed=3), random.Random(3)
    while match.who is not None and match.ply < plies:
        assert match.decision is not None
        match.act(rng.choice(match.decision.texts))
    return saves.save_bytes(match)


def widest_scenario() -> tuple[str, str]:
    """Return the game and scenario whose first decision has the most options.

    At this decision it takes longest to explain a refusal.
    """
    return max(
        ((game, scenario) for game in gunki.game_ids() for scenario in gunki.game(game).scenarios), key=_option_count
    )


def _option_count(beginning: tuple[str, str]) -> int:
    decision = gunki.new(beginning[0], scenario=beginning[1], seed=1).decision
    return 0 if decision is None else len(decision.options)
