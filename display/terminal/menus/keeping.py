"""What the table keeps: decks that were taught, guests, the past, where cards were seen."""

from __future__ import annotations

from functools import partial

from controller.intents import AskFinder, AskScores, CheckDeck, Enrol, ForgetGuests, Retire
from controller.view import TableView
from display.games import game_of
from display.terminal.menus.pages import ENTER, Option, Prompt
from display.text.words import Words
from engine import games

DECK_KEYS = "123456789abcdefghijk"

# Decks


def decks(words: Words, view: TableView) -> Prompt:
    options = []
    for key, name in zip(DECK_KEYS, games.names(), strict=False):
        taught = f" ({view.enrolled.get(name, 0)}/{len(games.game(name).deck)})"
        options.append(Option(words.game(name) + taught, then=partial(box, name), key=key))
    return Prompt(words.say("teach or check a deck"), options)


def box(deck: str, words: Words, view: TableView) -> Prompt:
    def answer(text: str) -> Option | None:
        number = text or "1"
        return Option("", then=partial(boxed, deck, int(number))) if number in list("123456789") else None

    return Prompt(words.say("Which box, 1 to 9 (or just Enter)"), answer=answer)


def boxed(deck: str, copy: int, words: Words, view: TableView) -> Prompt:
    say = words.say
    options = [
        Option(say("teach the cards"), [Enrol(deck, copy)], key="1"),
        Option(say("check the deck"), [CheckDeck(deck, copy)], key="2"),
        Option(say("teach one card again"), then=partial(one_card, deck, copy, False), key="3"),
        Option(say("retire a card: lost or broken"), then=partial(one_card, deck, copy, True), key="4"),
    ]
    return Prompt(say("{game}, box {number}", game=words.game(deck), number=copy), options)


def one_card(deck: str, copy: int, retire: bool, words: Words, view: TableView) -> Prompt:
    options = []
    for name in games.game(deck).deck.names:
        _, _, number = name.partition("#")
        label = words.of(deck).card(name) + (f" #{number}" if number else "")
        options.append(Option(label, [Retire(deck, copy, name) if retire else Enrol(deck, copy, name)]))
    return Prompt(words.say("Which card is it?"), options, search=True)


def new_guests(words: Words, view: TableView) -> Prompt:
    label = words.say("forget the names; the scores stay")
    return Prompt(", ".join(view.guests), [Option(label, [ForgetGuests()], key=ENTER)])


# The past, and lost cards


def scores(words: Words, view: TableView) -> Prompt | None:
    shown = view.scores
    if shown is None:
        return None
    lines = []
    for played in shown.matches:
        won = [played.names[seat] or "–" for seat in played.winners]
        sums = zip(played.names, played.totals, strict=True)
        totals = ", ".join(f"{name or '–'} {total}" for name, total in sums)
        lines.append(f"{words.moment(played.ended)}  {words.game(played.game)}: {totals}  ★ {', '.join(won)}")
    if shown.ranks:
        lines += ["", *(f"{rank.name}: {rank.won}/{rank.matches}" for rank in shown.ranks[:6])]
    asked = [
        (key, words.game(name) if name else words.say("all games"), AskScores(name))
        for key, name in zip(f"0{DECK_KEYS}", ("", *games.names()), strict=False)
    ]
    if shown.page:
        asked.append(("<", words.say("later"), AskScores(shown.game, page=shown.page - 1)))
    if shown.number > (shown.page + 1) * len(shown.matches) > 0:
        asked.append((">", words.say("earlier"), AskScores(shown.game, page=shown.page + 1)))
    options = [Option(label, [page], then=scores, key=key, instead=True) for key, label, page in asked]
    title = words.game(shown.game) if shown.game else words.say("all games")
    text = "\n".join(lines) or words.say("Nothing has been played yet.")
    return Prompt(title, options, text=text)


def finder(words: Words, view: TableView) -> Prompt | None:
    shown = view.finder
    if shown is None:
        return None
    lines = [words.of(game_of(shown.deck)).card(shown.kind)] if shown.kind else []
    for found in shown.found:
        where = words.say("no pad ever saw it")
        if found.pad:
            where = f"{words.say('pad: {pad}', pad=words.pad(found.pad))}, {words.moment(found.at)}"
        lines.append(f"{words.say('box {number}', number=found.copy)}: {where}")
    if shown.kind and not shown.found:
        lines.append(words.say("This card was never taught to the table."))
    for box in () if shown.kind else shown.boxes:
        missing = words.of(game_of(box.deck)).cards([card.card for card in box.missing[:10]])
        seen = words.say("{seen} of {total} seen", seen=box.seen, total=box.seen + len(box.missing))
        name = words.say("{game}, box {number}", game=words.game(game_of(box.deck)), number=box.copy)
        lines.append(f"{name}: {seen}. {missing}")
    options = [
        Option(words.game(name), then=partial(lost, name), key=key)
        for key, name in zip(DECK_KEYS, games.names(), strict=False)
    ]
    text = "\n".join(lines) or words.say("No card has been seen yet.")
    return Prompt(words.say("find a card"), options, text=text)


def lost(deck: str, words: Words, view: TableView) -> Prompt:
    kinds = [kind.name for kind in games.game(deck).deck.kinds]
    options = [Option(words.of(deck).card(kind), [AskFinder(deck, kind)], then=finder) for kind in kinds]
    return Prompt(words.say("Which card are you looking for?"), options, search=True)
