"""Putting things right: a card that was not read or forgotten, the turn, hands, names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from controller.intents import Act, Intent, Line, NameSeat, StartCounting, UndoTo
from controller.view import Mode, TableView
from display.terminal.menus.pages import ENTER, Ask, Option, Prompt
from display.text.words import Words, in_order
from engine import games
from engine.rules import EndRound, HandCount, Out, Turn


def put_right(words: Words, view: TableView) -> Prompt | None:
    match = view.match
    if match is None:
        return None
    say = words.say
    things: list[tuple[str, Sequence[Intent], Ask | None]] = [
        (say("choose a card that was not read"), (), card_not_read),
        (say("a card was forgotten"), (), moments),
        (say("it is somebody else’s turn"), (), partial(whose, Turn)),
        (say("cards in hand"), (), hands),
        (say("go back to a move"), (), moves),
        (say("a card is missing: end the round"), (), sure_to_end),
    ]
    game = games.game(match.game)
    if Out in game.corrections:
        things.append((say("somebody is out"), (), partial(whose, Out)))
    if game.counts_piles and not match.log:
        things.append((say("only count the piles"), (StartCounting(),), None))
    options = [Option(label, does, then, str(key)) for key, (label, does, then) in enumerate(things, 1)]
    text = "\n".join(words.finding(finding, match.game) for finding in view.findings)
    return Prompt(say("put something right"), options, text=text)


def card_not_read(words: Words, view: TableView, back: int | None = None) -> Prompt | None:
    match = view.match
    if match is None:
        return None
    game, own = games.game(match.game), words.of(match.game)
    options = []
    for kind in (kind.name for kind in game.deck.kinds):
        if len(game.zones) > 1 and view.mode is not Mode.COUNTING:
            options.append(Option(own.card(kind), then=partial(place, kind, back)))
        else:
            options.append(Option(own.card(kind), [_line({"lay": kind}, back)]))
    return Prompt(words.say("Which card is it?"), options, search=True)


def place(kind: str, back: int | None, words: Words, view: TableView) -> Prompt | None:
    match = view.match
    if match is None:
        return None
    own = words.of(match.game)
    options = [
        Option(own.zone(zone), [_line({"lay": kind, "zone": zone}, back)], key=str(number))
        for number, zone in enumerate(games.game(match.game).zones, 1)
    ]
    return Prompt(words.say("Where does {card} go?", card=own.card(kind)), options)


def _line(lay: dict[str, str], back: int | None) -> Line:
    """Laid now, or put where it was forgotten."""
    return Line(lay if back is None else {"correct": {"insert": lay, "back": back}})


def moments(words: Words, view: TableView) -> Prompt | None:
    if view.match is None:
        return None
    match, own = view.match, words.of(view.match.game)
    played = in_order(match.log)
    options = [Option(words.say("after all the others"), then=partial(card_not_read, back=0))]
    for back in range(1, len(played) + 1):
        label = words.say("before: {move}", move=own.move(played[-back], match.names))
        options.append(Option(label, then=partial(card_not_read, back=back)))
    return Prompt(words.say("When was the card laid?"), options, search=True)


def moves(words: Words, view: TableView) -> Prompt | None:
    if view.match is None:
        return None
    match, own = view.match, words.of(view.match.game)
    options = [
        Option(own.move(match.log[at], match.names), [UndoTo(at)]) for at in range(len(match.log) - 1, -1, -1)
    ]
    return Prompt(words.say("Which move is to be undone, with all that came after it?"), options, search=True)


def whose(what: type[Turn] | type[Out], words: Words, view: TableView) -> Prompt | None:
    if view.match is None:
        return None
    question = words.say("Who has no card left?") if what is Out else words.say("Whose turn is it?")
    options = [
        Option(name, [Act(what(seat))], key=str(seat + 1)) for seat, name in enumerate(view.match.names)
    ]
    return Prompt(question, options)


def hands(words: Words, view: TableView) -> Prompt | None:
    if view.match is None:
        return None
    options = [
        Option(f"{player['name']}: {player['hand']}", then=partial(hand_of, seat), key=str(seat + 1))
        for seat, player in enumerate(view.match.state["players"])
    ]
    return Prompt(words.say("cards in hand"), options)


def hand_of(seat: int, words: Words, view: TableView) -> Prompt | None:
    if view.match is None:
        return None

    def answer(text: str) -> Option | None:
        return Option("", [Act(HandCount(seat, int(text)))]) if text.isdecimal() and len(text) < 4 else None

    player = view.match.names[seat]
    return Prompt(words.say("How many cards does {player} hold?", player=player), answer=answer)


def sure_to_end(words: Words, view: TableView) -> Prompt:
    return Prompt(
        words.say("End the round now? What was taken so far is scored."),
        [Option(words.say("end the round"), [Act(EndRound())], key=ENTER)],
    )


def rename(words: Words, view: TableView) -> Prompt | None:
    if view.match is None:
        return None
    options = [
        Option(name, then=partial(name_of, seat), key=str(seat + 1))
        for seat, name in enumerate(view.match.names)
    ]
    return Prompt(words.say("Who gets a name?"), options)


def name_of(seat: int, words: Words, view: TableView) -> Prompt | None:
    if view.match is None:
        return None
    title = words.say("What is {player} called?", player=view.match.names[seat])
    return Prompt(title, answer=lambda text: Option("", [NameSeat(seat, text)]))
