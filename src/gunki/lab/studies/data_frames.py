"""The rows of a study as a table: as a data frame, or as a Parquet or CSV file.

The data frame is one of Polars, or of pandas if only that is installed. The table has one line for each game. A number
that each seat has gets a column for each seat (`points.oda`, `won.oda`). Lists stay lists in a frame, and are written
as JSON in a CSV file.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gunki.core.errors import OptionError

if TYPE_CHECKING:
    from gunki.lab.studies.rows import Row
    from gunki.lab.studies.study import Study

#: The formats of an export. Each of these words is also the suffix of the file.
PARQUET, CSV = "parquet", "csv"
NEEDS_FRAMES = "data frames and Parquet files need Polars (or pandas with pyarrow): pip install 'gunki[lab]'"


def columns(row: Row, seats: Iterable[str]) -> dict[str, Any]:
    """Return a row as one line of the table: a value for each column."""
    values: dict[str, Any] = {
        "number": row.number,
        "pair": row.pair,
        "seed": str(row.seed) if row.seed >= 2**63 else row.seed,
        "reason": row.reason,
        "clause": row.clause,
        "turns": row.turns,
        "decisions": row.decisions,
        "cpu": float(row.cpu),
        "digest": row.digest,
        "turned_back": row.turned_back,
        "winners": list(row.winners),
    }
    part = 1 / max(1, len(row.winners))
    for seat in seats:
        values[f"player.{seat}"] = row.seating[seat]
        values[f"won.{seat}"] = part if seat in row.winners else 0.0
        values[f"points.{seat}"] = row.points.get(seat)
        luck: Mapping[str, float] = row.luck.get(seat, {})
        for name in ("rolls", "got", "mean", "better"):
            values[f"luck.{seat}.{name}"] = float(luck[name]) if name in luck else None
    values["conditions"] = [{"what": what, "since": since} for what, since in row.conditions]
    values["milestones"] = [{"kind": kind, "turn": turn, "about": about} for kind, turn, about in row.milestones]
    values["points_by_turn"] = [{"turn": turn, **points} for turn, points in row.points_by_turn]
    values["taken"] = [{"turn": turn, "thing": thing, "from": was, "to": now} for turn, thing, was, now in row.taken]
    values["fell"] = [{"turn": turn, "thing": thing} for turn, thing in row.fell]
    values["fights"] = [{"place": place, "count": count} for place, count in row.fights.items()]
    return values


def table(study: Study) -> Iterator[dict[str, Any]]:
    """Return the lines of the table in the order of the games' numbers."""
    seats = study.plan.seats
    return (columns(row, seats) for row in sorted(study.rows(), key=lambda row: row.number))


def frame(study: Study) -> Any:
    """Return the table as a Polars data frame. If only pandas is installed, return a pandas data frame."""
    polars, pandas = _module("polars"), None
    if polars is not None:
        return polars.DataFrame(list(table(study)), infer_schema_length=None)
    pandas = _module("pandas")
    if pandas is not None:
        return pandas.DataFrame(list(table(study)))
    raise OptionError(NEEDS_FRAMES)


def export(study: Study, kind: str, path: Path) -> Path:
    """Write the table to `path`, and return `path`. An earlier export is replaced. `kind` is "parquet" or "csv"."""
    part = path.with_name(path.name + ".part")
    try:
        if kind == CSV:
            _write_csv(study, part)
        elif kind == PARQUET:
            _write_parquet(study, part)
        else:
            raise OptionError(f"format {kind!r}: expected {PARQUET} or {CSV}")
        part.replace(path)
    except OSError as error:
        raise OptionError(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
    return path


def _write_csv(study: Study, path: Path) -> None:
    rows = list(table(study))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]) if rows else ["number"])
        writer.writeheader()
        for row in rows:
            writer.writerow({name: _cell(value) for name, value in row.items()})


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if isinstance(value, list) else value


def _write_parquet(study: Study, path: Path) -> None:
    data_frame = frame(study)
    write = getattr(data_frame, "write_parquet", None) or data_frame.to_parquet
    try:
        write(path)
    except ImportError:
        raise OptionError(NEEDS_FRAMES) from None


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None
