"""The table as text: boards, players and scores for a terminal.

console.print(board(words, match), players(words, match))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from controller.view import CountView, EnrolView, HandView, MatchView
from display.text.moves import taken_trick
from display.text.words import Words

COLOURS = {
    "blue": "bright_blue",
    "green": "green",
    "red": "red",
    "yellow": "yellow",
    "violet": "magenta",
    "orange": "dark_orange",
    "rotten": "red",
}
# A colour is never the only sign: each has a shape.
SHAPES = {"blue": "●", "green": "▲", "red": "■", "yellow": "◆", "violet": "★", "orange": "✚", "rotten": "✖"}


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
    match match.game:
        case "thirteen":
            return _thirteen(words, match.state)
        case "ninja":
            return _ninja(words, match.state)
        case "gamate":
            return _gamate(words, match)
        case _:
            return _pot(words, match.state)


def _thirteen(words: Words, state: Mapping[str, Any]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    for zone, target in state["targets"].items():
        full = min(target["sum"], 13)
        grid.add_row(
            _coloured(zone, words.colour(zone)),
            f"{target['sum']:>2}/13",
            Text("█" * full, COLOURS[zone]) + Text("░" * (13 - full), "dim"),
            " + ".join(card.partition("#")[0].partition("-")[2] for card in target["cards"]),
        )
    return Group(grid, _draw_pile(words, state))


def _ninja(words: Words, state: Mapping[str, Any]) -> RenderableType:
    beat = state["to_beat"] if state["to_beat"] is not None else "–"
    cards = words.cards(state["centre"][-8:]) or "–"
    said = words.say("Centre: {cards}. To beat: {value}.", cards=cards, value=beat)
    return Text(f"{said} {_draw_pile(words, state)}")


def _draw_pile(words: Words, state: Mapping[str, Any]) -> str:
    return words.count("one card to draw", "{number} cards to draw", state["draw_pile"])


def _gamate(words: Words, match: MatchView) -> RenderableType:
    state, lines = match.state, []
    for bid in state["bids"][-4:]:
        said = words.demand(bid["bid"]) if "bid" in bid else words.say("pass")
        lines.append(f"{bid['player']}: {said}")
    if state["contract"]:
        contract = words.say("Contract: {demand}", demand=words.demand(state["contract"]))
        direction = {"up": words.say("up"), "down": words.say("down")}.get(state["direction"], "–")
        lines.append(f"{contract} ({state['declarer']}, {direction}, {state['announced'] or '–'})")
    taken = taken_trick(match)
    cards = taken["cards"] if taken else state["trick"]
    if cards:
        trick = words.say("Trick: {cards}", cards=" → ".join(map(words.card, cards)))
        lines.append(f"{trick}  {words.event(taken)}" if taken else trick)
    sides = state["tricks_taken"]
    lines += [
        words.say(
            "Side {side}: {tricks} tricks, {points} of 52 points",
            side=" + ".join(match.names[int(seat)] for seat in side.split("+")),
            tricks=sides[side],
            points=state["manche_points"][side],
        )
        for side in sides
    ]
    return Text("\n".join(lines))


def _pot(words: Words, state: Mapping[str, Any]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    pot: dict[str, list[str]] = {}
    for card in state["pot"]:
        colour, _, value = card.partition("-")
        pot.setdefault(colour, []).append(value)
    for colour, values in pot.items():
        grid.add_row(_coloured(colour, words.colour(colour)), " ".join(values))
    laid = Grid.grid(padding=(0, 2))
    for name, card in state["played"].items():
        colour = card.partition("-")[0]
        laid.add_row(name, _coloured(colour, words.card(card)), f"= {state['strengths'][colour]}")
    return Group(words.say("The pot:"), grid, laid)


def players(words: Words, match: MatchView) -> RenderableType:
    state = match.state
    grid = Grid(box=None, padding=(0, 2), pad_edge=False)
    counts = {"hand": words.say("hand"), "taken": words.say("taken")}
    if match.game == "ninja":
        counts = {
            "hand": words.say("hand"),
            "face_up": words.say("face up"),
            "face_down": words.say("face down"),
        }
    for head in ("", "", *counts.values()):
        grid.add_column(head, justify="right" if head else "left")
    grid.add_column(words.say("total"), justify="right")
    for seat, player in enumerate(state["players"]):
        name = player["name"]
        here = "▶" if name in (state["turn"], state.get("seat")) else ""
        totals = state["totals"]
        total = totals[name] if name in totals else list(totals.values())[seat % 2]
        grid.add_row(
            here, name, *(str(player[count]) for count in counts), str(total), style="bold" if here else ""
        )
    return grid


def hand(words: Words, match: MatchView, held: HandView) -> RenderableType:
    """Simulated cards, of whoever is at the keyboard; those that may be laid now are bright."""
    if held.curtain:
        return Text("")
    rows: list[RenderableType] = []
    pieces = [Text(f"{match.names[held.owner]}  ", "bold")]
    for card in held.cards:
        colour = card.name.partition("-")[0]
        shape = f"{SHAPES[colour]} " if colour in SHAPES else ""
        style = COLOURS.get(colour, "bright_white") if card.zones or not held.acting else "dim"
        pieces.append(Text(f"{shape}{words.card(card.name)}   ", style))
    rows.append(Flow(pieces))
    for seat, lying in enumerate(held.face_up):
        if lying:
            name = f"{match.names[seat]}, {words.say('face up')}"
            rows.append(Text(f"{name}   {words.cards(list(lying))}", "dim"))
    if held.beside:
        seat, cards = held.beside
        rows.append(Text(f"{match.names[seat]}   {words.cards(list(cards))}", "dim"))
    return Group(*rows)


def score(words: Words, match: MatchView) -> RenderableType:
    assert match.reveal is not None
    grid = Grid.grid(padding=(0, 2))
    for who, text in match.reveal.explain.items():
        grid.add_row(who, text)
    return Panel(grid, title=words.say("Score"), expand=False)


def counting(words: Words, match: MatchView, count: CountView) -> RenderableType:
    shown = words.say("Show {player}’s cards, one after the other.", player=match.names[count.seat])
    text = Text(shown, "bold")
    for seat, (name, number) in enumerate(zip(match.names, count.counts, strict=True)):
        cards = words.count("one card", "{number} cards", number)
        text.append(
            f"\n{'▶' if seat == count.seat else ' '} {name}: {cards}", "" if seat == count.seat else "dim"
        )
    return text


def enrolment(words: Words, enrol: EnrolView) -> RenderableType:
    done = 20 * enrol.done // max(enrol.total, 1)
    title = words.say("{game}, box {number}", game=words.game(enrol.deck), number=enrol.copy)
    bar = f"{title}  {'█' * done}{'░' * (20 - done)} {enrol.done}/{enrol.total}"
    if enrol.card:
        asked = words.say("Lay {card}.", card=words.card(enrol.card))
    elif enrol.missing:
        asked = words.say("Lay every card once, in any order.")
    else:
        asked = ""
    missing = words.cards(list(enrol.missing[:12]))
    return Group(Text(bar), Text(asked, "bold"), Text(missing, "dim"))


def _coloured(colour: str, text: str) -> Text:
    return Text(f"{SHAPES[colour]} {text}", COLOURS[colour])
