"""`gunki table`: a game's charts and data, with the source of each number."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

import gunki
from gunki.cli.commands.inspect import AsJson, Language, language
from gunki.cli.render.screen import Screen
from gunki.cli.render.words import GameWords
from gunki.core.definition.data_tables import read_tables
from gunki.core.definition.game import Game
from gunki.core.errors import OptionError

app = typer.Typer()

#: The fields that tell the origin of a number. They are shown separately from the number.
ORIGIN = ("source", "why")
#: If entries have more fields than this, they are shown one below another instead of in rows.
MOST_COLUMNS = 12


@app.command("table")
def table(
    game: Annotated[str, typer.Argument(help="The game, e.g. nobunaga.")],
    name: Annotated[str | None, typer.Argument(metavar="TABLE", help="A table; without it all are listed.")] = None,
    args: Annotated[list[str] | None, typer.Argument(metavar="ARGS", help="What to look up, e.g. a die.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="A folder with tables that replace ours.")] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show a game's charts and data. A die after the table's name looks up its result."""
    screen = Screen()
    loaded_game = gunki.game(game)
    words = GameWords(loaded_game, language(lang))
    tables, origin = read_tables(loaded_game.folder / "data", data)
    if name is None:
        _show_tables(screen, words, loaded_game, tables, origin, as_json)
        return
    if args:
        answer = loaded_game.lookup(loaded_game.setup(replace=data), name, tuple(args))
        if as_json:
            screen.json(answer)
            return
        for key, value in answer.items():
            text = words.name("table", value) if key == "table" else words.texts.translate(key, value)
            screen.item(f"{key}:", text)
        return
    charts = {chart["id"]: chart for chart in loaded_game.list_charts(loaded_game.setup(replace=data))}
    if name not in tables and name not in charts:
        raise OptionError(f"{game} has no table {name!r}; known: {', '.join(sorted({*tables, *charts}))}")
    if as_json:
        screen.json({"table": name, "file": origin.get(name, ""), "content": tables.get(name, charts.get(name))})
        return
    if name in charts:
        show_chart(screen, words, charts[name])
        if name in tables:
            _show_origin(screen, words, tables[name])
        return
    screen.line(words.name("table", name), "bold")
    _show(screen, words, tables[name])


def _show_tables(
    screen: Screen, words: GameWords, game: Game, tables: Mapping[str, Any], origin: Mapping[str, str], as_json: bool
) -> None:
    """List the tables, and the charts made from parts of them."""
    charts = [chart["id"] for chart in game.list_charts(game.setup())]
    rows = [
        {
            "table": name,
            "title": words.name("table", name),
            "file": origin.get(name, ""),
            "source": _sources(tables.get(name, {})),
        }
        for name in sorted({*tables, *charts})
    ]
    if as_json:
        screen.json(rows)
        return
    keys = ("table", "title", "source", "file")
    screen.table([words(key) for key in keys], [[row[key] for key in keys] for row in rows])
    screen.line(words("lookup_hint"), "dim")


def _sources(table: Any) -> str:
    """Return the kinds of sources of a table. For a table of several entries, add how many entries have each kind."""
    if isinstance(table, Mapping):
        return str(table.get("source", ""))
    counts: dict[str, int] = {}
    for entry in table:
        kind = str(entry.get("source", "")).split(" ", 1)[0].strip(";,")
        counts[kind] = counts.get(kind, 0) + 1
    return ", ".join(f"{kind} ({count})" for kind, count in counts.items())


def show_chart(screen: Screen, words: GameWords, chart: Mapping[str, Any]) -> None:
    """Print a chart (gunki.core.show.charts)."""
    screen.line(words.name_of_pair(chart["name"]), "bold")
    heads = [_heading(words, what) for what in (chart["by"], *chart["columns"])]
    if len(chart["groups"]) == 1:
        screen.line(f"{heads[0]} ↓  {_heading(words, chart['groups'][0])} →", "dim")
    elif chart["groups"]:
        over = [""]
        for group in chart["groups"]:
            over += [_heading(words, group), *("" for _ in range(group["span"] - 1))]
        heads = [f"{above}\n{head}" for above, head in zip(over, heads, strict=True)]
    rows = [[_heading(words, row), *(words.cell(cell) for cell in row["cells"])] for row in chart["rows"]]
    screen.table(heads, rows)
    for note in chart["notes"]:
        cited = f" ({words.join_names(note['clauses'])})" if note["clauses"] else ""
        screen.line(words.texts("note", note["text"], **note["data"]) + cited)


def _heading(words: GameWords, what: Mapping[str, Any]) -> str:
    return words.name_of_pair(what["name"]) if "name" in what else str(what["text"])


def _show(screen: Screen, words: GameWords, table: Any) -> None:
    if isinstance(table, Mapping):
        rows = [row for key, value in table.items() if key not in ORIGIN for row in _rows(words, key, value)]
        screen.table([words("entry"), "", ""], rows)
        _show_origin(screen, words, table)
        return
    keys = list(dict.fromkeys(key for entry in table for key in entry if key not in ORIGIN))
    if len(keys) > MOST_COLUMNS:
        for entry in table:
            screen.line(str(entry.get("id", "")), "bold underline")
            _show(screen, words, {key: value for key, value in entry.items() if key != "id"})
        return
    screen.table(
        [*keys, words("source")],
        [[*(_cell(words, key, entry.get(key, "")) for key in keys), str(entry.get("source", ""))] for entry in table],
    )


def _rows(words: GameWords, key: str, value: Any) -> list[list[str]]:
    """Return the rows in which a field of an entry is printed.

    If the field holds further fields, such as the faces of a die, return a row for each of them.
    """
    if isinstance(value, Mapping):
        return [
            [key if number == 0 else "", str(inner), _cell(words, key, content)]
            for number, (inner, content) in enumerate(value.items())
        ]
    if isinstance(value, list) and value and isinstance(value[0], list):
        return [[key if number == 0 else "", "", _cell(words, key, entry)] for number, entry in enumerate(value)]
    return [[key, "", _cell(words, key, value)]]


def _cell(words: GameWords, key: str, value: Any) -> str:
    """Return a value as text. Ids are returned in the form in which users type them."""
    if isinstance(value, bool):
        return words("yes") if value else ""
    if isinstance(value, list):
        between = "; " if any(isinstance(item, Mapping | list) for item in value) else ", "
        return between.join(_cell(words, key, item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{inner} {_cell(words, inner, content)}" for inner, content in value.items())
    return str(value)


def _show_origin(screen: Screen, words: GameWords, table: Mapping[str, Any]) -> None:
    if table.get("source"):
        screen.item(f"{words('source')}:", str(table["source"]))
    if table.get("why"):
        screen.item(words("why"), str(table["why"]))
