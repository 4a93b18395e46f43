"""Reads and checks the fields that both dice commitments and receipts have.

Dice commitments are in `gunki.core.dice.fairness`, receipts in `gunki.core.dice.receipts`. The argument `where` is the
beginning of each error message.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gunki.core.errors import SaveError

#: The version of the scheme by which the seed is agreed upon. A document without a version is of version 1.
VERSION = 3
NONCE = re.compile(r"[0-9a-f]{16,64}")
HASH = re.compile(r"[0-9a-f]{64}")
MATCH = re.compile(r"[0-9a-z_-]{1,64}")
MAX_PARTICIPANTS = 16


def version_in(document: Mapping[str, Any], where: str) -> int:
    """Return the version of the scheme; raise SaveError if this gunki does not know it."""
    version = document.get("version", 1)
    if type(version) is not int or version < 1:
        raise SaveError(f"{where}version: expected a whole number from 1")
    if version > VERSION:
        raise SaveError(f"{where}version: {version} is made by a newer gunki; this one knows {VERSION}")
    return version


def text_in(document: Mapping[str, Any], field: str, form: re.Pattern[str], expected: str, where: str) -> str:
    """Return a text field; raise SaveError unless it has a certain form, which `expected` describes in the message."""
    text = document.get(field)
    if not isinstance(text, str) or not form.fullmatch(text):
        raise SaveError(f"{where}{field}: expected {expected}")
    return text


def origin_in(document: Mapping[str, Any], where: str) -> tuple[int, bool]:
    """Return the fields `from` and `dealt`.

    `from` is how many actions of the record come from another game. `dealt` tells whether the cards and dice of the
    start are this game's own. Older documents lack `dealt`. In them, the cards and dice of the start are this game's
    own if `from` is 0.
    """
    first = document.get("from")
    if type(first) is not int or first < 0:
        raise SaveError(f"{where}from: expected the number of actions that were taken over from another game")
    dealt = document.get("dealt", first == 0)
    if type(dealt) is not bool or (dealt and first):
        raise SaveError(f"{where}dealt: expected false where actions were taken over, else true or false")
    return first, dealt


def commits_in(document: Mapping[str, Any], where: str) -> dict[str, str]:
    """Return the hash of each person's number, by participant."""
    commits = document.get("commits")
    if not isinstance(commits, Mapping) or len(commits) > MAX_PARTICIPANTS:
        raise SaveError(f"{where}commits: expected the hash of each person's number, by chair")
    for seat, commit in commits.items():
        if not isinstance(commit, str) or not HASH.fullmatch(commit):
            raise SaveError(f"{where}commits.{str(seat)[:40]}: expected 64 hexadecimal digits")
    return dict(commits)


def match_in(document: Mapping[str, Any], version: int, where: str) -> str | None:
    """Return the id of the match, or None if a document of version 1 lacks it."""
    if version == 1 and document.get("match") is None:
        return None
    return text_in(document, "match", MATCH, "the id of a match", where)


def numbers_in(document: Mapping[str, Any], where: str) -> dict[str, str]:
    """Return the numbers that persons have given, by participant."""
    numbers = document.get("nonces")
    if not isinstance(numbers, Mapping) or len(numbers) > MAX_PARTICIPANTS:
        raise SaveError(f"{where}nonces: expected the number of each person, by chair")
    for seat, number in numbers.items():
        if not isinstance(number, str) or not NONCE.fullmatch(number):
            raise SaveError(f"{where}nonces.{str(seat)[:40]}: expected 16 to 64 hexadecimal digits")
    return dict(numbers)
