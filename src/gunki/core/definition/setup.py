"""The setup of a match: scenario, match options and tables, none of which changes during the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gunki.core.definition.lexicon import Lexicon
from gunki.core.rules.old_names import refuse_old_hooks

if TYPE_CHECKING:
    from gunki.core.encodings.layout import Layout

OptionValue = bool | int | str


class Setup:
    """Everything that never changes during a match: match options and tables, turned into numbers by the game."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_old_hooks(cls)

    def __init__(self, scenario: str, options: Mapping[str, OptionValue], tables: Mapping[str, Any]) -> None:
        self.scenario = scenario
        self.options = dict(options)
        self.tables = tables
        self.seats: tuple[str, ...] = ()
        self.lexicon: Lexicon
        #: The layout of encoded positions (gunki.core.encodings.encoder); made at first use.
        self.layout: Layout | None = None
