"""The table: menu, players, games and scores. What was being played goes on where it stood."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import secrets
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from controller import config
from controller.errors import UserError
from engine import games
from hardware.pads import HardwareError

# Most of it is imported when the first picture is on the screen.
if TYPE_CHECKING:
    from controller.demo import Kiosk
    from controller.displays import Display
    from controller.intents import NewMatch
    from controller.parts import Parts
    from display.glass import Glass

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
        with contextlib.ExitStack() as stack:
            glass = None if args.json else first_picture(args, file)
            if glass:
                stack.callback(glass.close)
            _play(args, file, wanted, glass)
    except (HardwareError, UserError) as error:
        raise UserError(f"tapis play: {error}") from error
    except Exception as error:  # it is in the log, with all we know about it
        print(f"tapis play: {surprised(error)}", file=sys.stderr)
        return 1
    return 0


def first_picture(args: argparse.Namespace, file: config.TableFile) -> Glass | None:
    """The screen with the table's name on it, at once: the rest takes a while to load."""
    if args.display not in (None, "window"):
        return None
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # what we print belongs to us
    try:
        from display.glass import NoScreen, opened
        from display.splash import splash
    except ImportError:
        return None
    look = file.display
    try:
        glass = opened(None if look.fullscreen else look.size, cursor=not look.fullscreen)
    except NoScreen:
        return None  # it is tried again, and then somebody is told
    splash(glass)
    return glass


def _play(
    args: argparse.Namespace, file: config.TableFile, wanted: NewMatch | None, glass: Glass | None
) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from controller.app import App
    from controller.notify import Service
    from controller.parts import opened, welcome

    by_hand = not args.json and args.display != "none"
    with opened(file, config.data_folder(args.data, file), by_hand=by_hand) as parts:
        for notice in parts.notices:
            print(notice, file=sys.stderr)
        if wanted:
            begin(parts, wanted)
        with contextlib.closing(display(args, parts, glass)) as shown, ThreadPoolExecutor(1) as executor:
            attract = kiosk(args, parts)
            host = welcome(parts, shown, attract, executor, time.monotonic())
            App(parts, shown, attract, host).run(service=Service.of(os.environ, os.getpid()))


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
    from controller.commands.referee import options
    from controller.intents import NewMatch

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
    from controller.view import NoticeKind

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


def display(args: argparse.Namespace, parts: Parts, glass: Glass | None) -> Display:
    if args.json:
        from controller.commands.json_lines import JsonLines

        return JsonLines(parts)
    from controller.displays import open_display

    return open_display(args.display, parts.file, glass)


def kiosk(args: argparse.Namespace, parts: Parts) -> Kiosk | None:
    if args.json or args.display == "none":
        return None
    from controller.demo import Kiosk

    after = parts.file.kiosk.attract_after or math.inf
    return Kiosk(parts.file, after, time.monotonic(), seed=secrets.randbelow(1 << 32))
