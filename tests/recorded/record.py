"""Play the recorded games anew: `python -m tests.recorded.record`, after a rule was corrected and only then.

What stays the same is written as it was. The changelog names the clause that changed play, and `rules_version` goes up.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import gunki
from gunki import bots
from gunki.lab.studies.play_digest import Digest
from tests.recorded.digests import GAMES, TREES, Recorded, tree

#: The effort of the planned games, by scenario, or by game if it has only one: small, so that each takes a minute.
#: Each scenario has a random game, two planned ones, and one with every option at another value.
EFFORT = {
    "kenshin": 2,
    "conquest_of_kanto": 4, "kenshin_crosses_the_mountains": 6, "tennozan": 2, "shizugatake": 2, "komaki_nagakute": 2,
}  # fmt: skip
#: Games so long that only one is planned and the others are random.
LONG = ("kenshin", "tennozan", "shizugatake", "komaki_nagakute")
#: The largest number of leaves of a tree, roughly, and of its levels.
MOST_LEAVES, DEEPEST = 4_000, 4
#: The plies at which trees are counted, as parts of the length of the game.
PLACES = (0.0, 0.15, 0.4, 0.7)


def other_options(game: gunki.Game) -> dict[str, Any]:
    """Return every option at another value than its default, as far as the values go together."""
    found: dict[str, Any] = {}
    for option in game.match_options:
        other = next(choice for choice in option.choices if choice != option.default)
        try:
            game.setup(None, {**found, option.name: other})
        except gunki.OptionError:
            continue
        found[option.name] = other
    return found


def plans() -> dict[str, Recorded]:
    found = {}
    for ident in gunki.game_ids():
        game = gunki.game(ident)
        for scenario in game.scenarios:
            plan = f"greedy:{EFFORT.get(ident, EFFORT.get(scenario, 12))}"
            found[f"{ident}-{scenario}-random"] = Recorded(ident, scenario, {}, 11, "random")
            found[f"{ident}-{scenario}-greedy"] = Recorded(ident, scenario, {}, 12, plan)
            other = "random" if ident in LONG or scenario in LONG else plan
            found[f"{ident}-{scenario}-again"] = Recorded(ident, scenario, {}, 14, other)
            found[f"{ident}-{scenario}-options"] = Recorded(ident, scenario, other_options(game), 13, other)
    return found


def play(recorded: Recorded) -> None:
    match, digest = recorded.begin(), Digest()
    players = {seat: bots.bot(recorded.players, bots.bot_seed(recorded.seed, seat)) for seat in match.seats}
    while (decision := match.decision) is not None:
        digest.add_decision(match)
        match.act(players[match.original_seats[decision.who]].choose(bots.bot_view(match, decision)))
        recorded.acts.append(match.entries[-1].act)
        digest.add_answer(match)
    digest.add_result(match)
    recorded.digests = digest.digests


def _next(counts: list[int]) -> int:
    """Estimate the leaves of one more level, if the tree grows as before."""
    return counts[-1] * counts[-1] // (counts[-2] if len(counts) > 1 else 1)


def trees(recorded: Recorded) -> dict[int, list[int]]:
    """Return the counts to the greatest depth that has not too many leaves."""
    wanted = {int(place * len(recorded.acts)) for place in PLACES}
    found = {}
    for ply, match in enumerate(recorded.replayed()):
        if ply in wanted:
            counts = tree(match.position, 1)
            while len(counts) < DEEPEST and _next(counts) < MOST_LEAVES:
                counts = tree(match.position, len(counts) + 1)
            found[ply] = counts
    return found


def main(names: list[str]) -> None:
    GAMES.mkdir(exist_ok=True)
    counted = json.loads(TREES.read_text(encoding="utf-8")) if TREES.exists() else {}
    for name, recorded in plans().items():
        if names and name not in names:
            continue
        play(recorded)
        recorded.write(GAMES / f"{name}.json.xz")
        counted[name] = {str(ply): counts for ply, counts in trees(recorded).items()}
        print(f"{name}: {len(recorded.acts)} decisions", flush=True)
    lines = [f"{json.dumps(name)}: {json.dumps(counts)}" for name, counts in sorted(counted.items())]
    TREES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
