"""The table in a terminal: the same views as text, playable with keys, for SSH and machines without a screen.

    display = Terminal(Console(), TtyKeys())
    display.draw(view, now)              # only if something changed
    for intent in display.intents(now): ...

`Desk` is the part without a terminal: it turns a view into text and keys into intents.
"""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import tty
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.segment import Segment, SegmentLines
from rich.text import Text

from controller.intents import Intent, Touch
from controller.outside import clean
from controller.view import MatchView, Mode, NoticeKind, TableView
from display.games import game_of
from display.terminal import menus, plain
from display.terminal.menus.pages import ENTER, ESCAPE, SPACE, Ask, Option, Prompt, matching
from display.terminal.plain import Flow
from display.text.guide import Guide, followed, said
from display.text.words import Words

BACKSPACE = "\x7f"
QUIT = "\x03"  # Ctrl-C
ARROWS = {"\x1b[A": -1, "\x1b[D": -1, "\x1b[B": 1, "\x1b[C": 1}
KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", re.DOTALL)
SHOWN = 6  # options of a long list
SHORT = 16  # letters of a label: many of them go on one line
STYLES = {NoticeKind.ACCEPTED: "green", NoticeKind.REFUSED: "bold red", NoticeKind.HINT: "yellow"}
SIGNS = {NoticeKind.ACCEPTED: "✔ ", NoticeKind.REFUSED: "✖ ", NoticeKind.HINT: "· "}
NAMES = {ENTER: "⏎", ESCAPE: "Esc", SPACE: "␣", QUIT: "Ctrl-C"}


@dataclass(frozen=True)
class Part:
    """Something on the screen. Where room is short, parts that are worth least lose their last lines."""

    what: RenderableType
    worth: int = 9


class Desk:
    def __init__(self, language: str, instead: bool = False) -> None:
        """*instead*: of a window, which cannot be opened here."""
        self.words = Words(language)
        self.asked: list[Ask] = []  # the last is being asked
        self.typed = ""
        self.at = 0  # the option that Enter would choose
        self._guide: Guide | None = None  # of a match in which the table explains
        self.instead = instead
        self.quit = False

    # Keys

    def press(self, key: str, view: TableView) -> list[Intent]:
        """What a key means now."""
        if key == QUIT:
            self.quit = True
            return []
        page = self.page(view)
        if page:
            return self._answer(page, key)
        chosen = next((option for option in menus.keys(self.words, view) if option.key == key), None)
        return self._choose(chosen) if chosen else [Touch()]

    def page(self, view: TableView) -> Prompt | None:
        """What is being asked; a question that makes no sense any more is forgotten."""
        while self.asked:
            if page := self.asked[-1](self.words, view):
                return page
            self._ask(self.asked[:-1])
        return None

    def _ask(self, questions: list[Ask]) -> None:
        self.asked, self.typed, self.at = questions, "", 0

    def _choose(self, option: Option) -> list[Intent]:
        before = self.asked[:-1] if option.instead else self.asked
        self._ask([*before, option.then] if option.then else [])
        return list(option.does) or [Touch()]

    def _answer(self, page: Prompt, key: str) -> list[Intent]:
        found = self.found(page)
        if key == ESCAPE:
            self._ask(self.asked[:-1])
        elif key in ARROWS and found:
            self.at = (self.at + ARROWS[key]) % len(found)
        elif chosen := next((option for option in page.options if option.key == key), None):
            return self._choose(chosen)
        elif key == ENTER:
            option = page.answer(self.typed.strip()) if page.answer else found[self.at] if found else None
            return self._choose(option) if option else []
        elif key == BACKSPACE:
            self.typed, self.at = self.typed[:-1], 0
        elif key.isprintable() and (page.search or page.answer):
            self.typed, self.at = self.typed + key, 0
        return [Touch()]

    def found(self, page: Prompt) -> list[Option]:
        return matching(page, self.typed) if page.search else list(page.options)

    # Text

    def parts(self, view: TableView) -> list[Part]:
        """The whole screen, whatever its height."""
        if view.dark:
            return []
        if view.language != self.words.language:
            self.words = Words(view.language)
        page = self.page(view)
        parts = [Part(Rule(self._title(view), style="green"))]
        parts += [Part(Text(self.words.trouble(trouble), "bold red")) for trouble in view.troubles]
        if view.enrol:
            parts.append(Part(plain.enrolment(self.words, view.enrol)))
        elif page and page.text:
            parts.append(Part(Text(page.text), worth=5))
        elif view.match:
            parts += self._match(view, view.match)
        elif self.instead:
            said = self.words.say("There is no screen: the table is shown in the terminal.")
            parts.append(Part(Text(said, "dim"), worth=1))
        parts += self._said(view)
        return [*parts, *(self._question(page) if page else [Part(self._keys(view))])]

    def _title(self, view: TableView) -> str:
        say, title = self.words.say, ["Tapis Vert"]
        if view.match:
            number = view.match.state["round"]
            own = self.words.of(view.match.game)
            title = [own.title, own.say("round {number}", number=number)]
        title += [say("SIMULATED")] if view.simulated else []
        title += [say("DEMO")] if view.demo else []
        return " – ".join(title)

    def _match(self, view: TableView, match: MatchView) -> list[Part]:
        words = self.words.of(match.game)
        if view.count:
            return [Part(plain.counting(words, match, view.count))]
        instruction = words.instruction(match)
        if view.mode is Mode.PAUSED:
            instruction = words.say("The game is paused.")
        elif view.hand and view.hand.swapping:
            player = match.names[view.hand.seat]
            instruction = words.say("{player}, swap cards with those face up, if you like.", player=player)
        self._guide = followed(self._guide, match)
        lesson = said(words, match, view.hand, self._guide) if self._guide else ""
        parts = [
            Part(Text(instruction, "bold")),
            *([Part(Text(lesson, "cyan"))] if lesson else []),
            Part(plain.board(words, match), worth=4),
            Part(plain.players(words, match), worth=3),
            Part(Text("\n".join(words.happened(match.events)), "dim"), worth=1),
        ]
        if view.hand:
            parts.append(Part(plain.hand(words, match, view.hand), worth=7))
        if match.reveal:
            parts.append(Part(plain.score(words, match), worth=6))
        return parts

    def _said(self, view: TableView) -> list[Part]:
        parts = []
        game = view.match.game if view.match else game_of(view.enrol.deck) if view.enrol else ""
        if view.notice and (said := self.words.notice(view.notice, game)):
            parts.append(Part(Text(SIGNS[view.notice.kind] + said, STYLES[view.notice.kind])))
        if view.question:
            card = self.words.of(game).card(view.question.card)
            parts.append(Part(Text(self.words.say("Where does {card} go?", card=card), "bold yellow")))
        return parts

    # What is asked

    def _question(self, page: Prompt) -> list[Part]:
        title = Text(page.title, "bold cyan")
        if page.search or page.answer:
            title.append(f"  {self.typed}▏")
        back = _key(ESCAPE, self.words.say("back"))
        if not page.search:
            return [Part(title), Part(Flow([*(_key(one.key, one.label) for one in page.options), back]))]
        found = self.found(page)
        labels = [Text(f" {one.label} ", "reverse" if at == self.at else "") for at, one in enumerate(found)]
        short = all(len(option.label) <= SHORT for option in page.options)
        listed = self._in_a_row(labels) if short else self._in_rows(labels)
        return [Part(title), Part(listed), Part(Flow([_key(ENTER, self.words.say("choose")), back]))]

    def _in_a_row(self, labels: Sequence[Text]) -> Flow:
        first = max(0, self.at - 3 * SHOWN)
        last = first + 4 * SHOWN
        before, after = "… " if first else "", " …" if last < len(labels) else ""
        return Flow([*filter(None, (Text(before), *labels[first:last], Text(after)))])

    def _in_rows(self, labels: Sequence[Text]) -> Text:
        first = max(0, min(self.at - SHOWN // 2, len(labels) - SHOWN))
        text, more = Text("\n").join(labels[first : first + SHOWN]), len(labels) - first - SHOWN
        return text.append(f"\n … {more}") if more > 0 else text

    def _keys(self, view: TableView) -> Flow:
        leave = [] if view.match else [_key(QUIT, self.words.say("leave the table"))]
        return Flow([*(_key(option.key, option.label) for option in menus.keys(self.words, view)), *leave])


def _key(key: str, label: str) -> Text:
    return Text.assemble((f" {NAMES.get(key, key)} ", "reverse"), f" {label}  ")


# The terminal itself


class TtyKeys:
    """The keys of the terminal this process runs in. Never blocks; may be closed twice."""

    def __init__(self) -> None:
        self._file = sys.stdin.fileno()
        self._before: list[Any] | None = None
        if os.isatty(self._file):
            self._before = termios.tcgetattr(self._file)
            tty.setcbreak(self._file)
            settings = termios.tcgetattr(self._file)
            settings[3] &= ~termios.ISIG  # Ctrl-C is a key like any other: we leave in order
            termios.tcsetattr(self._file, termios.TCSANOW, settings)

    def read(self) -> str:
        text = b""
        while self._before and select.select([self._file], [], [], 0)[0]:
            if not (piece := os.read(self._file, 1024)):
                break
            text += piece
        return text.decode("utf-8", "ignore").replace("\n", ENTER)

    def fileno(self) -> int | None:
        return self._file if self._before else None

    def close(self) -> None:
        if self._before:
            termios.tcsetattr(self._file, termios.TCSANOW, self._before)
            self._before = None


class Terminal:
    """The display as the app uses it; *instead*: of a window, and it says so."""

    def __init__(self, console: Console, keys: TtyKeys, language: str = "fr", instead: bool = False) -> None:
        self._console = console
        self._keys = keys
        self._desk = Desk(language, instead)
        self._view = TableView()
        self._drawn: object = None
        self._screen = console.screen(hide_cursor=True)
        self._screen.__enter__()

    @property
    def wants_to_quit(self) -> bool:
        return self._desk.quit

    def draw(self, view: TableView, now: float) -> None:
        self._view = view
        state = (view, self._console.size)
        if state != self._drawn:
            self._drawn = state
            self._screen.update(fitted(self._console, self._desk.parts(view)))

    def intents(self, now: float) -> list[Intent]:
        wishes: list[Intent] = []
        for key in KEY.findall(self._keys.read()):
            wishes += self._desk.press(key, self._view)
            self._drawn = None
        return wishes

    def fileno(self) -> int | None:
        """What to wait on for a key."""
        return self._keys.fileno()

    def close(self) -> None:
        self._screen.__exit__(None, None, None)
        self._keys.close()


def _harmless(lines: list[list[Segment]]) -> list[list[Segment]]:
    """Without what a terminal would obey: names may hold anything."""
    return [[Segment(clean(text), style, control) for text, style, control in line] for line in lines]


def fitted(console: Console, parts: Sequence[Part]) -> RenderableType:
    """The parts one below the other, as far as there is room; what is worth most stays."""
    drawn = [_harmless(console.render_lines(part.what, pad=False)) for part in parts]
    spare = sum(map(len, drawn)) - console.size.height
    for worth, place in sorted((part.worth, place) for place, part in enumerate(parts)):
        if spare > 0 and worth < Part.worth:
            left = max(len(drawn[place]) - spare, 0)
            spare -= len(drawn[place]) - left
            del drawn[place][left:]
    return Group(*(SegmentLines(lines, new_lines=True) for lines in drawn))
