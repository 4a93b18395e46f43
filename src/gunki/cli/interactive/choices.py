"""The list of options of a decision. Few options get a line each. Many options, as in hex games, are put in groups."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from gunki.cli.render.hex_forces import HexForces, print_wrapped
from gunki.cli.render.screen import Screen, Word, strip_controls
from gunki.cli.render.words import GameWords
from gunki.core.rules.decision import Action, Decision, Option

#: If there are at most this many options, each is shown with the text that the player can type.
MAX_OPTIONS_WITH_TEXT = 12
#: The least number of options of one kind that are put in a group.
MIN_GROUP_SIZE = 4
#: The map is drawn if a decision offers at least this many places.
MIN_PLACES_DRAWN = 2


def labels(decision: Decision) -> list[str]:
    """Return the number that the player types for each option.

    It is the amount of the option if all options are amounts, else the place of the option in the list.
    """
    args = [option.action.args for option in decision.options]
    if args and all(len(a) == 1 and isinstance(a[0], int) for a in args):
        return [str(a[0]) for a in args]
    return [str(number) for number in range(1, len(args) + 1)]


def show_choices(screen: Screen, words: GameWords, decision: Decision, forces: HexForces | None) -> None:
    options = decision.options
    numbered = list(zip(labels(decision), options, strict=True))
    if len(options) <= MAX_OPTIONS_WITH_TEXT:
        wide = max((cell_len(_option_text(words, option, forces)) for option in options), default=0)
        for number, option in numbered:
            screen.text(_entry(words, number, option, forces, wide))
    elif forces is None:
        screen.columns([_entry(words, number, option) for number, option in numbered])
    else:
        _show_groups(screen, words, numbered, forces)


def _option_text(words: GameWords, option: Option, forces: HexForces | None) -> str:
    """Return the option in words. If it names only a force, add the strength and the place of the force."""
    args = option.action.args
    if forces is None or len(args) != 1:
        return words.option(option)
    kind = words.kind(next(iter(words.kinds(option.action.verb)), ""))
    return words.option(option) + forces.tag(f"{kind}:{args[0]}")


def _entry(
    words: GameWords, number: str, option: Option, forces: HexForces | None = None, wide: int | None = None
) -> Text:
    """Return a line such as `3 Place Shibata in Mino`. If `wide` is given, the text to type follows in a column."""
    text = _option_text(words, option, forces)
    entry = Text.assemble((f"{number:>3} ", "cyan"), strip_controls(text))
    if wide is not None and text != str(option):
        entry.append(" " * (max(0, wide - cell_len(text)) + 2) + strip_controls(str(option)), "dim")
    return entry


def _show_groups(screen: Screen, words: GameWords, numbered: Sequence[tuple[str, Option]], forces: HexForces) -> None:
    """Print options of one verb together: `Go to … (to HEX): 0413, 0414`.

    In small groups each option keeps its own line.
    """
    verbs: dict[str, list[tuple[str, Option]]] = {}
    for number, option in numbered:
        verbs.setdefault(option.action.verb, []).append((number, option))
    place = ""
    for verb, entries in verbs.items():
        if len(entries) < MIN_GROUP_SIZE or not entries[0][1].action.args:
            for number, option in entries:
                screen.text(_entry(words, number, option, forces, 0))
            continue
        kinds = words.kinds(verb)
        like = words.option(Option(Action(verb, *("…" for _ in kinds))))
        form = " ".join((verb, *(words.kind(kind).upper() for kind in kinds)))
        head: list[Word] = [(like, "bold"), (f"({form}):", "dim")]
        if kinds == ("hex",):
            names = [forces.place(str(option.action.args[0])) for _, option in entries]
            print_wrapped(screen, [*head, *forces.join_names(sorted(names))], 2)
            place = place or str(entries[0][1])
        elif len(kinds) == 1:
            print_wrapped(screen, head, 2)
            screen.columns([_thing(words, number, kinds[0], option, forces) for number, option in entries])
        else:
            print_wrapped(screen, head, 2)
            for line in _matrix(words, forces, kinds, [option.action for _, option in entries]):
                print_wrapped(screen, line, 4)
    if place:
        screen.line(words("type_place", example=f"{place}, {place.split()[-1]}"), "dim")


def _thing(words: GameWords, number: str, kind: str, option: Option, forces: HexForces) -> Text:
    thing_id, kind = str(option.action.args[0]), words.kind(kind)
    tag = strip_controls(forces.tag(f"{kind}:{thing_id}"))
    return Text.assemble((f"{number:>3} ", "cyan"), strip_controls(words.short(kind, thing_id)), (tag, "dim"))


def _matrix(words: GameWords, forces: HexForces, kinds: Sequence[str], actions: Sequence[Action]) -> list[list[Word]]:
    """Return lines such as `Murakami, Usami → Kenshin, Naoe`. Names with the same targets share a line."""
    last: dict[tuple[str, ...], list[str]] = {}
    for action in actions:
        *first, end = map(str, action.args)
        kind = words.kind(kinds[-1])
        last.setdefault(tuple(first), []).append(forces.place(end) if kind == "hex" else words.short(kind, end))
    alike: dict[tuple[str, ...], list[str]] = {}
    for before, ends in last.items():
        name = " ".join(words.short(words.kind(kind), thing_id) for kind, thing_id in zip(kinds, before, strict=False))
        alike.setdefault(tuple(ends), []).append(name)
    return [[*forces.join_names(names), ("→", "bold"), *forces.join_names(ends)] for ends, names in alike.items()]


def lit_places(decision: Decision, domain: str) -> dict[str, str]:
    """Return the places that the options concern, each with the sign that marks it on a map."""
    lights = (light.partition(":") for option in decision.options for light in option.lights)
    return {place_id: "*" for kind, _, place_id in lights if kind == domain}
