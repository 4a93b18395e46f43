"""What a game lays over its board (docs/server.md), in words, and on a map of hexes with signs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunki.cli.render.hex_forces import Forces, fold
from gunki.cli.render.screen import Screen
from gunki.cli.render.words import GameWords

#: Up to so many places are named one by one; more are shown on the map, where there is one.
FEW_PLACES = 12
SIGNS = {"good": "*", "bad": "!", "neutral": "-"}


def show_overlay(
    screen: Screen, words: GameWords, overlay: Mapping[str, Any], domain: str, forces: Forces | None, centre: str
) -> None:
    texts = words.texts
    places: Mapping[str, Any] = overlay["places"]
    title = words.name("overlay", overlay["overlay"])
    screen.line(title, "bold")
    groups: dict[tuple[str, str], list[str]] = {}
    for ident, entry in places.items():
        name = words.name(*entry["name"]) if "name" in entry else title
        groups.setdefault((str(entry["tone"]), name), []).append(ident)
    drawn = forces is not None and bool(centre) and len(places) > FEW_PLACES
    if forces is not None and drawn:
        signs = {ident: SIGNS.get(str(entry["tone"]), "*") for ident, entry in places.items()}
        values = {ident: str(entry["value"]) for ident, entry in places.items() if "value" in entry}
        forces.show_map(screen, centre, signs, values)
    for (tone, name), found in groups.items():
        head = f"{SIGNS.get(tone, '*')} {name}".rstrip()
        if drawn and len(found) > FEW_PLACES:
            screen.line(words("overlay_hexes", name=head, count=len(found)))
            continue
        shown = [_place(words, domain, forces, ident, places[ident]) for ident in found]
        fold(
            screen, [(f"{head}:", ""), *((text + (words.comma if text is not shown[-1] else ""), "") for text in shown)]
        )
    for note in overlay["notes"]:
        screen.line(texts("overlay", note["text"], **note["data"]))
    panel = overlay.get("panel")
    if panel:
        _panel(screen, words, panel)
    elif not places and not overlay["notes"]:
        screen.line(words("overlay_none"))


def _place(words: GameWords, domain: str, forces: Forces | None, ident: str, entry: Mapping[str, Any]) -> str:
    """`0514 Kaizu 6`: a place with its value, and on a map of forces with those who stand there."""
    name = words.name(domain, ident) if forces is None else forces.place(ident)
    parts = [name]
    if forces is not None:
        leaders = [forces.name(s["pieces"][0]["name"]) for s in forces.places.get(ident, {}).get("stacks", ())]
        parts += [f"({words.listed(leaders)})"] if leaders else []
    return " ".join(parts) + (f": {entry['value']}" if "value" in entry else "")


def _panel(screen: Screen, words: GameWords, panel: Mapping[str, Any]) -> None:
    """Odds: what may be lost with which chance."""

    def percent(chance: float) -> str:
        return f"{100 * chance:.0f} %"

    if "trials" in panel:
        screen.line(words("odds_head", count=panel["trials"]) if panel["trials"] else words("odds_exact"))
    for row in panel.get("rows", ()):
        chances = [f"{number}: {percent(chance)}" for number, chance in enumerate(row["chances"]) if chance]
        name = words.name(*row["name"])
        fold(screen, [(words("odds_row", name=name, mean=row["mean"], chances=words.listed(chances)), "")], 2)
    for outcome in panel.get("outcomes", ()):
        screen.item(f"  {words.texts('overlay', outcome['text'])}:", percent(outcome["chance"]), "")
    for general in panel.get("generals", ()):
        screen.item(f"  {words('odds_dead', name=words.name(*general['name']))}:", percent(general["dead"]), "")
