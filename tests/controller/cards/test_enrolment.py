"""Teaching a deck and reading it back: by hand, through a hub's firmware, and with `tapis enrol`."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller import cli
from controller.cards import decks
from controller.cards.enrolment import DeckTeaching, NoSuchCard
from controller.cards.registry import Registry, Sighting
from controller.commands import enrol
from controller.intents import CheckDeck, Enrol, Intent, NewMatch, Retire, SkipCard, StopShowing
from controller.ports import CardRef
from controller.runtime.app import App
from controller.runtime.compose import Parts
from controller.runtime.crashes import Crashes
from controller.settings import table_file
from controller.storage.backups import Backups
from controller.storage.disk import Disk
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.journal import Journal
from controller.storage.log import Log
from controller.table.settings import Settings
from controller.table.table import Table
from controller.view import Mode, Notice, NoticeKind
from display.terminal.lines import LineDisplay
from engine.decks import standard
from hardware.backends.simulated import SimulatedPads
from hardware.build import Hardware
from hardware.effects import ACCEPTED, Beep
from hardware.pads import PadReader
from tests.hardware.simulation.hub_table import START, HubTable

THIRTEEN = standard("thirteen")


class Classroom:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.open()

    def open(self) -> None:
        self.folder = Folder.open(self.path)
        self.registry = Registry(self.folder, lambda: 0.0)
        self.teaching = DeckTeaching(self.registry, decks.load(self.path))

    def after_a_break(self) -> DeckTeaching:
        self.folder.close()
        self.open()
        return self.teaching

    def teach_all(self, deck: str, copy: int = 1) -> None:
        enrolment = self.teaching.enrol(deck, copy, None)
        while card := enrolment.view().card:
            enrolment.arrived(f"{deck} {copy} {card}")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Classroom]:
    room = Classroom(tmp_path)
    yield room
    room.folder.close()


def said(notice: Notice) -> tuple[NoticeKind, str, str | None]:
    return notice.kind, notice.code, dict(notice.about).get("card")


# Teaching


def test_cards_are_asked_for_in_the_order_of_the_deck(room: Classroom) -> None:
    enrolment = room.teaching.enrol("thirteen", 1, None)
    for number, card in enumerate(THIRTEEN.names):
        view = enrolment.view()
        assert (view.deck, view.copy, view.card, view.done, view.total) == ("thirteen", 1, card, number, 50)
        assert said(enrolment.arrived(f"tag {number}")) == (NoticeKind.ACCEPTED, "taught", card)
    assert (enrolment.view().card, enrolment.view().done) == (None, 50)
    assert said(enrolment.arrived("one more")) == (NoticeKind.HINT, "all-taught", None)
    assert [room.registry.lookup(f"tag {n}") for n in range(50)] == [
        CardRef("thirteen", 1, card) for card in THIRTEEN.names
    ]


def test_a_lesson_goes_on_where_the_last_one_ended(room: Classroom) -> None:
    enrolment = room.teaching.enrol("thirteen", 1, None)
    for number in range(7):
        enrolment.arrived(f"tag {number}")
    enrolment = room.after_a_break().enrol("thirteen", 1, None)
    assert (enrolment.view().card, enrolment.view().done) == (THIRTEEN.names[7], 7)
    assert room.after_a_break().enrol("thirteen", 2, None).view().done == 0


def test_a_tag_of_another_card_is_refused_with_its_owner(room: Classroom) -> None:
    room.registry.teach("taken", CardRef("pot", 2, "red-5"))
    enrolment = room.teaching.enrol("thirteen", 1, None)
    notice = enrolment.arrived("taken")
    assert said(notice) == (NoticeKind.REFUSED, "tag-taken", "red-5")
    assert dict(notice.about) == {"card": "red-5", "deck": "pot", "copy": "2"}
    assert enrolment.view().card == "blue-1#1"
    assert room.registry.lookup("taken") == CardRef("pot", 2, "red-5")


def test_the_card_just_taught_laid_again_is_no_mistake(room: Classroom) -> None:
    enrolment = room.teaching.enrol("thirteen", 1, None)
    enrolment.arrived("first")
    assert said(enrolment.arrived("first")) == (NoticeKind.HINT, "shown-already", "blue-1#1")
    enrolment.arrived("second")
    assert said(enrolment.arrived("first")) == (NoticeKind.REFUSED, "tag-taken", "blue-1#1")
    assert enrolment.view().done == 2


def test_a_skipped_card_is_asked_for_at_the_end(room: Classroom) -> None:
    enrolment = room.teaching.enrol("thirteen", 1, None)
    enrolment.skip()
    assert (enrolment.view().card, enrolment.view().done) == ("blue-1#2", 0)
    for number in range(49):
        enrolment.arrived(f"tag {number}")
    assert (enrolment.view().card, enrolment.view().done) == ("blue-1#1", 49)
    enrolment.skip()
    assert enrolment.view().card == "blue-1#1"


def test_one_card_is_taught_anew(room: Classroom) -> None:
    room.teach_all("thirteen")
    enrolment = room.teaching.enrol("thirteen", 1, "blue-7#2")
    assert (enrolment.view().card, enrolment.view().done, enrolment.view().total) == ("blue-7#2", 0, 1)
    assert said(enrolment.arrived("new sticker")) == (NoticeKind.ACCEPTED, "taught", "blue-7#2")
    assert enrolment.view().card is None
    assert room.registry.lookup("new sticker") == CardRef("thirteen", 1, "blue-7#2")
    old = room.registry.lookup("thirteen 1 blue-7#2")
    assert old and old.retired
    assert room.registry.enrolled() == {"thirteen": 50}


def test_two_swapped_cards_are_put_right(room: Classroom) -> None:
    """Somebody laid the five when the seven was asked for, and the seven for the five."""
    for tag, card in (("on the five", "blue-7#1"), ("on the seven", "blue-5#1")):
        room.registry.teach(tag, CardRef("thirteen", 1, card))
    enrolment = room.teaching.enrol("thirteen", 1, "blue-7#1")
    assert said(enrolment.arrived("on the seven")) == (NoticeKind.REFUSED, "tag-taken", "blue-5#1")
    room.teaching.retire("thirteen", 1, "blue-5#1")
    assert enrolment.arrived("on the seven").kind is NoticeKind.ACCEPTED
    assert room.teaching.enrol("thirteen", 1, "blue-5#1").arrived("on the five").kind is NoticeKind.ACCEPTED
    cards = [room.registry.lookup(tag) for tag in ("on the five", "on the seven")]
    assert [card and card.card for card in cards] == ["blue-5#1", "blue-7#1"]


def test_a_retired_card_is_asked_for_again(room: Classroom) -> None:
    room.teach_all("pot")
    room.teaching.retire("pot", 1, "red-5")
    assert room.teaching.enrol("pot", 1, None).view().card == "red-5"
    with pytest.raises(NoSuchCard, match="red-5 of pot, copy 1, has no tag"):
        room.teaching.retire("pot", 1, "red-5")


@pytest.mark.parametrize(
    ("deck", "copy", "card", "sentence"),
    [
        ("chess", 1, None, "There is no deck 'chess': use thirteen, ninja, gamate or pot."),
        ("pot", 0, None, "A deck cannot have a copy 0: use 1 to 99."),
        ("pot", 100, None, "A deck cannot have a copy 100: use 1 to 99."),
        ("pot", 1, "red-55", "pot has no card 'red-55': say it as red-5, for instance."),
        ("pot", 1, "", "pot has no card '': say it as blue-1, for instance."),
        (
            "thirteen",
            1,
            "blue-7",
            "thirteen has several cards blue-7: say blue-7#1, blue-7#2 or blue-7#3.",
        ),
    ],
)
def test_what_does_not_exist_is_one_sentence(
    room: Classroom, deck: str, copy: int, card: str | None, sentence: str
) -> None:
    with pytest.raises(ValueError) as caught:
        room.teaching.enrol(deck, copy, card)
    assert str(caught.value) == sentence


# Reading back


def test_a_deck_is_read_back_in_any_order(room: Classroom) -> None:
    room.teach_all("thirteen")
    check = room.teaching.check("thirteen", 1)
    assert not check.complete
    for number, card in enumerate(reversed(THIRTEEN.names), 1):
        assert said(check.arrived(f"thirteen 1 {card}")) == (NoticeKind.ACCEPTED, "shown", card)
        check.skip()
        view = check.view()
        assert (view.card, view.done, view.missing) == (None, number, THIRTEEN.names[: 50 - number])
    assert check.complete and check.foreign == {}
    assert said(check.arrived("thirteen 1 blue-1#1")) == (NoticeKind.HINT, "shown-already", "blue-1#1")


def test_what_does_not_belong_to_the_deck_is_refused(room: Classroom) -> None:
    room.teach_all("thirteen", 1)
    room.teach_all("thirteen", 2)
    room.teach_all("pot")
    room.teaching.retire("thirteen", 1, "blue-1#1")
    check = room.teaching.check("thirteen", 1)
    for tag, code in [
        ("thirteen 2 blue-7#1", "other-copy"),
        ("pot 1 red-5", "foreign-card"),
        ("thirteen 1 blue-1#1", "retired-tag"),
        ("a bus ticket", "unknown-tag"),
    ]:
        notice = check.arrived(tag)
        assert (notice.kind, notice.code) == (NoticeKind.REFUSED, code)
    assert [card and card.card for card in check.foreign.values()] == ["blue-7#1", "red-5", "blue-1#1", None]
    assert check.view().done == 0


# Through the pads of a hub


class Typed:
    """Lines that somebody types, for a display that reads them."""

    def __init__(self) -> None:
        reading, self._write = os.pipe()
        self.stdin = os.fdopen(reading)

    def __call__(self, line: str) -> None:
        os.write(self._write, f"{line}\n".encode())

    def end(self) -> None:
        os.close(self._write)


class Bench:
    """The table on some pads, shown in lines, in virtual time, until the deck is taught or read back."""

    def __init__(self, room: Classroom, pads: PadReader, wanted: Intent, language: str = "en") -> None:
        self.type, self.out, self.now = Typed(), io.StringIO(), START
        file = table_file.read(f'language = "{language}"', None)
        played = Folder.in_memory()
        history = History(played, lambda: 0.0)
        settings = Settings(tuple(pads.pads), {}, language=language)
        journal = Journal(played, history, lambda: 0.0)
        table = Table(settings, room.registry, journal, history, room.teaching, now=self.now)
        backups = Backups(room.folder, lambda: 0.0, self.now)
        log = Log(room.path)
        hardware = Hardware(pads, None)
        parts = Parts(
            file,
            file,
            room.path,
            table,
            hardware,
            room.registry,
            room.teaching,
            backups,
            log,
            (),
            Disk(),
            Crashes(room.path),
            lambda: self.now,
            lambda: 0.0,
        )
        table.handle(wanted, self.now)
        self.app = App(parts, LineDisplay(self.type.stdin, self.out), is_over=enrol.is_over)

    @property
    def ended(self) -> bool:
        return self.app.wants_to_quit

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until and not self.ended:
            self.now += 0.02
            self.app.turn(self.now)

    @property
    def said(self) -> list[str]:
        """What was said, but for the asking."""
        return [line for line in self.out.getvalue().splitlines() if " Lay " not in line]


class HubBench(Bench):
    """On a simulated hub, with hands that lay cards."""

    def __init__(self, room: Classroom, folder: Path, wanted: Intent, profile: str = "ideal") -> None:
        self.table = HubTable(folder, profile=profile)
        super().__init__(room, self.table.reader, wanted)
        self.wait(5.0)

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until and not self.ended:
            self.table.pass_time(self.now + 0.02)
            super().wait(0.01)

    def show(self, uid: str, pad: str) -> str:
        """Lay a card until something is said of it, then take it away; what was said."""
        before = self.said
        self.table.put(uid, pad)
        while self.said == before and not self.ended:
            self.wait(0.1)
        self.table.lift(uid)
        self.wait(1.0)
        return self.said[len(before)]


def uid(number: int) -> str:
    return f"04{number:012x}"


def test_a_whole_deck_is_taught_on_bad_pads(room: Classroom, tmp_path: Path) -> None:
    cards = standard("gamate").names
    pads = ("left", "middle", "right")
    bench = HubBench(room, tmp_path, Enrol("gamate"), profile="bad")
    for number, card in enumerate(cards):
        words = bench.show(uid(number), pads[number % 3])
        while words != f"{card}: registered.":  # a bad reader may want it again
            assert words in ("Lift the card and lay it again.", "One card at a time, please.")
            words = bench.show(uid(number), pads[number % 3])
    bench.wait(2.0)
    assert bench.ended
    bench.table.close()
    assert {uid(n): room.registry.lookup(uid(n)) for n in range(52)} == {
        uid(n): CardRef("gamate", 1, card) for n, card in enumerate(cards)
    }


def test_lights_and_words_tell_what_became_of_a_card(room: Classroom, tmp_path: Path) -> None:
    bench = HubBench(room, tmp_path, Enrol("thirteen"))
    lights = bench.table.hub.lights
    assert set(lights()) == {"#ffffff pulse"}
    bench.table.put(uid(1), "middle")
    bench.wait(0.6)
    assert lights()[1] == "#00ff00 steady"
    bench.table.lift(uid(1))
    bench.wait(1.5)
    assert lights()[1] == "#ffffff pulse"
    bench.table.put(uid(2), "middle")
    bench.wait(1.0)
    bench.table.lift(uid(2))
    bench.wait(1.0)
    bench.table.put(uid(1), "left")
    bench.wait(0.6)
    assert lights()[0] == "#ff0000 blink"
    assert bench.said[-1].startswith("This tag already belongs to blue 1 (13, box 1)")
    bench.table.lift(uid(1))
    bench.wait(1.0)
    bench.table.put(uid(3), "left")
    bench.table.put(uid(4), "left")
    bench.wait(1.5)
    assert bench.said[-1] == "One card at a time, please."
    assert room.registry.lookup(uid(3)) is None
    bench.table.do("unplug")
    bench.wait(1.0)
    assert bench.said[-1].startswith("The pads are not connected: plug their cable back in.")
    bench.table.do("plug")
    bench.wait(6.0)
    assert bench.said[-1] == "All is well again."
    bench.table.close()


KEYS = "s and Enter skips a card, q and Enter stops; what was done is kept."


def test_typed_words_skip_and_stop(room: Classroom) -> None:
    bench = Bench(room, SimulatedPads(["left"]), Enrol("thirteen"))
    bench.wait(0.1)
    assert bench.said == ["13, box 1", KEYS]
    bench.type("s")
    bench.wait(0.1)
    assert bench.out.getvalue().endswith("0/50 Lay blue-1#2.\n")
    bench.type("x")
    bench.wait(0.1)
    assert bench.said == ["13, box 1", KEYS, KEYS]
    bench.type("q")
    bench.wait(0.1)
    assert bench.ended


def test_cards_are_taken_though_nothing_more_can_be_typed(room: Classroom) -> None:
    pads = SimulatedPads(["left"])
    bench = Bench(room, pads, Enrol("thirteen"))
    bench.type.end()
    bench.wait(1.0)
    pads.put(uid(1), "left")
    bench.wait(0.5)
    assert bench.said[-1] == "blue-1#1: registered."
    assert not bench.ended


@pytest.mark.parametrize(
    ("language", "asked", "said"),
    [
        ("fr", "0/50 Posez\u202f: blue-1#1.", "blue-1#1\u202f: enregistrée."),
        ("en", "0/50 Lay blue-1#1.", "blue-1#1: registered."),
        ("de", "0/50 Bitte legen: blue-1#1.", "blue-1#1: angelernt."),
    ],
)
def test_a_deck_is_taught_in_the_language_of_the_table(
    room: Classroom, language: str, asked: str, said: str
) -> None:
    pads = SimulatedPads(["left"])
    bench = Bench(room, pads, Enrol("thirteen"), language)
    bench.wait(1.0)
    assert bench.out.getvalue().splitlines()[-1] == asked
    pads.put(uid(1), "left")
    bench.wait(0.5)
    assert said in bench.said


def test_tones_tell_too_and_the_last_card_shines_a_moment(room: Classroom) -> None:
    pads = SimulatedPads(["left"])
    room.registry.teach(uid(7), CardRef("pot", 1, "red-5"))
    bench = Bench(room, pads, Enrol("ninja", 1, "7#1"))
    bench.wait(1.0)
    pads.put(uid(7), "left")
    bench.wait(0.5)
    assert list(pads.beeps) == [Beep.REFUSED]
    pads.lift(uid(7))
    pads.put(uid(1), "left")  # too soon: the pad was not seen to be clear
    bench.wait(1.5)
    assert bench.said[-1] == "Lift the card and lay it again."
    pads.lift(uid(1))
    bench.wait(1.0)
    pads.put(uid(1), "left")
    bench.wait(0.5)
    assert list(pads.beeps) == [Beep.REFUSED, Beep.ATTENTION, Beep.ACCEPTED]
    assert pads.rims["left"] == ACCEPTED
    assert not bench.ended
    bench.wait(1.5)
    assert bench.ended


def test_a_check_is_over_when_every_card_that_has_a_tag_was_shown(room: Classroom) -> None:
    pads = SimulatedPads(["left"])
    room.registry.teach(uid(1), CardRef("thirteen", 1, "blue-1#1"))
    bench = Bench(room, pads, CheckDeck("thirteen"))
    bench.wait(1.0)
    assert bench.out.getvalue().splitlines()[-1] == "0/50 Lay every card once, in any order."
    pads.put(uid(1), "left")
    bench.wait(0.5)
    assert bench.said[-1] == "blue-1#1: here."
    bench.wait(1.5)
    assert bench.ended


# The command


class Process:
    """A command with lines to type and lines to read."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "controller", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._limit = threading.Timer(120, self.process.kill)  # rather fail than wait for ever
        self._limit.daemon = True
        self._limit.start()

    def type(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, words: str) -> str:
        assert self.process.stdout
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if words in line:
                return line
        raise AssertionError(f"{words!r} did not come, only {lines}")

    def rest(self) -> tuple[int, str]:
        out, _ = self.process.communicate()
        self._limit.cancel()
        return self.process.returncode, out


class Hub(Process):
    def __init__(self, link: Path) -> None:
        super().__init__("hub", "simulate", "--link", str(link))
        self.until("port ")

    def do(self, line: str) -> str:
        self.type(line)
        return self.until("ok")

    def listen(self) -> None:
        """Wait until the hub has booted and somebody has asked it for its pads."""
        while "#ffffff pulse; pad 2: #ffffff pulse; pad 3: #ffffff pulse" not in self.do("lights"):
            self.do("wait 0.1")
        self.do("wait 1")

    def put(self, uid: str, pad: int) -> None:
        self.do(f"put {uid} {pad}")

    def lift(self, uid: str) -> None:
        self.do(f"lift {uid}")
        self.do("wait 0.8")


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = Hub(tmp_path / "hub")
    yield hub
    hub.process.kill()
    hub.rest()


def test_a_deck_is_taught_over_several_evenings_with_the_command(hub: Hub, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('language = "en"')

    def enrol(*words: str) -> Process:
        where = ["--table", str(table), "--hub", str(tmp_path / "hub"), "--data", str(tmp_path / "data")]
        process = Process("enrol", "thirteen", *words, *where)
        process.until(" Lay ")
        hub.listen()
        return process

    first = enrol()
    hub.put(uid(1), 1)
    first.until("blue-1#1: registered.")
    hub.lift(uid(1))
    hub.put(uid(2), 3)
    first.until("blue-1#2: registered.")
    first.process.send_signal(signal.SIGINT)
    status, rest = first.rest()
    assert (
        status == 130
        and "2 of 50 cards of thirteen, copy 1, are registered. The same command goes on" in rest
    )
    hub.lift(uid(2))

    second = enrol()
    hub.put(uid(1), 2)
    second.until("This tag already belongs to blue 1 (13, box 1)")
    hub.lift(uid(1))
    second.type("s")
    second.until("2/50 Lay blue-2#1.")
    second.type("q")
    assert second.rest()[0] == 0

    third = enrol("--card", "blue-1#2")
    hub.put(uid(3), 2)
    assert third.rest() == (0, "blue-1#2: registered.\nblue-1#2 of thirteen, copy 1, is registered.\n")
    hub.lift(uid(3))

    check = enrol("--check")
    hub.put(uid(3), 1)
    check.until("blue-1#2: here.")
    hub.lift(uid(3))
    hub.put(uid(2), 1)
    check.until("This card was retired")
    check.type("q")
    status, rest = check.rest()
    assert status == 1
    seen, missing, untaught, foreign = rest.splitlines()
    assert seen == "1 of 50 cards of thirteen, copy 1, are here."
    assert missing == "missing: blue-1#1, never seen in a match"
    assert untaught.startswith("without a tag: blue-1#3, blue-2#1, ") and untaught.count(",") == 47
    assert foreign == "foreign: blue-1#2 of thirteen, copy 1, retired"


@pytest.mark.parametrize(("key", "status"), [(b"q", 0), (b"\x03", 130)])
def test_in_a_terminal_the_table_shows_itself(hub: Hub, tmp_path: Path, key: bytes, status: int) -> None:
    ours, theirs = pty.openpty()
    words = ["enrol", "thirteen", "--hub", str(tmp_path / "hub"), "--data", str(tmp_path / "data")]
    process = subprocess.Popen(
        [sys.executable, "-m", "controller", *words], stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    limit = threading.Timer(120, process.kill)
    limit.start()
    shown = b""
    while "Posez\u202f: 1 bleu".encode() not in shown:
        shown += os.read(ours, 4096)
    assert "░ 0/50".encode() in shown
    os.write(ours, key)
    with contextlib.suppress(OSError):  # as Linux says that nobody is there any more
        while data := os.read(ours, 4096):
            shown += data
    assert process.wait() == status
    limit.cancel()
    os.close(ours)
    assert "Cartes enregistrées de thirteen, exemplaire 1\u202f: 0 sur 50.".encode() in shown


@pytest.fixture
def taught(tmp_path: Path) -> Path:
    room = Classroom(tmp_path / "data")
    room.teach_all("ninja")
    room.folder.close()
    return tmp_path / "data"


def test_a_card_is_retired_from_the_command_line(taught: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["enrol", "ninja", "--retire", "7#1", "--data", str(taught)]) == 0
    assert capsys.readouterr().out == "7#1 de ninja, exemplaire 1\u202f: carte retirée.\n"
    with Folder.open(taught) as folder:
        assert Registry(folder, lambda: 0.0).enrolled() == {"ninja": 53}


def test_a_deck_that_is_taught_is_said_so(taught: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["enrol", "ninja", "--data", str(taught)]) == 0
    assert capsys.readouterr().out.startswith(
        "Toutes les cartes de ninja, exemplaire 1, sont enregistrées\u202f: --card en enregistre"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["13"], "There is no deck '13': use thirteen, ninja, gamate or pot."),
        (["ninja", "--copy", "x"], "argument --copy: invalid int value: 'x'"),
        (
            ["ninja", "--copy", "2", "--check"],
            "No card of ninja, copy 2, is taught: there is nothing to read",
        ),
        (["ninja", "--card", "14"], "ninja has no card '14'"),
        (["ninja", "--retire", "7"], "ninja has several cards 7: say 7#1, 7#2, 7#3 or 7#4."),
        (["ninja", "--check", "--card", "7#1"], "argument --card: not allowed with argument --check"),
        (
            ["pot"],
            "The pads of this table are simulated, and nobody lays cards on them: name a hub with --hub",
        ),
        (["pot", "--hub", "/nowhere/hub"], "--hub /nowhere/hub: there is no such port; plug the hub in"),
        (
            ["pot", "--table", "/nowhere"],
            "The table file /nowhere cannot be read (No such file or directory)",
        ),
        ([], "the following arguments are required: DECK"),
    ],
)
def test_bad_input_gets_one_sentence(
    taught: Path, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["enrol", *words, "--data", str(taught)]) == cli.USAGE_ERROR
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1


def test_two_tables_do_not_share_a_folder(taught: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Folder.open(taught):
        assert cli.main(["enrol", "pot", "--data", str(taught)]) == cli.USAGE_ERROR
    assert capsys.readouterr().err.startswith("tapis enrol: Another table is using")


# At the table's own screen


class Parlour:
    """A whole table on simulated pads."""

    def __init__(self, room: Classroom) -> None:
        now = 100.0
        file = table_file.read("", None)
        history = History(room.folder, lambda: 0.0)
        self.pads = SimulatedPads([pad.name for pad in file.wiring.pads])
        journal = Journal(room.folder, history, lambda: 0.0)
        self.table = Table(Settings.of(file), room.registry, journal, history, room.teaching, now=now)
        self.now = now
        self.wait(1.0)

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += 0.05
            self.table.pads(self.pads.poll(self.now), self.now)
            self.table.tick(self.now)

    def show(self, uid: str, pad: str = "left") -> Notice:
        self.pads.put(uid, pad)
        self.wait(0.5)
        notice = self.table.view.notice
        assert notice
        self.pads.lift(uid)
        self.wait(1.0)
        return notice

    def ask(self, intent: Intent) -> None:
        self.table.handle(intent, self.now)


def test_the_same_lesson_at_the_tables_own_screen(room: Classroom) -> None:
    parlour = Parlour(room)
    parlour.ask(Enrol("thirteen"))
    assert parlour.table.view.mode is Mode.ENROLLING
    assert said(parlour.show(uid(1))) == (NoticeKind.ACCEPTED, "taught", "blue-1#1")
    assert said(parlour.show(uid(2), "right")) == (NoticeKind.ACCEPTED, "taught", "blue-1#2")
    assert said(parlour.show(uid(1))) == (NoticeKind.REFUSED, "tag-taken", "blue-1#1")
    parlour.ask(SkipCard())
    view = parlour.table.view
    assert view.enrol and (view.enrol.card, view.enrol.done) == ("blue-2#1", 2)
    assert view.enrolled == {"thirteen": 2}
    parlour.ask(StopShowing())
    parlour.ask(Retire("thirteen", 1, "blue-1#2"))
    assert parlour.table.view.enrolled == {"thirteen": 1}
    parlour.ask(CheckDeck("thirteen"))
    assert said(parlour.show(uid(1))) == (NoticeKind.ACCEPTED, "shown", "blue-1#1")
    assert said(parlour.show(uid(2))) == (NoticeKind.REFUSED, "retired-tag", "blue-1#2")
    parlour.ask(Enrol("chess"))
    assert parlour.table.view.notice and parlour.table.view.notice.code == "no-such-deck"
    parlour.ask(StopShowing())
    parlour.show(uid(1), "right")
    assert room.registry.last_seen("thirteen", 1)["blue-1#1"] == Sighting("right", 0.0, None)
    parlour.ask(NewMatch("thirteen", ("Marie", "", "Luc")))
    parlour.show(uid(1), "left")
    match = parlour.table.view.match
    assert match and room.registry.last_seen("thirteen", 1)["blue-1#1"] == Sighting("left", 0.0, match.id)
