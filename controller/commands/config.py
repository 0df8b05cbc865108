"""The table file: what is in force, whether a file is right, where it belongs, and a PIN for it."""

from __future__ import annotations

import argparse
import contextlib
import getpass
import secrets
import sys
from pathlib import Path

from controller.errors import UserError, listed
from controller.settings import host_settings, pin, rows, table_file, written
from hardware.wiring import describe


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="show|check|path|pin")

    show = actions.add_parser("show", help="the table file in force, with everything it leaves out")
    table_file.options(show, hub=False)
    shipped = "the one that ships instead, with its comments: a start for yours"
    show.add_argument("--default", action="store_true", help=shipped)

    check = actions.add_parser("check", help="whether a table file is right, and what it says in words")
    check.add_argument("file", nargs="?", type=Path, metavar="FILE", help="otherwise the one in force")

    actions.add_parser("path", help="where the table file belongs")

    asks = actions.add_parser("pin", help="asks for a PIN and prints the line for [kiosk] in the table file")
    table_file.options(asks, hub=False)
    forgotten = "the PIN was forgotten: none is asked for any more, until the host sets a new one"
    asks.add_argument("--keep", action="store_true", help="keep it as the host's pages do")
    asks.add_argument("--reset", action="store_true", help=forgotten)


def run(args: argparse.Namespace) -> int:
    match args.action:
        case "show":
            print(written.default() if args.default else _shown(args), end="")
        case "check":
            print("\n".join(_in_words(table_file.load(args.file))))
        case "path":
            path = table_file.usual_path()
            print(path)
            if not path.exists():
                print("There is no such file: the built-in table file is in force.", file=sys.stderr)
        case _ if args.reset:
            _reset_pin(table_file.data_folder(args.data, table_file.load(args.table)))
        case _ if args.keep:
            _keep_pin(table_file.data_folder(args.data, table_file.load(args.table)))
        case _:
            asked = _typed("PIN: ")
            print(f'pin = "{pin.hashed(asked, secrets.token_bytes(8))}"')
    return 0


def _typed(prompt: str) -> str:
    return getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")


def _keep_pin(folder: Path) -> None:
    asked = _typed("The host's PIN, 4 to 8 digits (nothing: no PIN): ")
    if not asked:
        print("There is no PIN: everybody can come to the host's pages, and leave the table.")
        return
    kept = pin.hashed(asked, secrets.token_bytes(8))
    if sys.stdin.isatty() and not pin.fits(_typed("Once more, to be sure: "), kept):
        raise UserError("These were two different PINs, so none was kept: try again.")
    folder.mkdir(parents=True, exist_ok=True)
    host_settings.save(folder, {**host_settings.load(folder), rows.PIN.key: kept})
    print("The PIN counts from now on.")


def _shown(args: argparse.Namespace) -> str:
    table = table_file.load(args.table)
    folder = table_file.data_folder(args.data, table)
    text = written.shown(host_settings.in_force(table, folder))
    changed = ", ".join(host_settings.load(folder))
    said = f"# Set on the screen, in {host_settings.path(folder)}: {changed}\n" if changed else ""
    return said + text


def _reset_pin(folder: Path) -> None:
    if not folder.is_dir():
        raise UserError(f"There is no data folder {folder}: name the table's with --data.")
    kept: host_settings.Changes = {}
    with contextlib.suppress(UserError):  # the other settings are lost, if it cannot be read
        kept = host_settings.load(folder)
    host_settings.save(folder, {**kept, rows.PIN.key: ""})
    host_settings.keep_tries(folder, 0)
    print("No PIN is asked for any more: set a new one on the host's pages, by the gear in the menu.")


def _in_words(table: table_file.TableFile) -> list[str]:
    lines = [f"{table.path or 'The built-in table file'} is right.", *describe(table.wiring)]
    for game, pads in table.zones.items():
        words = [f"{pad} is {listed(zones)}" for pad, zones in pads.items() if zones]
        lines.append(f"{game}: {', '.join(words)}")
    return lines
