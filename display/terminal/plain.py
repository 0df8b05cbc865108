"""The table as text: boards, players and scores for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from controller.view import CountView, EnrolView, HandView, MatchView
from display.games import game_of, presentation
from display.games.defaults import SHAPES, Cell, Piece
from display.text.words import GameWords, Words
from engine import games

COLOURS = {
    "blue": "bright_blue", "green": "green", "red": "red", "yellow": "yellow", "violet": "magenta",
    "orange": "dark_orange", "rotten": "red", "dim": "dim",
}  # fmt: skip


@dataclass(frozen=True)
class Flow:
    """Pieces one after the other, none of them torn apart at the end of a line."""

    pieces: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for piece in self.pieces:
            if line and line.cell_len + piece.cell_len > options.max_width:
                yield line
                line = Text()
            line.append_text(piece)
        yield line


def board(words: Words, match: MatchView) -> RenderableType:
    """What lies on the table, as the game's presentation tells it."""
    lines = presentation(match.game).text_board(words.of(match.game), match)
    return Group(
        *(Text(line) if isinstance(line, str) else _grid(map(_cell, row) for row in line) for line in lines)
    )


def _grid(rows: Iterable[Iterable[RenderableType]]) -> Grid:
    grid = Grid.grid(padding=(0, 2))
    for row in rows:
        grid.add_row(*row)
    return grid


def _cell(cell: Cell) -> Text:
    if isinstance(cell, str):
        return Text(cell)
    pieces = (cell,) if isinstance(cell, Piece) else cell
    return Text.assemble(*((piece.text, COLOURS.get(piece.colour, "white")) for piece in pieces))


def players(words: Words, match: MatchView) -> RenderableType:
    state = match.state
    grid = Grid(box=None, padding=(0, 2), pad_edge=False)
    counts = [count for count in presentation(match.game).counts if count.field in state["players"][0]]
    for head in ("", "", *(words.of(match.game).say(count.name) for count in counts)):
        grid.add_column(head, justify="right" if head else "left")
    grid.add_column(words.say("total"), justify="right")
    for seat, player in enumerate(state["players"]):
        name = player["name"]
        here = "▶" if name in (state["turn"], state.get("seat")) else ""
        total = list(state["totals"].values())[games.game(match.game).side(seat)]
        numbers = (str(player[count.field]) for count in counts)
        grid.add_row(here, name, *numbers, str(total), style="bold" if here else "")
    return grid


def hand(words: GameWords, match: MatchView, held: HandView) -> RenderableType:
    """Simulated cards, of the player at the keyboard; those that may be laid now are bright."""
    if held.curtain:
        return Text("")
    pieces = [Text(f"{match.names[held.owner]}  ", "bold")]
    for card in held.cards:
        colour = card.name.partition("-")[0]
        shape = f"{SHAPES[colour]} " if colour in SHAPES else ""
        style = COLOURS.get(colour, "bright_white") if card.zones or not held.acting else "dim"
        pieces.append(Text(f"{shape}{words.card(card.name)}   ", style))
    rows: list[RenderableType] = [Flow(pieces)]
    for seat, lying in enumerate(held.face_up):
        if lying:
            name = f"{match.names[seat]}, {words.say('face up')}"
            rows.append(Text(f"{name}   {words.cards(lying)}", "dim"))
    if held.beside:
        seat, cards = held.beside
        rows.append(Text(f"{match.names[seat]}   {words.cards(cards)}", "dim"))
    return Group(*rows)


def score(words: Words, match: MatchView) -> RenderableType:
    assert match.reveal is not None
    return Panel(_grid(match.reveal.explain.items()), title=words.say("Score"), expand=False)


def counting(words: Words, match: MatchView, count: CountView) -> RenderableType:
    shown = words.say("Show {player}’s cards, one after the other.", player=match.names[count.seat])
    if count.doubt:
        shown = words.notice(count.doubt, match.game)
    text = Text(shown, "bold")
    for seat, (name, number) in enumerate(zip(match.names, count.counts, strict=True)):
        cards = words.count("one card", "{number} cards", number)
        sign, style = ("▶", "") if seat == count.seat else (" ", "dim")
        text.append(f"\n{sign} {name}: {cards}", style)
    return text


def enrolment(words: Words, enrol: EnrolView) -> RenderableType:
    own = words.of(game_of(enrol.deck))
    done = 20 * enrol.done // max(enrol.total, 1)
    title = words.say("{game}, box {number}", game=own.title, number=enrol.copy)
    bar = f"{title}  {'█' * done}{'░' * (20 - done)} {enrol.done}/{enrol.total}"
    if enrol.card:
        asked = words.say("Lay {card}.", card=own.card(enrol.card))
    elif enrol.missing:
        asked = words.say("Lay every card once, in any order.")
    else:
        asked = ""
    missing = own.cards(enrol.missing[:12])
    return Group(Text(bar), Text(asked, "bold"), Text(missing, "dim"))
