"""Points, dice still to roll, and the ways to win and to lose, from a scene (docs/data/scene.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gunki.cli.render.screen import Screen
from gunki.cli.render.words import GameWords
from gunki.core.show.charts import dice_bands


def show_counts(screen: Screen, words: GameWords, scene: Mapping[str, Any]) -> None:
    """Print each seat's aim, the points, and a line for each source of points."""
    for seat, seat_aims in scene["aims"].items():
        if "line" in seat_aims and seat_aims["turn_end"]["ends"] != "over":
            screen.item(words("aim_of", side=words.side(seat)), aim_line(words, seat_aims))
    for count in scene["counts"]:
        rows = [_count_text(words, row) for row in count["rows"]]
        screen.item(f"{words.name_of_pair(count['name'])}:", words.join_names(rows))
        for row in count["rows"]:
            for part in row.get("parts", ()):
                text = words.texts("score", part["text"], **part["data"])
                screen.item(f"{words.name_of_pair(row['name'])} {part['value']:+d}:", text, "", 2)
    verdict = next((aims["turn_end"] for aims in scene["aims"].values()), None)
    if verdict is not None and verdict["ends"] in ("yes", "maybe"):
        screen.line(turn_end(words, verdict), "bold yellow")


def aim_line(words: GameWords, aims: Mapping[str, Any]) -> str:
    """Return an aim such as `Hold 9 supply areas when turn 10 ends, with Nobunaga alive (5/9)`."""
    row = aims["ways"][aims["line"]["way"]]
    state = [progress] if (progress := _progress_text(words, row)) else []
    for part in row.get("parts", ()):
        state.append(f"{words.texts('condition', part['text'])} {_fraction(words, part['value'], part['needed'])}")
    return f"{words.texts('aim', aims['line']['text'], **row['data'])} ({words.join_names(state)})"


def show_rolls(
    screen: Screen, words: GameWords, rolls: Iterable[Mapping[str, Any]], charts: Iterable[Mapping[str, Any]]
) -> None:
    """Print the dice still to roll: their chart, the faces for each result, and the modifiers."""
    charts_by_id = {chart["id"]: chart for chart in charts}
    for roll in rolls:
        chart = charts_by_id[roll["chart"]]
        note = roll.get("note")
        pieces = [words.texts("scene", note["text"], **note["data"])] if note else []
        for row in roll["rows"]:
            bands = dice_bands(chart, row["column"], roll["value"])
            faces = [f"{dice} {words.cell(cell)}" for dice, cell in bands if cell is not None]
            pieces.append(f"{words.name_of_pair(row['name'])} {words.join_names(faces) if faces else words('no_die')}")
        screen.item(f"{words.name_of_pair(chart['name'])}:", " · ".join(pieces))
        for part in roll["parts"]:
            text = words.texts("part", part["text"], **part["data"])
            screen.item(f"{part['value']:+d}:", f"{text} ({words.clause(part['clause'])[0]})", "", 2)


def show_aims(screen: Screen, words: GameWords, aims: Mapping[str, Any]) -> None:
    """Print every way to win and to lose of each seat, and the result if the turn ended now."""
    for seat, seat_aims in aims.items():
        screen.line(words("aims_of", side=words.side(seat)), "bold")
        for way in ("win", "lose", "draw"):
            rows = [row for row in seat_aims["ways"] if row["way"] == way]
            if rows:
                screen.line(words(f"aim_{way}"), "underline")
            for row in rows:
                _show_way(screen, words, row)
    for seat_aims in list(aims.values())[:1]:
        screen.line(
            turn_end(words, seat_aims["turn_end"]), "bold yellow" if seat_aims["turn_end"]["ends"] != "no" else ""
        )


def _show_way(screen: Screen, words: GameWords, row: Mapping[str, Any]) -> None:
    progress = _progress_text(words, row)
    state = words("aim_holds") if row["holds"] else words("aim_not_now")
    clause_id, _ = words.clause(row["clause"])
    screen.item(
        f"{clause_id}:",
        f"{words.texts('aim', row['text'], **row['data'])} "
        f"({words.join_names([state, *([progress] if progress else [])])})",
        "",
        2,
    )
    for part in row.get("parts", ()):
        note = words.texts("condition", part["state"], value=part["value"], needed=part["needed"])
        plain = part["state"] in ("met", "not_yet") and part["needed"] != 1
        count = f" {_fraction(words, part['value'], part['needed'])}" if plain else ""
        text = f"{words.texts('condition', part['text'])}{count} ({note})"
        screen.item("-", text, "dim", 6)


def _progress_text(words: GameWords, row: Mapping[str, Any]) -> str:
    """Return the progress of an aim in the game's own words. If the game has none, return it in numbers."""
    if "value" not in row:
        return ""
    if "state" in row:
        return words.texts("aim", row["state"], **{**row["data"], "value": row["value"], "needed": row["needed"]})
    return _fraction(words, row["value"], row["needed"])


def _fraction(words: GameWords, value: int, needed: int) -> str:
    """Return `3/5`. Negative points are put into words, because `3/-3` would look like a fraction."""
    return words("aim_needs", value=value, needed=needed) if min(value, needed) < 0 else f"{value}/{needed}"


def turn_end(words: GameWords, verdict: Mapping[str, Any]) -> str:
    """Return a verdict such as `If turn 3 ended now, Anti-Oda would win: Mino is Anti-Oda (9(2))`."""
    if verdict["ends"] == "no":
        return words.texts("turn_end", "no", turn=verdict["turn"])
    key = f"{verdict['ends']}_{'win' if verdict['winners'] else 'none'}"
    data = {"turn": verdict["turn"], "die": verdict["die"], "winner_seats": verdict["winners"]}
    clause_id, _ = words.clause(verdict["clause"])
    why = words.texts("aim", verdict["text"], **verdict["data"])
    return f"{words.texts('turn_end', key, **data)}{words('colon')}{why} ({clause_id})"


def _count_text(words: GameWords, row: Mapping[str, Any]) -> str:
    """Return a row of points: its name, its value and its note. If there is a goal, it follows the value."""
    value = str(row["value"]) if row.get("goal") is None else f"{row['value']}/{row['goal']}"
    note = f" ({words.name_of_pair(row['note'])})" if row.get("note") else ""
    return f"{words.name_of_pair(row['name'])} {value}{note}"
