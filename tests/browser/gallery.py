"""The pictures that `make pictures` takes, with their captions, and the page that shows them (docs/gallery.md)."""

from __future__ import annotations

from tests.support import ROOT

FOLDER = ROOT / "docs" / "pictures"
PAGE = ROOT / "docs" / "gallery.md"
LANGUAGES = {"en": "English", "ja": "日本語"}
#: By subject: what a picture shows. A subject without a picture at night has none with `-dark`.
CAPTIONS = {
    "front": "The front page: a card for each game",
    "new-match": "A new match: seats, options and dice",
    "nobunaga": "Surrounding Nobunaga",
    "honganji": "Road to Honganji",
    "kanto": "Conquest of Kanto: where Uesugi Kenshin may go",
    "kanto-map": "Conquest of Kanto: the map",
    "siege": "A castle under siege, looked at closely",
    "battle": "A battle scene: an assault, die by die",
    "council": "What the others did since your last decision",
    "hideyoshi": "Hideyoshi's War Chronicle: Shizugatake",
    "kenshin": "Kenshin's Arrival in Kyoto",
    "lit": "An order half-made: the places that may be chosen are lit",
    "why-not": "Why not: the reason and its clause",
    "odds": "The odds of an attack",
    "roll": "A roll, opened to its arithmetic",
    "rules": "The rules, opened at a clause",
    "charts": "Charts and tables",
    "replay": "A replay",
    "result": "The end of a match",
    "phone": "On a phone",
    "phone-kanto": "Conquest of Kanto on a phone",
}

HEAD = """# Gallery

Every main screen in English and Japanese, some at night too. `make pictures` takes the pictures from the real page and
writes this list.

"""


def page() -> str:
    """Return the page with every picture, by its subject."""
    lines = ["| screen | " + " | ".join(LANGUAGES.values()) + " |", "|---|" + "---|" * len(LANGUAGES)]
    for subject, caption in CAPTIONS.items():
        cells = [picture(f"{subject}-{lang}", caption) for lang in LANGUAGES]
        lines.append(f"| {caption} | {' | '.join(cells)} |")
        if (FOLDER / f"{subject}-en-dark.webp").exists():
            cells = [picture(f"{subject}-{lang}-dark", f"{caption}, at night") for lang in LANGUAGES]
            lines.append(f"| at night | {' | '.join(cells)} |")
    return HEAD + "\n".join(lines) + "\n"


def picture(name: str, caption: str) -> str:
    return f"![{caption}](pictures/{name}.webp)"
