"""The catalogue: the documents of games with their texts, rules and boards.

The documents never change. Each is made once, when it is first wanted.
"""

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

#: Files in a game's map folder that clients may get, with their media types.
MAP_FILES = {"relief.webp": "image/webp", "relief.png": "image/png", "relief.jpg": "image/jpeg"}
#: A document is also kept in compressed form if it has at least this many bytes.
SMALLEST_PACKED = 1000

#: Descriptions of bots for players. Bots of other packages have none, and are shown by their names.
BOTS = {
    "greedy": {"en": "plans one order ahead", "ja": "命令ひとつ先まで考える"},
    "random": {"en": "plays without a plan", "ja": "でたらめに指す"},
}

#: Separator between a bot's description and its rating.
COMMA = {"en": ", ", "ja": "、"}


@dataclass(frozen=True, slots=True)
class Page:
    """A document of the catalogue: its bytes, the same bytes compressed (empty if it is small), and its ETag."""

    body: bytes
    packed: bytes
    tag: str


def page(data: Any) -> Page:
    body = orjson.dumps(data, default=list, option=orjson.OPT_NON_STR_KEYS)
    packed = gzip.compress(body, 9, mtime=0) if len(body) >= SMALLEST_PACKED else b""
    return Page(body, packed, f'"{blake2b(body, digest_size=12).hexdigest()}"')


@cache
def ids() -> tuple[str, ...]:
    """Return the ids of all games. The result is cached, because searching the installed packages is slow."""
    return tuple(gunki.game_ids())


def game(game_id: str) -> Game:
    if game_id not in ids():
        raise Problem(404, "not_found", f"game: there is no game {game_id[:40]!r}", field="game")
    return gunki.game(game_id)


def scenario(definition: Game, scenario_id: str | None) -> str:
    if scenario_id is not None and scenario_id not in definition.scenarios:
        raise Problem(
            404, "not_found", f"scenario: {definition.id} has {', '.join(definition.scenarios)}", field="scenario"
        )
    return scenario_id or definition.scenarios[0]


def warm() -> None:
    """Load all games, so that no request waits for that."""
    for game_id in ids():
        gunki.game(game_id).setup()
    games()


@cache
def games() -> Page:
    return page([_short(gunki.game(game_id)) for game_id in ids()])


def _short(definition: Game) -> dict[str, Any]:
    texts = {lang: definition.texts(lang) for lang in LANGUAGES}
    return {
        "id": definition.id,
        **{part: {lang: texts[lang]("game", part) for lang in LANGUAGES} for part in ("title", "subtitle", "about")},
        "scenarios": [
            {
                "id": ident,
                "title": {lang: texts[lang].name("scenario", ident) for lang in LANGUAGES},
                "about": {lang: texts[lang].sections.get("scenario_about", {}).get(ident, "") for lang in LANGUAGES},
                "seats": list(definition.seats_in(ident)),
            }
            for ident in definition.scenarios
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
            for option in definition.match_options
        ],
        "bots": [_bot(definition.id, name) for name in bots.names()],
        "lessons": [{"id": ident, "title": lesson["title"]} for ident, lesson in definition.lessons.items()],
    }


def _bot(game: str, name: str) -> dict[str, Any]:
    """Return a bot's name and description. Add its strength in this game if a league has measured it."""
    texts, rated = BOTS.get(name, dict.fromkeys(LANGUAGES, name)), ratings.rating(game, name)
    level = {lang: ratings.rating_text(game, name, lang) for lang in LANGUAGES}
    labels = {lang: f"{texts[lang]}{COMMA[lang]}{level[lang]}" if level[lang] else texts[lang] for lang in LANGUAGES}
    return {"name": name, "text": labels, **({} if rated is None else {"rating": rated})}


@cache
def whole(game_id: str) -> Page:
    definition = game(game_id)
    setup = definition.setup()
    lexicon = setup.lexicon
    return page(
        {
            "id": definition.id,
            "rules_version": definition.rules_version,
            "texts": {lang: _texts(definition, lang) for lang in LANGUAGES},
            "tells": dict(definition.event_roles),
            "verbs": lexicon.verbs,
            "clauses": [
                {
                    "id": clause.id,
                    "chapter": chapter(clause.id),
                    "text": {lang: clause.text(lang) for lang in LANGUAGES},
                }
                for clause in definition.clauses.values()
            ],
            "chapters": definition.chapters,
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
                for ruling in definition.rulings.values()
            ],
            "charts": definition.list_charts(setup),
            "tables": definition.tables,
            "overlays": list(definition.overlays),
            "signs": list(definition.signs),
            "seats": list(definition.seats),
            "sides": definition.board(setup).get("clans", {}),
        }
    )


def _texts(definition: Game, lang: str) -> dict[str, dict[str, str]]:
    place_texts = {f"told_{kind}": places for kind, places in definition.place_names(lang).items()}
    return {**definition.texts(lang).sections, **place_texts}


@cache
def board(game_id: str, wanted: str | None) -> Page:
    definition = game(game_id)
    return page({"drawing": definition.drawing, **definition.board(definition.setup(scenario(definition, wanted)))})


@cache
def start(game_id: str, wanted: str | None) -> Page:
    """Return the start position of a scenario, as a spectator sees it."""
    definition = game(game_id)
    setup = definition.setup(scenario(definition, wanted))
    view = {**definition.view(definition.start(setup), None), "ply": 0, "result": None, "decision": None}
    return page({"scene": definition.scene(setup, view), "view": view})


def the_lesson(definition: Game, wanted: str | None) -> dict[str, Any]:
    """Return a lesson of a game by its id. If `wanted` is None, return the first lesson."""
    lessons = definition.lessons
    wanted_lesson = lessons.get(next(iter(lessons), "") if wanted is None else wanted)
    if wanted_lesson is None:
        names = ", ".join(lessons) or "none"
        raise Problem(404, "not_found", f"lesson: {definition.id} has {names}", field="lesson")
    return wanted_lesson


@cache
def lesson(game_id: str, wanted: str | None) -> Page:
    definition = game(game_id)
    return page({"game": game_id, **the_lesson(definition, wanted)})


@cache
def guide(game_id: str) -> Page:
    definition = game(game_id)
    return page({"game": game_id, "text": {lang: definition.guide(lang) for lang in LANGUAGES}})


@cache
def map_file(game_id: str, name: str) -> tuple[bytes, str]:
    path = game(game_id).folder / "map" / name
    if name not in MAP_FILES or not path.is_file():
        raise Problem(404, "not_found", f"{game_id} has no such map file", field="file")
    return path.read_bytes(), MAP_FILES[name]
