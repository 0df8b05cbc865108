"""The table for programs: a display that speaks JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from controller.commands.referee import Lines
from controller.intents import Intent, Leave, Line
from controller.runtime.compose import Parts
from controller.streams import say_json
from controller.view import Effect, Notice, NoticeKind, Ruled, TableView
from display.text.words import Words
from engine.notation import Unreadable
from engine.referee import parse
from engine.rules import Refusal


class JsonLines:
    """A display for programs: rulings on stdout, lines of the referee protocol on stdin, troubles on stderr.

    Every line is answered by one ruling, in a turn of its own; cards that are laid make further ones. When
    stdin ends the game goes on with what the pads read, until nothing more can come: the pads are simulated,
    or the match is over.
    """

    def __init__(self, parts: Parts) -> None:
        self._table = parts.table
        self._simulated = parts.file.wiring.simulated
        self._lines = Lines(sys.stdin.fileno())
        self._troubles = parts.table.view.troubles  # those were told before
        self._match: int | None = -1  # the one whose state was printed last; -1: nothing was yet
        self._answered = True

    @property
    def wants_to_quit(self) -> bool:
        return self._lines.ended and (self._simulated or self._table.view.match is None)

    def next_wake(self, now: float) -> float | None:
        return now if self._lines.waiting else None

    def fileno(self) -> int | None:
        return None if self._lines.ended else sys.stdin.fileno()

    def close(self) -> None:
        pass

    def draw(self, view: TableView, now: float) -> None:
        if not self._answered:
            self._answered = True
            self._refuse(why_not(self._table.view))
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
        say_json(answer)

    def intents(self, now: float) -> list[Intent]:
        line = self._lines.read()
        if line is None:
            shown = self._table.view.match
            return [Leave()] if self._lines.ended and shown and shown.state["match_over"] else []
        try:
            data = parse(line)
        except Unreadable:
            data = None
        if data == {"state": True}:
            self._accept()
        elif isinstance(data, dict):
            self._answered = False
            return [Line(data)]
        else:
            self._refuse(Refusal.BAD_INPUT.value)
        return []


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
    game = view.match.game if view.match else ""
    return words.notice(Notice(NoticeKind.REFUSED, code, about=about), game)
