"""The state of a match beside the board: turn and phase, tracks, supply, cards; and the result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from gunki.cli.render.area_board import AreaBoard
from gunki.cli.render.hex_forces import HexForces
from gunki.cli.render.score import show_counts
from gunki.cli.render.screen import Screen, Word, fit_to_width
from gunki.cli.render.words import GameWords
from gunki.core.definition.game import Game
from gunki.core.definition.setup import Setup
from gunki.core.matches.match import Match

BOX = 4


@lru_cache(maxsize=4)
def board_of(game: Game, setup: Setup) -> Mapping[str, Any]:
    """Return the board. It is cached, because it never changes during a match."""
    return game.board(setup)


def forces_of(screen: Screen, words: GameWords, match: Match, seat: str | None) -> HexForces | None:
    """Return the position as forces. Return None unless the board is one of hexes."""
    board = board_of(match.game, match.setup)
    return HexForces(words, match, seat, board, unicode=screen.unicode) if board["kind"] == "hexes" else None


def show_position(screen: Screen, words: GameWords, match: Match, seat: str | None) -> None:
    """Print everything that is public, and the hand of the seat."""
    forces = forces_of(screen, words, match, seat)
    if forces is not None:
        forces.show(screen)
        return
    view = match.view(seat)
    board = AreaBoard(words, board_of(match.game, match.setup), view, unicode=screen.unicode)
    screen.line()
    screen.line(headline(words, view), "bold")
    tracks = _tracks(board)
    pieces = [board.legend(is_drawn=True), [line for block in tracks for line in block], _order_and_cards(words, view)]
    pieces = [piece for piece in pieces if piece]
    grid = board.grid(screen.width, pieces)
    if grid is not None:
        for line in grid:
            screen.text(line, wrap=False)
        for piece in pieces:
            for line in piece:
                screen.text(line)
    else:
        _show_list(screen, board)
        _show_side_by_side(screen, tracks)
        for line in _order_and_cards(words, view):
            screen.text(line)
    show_counts(screen, words, match.scene(seat))
    for key, kind in (("in_effect", "card"), ("off_map", "general"), ("dead", "general")):
        if view.get(key):
            screen.item(words(key), words.join_names([words.name(kind, thing_id) for thing_id in view[key]]), "")
    show_hand(screen, words, view)


def _show_list(screen: Screen, board: AreaBoard) -> None:
    """Print the places of each power in columns. This is for screens that are too narrow for a map."""
    columns = max(1, min(screen.width // 38, 3))
    wide = screen.width // columns
    for power, entries in board.entries(wide - 1):
        screen.line(board.words.side(power), "bold underline")
        rows = -(-sum(map(len, entries)) // columns)
        blocks: list[list[Text]] = [[]]
        for entry in entries:
            if len(blocks[-1]) >= rows:
                blocks.append([])
            blocks[-1] += entry
        _show_side_by_side(screen, blocks, wide)
    for line in board.legend(is_drawn=False):
        screen.text(line)


def headline(words: GameWords, view: Mapping[str, Any]) -> str:
    parts = [words.texts("game", "title")]
    if "turn" in view:
        parts.append(words("turn", number=view["turn"]))
    if "phase" in view:
        parts.append(words.name("phase", view["phase"]))
    if view.get("decision"):
        parts.append(words("to_act", side=words.side(view["decision"]["who"])))
    return " · ".join(parts)


def _tracks(board: AreaBoard) -> list[list[Text]]:
    """Return tracks with their markers. Markers on tracks with the same boxes share a heading."""
    tracks: dict[tuple[str, ...], list[tuple[str, int]]] = {}
    for clan, marker in board.view.get("markers", {}).items():
        tracks.setdefault(tuple(marker["boxes"]), []).append((clan, marker["box"]))
    return [_track(board, boxes, markers) for boxes, markers in tracks.items()]


def _show_side_by_side(screen: Screen, blocks: list[list[Text]], least: int = 0) -> None:
    """Print blocks side by side. If there is no room for that, print them one below another."""
    wide = [max(least, max(line.cell_len for line in block) + 3) for block in blocks]
    if sum(wide) > screen.width + 3:
        for line in (line for block in blocks for line in block):
            screen.text(line, wrap=False)
        return
    for row in range(max(map(len, blocks), default=0)):
        out = Text()
        for block, width in zip(blocks, wide, strict=True):
            line = block[row] if row < len(block) else Text()
            out.append_text(line)
            out.append(" " * (width - line.cell_len))
        out.rstrip()
        screen.text(out, wrap=False)


def _track(board: AreaBoard, boxes: tuple[str, ...], markers: list[tuple[str, int]]) -> list[Text]:
    words = board.words
    names = [board.clan(clan) for clan, _ in markers]
    margin = max(cell_len(words("tracks")), *(cell_len(name) for name, _ in names)) + 1
    head = Text(fit_to_width(words("tracks"), margin), "dim")
    start = 0
    for number in range(1, len(boxes) + 1):  # adjacent boxes of one power share a heading
        if number == len(boxes) or boxes[number] != boxes[start]:
            name = words.side(boxes[start])
            room = BOX * (number - start) - 1 if number < len(boxes) else cell_len(name)
            head.append(fit_to_width(name, room) + " ")
            start = number
    head.rstrip()
    lines = [head]
    for (name, style), (_, place) in zip(names, markers, strict=True):
        line = Text.assemble((name, style), " " * (margin - cell_len(name)))
        for box in range(1, len(boxes) + 1):
            line.append_text(Text.assemble("[", ("#", "bold"), "] ") if box == place else Text("[ ] ", "dim"))
        lines.append(line)
    return lines


def _order_and_cards(words: GameWords, view: Mapping[str, Any]) -> list[Text]:
    lines = []
    if "order" in view:
        lines.append(Text(words("order", seats=words.join_names([words.side(seat) for seat in view["order"]]))))
    if "hand_sizes" in view:
        lines.append(_hands(words, view["hand_sizes"], view.get("stack_sizes", {})))
    return lines


def _hands(words: GameWords, hands: Mapping[str, int], stacks: Mapping[str, int]) -> Text:
    """Return the numbers of cards in the hands and in the stacks. There is one stack for each seat, or one for all."""
    if set(stacks) <= set(hands):
        sizes = [
            words("cards_of", side=words.side(seat), hand=count, stack=stacks.get(seat, 0))
            for seat, count in hands.items()
        ]
        return Text(words("cards", counts=words.join_names(sizes)))
    sizes = [f"{words.side(seat)} {count}" for seat, count in hands.items()]
    return Text(words("cards_common", counts=words.join_names(sizes), stack=sum(stacks.values())))


def show_hand(screen: Screen, words: GameWords, view: Mapping[str, Any], *, full: bool = False) -> None:
    """Print the cards by name. If `full` is true, print their texts too."""
    hand = view.get("hand", ())
    if not hand:
        if full:
            screen.line(words("no_cards"))
        return
    if full:
        for card in hand:
            screen.item(words.name("card", card), "", "bold cyan")
            screen.item(" ", words.texts("card_text", card))
        return
    names = words.join_names([words.name("card", card) for card in hand])
    screen.item(words("hand"), names)


def show_result(screen: Screen, words: GameWords, match: Match) -> None:
    result = match.result
    if result is None:
        return
    clause_id, text = words.clause(result.clause)
    screen.line()
    winners = words.join_names([words.side(seat) for seat in result.winners])
    key = "wins" if len(result.winners) == 1 else "share" if winners else "nobody_wins"
    screen.line(words(key, side=winners), "bold")
    screen.item(f"{clause_id}:", words.reason(result))
    if text:
        screen.item(" ", text, "")
    view = match.view(None)
    out: list[Word] = []
    if "turn" in view:
        out.append((words("turn", number=view["turn"]), ""))
    scene = match.scene(None)
    if result.points and not scene["counts"]:
        points = zip(match.seats, result.points, strict=False)
        counts = words.join_names([f"{words.side(seat)} {count}" for seat, count in points])
        out.append(((" · " if out else "") + words("points", counts=counts), ""))
    if out:
        screen.words(out)
    show_counts(screen, words, scene)
