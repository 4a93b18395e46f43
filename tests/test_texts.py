"""Everything a player reads exists in English and Japanese, and reads as a sentence when it is filled.

The keys are read from the source: the words given to emit(), Reason(), Ask(), Roll() and GameOver(), and the data that
goes with each, so that a text may only use what is there to fill it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import gunki
from gunki.core.definition.game import Game
from gunki.core.definition.lexicon import Lexicon
from gunki.core.definition.texts import LANGUAGES, OWN_FOLDER, Texts, read_texts
from tests.support import ROOT, often
from tests.text_uses import Collector, Use

GAMES = gunki.game_ids()
JAPANESE = re.compile(r"[\u3005-\u3007\u3041-\u30ff\u4e00-\u9fff]")
#: Things people see, and the section that names them.
NAMED = (
    "seat", "power", "clan", "area", "general", "card", "direction", "choice", "army", "unit", "castle", "weather",
)  # fmt: skip
#: Sections whose keys come from the source; a key nobody uses there is a leftover.
SAID = ("event", "decision", "bar", "reason", "verb")

# --- reading the source ----------------------------------------------------------------------------------------------

MADE_UP = """
class P:
    def tell_it(self, g, where, *, kind="put"):
        g.emit(kind, "1", area=where, ready=True)
        g.emit("open" if where else "closed", "2", seen_by=(0,), seat=1)
    def use_it(self, g):
        self.tell_it(g, 3, kind="hidden")
    def ask(self, g):
        name = "one" if g else "two"
        data = {"clan": 1, "area": 2}
        return Ask(0, name, "3", [], "then", data=data)
    def bars(self, g):
        yield Reason("4", "no_way", {"area": 1})
        yield Reason("4", "never")
    def roll(self, g):
        return Roll("luck", "5", 2, "then", data=self._more(g), modified=True)
    def _more(self, g):
        return {"value": 3}
    def over(self):
        return GameOver(1, "too_late", "9")
    def copy(self, bar):
        return Reason("p" + bar.clause, bar.what, other(bar.data))
    def both(self, g):
        seat, data = 0, {"unit": 1}
        return Ask(seat, "more", "3", [], "then", data=data | {"castle": 2})
class Q(P):
    reason, clause = "worn_out", "8"
    def end(self):
        return GameOver(1, self.reason, self.clause)
    def blow(self, g):
        return Roll("blow", "5", 1, "then", data=far(g))
"""
BELOW = """
def far(g):
    g.emit("not_collected")
    return {"hex": 1}
"""


def test_the_collector_finds_every_key_with_its_data() -> None:
    found = Collector([MADE_UP], [BELOW])
    assert found.unreadable == []
    assert {(use.section, use.key): set(use.data) for use in found.uses} == {
        ("event", "put"): {"area", "ready"},
        ("event", "hidden"): {"area", "ready"},
        ("event", "open"): {"seat"},
        ("event", "closed"): {"seat"},
        ("decision", "one"): {"clan", "area"},
        ("decision", "two"): {"clan", "area"},
        ("bar", "no_way"): {"area"},
        ("bar", "never"): set(),
        ("event", "roll_luck"): {"value", "purpose", "dice", "total"},
        ("decision", "roll_luck"): {"value", "count", "sides"},
        ("reason", "too_late"): set(),
        ("decision", "more"): {"unit", "castle"},
        ("reason", "worn_out"): set(),
        ("event", "roll_blow"): {"hex", "purpose", "dice"},
        ("decision", "roll_blow"): {"hex", "count", "sides"},
    }


@pytest.mark.parametrize(
    "source",
    [
        "def f(g, what):\n    g.emit(what)",
        "def f(g, what='x'):\n    g.emit(what)",
        "def f(g):\n    g.emit(f'roll_{g}')",
        "def f(g):\n    yield Reason('1', reason())",
        "def f(g):\n    yield Reason('1', 'no', g.why)",
        "def f(g):\n    return Ask(0, 'x', '1', [], 'then', data=make(g))",
        "def f(g):\n    return Roll('x', '1', 1, 'then', data=data)",
        "g.emit()",
    ],
)
def test_the_collector_says_what_it_cannot_read(source: str) -> None:
    found = Collector([source])
    assert len(found.unreadable) == 1
    assert found.uses == set()


# --- the layers of a game: core, what it shares, its own folder ------------------------------------------------------


def layers(game: Game) -> list[Path]:
    """The folders with source whose texts a game uses, in the order in which they are laid over each other."""
    return [OWN_FOLDER.parent, *(folder.parent for folder in game.shared_texts), game.folder]


@cache
def collected(folder: Path) -> Collector:
    """Read what a layer says; what is said in the layers below it is theirs."""
    return Collector(sources(folder), [source for each in shared_below(folder) for source in sources(each)])


def shared_below(folder: Path) -> list[Path]:
    """Return the layers that lie between the core and a shared layer: those of the series that an edition builds on."""
    stacks = [[path for path in layers(gunki.game(ident)) if "series" in path.parts] for ident in GAMES]
    return list(dict.fromkeys(each for stack in stacks if folder in stack for each in stack[: stack.index(folder)]))


def sources(folder: Path) -> list[str]:
    inner = [path.parent for path in folder.rglob("text") if path.parent != folder]
    paths = sorted(path for path in folder.rglob("*.py") if not any(path.is_relative_to(each) for each in inner))
    return [path.read_text(encoding="utf-8") for path in paths]


def uses(folder: Path) -> set[Use]:
    found = collected(folder)
    return found.uses | {Use("decision", "roll", frozenset({"count", "sides"}))} if is_core(folder) else found.uses


def is_core(folder: Path) -> bool:
    return folder == OWN_FOLDER.parent


def text_folders() -> list[Path]:
    return sorted({folder / "text" for ident in GAMES for folder in layers(gunki.game(ident))})


def all_text_folders() -> list[Path]:
    """With those of the tools that speak to players on their own account."""
    return sorted({*text_folders(), *(path.parent for path in (ROOT / "src" / "gunki").rglob("text/*.toml"))})


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def lexicons(game: Game) -> Iterator[Lexicon]:
    """With each choice of each option, since options may add things."""
    for option in game.match_options:
        for choice in option.choices:
            yield game.setup(options={option.name: choice}).lexicon


@cache
def verbs(ident: str) -> dict[str, tuple[str, ...]]:
    return {verb: kinds for lexicon in lexicons(gunki.game(ident)) for verb, kinds in lexicon.verbs.items()}


@cache
def domains(ident: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for lexicon in lexicons(gunki.game(ident)):
        for kind, names in lexicon.domains.items():
            found.setdefault(kind, set()).update(names)
    return found


each_game = pytest.mark.parametrize("ident", GAMES)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


@each_game
def test_every_key_in_the_source_can_be_read(ident: str) -> None:
    for folder in layers(gunki.game(ident)):
        assert collected(folder).unreadable == []
    assert {use.section for folder in layers(gunki.game(ident)) for use in uses(folder)} >= {"event", "decision", "bar"}


@each_game
@each_language
def test_every_key_in_the_source_has_its_text(ident: str, lang: str) -> None:
    """A layer finds its texts in itself or below: a series never relies on one of its games."""
    below: list[Path] = []
    missing = []
    for folder in layers(gunki.game(ident)):
        if not is_core(folder):
            below.append(folder / "text")
        texts = Texts(below, lang)
        missing += [f"{use.section}.{use.key}" for use in uses(folder) if not texts.has(use.section, use.key)]
    assert sorted(missing) == []


@each_game
@each_language
def test_texts_use_only_the_data_that_is_there(ident: str, lang: str) -> None:
    game = gunki.game(ident)
    texts = game.texts(lang)
    wanting = [
        f"{use.section}.{use.key}: {name}"
        for folder in layers(game)
        for use in uses(folder)
        if (use.section, use.key) != ("event", "roll")
        for name in placeholders(texts.sections[use.section][use.key]) - use.data
    ]
    assert sorted(wanting) == []


@each_game
@each_language
def test_every_verb_tells_all_that_an_option_says(ident: str, lang: str) -> None:
    """Two options must never read alike, so a verb's text names each of its arguments."""
    texts = gunki.game(ident).texts(lang).sections["verb"]
    wrong = []
    for verb, kinds in verbs(ident).items():
        once = {kind for kind in kinds if not kind.endswith("*")}
        wanted = {verb: once}
        if len(once) < len(kinds):
            wanted[f"{verb}_via"] = once | {f"via_{kinds[-1][:-1]}s"}
        wrong += [key for key, names in wanted.items() if key not in texts or placeholders(texts[key]) != names]
    assert sorted(wrong) == []


@each_language
def test_no_text_is_left_over(lang: str) -> None:
    said = {use for ident in GAMES for f in layers(gunki.game(ident)) for use in uses(f)}
    used = {(use.section, use.key) for use in said}
    # An event or a question that names one of two places has a text for either.
    placed = [use for use in said if use.section in ("event", "decision")]
    used |= {(use.section, f"{use.key}_no_{name}") for use in placed for name in use.data}
    spoken_verbs = {verb for ident in GAMES for verb in verbs(ident)}
    used |= {("verb", key) for verb in spoken_verbs for key in (verb, f"{verb}_via")}
    left = [
        f"{folder.parent.name}: {section}.{key}"
        for folder in text_folders()
        for section, texts in read_texts(folder / f"{lang}.toml").items()
        if section in SAID
        for key in texts
        if (section, key) not in used
    ]
    assert left == []


# --- the two languages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", all_text_folders(), ids=lambda folder: folder.parent.name)
def test_both_languages_hold_the_same_texts(folder: Path) -> None:
    english, japanese = (read_texts(folder / f"{lang}.toml") for lang in ("en", "ja"))
    assert {s: sorted(texts) for s, texts in english.items()} == {s: sorted(texts) for s, texts in japanese.items()}
    differ = [
        f"{section}.{key}"
        for section, texts in english.items()
        for key, text in texts.items()
        if placeholders(text) != placeholders(japanese[section][key])
    ]
    assert differ == []


@pytest.mark.parametrize("folder", text_folders(), ids=lambda folder: folder.parent.name)
def test_each_language_is_written_in_its_own_script(folder: Path) -> None:
    wrong = [
        f"{lang}: {section}.{key}"
        for lang in LANGUAGES
        for section, texts in read_texts(folder / f"{lang}.toml").items()
        for key, text in texts.items()
        if not fits_script(lang, text)
    ]
    assert wrong == []


def fits_script(lang: str, text: str) -> bool:
    bare = re.sub(r"\{\w+\}", "", text).strip()
    if lang == "en":
        return not JAPANESE.search(bare) and bool(text.strip())
    return bool(bare == "" and text) or bool(JAPANESE.search(bare) and not re.search(r"[A-Za-z]{3}", bare))


def test_a_text_in_the_wrong_script_is_seen() -> None:
    assert fits_script("en", "{clan} marched")
    assert fits_script("ja", "{clan}が移動")
    assert fits_script("ja", "{choice}")
    assert not fits_script("en", "{clan}が移動")
    assert not fits_script("en", "")
    assert not fits_script("ja", "{clan} marched")
    assert not fits_script("ja", "march で移動")
    assert not fits_script("ja", "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_is_still_to_come_does_not_stand_in_a_hex_called_none(lang: str) -> None:
    texts = gunki.game("kanto").texts(lang)
    data = {"unit": "satake_yoshishige", "hex": "none", "from_hex": "none", "to_hex": "4012"}
    assert "none" not in texts("decision", "action", **data) + texts("event", "marched", **data)


#: Names with a long vowel written as two letters, and words of English that look like them.
LONG = re.compile(r"\b(?:[A-Z][a-z]*(?:ou|uu|oo)|Oo)[a-z]*\b")
ENGLISH = re.compile(
    r"^(?:Choose|Co(?:ord|uld|unt)|Fo(?:ot|ur)|Ground|Mountain|Rou(?:gh|nd)|South|Surround|Too|Troops|With|You)"
)
#: Names in which the two vowels belong to two syllables.
TWO_VOWELS = {"Inoue", "Kazuuji", "Masuuji", "Matsuura", "Mizoo", "Toyooka"}


@pytest.mark.parametrize("game", GAMES)
def test_long_vowels_are_written_one_way(game: str) -> None:
    """Hōjō, as the map has it; plain letters only in what is typed."""
    found = gunki.game(game)
    texts = [text for section in found.texts("en").sections.values() for text in section.values()]
    texts += [clause.text("en") for clause in found.clauses.values()]
    written = {word for text in texts for word in LONG.findall(text) if not ENGLISH.search(word)}
    assert written - TWO_VOWELS == set()


def test_the_map_and_the_texts_write_castles_alike() -> None:
    game = gunki.game("kanto")
    drawing, setup = game.drawing, game.setup()
    assert drawing is not None
    on_map = {label["hex"]: label["name"] for label in drawing["labels"] if label["kind"] == "castle"}
    in_texts = {row["hex"]: game.texts().name("castle", row["id"]) for row in setup.tables["castle"]}
    assert on_map == in_texts
    provinces = {label["name"] for label in drawing["provinces"]["labels"]}
    assert provinces == set(game.texts().sections["province"].values())


# --- names -----------------------------------------------------------------------------------------------------------


def unnamed(texts: Texts, wanted: Mapping[str, Iterable[object]]) -> list[str]:
    return sorted(
        f"{section}.{key}" for section, keys in wanted.items() for key in keys if not texts.has(section, str(key))
    )


@each_game
@each_language
def test_everything_that_people_see_has_a_name(ident: str, lang: str) -> None:
    game = gunki.game(ident)
    things = domains(ident)
    options = [option.name for option in game.match_options]
    choices = {choice for option in game.match_options for choice in option.choices}
    wanted: dict[str, Iterable[object]] = {
        **{kind: names for kind, names in things.items() if kind in NAMED},
        "card_text": things.get("card", ()),
        "short": [*things.get("general", ()), *things.get("unit", ())],
        "game": ("title", "subtitle", "about"),
        "scenario": game.scenarios,
        "option": options,
        "option_help": options,
        "option_value": [str(c).lower() if isinstance(c, bool) else c for c in choices],
        "table": game.tables,
        "phase": phases(game.id),
    }
    wanted["seat"] = {*wanted["seat"], *game.seats}
    assert unnamed(game.texts(lang), wanted) == []
    assert unnamed(game.texts(lang), {"table": ["no such table"]}) == ["table.no such table"]


def phases(ident: str) -> list[str]:
    """The phases that a game shows on its track."""
    return list(gunki.new(ident, seed=1).scene()["phases"]["all"])


# --- filled, in play -------------------------------------------------------------------------------------------------


def unfilled(texts: Texts, section: str, key: str, data: Mapping[str, Any]) -> list[str]:
    """What would be printed raw: a missing text or datum, an id without a name, a bare True or False."""
    if not texts.has(section, key):
        return [f"{section}.{key}: no text"]
    found = []
    for name in placeholders(texts.sections[section][key]):
        values = data.get(name)
        for value in values if isinstance(values, list | tuple) else [values]:
            raw = isinstance(value, str) and texts.translate(name, value) == value and re.search(r"[a-z]", value)
            if value is None or isinstance(value, bool) or (raw and not nameless(texts, name, str(value))):
                found.append(f"{section}.{key}: {name} = {value!r}")
    return found


def nameless(texts: Texts, key: str, value: str) -> bool:
    """Whether a name is spelled like its id, e.g. `left`."""
    last = key.rsplit("_", 1)[-1]
    return any(texts.has(kind, value) for kind in (last, last[:-1]))


def unfilled_option(texts: Texts, kinds: tuple[str, ...], option: gunki.Option) -> list[str]:
    verb, args = option.action.verb, option.action.args
    once = [kind for kind in kinds if not kind.endswith("*")]
    data: dict[str, Any] = dict(zip(once, args, strict=False))
    if len(args) > len(once):
        return unfilled(texts, "verb", f"{verb}_via", data | {f"via_{kinds[-1][:-1]}s": args[len(once) :]})
    return unfilled(texts, "verb", verb, data)


def other_options(game: Game) -> dict[str, Any]:
    """All options away from their defaults, as far as they go together."""
    chosen: dict[str, Any] = {}
    for option in game.match_options:
        more = chosen | {option.name: next(c for c in reversed(option.choices) if c != option.default)}
        try:
            game.setup(options=more)
        except gunki.OptionError:
            continue
        chosen = more
    return chosen


@each_game
@pytest.mark.parametrize("usual", [True, False])
def test_nothing_is_printed_raw_in_play(ident: str, usual: bool) -> None:
    game = gunki.game(ident)
    both = [game.texts(lang) for lang in LANGUAGES]
    rng = random.Random(7)
    match = gunki.new(ident, seed=7, options={} if usual else other_options(game), dice="typed")
    lexicon, kinds = match.setup.lexicon, verbs(ident)
    found: set[str] = set()
    while (decision := match.decision) is not None:
        looked = match.ply % often(4, 1) == 0  # views and long lists of answers take most of the time
        phase = match.view(None)["phase"] if looked else ""
        for texts in both:
            if looked and not texts.has("phase", phase):
                found.add(f"phase {phase}")
            name = f"roll_{decision.name}" if decision.kind == "roll" else decision.name
            found.update(unfilled(texts, "decision", name, decision.data))
            for option in decision.options if looked else ():
                found.update(unfilled_option(texts, kinds[option.action.verb], option))
        if decision.kind == "roll":
            match.act(" ".join(str(rng.randint(1, decision.data["sides"])) for _ in range(decision.data["count"])))
            continue
        verb = rng.choice(decision.options).action.verb
        for act in rng.choices(list(lexicon.universe(verb, range(-1, 9))), k=often(1, 3)):
            for bar in match.why_not(str(lexicon.action(act))):
                for texts in both:
                    found.update(unfilled(texts, "bar", bar.what, bar.data))
        match.act(rng.choice(decision.options))
    assert match.result is not None
    for texts in both:
        found.update(unfilled(texts, "reason", match.result.reason, {}))
        for event in match.events:
            key = f"roll_{event.data['purpose']}" if event.kind == "roll" else event.kind
            found.update(unfilled(texts, "event", key, event.data))
    assert sorted(found) == []


def test_what_would_be_printed_raw_is_seen(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text(
        '[area]\nmino = "Mino"\n[direction]\nleft = "left"\n[bar]\nside = "{direction}"\n'
        '[event]\nput = "{area}"\nsaid = "{ready}"\nmany = "{areas}"\n',
        encoding="utf-8",
    )
    texts = Texts([tmp_path], "en")
    assert unfilled(texts, "event", "put", {"area": "mino"}) == []
    assert unfilled(texts, "event", "many", {"areas": ["mino", "mino"]}) == []
    assert unfilled(texts, "bar", "side", {"direction": "left"}) == []
    assert unfilled(texts, "event", "put", {"area": "owari"}) == ["event.put: area = 'owari'"]
    assert unfilled(texts, "event", "many", {"areas": ["mino", "owari"]}) == ["event.many: areas = 'owari'"]
    assert unfilled(texts, "event", "put", {}) == ["event.put: area = None"]
    assert unfilled(texts, "event", "said", {"ready": True}) == ["event.said: ready = True"]
    assert unfilled(texts, "event", "gone", {}) == ["event.gone: no text"]
