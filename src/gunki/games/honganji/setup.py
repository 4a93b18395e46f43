"""The tables of Road to Honganji, checked and turned into numbers (chapter 1, 10-2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gunki.board.areamap import AreaMap
from gunki.core.definition.data_tables import Row, Tables
from gunki.core.definition.lexicon import NUMBER, Lexicon
from gunki.core.definition.setup import OptionValue
from gunki.series.areas_and_cards.rules.action_words import SHARED_VERBS
from gunki.series.areas_and_cards.setup import AreaSetup

SIDES = ("oda", "anti_oda", "neutral")
FACES = tuple("123456")
THREE_PLAYERS = "three_players"

VERBS: dict[str, tuple[str, ...]] = {
    **SHARED_VERBS,
    "slot": (NUMBER,),
    "oda_transfer": (),
    "throw": (),
    "end": (),
    "transfer": ("area", "to_area"),
    "direct": ("clan",),
    "fortify": ("area",),
    "surrender": ("general",),
    "turn": ("general",),
    "desert": ("clan", "area"),
    "slander": ("clan",),
    "scheme_army": ("area",),
    "scheme_general": ("general",),
    "plain_army": (),
    "flipped_army": (),
    "supply": ("area",),
    "ready_general": ("general",),
    "ready_army": (),
    "fief": ("area", "to_area"),
    "with_spent": (NUMBER,),
}

#: The effects of cards, each with the entries of the data that it uses.
EFFECTS = {
    "surrounding": ("armies",),
    "fortify": (),
    "surrender": (),
    "opportunism": ("success",),
    "adviser": (),
    "desertion": (),
    "slander": (),
    "scheme": ("bonus",),
    "surprise": (),
    "charge": ("bonus", "most"),
    "long_march": ("areas",),
    "supply": ("most",),
    "fief": (),
    "recruit": ("armies",),
}


@dataclass(frozen=True, slots=True)
class Card:
    """The effect of a combat card, and the cunning it needs (1-4).

    Fields that the effect does not use keep their defaults.
    """

    effect: str
    cunning: int
    armies: int = 0
    success: int = 0
    bonus: int = 0
    most: int = 0
    areas: int = 0


class HonganjiSetup(AreaSetup):
    """The tables of the game as numbers; most fields are named after the entries of the tables."""

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, OptionValue],
        raw: Mapping[str, Any],
        origin: Mapping[str, str],
        seats: tuple[str, ...],
    ) -> None:
        super().__init__(scenario, options, raw)
        tables = Tables(raw, origin)
        self.three = scenario == THREE_PLAYERS
        self._read_clans(tables, seats)
        self._read_generals(tables)
        self._read_areas(tables)
        self.read_layout(tables, (*seats, *SIDES))
        self._read_charts(tables)
        self._read_cards(tables)
        self._read_numbers(tables)
        self.event_clause, self.combat_clause, self.sea_clause = "6-2", "6-6", "7"
        self.lexicon = Lexicon(
            {
                "seat": seats,
                "clan": self.clans,
                "area": self.map.names,
                "general": self.generals,
                "card": self.cards,
            },
            VERBS,
        )

    def _read_clans(self, tables: Tables, seats: tuple[str, ...]) -> None:
        """Read the clans of the players, the greater daimyos, Oda and Neutral. Each is separate from the others (4.p2).

        Oda armies with a name are armies like others (1-2-2.p2).
        """
        rows = tables.rows("clan")
        self.clans = tuple(row.word("id") for row in rows)
        self._clan = {name: i for i, name in enumerate(self.clans)}
        kinds = [row.word("kind", ("player", "greater", "oda", "neutral")) for row in rows]
        self.counters = tuple(row.integer("counters", 0, 99) for row in rows)
        self.army_value = (0,) * len(rows)
        for kind in ("oda", "neutral"):
            if kinds.count(kind) != 1:
                raise rows[0].bad("kind", f'exactly one clan of kind "{kind}"')
        self.oda, self.neutral_clan = kinds.index("oda"), kinds.index("neutral")
        self.greater = tuple(i for i, kind in enumerate(kinds) if kind == "greater")
        self.greater_bits = sum(1 << clan for clan in self.greater)
        for seat in seats:
            if seat not in self._clan or kinds[self._clan[seat]] != "player":
                raise rows[0].bad("id", f'a clan {seat!r} of kind "player" among the entries')
        #: The clan of each seat; then the seat of each clan (-1 if it has none).
        self.seat_clan = tuple(self._clan[seat] for seat in seats)
        self.clan_seat = tuple(seats.index(name) if name in seats else -1 for name in self.clans)
        self.directs = tuple(
            tuple(self._clan[c] for c in row.words("directs", [self.clans[g] for g in self.greater])) for row in rows
        )
        if self.options["greater_lists"] == "any":  # H-72: every player may direct every greater daimyo
            self.directs = tuple(self.greater for _ in rows)
        self._leaders = [row.word("leader") for row in rows]
        self._castles = [row.word("castle") for row in rows]
        self.colours = {row.word("id"): (row.word("colour"), row.word("pattern")) for row in rows}

    def _read_generals(self, tables: Tables) -> None:
        """Read the generals; all have a military value (1-2-1, 1-2-1(2)). Castles are defending generals (FAQ-Q3)."""
        rows = tables.rows("general")
        self.generals = tuple(row.word("id") for row in rows)
        self._general = {name: i for i, name in enumerate(self.generals)}
        values = [row.integer("value", 0, 6) for row in rows]
        if "uesugi_kenshin" in self._general and self.options["kenshin_value"] != 3:
            values[self._general["uesugi_kenshin"]] = int(self.options["kenshin_value"])  # H-03: the sources differ
        self.value = tuple(values)
        self.general_clan = tuple(self._clan[row.word("clan", self._clan)] for row in rows)
        self.cunning = tuple(row.integer("cunning", 0, 3) for row in rows)

        def flag_bits(field: str) -> int:
            return sum(1 << i for i, row in enumerate(rows) if row.is_true(field))

        self.defending, self.strategists = flag_bits("defending"), flag_bits("strategist")
        self.red, self.castles = flag_bits("red"), flag_bits("castle")
        self.leaders = tuple(self._general.get(name, -1) for name in self._leaders)
        self.castle = tuple(self._general.get(name, -1) for name in self._castles)
        for clan in self.seat_clan:
            if self.leaders[clan] < 0:
                raise tables.rows("clan")[clan].bad("leader", "a general of the clan")

    def _read_areas(self, tables: Tables) -> None:
        # 10-2: three players use fewer areas
        rows = [r for r in tables.rows("area") if not (self.three and r.is_true("four_players_only"))]
        every = [row.word("id") for row in tables.rows("area")]
        names = [row.word("id") for row in rows]
        edges = tables.row("adjacency").pairs("edges", set(every))
        self.map = AreaMap(names, [(a, b) for a, b in edges if a in names and b in names])
        self.area_points = tuple(row.integer("points", 0, 9) for row in rows)
        self.start_control = tuple(self._clan[row.word("controller", self._clan)] for row in rows)
        self.start_armies = tuple(row.integer("armies", 0, 99) for row in rows)
        generals = self._general
        self.start_generals = tuple(tuple(generals[g] for g in row.words("generals", generals)) for row in rows)
        if self.three:
            self._leave_out(tables)
        for clan, name in enumerate(self.clans):
            used = sum(n for c, n in zip(self.start_control, self.start_armies, strict=True) if c == clan)
            if used > self.counters[clan]:
                raise rows[0].bad("armies", f"at most {self.counters[clan]} armies of {name} on the map (1-2-2-1)")

    def _leave_out(self, tables: Tables) -> None:
        """Leave out what the scenario does not use (10-2).

        These are clans without an area, their generals, and generals who would start in an unused area.
        """
        self.unused = frozenset(range(len(self.clans))) - frozenset(self.start_control)
        placed = {g for row in tables.rows("area") for g in row.words("generals", self._general)}
        away = placed - {self.generals[g] for area in self.start_generals for g in area}
        self.unused_generals = sum(
            1 << number
            for number, (name, clan) in enumerate(zip(self.generals, self.general_clan, strict=True))
            if name in away or clan in self.unused
        )

    def _read_charts(self, tables: Tables) -> None:
        petition = tables.row("petition").sub("result")
        self.petition = ("", *(petition.word(face, ("card", "own", "greater")) for face in FACES))
        result = tables.row("death_in_battle").sub("result")
        self.deadly = (False, *(result.word(face, ("dead", "flee")) == "dead" for face in FACES))
        self._ends = tables.row("game_end").sub("ends")

    def _read_cards(self, tables: Tables) -> None:
        cards: list[str] = []
        effects: list[Card] = []
        for row in tables.rows("card"):
            name, copies = row.word("id"), row.integer("copies", 1, 32)
            cards += [name] if copies == 1 else [f"{name}_{n + 1}" for n in range(copies)]
            effects += [self._read_card(row)] * copies
        self.cards, self.card = tuple(cards), tuple(effects)
        self.decks, self.deck = ("common",), (0,) * len(cards)

    def _read_card(self, row: Row) -> Card:
        effect = row.word("effect", EFFECTS)
        fields = {field: row.integer(field, 0, 30) for field in EFFECTS[effect]}
        return Card(effect, row.integer("cunning", 0, 9), **fields)

    def _read_numbers(self, tables: Tables) -> None:
        turns, order = tables.row("turns"), tables.row("order")
        self.last_turn = turns.integer("last", 1, 99)
        #: For each turn, the highest die with which the game ends after it; 0 if no die ends it (3-5).
        self.ends = tuple(
            self._ends.integer(str(turn), 0, 6) if self._ends.has(str(turn)) else 0
            for turn in range(self.last_turn + 1)
        )
        self.last_turns = tuple((turn, die) for turn, die in enumerate(self.ends) if die)
        self.hand_size = tables.row("hand").integer("cards", 0, 32)
        self.march_areas = tables.row("movement").integer("areas", 1, 30)
        self.value_cap = tables.row("values").integer("most", 1, 6)
        board, victory = tables.row("board"), tables.row("victory")
        self.leader = self._general[board.word("leader", self._general)]
        self.capital = self.map.names.index(board.word("capital", self.map.names))
        self.kill_points, self.revenge_points = victory.integer("kill", 0, 9), victory.integer("revenge", 0, 9)
        self.adviser_points = victory.integer("adviser", 0, 9)
        players = [self.clans[clan] for clan in range(len(self.clans)) if self.leaders[clan] >= 0]
        ranks = order.words("first", players), order.words("rebels", players)
        #: The order of seats with equal points, for vassals and for rebels (3-1).
        self.vassal_rank, self.rebel_rank = (
            tuple(s for name in names if (s := self.clan_seat[self._clan[name]]) >= 0) for names in ranks
        )
