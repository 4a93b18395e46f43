"""Overlays of a game (docs/data/overlays.md): in words, and as signs on a map of hexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunki.cli.render.hex_forces import HexForces, print_wrapped
from gunki.cli.render.screen import Screen
from gunki.cli.render.words import GameWords

#: At most this many places are named one by one. If there are more, they are shown on the map, if there is one.
MAX_PLACES_NAMED = 12
SIGNS = {"good": "*", "bad": "!", "neutral": "-"}


def show_overlay(
    screen: Screen, words: GameWords, overlay: Mapping[str, Any], domain: str, forces: HexForces | None, centre: str
) -> None:
    texts = words.texts
    places: Mapping[str, Any] = overlay["places"]
    title = words.name("overlay", overlay["overlay"])
    screen.line(title, "bold")
    groups: dict[tuple[str, str], list[str]] = {}
    for place_id, entry in places.items():
        name = words.name(*entry["name"]) if "name" in entry else title
        groups.setdefault((str(entry["tone"]), name), []).append(place_id)
    is_drawn = forces is not None and bool(centre) and len(places) > MAX_PLACES_NAMED
    if forces is not None and is_drawn:
        signs = {place_id: SIGNS.get(str(entry["tone"]), "*") for place_id, entry in places.items()}
        values = {place_id: str(entry["value"]) for place_id, entry in places.items() if "value" in entry}
        forces.show_map(screen, centre, signs, values)
    for (tone, name), place_ids in groups.items():
        head = f"{SIGNS.get(tone, '*')} {name}".rstrip()
        if is_drawn and len(place_ids) > MAX_PLACES_NAMED:
            screen.line(words("overlay_hexes", name=head, count=len(place_ids)))
            continue
        place_texts = [_place_text(words, domain, forces, place_id, places[place_id]) for place_id in place_ids]
        print_wrapped(
            screen,
            [
                (f"{head}:", ""),
                *((text + (words.comma if text is not place_texts[-1] else ""), "") for text in place_texts),
            ],
        )
    for note in overlay["notes"]:
        screen.line(texts("overlay", note["text"], **note["data"]))
    panel = overlay.get("panel")
    if panel:
        _show_panel(screen, words, panel)
    elif not places and not overlay["notes"]:
        screen.line(words("overlay_none"))


def _place_text(
    words: GameWords, domain: str, forces: HexForces | None, place_id: str, entry: Mapping[str, Any]
) -> str:
    """Return a place with its value, such as `0514 Kaizu 6`. On a hex board add the leaders there."""
    name = words.name(domain, place_id) if forces is None else forces.place(place_id)
    parts = [name]
    if forces is not None:
        leaders = [forces.name(s["pieces"][0]["name"]) for s in forces.places.get(place_id, {}).get("stacks", ())]
        parts += [f"({words.join_names(leaders)})"] if leaders else []
    return " ".join(parts) + (f": {entry['value']}" if "value" in entry else "")


def _show_panel(screen: Screen, words: GameWords, panel: Mapping[str, Any]) -> None:
    """Print the odds: the possible losses, each with its chance."""

    def percent(chance: float) -> str:
        return f"{100 * chance:.0f} %"

    if "trials" in panel:
        screen.line(words("odds_head", count=panel["trials"]) if panel["trials"] else words("odds_exact"))
    for row in panel.get("rows", ()):
        chances = [f"{number}: {percent(chance)}" for number, chance in enumerate(row["chances"]) if chance]
        name = words.name(*row["name"])
        print_wrapped(
            screen, [(words("odds_row", name=name, mean=row["mean"], chances=words.join_names(chances)), "")], 2
        )
    for outcome in panel.get("outcomes", ()):
        screen.item(f"  {words.texts('overlay', outcome['text'])}:", percent(outcome["chance"]), "")
    for general in panel.get("generals", ()):
        screen.item(f"  {words('odds_dead', name=words.name(*general['name']))}:", percent(general["dead"]), "")
