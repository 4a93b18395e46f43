"""The data tables of a game, checked field by field. Tables in a folder of the user's replace those of the game."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any

from gunki.core.errors import DataError

LARGEST_FILE = 1_000_000
LARGEST_NUMBER = 2**53
MAX_DATA_DEPTH = 12
#: The table that holds a player's corrections of the map, as the text of each CSV file. Not every game has this table.
CORRECTIONS = "corrections"
#: The table of the weights with which bots evaluate a position.
EVALUATION = "evaluation"
LARGEST_WEIGHT = 10**9


def read_tables(folder: Path, replace: Path | Mapping[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, str]]:
    """Return all tables of the `*.toml` files in `folder`, and the file that each table came from, both by name.

    `replace` is a folder of the user's, or the tables kept in a save. A table in it replaces the game's whole table of
    that name. If the game has no such table, this is an error in a folder. In a save the table is ignored, because the
    game may have dropped it since.
    """
    tables: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        for name, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
            tables[name] = table
            origin[name] = path.name
    for name, table, where in replacements(replace):
        if name not in tables and isinstance(replace, Mapping):
            continue
        if name not in tables:
            known_names = ", ".join(sorted(tables))
            raise DataError(f"{where}: [{name}]: no such table; known tables: {known_names}")
        if isinstance(table, list) != isinstance(tables[name], list):
            form = f"[[{name}]]" if isinstance(tables[name], list) else f"[{name}]"
            raise DataError(f"{where}: [{name}]: expected to be written {form}")
        _check_values(table, f"{where}: [{name}]")
        tables[name] = table
        origin[name] = where
    return tables, origin


def _check_values(table: Any, where: str) -> None:
    """Raise DataError if a table holds anything that a save cannot hold, such as dates or infinite numbers."""
    waiting = [(table, "", 0)]
    while waiting:
        value, path, depth = waiting.pop()
        if isinstance(value, Mapping | list):
            if depth == MAX_DATA_DEPTH:
                raise DataError(
                    f"{where}: field {path!r}: expected fewer than {MAX_DATA_DEPTH} tables or lists in one another"
                )
            inside = value.items() if isinstance(value, Mapping) else enumerate(value, 1)
            waiting += [(item, f"{path}.{key}".removeprefix("."), depth + 1) for key, item in inside]
        elif isinstance(value, int):
            if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
                raise DataError(f"{where}: field {path!r}: expected a number of at most {LARGEST_NUMBER}")
        elif not isinstance(value, str) and not (isinstance(value, float) and isfinite(value)):
            raise DataError(
                f"{where}: field {path!r}: expected a text, a number or true or false, found {_show(value)}"
            )


def replacements(replace: Path | Mapping[str, Any] | None) -> Iterator[tuple[str, Any, str]]:
    """Yield for each table in `replace` its name, the table, and where it came from (for messages)."""
    if replace is None:
        return
    if isinstance(replace, Mapping):
        for name, table in replace.items():
            yield name, table, "the save's own tables"
        return
    if not replace.is_dir():
        raise DataError(f"{replace}: not a folder; --data takes a folder with .toml files")
    paths = sorted(replace.glob("*.toml"))
    sheets = sorted(replace.glob("*.csv"))
    if not paths and not sheets:
        raise DataError(f"{replace}: no .toml or .csv file in this folder")
    if sheets:  # CSV files correct single lines of a map (docs/maps.md)
        yield CORRECTIONS, {path.stem: _sheet(path) for path in sheets}, ", ".join(path.name for path in sheets)
    for path in paths:
        try:
            if path.stat().st_size > LARGEST_FILE:
                raise DataError(f"{path.name}: larger than {LARGEST_FILE} bytes")
            tables = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:  # ValueError: not TOML, not UTF-8, or a number too long
            raise DataError(f"{path.name}: cannot be read as TOML: {error}") from None
        for name, table in tables.items():
            yield name, table, path.name


def _sheet(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise DataError(f"{path.name}: larger than {LARGEST_FILE} bytes")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name}: cannot be read: {error}") from None


@cache
def fingerprint(folder: Path) -> str:
    """Return a digest of the map and data files in a game's folder.

    If the digest differs, the actions of a record may lead to another position.
    """
    digest = blake2b(digest_size=16)
    files = [path for kind in ("data/*.toml", "data/*.csv", "map/*.toml", "map/*.csv") for path in folder.glob(kind)]
    for path in sorted(files):
        digest.update(path.name.encode() + b"\n" + path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


class Row:
    """One table, or one entry of an array of tables. Methods that read a field raise DataError if it does not fit."""

    __slots__ = ("_entry", "where")

    def __init__(self, entry: Any, where: str) -> None:
        if not isinstance(entry, Mapping):
            raise DataError(f"{where}: expected a table with fields, found {_show(entry)}")
        self._entry = entry
        self.where = where

    def bad(self, field: str, expected: str) -> DataError:
        """Return the error for a field that is not what was `expected`."""
        value_text = _show(self._entry[field]) if field in self._entry else "nothing"
        return DataError(f"{self.where}: field {field!r}: expected {expected}, found {value_text}")

    def has(self, field: str) -> bool:
        return field in self._entry

    def integer(self, field: str, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        value = self._entry.get(field)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.bad(field, f"a whole number from {low} to {high}")
        return value

    def bounds(self, field: str, low: int, high: int) -> tuple[int, int]:
        """Return a pair of whole numbers from `low` to `high`, the smaller first."""
        value = self._entry.get(field)
        fits = isinstance(value, list) and len(value) == 2 and all(type(n) is int and low <= n <= high for n in value)
        if not fits or value[0] > value[1]:  # type: ignore[index]
            raise self.bad(field, f"two whole numbers from {low} to {high}, the smaller first")
        return value[0], value[1]  # type: ignore[index]

    def numbers(self, field: str, low: int, high: int, count: int | None = None) -> list[int]:
        """Return a list of whole numbers: `count` of them, or any number of them if `count` is None."""
        value = self._entry.get(field)
        if value == [] and count is None:
            return []
        values: list[int] = self.array(field, low, high, count)
        return values

    def array(self, field: str, low: int, high: int, *shape: int | None) -> list[Any]:
        """Return nested lists of whole numbers. `shape` gives the length at each level; None is any length but 0."""
        value = self._entry.get(field)
        if not _is_array(value, low, high, shape):
            many = " of ".join("a list" if count is None else f"{count}" for count in shape)
            raise self.bad(field, f"{many} whole numbers from {low} to {high}".replace("list whole", "list of whole"))
        assert isinstance(value, list)
        return value

    def steps(self, field: str, low: int, high: int) -> list[int]:
        """Return a list of at least one whole number, each larger than the one before."""
        values: list[int] = self.array(field, low, high, None)
        if any(a >= b for a, b in pairwise(values)):
            raise self.bad(field, "whole numbers, each larger than the one before")
        return values

    def is_true(self, field: str) -> bool:
        """Return a field that is true or false."""
        value = self._entry.get(field)
        if not isinstance(value, bool):
            raise self.bad(field, "true or false")
        return value

    def word(self, field: str, choices: Collection[str] | None = None) -> str:
        """Return a text; if `choices` are given, it must be one of them."""
        value = self._entry.get(field)
        if not isinstance(value, str) or (choices is not None and value not in choices):
            raise self.bad(field, "a text" if choices is None else f"one of {_join_choices(choices)}")
        return value

    def words(self, field: str, known: Collection[str] | None = None) -> list[str]:
        """Return a list of texts; if `known` is given, each must be in it."""
        value = self._entry.get(field)
        fits = isinstance(value, list) and all(isinstance(v, str) and (known is None or v in known) for v in value)
        if not fits:
            raise self.bad(field, "a list of texts" if known is None else f"a list of {_join_choices(known)}")
        return list(value)  # type: ignore[arg-type]

    def entries(self, field: str) -> Mapping[str, Any]:
        """Return a field that is a table. The fields of that table are not checked."""
        value = self._entry.get(field)
        if not isinstance(value, Mapping):
            raise self.bad(field, "a table")
        return value

    def entries_all(self) -> Mapping[str, Any]:
        """Return all fields of this table, without checking them."""
        return self._entry

    def sub(self, field: str) -> Row:
        """Return a field that is a table, as a row."""
        return Row(self.entries(field), f"{self.where} {field}")

    def subs(self, field: str) -> list[Row]:
        """Return a field that is a list of tables, as rows."""
        value = self._entry.get(field)
        if not isinstance(value, list):
            raise self.bad(field, "a list of tables")
        return [Row(entry, f"{self.where} {field} entry {number}") for number, entry in enumerate(value, 1)]

    def groups(self, field: str, choices: Collection[str]) -> list[list[str]]:
        """Return a list of lists of names, all of them in `choices`."""
        value = self._entry.get(field)
        if not isinstance(value, list) or not all(isinstance(group, list) for group in value):
            raise self.bad(field, f"a list of lists of {_join_choices(choices)}")
        if not all(isinstance(name, str) and name in choices for group in value for name in group):
            raise self.bad(field, f"a list of lists of {_join_choices(choices)}")
        return [list(group) for group in value]

    def pairs(self, field: str, choices: Collection[str]) -> list[tuple[str, str]]:
        """Return a list of pairs of names, all of them in `choices`."""
        value = self._entry.get(field)
        if not isinstance(value, list):
            raise self.bad(field, "a list of pairs")
        for pair in value:
            fits = isinstance(pair, list) and len(pair) == 2 and all(isinstance(n, str) and n in choices for n in pair)
            if not fits:
                raise DataError(f"{self.where}: field {field!r}: expected pairs of known names, found {_show(pair)}")
        return [(a, b) for a, b in value]


class Tables:
    """All tables of a game by name, and the file that each came from."""

    def __init__(self, tables: Mapping[str, Any], origin: Mapping[str, str]) -> None:
        self.raw = tables
        self._origin = origin

    def row(self, name: str) -> Row:
        """Return a table as a row."""
        return Row(self.raw.get(name), f"{self._origin.get(name, 'data')}: [{name}]")

    def rows(self, name: str) -> list[Row]:
        """Return the entries of an array of tables: at least one, each with an `id` that no other has."""
        where = f"{self._origin.get(name, 'data')}: [[{name}]]"
        entries = self.raw.get(name)
        if not isinstance(entries, list) or not entries:
            raise DataError(f"{where}: expected at least one entry")
        rows = []
        used_ids: set[str] = set()
        for number, entry in enumerate(entries, 1):
            row = Row(entry, f"{where} entry {number}")
            entry_id = row.word("id")
            if entry_id in used_ids:
                raise row.bad("id", "a name not used before")
            used_ids.add(entry_id)
            row.where = f"{where} {entry_id!r}"
            rows.append(row)
        return rows


def _is_array(value: Any, low: int, high: int, shape: tuple[int | None, ...]) -> bool:
    if not shape:
        return type(value) is int and low <= value <= high
    fits = isinstance(value, list) and (len(value) == shape[0] if shape[0] is not None else bool(value))
    return fits and all(_is_array(item, low, high, shape[1:]) for item in value)


def check_weights(tables: Tables, own: Mapping[str, Any]) -> None:
    """Raise DataError unless the table of weights has a number wherever `own`, the game's own table, has one.

    The user's table replaces the whole table of the game, so a weight that it lacks would cause an error later.
    """
    row = tables.row(EVALUATION)
    for field, weight in own.items():
        if type(weight) is int:
            row.integer(field, -LARGEST_WEIGHT, LARGEST_WEIGHT)


def _show(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _join_choices(choices: Collection[str]) -> str:
    names = sorted(choices)
    return ", ".join(names) if len(names) <= 12 else ", ".join(names[:12]) + f", … ({len(names)} in all)"
