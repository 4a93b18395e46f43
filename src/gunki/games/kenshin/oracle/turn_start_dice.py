"""The dice of the Turn Start Phase and of action checks (9, 10-2, 13-1-9, 19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gunki.core.rules.events import Event
from gunki.games.kenshin.oracle.board import SIDES, Board, Keep, other
from gunki.games.kenshin.oracle.lines import Lines
from gunki.games.kenshin.oracle.roster import RANKS, roster

#: While one of these steps of the Turn Start Phase comes next, lines have not been checked yet.
BEFORE_SUPPLY = ("kyoto", "siege", "demand", "event", "mori", "supply")
MODIFIERS = {
    "mori_advance": "9-2 Mori's Advance",
    "neutral_to_oda": "TBL-MORI mod Neutral to Oda",
    "uesugi_to_oda": "TBL-MORI mod Uesugi to Oda",
    "neutral_to_uesugi": "TBL-MORI mod Neutral to Uesugi",
    "oda_to_uesugi": "TBL-MORI mod Oda to Uesugi",
}
Data = Mapping[str, Any]


def next_step(document: Mapping[str, Any]) -> str:
    """Return the next step of the Turn Start Phase in a described position; `""` outside that phase."""
    for entry in document.get("stack", []):
        if entry["procedure"] == "TurnStart":
            return str(entry["step"])
    return ""


class Turns:
    """Checks the events of the Turn Start Phase and of action checks."""

    def __init__(self, board: Board, document: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.board, self.options = board, options
        step = next_step(document)
        self.awaits_siege = step == "siege"
        self.awaits_supply = step in BEFORE_SUPPLY
        self.sieges: list[tuple[str, str]] | None = None
        self.reported_sieges: list[tuple[str, str]] = []
        self.cut: list[tuple[str, str]] | None = None
        self.isolated: set[tuple[str, str]] = set()
        self.reported_cut: list[tuple[str, str]] = []
        self.reported_isolated: set[tuple[str, str]] = set()
        #: The event that the table gives for the roll, kept until the game reports its event.
        self.rolled_event = ""
        #: The force of the last attrition die and the steps it has to lose, kept until the game reports the loss.
        self.owed_loss: tuple[str, int] | None = None
        self.expected_points: dict[str, int] = {}
        self.judged = 0

    def lines(self, side: str) -> Lines:
        """Return the lines of a side at present."""
        return Lines(self.board, side, bool(self.options.get("japan_sea_ports")))

    # -- events -------------------------------------------------------------------------------------------------------

    def note(self, event: Event) -> Iterator[str]:
        """Follow an event, and check it. The event has not changed the board yet."""
        kind, data = event.kind, event.data
        purpose = data.get("purpose") if kind == "roll" else None
        if self.owed_loss is not None:
            yield from self.settle_loss(kind, data)
        if kind == "phase":
            if self.awaits_supply:
                self.judge_lines()
            yield from self.end_lines()
            self.awaits_siege = self.awaits_supply = data["phase"] == "turn_start"
        if purpose == "siege" or kind == "no_siege_check":
            self.foresee_sieges()
            self.reported_sieges.append((data["castle"], data["row"] if purpose == "siege" else "line"))
        elif purpose in ("demand", "event"):
            yield from self.end_sieges()
        follows_lines = kind in ("out_of_supply", "isolated") or purpose in ("attrition", "replenishment")
        if follows_lines and self.awaits_supply:
            self.judge_lines()
        if kind == "out_of_supply":
            self.reported_cut.append((data["unit"], data["army"]))
        elif kind == "isolated":
            self.reported_isolated.add((data["unit"], data["army"]))
        elif kind == "replenished":
            yield from self.compare_points(data)
        if purpose is not None:
            yield from self.judge(purpose, data)
        elif kind == "event":
            yield from self.compare_event(data)

    def end(self, question: str) -> Iterator[str]:
        """Complete the checks at the end of an action. `question` names the next decision."""
        if self.owed_loss is not None:
            yield from self.settle_loss("", {})
        if question == "demand":
            yield from self.end_sieges()
        if question in ("replenish", "force") and self.awaits_supply and self.board.phase == "turn_start":
            self.judge_lines()
        yield from self.end_lines(question)

    def judge(self, purpose: str, data: Data) -> Iterator[str]:
        """Compare a roll with the rules of the book."""
        judges = {
            "action_check": self.judge_check,
            "attrition": self.judge_attrition,
            "demand": self.judge_demand,
            "event": self.judge_event,
            "mori": self.judge_mori,
            "replenishment": self.judge_replenishment,
        }
        if purpose in judges:
            self.judged += 1
            yield from judges[purpose](data)

    # -- sieges -------------------------------------------------------------------------------------------------------

    def foresee_sieges(self) -> None:
        """Work out the row of each invested castle before the dice are rolled (9-1-1, K-41).

        A castle with an open naval line has no die (13-1-9).
        """
        if self.sieges is None:
            lines = {side: self.lines(side) for side in SIDES}
            self.sieges = [
                (keep.printed.id, "line" if lines[keep.holder].has_naval_line(keep) else self.highest_rank(keep))
                for keep in self.board.keeps.values()
                if keep.marker >= 0
            ]

    def highest_rank(self, keep: Keep) -> str:
        """Return the row of a garrison; that of Ishiyama Honganji is always the same (9-1-1, 19)."""
        always = roster().tables["siege"]["always"]
        if keep.printed.id == always["castle"]:
            return str(always["rank"])
        ranks = [RANKS.index(man.printed.rank) for man in self.board.garrison(keep)]
        return RANKS[min(ranks)] if ranks else "none"

    def end_sieges(self) -> Iterator[str]:
        """Compare the sieges that were rolled for with those of the book."""
        if self.awaits_siege:
            self.foresee_sieges()
            self.awaits_siege = False
            self.judged += 1
            if self.reported_sieges != self.sieges:
                yield f"sieges {self.reported_sieges} instead of {self.sieges} (9-1-1, 13-1-9)"

    def judge_demand(self, data: Data) -> Iterator[str]:
        """Compare a demand with the marker (9-1-2)."""
        marker = self.board.keeps[data["castle"]].marker
        if data["count"] != marker or marker < 1:
            yield f"demand against {data['count']}, the marker is {marker} (9-1-2)"

    # -- events and the Mori ------------------------------------------------------------------------------------------

    def column(self) -> int:
        """Return the column of the event table for the score (K-17)."""
        least: list[int] = roster().tables["events"]["column_min"]
        return sum(self.board.score >= low for low in least)

    def judge_event(self, data: Data) -> Iterator[str]:
        """Compare the score and the column of an event (9-2)."""
        head = ("-10", "-9", "0", "6", "11", "16")[self.column()]
        if data["score"] != self.board.score or data["column"] != head:
            yield f"event at {data['score']}, column {data['column']}, not {self.board.score}, {head} (9-2)"
        table = roster().tables["events"]
        self.rolled_event = table["rows"][sum(data["dice"]) - table["first_row"]][self.column()]

    def compare_event(self, data: Data) -> Iterator[str]:
        """Compare the event with the printed table (TBL-EVENTS)."""
        if self.rolled_event and data["random_event"] != self.rolled_event:
            yield f"event {data['random_event']} instead of {self.rolled_event} (TBL-EVENTS)"
        self.rolled_event = ""

    def judge_mori(self, data: Data) -> Iterator[str]:
        """Compare the modifiers of the Mori deployment (9-3-1, TBL-MORI, K-20)."""
        board, table = self.board, roster().tables["mori_deployment"]
        parts = {}
        if board.event in MODIFIERS:
            parts[MODIFIERS[board.event]] = table["by_event"][board.event]
        few = table["few_oda"]
        oda_units = [
            man
            for man in board.men.values()
            if man.is_on_map and board.side(man) == "oda" and board.ground.province[man.place] == few["province"]
        ]
        if len(oda_units) <= few["most"]:
            parts["TBL-MORI mod Harima"] = few["value"]
        if self.options.get("mori_castle_modifier", "captor") == "captor":
            if "oda" in board.fell_last_turn:
                parts["TBL-MORI mod castle minus"] = -1
            if "uesugi" in board.fell_last_turn:
                parts["TBL-MORI mod castle plus"] = 1
        else:  # the sign depends on the side that lost the castle, not on its captor
            if "uesugi" in board.fell_last_turn:
                parts["TBL-MORI mod castle minus"] = -1
            if "oda" in board.fell_last_turn:
                parts["TBL-MORI mod castle plus"] = 1
        yield from compare_parts("mori", data, parts)

    # -- supply and attrition -----------------------------------------------------------------------------------------

    def judge_lines(self) -> None:
        """Work out which forces have no line and which are isolated, before any die (9-4, K-100)."""
        self.awaits_supply = False
        self.cut = []
        for side in SIDES:
            lines = self.lines(side)
            for leader, clan in lines.out_of_supply():
                self.cut.append((leader, clan))
                man = next(man for man in self.board.force(leader) if man.clan == clan)
                if lines.is_isolated(man):
                    self.isolated.add((leader, clan))

    def end_lines(self, question: str = "") -> Iterator[str]:
        """Compare with the book which forces the game reports as out of supply and as isolated.

        If a decision about attrition comes in between, only the forces reported so far are compared.
        """
        if self.cut is None:
            return
        self.judged += 1
        reported, cut = self.reported_cut, self.cut
        if question == "attrition":
            cut = cut[: len(reported)]
        if reported != cut:
            yield f"out of supply {reported} instead of {cut} (9-4)"
        isolated = self.isolated & set(reported)
        if self.reported_isolated != isolated:
            yield f"isolated {sorted(self.reported_isolated)} instead of {sorted(isolated)} (9-4-7 isolated)"
        self.cut = None

    def judge_attrition(self, data: Data) -> Iterator[str]:
        """Compare the steps, the modifier and the losses of an attrition die (9-4-7, K-22)."""
        board = self.board
        man = board.men[data["unit"]]
        force = board.force(man.id)
        at_turn_start = board.phase == "turn_start"
        if at_turn_start:
            force = [led for led in force if led.clan == data["army"]]
            isolated = (data["unit"], data["army"]) in self.reported_isolated
        else:
            isolated = self.lines(board.side(man)).is_isolated(man)
        if self.options.get("attrition_base", "steps") != "steps":
            return
        strength = sum(led.steps for led in force)
        if data["strength"] != strength:
            yield f"attrition of {man.id}: {data['strength']} steps instead of {strength} (9-4-7)"
        parts = {"9-4-7 isolated": 1} if isolated else {}
        yield from compare_parts(f"attrition of {man.id}", data, parts)
        results = roster().tables["attrition"]["results"]
        result = results[min(sum(data["dice"]) + sum(parts.values()), len(results)) - 1]
        tenths = {"none": 0, "tenth_down": strength // 10, "tenth_up": -(-strength // 10)}
        self.owed_loss = (man.id, tenths[result])

    def settle_loss(self, kind: str, data: Data) -> Iterator[str]:
        """Compare the steps lost with the attrition table (TBL-ATTRITION)."""
        assert self.owed_loss is not None
        name, count = self.owed_loss
        self.owed_loss = None
        reported = data["count"] if kind == "attrition" else 0
        if reported != count:
            yield f"attrition costs {name} {reported} steps instead of {count} (TBL-ATTRITION)"

    # -- checks and replenishment -------------------------------------------------------------------------------------

    def judge_check(self, data: Data) -> Iterator[str]:
        """Compare an action check with the leader's action points (10-2-1, K-63)."""
        man = self.board.men[data["unit"]]
        if data["value"] != man.action or man.leader:
            yield f"action check of {man.id} against {data['value']} instead of {man.action} (10-2-1)"
        if man.steps < 2:
            yield f"action check of {man.id}, who shows his back (2-2-1(5) back)"
        if man.pinned or man.bound:
            yield f"action check of {man.id}, who is engaged (10-7-2)"

    def judge_replenishment(self, data: Data) -> Iterator[str]:
        """Note the points that the table gives for a roll, and check the roll's centre (9-5-1, 9-5-2, K-34)."""
        board, army = self.board, data["army"]
        side, clan = board.side_of(army), roster().clans[army]
        table = roster().tables["replenishment"][side]
        points = table.get(clan.row, table["others"])[data["dice"][0] - 1]
        centre = data["hex"]
        if centre == "none":
            centre = board.keeps[clan.main[0]].hex if clan.main else "none"
            self.expected_points[army] = points
        keep = board.castle_in(centre)
        if keep is not None and keep.holder != side:
            yield f"{army} replenish from {centre}, which is not theirs (9-5-2)"
        if keep is None and centre != "none" and board.in_the_open(centre, other(side)):
            yield f"{army} replenish from {centre}, where enemies stand (K-37)"

    def compare_points(self, data: Data) -> Iterator[str]:
        """Compare the points of a pool with the printed table (9-5-1)."""
        points = self.expected_points.pop(data["army"], None)
        if points is not None and points != data["count"]:
            yield f"{data['army']} have {data['count']} points instead of {points} (9-5-1)"


def compare_parts(what: str, data: Data, parts: Mapping[str, int]) -> Iterator[str]:
    """Compare the modifiers and the total of a roll."""
    game_parts = {part["clause"]: part["value"] for part in data["parts"]}
    for clause in sorted({*game_parts, *parts}):
        if game_parts.get(clause, 0) != parts.get(clause, 0):
            yield f"{what}: modifier {game_parts.get(clause, 0)} instead of {parts.get(clause, 0)} ({clause})"
    if data["value"] != sum(parts.values()) or data["total"] != sum(data["dice"]) + data["value"]:
        yield f"{what}: {data['value']} in all instead of {sum(parts.values())} (9)"
