"""The report of a study as HTML pages: `report.html`, and `report.ja.html` beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gunki.core.definition.texts import LANGUAGES
from gunki.draw import charts, draw_map, map_ids
from gunki.draw.charts import Bar
from gunki.lab.analysis.balance import MAX_THINGS_LISTED, Balance
from gunki.lab.reports import html_page
from gunki.lab.reports.html_page import Part
from gunki.lab.reports.report_wording import LabWords, changes, command
from gunki.lab.studies.study import Study, write_file
from gunki.lab.studies.study_plan import Plan

#: The number of leaders whose survival is drawn as a line. More lines could not be told apart.
MAX_LEADER_LINES = 5
#: A notebook shows this many parts: winners, endings, length, points.
PARTS_IN_NOTEBOOK = 4


def file_name(lang: str) -> str:
    """Return the name of the report's file in a language."""
    return "report.html" if lang == LANGUAGES[0] else f"report.{lang}.html"


def write(study: Study) -> list[Path]:
    """Write the report in both languages into the folder of the study. Return the paths of the pages."""
    balance = Balance.of(study)
    return write_pages(study.path, {lang: balance_page(study, balance, lang) for lang in LANGUAGES})


def write_pages(folder: Path, pages: dict[str, str]) -> list[Path]:
    """Write pages into a folder. `pages` holds them by language. Return their paths."""
    paths = []
    for lang, text in pages.items():
        paths.append(folder / file_name(lang))
        write_file(paths[-1], text.encode())
    return paths


def balance_page(study: Study, balance: Balance, lang: str) -> str:
    """Return the report of a study in one language."""
    words, plan = LabWords(study.plan.game, lang), study.plan
    figures = balance.to_dict()
    lines = [*head_lines(words, plan, figures["games"]), words("players", players=words.join_names(list(plan.players)))]
    if figures["failed"]:
        lines.append(words("failed", count=len(figures["failed"])))
    title = words("balance_of", title=words.title(), scenario=words.scenario(plan.scenario))
    repeat_command = command(plan, study.path)
    parts = (
        [part for part in parts_of(words, plan, figures, repeat_command) if part.content] if figures["games"] else []
    )
    if not parts:
        lines.append(words("no_games"))
    return html_page.page(
        title, parts, lang=lang, lines=lines, commands=[repeat_command],
        other=(file_name(words.other), words("other_language")),
    )  # fmt: skip


def brief(study: Study, lang: str = LANGUAGES[0]) -> str:
    """Return the first parts of the report as HTML for a notebook."""
    words, plan, figures = LabWords(study.plan.game, lang), study.plan, Balance.of(study).to_dict()
    repeat_command = command(plan, study.path)
    parts = parts_of(words, plan, figures, repeat_command)[:PARTS_IN_NOTEBOOK] if figures["games"] else []
    title = words("balance_of", title=words.title(), scenario=words.scenario(plan.scenario))
    return html_page.inlay(title, [part for part in parts if part.content], head_lines(words, plan, figures["games"]))


def head_lines(words: LabWords, plan: Plan, games: int) -> list[str]:
    """Return the sentences below the title: games and seeds, an unfinished study, changed options."""
    low, high = plan.seed, plan.seed + plan.pairs - 1
    lines = [words("games", count=plan.games, pairs=plan.pairs, low=low, high=high)]
    if games < plan.games:
        lines.append(words("unfinished", count=games, games=plan.games))
    changed_options = changes(plan)
    if changed_options:
        options_text = words.join_names(
            [name if value == "data/" else f"{name} = {value}" for name, value in changed_options.items()]
        )
        lines.append(words("changed", changes=options_text))
    return lines


def parts_of(words: LabWords, plan: Plan, figures: dict[str, Any], repeat_command: str) -> list[Part]:
    """Return all parts of the report. `figures` is the result of `Balance.to_dict`."""
    caption = words("caption", count=figures["games"], low=plan.seed, high=plan.seed + plan.pairs - 1)
    parts = [
        _who_wins(words, figures),
        _endings(words, figures),
        _length(words, figures),
        _points(words, figures),
        _captures(words, figures),
        _leaders(words, figures),
        _luck(words, figures),
        _fights(words, figures),
    ]
    for part in parts:
        part.caption = caption if not part.caption else f"{caption} {part.caption}"
        part.command = repeat_command
    return parts


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * share:.0f} %" if share in (0, 1) else f"{100 * share:.1f} %"


def between(row: dict[str, Any]) -> str:
    """Return an interval of shares in percent, such as `41.2–58.9`."""
    return f"{100 * row['low']:.1f}–{100 * row['high']:.1f}"


def _who_wins(words: LabWords, figures: dict[str, Any]) -> Part:
    part = Part(words("who_wins"), words("who_wins_about"))
    groups: list[tuple[Any, Callable[[str], str], str]] = [(figures["seats"], words.side, "side")]
    if len(figures["bots"]) > 1:
        groups.append((figures["bots"], str, "player"))
    for rows, name_of, head in groups:
        best = {name: row.get("paired") or row for name, row in rows.items()}
        bars = [Bar(name_of(name), best[name]["share"], best[name]["low"], best[name]["high"],
                    percent(best[name]["share"]), place) for place, name in enumerate(rows)]  # fmt: skip
        even = 1 / len(rows) if rows is figures["seats"] or len(rows) == 2 else None
        part.content.append(html_page.figure(charts.shares(bars, title=words("who_wins"), even=even)))
        lines = [[name_of(name), f"{row['wins']:g}", str(row["games"]), percent(best[name]["share"]),
              between(best[name])]
                 for name, row in rows.items()]  # fmt: skip
        heads = [words(key) for key in (head, "wins", "count", "share", "interval")]
        part.content.append(html_page.table(heads, lines, (1, 2, 3, 4)))
        if any(row.get("paired") for row in rows.values()):
            part.caption = words("paired_note")
    return part


def _endings(words: LabWords, figures: dict[str, Any]) -> Part:
    rows = figures["clauses"]
    part = Part(words("how_ends"), words("how_ends_about"))
    bars = [Bar(words.clause(row["clause"]), row["games"], note=f"{row['games']} ({percent(row['share'])})")
            for row in rows[:MAX_THINGS_LISTED]]  # fmt: skip
    part.content.append(html_page.figure(charts.bars(bars, title=words("how_ends"))))
    lines = [[words.clause(row["clause"]), words.reason(row["reason"]), _join_counts(words, row["winners"], words.side),
              f"{row['turn']:g}"] for row in rows]  # fmt: skip
    heads = [words(key) for key in ("clause", "reason", "won_by", "median_turn")]
    part.content.append(html_page.table(heads, lines, (3,)))
    return part


def _join_counts(words: LabWords, counts: dict[str, int], name_of: Callable[[str], str]) -> str:
    return words.join_names([f"{name_of(name)} {count}" for name, count in counts.items()]) or "–"


def _length(words: LabWords, figures: dict[str, Any]) -> Part:
    length = {name: f"{value:g}" for name, value in figures["length"].items()}
    part = Part(words("length"), words("length_about", **length))
    part.content.append(html_page.figure(charts.columns(figures["turns"], title=words("length"), axis=words("turn"))))
    return part


def _points(words: LabWords, figures: dict[str, Any]) -> Part:
    part = Part(words("points"), words("points_about"))
    series: dict[str, list[charts.Point]] = {}
    for row in figures["points_by_turn"]:
        for seat, point in row["seats"].items():
            series.setdefault(words.side(seat), []).append((row["turn"], point["mean"], point["low"], point["high"]))
    if any(point[1] for points in series.values() for point in points):
        part.content.append(html_page.figure(charts.lines(series, title=words("points"), axis=words("turn"))))
    return part


def _captures(words: LabWords, figures: dict[str, Any]) -> Part:
    rows = figures["taken"]
    kinds = {row["thing"].partition(":")[0] for row in rows}
    kind = kinds.pop() if len(kinds) == 1 else "other"
    part = Part(words(f"taken_{kind}" if kind in ("castle", "area") else "taken_other"), words("taken_about"))
    if not rows:
        return part
    lines = [
        [words.thing(row["thing"]), percent(row["share"]), between(row), f"{row['turn']:g}",
         _join_counts(words, dict(list(row["by"].items())[:4]), words.thing)]
        for row in rows[:MAX_THINGS_LISTED]
    ]  # fmt: skip
    heads = [words(key) for key in ("thing", "share", "interval", "first_taken", "taken_by")]
    part.content.append(html_page.table(heads, lines, (1, 2, 3)))
    turns = charts.columns(
        figures["taken_by_turn"], title=words("taken_by_turn"), axis=words("turn"), number_format="{:.2g}"
    )
    part.content += [html_page.note(words("taken_by_turn")), html_page.figure(turns)]
    return part


def _leaders(words: LabWords, figures: dict[str, Any]) -> Part:
    rows = figures["leaders"]
    part = Part(words("leaders"), words("leaders_about"))
    if not rows:
        return part
    series = {
        words.thing(row["who"]): [(turn, 100 * alive, 100 * alive, 100 * alive) for turn, alive in row["alive"]]
        for row in rows[:MAX_LEADER_LINES]
    }
    chart = charts.lines(series, title=words("leaders"), axis=words("turn"), unit=" %", stepped=True, highest=100)
    part.content.append(html_page.figure(chart))
    lines = [[words.thing(row["who"]), percent(row["share"]), between(row), f"{row['turn']:g}"]
             for row in rows[:MAX_THINGS_LISTED]]  # fmt: skip
    heads = [words(key) for key in ("leader", "fell", "interval", "median_turn")]
    part.content.append(html_page.table(heads, lines, (1, 2, 3)))
    return part


def _luck(words: LabWords, figures: dict[str, Any]) -> Part:
    part = Part(words("luck"), words("luck_about"), wide=True)
    lines = []
    for seat, row in figures["luck"].items():
        over = row["over"]
        over_text = "–" if over is None else f"{over['share']:+.2f} ({over['low']:+.2f} … {over['high']:+.2f})"
        lines.append([words.side(seat), f"{row['rolls']:g}", f"{row['got']:.1f}", f"{row['mean']:.1f}", over_text,
                      _win_share(row["lucky"]), _win_share(row["unlucky"])])  # fmt: skip
    if lines:
        heads = [words(key) for key in ("side", "rolls", "rolled", "expected", "over", "lucky", "unlucky")]
        part.content.append(html_page.table(heads, lines, (1, 2, 3, 4, 5, 6)))
    return part


def _win_share(row: dict[str, Any]) -> str:
    return f"{percent(row['share'])} ({between(row)})" if row["games"] else "–"


def _fights(words: LabWords, figures: dict[str, Any]) -> Part:
    part = Part(words("fights"), words("fights_about"), wide=True)
    fights: dict[str, float] = figures["fights"]
    if not fights or words.game.id not in map_ids():
        return part
    domain = {name.partition(":")[2]: count for name, count in fights.items()}
    svg = draw_map(words.game.id, lang=words.lang, heat=domain, shown="{:.2g}")
    part.tall = _is_tall(svg)
    part.content.append(html_page.map_figure(svg))
    most = [f"{words.thing(name)} {fights[name]:.2g}" for name in list(fights)[:MAX_THINGS_LISTED]]
    part.content.append(html_page.note(words("fights_most", places=words.join_names(most))))
    elsewhere = [name for name in fights if f'id="heat-{name.partition(":")[2]}"' not in svg]
    if elsewhere:
        places_text = words.join_names([f"{words.thing(name)} {fights[name]:.2g}" for name in elsewhere])
        part.content.append(html_page.note(words("fights_elsewhere", places=places_text)))
    return part


def _is_tall(svg: str) -> bool:
    box: Sequence[str] = svg.split('viewBox="', 1)[1].split('"', 1)[0].split()
    return float(box[3]) > float(box[2])
