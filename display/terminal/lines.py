"""A deck is taught or checked without a screen: what the table says in lines, and words typed on lines.

    display = LineDisplay(sys.stdin, sys.stdout)

For pipes, files and consoles that cannot be drawn on. Cards go by their complete names, as in `tapis enrol`.
"""

from __future__ import annotations

import os
import select
from collections.abc import Sequence
from typing import IO

from controller.intents import Intent, SkipCard, StopShowing, Touch
from controller.view import TableView
from display.text.i18n import mark
from display.text.words import Words

ACCEPTED = {"taught": mark("{card}: registered."), "shown": mark("{card}: here.")}
KEYS = mark("s and Enter skips a card, q and Enter stops; what was done is kept.")
# What came of it, for `tapis enrol`
ALL_TAUGHT = mark(
    "Every card of {deck}, copy {copy}, is registered: "
    "--card registers one anew, --check reads the deck back."
)
TAUGHT = mark("{done} of {total} cards of {deck}, copy {copy}, are registered.")
GOES_ON = mark("The same command goes on from there.")
ONE_TAUGHT = mark("{card} of {deck}, copy {copy}, is registered.")
ONE_KEPT = mark("{card} of {deck}, copy {copy}, keeps the tag it had.")
RETIRED = mark("{card} of {deck}, copy {copy}, is retired.")
HERE = mark("{done} of {total} cards of {deck}, copy {copy}, are here.")
NEVER_SEEN = mark("missing: {card}, never seen in a match")
LAST_SEEN = mark("missing: {card}, last seen on pad {pad}, {when}")
UNTAUGHT = mark("without a tag: {cards}")
FOREIGN = mark("foreign: {card} of {deck}, copy {copy}")
FOREIGN_RETIRED = mark("foreign: {card} of {deck}, copy {copy}, retired")
FOREIGN_TAG = mark("foreign: a tag that was never registered")

WORDS: dict[str, Intent] = {"s": SkipCard(), "q": StopShowing()}


class LineDisplay:
    """A Display."""

    wants_to_quit = False

    def __init__(self, stdin: IO[str], out: IO[str]) -> None:
        self._stdin = stdin
        self._out = out
        self._view = TableView()
        self._asked = ""
        self._rest = ""
        self._open = True

    def draw(self, view: TableView, now: float) -> None:
        before, self._view = self._view, view
        words = Words(view.language)
        if view.enrol and not before.enrol:
            deck, box = words.game(view.enrol.deck), view.enrol.copy
            self._print(words.say("{game}, box {number}", game=deck, number=box), words.say(KEYS))
        self._print(*(words.trouble(each) for each in view.troubles if each not in before.troubles))
        if before.troubles and not view.troubles:
            self._print(words.say("All is well again."))
        if view.notice and view.notice != before.notice:
            said = ACCEPTED.get(view.notice.code)
            about = dict(view.notice.about)
            self._print(words.say(said, card=about["card"]) if said else words.notice(view.notice))
        asked = ""
        if view.enrol and not view.enrol.complete:
            card, every = view.enrol.card, words.say("Lay every card once, in any order.")
            lay = words.say("Lay {card}.", card=card) if card else every
            asked = f"{view.enrol.done}/{view.enrol.total} {lay}"
        if asked and asked != self._asked:
            self._print(asked)
        self._asked = asked

    def _print(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self._out, flush=True)

    def intents(self, now: float) -> Sequence[Intent]:
        if not (self._open and select.select([self._stdin], [], [], 0)[0]):
            return []
        data = os.read(self._stdin.fileno(), 1024).decode(errors="replace")
        self._open = bool(data)
        *lines, self._rest = (self._rest + data).split("\n")
        typed = [line.strip() for line in lines]
        self._print(*(Words(self._view.language).say(KEYS) for word in typed if word not in WORDS))
        return [WORDS.get(word, Touch()) for word in typed]

    def fileno(self) -> int | None:
        return self._stdin.fileno() if self._open else None

    def close(self) -> None:
        pass
