"""Table files and their documentation, written from the rows.

    print(default())                            # the file that ships, with its comments
    print(shown(table))                         # the file in force, nothing left out

`python -m controller.settings.written docs/table-file.md` brings that page up to date.
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomli_w

from controller.settings import rows, table_file
from controller.settings.rows import Row
from controller.settings.table_file import TableFile, Zones

WIDTH = 110
HEAD = """\
# The table file of Tapis Vert. This is the one that ships, with everything there is to say in it.
# Yours needs only what differs: `tapis config path` says where it belongs, `tapis config check` reads it,
# `tapis config show` prints what is in force. docs/table-file.md explains it all.
"""
ZONES = """\
# What each pad stands for, game by game: a zone, a list of them where the screen asks which is meant, or [].
# A game that is left out of a file with pads of its own is laid out by their order, also for one pad.
"""
COLUMNS = ("| key | default | takes | means | host's pages |", "|---|---|---|---|---|")
BEGIN, END = "<!-- made from the rows of controller/settings/rows.py -->\n", "<!-- end of what is made -->\n"


def default() -> str:
    """The table file that ships, with a comment for every key."""
    hardware = table_file.DEFAULT_HARDWARE.read_text("utf-8")
    values = {row.key: row.default for row in rows.every()}
    return "\n".join([HEAD, *_parts(values, hardware, table_file.read("", None).zones)])


def shown(table: TableFile) -> str:
    """The whole of *table* as a table file, nothing left out."""
    values = {**table.values, rows.DATA.key: str(table.data or "")}
    # TOML has no null: what the wiring leaves out is left out of the file, too.
    wiring = json.loads(
        json.dumps(table.wiring.to_table()),
        object_hook=lambda section: {key: value for key, value in section.items() if value is not None},
    )
    return "\n".join(_parts(values, tomli_w.dumps(wiring), table.zones))


def _parts(values: Mapping[str, Any], hardware: str, zones: Zones) -> Iterator[str]:
    """The file, part by part: keys without a section, readers, zones, sections."""
    sections = rows.sections()
    yield _lines(sections.pop(""), values)
    yield hardware
    for number, (game, laid) in enumerate(zones.items()):
        lines = [f"{pad} = {_toml(stands_for)}\n" for pad, stands_for in laid.items()]
        yield "".join([ZONES * (not number), f"[zones.{game}]\n", *lines])
    for section, known in sections.items():
        yield f"[{section}]\n{_lines(known, values)}"


def _lines(known: list[Row[Any]], values: Mapping[str, Any]) -> str:
    """A line for each row: its value, and its comment, set in a column or, if it is long, above."""
    pairs = [(row.comment or row.form.words, f"{row.name} = {_toml(values[row.key])}") for row in known]
    column = max(len(pair) for _, pair in pairs) + 2
    lines = []
    for comment, pair in pairs:
        if column + len(comment) <= WIDTH:
            lines.append(f"{pair:{column}}# {comment}\n")
        else:
            lines.append(f"\n{textwrap.indent(textwrap.fill(comment, WIDTH), '# ')}\n{pair}\n")
    return "".join(lines)


def _toml(value: object) -> str:
    """A value on one line, where a comment can follow it; a list of one as that one."""
    if isinstance(value, tuple) and len(value) == 1:
        (value,) = value
    # JSON writes strings, numbers, truths and lists as TOML does, but for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def documented(page: str) -> str:
    """docs/table-file.md, with what the rows say about every key between its markers."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}{_tables()}{END}{rest.partition(END)[2]}"


def _tables() -> str:
    lines = []
    for section, known in rows.sections().items():
        where = f"In `[{section}]`:" if section else "At the top of the file, before the first section:"
        lines += ["", where, "", *COLUMNS]
        for row in known:
            default, means = f"`{_toml(row.default)}`", row.comment or row.caption
            lines.append(f"| `{row.name}` | {default} | {row.form.words} | {means} | {row.label} |")
    return "\n".join([*lines, "", ""])


if __name__ == "__main__":
    where = Path(sys.argv[1])
    where.write_text(documented(where.read_text("utf-8")), "utf-8")
