"""Texts in English and Japanese, from files. The rules only name keys; this module makes sentences of them."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = ("en", "ja")
OWN_FOLDER = Path(__file__).parents[1] / "text"


def searchable(text: str) -> str:
    """Return a text in the form used for searches: in lower case, and without marks on long vowels (Hōjō: hojo)."""
    plain = unicodedata.normalize("NFD", text).replace("\u0304", "")
    return unicodedata.normalize("NFC", plain).casefold()


@lru_cache(maxsize=64)
def read_texts(path: Path) -> dict[str, dict[str, str]]:
    """Return the texts in a file by section and key."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Texts:
    """Texts of a language by section and key; later folders override earlier ones.

    For example, `texts("bar", "leave_one", area="mino")` returns a sentence.
    """

    def __init__(
        self, folders: Sequence[Path], lang: str, place_names: Callable[[], Mapping[str, Mapping[str, str]]] = dict
    ) -> None:
        """Read the texts.

        `place_names` returns the names that events use for numbered places, by kind of place. It is called only when
        such a name is needed.
        """
        self.lang = lang
        self._place_names = place_names
        self.sections: dict[str, dict[str, str]] = {}
        for folder in (OWN_FOLDER, *folders):
            for section, texts in read_texts(folder / f"{lang}.toml").items():
                self.sections.setdefault(section, {}).update(texts)
        self._formatter = _Words(self.translate)
        self._event_formatter = _Words(self.name_in_event)

    def has(self, section: str, key: str) -> bool:
        return key in self.sections.get(section, {})

    def __call__(self, section: str, key: str, /, **data: Any) -> str:
        """Return the text for a key, filled with data; return the key itself if there is no text.

        The last word of a data key tells the kind of thing that it names; names are translated by this kind.
        """
        template = self.sections.get(section, {}).get(key)
        if template is None:
            return key
        return self._formatter.vformat(template, (), data) if data else template

    def event_text(self, section: str, key: str, data: Mapping[str, Any]) -> str:
        """Return the text for an event. A numbered place gets the name of something there or near it."""
        template = self.sections.get(section, {}).get(key)
        return key if template is None else self._event_formatter.vformat(template, (), data)

    def name_in_event(self, key: str, value: Any) -> str:
        """Return a value of an event in words. A numbered place gets the name of something there or near it."""
        kind = key.rsplit("_", 1)[-1]
        if isinstance(value, str) and value not in self.sections.get(kind, {}):
            place_name = self._place_names().get(kind, {}).get(value)
            if place_name is not None:
                return place_name
        return self.translate(key, value)

    def name(self, kind: str, ident: str) -> str:
        """Return the name of a thing, such as an area, a card or a seat."""
        return self.sections.get(kind, {}).get(ident, ident)

    def translate(self, key: str, value: Any) -> str:
        """Return a value in words. A name is looked up in the section that the last word of `key` names."""
        if isinstance(value, list | tuple):
            between = "、" if self.lang == "ja" else ", "
            return between.join(self.translate(key, item) for item in value) or "–"
        if isinstance(value, str):
            last = key.rsplit("_", 1)[-1]
            for kind in (key, last, last[:-1]):
                if value in self.sections.get(kind, {}):
                    return self.sections[kind][value]
        return str(value)


class _Words(Formatter):
    def __init__(self, translate: Callable[[str, Any], str]) -> None:
        self._translate = translate

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        name = str(key)
        return self._translate(name, kwargs[name]) if name in kwargs else "?"

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        # Only plain names are looked up, not attributes or items, so that a text file cannot reach into objects.
        return self.get_value(field_name, args, kwargs), field_name
