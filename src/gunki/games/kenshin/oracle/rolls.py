"""The dice of fights: strength, row, modifiers and hits of every roll (12-2, 12-5, 13-3, 13-5-2, 8-2-4, 16-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gunki.core.rules.events import Event
from gunki.games.kenshin.oracle.board import Board, other
from gunki.games.kenshin.oracle.fights import Fight, all_defenders, leads, ship_steps, steps
from gunki.games.kenshin.oracle.roster import hits, name_of_row

#: The rolls that this module checks.
PURPOSES = ("attack", "defence", "assault", "garrison", "pursuit", "escape")
ASSAULT_CAP = 3
Data = Mapping[str, Any]


class Rolls:
    """Checks the rolls of the fights of one action. `options` are the match options."""

    def __init__(self, board: Board, fight: Fight | None, options: Mapping[str, Any]) -> None:
        self.board, self.fight, self.options = board, fight, options
        self.judged = 0

    # -- events of a fight --------------------------------------------------------------------------------------------

    def note(self, event: Event) -> Iterator[str]:
        """Follow the events of a fight, and check its rolls."""
        data, kind = event.data, event.kind
        if kind in ("field_battle", "overrun", "sortie", "assault", "naval_battle"):
            self.begin(kind, data)
        elif kind in ("ability_counts", "flagship_counts"):
            yield from self.name_chief(data["unit"] if kind == "ability_counts" else data["ship"])
        elif kind == "retreats" and self.fight is not None:
            self.fight.retreating = 0 if data["seat"] == self.fight.side else 1
        elif kind == "roll" and data["purpose"] in PURPOSES:
            yield from self.judge(data)
        elif kind in ("round", "pursued") and self.fight is not None:
            yield from self.compare_hits(kind, data)

    def begin(self, kind: str, data: Data) -> None:
        """Begin a fight. The event names one attacking force; the others are known only with the first roll."""
        board = self.board
        if kind == "naval_battle":
            where = data["hex"] if data["hex"] != "none" else data["area"]
            side = board.ship_side(board.vessels[data["ship"]])
            self.fight = Fight("naval", where, sea=data["area"], side=side)
            return
        man = board.men[data["unit"]]
        side = board.side(man)
        if kind == "overrun":
            names = [led.id for led in board.force(man.id)]
            self.fight = Fight("field", data["hex"], man.place, side=side, attackers=names)
        elif kind == "field_battle":
            self.fight = Fight("field", data["hex"], data["from_hex"], side=side)
        else:
            self.fight = Fight(kind, board.keeps[data["castle"]].hex, side=side)

    def name_chief(self, name: str) -> Iterator[str]:
        """Note the unit whose ability counts, and check that it may lend its ability (12-2-2)."""
        fight, board = self.fight, self.board
        if fight is None:
            return
        if fight.kind == "naval":
            attacks = board.ship_side(board.vessels[name]) == fight.side
        else:
            attacks = board.side(board.men[name]) == fight.side
        if attacks:
            fight.attack_chief = name
        else:
            fight.defence_chief = name
        if fight.kind in ("sortie", "field") and not attacks:
            may = {man.id for man in leads(board, all_defenders(board, fight))}
            if name not in may and not self.options.get("split_defence"):
                yield f"the ability of {name} counts instead of that of {' or '.join(sorted(may))} (12-2-2)"

    # -- both sides ---------------------------------------------------------------------------------------------------

    def muster(self, data: Data) -> Iterator[str]:
        """Work out the units of both sides. Attackers that joined by choice are read from the event of the roll."""
        fight, board = self.fight, self.board
        assert fight is not None
        if not self.options.get("split_defence"):
            fight.defenders = all_defenders(board, fight)
        elif data.get("fight"):
            fight.defenders = pieces(data, 1)
        if fight.kind == "naval":
            fight.attackers = [ship.printed.id for ship in board.ships_at(fight.hex, fight.side)]
        elif not fight.attackers and data.get("fight"):
            fight.attackers = pieces(data, 0)
            inside = fight.kind == "sortie"
            where = fight.origin or fight.hex
            for name in fight.attackers:
                man = board.men[name]
                if man.place != where or man.inside != inside or board.side(man) != fight.side:
                    yield f"{name} attacks {fight.hex} though he is not in {where} (12-1-3)"
                if (man.leader or man.id) not in fight.attackers:
                    yield f"{name} attacks {fight.hex} without his leader (12-1-3)"

    def chief(self, name: str, names: list[str]) -> str:
        """Return the unit whose ability counts for a side: `name` if it qualifies, else the first that does (K-15)."""
        may = [man.id for man in leads(self.board, names)]
        if name in may:
            return name
        return may[0] if may else ""

    def difference(self) -> int:
        """Return the attackers' ability minus the defenders' (12-2-1 A(3)); 0 against an empty castle (K-51)."""
        fight, board = self.fight, self.board
        assert fight is not None
        if fight.kind == "naval":
            mine, theirs = board.vessels[fight.attack_chief], board.vessels[fight.defence_chief]
            return mine.ability - theirs.ability
        attack = self.chief(fight.attack_chief, fight.attackers)
        defence = self.chief(fight.defence_chief, fight.defenders)
        if not attack or not defence:
            return 0
        return board.men[attack].ability - board.men[defence].ability

    # -- the rolls ----------------------------------------------------------------------------------------------------

    def judge(self, data: Data) -> Iterator[str]:
        """Compare a roll with the rules of the book."""
        fight, purpose = self.fight, data["purpose"]
        if fight is None:
            yield f"{purpose} is rolled, but no fight is under way (12-2)"
            return
        yield from self.muster(data)
        self.judged += 1
        if purpose == "escape":
            better = self.difference() * (1 if fight.retreating == 0 else -1)
            if better <= 0 or data["value"] != better:
                yield f"escape by {data['value']}, the retreating side is better by {better} (12-5-1(3))"
            return
        strength = self.strength(purpose)
        parts = {clause: value for clause, value in self.parts(purpose).items() if value}
        yield from self.compare(data, strength, parts)
        rolled = sum(data["dice"]) + sum(parts.values())
        fight.hits[purpose] = hits(strength, rolled)

    def compare(self, data: Data, strength: int, parts: Mapping[str, int]) -> Iterator[str]:
        """Compare strength, row, modifiers and total of a roll."""
        what = f"{data['purpose']} on {data.get('hex', data.get('castle'))}"
        if data["strength"] != strength:
            yield f"{what}: strength {data['strength']} instead of {strength} (12-2)"
        elif data["row"] != name_of_row(strength):
            yield f"{what}: row {data['row']} instead of {name_of_row(strength)} (TBL-CRT)"
        game_parts = {part["clause"]: part["value"] for part in data["parts"]}
        for clause in sorted({*game_parts, *parts}):
            if game_parts.get(clause, 0) != parts.get(clause, 0):
                yield f"{what}: modifier {game_parts.get(clause, 0)} instead of {parts.get(clause, 0)} ({clause})"
        value = sum(parts.values())
        if data["value"] != value or data["total"] != sum(data["dice"]) + value:
            yield f"{what}: {data['value']} in all instead of {value} (12-2-1)"

    def strength(self, purpose: str) -> int:
        """Return the strength of a roll (12-2, 13-3-3, 13-3-4, 13-5-2, 16-4-2)."""
        fight, board = self.fight, self.board
        assert fight is not None
        if purpose == "pursuit":
            names = fight.attackers if fight.retreating == 1 else fight.defenders
            return steps(board, names) + (1 if fight.kind == "assault" else 0)
        names = fight.attackers if purpose in ("attack", "assault") else fight.defenders
        if fight.kind == "naval":
            return ship_steps(board, names)
        total = steps(board, names)
        keep = board.castle_in(fight.hex)
        if fight.kind == "assault" and keep is not None:
            return min(total, ASSAULT_CAP * keep.level[0]) if purpose == "assault" else total + 1
        return total

    def parts(self, purpose: str) -> dict[str, int]:
        """Return the modifiers of a roll by clause."""
        fight = self.fight
        assert fight is not None
        difference = self.difference()
        if purpose == "pursuit":
            modifiers = {"12-5-3": difference if fight.retreating == 1 else -difference}
            if fight.kind == "assault":
                modifiers["13-5-2"] = self.castle_strength()
            return modifiers
        if fight.kind == "assault":
            better = (difference > 0) - (difference < 0)
            if purpose == "assault":
                return {"13-3-5 A(1)": -self.castle_strength(), "13-3-5 A(2)": better}
            return {"13-3-5 D(1)": self.castle_strength(), "13-3-5 D(2)": -better}
        attacks = purpose == "attack"
        difference = difference if attacks else -difference
        if fight.kind == "sortie":
            return {"8-2-4 modifier": difference}
        letter = "A" if attacks else "D"
        modifiers = {f"12-2-1 {letter}(3)": difference}
        if fight.kind == "naval":
            return modifiers
        return modifiers | self.ground_parts(attacks)

    def ground_parts(self, attacks: bool) -> dict[str, int]:
        """Return the modifiers of terrain, river and fortification (12-2-1, 10-8 bonus, K-01, K-04)."""
        fight, board = self.fight, self.board
        assert fight is not None
        high = board.ground.terrain[fight.hex] == "foothills"
        river = board.ground.is_river_between(fight.origin, fight.hex)
        fortified = other(fight.side) in board.fortified.get(fight.hex, set())
        if attacks:
            dug = int(self.options.get("fortification_attacker", 0))
            return {"12-2-1 A(1)": -high, "12-2-1 A(2)": -river, "10-8 bonus": dug * fortified}
        wet = int(self.options.get("river_defender", -1))
        return {"12-2-1 D(1)": int(high), "12-2-1 D(2)": wet * river, "10-8 bonus": int(fortified)}

    def castle_strength(self) -> int:
        """Return the printed strength of the castle under assault (8-3)."""
        assert self.fight is not None
        keep = self.board.castle_in(self.fight.hex)
        return 0 if keep is None else keep.level[1]

    def compare_hits(self, kind: str, data: Data) -> Iterator[str]:
        """Compare the hits of a round or a pursuit with the printed table (12-3, TBL-CRT)."""
        assert self.fight is not None
        hits_by_purpose = self.fight.hits
        if kind == "pursued":
            if "pursuit" in hits_by_purpose and data["count"] != hits_by_purpose["pursuit"]:
                yield f"the pursuit hits {data['count']} instead of {hits_by_purpose['pursuit']} (12-5-2)"
            return
        for purposes, name in ((("attack", "assault"), "dealt"), (("defence", "garrison"), "taken")):
            for purpose in purposes:
                if purpose in hits_by_purpose and data[name] != hits_by_purpose[purpose]:
                    yield f"{purpose} hits {data[name]} instead of {hits_by_purpose[purpose]} (TBL-CRT)"
        hits_by_purpose.clear()


def pieces(data: Data, which: int) -> list[str]:
    """Return the units of one side in the description of a fight."""
    counters = data["fight"]["sides"][which]["pieces"]
    return [piece["thing"].partition(":")[2] for piece in counters if piece["thing"].startswith("unit:")]
