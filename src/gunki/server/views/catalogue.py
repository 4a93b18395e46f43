"""What never changes while the server runs: the games, their texts, rules, boards. Made when first asked for."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Any

import orjson

import gunki
from gunki import bots
from gunki.bots import ratings
from gunki.core.definition.clauses import chapter
from gunki.core.definition.game import Game
from gunki.core.definition.texts import LANGUAGES
from gunki.server.http.http_errors import Problem

#: What a game's map folder may hold for the page.
MAP_FILES = {"relief.webp": "image/webp", "relief.png": "image/png", "relief.jpg": "image/jpeg"}
SMALLEST_PACKED = 1000

#: Bots in people's words; those of other packages are shown by name.
BOTS = {
    "greedy": {"en": "plans one order ahead", "ja": "命令ひとつ先まで考える"},
    "random": {"en": "plays without a plan", "ja": "でたらめに指す"},
}

#: Between what a bot does and how strong it is.
COMMA = {"en": ", ", "ja": "、"}


@dataclass(frozen=True, slots=True)
class Page:
    """A document that was made once: its bytes, packed, and a tag to ask for it again."""

    body: bytes
    packed: bytes
    tag: str


def page(data: Any) -> Page:
    body = orjson.dumps(data, default=list, option=orjson.OPT_NON_STR_KEYS)
    packed = gzip.compress(body, 9, mtime=0) if len(body) >= SMALLEST_PACKED else b""
    return Page(body, packed, f'"{blake2b(body, digest_size=12).hexdigest()}"')


@cache
def ids() -> tuple[str, ...]:
    """The games there are; asking the installed packages each time would take long."""
    return tuple(gunki.game_ids())


def game(ident: str) -> Game:
    if ident not in ids():
        raise Problem(404, "not_found", f"game: there is no game {ident[:40]!r}", field="game")
    return gunki.game(ident)


def scenario(found: Game, ident: str | None) -> str:
    if ident is not None and ident not in found.scenarios:
        raise Problem(404, "not_found", f"scenario: {found.id} has {', '.join(found.scenarios)}", field="scenario")
    return ident or found.scenarios[0]


def warm() -> None:
    """Load all games, so that nobody's first request has to wait for it."""
    for ident in ids():
        gunki.game(ident).setup()
    games()


@cache
def games() -> Page:
    return page([_short(gunki.game(ident)) for ident in ids()])


def _short(found: Game) -> dict[str, Any]:
    texts = {lang: found.texts(lang) for lang in LANGUAGES}
    return {
        "id": found.id,
        **{part: {lang: texts[lang]("game", part) for lang in LANGUAGES} for part in ("title", "subtitle", "about")},
        "scenarios": [
            {
                "id": ident,
                "title": {lang: texts[lang].name("scenario", ident) for lang in LANGUAGES},
                "about": {lang: texts[lang].sections.get("scenario_about", {}).get(ident, "") for lang in LANGUAGES},
                "seats": list(found.seats_in(ident)),
            }
            for ident in found.scenarios
        ],
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "cites": option.cites,
                "text": {lang: texts[lang].name("option", option.name) for lang in LANGUAGES},
                "help": {lang: texts[lang].name("option_help", option.name) for lang in LANGUAGES},
            }
            for option in found.match_options
        ],
        "bots": [_bot(found.id, name) for name in bots.names()],
        "lessons": [{"id": ident, "title": lesson["title"]} for ident, lesson in found.lessons.items()],
    }


def _bot(game: str, name: str) -> dict[str, Any]:
    """With its level: how strong it is in this game, as far as a league has found it out."""
    texts, rated = BOTS.get(name, dict.fromkeys(LANGUAGES, name)), ratings.rating(game, name)
    level = {lang: ratings.told(game, name, lang) for lang in LANGUAGES}
    shown = {lang: f"{texts[lang]}{COMMA[lang]}{level[lang]}" if level[lang] else texts[lang] for lang in LANGUAGES}
    return {"name": name, "text": shown, **({} if rated is None else {"rating": rated})}


@cache
def whole(ident: str) -> Page:
    found = game(ident)
    setup = found.setup()
    lexicon = setup.lexicon
    return page(
        {
            "id": found.id,
            "rules_version": found.rules_version,
            "texts": {lang: _texts(found, lang) for lang in LANGUAGES},
            "tells": dict(found.tells),
            "verbs": lexicon.verbs,
            "clauses": [
                {
                    "id": clause.id,
                    "chapter": chapter(clause.id),
                    "text": {lang: clause.text(lang) for lang in LANGUAGES},
                }
                for clause in found.clauses.values()
            ],
            "chapters": found.chapters,
            "rulings": [
                {
                    "id": ruling.id,
                    "clauses": list(ruling.clauses),
                    "option": ruling.option,
                    "title": {lang: ruling.text("title", lang) for lang in LANGUAGES},
                    "question": {lang: ruling.text("problem", lang) for lang in LANGUAGES},
                    "ruling": {lang: ruling.text("ruling", lang) for lang in LANGUAGES},
                    "why": {lang: ruling.text("why", lang) for lang in LANGUAGES},
                }
                for ruling in found.rulings.values()
            ],
            "charts": found.charts_shown(setup),
            "tables": found.tables,
            "overlays": list(found.overlays),
            "signs": list(found.signs),
            "seats": list(found.seats),
            "sides": found.board(setup).get("clans", {}),
        }
    )


def _texts(found: Game, lang: str) -> dict[str, dict[str, str]]:
    told = {f"told_{kind}": places for kind, places in found.places_told(lang).items()}
    return {**found.texts(lang).sections, **told}


@cache
def board(ident: str, wanted: str | None) -> Page:
    found = game(ident)
    return page({"drawing": found.drawing, **found.board(found.setup(scenario(found, wanted)))})


@cache
def start(ident: str, wanted: str | None) -> Page:
    """The scenario as it lies on the table before anybody did anything, for a spectator."""
    found = game(ident)
    setup = found.setup(scenario(found, wanted))
    view = {**found.view(found.start(setup), None), "ply": 0, "result": None, "decision": None}
    return page({"scene": found.scene(setup, view), "view": view})


def the_lesson(found: Game, wanted: str | None) -> dict[str, Any]:
    """One of a game's lessons, or its first."""
    lessons = found.lessons
    given = lessons.get(next(iter(lessons), "") if wanted is None else wanted)
    if given is None:
        known = ", ".join(lessons) or "none"
        raise Problem(404, "not_found", f"lesson: {found.id} has {known}", field="lesson")
    return given


@cache
def lesson(ident: str, wanted: str | None) -> Page:
    found = game(ident)
    return page({"game": ident, **the_lesson(found, wanted)})


@cache
def guide(ident: str) -> Page:
    found = game(ident)
    return page({"game": ident, "text": {lang: found.guide(lang) for lang in LANGUAGES}})


@cache
def map_file(ident: str, name: str) -> tuple[bytes, str]:
    path = game(ident).folder / "map" / name
    if name not in MAP_FILES or not path.is_file():
        raise Problem(404, "not_found", f"{ident} has no such map file", field="file")
    return path.read_bytes(), MAP_FILES[name]
