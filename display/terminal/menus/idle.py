"""Questions of the menu: a match is agreed; decks that were taught, guests, the past, lost cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from controller.intents import AskFinder, AskScores, CheckDeck, Enrol, ForgetGuests, NewMatch, Retire
from controller.view import TableView
from display.games import game_of, presentation
from display.terminal.menus.pages import ENTER, KEYS, Option, Prompt, numbered
from display.text import past
from display.text.words import Words
from engine import games

# A match: the game, its house rules, who plays


@dataclass(frozen=True)
class Agreed:
    """What the players agreed on so far."""

    game: str
    options: frozenset[str] = frozenset()
    alone: bool = True  # on simulated hardware: against bots
    guided: bool = False  # each thing is explained as it comes up


def agree(words: Words, view: TableView, agreed: Agreed) -> Prompt:
    say, game = words.say, games.game(agreed.game)
    options = []
    for seats in game.seats:
        label = words.count("one player", "{number} players", seats)
        options.append(Option(label, then=partial(names, agreed, seats), key=str(seats)))
    for key, option in zip("abcdefg", game.options, strict=False):
        label = ("✔ " if option in agreed.options else "· ") + words.of(agreed.game).option(option)
        changed = replace(agreed, options=agreed.options ^ {option})
        options.append(Option(label, then=partial(agree, agreed=changed), key=key, instead=True))
    if view.seat_players:
        label = say("you against bots") if agreed.alone else say("everybody at this keyboard")
        changed = replace(agreed, alone=not agreed.alone)
        options.append(Option("✔ " + label, then=partial(agree, agreed=changed), key="m", instead=True))
    label = ("✔ " if agreed.guided else "· ") + say("First time? The table explains.")
    changed = replace(agreed, guided=not agreed.guided)
    options.append(Option(label, then=partial(agree, agreed=changed), key="x", instead=True))
    options.append(Option(say("rules"), then=partial(rules, agreed.game, 0), key="r"))
    return Prompt(words.game(agreed.game), options)


def names(agreed: Agreed, seats: int, words: Words, view: TableView) -> Prompt:
    def begin(text: str) -> Option:
        typed = [name.strip() for name in text.split(",")] if text else []
        seat_players = () if agreed.alone or not view.seat_players else ("hand",) * seats
        players = tuple((typed + [""] * seats)[:seats])
        match = NewMatch(
            agreed.game,
            players,
            options=agreed.options,
            seat_players=seat_players,
            guided=agreed.guided,
            by_lot=games.game(agreed.game).dealer_by_lot,
        )
        return Option("", [match])

    return Prompt(words.say("Names, clockwise, with commas (or just Enter)"), answer=begin)


def rules(game: str, number: int, words: Words, view: TableView) -> Prompt:
    """A page of how the game is played."""
    own, shown = words.of(game), presentation(game).rules
    if not shown:
        return Prompt(own.title, text=own.idea)
    leaf = shown[number]
    options = []
    for key, step, label in (("<", -1, words.say("back a page")), (">", 1, words.say("next page"))):
        if 0 <= number + step < len(shown):
            options.append(Option(label, then=partial(rules, game, number + step), key=key, instead=True))
    title = f"{own.title}  ·  {own.say(leaf.title)}  ({number + 1}/{len(shown)})"
    return Prompt(title, options, text=own.say(leaf.text))


# Decks


def decks(words: Words, view: TableView) -> Prompt:
    options = []
    for name in games.names():
        taught = f" ({view.enrolled.get(name, 0)}/{len(games.game(name).deck)})"
        options.append(Option(words.game(name) + taught, then=partial(box, name)))
    return Prompt(words.say("register or check a deck"), numbered(options))


def box(deck: str, words: Words, view: TableView) -> Prompt:
    def answer(text: str) -> Option | None:
        number = text or "1"
        return Option("", then=partial(boxed, deck, int(number))) if number in list("123456789") else None

    return Prompt(words.say("Which box, 1 to 9 (or just Enter)"), answer=answer)


def boxed(deck: str, copy: int, words: Words, view: TableView) -> Prompt:
    say = words.say
    options = [
        Option(say("register the cards"), [Enrol(deck, copy)]),
        Option(say("check the deck"), [CheckDeck(deck, copy)]),
        Option(say("register one card again"), then=partial(one_card, Enrol, deck, copy)),
        Option(say("retire a card: lost or broken"), then=partial(one_card, Retire, deck, copy)),
    ]
    title = say("{game}, box {number}", game=words.game(deck), number=copy)
    return Prompt(title, numbered(options))


def one_card(does: type[Enrol] | type[Retire], deck: str, copy: int, words: Words, view: TableView) -> Prompt:
    options = []
    for name in games.game(deck).deck.names:
        _, sign, number = name.partition("#")
        label = words.of(deck).card(name) + (f" #{number}" if sign else "")
        options.append(Option(label, [does(deck, copy, name)]))
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
        standing = past.standing(words, played)
        totals = ", ".join(words.say("{player}: {said}", player=name, said=total) for name, total in standing)
        won = past.winners(words, played)
        lines.append(f"{words.moment(played.ended)}  {words.game(played.game)}: {totals}  ★ {won}")
    if shown.ranks:
        lines += ["", *(f"{rank.name}: {rank.won}/{rank.matches}" for rank in shown.ranks[:6])]
    every = words.say("all games")
    asked = [("0", every, AskScores())]
    for key, name in zip(KEYS, games.names(), strict=False):
        asked.append((key, words.game(name), AskScores(name)))
    if shown.page:
        asked.append(("<", words.say("later"), AskScores(shown.game, page=shown.page - 1)))
    if shown.number > (shown.page + 1) * len(shown.matches) > 0:
        asked.append((">", words.say("earlier"), AskScores(shown.game, page=shown.page + 1)))
    options = [Option(label, [page], then=scores, key=key, instead=True) for key, label, page in asked]
    text = "\n".join(lines) or words.say("Nothing has been played yet.")
    return Prompt(words.game(shown.game) if shown.game else every, options, text=text)


def finder(words: Words, view: TableView) -> Prompt | None:
    shown = view.finder
    if shown is None:
        return None
    lines = [words.of(game_of(shown.deck)).card(shown.kind)] if shown.kind else []
    for found in shown.found:
        where = words.say("no pad ever saw it")
        if found.busy:
            where = words.say("in a match that is not over: resume it, and finish its round first")
        elif found.pad:
            where = f"{words.say('pad: {pad}', pad=words.pad(found.pad))}, {words.moment(found.at)}"
        lines.append(f"{words.say('box {number}', number=found.copy)}: {where}")
    if shown.kind and not shown.found:
        lines.append(words.say("This card was never registered."))
    for box in () if shown.kind else shown.boxes:
        own = words.of(game_of(box.deck))
        missing = own.cards([card.card for card in box.missing[:10]])
        seen = words.say("{seen} of {total} seen", seen=box.seen, total=box.seen + len(box.missing))
        if box.busy:
            seen = words.say("in a match that is not over: resume it, and finish its round first")
        name = words.say("{game}, box {number}", game=own.title, number=box.copy)
        lines.append(f"{name}: {seen}. {missing}")
    options = numbered(Option(words.game(name), then=partial(lost, name)) for name in games.names())
    text = "\n".join(lines) or words.say("No card has been seen yet.")
    return Prompt(words.say("find a card"), options, text=text)


def lost(deck: str, words: Words, view: TableView) -> Prompt:
    kinds = [kind.name for kind in games.game(deck).deck.kinds]
    options = [Option(words.of(deck).card(kind), [AskFinder(deck, kind)], then=finder) for kind in kinds]
    return Prompt(words.say("Which card are you looking for?"), options, search=True)
