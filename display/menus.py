"""The terminal's menus: what a key means now, and questions for everything that takes more than one.

    for option in keys(words, view): ...            # while nothing is asked
    page = put_right(words, view)                   # a question; choosing an option may lead to the next

A question is a function from the view to a page, so that it is up to date and in the language of now; None:
there is nothing left to ask. The table never hears of a question, only of what came of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from controller.intents import (
    Act,
    AskFinder,
    AskScores,
    Audit,
    CheckDeck,
    Continue,
    CountDone,
    CountFor,
    Enrol,
    ForgetGuests,
    Intent,
    LayCard,
    Leave,
    Line,
    NameSeat,
    NewMatch,
    Pause,
    PileTaken,
    PlaceCard,
    PlayAgain,
    RaiseCurtain,
    Ready,
    ResumeMatch,
    Retire,
    SetLanguage,
    SkipCard,
    StartCounting,
    StopShowing,
    SwapCards,
    TakeBack,
    UndoTo,
    WasTheirs,
)
from controller.view import HandView, MatchView, Mode, TableView
from display.i18n import LANGUAGES
from display.moves import in_order, said
from display.words import OPTIONS, Words
from engine import gamate, games, pot
from engine.match import NEXT, UNDO
from engine.rules import Choose, EndRound, HandCount, Out, Turn

ENTER, ESCAPE, SPACE = "\r", "\x1b", " "
CHOICE_KEYS = "123456789abefghijkmnorstvwxyz"
LAYING = ("lay", "counter")  # what a card may be the answer to
COUNTED = ("thirteen", "pot")  # a round played without the table can be scored from its piles

Question = Callable[[Words, TableView], "Page | None"]


@dataclass(frozen=True)
class Option:
    """Something to choose: what is wanted then, and what is asked next."""

    label: str
    does: Sequence[Intent] = ()
    then: Question | None = None
    key: str = ""  # chooses it at once
    instead: bool = False  # *then* is the same question, changed


@dataclass(frozen=True)
class Page:
    """A question: choose by a key, or by typing what it is called; or type the answer."""

    title: str
    options: Sequence[Option] = ()
    search: bool = False
    answer: Callable[[str], Option | None] | None = None  # what a typed line means
    text: str = ""


def matching(page: Page, typed: str) -> list[Option]:
    """The options that *typed* may mean, the exact ones first: "7b" is "blue 7", or "7 bleu"."""
    wanted = _spoken(typed)
    found = [
        (sum(each not in label for each in wanted), place, option)
        for place, option in enumerate(page.options)
        if (label := _spoken(option.label)) is not None
        and all(any(word.startswith(each) for word in label) for each in wanted)
    ]
    return [option for _, _, option in sorted(found, key=lambda one: one[:2])]


def _spoken(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.findall(r"\d+|[^\W\d_]+", bare)


# While nothing is asked


def keys(words: Words, view: TableView) -> list[Option]:
    """Every key that does something now."""
    found = list(_keys(words, view))
    following = LANGUAGES[(LANGUAGES.index(view.language) + 1) % len(LANGUAGES)]
    return [*found, Option(following.upper(), [SetLanguage(following)], key="L")]


def _keys(words: Words, view: TableView) -> Iterator[Option]:
    say = words.say
    if view.enrol:
        if view.mode is Mode.ENROLLING:
            yield Option(say("skip this card"), [SkipCard()], key="s")
        yield Option(say("stop"), [StopShowing()], key="q")
    elif view.match is None:
        yield from _menu(words, view)
    elif view.mode is Mode.PAUSED:
        yield Option(say("go on"), [Continue()], key="p")
        yield Option(say("give somebody a name"), then=rename, key="n")
        yield Option(say("leave the match"), [Leave()], key="q")
    elif view.mode is Mode.COUNTING:
        yield from _counting(words, view.match)
    else:
        yield from _playing(words, view, view.match)


def _menu(words: Words, view: TableView) -> Iterator[Option]:
    say = words.say
    for number, name in enumerate(games.NAMES, 1):
        yield Option(words.game(name), then=partial(agree, setting=Setting(name)), key=str(number))
    for key, found in zip("rtuvw", view.resumable, strict=False):
        names = ", ".join(filter(None, found.names))
        label = say("take up {game} again ({names})", game=words.game(found.game), names=names)
        yield Option(label, [ResumeMatch(found.match)], key=key)
    yield Option(say("scores"), [AskScores()], then=scores, key="s")
    yield Option(say("find a card"), [AskFinder()], then=finder, key="f")
    yield Option(say("teach or check a deck"), then=decks, key="d")
    if view.guests:
        yield Option(say("new guests: forget the names"), then=new_guests, key="g")


def _playing(words: Words, view: TableView, match: MatchView) -> Iterator[Option]:
    say, awaiting = words.say, match.state["awaiting"]
    if view.question:
        for key, zone in zip("123456789", view.question.zones, strict=False):
            yield Option(words.zone(zone), [PlaceCard(zone)], key=key)
        yield Option(say("take the card back"), [PlaceCard(None)], key=ESCAPE)
        return
    if awaiting == "next":
        yield Option(say("next round"), [Act(NEXT)], key=ENTER)
    elif awaiting == "over":
        yield Option(say("again, same players"), [PlayAgain()], key=ENTER)
    elif view.hand:
        yield from _hand(words, match, view.hand)
    bids = [move for move in match.choices if is_demand(move)]
    if bids:
        yield Option(say("state a demand"), then=demands, key="d")
    if match.colours and _may_change_colours(match):
        yield Option(say("other colours"), then=colours, key="k")
    plain = [
        move for move in match.choices if not (isinstance(move, Choose) and isinstance(move.value, tuple))
    ]
    for key, move in zip(CHOICE_KEYS, plain, strict=False):
        yield Option(words.choice(move, match.names), [Act(move)], key=key)
    if match.theirs is not None:
        player = match.names[match.theirs]
        yield Option(say("that one was {player}’s", player=player), [WasTheirs()], key="!")
    if match.pick_up is not None and not view.hand:
        yield Option(say("the pile is taken"), [PileTaken()], key=SPACE)
    if awaiting not in ("next", "over"):
        if not view.hand:
            yield Option(say("lay a card that was not read"), then=card_not_read, key="l")
        yield Option(say("put something right"), [Audit()], then=put_right, key="c")
        yield Option(say("pause"), [Pause()], key="p")
    if match.log:
        yield Option(say("undo"), [Act(UNDO)], key="u")
    yield Option(say("leave the match"), [Leave()], key="q")


def is_demand(move: object) -> bool:
    return isinstance(move, Choose) and move.what in ("bid", "oppose") and isinstance(move.value, tuple)


# Le Pot: everybody's colour, before the first card


def _may_change_colours(match: MatchView) -> bool:
    return any(isinstance(move, Choose) and move.what == "colours" for move in match.choices)


def colours(words: Words, view: TableView) -> Page | None:
    match = view.match
    if match is None or not _may_change_colours(match):
        return None
    options = [
        Option(f"{name}: {words.colour(colour)}", then=partial(other_colour, seat), key=str(seat + 1))
        for seat, (name, colour) in enumerate(zip(match.names, match.colours, strict=True))
    ]
    return Page(words.say("The colours"), options)


def other_colour(seat: int, words: Words, view: TableView) -> Page | None:
    match = view.match
    if match is None or not _may_change_colours(match):
        return None
    spare = [colour for colour in pot.COLOURS if colour not in match.colours]
    options = []
    for key, colour in enumerate(spare, 1):
        chosen = (*match.colours[:seat], colour, *match.colours[seat + 1 :])
        options.append(Option(words.colour(colour), [Act(Choose("colours", chosen))], key=str(key)))
    return Page(match.names[seat], options)


# A match is agreed


@dataclass(frozen=True)
class Setting:
    game: str
    options: frozenset[str] = frozenset()
    alone: bool = True  # on simulated hardware: against bots


def agree(words: Words, view: TableView, setting: Setting) -> Page:
    say, game = words.say, games.game(setting.game)
    options = [
        Option(
            words.count("one player", "{number} players", seats),
            then=partial(names, setting, seats),
            key=str(seats),
        )
        for seats in game.SEATS
    ]
    for key, option in zip("abcdefg", game.OPTIONS, strict=False):
        mark = "✔ " if option in setting.options else "· "
        changed = replace(setting, options=setting.options ^ {option})
        options.append(
            Option(mark + say(OPTIONS[option]), then=partial(agree, setting=changed), key=key, instead=True)
        )
    if view.minds:
        label = say("you against bots") if setting.alone else say("everybody at this keyboard")
        changed = replace(setting, alone=not setting.alone)
        options.append(Option("✔ " + label, then=partial(agree, setting=changed), key="m", instead=True))
    return Page(words.game(setting.game), options)


def names(setting: Setting, seats: int, words: Words, view: TableView) -> Page:
    def begin(text: str) -> Option:
        typed = [name.strip() for name in text.split(",")] if text else []
        minds = () if setting.alone or not view.minds else ("hand",) * seats
        players = tuple((typed + [""] * seats)[:seats])
        return Option("", [NewMatch(setting.game, players, options=setting.options, minds=minds)])

    return Page(words.say("Names, clockwise, with commas (or just Enter)"), answer=begin)


# Simulated cards in a hand


def _hand(words: Words, match: MatchView, hand: HandView) -> Iterator[Option]:
    say = words.say
    if hand.curtain:
        label = say("show {player}’s cards; the others look away", player=match.names[hand.seat])
        yield Option(label, [RaiseCurtain()], key=ENTER)
    elif hand.lying and hand.acting:  # a bot's card is not ours to take
        yield Option(say("take the card back"), [TakeBack()], key=ESCAPE)
    elif hand.swapping:
        yield Option(say("swap a card with one face up"), then=swap, key="s")
        yield Option(say("ready"), [Ready()], key=ENTER)
    elif _may_lay(match, hand):
        yield Option(say("lay a card"), then=lay, key="l")


def _may_lay(match: MatchView, hand: HandView) -> bool:
    ready = hand.acting and not hand.curtain and not hand.lying
    return ready and match.state["awaiting"] in LAYING


def lay(words: Words, view: TableView) -> Page | None:
    """Those that may be laid now first; the others are refused by the table, which says why."""
    hand, match = view.hand, view.match
    if not (hand and match and _may_lay(match, hand)):
        return None
    zones = games.game(match.game).ZONES
    options = []
    for card in sorted(hand.cards, key=lambda card: not card.zones):
        places = card.zones or zones
        label = words.card(card.name)
        if len(places) == 1:
            options.append(Option(label, [LayCard(card.name, places[0])]))
        else:
            options.append(Option(label, then=partial(lay_where, card.name, places)))
    return Page(words.say("Which card?"), _once(options), search=True)


def lay_where(card: str, zones: Sequence[str], words: Words, view: TableView) -> Page:
    options = [
        Option(words.zone(zone), [LayCard(card, zone)], key=str(number))
        for number, zone in enumerate(zones, 1)
    ]
    return Page(words.say("Where does {card} go?", card=words.card(card)), options)


def swap(words: Words, view: TableView) -> Page | None:
    if not (view.hand and view.hand.swapping):
        return None
    options = [Option(words.card(card.name), then=partial(swap_with, card.name)) for card in view.hand.cards]
    return Page(words.say("Which card of the hand?"), _once(options), search=True)


def swap_with(card: str, words: Words, view: TableView) -> Page | None:
    if not (view.hand and view.hand.swapping):
        return None
    lying = view.hand.face_up[view.hand.seat]
    options = [Option(words.card(other), [SwapCards(card, other)]) for other in lying]
    return Page(words.say("With which one?"), _once(options), search=True)


def _once(options: Sequence[Option]) -> list[Option]:
    """People cannot tell two equal cards apart."""
    return list({option.label: option for option in reversed(options)}.values())[::-1]


# Gamate's demands


def demands(words: Words, view: TableView) -> Page | None:
    return _demand(words, view, lambda bid: bid)


def _demand(
    words: Words, view: TableView, whole: Callable[[dict[str, Any]], dict[str, Any]], sure: bool = False
) -> Page | None:
    match = view.match
    moves = [move for move in match.choices if is_demand(move)] if match else []
    if match is None or not moves:
        return None
    options = []
    for move in moves:
        assert isinstance(move, Choose)
        bid = gamate.CHOICES["bid"].write(move.value, match.names)
        label = words.demand(bid)
        if "expert_trumps" in match.options and not sure:
            options.append(Option(label, then=partial(combined, move.what, bid)))
        else:
            options.append(Option(label, [Line({"choose": {move.what: whole(bid)}})]))
    return Page(words.say("Which numbers are trumps?"), options, search=True)


def combined(what: str, bid: Mapping[str, Any], words: Words, view: TableView) -> Page | None:
    """A demand alone, turned round, or together with a second one."""
    say = words.say
    negated = {"not": bid}
    options = [
        Option(words.demand(bid), [Line({"choose": {what: bid}})], key="1"),
        Option(words.demand(negated), [Line({"choose": {what: negated}})], key="2"),
    ]
    for key, word, label in (
        ("3", "and", say("both, this and another one")),
        ("4", "or", say("this or another one")),
    ):
        both = partial(_with, bid, word)
        options.append(Option(label, then=partial(_demand, whole=both, sure=True), key=key))
    return Page(words.demand(bid), options)


def _with(bid: Mapping[str, Any], word: str, other: dict[str, Any]) -> dict[str, Any]:
    return {word: [bid, other]}


# Putting things right


def put_right(words: Words, view: TableView) -> Page | None:
    match = view.match
    if match is None:
        return None
    say = words.say
    things: list[tuple[str, Sequence[Intent], Question | None]] = [
        (say("choose a card that was not read"), (), card_not_read),
        (say("a card was forgotten"), (), moments),
        (say("it is somebody else’s turn"), (), partial(whose, Turn)),
        (say("cards in hand"), (), hands),
        (say("go back to a move"), (), moves),
        (say("a card is missing: end the round"), (), sure_to_end),
    ]
    if match.game == "ninja":
        things.append((say("somebody is out"), (), partial(whose, Out)))
    if match.game in COUNTED and not match.log:
        things.append((say("only count the piles"), (StartCounting(),), None))
    options = [Option(label, does, then, str(key)) for key, (label, does, then) in enumerate(things, 1)]
    text = "\n".join(map(words.finding, view.findings))
    return Page(say("put something right"), options, text=text)


def card_not_read(words: Words, view: TableView, back: int | None = None) -> Page | None:
    match = view.match
    if match is None:
        return None
    game = games.game(match.game)
    options = []
    for kind in (kind.name for kind in game.DECK.kinds):
        if len(game.ZONES) > 1 and view.mode is not Mode.COUNTING:
            options.append(Option(words.card(kind), then=partial(place, kind, back)))
        else:
            options.append(Option(words.card(kind), [_line({"lay": kind}, back)]))
    return Page(words.say("Which card is it?"), options, search=True)


def place(kind: str, back: int | None, words: Words, view: TableView) -> Page | None:
    match = view.match
    if match is None:
        return None
    options = [
        Option(words.zone(zone), [_line({"lay": kind, "zone": zone}, back)], key=str(number))
        for number, zone in enumerate(games.game(match.game).ZONES, 1)
    ]
    return Page(words.say("Where does {card} go?", card=words.card(kind)), options)


def _line(lay: dict[str, str], back: int | None) -> Line:
    """Laid now, or put where it was forgotten."""
    return Line(lay if back is None else {"correct": {"insert": lay, "back": back}})


def moments(words: Words, view: TableView) -> Page | None:
    if view.match is None:
        return None
    played = in_order(view.match.log)
    options = [Option(words.say("after all the others"), then=partial(card_not_read, back=0))]
    for back in range(1, len(played) + 1):
        label = words.say("before: {move}", move=said(words, played[-back]))
        options.append(Option(label, then=partial(card_not_read, back=back)))
    return Page(words.say("When was the card laid?"), options, search=True)


def moves(words: Words, view: TableView) -> Page | None:
    if view.match is None:
        return None
    log = view.match.log
    options = [Option(said(words, log[at]), [UndoTo(at)]) for at in range(len(log) - 1, -1, -1)]
    return Page(words.say("Which move is to be undone, with all that came after it?"), options, search=True)


def whose(what: type[Turn] | type[Out], words: Words, view: TableView) -> Page | None:
    if view.match is None:
        return None
    question = words.say("Who has no card left?") if what is Out else words.say("Whose turn is it?")
    options = [
        Option(name, [Act(what(seat))], key=str(seat + 1)) for seat, name in enumerate(view.match.names)
    ]
    return Page(question, options)


def hands(words: Words, view: TableView) -> Page | None:
    if view.match is None:
        return None
    options = [
        Option(f"{player['name']}: {player['hand']}", then=partial(hand_of, seat), key=str(seat + 1))
        for seat, player in enumerate(view.match.state["players"])
    ]
    return Page(words.say("cards in hand"), options)


def hand_of(seat: int, words: Words, view: TableView) -> Page | None:
    if view.match is None:
        return None

    def answer(text: str) -> Option | None:
        return Option("", [Act(HandCount(seat, int(text)))]) if text.isdecimal() and len(text) < 4 else None

    player = view.match.names[seat]
    return Page(words.say("How many cards does {player} hold?", player=player), answer=answer)


def sure_to_end(words: Words, view: TableView) -> Page:
    return Page(
        words.say("End the round now? What was taken so far is scored."),
        [Option(words.say("end the round"), [Act(EndRound())], key=ENTER)],
    )


def rename(words: Words, view: TableView) -> Page | None:
    if view.match is None:
        return None
    options = [
        Option(name, then=partial(name_of, seat), key=str(seat + 1))
        for seat, name in enumerate(view.match.names)
    ]
    return Page(words.say("Who gets a name?"), options)


def name_of(seat: int, words: Words, view: TableView) -> Page | None:
    if view.match is None:
        return None
    title = words.say("What is {player} called?", player=view.match.names[seat])
    return Page(title, answer=lambda text: Option("", [NameSeat(seat, text)]))


# Counting


def _counting(words: Words, match: MatchView) -> Iterator[Option]:
    say = words.say
    for seat, name in enumerate(match.names):
        yield Option(say("{player}’s pile", player=name), [CountFor(seat)], key=str(seat + 1))
    yield Option(say("choose a card that was not read"), then=card_not_read, key="l")
    yield Option(say("take the last card back"), [Act(UNDO)], key="u")
    yield Option(say("count the points"), [CountDone()], key=ENTER)
    yield Option(say("back"), [StopShowing()], key=ESCAPE)


# Decks


def decks(words: Words, view: TableView) -> Page:
    options = []
    for key, name in enumerate(games.NAMES, 1):
        taught = f" ({view.enrolled.get(name, 0)}/{len(games.game(name).DECK)})"
        options.append(Option(words.game(name) + taught, then=partial(box, name), key=str(key)))
    return Page(words.say("teach or check a deck"), options)


def box(deck: str, words: Words, view: TableView) -> Page:
    def answer(text: str) -> Option | None:
        number = text or "1"
        return Option("", then=partial(boxed, deck, int(number))) if number in list("123456789") else None

    return Page(words.say("Which box, 1 to 9 (or just Enter)"), answer=answer)


def boxed(deck: str, copy: int, words: Words, view: TableView) -> Page:
    say = words.say
    options = [
        Option(say("teach the cards"), [Enrol(deck, copy)], key="1"),
        Option(say("check the deck"), [CheckDeck(deck, copy)], key="2"),
        Option(say("teach one card again"), then=partial(one_card, deck, copy, False), key="3"),
        Option(say("retire a card: lost or broken"), then=partial(one_card, deck, copy, True), key="4"),
    ]
    return Page(say("{game}, box {number}", game=words.game(deck), number=copy), options)


def one_card(deck: str, copy: int, retire: bool, words: Words, view: TableView) -> Page:
    options = []
    for name in games.game(deck).DECK.names:
        _, _, number = name.partition("#")
        label = words.card(name) + (f" #{number}" if number else "")
        options.append(Option(label, [Retire(deck, copy, name) if retire else Enrol(deck, copy, name)]))
    return Page(words.say("Which card is it?"), options, search=True)


def new_guests(words: Words, view: TableView) -> Page:
    label = words.say("forget the names; the scores stay")
    return Page(", ".join(view.guests), [Option(label, [ForgetGuests()], key=ENTER)])


# The past, and lost cards

ROWS = 12


def scores(words: Words, view: TableView) -> Page | None:
    shown = view.scores
    if shown is None:
        return None
    lines = []
    for played in shown.matches:
        won = [played.names[seat] or "–" for seat in played.winners]
        totals = ", ".join(
            f"{name or '–'} {total}" for name, total in zip(played.names, played.totals, strict=True)
        )
        lines.append(f"{words.moment(played.ended)}  {words.game(played.game)}: {totals}  ★ {', '.join(won)}")
    if shown.ranks:
        lines.append("")
        lines += [f"{rank.name}: {rank.won}/{rank.matches}" for rank in shown.ranks[:6]]
    options = []
    for key, name in enumerate(("", *games.NAMES)):
        label = words.game(name) if name else words.say("all games")
        does = [AskScores(name)]
        options.append(Option(label, does, then=scores, key=str(key), instead=True))
    if shown.page:
        does = [AskScores(shown.game, page=shown.page - 1)]
        options.append(Option(words.say("later"), does, then=scores, key="<", instead=True))
    if shown.number > (shown.page + 1) * len(shown.matches) > 0:
        does = [AskScores(shown.game, page=shown.page + 1)]
        options.append(Option(words.say("earlier"), does, then=scores, key=">", instead=True))
    title = words.game(shown.game) if shown.game else words.say("all games")
    text = "\n".join(lines) or words.say("Nothing has been played yet.")
    return Page(title, options, text=text)


def finder(words: Words, view: TableView) -> Page | None:
    shown = view.finder
    if shown is None:
        return None
    lines = [words.card(shown.kind)] if shown.kind else []
    for found in shown.found:
        where = (
            words.say("pad: {pad}", pad=words.pad(found.pad))
            if found.pad
            else words.say("no pad ever saw it")
        )
        when = f", {words.moment(found.at)}" if found.pad else ""
        lines.append(f"{words.say('box {number}', number=found.copy)}: {where}{when}")
    if shown.kind and not shown.found:
        lines.append(words.say("This card was never taught to the table."))
    for box in () if shown.kind else shown.boxes:
        missing = words.cards([card.card for card in box.missing[:10]])
        seen = words.say("{seen} of {total} seen", seen=box.seen, total=box.seen + len(box.missing))
        name = words.say("{game}, box {number}", game=words.game(box.deck), number=box.copy)
        lines.append(f"{name}: {seen}. {missing}")
    options = [
        Option(words.game(name), then=partial(lost, name), key=str(key))
        for key, name in enumerate(games.NAMES, 1)
    ]
    text = "\n".join(lines) or words.say("No card has been seen yet.")
    return Page(words.say("find a card"), options, text=text)


def lost(deck: str, words: Words, view: TableView) -> Page:
    kinds = [kind.name for kind in games.game(deck).DECK.kinds]
    options = [Option(words.card(kind), [AskFinder(deck, kind)], then=finder) for kind in kinds]
    return Page(words.say("Which card are you looking for?"), options, search=True)
