"""The table: menu, players, games and scores. What was being played goes on where it stood."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import secrets
import select
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller import config
from controller.app import App, Display, Parts, open_display, opened, welcome
from controller.commands.referee import options
from controller.errors import UserError
from controller.intents import Intent, Leave, Line, NewMatch
from controller.notify import Service
from controller.view import Effect, Notice, NoticeKind, Ruled, TableView
from display.words import Words
from engine import games
from engine.notation import Unreadable
from engine.referee import LONGEST_LINE, parse
from engine.rules import Refusal
from hardware.pads import HardwareError

if TYPE_CHECKING:
    from controller.demo import Kiosk

DISPLAYS = ("window", "terminal", "none")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=games.NAMES, help="play this at once, with --players")
    parser.add_argument("--players", metavar="A,B,C", help="their names, clockwise; an empty one is a guest")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="a house rule")
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of pot, games of ninja (1)")
    parser.add_argument(
        "--hands", metavar="A,B", help="on simulated hardware: who of them plays by hand (the first)"
    )
    parser.add_argument("--bots", choices=("careful", "expert"), help="and how the others play (careful)")
    parser.add_argument("--display", choices=DISPLAYS, help="where to show it (window, if there is one)")
    parser.add_argument(
        "--json",
        action="store_true",
        help="no display: a line of JSON for each ruling, and lines of the referee protocol on stdin",
    )
    config.options(parser)


def run(args: argparse.Namespace) -> int:
    wanted = match(args)
    if args.json and args.display not in (None, "none"):
        raise UserError(f"tapis play: --json is for --display none, not for {args.display}.")
    file = config.chosen(args)
    try:
        by_hand = not args.json and args.display != "none"
        with opened(file, config.data_folder(args.data, file), by_hand=by_hand) as parts:
            for notice in parts.notices:
                print(notice, file=sys.stderr)
            if wanted:
                begin(parts, wanted)
            with contextlib.closing(display(args, parts)) as shown, ThreadPoolExecutor(1) as executor:
                attract = kiosk(args, parts)
                host = welcome(parts, shown, attract, executor, time.monotonic())
                App(parts, shown, attract, host).run(service=Service.of(os.environ, os.getpid()))
    except (HardwareError, UserError) as error:
        raise UserError(f"tapis play: {error}") from error
    except Exception as error:  # it is in the log, with all we know about it
        print(f"tapis play: {surprised(error)}", file=sys.stderr)
        return 1
    return 0


def surprised(error: Exception) -> str:
    """One sentence for what should not have happened."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}"
    return (
        f"Something went wrong that should not ({type(error).__name__} in {where}); the game is safe: "
        "start again, and send what tapis support writes."
    )


def match(args: argparse.Namespace) -> NewMatch | None:
    """The match that the command line asks for."""
    if bool(args.game) != bool(args.players):
        raise UserError(
            "tapis play: --game and --players go together, as in --game pot --players Ann,Bob,Cy."
        )
    if not args.game:
        if args.option or args.rounds is not None or args.hands is not None or args.bots:
            raise UserError(
                "tapis play: --option, --rounds, --hands, --bots are for a match: add --game and --players."
            )
        return None
    players = tuple(name.strip() for name in args.players.split(","))
    chosen = frozenset(options(args.option))
    rounds = 1 if args.rounds is None else args.rounds
    return NewMatch(args.game, players, options=chosen, rounds=rounds, minds=minds(args, players))


def minds(args: argparse.Namespace, players: Sequence[str]) -> tuple[str, ...]:
    """Who plays each seat of a simulated table."""
    by_hand = {0}
    if args.hands is not None:
        names = [name.strip() for name in args.hands.split(",")]
        for name in names:
            if name not in players:
                raise UserError(f"tapis play: --hands {name}: this is none of {', '.join(players)}.")
        by_hand = set(map(players.index, names))
    return tuple("hand" if seat in by_hand else args.bots or "careful" for seat in range(len(players)))


def begin(parts: Parts, wanted: NewMatch) -> None:
    """Play *wanted*, or go on with it if it is that what was being played."""
    table, now = parts.table, time.monotonic()
    running = table.view.match
    if running and not running.state["match_over"]:
        named = tuple(name or running.names[seat] for seat, name in enumerate(wanted.players))
        same = (running.game, running.names, running.options, running.rounds)
        if same == (wanted.game, named, wanted.options, wanted.rounds):
            return
    if parts.company:
        parts.company.handle(wanted, now)
    table.handle(wanted, now)
    view = table.view
    if view.notice and view.notice.kind is NoticeKind.REFUSED:
        raise UserError(dict(view.notice.about).get("why", view.notice.code))
    if view.troubles:
        raise UserError(view.troubles[0].detail)


def display(args: argparse.Namespace, parts: Parts) -> Display:
    return JsonLines(parts) if args.json else open_display(args.display, parts.file)


def kiosk(args: argparse.Namespace, parts: Parts) -> Kiosk | None:
    if args.json or args.display == "none":
        return None
    from controller.demo import Kiosk

    after = parts.file.kiosk.attract_after or math.inf
    return Kiosk(parts.file, after, time.monotonic(), seed=secrets.randbelow(1 << 32))


class JsonLines:
    """A display for programs: rulings on stdout, lines of the referee protocol on stdin, troubles on stderr.

    Every line is answered by one ruling; cards that are laid make further ones. When stdin ends the game goes
    on with what the pads read, until nothing more can come: the pads are simulated, or the match is over.
    """

    def __init__(self, parts: Parts) -> None:
        self._table = parts.table
        self._simulated = parts.hardware.simulated
        self._lines = Lines(sys.stdin.fileno())
        self._troubles = parts.table.view.troubles  # those were told before
        self._match: int | None = -1  # the one whose state was printed last; -1: nothing was yet
        self._answered = True

    @property
    def wants_to_quit(self) -> bool:
        return self._lines.ended and (self._simulated or self._table.view.match is None)

    def fileno(self) -> int | None:
        return None if self._lines.ended else sys.stdin.fileno()

    def close(self) -> None:
        pass

    # Out

    def draw(self, view: TableView, now: float) -> None:
        if self._match == -1 or (view.match and view.match.id != self._match):
            self._accept()
        for trouble in view.troubles:
            if trouble not in self._troubles:
                print(trouble.detail, file=sys.stderr, flush=True)
        self._troubles = view.troubles

    def hear(self, effect: Effect, view: TableView) -> None:
        if isinstance(effect, Ruled):
            self._answered = True
            if effect.refusal:
                self._refuse(effect.refusal)
            else:
                self._accept(effect.events)

    def _accept(self, events: Sequence[Any] = ()) -> None:
        self._print({"ok": True, "events": list(events)})

    def _refuse(self, code: str) -> None:
        self._print({"ok": False, "refusal": code, "message": message(code, self._table.view)})

    def _print(self, answer: dict[str, Any]) -> None:
        shown = self._table.view.match
        self._match = shown.id if shown else None
        answer["state"] = shown.state if shown else None
        text = json.dumps(answer, ensure_ascii=False)
        sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape") + b"\n")
        sys.stdout.buffer.flush()

    # In

    def intents(self, now: float) -> Iterator[Intent]:
        for line in self._lines.read():
            try:
                data = parse(line)
            except Unreadable:
                data = None
            if data == {"state": True}:
                self._accept()
            elif isinstance(data, dict):
                self._answered = False
                yield Line(data)
                if not self._answered:
                    self._refuse(why_not(self._table.view))
            else:
                self._refuse(Refusal.BAD_INPUT.value)
        shown = self._table.view.match
        if self._lines.ended and shown and shown.state["match_over"]:
            yield Leave()


def why_not(view: TableView) -> str:
    """Why there was no ruling: it could not be kept, or the table has something else to say."""
    if view.troubles:
        return view.troubles[-1].code
    return view.notice.code if view.notice else Refusal.NOT_NOW.value


def message(code: str, view: TableView) -> str:
    words = Words(view.language)
    for trouble in view.troubles:
        if trouble.code == code:
            return words.trouble(trouble)
    about = view.notice.about if view.notice and view.notice.code == code else ()
    return words.notice(Notice(NoticeKind.REFUSED, code, about=about))


class Lines:
    """The lines of a file descriptor as they come; one that is too long is cut where that shows."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._rest = b""
        self.ended = False

    def read(self) -> Iterator[bytes]:
        """The lines that are there by now; never waits for more."""
        while not self.ended and select.select([self._number], [], [], 0)[0]:
            data = os.read(self._number, 1 << 16)
            self.ended = not data
            *lines, rest = (self._rest + data).split(b"\n")
            if self.ended and rest:
                lines, rest = [rest], b""
            self._rest = rest[: LONGEST_LINE + 1]
            yield from lines
