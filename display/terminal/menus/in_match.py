"""Questions during a match: at a simulated table cards are laid by key; and things are put right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from controller import intents as wish
from controller.view import HandView, MatchView, Mode, TableView
from display.games import presentation
from display.terminal.menus.pages import ENTER, ESCAPE, Option, Prompt, numbered, of_match
from display.text.words import GameWords, Words, in_order
from engine import games
from engine.rules import EndRound, HandCount, Out, Turn

# The player at the keyboard: which card, and where it goes


def hand(words: Words, match: MatchView, held: HandView) -> Iterator[Option]:
    say = words.say
    if held.curtain:
        label = say("show {player}’s cards; the others look away", player=match.names[held.seat])
        yield Option(label, [wish.RaiseCurtain()], key=ENTER)
    elif held.lying and held.acting:  # a bot's card is not ours to take
        yield Option(say("take the card back"), [wish.TakeBack()], key=ESCAPE)
    elif held.swapping:
        yield Option(say("swap a card with one face up"), then=swap, key="s")
        yield Option(say("ready"), [wish.Ready()], key=ENTER)
    elif _may_lay(match, held):
        yield Option(say("play a card"), then=lay, key="l")


def _may_lay(match: MatchView, held: HandView) -> bool:
    ready = held.acting and not held.curtain and not held.lying
    return ready and match.state["awaiting"] in presentation(match.game).laying


@of_match
def lay(words: GameWords, view: TableView, match: MatchView) -> Prompt | None:
    """Those that may be laid now first; the others are refused by the table, which says why."""
    if not (view.hand and _may_lay(match, view.hand)):
        return None
    zones = games.game(match.game).zones
    options = []
    for card in sorted(view.hand.cards, key=lambda card: not card.zones):
        ways = {zone: wish.LayCard(card.name, zone) for zone in card.zones or zones}
        options.append(_laid(words, card.name, ways))
    return Prompt(words.say("Which card?"), _once(options), search=True)


Ways = Mapping[str, wish.Intent]  # what is wanted if a card goes on that zone


def _laid(words: GameWords, card: str, ways: Ways) -> Option:
    """A card to lay; where it goes is asked if there are several zones."""
    if len(ways) == 1:
        return Option(words.card(card), [*ways.values()])
    return Option(words.card(card), then=partial(_where, card=card, ways=ways))


@of_match
def _where(words: GameWords, view: TableView, match: MatchView, card: str, ways: Ways) -> Prompt:
    options = numbered(Option(words.zone(zone), [does]) for zone, does in ways.items())
    return Prompt(words.say("Where does {card} go?", card=words.card(card)), options)


@of_match
def swap(words: GameWords, view: TableView, match: MatchView, given: str = "") -> Prompt | None:
    """A card of the hand; then, that being *given*, the one to have for it."""
    held = view.hand
    if not (held and held.swapping):
        return None
    if given:
        lying = held.face_up[held.seat]
        options = [Option(words.card(card), [wish.SwapCards(given, card)]) for card in lying]
        return Prompt(words.say("With which one?"), _once(options), search=True)
    options = [Option(words.card(card.name), then=partial(swap, given=card.name)) for card in held.cards]
    return Prompt(words.say("Which card of the hand?"), _once(options), search=True)


@of_match
def hint(words: GameWords, view: TableView, match: MatchView) -> Prompt:
    """What could be done now, and why."""
    text = presentation(match.game).hint(words, match, view.hand) or words.say("Nothing to advise just now.")
    return Prompt(words.say("hint"), text=text)


def _once(options: Sequence[Option]) -> list[Option]:
    """People cannot tell two equal cards apart."""
    return list({option.label: option for option in reversed(options)}.values())[::-1]


# Putting things right: a card that was not read or forgotten, the turn, hands, names


@of_match
def put_right(words: GameWords, view: TableView, match: MatchView) -> Prompt:
    say, game = words.say, games.game(match.game)
    options = [
        Option(say("choose a card that was not read"), then=card_not_read),
        Option(say("a card was forgotten"), then=moments),
        Option(say("it is somebody else’s turn"), then=partial(whose, what=Turn)),
        Option(say("cards in hand"), then=hands),
        Option(say("go back to a move"), then=moves),
        Option(say("a card is missing: end the round"), then=sure_to_end),
    ]
    if Out in game.corrections:
        options.append(Option(say("somebody is out"), then=partial(whose, what=Out)))
    if game.counts_piles and not match.log and not view.seat_players:
        options.append(Option(say("only count the piles"), [wish.StartCounting()]))
    text = "\n".join(words.finding(finding, match.game) for finding in view.findings)
    return Prompt(say("fix something"), numbered(options), text=text)


@of_match
def card_not_read(words: GameWords, view: TableView, match: MatchView, back: int | None = None) -> Prompt:
    """*back*: it was forgotten so many moves ago."""

    def line(card: str, zone: str) -> wish.Line:
        lay = {"lay": card, "zone": zone} if zone else {"lay": card}
        return wish.Line(lay if back is None else {"correct": {"insert": lay, "back": back}})

    game = games.game(match.game)
    zones = game.zones if len(game.zones) > 1 and view.mode is not Mode.COUNTING else ("",)
    cards = [kind.name for kind in game.deck.kinds]
    options = [_laid(words, card, {zone: line(card, zone) for zone in zones}) for card in cards]
    return Prompt(words.say("Which card is it?"), options, search=True)


@of_match
def moments(words: GameWords, view: TableView, match: MatchView) -> Prompt:
    options = [Option(words.say("after all the others"), then=partial(card_not_read, back=0))]
    for back, entry in enumerate(reversed(in_order(match.log)), 1):
        label = words.say("before: {move}", move=words.move(entry, match.names))
        options.append(Option(label, then=partial(card_not_read, back=back)))
    return Prompt(words.say("When was the card played?"), options, search=True)


@of_match
def moves(words: GameWords, view: TableView, match: MatchView) -> Prompt:
    told = [words.move(entry, match.names) for entry in match.log]
    options = [Option(move, [wish.UndoTo(at)]) for at, move in enumerate(told)]
    title = words.say("Which move is to be undone, with all that came after it?")
    return Prompt(title, options[::-1], search=True)


@of_match
def whose(words: GameWords, view: TableView, match: MatchView, what: type[Turn] | type[Out]) -> Prompt:
    question = words.say("Who has no card left?") if what is Out else words.say("Whose turn is it?")
    options = [Option(name, [wish.Act(what(seat))]) for seat, name in enumerate(match.names)]
    return Prompt(question, numbered(options))


@of_match
def hands(words: GameWords, view: TableView, match: MatchView, seat: int | None = None) -> Prompt:
    """Whose; then, that being *seat*, how many."""
    if seat is None:
        players = [f"{player['name']}: {player['hand']}" for player in match.state["players"]]
        return Prompt(words.say("cards in hand"), _seats(players, hands))

    def answer(text: str) -> Option | None:
        valid = text.isdecimal() and len(text) < 4
        return Option("", [wish.Act(HandCount(seat, int(text)))]) if valid else None

    title = words.say("How many cards does {player} hold?", player=match.names[seat])
    return Prompt(title, answer=answer)


@of_match
def rename(words: GameWords, view: TableView, match: MatchView, seat: int | None = None) -> Prompt:
    """Who; then, that being *seat*, the name."""
    if seat is None:
        return Prompt(words.say("Who gets a name?"), _seats(match.names, rename))
    title = words.say("What is {player} called?", player=match.names[seat])
    return Prompt(title, answer=lambda text: Option("", [wish.NameSeat(seat, text)]))


def _seats(labels: Sequence[str], ask: Callable[..., Prompt | None]) -> list[Option]:
    return numbered(Option(label, then=partial(ask, seat=seat)) for seat, label in enumerate(labels))


@of_match
def sure_to_end(words: GameWords, view: TableView, match: MatchView) -> Prompt:
    end = Option(words.say("end the round"), [wish.Act(EndRound())], key=ENTER)
    return Prompt(words.sure_to_end(), [end])
