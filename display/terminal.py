"""The table in a terminal: the same views as text, playable with keys, for SSH and machines without a screen.

    display = Terminal(Console(), TtyKeys())
    display.draw(view, now)              # only if something changed
    for intent in display.intents(now): ...

`Desk` is the part without a terminal: it turns a view into text and keys into intents.
"""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from controller.intents import (
    Act,
    Continue,
    Intent,
    Leave,
    Line,
    NewMatch,
    Pause,
    PileTaken,
    PlaceCard,
    PlayAgain,
    ResumeMatch,
    SetLanguage,
    SkipCard,
    StopShowing,
    Touch,
    WasTheirs,
)
from controller.view import MatchView, Mode, NoticeKind, TableView
from display.i18n import LANGUAGES
from display.words import OPTIONS, Words
from engine import games
from engine.match import NEXT, UNDO
from engine.rules import Choose

ENTER, ESCAPE, BACKSPACE = "\r", "\x1b", "\x7f"
QUIT = "\x03"  # Ctrl-C
COLOURS = {
    "blue": "bright_blue",
    "green": "green",
    "red": "red",
    "yellow": "yellow",
    "violet": "magenta",
    "orange": "dark_orange",
    "rotten": "red",
}
# A colour is never the only sign: each has a shape.
SHAPES = {"blue": "●", "green": "▲", "red": "■", "yellow": "◆", "violet": "★", "orange": "✚", "rotten": "✖"}
CHOICE_KEYS = "123456789abefghijkmnorstvwxyz"


# A key, its label, and what it does: intents, or something at this desk first.
Key = tuple[str, str, Sequence[Intent] | Callable[[], list[Intent]]]


@dataclass
class Prompt:
    """A line is being typed."""

    label: str
    then: Callable[[str], list[Intent]]
    text: str = ""


@dataclass
class NewGame:
    """A match is being agreed."""

    game: str
    players: int | None = None
    options: frozenset[str] = frozenset()


class Desk:
    def __init__(self, language: str) -> None:
        self.words = Words(language)
        self.language = language
        self.prompt: Prompt | None = None
        self.setting: NewGame | None = None
        self.quit = False

    # Keys

    def press(self, key: str, view: TableView) -> list[Intent]:
        """What a key means now."""
        if key == QUIT:
            self.quit = True
            return []
        if self.prompt:
            return self._type(self.prompt, key)
        for shown, _, action in self.keys(view):
            if shown == key:
                return action() if callable(action) else list(action)
        return [Touch()]

    def _type(self, prompt: Prompt, key: str) -> list[Intent]:
        if key == ENTER:
            self.prompt = None
            return prompt.then(prompt.text.strip())
        if key == ESCAPE:
            self.prompt = None
        elif key == BACKSPACE:
            prompt.text = prompt.text[:-1]
        elif key.isprintable():
            prompt.text += key
        return []

    def keys(self, view: TableView) -> list[Key]:
        """Every key that does something now: the key, its label, what it does."""
        found = list(self._keys(view))
        following = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        found.append(("L", following.upper(), [SetLanguage(following)]))
        return found

    def _keys(self, view: TableView) -> Iterator[Key]:
        say = self.words.say
        if view.enrol:
            yield "s", say("skip this card"), [SkipCard()]
            yield "q", say("stop"), [StopShowing()]
        elif view.match is None:
            yield from self._menu_keys(view)
        elif view.mode is Mode.PAUSED:
            yield "p", say("go on"), [Continue()]
            yield "q", say("leave the match"), [Leave()]
        else:
            yield from self._match_keys(view, view.match)

    def _menu_keys(self, view: TableView) -> Iterator[Key]:
        say, setting = self.words.say, self.setting
        if setting is None:
            for number, name in enumerate(games.NAMES, 1):
                yield str(number), self.words.game(name), partial(self._agree, NewGame(name))
            for key, found in zip("rstuv", view.resumable, strict=False):
                names = ", ".join(filter(None, found.names)) or self.words.game(found.game)
                label = say("take up {game} again ({names})", game=self.words.game(found.game), names=names)
                yield key, label, [ResumeMatch(found.match)]
            return
        game = games.game(setting.game)
        for seats in game.SEATS:
            label = self.words.count("one player", "{number} players", seats)
            yield str(seats), label, partial(self._ask_names, setting, seats)
        for key, option in zip("abcdefg", game.OPTIONS, strict=False):
            mark = "✔ " if option in setting.options else "· "
            yield key, mark + say(OPTIONS[option]), partial(self._switch, setting, option)
        yield ESCAPE, say("back"), partial(self._agree, None)

    def _agree(self, setting: NewGame | None) -> list[Intent]:
        self.setting = setting
        return [Touch()]

    def _switch(self, setting: NewGame, option: str) -> list[Intent]:
        setting.options ^= {option}
        return [Touch()]

    def _ask_names(self, setting: NewGame, seats: int) -> list[Intent]:
        def then(text: str) -> list[Intent]:
            self.setting = None
            names = [name.strip() for name in text.split(",")] if text else []
            players = tuple((names + [""] * seats)[:seats])
            return [NewMatch(setting.game, players, options=setting.options)]

        self.prompt = Prompt(self.words.say("Names, clockwise, with commas (or just Enter)"), then)
        return [Touch()]

    def _match_keys(self, view: TableView, match: MatchView) -> Iterator[Key]:
        say = self.words.say
        if view.question:
            for key, zone in zip("123456789", view.question.zones, strict=False):
                yield key, self.words.zone(zone), [PlaceCard(zone)]
            yield ESCAPE, say("take the card back"), [PlaceCard(None)]
            return
        awaiting = match.state["awaiting"]
        if awaiting == "next":
            yield ENTER, say("next round"), [Act(NEXT)]
        elif awaiting == "over":
            yield ENTER, say("again, same players"), [PlayAgain()]
        plain = [move for move in match.choices if not _is_demand(move)]
        if len(plain) < len(match.choices):
            yield "d", say("state a demand"), partial(self._ask_demand, awaiting)
        for key, move in zip(CHOICE_KEYS, plain, strict=False):
            yield key, self.words.choice(move, match.names), [Act(move)]
        if match.theirs is not None:
            player = match.names[match.theirs]
            yield "!", say("that one was {player}’s", player=player), [WasTheirs()]
        if match.pick_up is not None:
            yield " ", say("the pile is taken"), [PileTaken()]
        if awaiting not in ("next", "over"):
            yield "l", say("lay a card that was not read"), self._ask_card
            yield "c", say("put something right"), self._ask_correction
            yield "p", say("pause"), [Pause()]
        if match.log:
            yield "u", say("undo"), [Act(UNDO)]
        yield "q", say("leave the match"), [Leave()]

    # Typed lines

    def _ask_card(self) -> list[Intent]:
        def then(text: str) -> list[Intent]:
            name, _, zone = text.partition(" ")
            return [Line({"lay": name, **({"zone": zone.strip()} if zone else {})})] if name else []

        self.prompt = Prompt(self.words.say("Card and place, as in: rotten-4 blue"), then)
        return []

    def _ask_demand(self, awaiting: str) -> list[Intent]:
        what = "oppose" if awaiting == "oppose" else "bid"
        self.prompt = Prompt(
            self.words.say("Demand: 2 to 8, odd, a colour, colour only, or 4-12"),
            lambda text: [Line({"choose": {what: demand(text)}})],
        )
        return []

    def _ask_correction(self) -> list[Intent]:
        def then(text: str) -> list[Intent]:
            match text.split():
                case ["end"]:
                    return [Line({"correct": {"end_round": True}})]
                case ["turn", *name] if name:
                    return [Line({"correct": {"turn": " ".join(name)}})]
                case ["out", *name] if name:
                    return [Line({"correct": {"out": " ".join(name)}})]
                case ["hand", *name, number] if name and number.isdigit():
                    return [Line({"correct": {"hand": {" ".join(name): int(number)}}})]
                case ["missed", card, back] if back.isdigit():
                    return [Line({"correct": {"insert": {"lay": card}, "back": int(back)}})]
                case ["missed", card, zone, back] if back.isdigit():
                    return [Line({"correct": {"insert": {"lay": card, "zone": zone}, "back": int(back)}})]
            return [Line({"correct": {}})] if text else []

        self.prompt = Prompt(
            self.words.say("turn NAME, hand NAME 4, missed CARD ZONE 3 (moves ago), out NAME, end"), then
        )
        return []

    # Text

    def render(self, view: TableView) -> RenderableType:
        """The whole screen."""
        if view.language != self.language:
            self.language, self.words = view.language, Words(view.language)
        parts: list[RenderableType] = [self._title(view)]
        parts += [Text(self.words.trouble(trouble), "bold red") for trouble in view.troubles]
        if view.enrol:
            parts.append(self._enrolment(view))
        elif view.match:
            parts += self._match(view, view.match)
        notice = view.notice and self.words.notice(view.notice)
        if view.notice and notice:
            style = {NoticeKind.ACCEPTED: "green", NoticeKind.REFUSED: "bold red", NoticeKind.HINT: "yellow"}
            sign = {NoticeKind.ACCEPTED: "✔ ", NoticeKind.REFUSED: "✖ ", NoticeKind.HINT: "· "}
            parts.append(Text(sign[view.notice.kind] + notice, style[view.notice.kind]))
        if view.question:
            card = self.words.card(view.question.card)
            parts.append(Text(self.words.say("Where does {card} go?", card=card), "bold yellow"))
        parts.append(self._footer(view))
        return Group(*parts)

    def _title(self, view: TableView) -> RenderableType:
        title = "Tapis Vert"
        if view.match:
            number = self.words.say("round {number}", number=view.match.state["round"])
            title = f"{self.words.game(view.match.game)} – {number}"
        if view.simulated:
            title += " – " + self.words.say("SIMULATED")
        if view.demo:
            title += " – " + self.words.say("DEMO")
        return Rule(title, style="green")

    def _match(self, view: TableView, match: MatchView) -> list[RenderableType]:
        paused = view.mode is Mode.PAUSED
        instruction = self.words.say("The game is paused.") if paused else self.words.instruction(match)
        parts: list[RenderableType] = [Text(instruction, "bold"), self._board(match), self._players(match)]
        happened = [sentence for event in match.events if (sentence := self.words.event(event))]
        parts.append(Text("\n".join(happened), "dim"))
        if match.reveal:
            parts.append(self._score(match))
        return parts

    def _board(self, match: MatchView) -> RenderableType:
        state, words = match.state, self.words
        match match.game:
            case "thirteen":
                grid = Grid.grid(padding=(0, 2))
                for zone, target in state["targets"].items():
                    full = min(target["sum"], 13)
                    grid.add_row(
                        _coloured(zone, words.colour(zone)),
                        f"{target['sum']:>2}/13",
                        Text("█" * full, COLOURS[zone]) + Text("░" * (13 - full), "dim"),
                        " + ".join(card.partition("#")[0].partition("-")[2] for card in target["cards"]),
                    )
                return Group(
                    grid, words.count("one card to draw", "{number} cards to draw", state["draw_pile"])
                )
            case "ninja":
                beat = state["to_beat"] if state["to_beat"] is not None else "–"
                cards = words.cards(state["centre"][-8:]) or "–"
                return Text(
                    words.say("Centre: {cards}. To beat: {value}.", cards=cards, value=beat)
                    + " "
                    + self._draw_pile(state)
                )
            case "gamate":
                return self._gamate(state)
            case _:
                return self._pot(state)

    def _draw_pile(self, state: Mapping[str, Any]) -> str:
        return self.words.count("one card to draw", "{number} cards to draw", state["draw_pile"])

    def _gamate(self, state: Mapping[str, Any]) -> RenderableType:
        words, lines = self.words, []
        for bid in state["bids"][-4:]:
            said = words.demand(bid["bid"]) if "bid" in bid else words.say("pass")
            lines.append(f"{bid['player']}: {said}")
        if state["contract"]:
            lines.append(
                words.say("Contract: {demand}", demand=words.demand(state["contract"]))
                + f" ({state['declarer']}, {state['direction'] or '–'}, {state['announced'] or '–'})"
            )
        if state["trick"]:
            lines.append(words.say("Trick: {cards}", cards=" → ".join(map(words.card, state["trick"]))))
        sides = state["tricks_taken"]
        lines += [
            words.say(
                "Side {side}: {tricks} tricks, {points} of 52 points",
                side=side,
                tricks=sides[side],
                points=state["manche_points"][side],
            )
            for side in sides
        ]
        return Text("\n".join(lines))

    def _pot(self, state: Mapping[str, Any]) -> RenderableType:
        grid = Grid.grid(padding=(0, 2))
        pot: dict[str, list[str]] = {}
        for card in state["pot"]:
            colour, _, value = card.partition("-")
            pot.setdefault(colour, []).append(value)
        for colour, values in pot.items():
            grid.add_row(_coloured(colour, self.words.colour(colour)), " ".join(values))
        laid = Grid.grid(padding=(0, 2))
        for name, card in state["played"].items():
            colour = card.partition("-")[0]
            laid.add_row(name, _coloured(colour, self.words.card(card)), f"= {state['strengths'][colour]}")
        return Group(self.words.say("The pot:"), grid, laid)

    def _players(self, match: MatchView) -> RenderableType:
        words, state = self.words, match.state
        grid = Grid(box=None, padding=(0, 2), pad_edge=False)
        counts = {"hand": words.say("hand"), "taken": words.say("taken")}
        if match.game == "ninja":
            counts = {
                "hand": words.say("hand"),
                "face_up": words.say("face up"),
                "face_down": words.say("face down"),
            }
        for head in ("", "", *counts.values()):
            grid.add_column(head, justify="right" if head else "left")
        grid.add_column(words.say("total"), justify="right")
        for seat, player in enumerate(state["players"]):
            name = player["name"]
            here = "▶" if name in (state["turn"], state.get("seat")) else ""
            totals = state["totals"]
            total = totals[name] if name in totals else list(totals.values())[seat % 2]
            grid.add_row(
                here,
                name,
                *(str(player[count]) for count in counts),
                str(total),
                style="bold" if here else "",
            )
        return grid

    def _score(self, match: MatchView) -> RenderableType:
        assert match.reveal is not None
        grid = Grid.grid(padding=(0, 2))
        for who, text in match.reveal.explain.items():
            grid.add_row(who, text)
        return Panel(grid, title=self.words.say("Score"), expand=False)

    def _enrolment(self, view: TableView) -> RenderableType:
        enrol = view.enrol
        assert enrol is not None
        done = 20 * enrol.done // max(enrol.total, 1)
        bar = f"{'█' * done}{'░' * (20 - done)} {enrol.done}/{enrol.total}"
        asked = self.words.say("Lay {card}.", card=self.words.card(enrol.card)) if enrol.card else ""
        missing = self.words.cards(list(enrol.missing[:12]))
        return Group(Text(bar), Text(asked, "bold"), Text(missing, "dim"))

    def _footer(self, view: TableView) -> RenderableType:
        if self.prompt:
            return Text(f"{self.prompt.label}: {self.prompt.text}▏", "bold cyan")
        names = {ENTER: "⏎", ESCAPE: "Esc", " ": "␣"}
        text = Text()
        for key, label, _ in self.keys(view):
            text.append(f" {names.get(key, key)} ", "reverse")
            text.append(f" {label}   ")
        return text


def _is_demand(move: object) -> bool:
    return isinstance(move, Choose) and isinstance(move.value, tuple)


def _coloured(colour: str, text: str) -> Text:
    return Text(f"{SHAPES[colour]} {text}", COLOURS[colour])


def demand(text: str) -> dict[str, Any]:
    """A demand of Gamate as people type it; an empty one, which is refused, if it is none.

    >>> demand("6"), demand("green only"), demand("4-12")
    ({'multiples': 6}, {'colour': 'green', 'exclusive': True}, {'run': [4, 12]})
    """
    match text.lower().replace("-", " ").split():
        case [digit] if digit.isdigit():
            return {"multiples": int(digit)}
        case [low, high] if low.isdigit() and high.isdigit():
            return {"run": [int(low), int(high)]}
        case ["odd"]:
            return {"odd": True}
        case [colour, "only"]:
            return {"colour": colour, "exclusive": True}
        case [colour]:
            return {"colour": colour}
    return {}


class Keys(Protocol):
    """Typed keys. Must: never block; close() restores the terminal and may be called twice."""

    def read(self) -> str: ...
    def fileno(self) -> int | None: ...
    def close(self) -> None: ...


class TtyKeys:
    """The keys of the terminal this process runs in."""

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
            piece = os.read(self._file, 1024)
            if not piece:
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
    """The display as the app uses it."""

    def __init__(self, console: Console, keys: Keys, language: str = "fr") -> None:
        self._console = console
        self._keys = keys
        self._desk = Desk(language)
        self._view = TableView()
        self._drawn: object = None
        self._screen = console.screen(hide_cursor=True)
        self._screen.__enter__()

    @property
    def wants_to_quit(self) -> bool:
        return self._desk.quit

    def draw(self, view: TableView, now: float) -> None:
        self._view = view
        state = (view, self._desk.prompt and self._desk.prompt.text, self._desk.setting, self._console.size)
        if state != self._drawn:
            self._drawn = state
            self._screen.update(self._desk.render(view))

    def intents(self, now: float) -> list[Intent]:
        wishes: list[Intent] = []
        for key in self._keys.read():
            wishes += self._desk.press(key, self._view)
            self._drawn = None
        return wishes

    def fileno(self) -> int | None:
        """What to wait on for a key."""
        return self._keys.fileno()

    def close(self) -> None:
        self._screen.__exit__(None, None, None)
        self._keys.close()
