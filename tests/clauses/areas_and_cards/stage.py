"""What the shared tests of chapters 7 and 8 call by one name in both games: clans, generals, areas, seats, cards.

A player's clan (`own`) fights a clan of another player (`foe`), beside a third that it may fight as well (`bystander`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import acts, column
from tests.clauses.honganji import steps as honganji_steps
from tests.clauses.nobunaga import steps as nobunaga_steps

Units = Mapping[str, Any]


@dataclass(frozen=True)
class Stage:
    """One game, as the shared tests play it."""

    game: str
    board: Callable[..., Playing]
    #: The argument of `board` that takes the acting player's cards.
    cards: str
    #: What the layout takes besides the areas, and areas that every layout has.
    entries: Mapping[str, Any]
    around: Mapping[str, Any]
    seat: str
    own: str
    chief: str  # of value 3; his death neither ends the match nor knocks a player out
    second: str  # of value 2
    third: str
    foe: str
    foe_seat: str
    strong: str
    strong_value: int
    weak: str
    weak_value: int
    bystander: str
    bystander_general: str
    here: str  # where they meet
    near: str  # beside it
    empty: str  # beside `near`
    home: str  # where a fleeing general of `own` may go
    refuge: str  # where one of `foe` goes
    other_refuge: str  # another area that may be given to `foe`
    no_refuge: str  # of neither
    #: Whose decision comes after the action; after it, if the player has no cards left.
    then: tuple[str, str]
    then_without_cards: tuple[str, str]
    #: Four cards that have no bearing on movement or combat while they are held or paid.
    hand: tuple[str, ...]
    march_event: str  # an event that is a march
    beyond_event: str  # where it does not reach from `near`
    #: An open country: who walks, from where, the areas at one step, at two, and so on, and areas that are too far.
    walker: str
    start: str
    rings: tuple[frozenset[str], ...]
    beyond: tuple[str, ...]
    #: Units of others that stand on ways from `start`; areas behind them that can, and that cannot be reached.
    blocks: Mapping[str, Any]
    around_blocks: frozenset[str]
    behind_blocks: tuple[str, ...]
    #: A way from `start` to an area two steps away: what lies between, what closes other ways.
    between: str
    two_away: str
    detours: Mapping[str, Any]
    #: Somebody who neither holds the acting clan back nor holds the place for it, and what that takes.
    companion: str
    companion_entries: Mapping[str, Any] = field(default_factory=dict)

    def lay(self, areas: Mapping[str, Any], *, hand: Sequence[str] = (), **entries: Any) -> Playing:
        """Lay out areas at an action turn of the player, who holds the four harmless cards unless told otherwise."""
        given = {self.cards: list(hand or self.hand), **self.entries, **entries}
        return self.board({**self.around, **areas}, **given)

    def attack(self, own: Units, foe: Units, *dice: int, third: Units | None = None, **more: Any) -> Playing:
        """Choose a continued combat of `own` against `foe`, as far as its first question besides the target."""
        others = {} if third is None else {self.bystander: third}
        match = self.lay({self.here: {self.own: own, self.foe: foe, **others}, **more}, dice=dice)
        acts(match, "combat", f"attack {self.own} {self.here}")
        if others:
            match.act(f"target {self.foe}")
        return match

    def march(
        self, areas: Mapping[str, Any], to: str, *, dice: Sequence[int] = (), take: Sequence[str] = (), armies: int = 0
    ) -> Playing:
        """Move units of `own` from `near`, as far as the first question after the destination."""
        match = self.lay(areas, dice=dice)
        match.act("movement")
        column(match, self.own, self.near, generals=take, armies=armies)
        match.act(f"to {to}")
        return match

    def walk(self, armies: int, areas: Mapping[str, Any] | None = None) -> Playing:
        """Begin a movement of some of four armies from `start`, as far as the destination."""
        match = self.lay({self.start: {self.walker: {"ready": 4}}, **(areas or {})})
        match.act("movement")
        column(match, self.walker, self.start, armies=armies)
        return match

    def hand_size(self, match: Playing, seat: str) -> int:
        """Return how many cards a seat holds."""
        return len(match.view(seat)["hand"])

    def dead(self, match: Playing) -> list[str]:
        """Return the generals killed so far."""
        return list(match.view(self.seat)["dead"])


NOBUNAGA = Stage(
    game="nobunaga",
    board=nobunaga_steps.board,
    cards="oda",
    entries={"markers": nobunaga_steps.NOBODY_NEUTRAL},
    around={"suruga": {"controller": "none"}, "north_shinano": {"controller": "none"}},
    seat="oda",
    own="oda",
    chief="shibata_katsuie",
    second="hashiba_hideyoshi",
    third="niwa_nagahide",
    foe="takeda",
    foe_seat="anti_oda",
    strong="takeda_shingen",
    strong_value=4,
    weak="takeda_katsuyori",
    weak_value=3,
    bystander="asakura",
    bystander_general="asakura_yoshikage",
    here="mino",
    near="owari",
    empty="mikawa",
    home="yamashiro",
    refuge="kai",
    other_refuge="suruga",
    no_refuge="kaga",
    then=("action", "anti_oda"),
    then_without_cards=("action", "anti_oda"),
    hand=nobunaga_steps.ODA_CARDS,
    march_event="converging_attack",
    beyond_event="north_settsu",
    walker="tokugawa",
    start="toutoumi",
    rings=(
        frozenset({"mikawa", "suruga", "south_shinano"}),
        frozenset({"owari", "mino", "kai", "north_shinano", "hida"}),
        frozenset({"nagashima", "south_oumi", "north_oumi", "echizen", "etchuu", "echigo"}),
    ),
    beyond=("yamashiro", "kaga"),
    blocks={"mikawa": {"neutral": {"ready": 1}}, "south_shinano": {"azai": {"spent": 1}}},
    around_blocks=frozenset({"mikawa", "south_shinano", "suruga", "kai", "north_shinano"}),
    behind_blocks=("mino",),
    between="mikawa",
    two_away="owari",
    detours={"south_shinano": {"azai": {"ready": 1}}},
    companion="tokugawa",
)

HONGANJI = Stage(
    game="honganji",
    board=honganji_steps.board,
    cards="cards",
    entries={"status": {"akechi": "rebel"}},
    around={},
    seat="tokugawa",
    own="tokugawa",
    chief="honda_tadakatsu",
    second="sakakibara_yasumasa",
    third="honda_masanobu",
    foe="akechi",
    foe_seat="akechi",
    strong="hosokawa_tadaoki",
    strong_value=2,
    weak="hosokawa_fujitaka",
    weak_value=1,
    bystander="mouri",
    bystander_general="kikkawa_motoharu",
    here="gifu",
    near="shinano",
    empty="kai",
    home="mikawa",
    refuge="tanba",
    other_refuge="kai",
    no_refuge="echizen",
    then=("action", "tokugawa"),
    then_without_cards=("action", "hashiba"),
    hand=honganji_steps.CARDS,
    march_event="forced_march_1",
    beyond_event="shikoku",
    walker="tokugawa",
    start="kai",
    rings=(
        frozenset({"shinano", "toutoumi_suruga", "kantou"}),
        frozenset({"gifu", "etchuu_kaga", "hida", "echigo", "mikawa"}),
    ),
    beyond=("owari_ise", "echizen"),
    blocks={"shinano": {"neutral": {"ready": 1}}},
    around_blocks=frozenset({"shinano", "toutoumi_suruga", "kantou", "mikawa", "echigo"}),
    behind_blocks=("gifu", "hida", "etchuu_kaga"),
    between="shinano",
    two_away="gifu",
    detours={},
    companion="uesugi",
    companion_entries={"status": {"tokugawa": "rebel"}},
)

STAGES = {stage.game: stage for stage in (NOBUNAGA, HONGANJI)}
