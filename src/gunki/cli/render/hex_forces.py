"""A table of forces and strongholds in words, out of a scene: who stands where, what has changed, one thing closely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from gunki.cli.render.hex_map import HexSheet, afloat, rows_for, strength
from gunki.cli.render.score import show_counts, show_rolls
from gunki.cli.render.screen import Screen, Word, clean, folded
from gunki.cli.render.words import GameWords
from gunki.core.matches.match import Match

#: So many places of a side are listed at most, unless all are asked for; so many names of other things.
MOST_PLACES = 10
#: The sign of a ship that carries somebody: who that is is told besides.
CARGO = "cargo"
MOST_NAMES = 12


class Forces:
    """What lies on a hex table, as a seat may see it."""

    def __init__(
        self, words: GameWords, match: Match, seat: str | None, board: Mapping[str, Any], *, unicode: bool
    ) -> None:
        self.words = words
        self.match = match
        self.view = match.view(seat)
        self.scene = match.scene(seat)
        self.places: Mapping[str, Any] = self.scene["places"]
        self.sheet = HexSheet(words, board, self.scene, self.view)
        #: Places that are no hexes.
        self.spots: dict[str, Mapping[str, Any]] = {spot["id"]: spot for spot in board.get("spots", ())}
        self._star = "★" if unicode else "*"

    # -- names ----------------------------------------------------------------------------------------------------

    def name(self, pair: Sequence[str], short: bool = True) -> str:
        section, key = pair
        short = short and section in ("unit", "ship")
        return self.words.short(section, key) if short else self.words.name(section, key)

    def stronghold(self, ident: str) -> str:
        """The name of what stands in a place, or nothing."""
        marks = self.places.get(ident, {}).get("marks", ())
        return next((self.name(mark["name"]) for mark in marks if "name" in mark), "")

    def called(self, ident: str) -> list[str]:
        """What a place may be called besides its number: the id and the name of what stands there."""
        if ident in self.spots:
            return []
        pairs = [mark["name"] for mark in self.places[ident]["marks"] if "name" in mark]
        return [name for pair in pairs for name in (pair[1], self.name(pair))]

    def place(self, ident: str) -> str:
        if ident in self.spots:
            return self.name(self.spots[ident]["name"])
        return f"{ident} {self.stronghold(ident)}".rstrip()

    def listed(self, names: Sequence[str]) -> list[Word]:
        """Names with commas, to be folded into lines."""
        return [(name + (self.words.comma if n < len(names) else ""), "") for n, name in enumerate(names, 1)]

    def where(self, thing: str) -> str:
        """The place of a piece on the map, or nothing."""
        for ident, place in self.places.items():
            for stack in place["stacks"]:
                if any(piece.get("thing") == thing for piece in stack["pieces"]):
                    return ident
        return ""

    def hex_of(self, ident: str) -> str:
        """A place that the map can be shown around: a hex, or the one nearest to where a place besides is shown."""
        if ident not in self.spots:
            return ident
        column, row = map(int, self.spots[ident]["at"])
        places = self.sheet.at
        nearest: str = min(places, key=lambda h: abs(places[h][0] - column) + abs(places[h][1] - row))
        return nearest

    def tag(self, thing: str) -> str:
        """` 33 · 0505`: strength and place of the force a piece leads; nothing for others."""
        for ident, place in self.places.items():
            for stack in place["stacks"]:
                if stack.get("force") == thing:
                    return f" {strength(stack)} · {self.place(ident)}"
        return ""

    def mark(self, mark: Mapping[str, Any]) -> str:
        """`invested`, `durability 4`, `level 2`."""
        text = self._sign(str(mark["glyph"]))
        if "value" not in mark:
            return text
        return text + self.words.space + str(mark["value"])

    def _sign(self, glyph: str) -> str:
        """What a sign is called: by the game, else by us."""
        key = f"glyph_{glyph}"
        if self.words.texts.has("glyph", glyph):
            return self.words.name("glyph", glyph)
        return self.words(key) if self.words.has(key) else glyph.replace("_", " ")

    # -- forces ---------------------------------------------------------------------------------------------------

    def _notes(self, stack: Mapping[str, Any], *, inside: bool) -> list[str]:
        pieces = stack["pieces"]
        several = len(pieces) > 1 and not afloat(stack)
        notes = [self.words("units", count=len(pieces))] if several else []
        if afloat(stack):
            notes += [self.words("carries", unit=self.name(piece["name"])) for piece in pieces[1:]]
        hidden = (CARGO,) if inside else ("garrison", CARGO)
        notes += [self.mark(mark) for mark in pieces[0]["marks"] if mark["glyph"] not in hidden]
        if pieces[0]["state"] == "spent":
            notes.append(self.words("acted"))
        return notes

    def _force(self, stack: Mapping[str, Any], *, inside: bool) -> Word:
        """`Kenshin 33 (11 units, has acted)`."""
        leader = stack["pieces"][0]
        notes = self._notes(stack, inside=inside)
        stars = self._star * sum(v["value"] for v in leader["values"] if v["glyph"] == "star")
        space = self.words.space
        text = f"{self.name(leader['name'])}{stars}{space}{strength(stack)}"
        style = "dim" if leader["state"] == "spent" else "bold"
        return text + (f"{space}({self.words.listed(notes)})" if notes else ""), style

    def line(self, ident: str, side: str) -> list[Word]:
        """`0505 in Kasugayama: Kenshin 33 (11 units), Naoe 3`: the forces of one side in a place."""
        place, castle = self.places[ident], self.stronghold(ident)
        stacks = [s for s in place["stacks"] if self.sheet.side_of(s["clan"]) == side and not afloat(s)]
        stacks.sort(key=strength, reverse=True)
        inside = bool(stacks) and all(stack.get("inside") for stack in stacks)
        at = self.words("in_castle", castle=castle) if castle and inside else castle
        where = self.place(ident) if ident in self.spots else f"{ident} {at}".rstrip()
        out: list[Word] = [(where + (":" if stacks else ""), "")]
        if castle and place["side"] != side:
            out[0] = (f"{ident} {castle} ({self._side(place['side'])}):", "")
        for number, stack in enumerate(stacks, 1):
            text, style = self._force(stack, inside=not inside)
            out.append((text + (self.words.comma if number < len(stacks) else ""), style))
        return out

    def _side(self, side: str | None) -> str:
        return self.words.side(side) if side else self.words("nobody")

    def by_side(self) -> dict[str, list[str]]:
        """Places with forces of each side: the field first, then the strongest."""
        out: dict[str, list[str]] = {side: [] for side in self.scene["sides"]}
        for ident, place in self.places.items():
            ashore = [stack for stack in place["stacks"] if not afloat(stack)]
            for side in dict.fromkeys(self.sheet.side_of(stack["clan"]) for stack in ashore):
                out.setdefault(side, []).append(ident)
        return {side: sorted(found, key=self._rank) for side, found in out.items() if found}

    def _rank(self, ident: str) -> tuple[bool, int, str]:
        stacks = [stack for stack in self.places[ident]["stacks"] if not afloat(stack)]
        return all(stack.get("inside") for stack in stacks), -sum(map(strength, stacks)), ident

    def show_forces(self, screen: Screen, *, full: bool = False) -> None:
        for side, places in self.by_side().items():
            own = [s for p in places for s in self.places[p]["stacks"] if self.sheet.side_of(s["clan"]) == side]
            stacks = [stack for stack in own if not afloat(stack)]
            head: list[Word] = [(f"{self.sheet.sides.get(side, '?')} {self.words.side(side)}", "bold underline")]
            total = sum(map(strength, stacks))
            units = sum(len(s["pieces"]) for s in stacks)
            head.append((" " + self.words("forces_of", forces=len(stacks), units=units, strength=total), "dim"))
            screen.words(head)
            few = full or len(places) <= MOST_PLACES + 2
            for ident in places if few else places[:MOST_PLACES]:
                fold(screen, self.line(ident, side), 2)
            if not few:
                screen.line("  " + self.words("more_places", count=len(places) - MOST_PLACES), "dim")
            self._show_ships(screen, side)

    def _show_ships(self, screen: Screen, side: str) -> None:
        """`Ships: Mōri box: Murakami 2, Nomi 2; 3234 Toba: Sumitaka 2 (sheltered in port)`, if there are such."""
        found: list[Word] = []
        for ident, place in self.places.items():
            ships = [s for s in place["stacks"] if afloat(s) and self.sheet.side_of(s["clan"]) == side]
            if ships:
                found.append((f"{self.place(ident)}:", ""))
            for number, stack in enumerate(ships, 1):
                text, style = self._force(stack, inside=True)
                found.append((text + (self.words.comma if number < len(ships) else ";"), style))
        if found:
            text, style = found[-1]
            fold(screen, [(f"{self.words('ships')}:", "bold"), *found[:-1], (text.removesuffix(";"), style)], 2)

    # -- strongholds and boxes ------------------------------------------------------------------------------------

    def changed(self) -> list[str]:
        """Strongholds of somebody with more marks than their own, or with another owner than at the start."""
        game, setup = self.match.game, self.match.setup
        start = game.scene(setup, game.view(game.start(setup), None))["places"]
        return [
            ident
            for ident, place in self.places.items()
            if self.stronghold(ident)
            and (place["owner"] != start.get(ident, place)["owner"] or (place["owner"] and len(place["marks"]) > 1))
        ]

    def castle(self, ident: str, full: bool = False) -> str:
        """`0514 Kaizu (Takeda): durability 4, invested`."""
        place = self.places[ident]
        owner = self.words.name("army", place["owner"]) if place["owner"] else self.words("nobody")
        named = "" if full and owner == self._side(place["side"]) else f" ({owner})"
        marks = [self.mark(m) for m in place["marks"] if full or "name" not in m]
        if full:
            marks += self._whole(place["marks"])
        return self.place(ident) + named + (f": {self.words.listed(marks)}" if marks else "")

    def _whole(self, marks: Sequence[Mapping[str, Any]]) -> list[str]:
        """What is not marked because nothing is amiss: the durability of a stronghold that has lost none."""
        told = {mark["glyph"] for mark in marks}
        state: Mapping[str, Any] = {}
        for section, key in (mark["name"] for mark in marks if "name" in mark):
            state = self.view.get(f"{section}s", {}).get(key, {})
        return [
            self.mark({"glyph": glyph, "value": number})
            for glyph, number in state.items()
            if type(number) is int and number and glyph not in told and self.words.has(f"glyph_{glyph}")
        ]

    def show_castles(self, screen: Screen) -> None:
        """All strongholds, by side."""
        for side in (*self.scene["sides"], None):
            found = [
                ident
                for ident, place in sorted(self.places.items())
                if self.stronghold(ident) and place["side"] == side and self.sheet.open(ident)
            ]
            if found:
                screen.line(f"{self._side(side)} ({len(found)})", "bold underline")
                screen.columns([Text(clean(self.castle(ident, full=True))) for ident in found])

    def show_beside(self, screen: Screen) -> None:
        """What is not on the map: to come, fallen, removed."""
        for box in self.scene["boxes"]:
            pieces = box["pieces"]
            if pieces:
                names = [self.name(piece["name"]) for piece in pieces[:MOST_NAMES]]
                more = [self.words("and_more", count=len(pieces) - MOST_NAMES)] if len(pieces) > MOST_NAMES else []
                note = box.get("note")
                why = f" ({self.words.texts('scene', note['text'], **note['data'])})" if note else ""
                fold(screen, [(f"{self.name(box['name'])}{why}:", "bold"), *self.listed([*names, *more])])

    def show_map(
        self, screen: Screen, centre: str, marked: Mapping[str, str], values: Mapping[str, str] | None = None
    ) -> None:
        """The map around a hex; see `HexSheet.window`."""
        rows = rows_for(screen.console.height if screen.tty else None)
        for line in self.sheet.window(centre, screen.width, rows, marked, values or {}):
            screen.text(line, wrap=False)
        fold(screen, [(part + " ", "dim") for part in self.sheet.legend()])

    # -- the whole table ------------------------------------------------------------------------------------------

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
        fold(screen, [(part, "bold") for part in self.headline()])
        show_counts(screen, self.words, self.scene)
        if self.scene["rolls"]:
            show_rolls(screen, self.words, self.scene["rolls"], self.match.game.charts_shown(self.match.setup))
        self.show_forces(screen)
        changed = self.changed()
        if changed:
            screen.line(self.words("castles_changed"), "bold underline")
            for ident in changed[:MOST_NAMES]:
                screen.line("  " + self.castle(ident))
            if len(changed) > MOST_NAMES:
                screen.line("  " + self.words("more_castles", count=len(changed) - MOST_NAMES), "dim")
        self.show_beside(screen)
        screen.line(self.words("hex_hint"), "dim")

    # -- one thing closely ----------------------------------------------------------------------------------------

    def _piece(self, piece: Mapping[str, Any]) -> str:
        """`Uesugi Kenshin ★★ 3-4-4, reduced`."""
        numbers = "-".join(str(v["value"]) for v in piece["values"] if v["glyph"] != "star")
        stars = self._star * sum(v["value"] for v in piece["values"] if v["glyph"] == "star")
        text = " ".join(part for part in (self.name(piece["name"], short=False), stars, numbers) if part)
        return self.words.listed([text, *(self.mark(mark) for mark in piece["marks"] if mark["glyph"] != CARGO)])

    def show_stack(self, screen: Screen, stack: Mapping[str, Any], thing: str = "") -> None:
        """A force with its command track; a piece that was asked for is pointed at."""
        leader, *led = stack["pieces"]
        notes = [self.words("strength", count=strength(stack))]
        if afloat(stack):
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
        fold(screen, [(named, "bold"), (f"[{army}]", ""), *self.listed(notes)], 2)
        for piece in led:
            asked = piece.get("thing") == thing
            screen.words([("> " if asked else "· ", "bold"), (self._piece(piece), "bold" if asked else "")], 4)

    def values_hint(self) -> str:
        """What the numbers of a piece are."""
        pieces = (p for place in self.places.values() for s in place["stacks"] for p in s["pieces"])
        glyphs = [v["glyph"] for v in next(pieces, {"values": ()})["values"] if v["glyph"] != "star"]
        return "-".join(self.mark({"glyph": glyph}) for glyph in glyphs)

    def show_place(self, screen: Screen, ident: str) -> None:
        words = self.words
        if ident in self.spots:
            screen.words([(self.place(ident), "bold underline")])
            self._show_stacks(screen, self.places.get(ident, {"stacks": ()})["stacks"])
            return
        ground = self.sheet.hexes[self.sheet.at[ident]]
        facts = [words.name("terrain", str(ground.get("terrain", "")))]
        province = str(ground.get("province", ""))
        if province:
            facts.append(words.name("province", province.casefold()))
        if ground.get("closed"):
            facts.append(words("closed_hex"))
        facts += self.sheet.rivers(ident)
        screen.words([(ident, "bold underline"), (" " + words.listed(facts), "")])
        place = self.places.get(ident)
        if place is None:
            return
        if self.stronghold(ident):
            owner = words.name("army", place["owner"]) if place["owner"] else words("nobody")
            screen.words([(words("castle_of", castle=self.stronghold(ident), owner=owner), "bold")], 2)
            screen.line("  " + words.listed([*map(self.mark, place["marks"]), *self._whole(place["marks"])]))
        self._show_stacks(screen, place["stacks"])

    def _show_stacks(self, screen: Screen, stacks: Sequence[Mapping[str, Any]]) -> None:
        for stack in stacks:
            self.show_stack(screen, stack)
        if stacks:
            screen.line("  " + self.values_hint(), "dim")

    def show_unit(self, screen: Screen, thing: str) -> bool:
        """A unit in its force, or beside the map; False if it is nowhere."""
        for ident, place in self.places.items():
            for stack in place["stacks"]:
                if any(piece.get("thing") == thing for piece in stack["pieces"]):
                    screen.line(self.place(ident), "bold underline")
                    self.show_stack(screen, stack, thing)
                    screen.line("  " + self.values_hint(), "dim")
                    return True
        for box in self.scene["boxes"]:
            for piece in box["pieces"]:
                if piece.get("thing") == thing:
                    screen.line(f"{self._piece(piece)} · {self.name(box['name'])}")
                    return True
        return False


def fold(screen: Screen, words: Iterable[Word], indent: int = 0) -> None:
    """Words in lines of the screen's width, also in a pipe; the second and later lines further in."""
    for number, line in enumerate(folded(words, screen.width - indent - 3)):
        screen.text(Text(" " * (indent if number == 0 else indent + 3)) + Text.assemble(*line), wrap=False)
