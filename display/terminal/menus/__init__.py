"""The terminal's menus: what a key means now; questions for everything that takes more than one are beside.

for option in keys(words, view): ...            # while nothing is asked
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from controller import intents as wish
from controller.languages import following
from controller.view import CountView, MatchView, Mode, NoticeKind, TableView
from display.games import page_now, presentation
from display.terminal.menus import idle, in_match
from display.terminal.menus.pages import ENTER, ESCAPE, SPACE, Option
from display.text.words import Words
from engine import games
from engine.match import NEXT, UNDO

GAME_KEYS = "1234567890ijklmnopqx"
CHOICE_KEYS = "123456789abefghijkmnorstvwxyz"


def keys(words: Words, view: TableView) -> list[Option]:
    """Every key that does something now."""
    return list(_keys(words, view))


def _keys(words: Words, view: TableView) -> Iterator[Option]:
    say = words.say
    if view.enrol:
        if view.mode is Mode.ENROLLING:
            yield Option(say("skip this card"), [wish.SkipCard()], key="s")
        yield Option(say("stop"), [wish.StopShowing()], key="q")
    elif view.match is None:
        yield from _menu(words, view)
    elif view.mode is Mode.PAUSED:
        yield Option(say("go on"), [wish.Continue()], key="p")
        yield Option(say("give somebody a name"), then=in_match.rename, key="n")
        yield Option(say("leave the match"), [wish.Leave()], key="q")
    elif view.mode is Mode.COUNTING:
        assert view.count
        yield from _counting(words, view.match, view.count)
    else:
        yield from _playing(words, view, view.match)
    other = following(view.language)
    yield Option(other.upper(), [wish.SetLanguage(other)], key="L")


def _menu(words: Words, view: TableView) -> Iterator[Option]:
    say = words.say
    for key, name in zip(GAME_KEYS, games.names(), strict=False):
        agree = partial(idle.agree, agreed=idle.Agreed(name))
        yield Option(words.game(name), then=agree, key=key)
    for key, found in zip("rtuvw", view.resumable, strict=False):
        names = ", ".join(filter(None, found.names))
        label = say("resume {game} ({names})", game=words.game(found.game), names=names)
        yield Option(label, [wish.ResumeMatch(found.match)], key=key)
    yield Option(say("scores"), [wish.AskScores()], then=idle.scores, key="s")
    yield Option(say("find a card"), [wish.AskFinder()], then=idle.finder, key="f")
    yield Option(say("register or check a deck"), then=idle.decks, key="d")
    if view.guests:
        yield Option(say("new guests: forget the names"), then=idle.new_guests, key="g")


def _playing(words: Words, view: TableView, match: MatchView) -> Iterator[Option]:
    say, awaiting = words.say, match.state["awaiting"]
    own, shown = words.of(match.game), presentation(match.game)
    if view.question:
        for key, zone in zip("123456789", view.question.zones, strict=False):
            yield Option(own.zone(zone), [wish.PlaceCard(zone)], key=key)
        yield Option(say("take the card back"), [wish.PlaceCard(None)], key=ESCAPE)
        return
    if awaiting == "next":
        yield Option(own.say("next round"), [wish.Act(NEXT)], key=ENTER)
    elif awaiting == "over":
        yield Option(say("again, same players"), [wish.PlayAgain()], key=ENTER)
    elif view.hand:
        yield from in_match.hand(words, match, view.hand)
    yield from shown.questions(own, match)
    plain = [move for move in match.choices if not shown.asked_there(move)]
    for key, move in zip(CHOICE_KEYS, plain, strict=False):
        yield Option(own.choice(move, match.names), [wish.Act(move)], key=key)
    if match.theirs is not None:
        player = match.names[match.theirs]
        yield Option(say("that one was {player}’s", player=player), [wish.WasTheirs()], key="!")
    if match.pick_up is not None and not view.hand:
        yield Option(say("picked up"), [wish.PileTaken()], key=SPACE)
    if awaiting not in ("next", "over"):
        if not view.hand:
            yield Option(say("play a card that was not read"), then=in_match.card_not_read, key="l")
        yield Option(say("fix something"), [wish.Audit()], then=in_match.put_right, key="c")
        yield Option(say("pause"), [wish.Pause()], key="p")
        if match.guided:
            yield Option(say("hint"), then=in_match.hint, key="h")
    refused = view.notice.code if view.notice and view.notice.kind is NoticeKind.REFUSED else ""
    page = partial(idle.rules, match.game, page_now(match, refused))
    yield Option(say("rules"), then=page, key="?")
    if match.has_shown_piles:
        yield Option(say("deal again"), [wish.UndoTo(0)], key="u")
    elif match.log:
        yield Option(say("undo"), [wish.Act(UNDO)], key="u")
    yield Option(say("leave the match"), [wish.Leave()], key="q")


def _counting(words: Words, match: MatchView, count: CountView) -> Iterator[Option]:
    say = words.say
    for seat, name in enumerate(match.names):
        yield Option(say("{player}’s pile", player=name), [wish.CountFor(seat)], key=str(seat + 1))
    yield Option(say("choose a card that was not read"), then=in_match.card_not_read, key="l")
    yield Option(say("take the last card back"), [wish.Act(UNDO)], key="u")
    yield Option(say("count the points"), [wish.CountDone()], key=ENTER)
    if count.doubt:
        yield Option(say("score it all the same"), [wish.CountDone(anyway=True)], key="s")
    yield Option(say("back"), [wish.StopShowing()], key=ESCAPE)
