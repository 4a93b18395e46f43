"""The tables of Surrounding Nobunaga, checked and turned into numbers (chapter 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gunki.board.areamap import AreaMap
from gunki.core.definition.data_tables import Row, Tables
from gunki.core.definition.lexicon import NUMBER, Lexicon
from gunki.core.definition.setup import OptionValue
from gunki.core.errors import OptionError
from gunki.series.areas_and_cards.rules.action_words import SHARED_VERBS
from gunki.series.areas_and_cards.setup import AreaSetup

#: The powers (4). The first two are also the seats.
ODA, ANTI_ODA, NEUTRAL = 0, 1, 2
POWERS = ("oda", "anti_oda", "neutral")
LEFT, RIGHT = 0, 1
DIRECTIONS = ("left", "right")
FACES = tuple("123456")

VERBS: dict[str, tuple[str, ...]] = {
    **SHARED_VERBS,
    "bid": (NUMBER,),
    "side": ("choice",),
    "deploy": ("general", "area"),
    "marker": ("clan",),
    "successor": (),
    "army": (),
    "first": (),
    "second": (),
    "diplomacy": (),
    "pass": (),
    "influence": ("clan", "direction"),
    "skip": (),
    "shoot": ("general",),
    "scheme": ("clan", "area"),
    "shift": ("clan", NUMBER),
    "feign": ("general",),
    "rise": ("area",),
}

#: The effects of cards, each with the entries of the data that it uses.
EFFECTS = {
    "charge": ("general", "value"),
    "scheme": ("general",),
    "supply_line": ("general",),
    "formation": ("general", "armies"),
    "warships": ("general",),
    "two_moves": ("different",),
    "shift": ("direction", "rank", "least", "most", "times", "draw"),
    "recruit": ("armies",),
    "firearms": ("general",),
    "feign": (),
    "paradise": ("clan", "bonus", "most"),
    "uprising": ("clan", "armies"),
    "swift": ("clans", "bonus", "most"),
    "navy": ("areas",),
}


@dataclass(frozen=True, slots=True)
class Card:
    """The effect of a combat card.

    Fields that the effect does not use keep their defaults. No card of this game needs cunning (1-4).
    """

    effect: str
    general: int = -1
    clans: int = 0
    value: int = 0
    armies: int = 0
    areas: int = 0
    bonus: int = 0
    most: int = 0
    least: int = 0
    times: int = 1
    draw: int = 0
    direction: int = RIGHT
    rank: str = "any"
    different: str = ""


class NobunagaSetup(AreaSetup):
    """The tables of the game as numbers; most fields are named after the entries of the tables."""

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, OptionValue],
        raw: Mapping[str, Any],
        origin: Mapping[str, str],
    ) -> None:
        super().__init__(scenario, options, raw)
        if options["bid_supply_areas"] and options["bid_bonus_cards"]:
            raise OptionError(
                "options 'bid_supply_areas' and 'bid_bonus_cards': each decides who plays Oda; choose one"
            )
        tables = Tables(raw, origin)
        self._read_clans(tables)
        self._read_generals(tables)
        self._read_areas(tables)
        self.read_layout(tables, POWERS)
        self._read_tracks(tables)
        self._read_charts(tables)
        self._read_cards(tables)
        self._read_numbers(tables)
        self.lexicon = Lexicon(
            {
                "seat": POWERS[:2],
                "power": POWERS,
                "clan": self.clans,
                "area": self.map.names,
                "general": self.generals,
                "card": self.cards,
                "direction": DIRECTIONS,
                "choice": (*POWERS[:2], "roll"),
            },
            VERBS,
        )

    def _read_clans(self, tables: Tables) -> None:
        rows = tables.rows("clan")
        self.clans = tuple(row.word("id") for row in rows)
        self.rank = tuple(row.word("rank", ("greater", "lesser", "neutral")) for row in rows)
        self.track = tuple(row.word("track", ("", "lesser", "greater")) for row in rows)
        sides = [row.word("side", (*POWERS, "marker")) for row in rows]
        for row, side, track in zip(rows, sides, self.track, strict=True):
            if (side == "marker") != bool(track):
                raise row.bad("side", '"marker" exactly for those with a track')
        self.home_power = tuple(NEUTRAL if side == "marker" else POWERS.index(side) for side in sides)
        self.counters = tuple(row.integer("counters", 0, 99) for row in rows)
        self.army_value = tuple(row.integer("army_value", 0, 6) for row in rows)
        self.separate = sum(1 << i for i, row in enumerate(rows) if row.is_true("separate"))
        lone = [i for i, rank in enumerate(self.rank) if rank == "neutral"]
        if len(lone) != 1:
            raise rows[0].bad("rank", 'exactly one clan of rank "neutral" (the Neutral armies)')
        self.neutral_clan = lone[0]
        self.lone_clan = -1 if self.options["neutral_armies"] == "together" else lone[0]
        self._clan = {name: i for i, name in enumerate(self.clans)}
        self.oda = self._clan_number(rows, "oda")
        self.colours = {row.word("id"): (row.word("colour"), row.word("pattern")) for row in rows}

    def _clan_number(self, rows: list[Row], name: str) -> int:
        if name not in self._clan:
            raise rows[0].bad("id", f"a clan {name!r} among the entries")
        return self._clan[name]

    def _read_generals(self, tables: Tables) -> None:
        """Read the generals with their names and military values (1-2-1), and the successors."""
        rows = tables.rows("general")
        successors = tables.row("successors")
        heirs = successors.integer("count", 0, 20) if self.options["successors"] else 0
        self.generals = (*(row.word("id") for row in rows), *(f"successor_{i + 1}" for i in range(heirs)))
        self.value = (
            *(row.integer("value", 0, 6) for row in rows),
            *(successors.integer("value", 0, 6) for _ in range(heirs)),
        )
        clans = [self._clan[row.word("clan", self._clan)] for row in rows]
        self.general_clan = (*clans, *([-1] * heirs))
        self.heirs = tuple(range(len(rows), len(rows) + heirs))
        self._general = {name: i for i, name in enumerate(self.generals)}

    def _read_areas(self, tables: Tables) -> None:
        """Read the areas and the supply areas (1-1-1), and the key areas, which can end the game (1-1-1.p2, 9(2))."""
        rows = tables.rows("area")
        names = [row.word("id") for row in rows]
        self.map = AreaMap(names, tables.row("adjacency").pairs("edges", set(names)))
        self.supply = sum(1 << i for i, row in enumerate(rows) if row.is_true("supply"))
        self.key = sum(1 << i for i, row in enumerate(rows) if row.is_true("key"))
        self.start_control = tuple(
            -1 if row.word("controller", {*self._clan, "none"}) == "none" else self._clan[row.word("controller")]
            for row in rows
        )
        self.start_armies = tuple(row.integer("armies", 0, 99) for row in rows)
        self.start_generals = tuple(
            tuple(self._general[g] for g in row.words("generals", self._general)) for row in rows
        )
        for row, clan, armies in zip(rows, self.start_control, self.start_armies, strict=True):
            if armies and clan < 0:
                raise row.bad("armies", "0 where nobody controls the area")
        for clan, name in enumerate(self.clans):
            used = sum(n for c, n in zip(self.start_control, self.start_armies, strict=True) if c == clan)
            if used > self.counters[clan]:
                raise rows[0].bad("armies", f"at most {self.counters[clan]} armies of {name} on the map (1-2-2-1)")

    def _read_tracks(self, tables: Tables) -> None:
        """Read the tracks of the lesser and of the greater daimyos, with the markers on them (1-1-2, 1-3)."""
        self.boxes: dict[str, tuple[int, ...]] = {}
        self.start_box = [-1] * len(self.clans)
        for name in ("lesser", "greater"):
            row = tables.row(f"track_{name}")
            boxes = row.words("boxes", POWERS)
            self.boxes[name] = tuple(POWERS.index(box) for box in boxes)
            start = row.sub("start")
            for clan, track in enumerate(self.track):
                if track == name:
                    self.start_box[clan] = start.integer(self.clans[clan], 1, len(boxes)) - 1
        self.markers = tuple(clan for clan, track in enumerate(self.track) if track)
        self.marked: dict[str, tuple[int, ...]] = {"any": self.markers}
        for name in ("lesser", "greater"):
            self.marked[name] = tuple(clan for clan in self.markers if self.rank[clan] == name)

    def _read_charts(self, tables: Tables) -> None:
        row = tables.row("oda_reinforcement")
        chart = row.sub("general")
        self.oda_chart = (-1, *(self._general[chart.word(face, self._general)] for face in FACES))
        self.oda_armies = row.integer("armies", 1, 20)
        row = tables.row("anti_oda_reinforcement")
        clans, armies = row.sub("daimyo"), row.sub("armies")
        self.anti_chart = ((), *(tuple(self._clan[c] for c in clans.words(face, self._clan)) for face in FACES))
        self.anti_armies = (0, *(armies.integer(face, 0, 20) for face in FACES))
        result = tables.row("death_in_battle").sub("result")
        self.deadly = (False, *(result.word(face, ("dead", "flee")) == "dead" for face in FACES))

    def _read_cards(self, tables: Tables) -> None:
        rows = tables.rows("card")
        self.cards = tuple(row.word("id") for row in rows)
        self.decks = POWERS[:2]
        self.deck = tuple(POWERS.index(row.word("side", POWERS[:2])) for row in rows)
        self.card = tuple(self._read_card(row) for row in rows)

    def _read_card(self, row: Row) -> Card:
        effect = row.word("effect", EFFECTS)
        fields: dict[str, Any] = {}
        for field in EFFECTS[effect]:
            if field in ("general",):
                name = row.word(field, {*self._general, ""})
                fields[field] = self._general.get(name, -1)
            elif field == "clan":
                fields["clans"] = 1 << self._clan[row.word(field, self._clan)]
            elif field == "clans":
                fields["clans"] = sum(1 << self._clan[c] for c in row.words(field, self._clan))
            elif field == "direction":
                fields[field] = DIRECTIONS.index(row.word(field, DIRECTIONS))
            elif field == "rank":
                fields[field] = row.word(field, ("lesser", "greater", "any"))
            elif field == "different":
                fields[field] = row.word(field, ("area", "clan"))
            elif field != "draw" or row.has(field):
                fields[field] = row.integer(field, 0, 30)
        return Card(effect, **fields)

    def _read_numbers(self, tables: Tables) -> None:
        self.last_turn = tables.row("turns").integer("last", 1, 99)
        self.least_hand = tables.row("hand").integer("least", 0, 30)
        self.march_areas = tables.row("movement").integer("areas", 1, 30)
        self.intrusion = tables.row("intrusion").integer("boxes", 1, 9)
        victory, optional, board = tables.row("victory"), tables.row("optional"), tables.row("board")
        self.key_needed = victory.integer("key_areas", 1, 30)
        self.supply_needed = victory.integer("supply_areas", 0, 30)
        self.card_limit = optional.integer("card_limit", 0, 30)
        self.two_cards_from = optional.integer("two_cards_from", 1, 99)
        self.most_units = optional.integer("most_units", 1, 99)
        self.bid_supply = optional.bounds("bid_supply", 0, 30)
        self.bid_cards = optional.bounds("bid_cards", -30, 30)
        areas = {name: i for i, name in enumerate(self.map.names)}
        self.first_area = areas[board.word("first_area", areas)]
        self.event_clause, self.combat_clause = "6-3", "6-7"
        self.sea, self.sea_clause = areas[board.word("sea", areas)], "11-8"
        self.leader = self._general[board.word("leader", self._general)]
