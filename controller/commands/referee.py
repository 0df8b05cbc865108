"""The rules of a game as a process: one JSON object per line in, exactly one per line out."""

from __future__ import annotations

import argparse
import os
import select
import sys
from collections import deque
from collections.abc import Iterator
from typing import BinaryIO

from controller.errors import UserError
from controller.languages import CODES
from controller.streams import say_json
from engine import games
from engine.referee import LONGEST_LINE, Referee, SetupError
from engine.rules import Code

SWITCH = dict.fromkeys(("true", "on", "yes", "1"), True) | dict.fromkeys(("false", "off", "no", "0"), False)


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help=f"one of {', '.join(games.shipped())}, or one installed")
    add("--players", required=True, metavar="A,B,C", help="their names, clockwise")
    add("--dealer", metavar="NAME", help="the first dealer, where players deal (default: the last listed)")
    house_rule = "a house rule, as in all_dealt=true"
    add("--option", action="append", default=[], metavar="KEY=VALUE", help=house_rule)
    agreed = "where players agree on a number (default: 1; other games end by their own rule)"
    add("--rounds", type=int, metavar="N", help=agreed)
    add("--lang", default="en", choices=CODES, help="language of the messages")


def run(args: argparse.Namespace) -> int:
    try:
        referee = Referee.start(
            args.game,
            [name.strip() for name in args.players.split(",")],
            dealer=args.dealer,
            options=options(args.option),
            rounds=args.rounds,
            message=lambda refusal, about: message(refusal, about, args.game, args.lang),
        )
    except SetupError as error:
        raise UserError(f"tapis referee: {error}") from error
    for line in lines(sys.stdin.buffer):
        say_json(referee.answer(line))
    return 0


def options(settings: list[str]) -> list[str]:
    """The names of the options that are switched on."""
    switched: dict[str, bool] = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        if value.lower() not in SWITCH:
            right = "KEY=true or KEY=false, as in all_dealt=true"
            raise UserError(f"tapis referee: --option {setting} must be {right}.")
        switched[key] = SWITCH[value.lower()]
    return [key for key, on in switched.items() if on]


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Each line of *stream*; of one that is too long only as much as shows that it is."""
    while line := stream.readline(LONGEST_LINE + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := stream.readline(LONGEST_LINE)):
            pass
        yield line.rstrip(b"\r\n")


def message(refusal: Code, about: dict[str, str], game: str, language: str) -> str:
    from display.text.words import Words  # only a refusal needs them

    return Words(language).of(game).refusal(refusal.value, about)


class Lines:
    """The lines of a file descriptor as they come; one that is too long is cut where that shows."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._rest = b""
        self._lines: deque[bytes] = deque()
        self._closed = False

    @property
    def ended(self) -> bool:
        """Whether every line was read."""
        return self._closed and not self._lines

    @property
    def waiting(self) -> bool:
        """Whether a line can be read at once."""
        return bool(self._lines)

    def read(self) -> bytes | None:
        """The next line that is there by now; never waits for one."""
        while not (self._lines or self._closed) and select.select([self._number], [], [], 0)[0]:
            data = os.read(self._number, 1 << 16)
            self._closed = not data
            *lines, rest = (self._rest + data).split(b"\n")
            if self._closed and rest:
                lines, rest = [rest], b""
            self._rest = rest[: LONGEST_LINE + 1]
            self._lines.extend(lines)
        return self._lines.popleft() if self._lines else None
