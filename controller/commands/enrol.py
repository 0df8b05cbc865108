"""Teach the table the tags of a deck, card by card, or read a deck back; what is taught is kept at once."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from controller.cards import decks
from controller.cards.enrolment import DeckCheck, DeckTeaching
from controller.cards.finder import DeckReport
from controller.cards.registry import Registry
from controller.errors import UserError, listed
from controller.intents import CheckDeck, Enrol
from controller.runtime.app import App
from controller.runtime.compose import opened
from controller.runtime.displays import open_display
from controller.settings import table_file
from controller.settings.table_file import TableFile
from controller.storage.folder import Folder
from controller.view import TableView
from display.terminal import lines
from display.text.words import Words
from engine import games
from hardware.pads import HardwareError

INTERRUPTED = 130  # the exit code after Ctrl-C


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deck", metavar="DECK", help=f"one of {', '.join(games.names())}")
    parser.add_argument("--copy", type=int, default=1, metavar="N", help="which physical copy of it (1)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--card", metavar="NAME", help="teach only this card, anew if it has a tag")
    what.add_argument("--retire", metavar="NAME", help="forget the tag of this card: lost or broken")
    what.add_argument("--check", action="store_true", help="read the deck back: what is missing or foreign")
    table_file.options(parser)


def run(args: argparse.Namespace) -> int:
    file = table_file.chosen(args)
    folder = table_file.data_folder(args.data, file)
    known = decks.load(folder)
    if args.deck not in known:  # said before anything is made or opened
        raise UserError(f"tapis enrol: There is no deck {args.deck!r}: use {listed(known)}.")
    try:
        with Folder.open(folder) as data:
            registry = Registry(data, time.time)
            for notice in data.notices:
                print(notice, file=sys.stderr)
            done = without_pads(args, DeckTeaching(registry, known), file.language)
        return 0 if done else show(args, file, folder)
    except (UserError, HardwareError) as error:
        raise UserError(f"tapis enrol: {error}") from error


def without_pads(args: argparse.Namespace, teaching: DeckTeaching, language: str) -> bool:
    """Whether that was all; UserError if what is asked for cannot be done."""
    words, deck, copy = Words(language), args.deck, args.copy
    if args.retire is not None:
        teaching.retire(deck, copy, args.retire)
        print(words.say(lines.RETIRED, card=args.retire, deck=deck, copy=copy))
    elif args.check:
        if teaching.check(deck, copy).complete:
            raise UserError(f"No card of {deck}, copy {copy}, is taught: there is nothing to read back.")
        return False
    elif teaching.enrol(deck, copy, args.card).view().complete:
        print(words.say(lines.ALL_TAUGHT, deck=deck, copy=copy))
    else:
        return False
    return True


def show(args: argparse.Namespace, file: TableFile, folder: Path) -> int:
    """The table takes cards until all are there or the player stops; the exit code."""
    if file.wiring.simulated:
        why = "The pads of this table are simulated, and nobody lays cards on them"
        raise UserError(f"{why}: name a hub with --hub, or real pads in the table file.")
    with opened(file, folder, matches=False) as parts:
        table, now = parts.table, time.monotonic()
        wanted = CheckDeck(args.deck, args.copy) if args.check else Enrol(args.deck, args.copy, args.card)
        table.handle(wanted, now)
        terminal = sys.stdin.isatty() and sys.stdout.isatty()
        plain = lines.LineDisplay(sys.stdin, sys.stdout)
        with contextlib.closing(open_display("terminal", parts.file) if terminal else plain) as display:
            App(parts, display, is_over=is_over).run()
        parts.registry.back_up()
        status = 0 if is_over(table.view) else INTERRUPTED
        showing, words = parts.teaching.begun, Words(table.view.language)
        assert showing, "the table has begun what it was told to"
        if isinstance(showing, DeckCheck):
            print("\n".join(read_back(words, showing.report(), showing.view().total)))
            return status or int(not showing.report().in_order)
        print(taught(words, showing.view().done, showing.view().total, args))
        return status


def is_over(view: TableView) -> bool:
    """Whether the player has left, or every card is there and was told of."""
    return view.enrol is None or (view.enrol.complete and view.notice is None)


def taught(words: Words, done: int, total: int, args: argparse.Namespace) -> str:
    deck, copy = args.deck, args.copy
    if args.card:
        said = lines.ONE_TAUGHT if done == total else lines.ONE_KEPT
        return words.say(said, card=args.card, deck=deck, copy=copy)
    sentence = words.say(lines.TAUGHT, done=done, total=total, deck=deck, copy=copy)
    return sentence if done == total else f"{sentence} {words.say(lines.GOES_ON)}"


def read_back(words: Words, report: DeckReport, total: int) -> Iterator[str]:
    yield words.say(lines.HERE, done=report.seen, total=total, deck=report.deck, copy=report.copy)
    for card, is_taught, seen in report.missing:
        if is_taught and seen:
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(seen.at))
            yield words.say(lines.LAST_SEEN, card=card, pad=seen.pad, when=when)
        elif is_taught:
            yield words.say(lines.NEVER_SEEN, card=card)
    if untaught := [missing.card for missing in report.missing if not missing.taught]:
        yield words.say(lines.UNTAUGHT, cards=", ".join(untaught))
    for ref in report.foreign:
        if ref is None:
            yield words.say(lines.FOREIGN_TAG)
        else:
            said = lines.FOREIGN_RETIRED if ref.retired else lines.FOREIGN
            yield words.say(said, card=ref.card, deck=ref.deck, copy=ref.copy)
