"""The table: menu, players, games and scores. What was being played goes on where it stood."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import secrets
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from controller.errors import UserError
from controller.settings import rows, table_file
from controller.settings.usable_file import Usable, usable
from engine import games
from hardware.pads import HardwareError

# Most of it is imported when the first picture is on the screen.
if TYPE_CHECKING:
    from controller.intents import NewMatch
    from controller.runtime.compose import Parts
    from controller.runtime.displays import Display
    from display.window.screen import Screen

DISPLAYS = ("window", "terminal", "none")


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--game", choices=games.names(), help="play this at once, with --players")
    add("--players", metavar="A,B,C", help="their names, clockwise; an empty one is a guest")
    add("--dealer", metavar="NAME", help="the first dealer, or the number of a seat (the last listed)")
    add("--option", action="append", default=[], metavar="KEY=VALUE", help="a house rule")
    add("--rounds", type=int, metavar="N", help="where players agree on a number (1)")
    add("--hands", metavar="A,B", help="on simulated hardware: who of them plays by hand (the first)")
    add("--bots", choices=("careful", "expert"), help="and how the others play (careful)")
    add("--display", choices=DISPLAYS, help="where to show it (window, if there is one)")
    programs = "no display: a line of JSON for each ruling, and lines of the referee protocol on stdin"
    add("--json", action="store_true", help=programs)
    table_file.options(parser)


def run(args: argparse.Namespace) -> int:
    wanted = match(args)
    if args.json and args.display not in (None, "none"):
        raise UserError(f"tapis play: --json is for --display none, not for {args.display}.")
    file, said, has_pads = Usable(table_file.chosen(args)) if args.table or args.hub else usable()
    try:
        with contextlib.ExitStack() as stack:
            screen = None if args.json else first_picture(args, file)
            if screen:
                stack.callback(screen.close)
            _play(args, Usable(file, said, has_pads), wanted, screen)
    except (HardwareError, UserError) as error:
        raise UserError(f"tapis play: {error}") from error
    except BrokenPipeError:
        raise  # nobody reads any more what --json says
    except Exception as error:  # it is in the log, with all we know about it
        from controller.runtime.crashes import surprised

        print(f"tapis play: {surprised(error)}", file=sys.stderr)
        return 1
    return 0


def first_picture(args: argparse.Namespace, file: table_file.TableFile) -> Screen | None:
    """The screen with the table's name on it, at once: the rest takes a while to load."""
    if args.display not in (None, "window"):
        return None
    try:
        from display.window.background import splash
        from display.window.screen import NoScreen, opened
    except ImportError:
        return None
    kiosk = file[rows.FULLSCREEN]
    try:
        screen = opened(None if kiosk else file[rows.SIZE], cursor=not kiosk)
    except NoScreen:
        return None  # it is tried again, and then said
    splash(screen)
    return screen


def _play(args: argparse.Namespace, chosen: Usable, wanted: NewMatch | None, screen: Screen | None) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from controller.runtime.app import App
    from controller.runtime.compose import make_host, opened
    from controller.runtime.systemd import Service

    file = chosen.file
    by_hand = not args.json and args.display != "none" and chosen.has_pads
    folder = table_file.data_folder(args.data, file)
    with opened(file, folder, by_hand=by_hand, without_pads=True, said=chosen.said) as parts:
        for notice in parts.notices:
            print(notice, file=sys.stderr)
        if wanted:
            begin(parts, wanted)
        with contextlib.closing(display(args, parts, screen)) as shown, ThreadPoolExecutor(1) as executor:
            attract = None
            if by_hand:
                from controller.simulation.demo import FAST, AttractMode

                after, seed = parts.file[rows.DEMO_AFTER] or math.inf, secrets.randbelow(1 << 32)
                attract = AttractMode(parts.file, after, time.monotonic(), seed=seed, speed=FAST)
            host = make_host(parts, shown, attract, executor, time.monotonic())
            App(parts, shown, attract, host).run(service=Service.of(os.environ, os.getpid()))


def match(args: argparse.Namespace) -> NewMatch | None:
    """The match that the command line asks for."""
    if bool(args.game) != bool(args.players):
        example = "--game GAME --players Ann,Bob,Cy"
        raise UserError(f"tapis play: --game and --players go together, as in {example}.")
    if not args.game:
        said = (args.option, args.rounds, args.hands, args.bots, args.dealer)
        if any(each not in ([], None) for each in said):
            given = "--dealer, --option, --rounds, --hands, --bots"
            raise UserError(f"tapis play: {given} are for a match: add --game and --players.")
        return None
    from controller.commands.referee import options
    from controller.intents import NewMatch

    players = tuple(name.strip() for name in args.players.split(","))
    chosen, who = frozenset(options(args.option)), seat_players(args, players)
    rounds = 1 if args.rounds is None else args.rounds
    dealer = None if args.dealer is None else seat(args.dealer.strip(), players)
    if games.game(args.game).leader_instead_of_dealer:
        dealer = None  # as for the referee: nobody deals, and the first listed leads
    return NewMatch(args.game, players, dealer, options=chosen, rounds=rounds, seat_players=who)


def seat(named: str, players: Sequence[str]) -> int:
    """Of the player of that name or, as guests may have none, of that number."""
    if named and named in players:
        return players.index(named)
    if named.isdecimal() and 1 <= int(named) <= len(players):
        return int(named) - 1
    seats = f"1 to {len(players)}"
    raise UserError(
        f"tapis play: --dealer {named}: this is none of {', '.join(players)}, nor a seat, {seats}."
    )


def seat_players(args: argparse.Namespace, players: Sequence[str]) -> tuple[str, ...]:
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
    if parts.players:
        parts.players.handle(wanted, now)
    table.handle(wanted, now)
    view = table.view
    if view.notice and view.notice.kind is NoticeKind.REFUSED:
        raise UserError(dict(view.notice.about).get("why", view.notice.code))
    if view.match is None or (running and view.match.id == running.id):
        raise UserError(view.troubles[0].detail)


def display(args: argparse.Namespace, parts: Parts, screen: Screen | None) -> Display:
    if args.json:
        from controller.commands.json_lines import JsonLines

        return JsonLines(parts)
    from controller.runtime.displays import open_display

    return open_display(args.display, parts.file, screen)
