"""Putting things right: a card that was not read or forgotten, the turn, hands, names."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from controller.intents import Act, Line, NameSeat, StartCounting, UndoTo
from controller.view import Mode, TableView
from display.terminal.menus.pages import ENTER, Option, Prompt
from display.text.words import Words, in_order
from engine import games
from engine.rules import EndRound, HandCount, Out, Turn


def put_right(words: Words, view: TableView) -> Prompt | None:
    match = view.match
    if match is None:
        return None
    say = words.say
    options = [
        Option(say("choose a card that was not read"), then=card_not_read),
        Option(say("a card was forgotten"), then=moments),
        Option(say("it is somebody else’s turn"), then=partial(whose, Turn)),
        Option(say("cards in hand"), then=hands),
        Option(say("go back to a move"), then=moves),
        Option(say("a card is missing: end the round"), then=sure_to_end),
    ]
    game = games.game(match.game)
    if Out in game.corrections:
        options.append(Option(say("somebody is out"), then=partial(whose, Out)))
    if game.counts_piles and not match.log:
        options.append(Option(say("only count the piles"), [StartCounting()]))
    options = [replace(option, key=str(number)) for number, option in enumerate(options, 1)]
    text = "\n".join(words.finding(finding, match.game) for finding in view.findings)
    return Prompt(say("put something right"), options, text=text)


def card_not_read(words: Words, view: TableView, back: int | None = None) -> Prompt | None:
    match = view.match
    if match is None:
        return None
    game, own = games.game(match.game), words.of(match.game)
    kinds = [kind.name for kind in game.deck.kinds]
    if len(game.zones) > 1 and view.mode is not Mode.COUNTING:
        options = [Option(own.card(kind), then=partial(place, kind, back)) for kind in kinds]
    else:
        options = [Option(own.card(kind), [_line({"lay": kind}, back)]) for kind in kinds]
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
    own, names, log = words.of(view.match.game), view.match.names, view.match.log
    options = [Option(own.move(entry, names), [UndoTo(at)]) for at, entry in reversed([*enumerate(log)])]
    return Prompt(words.say("Which move is to be undone, with all that came after it?"), options, search=True)


def whose(what: type[Turn] | type[Out], words: Words, view: TableView) -> Prompt | None:
    if view.match is None:
        return None
    question = words.say("Who has no card left?") if what is Out else words.say("Whose turn is it?")
    players = enumerate(view.match.names)
    return Prompt(question, [Option(name, [Act(what(seat))], key=str(seat + 1)) for seat, name in players])


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
    end = Option(words.say("end the round"), [Act(EndRound())], key=ENTER)
    return Prompt(words.say("End the round now? What was taken so far is scored."), [end])


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
