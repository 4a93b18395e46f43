"""Forces and strongholds of a hex board in words, from a scene.

They can be shown all together, only those that changed, or one in detail.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from gunki.cli.render.hex_map import HexMapText, is_ship, rows_for, strength
from gunki.cli.render.score import show_counts, show_rolls
from gunki.cli.render.screen import Screen, Word, strip_controls, wrap_words
from gunki.cli.render.words import GameWords
from gunki.core.matches.match import Match

#: The number of a side's places that are listed, unless the user asks for all places.
MOST_PLACES = 10
#: The sign of a ship with cargo. It is not printed, because the name of the cargo is.
CARGO = "cargo"
MOST_NAMES = 12


class HexForces:
    """The pieces on a hex board, as a seat may see them."""

    def __init__(
        self, words: GameWords, match: Match, seat: str | None, board: Mapping[str, Any], *, unicode: bool
    ) -> None:
        self.words = words
        self.match = match
        self.view = match.view(seat)
        self.scene = match.scene(seat)
        self.places: Mapping[str, Any] = self.scene["places"]
        self.sheet = HexMapText(words, board, self.scene, self.view)
        #: Places that are not hexes.
        self.spots: dict[str, Mapping[str, Any]] = {spot["id"]: spot for spot in board.get("spots", ())}
        self._star = "★" if unicode else "*"

    # -- names ----------------------------------------------------------------------------------------------------

    def name(self, pair: Sequence[str], short: bool = True) -> str:
        section, key = pair
        short = short and section in ("unit", "ship")
        return self.words.short(section, key) if short else self.words.name(section, key)

    def stronghold(self, place_id: str) -> str:
        """Return the name of the stronghold in a place, or an empty text."""
        marks = self.places.get(place_id, {}).get("marks", ())
        return next((self.name(mark["name"]) for mark in marks if "name" in mark), "")

    def names_of(self, place_id: str) -> list[str]:
        """Return the names of a place besides its number: the id and the name of what stands there."""
        if place_id in self.spots:
            return []
        pairs = [mark["name"] for mark in self.places[place_id]["marks"] if "name" in mark]
        return [name for pair in pairs for name in (pair[1], self.name(pair))]

    def place(self, place_id: str) -> str:
        if place_id in self.spots:
            return self.name(self.spots[place_id]["name"])
        return f"{place_id} {self.stronghold(place_id)}".rstrip()

    def join_names(self, names: Sequence[str]) -> list[Word]:
        """Return names with commas, as words that can be wrapped into lines."""
        return [(name + (self.words.comma if n < len(names) else ""), "") for n, name in enumerate(names, 1)]

    def where(self, thing: str) -> str:
        """Return the place of a piece. Return an empty text if the piece is not on the map."""
        for place_id, place in self.places.items():
            for stack in place["stacks"]:
                if any(piece.get("thing") == thing for piece in stack["pieces"]):
                    return place_id
        return ""

    def hex_of(self, place_id: str) -> str:
        """Return the hex on which the map is centred for a place.

        It is the place itself. If the place is not a hex, it is the hex nearest to the place.
        """
        if place_id not in self.spots:
            return place_id
        column, row = map(int, self.spots[place_id]["at"])
        places = self.sheet.at
        nearest: str = min(places, key=lambda h: abs(places[h][0] - column) + abs(places[h][1] - row))
        return nearest

    def tag(self, thing: str) -> str:
        """Return strength and place of the force that a piece leads, such as ` 33 · 0505`.

        Return an empty text if the piece leads no force.
        """
        for place_id, place in self.places.items():
            for stack in place["stacks"]:
                if stack.get("force") == thing:
                    return f" {strength(stack)} · {self.place(place_id)}"
        return ""

    def mark(self, mark: Mapping[str, Any]) -> str:
        """Return a mark in words: `invested`, `durability 4`, `level 2`."""
        text = self._sign(str(mark["glyph"]))
        if "value" not in mark:
            return text
        return text + self.words.space + str(mark["value"])

    def _sign(self, glyph: str) -> str:
        """Return the name of a sign. If the game's texts do not have it, take it from the command's own texts."""
        key = f"glyph_{glyph}"
        if self.words.texts.has("glyph", glyph):
            return self.words.name("glyph", glyph)
        return self.words(key) if self.words.has(key) else glyph.replace("_", " ")

    # -- forces ---------------------------------------------------------------------------------------------------

    def _notes(self, stack: Mapping[str, Any], *, inside: bool) -> list[str]:
        pieces = stack["pieces"]
        several = len(pieces) > 1 and not is_ship(stack)
        notes = [self.words("units", count=len(pieces))] if several else []
        if is_ship(stack):
            notes += [self.words("carries", unit=self.name(piece["name"])) for piece in pieces[1:]]
        hidden = (CARGO,) if inside else ("garrison", CARGO)
        notes += [self.mark(mark) for mark in pieces[0]["marks"] if mark["glyph"] not in hidden]
        if pieces[0]["state"] == "spent":
            notes.append(self.words("acted"))
        return notes

    def _force(self, stack: Mapping[str, Any], *, inside: bool) -> Word:
        """Return a force such as `Kenshin 33 (11 units, has acted)`."""
        leader = stack["pieces"][0]
        notes = self._notes(stack, inside=inside)
        stars = self._star * sum(v["value"] for v in leader["values"] if v["glyph"] == "star")
        space = self.words.space
        text = f"{self.name(leader['name'])}{stars}{space}{strength(stack)}"
        style = "dim" if leader["state"] == "spent" else "bold"
        return text + (f"{space}({self.words.join_names(notes)})" if notes else ""), style

    def line(self, place_id: str, side: str) -> list[Word]:
        """Return the forces of one side in a place: `0505 in Kasugayama: Kenshin 33 (11 units), Naoe 3`."""
        place, castle = self.places[place_id], self.stronghold(place_id)
        stacks = [s for s in place["stacks"] if self.sheet.side_of(s["clan"]) == side and not is_ship(s)]
        stacks.sort(key=strength, reverse=True)
        inside = bool(stacks) and all(stack.get("inside") for stack in stacks)
        at = self.words("in_castle", castle=castle) if castle and inside else castle
        where = self.place(place_id) if place_id in self.spots else f"{place_id} {at}".rstrip()
        out: list[Word] = [(where + (":" if stacks else ""), "")]
        if castle and place["side"] != side:
            out[0] = (f"{place_id} {castle} ({self._side(place['side'])}):", "")
        for number, stack in enumerate(stacks, 1):
            text, style = self._force(stack, inside=not inside)
            out.append((text + (self.words.comma if number < len(stacks) else ""), style))
        return out

    def _side(self, side: str | None) -> str:
        return self.words.side(side) if side else self.words("nobody")

    def by_side(self) -> dict[str, list[str]]:
        """Return, for each side, the places where it has forces on land.

        Places with forces in the field come first. Places where all forces are in a stronghold follow. In both groups
        the strongest come first.
        """
        out: dict[str, list[str]] = {side: [] for side in self.scene["sides"]}
        for place_id, place in self.places.items():
            ashore = [stack for stack in place["stacks"] if not is_ship(stack)]
            for side in dict.fromkeys(self.sheet.side_of(stack["clan"]) for stack in ashore):
                out.setdefault(side, []).append(place_id)
        return {side: sorted(place_ids, key=self._rank) for side, place_ids in out.items() if place_ids}

    def _rank(self, place_id: str) -> tuple[bool, int, str]:
        stacks = [stack for stack in self.places[place_id]["stacks"] if not is_ship(stack)]
        return all(stack.get("inside") for stack in stacks), -sum(map(strength, stacks)), place_id

    def show_forces(self, screen: Screen, *, full: bool = False) -> None:
        for side, places in self.by_side().items():
            own = [s for p in places for s in self.places[p]["stacks"] if self.sheet.side_of(s["clan"]) == side]
            stacks = [stack for stack in own if not is_ship(stack)]
            head: list[Word] = [(f"{self.sheet.sides.get(side, '?')} {self.words.side(side)}", "bold underline")]
            total = sum(map(strength, stacks))
            units = sum(len(s["pieces"]) for s in stacks)
            head.append((" " + self.words("forces_of", forces=len(stacks), units=units, strength=total), "dim"))
            screen.words(head)
            few = full or len(places) <= MOST_PLACES + 2
            for place_id in places if few else places[:MOST_PLACES]:
                print_wrapped(screen, self.line(place_id, side), 2)
            if not few:
                screen.line("  " + self.words("more_places", count=len(places) - MOST_PLACES), "dim")
            self._show_ships(screen, side)

    def _show_ships(self, screen: Screen, side: str) -> None:
        """Print ships, if any: `Ships: Mōri box: Murakami 2, Nomi 2; 3234 Toba: Sumitaka 2 (sheltered in port)`."""
        parts: list[Word] = []
        for place_id, place in self.places.items():
            ships = [s for s in place["stacks"] if is_ship(s) and self.sheet.side_of(s["clan"]) == side]
            if ships:
                parts.append((f"{self.place(place_id)}:", ""))
            for number, stack in enumerate(ships, 1):
                text, style = self._force(stack, inside=True)
                parts.append((text + (self.words.comma if number < len(ships) else ";"), style))
        if parts:
            text, style = parts[-1]
            print_wrapped(
                screen, [(f"{self.words('ships')}:", "bold"), *parts[:-1], (text.removesuffix(";"), style)], 2
            )

    # -- strongholds and boxes ------------------------------------------------------------------------------------

    def find_changed_strongholds(self) -> list[str]:
        """Return strongholds whose owner has changed since the start.

        Add owned strongholds that have more than one mark.
        """
        game, setup = self.match.game, self.match.setup
        start = game.scene(setup, game.view(game.start(setup), None))["places"]
        return [
            place_id
            for place_id, place in self.places.items()
            if self.stronghold(place_id)
            and (place["owner"] != start.get(place_id, place)["owner"] or (place["owner"] and len(place["marks"]) > 1))
        ]

    def castle(self, place_id: str, full: bool = False) -> str:
        """Return a stronghold such as `0514 Kaizu (Takeda): durability 4, invested`."""
        place = self.places[place_id]
        owner = self.words.name("army", place["owner"]) if place["owner"] else self.words("nobody")
        named = "" if full and owner == self._side(place["side"]) else f" ({owner})"
        marks = [self.mark(m) for m in place["marks"] if full or "name" not in m]
        if full:
            marks += self._full_values(place["marks"])
        return self.place(place_id) + named + (f": {self.words.join_names(marks)}" if marks else "")

    def _full_values(self, marks: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return the values that have no mark because they are full, for example the durability of a stronghold."""
        marked_glyphs = {mark["glyph"] for mark in marks}
        state: Mapping[str, Any] = {}
        for section, key in (mark["name"] for mark in marks if "name" in mark):
            state = self.view.get(f"{section}s", {}).get(key, {})
        return [
            self.mark({"glyph": glyph, "value": number})
            for glyph, number in state.items()
            if type(number) is int and number and glyph not in marked_glyphs and self.words.has(f"glyph_{glyph}")
        ]

    def show_castles(self, screen: Screen) -> None:
        """Print all strongholds by side."""
        for side in (*self.scene["sides"], None):
            place_ids = [
                place_id
                for place_id, place in sorted(self.places.items())
                if self.stronghold(place_id) and place["side"] == side and self.sheet.is_used(place_id)
            ]
            if place_ids:
                screen.line(f"{self._side(side)} ({len(place_ids)})", "bold underline")
                screen.columns([Text(strip_controls(self.castle(place_id, full=True))) for place_id in place_ids])

    def show_off_map(self, screen: Screen) -> None:
        """Print the pieces beside the map. They are still to come, have fallen, or were removed."""
        for box in self.scene["boxes"]:
            pieces = box["pieces"]
            if pieces:
                names = [self.name(piece["name"]) for piece in pieces[:MOST_NAMES]]
                more = [self.words("and_more", count=len(pieces) - MOST_NAMES)] if len(pieces) > MOST_NAMES else []
                note = box.get("note")
                why = f" ({self.words.texts('scene', note['text'], **note['data'])})" if note else ""
                print_wrapped(screen, [(f"{self.name(box['name'])}{why}:", "bold"), *self.join_names([*names, *more])])

    def show_map(
        self, screen: Screen, centre: str, marked: Mapping[str, str], values: Mapping[str, str] | None = None
    ) -> None:
        """Print the map around a hex. See `HexMapText.window`."""
        rows = rows_for(screen.console.height if screen.tty else None)
        for line in self.sheet.window(centre, screen.width, rows, marked, values or {}):
            screen.text(line, wrap=False)
        print_wrapped(screen, [(part + " ", "dim") for part in self.sheet.legend()])

    # -- the whole position ---------------------------------------------------------------------------------------

    def headline(self) -> list[str]:
        texts = self.words.texts
        parts = [texts("game", "title")]
        parts += [texts("scene", entry["text"], **entry["data"]) for entry in self.scene["headline"]]
        parts.append(self.words.name("phase", self.scene["phases"]["now"]))
        if self.view.get("decision"):
            parts.append(self.words("to_act", side=self.words.side(self.view["decision"]["who"])))
        return [part + (" ·" if part is not parts[-1] else "") for part in parts]

    def show(self, screen: Screen) -> None:
        screen.line()
        print_wrapped(screen, [(part, "bold") for part in self.headline()])
        show_counts(screen, self.words, self.scene)
        if self.scene["rolls"]:
            show_rolls(screen, self.words, self.scene["rolls"], self.match.game.list_charts(self.match.setup))
        self.show_forces(screen)
        strongholds = self.find_changed_strongholds()
        if strongholds:
            screen.line(self.words("castles_changed"), "bold underline")
            for place_id in strongholds[:MOST_NAMES]:
                screen.line("  " + self.castle(place_id))
            if len(strongholds) > MOST_NAMES:
                screen.line("  " + self.words("more_castles", count=len(strongholds) - MOST_NAMES), "dim")
        self.show_off_map(screen)
        screen.line(self.words("hex_hint"), "dim")

    # -- one thing in detail --------------------------------------------------------------------------------------

    def _piece(self, piece: Mapping[str, Any]) -> str:
        """Return a piece such as `Uesugi Kenshin ★★ 3-4-4, reduced`."""
        numbers = "-".join(str(v["value"]) for v in piece["values"] if v["glyph"] != "star")
        stars = self._star * sum(v["value"] for v in piece["values"] if v["glyph"] == "star")
        text = " ".join(part for part in (self.name(piece["name"], short=False), stars, numbers) if part)
        return self.words.join_names([text, *(self.mark(mark) for mark in piece["marks"] if mark["glyph"] != CARGO)])

    def show_stack(self, screen: Screen, stack: Mapping[str, Any], thing: str = "") -> None:
        """Print a force with its command track. An arrow points at the piece `thing`."""
        leader, *led = stack["pieces"]
        notes = [self.words("strength", count=strength(stack))]
        if is_ship(stack):
            notes += [self.words("carries", unit=self.name(piece["name"])) for piece in led]
        elif stack.get("boxes"):
            notes.append(self.words("command_track", used=len(led), boxes=stack["boxes"]))
        if leader["state"] == "spent":
            notes.append(self.words("acted"))
        army, side = self.words.name("army", leader["clan"]), self.words.side(self.sheet.side_of(leader["clan"]))
        if side != army:
            notes.insert(0, self.words("fights_for", side=side))
        kind = self._sign(leader["kind"]) if self.words.texts.has("glyph", leader["kind"]) else ""
        named = f"{kind} {self._piece(leader)}".lstrip()
        print_wrapped(screen, [(named, "bold"), (f"[{army}]", ""), *self.join_names(notes)], 2)
        for piece in led:
            is_target = piece.get("thing") == thing
            screen.words([("> " if is_target else "· ", "bold"), (self._piece(piece), "bold" if is_target else "")], 4)

    def values_hint(self) -> str:
        """Return what the numbers of a piece mean."""
        pieces = (p for place in self.places.values() for s in place["stacks"] for p in s["pieces"])
        glyphs = [v["glyph"] for v in next(pieces, {"values": ()})["values"] if v["glyph"] != "star"]
        return "-".join(self.mark({"glyph": glyph}) for glyph in glyphs)

    def show_place(self, screen: Screen, place_id: str) -> None:
        words = self.words
        if place_id in self.spots:
            screen.words([(self.place(place_id), "bold underline")])
            self._show_stacks(screen, self.places.get(place_id, {"stacks": ()})["stacks"])
            return
        ground = self.sheet.hexes[self.sheet.at[place_id]]
        facts = [words.name("terrain", str(ground.get("terrain", "")))]
        province = str(ground.get("province", ""))
        if province:
            facts.append(words.name("province", province.casefold()))
        if ground.get("closed"):
            facts.append(words("closed_hex"))
        facts += self.sheet.rivers(place_id)
        screen.words([(place_id, "bold underline"), (" " + words.join_names(facts), "")])
        place = self.places.get(place_id)
        if place is None:
            return
        if self.stronghold(place_id):
            owner = words.name("army", place["owner"]) if place["owner"] else words("nobody")
            screen.words([(words("castle_of", castle=self.stronghold(place_id), owner=owner), "bold")], 2)
            screen.line("  " + words.join_names([*map(self.mark, place["marks"]), *self._full_values(place["marks"])]))
        self._show_stacks(screen, place["stacks"])

    def _show_stacks(self, screen: Screen, stacks: Sequence[Mapping[str, Any]]) -> None:
        for stack in stacks:
            self.show_stack(screen, stack)
        if stacks:
            screen.line("  " + self.values_hint(), "dim")

    def has_shown_unit(self, screen: Screen, thing: str) -> bool:
        """Print a unit in its force, or in its box beside the map. Return whether the unit was found."""
        for place_id, place in self.places.items():
            for stack in place["stacks"]:
                if any(piece.get("thing") == thing for piece in stack["pieces"]):
                    screen.line(self.place(place_id), "bold underline")
                    self.show_stack(screen, stack, thing)
                    screen.line("  " + self.values_hint(), "dim")
                    return True
        for box in self.scene["boxes"]:
            for piece in box["pieces"]:
                if piece.get("thing") == thing:
                    screen.line(f"{self._piece(piece)} · {self.name(box['name'])}")
                    return True
        return False


def print_wrapped(screen: Screen, words: Iterable[Word], indent: int = 0) -> None:
    """Print words in lines of the screen's width, also in a pipe.

    Lines after the first are indented further.
    """
    for number, line in enumerate(wrap_words(words, screen.width - indent - 3)):
        screen.text(Text(" " * (indent if number == 0 else indent + 3)) + Text.assemble(*line), wrap=False)
