"""Putting things right: the last moves, a card not read or forgotten, turns and hands, an early end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.intents import Act, Intent, Line, StartCounting, UndoTo
from controller.view import MatchView, Ruled, TableView
from display.screens.picker import picker, turns
from display.screens.rules import now
from display.screens.ui import Asking, Choosing, Correcting, Over, Ui
from display.text.words import in_order
from display.widgets.boxes import Box, Room
from display.widgets.theme import GOLD, INK, INK_SOFT, PAPER_SHADE, SUITS
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL
from display.widgets.widgets import Page, capital
from engine import games
from engine.rules import EndRound, HandCount, Out, Turn

ROWS = 5  # moves on a page


def correct(page: Page, view: TableView, match: MatchView, ui: Ui, correcting: Correcting) -> None:
    px, words = page.px, page.words
    inserting = correcting.inserting
    title = words.say("When was the card played?") if inserting else capital(words.say("fix something"))
    box = page.heading(page.sheet(1000, 470), title, ui.at(None), HEAD - 2)
    if inserting:
        _moments(page, box, match, ui, correcting)
        return
    right, left = box.cut_right(box.w * 9 // 20, px(16))
    _moves(page, _findings(page, left, view, match.game), match, ui, correcting)
    things = _things(page, view, match)
    cells = right.cells(2, -(-len(things) // 2), px(7))
    for place, (sign, label, does, over) in zip(cells, things, strict=False):
        page.button(place, label, *does, then=ui.at(over), sign=sign, look="unchosen", size=BODY - 2)


def _things(
    page: Page, view: TableView, match: MatchView
) -> list[tuple[str, str, tuple[Intent, ...], Over | None]]:
    """What else can be put right."""
    say = page.words.of(match.game).say
    things: list[tuple[str, str, tuple[Intent, ...], Over | None]] = [
        ("cards", say("choose a card that was not read"), (), Choosing()),
        ("plus", say("a card was forgotten"), (), Correcting(inserting=True)),
        ("person", say("it is somebody else’s turn"), (), Asking("turn")),
        ("face-up", say("cards in hand"), (), Asking("hands")),
    ]
    game = games.game(match.game)
    if Out in game.corrections:
        things.append(("crown", say("somebody is out"), (), Asking("out")))
    elif game.counts_piles and not match.log and not view.seat_players:  # there are no piles to lay
        things.append(("tick", say("only count the piles"), (StartCounting(),), None))
    things.append(("book", say("how the game is played"), (), now(view, match)))
    things.append(("no", say("a card is missing: end the round"), (), Asking("end")))
    return things


def _findings(page: Page, box: Box, view: TableView, game: str) -> Box:
    """What lies on the pads and should not; what is left of the box."""
    px = page.px
    for finding in view.findings[:2]:
        row, box = box.cut_top(px(40), px(5))
        page.panel(row, GOLD, 8)
        room = Room(row.inset(px(8), px(2)))
        page.sign(room.left(px(20), px(8)), "lift")
        page.text(room.rest, page.words.finding(finding, game), SMALL, INK, BOLD, align=0, lines=2)
    return box


def _moves(page: Page, box: Box, match: MatchView, ui: Ui, correcting: Correcting) -> None:
    """The last moves, the latest first: touch one to take it and all after it back."""
    px, words = page.px, page.words
    caption, box = box.cut_top(px(20), px(4))
    text = words.say("Touch a move to go back to before it.")
    page.text(caption, text, SMALL + 1, INK_SOFT, align=0, lines=1)
    number = max(1, min(ROWS, (box.h + px(5)) // (page.touch + px(5))))
    box = _pages(page, box, ui, correcting, len(match.log), number)
    last = len(match.log) - correcting.back
    shown = list(range(last - 1, max(-1, last - 1 - number), -1))
    for at, row in zip(shown, box.rows(number, px(5)), strict=False):
        page.button(row, _said(page, match, match.log[at]), UndoTo(at), then=ui.at(None), size=BODY - 2)


def _pages(page: Page, box: Box, ui: Ui, correcting: Correcting, of: int, number: int) -> Box:
    """Later and earlier where there is more than a page; what is left of the box."""
    backs = (max(0, correcting.back + step) for step in (-number, number))
    ways = [replace(correcting, back=back) if correcting.back != back < of else None for back in backs]
    return turns(page, box, *(((), ui.at(way)) if way else None for way in ways))


# A card that was forgotten


def _moments(page: Page, box: Box, match: MatchView, ui: Ui, correcting: Correcting) -> None:
    px, words = page.px, page.words
    played = in_order(match.log)
    box = _pages(page, box, ui, correcting, len(played) + 1, ROWS)
    for row, back in zip(box.rows(ROWS, px(6)), range(correcting.back, len(played) + 1), strict=False):
        then = ui.at(Choosing(back=back))
        if back == 0:
            label, look = words.say("after all the others"), "primary"
        else:
            label, look = words.say("before: {move}", move=_said(page, match, played[-back])), "unchosen"
        page.button(row, label, then=then, look=look, size=BODY - 1)


def _said(page: Page, match: MatchView, entry: Ruled) -> str:
    return capital(page.words.of(match.game).move(entry, match.names))


# Sure?


def ask(page: Page, match: MatchView, ui: Ui, asking: Asking) -> None:
    px, words, done = page.px, page.words.of(match.game), ui.at(None)
    room = Room(page.sheet(*((760, 430) if asking.what == "hands" else (600, 320))))
    head, back = room.top(px(56), px(8)), room.bottom(page.touch, px(8))
    page.button(back, words.say("back"), then=ui.at(Correcting()), sign="left", key="escape")
    if asking.what == "hands":
        page.text(head, words.say("How many cards are in each hand?"), HEAD - 4, INK, BOLD)
        _hands(page, room.rest, match)
        return
    if asking.what == "end":
        page.text(head, words.of(match.game).sure_to_end(), HEAD - 6, INK, BOLD)
        sure = room.rest.centred(room.rest.w, max(page.touch, px(64)))
        page.button(sure, words.say("end the round"), Act(EndRound()), then=done, look="primary", size=LARGE)
        return
    out = asking.what == "out"
    question = words.say("Who has no card left?") if out else words.say("Whose turn is it?")
    page.text(head, question, HEAD, INK, BOLD)
    places = room.rest.grid(len(match.names), px(8))
    for seat, (name, place) in enumerate(zip(match.names, places, strict=True)):
        move = Out(seat) if out else Turn(seat)
        page.button(place, name, Act(move), then=done, look="primary", key=str(seat + 1))


def _hands(page: Page, box: Box, match: MatchView) -> None:
    """One more or one less, for everybody."""
    px, wide = page.px, page.touch + page.px(6)
    cells = box.cells(2, 3, px(8), px(14))
    for seat, (player, cell) in enumerate(zip(match.state["players"], cells, strict=False)):
        place = cell.centred(cell.w, min(cell.h, max(page.touch, px(64))))
        page.panel(place, PAPER_SHADE, 10)
        room, held = Room(place), player["hand"]
        more, figure, less = room.right(wide, px(4)), room.right(px(44), px(4)), room.right(wide, px(8))
        page.name(room.rest.inset(px(10), 0), player["name"], BODY, INK, align=0)
        page.text(figure, str(held), HEAD - 4, INK, BOLD, lines=1)
        page.button(more, "", Act(HandCount(seat, held + 1)), sign="plus")
        if held:
            page.button(less, "", Act(HandCount(seat, held - 1)), sign="minus")


# A card that was not read


def choose_card(page: Page, match: MatchView, ui: Ui, choosing: Choosing) -> None:
    words, game = page.words, games.game(match.game)
    title, lines = words.say("Which card is it?"), 1
    if choosing.card:
        title, lines = words.say("Where does {card} go?", card=words.of(match.game).card(choosing.card)), 99
    back = ui.at(Correcting(inserting=choosing.back is not None))
    box = page.heading(page.sheet(960, 470), title, back, HEAD - 2, sign="left", lines=lines)
    if choosing.card:
        _places(page, box, match, ui, choosing)
        return

    def turned(colour: str, number: int) -> Ui:
        return ui.at(replace(choosing, colour=colour, page=number))

    def chosen(kind: str) -> tuple[Sequence[Intent], Ui]:
        if len(game.zones) > 1:
            return [], ui.at(replace(choosing, card=kind))
        return [_line(choosing, {"lay": kind})], ui.at(None)

    picker(page, box, match.game, choosing.colour, choosing.page, turned, chosen)


def _line(choosing: Choosing, lay: dict[str, str]) -> Line:
    """Laid now, or put where it was forgotten."""
    return Line(lay if choosing.back is None else {"correct": {"insert": lay, "back": choosing.back}})


def _places(page: Page, box: Box, match: MatchView, ui: Ui, choosing: Choosing) -> None:
    picture, box = box.cut_left(page.px(200), page.px(20))
    page.card(picture, match.game, choosing.card, 240)
    zones = games.game(match.game).zones
    for number, (zone, place) in enumerate(zip(zones, box.rows(len(zones), page.px(10)), strict=True), 1):
        does, then = _line(choosing, {"lay": choosing.card, "zone": zone}), ui.at(None)
        sign, label = SUITS[zone].shape if zone in SUITS else "", page.words.of(match.game).place(zone)
        place = place.centred(place.w, max(page.touch, min(place.h, page.px(72))))
        page.button(place, label, does, then=then, look="primary", sign=sign, key=str(number))
