"""The command `tapis`: finds the module of the command that was asked for and runs it.

    $ tapis referee thirteen --players Marie,Luc,Pierre

A command is a module in `controller/commands/` with a docstring, `arguments(parser)` and
`run(args) -> exit code`. It is imported only when called, so that `tapis referee` never loads pygame.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from controller import streams
from controller.errors import UserError

COMMANDS = {
    "play": "the table itself; the same as tapis alone",
    "demo": "bots play on it, with simulated cards",
    "referee": "the rules of a game as a process: JSON lines in, JSON lines out",
    "scores": "past matches, rankings, export; forget or rename a name",
    "replay": "a finished match again, move by move",
    "bench": "the benchmarks, as a table or as JSON",
    "hub": "the pad hub: simulate, monitor, flash",
    "enrol": "teach the table the tags of a deck, or read a deck back",
    "check": "a look at everything the table needs: ok, warning or fault, and what to do",
    "cards": "the cards of a game to print, as a PDF",
    "support": "one file for whoever helps; it names no guest",
    "screens": "every screen as a picture",
    "config": "the table file: show, check, path, pin",
}

USAGE_ERROR = 2


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{self.prog}: {message} (see {self.prog} --help).")


def dispatch(argv: Sequence[str]) -> int:
    name, *rest = argv or ["play"]
    if name in ("-h", "--help"):
        print("Tapis Vert, a card table that referees real cards.\n")
        for command, what in COMMANDS.items():
            print(f"  tapis {command:<{max(map(len, COMMANDS))}}  {what}")
        return 0
    if name == "--version":
        from importlib.metadata import version  # slow to import, and only needed here

        print(f"tapis {version('tapisvert')}")
        return 0
    if name not in COMMANDS:
        raise UserError(f"tapis: there is no command {name!r}; tapis --help lists them.")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # what we print belongs to us
    module = importlib.import_module(f"controller.commands.{name}")
    parser = Parser(prog=f"tapis {name}", description=module.__doc__)
    module.arguments(parser)
    return int(module.run(parser.parse_args(rest)))


def main(argv: Sequence[str] | None = None) -> int:
    with streams.orderly():
        try:
            code = dispatch(sys.argv[1:] if argv is None else argv)
            sys.stdout.flush()
            return code
        except UserError as error:
            with contextlib.suppress(UserError):
                print(error, file=sys.stderr)
        except KeyboardInterrupt:
            return 130
        except BrokenPipeError:  # whoever read our output has gone
            streams.abandon()
            return 1
        with contextlib.suppress(UserError, OSError):
            sys.stdout.flush()
            return USAGE_ERROR
        streams.abandon()
        return USAGE_ERROR


if __name__ == "__main__":
    sys.exit(main())
