"""Teach the table the tags of a deck, card by card, or read a deck back; what is taught is kept at once."""

from __future__ import annotations

import argparse
import os
import select
import sys
import time
from contextlib import closing
from typing import IO

from controller.cards import decks, finder
from controller.cards.enrolment import DeckCheck, DeckTeaching, Enrolment
from controller.cards.registry import Registry, Sighting
from controller.errors import UserError, listed
from controller.ports import CardRef
from controller.settings import rows, table_file
from controller.settings.table_file import TableFile
from controller.storage.folder import Folder
from controller.table.debounce import Arrived, Debounce, Gone, Happened, Seen, Several, Unreadable
from controller.view import Hint, Notice, NoticeKind
from engine import games
from engine.rules import Refusal
from hardware import effects
from hardware.build import Hardware, build
from hardware.pads import HardwareError, PadCured, PadFault

TURN = 0.02  # seconds between two looks at pads and keys
LINGER = 1.5  # seconds the last card shines
WIDTH = 30  # of the progress bar
INTERRUPTED = 130  # the exit code after Ctrl-C

SENTENCES = {
    Hint.SHOWN_ALREADY.value: "{card}: that one was shown already.",
    Hint.ALL_TAUGHT.value: "Every card is taught.",
    Hint.TAG_TAKEN.value: "This tag is {card} of {deck}, copy {copy}, already. Lay the card that is asked "
    "for; if it is the one, first say: tapis enrol {deck} --copy {copy} --retire '{card}'",
    Hint.RETIRED_TAG.value: "This is the retired tag of {card}, copy {copy}. To use it again: "
    "tapis enrol {deck} --copy {copy} --card '{card}'",
    Hint.OTHER_COPY.value: "This is {card} of copy {copy}: it belongs in another box.",
    Refusal.FOREIGN_CARD.value: "This is {card} of {deck}: it belongs in another box.",
    Refusal.UNKNOWN_TAG.value: "This tag was never taught.",
    "taught": "{card}: taught.",
    "shown": "{card}: here.",
}
RIMS = {
    NoticeKind.ACCEPTED: effects.ACCEPTED,
    NoticeKind.REFUSED: effects.REFUSED,
    NoticeKind.HINT: effects.SEEN,
}
BEEPS = {NoticeKind.ACCEPTED: effects.Beep.ACCEPTED, NoticeKind.REFUSED: effects.Beep.REFUSED}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deck", metavar="DECK", help=f"one of {', '.join(games.names())}")
    parser.add_argument("--copy", type=int, default=1, metavar="N", help="which physical copy of it (1)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--card", metavar="NAME", help="teach only this card, anew if it has a tag")
    what.add_argument("--retire", metavar="NAME", help="forget the tag of this card: lost or broken")
    what.add_argument("--check", action="store_true", help="read the deck back: what is missing or foreign")
    table_file.options(parser)


def run(args: argparse.Namespace) -> int:
    table = table_file.chosen(args)
    folder = table_file.data_folder(args.data, table)
    known = decks.load(folder)
    if args.deck not in known:  # said before anything is made or opened
        raise UserError(f"tapis enrol: There is no deck {args.deck!r}: use {listed(known)}.")
    try:
        with Folder.open(folder) as data:
            registry = Registry(data, time.time)
            for notice in data.notices:
                print(notice, file=sys.stderr)
            school = DeckTeaching(registry, known)
            if args.retire is not None:
                school.retire(args.deck, args.copy, args.retire)
                print(f"{args.retire} of {args.deck}, copy {args.copy}, is retired.")
                return 0
            return (
                check(args, table, registry, school) if args.check else teach(args, table, registry, school)
            )
    except (UserError, HardwareError) as error:
        raise UserError(f"tapis enrol: {error}") from error


def teach(args: argparse.Namespace, table: TableFile, registry: Registry, school: DeckTeaching) -> int:
    lesson = school.enrol(args.deck, args.copy, args.card)
    view = lesson.view()
    whose = f"{view.deck}, copy {view.copy}"
    if view.card is None:
        print(f"Every card of {whose}, is taught: --card teaches one anew, --check reads the deck back.")
        return 0
    if args.card:
        greeting = f"Teaching {args.card} of {whose}, anew; what it had for a tag is retired."
    else:
        greeting = f"Teaching {whose}: {view.done} of {view.total} cards are taught. s and Enter skips one."
    status = show(lesson, table, greeting)
    registry.back_up()
    view = lesson.view()
    if args.card:
        print(f"{args.card} of {whose}, {'keeps the tag it had' if view.card else 'is taught'}.")
    else:
        rest = " The same command goes on from there." if view.card else ""
        print(f"{view.done} of {view.total} cards of {whose}, are taught.{rest}")
    return status


def check(args: argparse.Namespace, table: TableFile, registry: Registry, school: DeckTeaching) -> int:
    roll = school.check(args.deck, args.copy)
    view = roll.view()
    if roll.complete:
        raise UserError(
            f"No card of {view.deck}, copy {view.copy}, is taught: there is nothing to read back."
        )
    status = show(roll, table, f"Reading {view.deck}, copy {view.copy}, back: lay its cards, in any order.")
    report = finder.called(roll, registry)
    print(f"{report.seen} of {view.total} cards of {report.deck}, copy {report.copy}, are here.")
    for missing in report.missing:
        if missing.taught:
            print(f"missing: {missing.card}, {_last_seen(missing.sighting)}")
    if untaught := [missing.card for missing in report.missing if not missing.taught]:
        print(f"without a tag: {', '.join(untaught)}")
    for card in report.foreign:
        print(f"foreign: {_named(card)}")
    return status or int(not report.in_order)


def _last_seen(sighting: Sighting | None) -> str:
    if sighting is None:
        return "never seen in a match"
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(sighting.at))
    return f"last seen on pad {sighting.pad}, {when}"


def _named(card: CardRef | None) -> str:
    if card is None:
        return "a tag that was never taught"
    return f"{card.card} of {card.deck}, copy {card.copy}" + ", retired" * card.retired


# Cards are shown


def show(showing: Enrolment | DeckCheck, table: TableFile, greeting: str) -> int:
    """Take cards until all are there or somebody stops it; the exit code."""
    if table.wiring.simulated:
        raise UserError(
            "The pads of this table are simulated, and nobody lays cards on them: name a hub with --hub, "
            "or real pads in the table file."
        )
    keys = Keys(sys.stdin)
    with closing(build(table.wiring)) as hardware:
        session = EnrolSession(showing, hardware, table, EnrolScreen(sys.stdout))
        session.screen.say(f"{greeting} q and Enter stops; what was done is kept.")
        try:
            while not session.ended:
                for word in keys.typed(TURN):
                    session.type(word)
                session.turn(time.monotonic())
        except KeyboardInterrupt:
            return INTERRUPTED
        finally:
            session.screen.clear()
    return 0


class EnrolSession:
    """Pads, lights and screen of a showing, turn by turn."""

    def __init__(
        self,
        showing: Enrolment | DeckCheck,
        hardware: Hardware,
        table: TableFile,
        screen: EnrolScreen,
    ) -> None:
        self.screen = screen
        self.ended = False
        self._showing = showing
        self._hardware = hardware
        self._debounce = Debounce(hardware.pads.pads, table[rows.DWELL], table[rows.CLEAR])
        self._linger: float | None = None  # until then the last card shines
        for pad in hardware.pads.pads:
            hardware.light(pad, effects.WAITING)

    def type(self, word: str) -> None:
        match word:
            case "s":
                self._showing.skip()
            case "q":
                self.ended = True
            case _:
                self.screen.say("s and Enter skips a card, q stops.")

    def turn(self, now: float) -> None:
        for event in self._hardware.pads.poll(now):
            match event:
                case PadFault(message=message):
                    self.screen.say(message)
                case PadCured(pad=pad):
                    self.screen.say(f"Pad {pad} is well again." if pad else "The pads are there again.")
            for happened in self._debounce.take(event, now):
                self._take(happened, now)
        self._hardware.tick(now)
        if self._linger is None:
            view = self._showing.view()
            self.screen.ask(view.done, view.total, f"lay {view.card or 'the next card'}")
        elif now >= self._linger:
            self.ended = True

    def _take(self, happened: Happened, now: float) -> None:
        match happened:
            case Seen(pad):
                self._hardware.light(pad, effects.SEEN)
            case Several(pad):
                self.screen.say("One card at a time: clear the pad.")
            case Unreadable(pad):
                self.screen.say("Lift the card and lay it again.")
            case Gone(pad):
                self._hardware.light(pad, effects.WAITING)
            case Arrived(pad, uid):
                self._arrived(pad, self._showing.arrived(uid))
                if self._complete:
                    self._linger = now + LINGER

    def _arrived(self, pad: str, notice: Notice) -> None:
        self.screen.say(SENTENCES[notice.code].format_map(dict(notice.about)))
        self._hardware.light(pad, RIMS[notice.kind])
        if notice.kind in BEEPS:
            self._hardware.beep(BEEPS[notice.kind])

    @property
    def _complete(self) -> bool:
        if isinstance(self._showing, DeckCheck):
            return self._showing.complete
        return self._showing.view().card is None


class EnrolScreen:
    """Lines, and below them a bar where there is a terminal."""

    def __init__(self, out: IO[str]) -> None:
        self._out = out
        self._live = out.isatty()
        self._asked = ""

    def say(self, text: str) -> None:
        self.clear()
        print(text, file=self._out, flush=True)

    def ask(self, done: int, total: int, what: str) -> None:
        bar = "#" * (WIDTH * done // total)
        asked = f"[{bar:-<{WIDTH}}] {done}/{total}  {what}" if self._live else f"{done}/{total} {what}"
        if asked != self._asked:
            self.clear()
            self._asked = asked
            print(asked, end="" if self._live else "\n", file=self._out, flush=True)

    def clear(self) -> None:
        """Take the bar away; the next `ask` draws it again."""
        if self._live and self._asked:
            print("\r\x1b[2K", end="", file=self._out, flush=True)
            self._asked = ""


class Keys:
    """Words typed on lines of their own."""

    def __init__(self, stdin: IO[str]) -> None:
        self._stdin = stdin
        self._open = True
        self._rest = ""

    def typed(self, patience: float) -> list[str]:
        """The words typed meanwhile; waits up to *patience* seconds for one."""
        if not self._open:
            time.sleep(patience)
        elif select.select([self._stdin], [], [], patience)[0]:
            data = os.read(self._stdin.fileno(), 1024).decode(errors="replace")
            self._open = bool(data)
            *lines, self._rest = (self._rest + data).split("\n")
            return [line.strip() for line in lines]
        return []
