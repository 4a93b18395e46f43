"""The strength of the bots in each game: Elo ratings from leagues (`gunki lab league GAME --ratings FILE`).

Such leagues have written `ratings.json` beside this module; nothing in it was written by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from gunki.core.errors import OptionError

FILE = Path(__file__).parent / "ratings.json"
#: The largest size of a file of ratings, in bytes.
LARGEST_FILE = 1_000_000
#: The text of a rating; the rating lies in the interval with a probability of 95 %.
RATING_WORDS = {"en": "Elo {elo} ({low} to {high})", "ja": "レーティング{elo}({low}~{high})"}
#: The text of a rating without an interval. The bot that sets the scale has such a rating, by definition.
FIXED_RATING_WORDS = {"en": "Elo {elo}", "ja": "レーティング{elo}"}


@cache
def own_ratings() -> dict[str, Any]:
    """Return the results of gunki's own leagues, by game."""
    return read(FILE)


def rating(game: str, bot: str) -> dict[str, int] | None:
    """Return `elo`, `low`, `high` and `games` of a bot in a game, or None if the bot has not been rated."""
    entry: dict[str, int] | None = own_ratings().get(game, {}).get("ratings", {}).get(bot)
    return entry


def rating_text(game: str, bot: str, lang: str) -> str:
    """Return the rating of a bot in a game as a text in a language, or "" if the bot has not been rated."""
    entry = rating(game, bot)
    if entry is None:
        return ""
    return (FIXED_RATING_WORDS if entry["low"] == entry["high"] else RATING_WORDS)[lang].format(**entry)


def read(path: Path) -> dict[str, Any]:
    """Return the entries of a file of ratings by game, or an empty dict if the file is missing.

    Raise OptionError if the file does not hold ratings.
    """
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise OptionError(f"{path}: larger than {LARGEST_FILE} bytes")
        document = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise OptionError(f"{path}: no file of ratings: {error}") from None
    for game, entry in document.items() if isinstance(document, dict) else [("", None)]:
        ratings = entry.get("ratings") if isinstance(entry, dict) else None
        if not isinstance(ratings, dict) or not all(map(_is_rating, ratings.values())):
            raise OptionError(f"{path}: no file of ratings: field {game!r}")
    return dict(document)


def _is_rating(value: Any) -> bool:
    return isinstance(value, dict) and all(type(value.get(key)) is int for key in ("elo", "low", "high", "games"))


def write(path: Path, game: str, entry: Mapping[str, Any]) -> None:
    """Write one game's entry into a file of ratings; the other entries stay."""
    document = {**read(path), game: dict(entry)}
    text = json.dumps(dict(sorted(document.items())), ensure_ascii=False, indent=1) + "\n"
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise OptionError(f"{path}: cannot be written: {error.strerror or error}") from None
