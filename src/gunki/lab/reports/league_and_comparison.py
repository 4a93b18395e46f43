"""Pages of leagues and comparisons."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from gunki.core.definition.texts import LANGUAGES
from gunki.draw import charts
from gunki.draw.charts import Bar
from gunki.lab.analysis import elo
from gunki.lab.analysis.comparison import Comparison
from gunki.lab.analysis.league import League
from gunki.lab.reports import html_page
from gunki.lab.reports.html_page import Part
from gunki.lab.reports.report_wording import LabWords, option_text
from gunki.lab.reports.study_report import file_name, head_lines, write_pages


def write_league(league: League) -> list[Path]:
    """Write the pages of a league into its folder, one for each language. Return their paths."""
    return write_pages(league.path, {lang: league_page(league, lang) for lang in LANGUAGES})


def league_command(figures: dict[str, Any]) -> str:
    """Return the command that plays the same league."""
    words = ["gunki", "lab", "league", f"{figures['game']}/{figures['scenario']}", "--players",
             ",".join(figures["players"]),
             "--games", str(figures["each"]), "--seed", str(figures["seeds"][0])]  # fmt: skip
    return shlex.join(words)


def league_page(league: League, lang: str) -> str:
    """Return the page of a league in one language."""
    words, figures = LabWords(league.plan.game, lang), league.to_dict()
    title, lines, parts = _league(words, league, figures)
    return html_page.page(title, parts, lang=lang, lines=lines, commands=[league_command(figures)],
                     other=(file_name(words.other), words("other_language")))  # fmt: skip


def league_inlay(league: League, lang: str = LANGUAGES[0]) -> str:
    """Return a league as HTML for a notebook."""
    title, lines, parts = _league(LabWords(league.plan.game, lang), league, league.to_dict())
    return html_page.inlay(title, parts, lines)


def _league(words: LabWords, league: League, figures: dict[str, Any]) -> tuple[str, list[str], list[Part]]:
    """Return the title, the sentences and the parts of the page."""
    command, (low, high) = league_command(figures), figures["seeds"]
    ratings = figures["ratings"]
    about = words("league_about" if elo.ANCHOR in ratings else "league_mean", anchor=elo.ANCHOR, at=elo.ANCHORED_AT)
    caption = words("caption", count=figures["games"], low=low, high=high)
    part = Part(words("league"), about, caption=caption, command=command)
    if ratings:
        part.content.append(html_page.figure(rating_chart(words, ratings)))
        heads = [words(key) for key in ("player", "elo", "interval", "score", "count")]
        rows = [[name, str(row["elo"]), f"{row['low']}–{row['high']}", f"{row['score']:g}/{row['duels']}",
                 str(row["games"])] for name, row in ratings.items()]  # fmt: skip
        part.content.append(html_page.table(heads, rows, (1, 2, 3, 4)))
    pairs = Part(words("against"), words("against_about"), caption=caption, command=command)
    bars = [
        Bar(" – ".join(row["players"]), row["score"] / row["duels"], note=f"{row['score']:g}/{row['duels']}", series=n)
        for n, row in enumerate(figures["pairings"])
        if row["duels"]
    ]
    if bars:
        pairs.content.append(html_page.figure(charts.shares(bars, title=words("against"), even=0.5)))
    if figures["won_by_nobody"]:
        pairs.content.append(html_page.note(words("won_by_nobody", count=figures["won_by_nobody"])))
    title = words("league_of", title=words.title(), scenario=words.scenario(league.plan.scenario))
    lines = [words("players", players=words.join_names(list(league.players)))]
    return title, lines, [p for p in (part, pairs) if p.content]


def rating_chart(words: LabWords, ratings: dict[str, Any]) -> str:
    """Return a bar chart of ratings. Its scale goes from the lowest to the highest end of their intervals."""
    low = min(row["low"] for row in ratings.values())
    high = max(row["high"] for row in ratings.values())
    bars = [Bar(name, row["elo"], row["low"], row["high"], str(row["elo"]), n)
            for n, (name, row) in enumerate(ratings.items())]  # fmt: skip
    return charts.scale(bars, low, high, title=words("elo"))


def write_comparison(comparison: Comparison) -> list[Path]:
    """Write the pages of a comparison into its folder, one for each language. Return their paths."""
    return write_pages(comparison.path, {lang: compare_page(comparison, lang) for lang in LANGUAGES})


def compare_command(comparison: Comparison) -> str:
    """Return the command that plays the same comparison."""
    plan, usual = comparison.changed.plan, comparison.as_is.plan
    words = ["gunki", "lab", "compare", f"{plan.game}/{plan.scenario}", "--players", ",".join(plan.players),
             "--games", str(plan.games), "--seed", str(plan.seed)]  # fmt: skip
    for name, value in plan.options.items():
        if usual.options[name] != value:
            words += ["--option", f"{name}={option_text(value)}"]
    if plan.tables:
        words += ["--data", "changed/data"]
    return shlex.join(words)


def compare_page(comparison: Comparison, lang: str) -> str:
    """Return the page of a comparison in one language."""
    words = LabWords(comparison.changed.plan.game, lang)
    title, lines, parts = _comparison(words, comparison)
    return html_page.page(title, parts, lang=lang, lines=lines, commands=[compare_command(comparison)],
                     other=(file_name(words.other), words("other_language")))  # fmt: skip


def comparison_inlay(comparison: Comparison, lang: str = LANGUAGES[0]) -> str:
    """Return a comparison as HTML for a notebook."""
    title, lines, parts = _comparison(LabWords(comparison.changed.plan.game, lang), comparison)
    return html_page.inlay(title, parts, lines)


def _comparison(words: LabWords, comparison: Comparison) -> tuple[str, list[str], list[Part]]:
    plan, figures = comparison.changed.plan, comparison.to_dict()
    caption = words("caption", count=figures["games"], low=plan.seed, high=plan.seed + plan.pairs - 1)
    part = Part(
        words("compare"), words("compare_about"), caption=caption, command=compare_command(comparison), wide=True
    )
    rows = [measure_cells(words, row) for row in figures["measures"]]
    if rows:
        heads = ["", words("as_is"), words("changed_to"), words("difference"), ""]
        part.content.append(html_page.table(heads, rows, (1, 2, 3)))
        part.content.append(html_page.note(f"{words('certain')} {_same_text(words, figures)}"))
    title = words("compare_of", title=words.title(), scenario=words.scenario(plan.scenario))
    lines = [*head_lines(words, plan, figures["games"]), words("players", players=words.join_names(list(plan.players)))]
    return title, lines, [part]


def _same_text(words: LabWords, figures: dict[str, Any]) -> str:
    return words("same", count=figures["same"], games=figures["games"])


def measure_cells(words: LabWords, row: dict[str, Any]) -> list[str]:
    """Return the cells for a measure.

    They are its name, its values without the change and with it, the difference with its interval, and a mark if the
    difference is certain.
    """
    factor = 100 if row["what"] == "share" else 1
    side = words.side(row["seat"]) if row["seat"] else ""
    name = words(f"{row['what']}_of", side=side) if side else words(row["what"])
    difference = f"{factor * row['difference']:+.2f}"
    if row["interval"] is not None:
        low, high = (f"{factor * end:+.2f}" for end in row["interval"])
        difference += f" ({low} … {high})"
    return [name, f"{factor * row['as_is']:.2f}", f"{factor * row['changed']:.2f}", difference,
            "●" if row["certain"] else ""]  # fmt: skip
