"""docs/adding-a-reader.md is true: its file is a backend, also in a package; a broken one hurts no table."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import sys
import types
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

import pytest

from controller import cli
from controller.errors import UserError
from controller.intents import NewMatch
from controller.runtime.app import App
from controller.runtime.compose import opened
from controller.runtime.displays import NoDisplay
from controller.settings import table_file
from controller.simulation.bot_match import BotMatch, BotPlayers
from controller.simulation.laying import STEP_S, teach
from controller.storage import record
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.journal import Journal
from engine.bots import bot
from hardware import backends
from hardware.pads import WiringError
from tests.hardware.backends.pads_contract import PADS, PadsContract, Table
from tests.test_layers import ROOT

PAGE = (ROOT / "docs" / "adding-a-reader.md").read_text("utf-8")
PACKAGES = ("controller", "display", "engine", "firmware", "hardware")


def block(language: str) -> str:
    """The first block of that language on the page."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found.group(1)


class FileHands:
    """Whatever reads the pads, and the cards on them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lying: dict[str, list[str]] = {pad: [] for pad in PADS}
        self._silent: set[str] = set()
        self._write()

    def put(self, uid: str, pad: str) -> None:
        self._lying[pad].append(uid)
        self._write()

    def lift(self, uid: str) -> None:
        for lying in self._lying.values():
            if uid in lying:
                lying.remove(uid)
        self._write()

    def silence(self, pad: str) -> None:
        self._silent.add(pad)
        self._write()

    def heal(self, pad: str) -> None:
        self._silent.discard(pad)
        self._write()

    def _write(self) -> None:
        for pad, lying in self._lying.items():
            if pad in self._silent:
                (self._folder / pad).unlink(missing_ok=True)
            else:
                (self._folder / pad).write_text("\n".join(lying), "ascii")


def forget(*modules: str) -> None:
    for name in modules:
        sys.modules.pop(name, None)


@pytest.fixture
def backends_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose files are backends like those in hardware/backends/."""
    folder = tmp_path / "backends"
    folder.mkdir()
    monkeypatch.setattr(backends, "__path__", [*backends.__path__, str(folder)])
    yield folder
    forget("hardware.backends.files", "hardware.backends.worn")


@pytest.fixture
def files(backends_folder: Path) -> types.ModuleType:
    """The backend of the page."""
    (backends_folder / "files.py").write_text(block("python"), "utf-8")
    return importlib.import_module("hardware.backends.files")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where installed packages are; one of them brings the backend of the page."""
    site = tmp_path / "site"
    install(site, "my_readers", block("python"), "files = my_readers:FilesWiring")
    monkeypatch.syspath_prepend(str(site))
    yield site
    forget("my_readers", "broken_readers")


def install(site: Path, name: str, code: str, entry_point: str) -> None:
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (site / f"{name}.py").write_text(code, "utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tapis.readers]\n{entry_point}\n")


def table_text(pads: Path) -> str:
    """The page's table file, for pads in this folder."""
    text = block("toml").replace("/run/pads", str(pads))
    assert str(pads) in text
    return text + "".join(f'[[pads]]\nname = "{pad}"\n' for pad in PADS)


def told(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[int, str]:
    """The exit code of a command, and all it printed."""
    code = cli.main([*command])
    printed = capsys.readouterr()
    return code, printed.out + printed.err


class TestFiles(PadsContract):
    @pytest.fixture
    def table(self, files: types.ModuleType, tmp_path: Path) -> Iterator[Table]:
        hands = FileHands(tmp_path)
        with closing(files.FilePads(tmp_path, PADS)) as reader:
            yield Table(reader, hands)


def test_a_whole_match_is_played_on_it(files: types.ModuleType, tmp_path: Path) -> None:
    names, game, now = ("Ann", "Bob", "Cleo"), "pot", 0.0
    hands = FileHands(tmp_path)
    file = table_file.read(table_text(tmp_path), None)
    with opened(file, tmp_path / "data", lambda: now, lambda: 2e9) as parts:
        app = App(parts, NoDisplay())
        teach(parts.registry, game)
        for now in (step * STEP_S for step in range(100)):  # pads must have been clear once
            app.turn(now)
        parts.table.handle(NewMatch(game, names), now)
        with Folder.beside(tmp_path / "data") as beside:
            running = Journal(beside, History(beside, lambda: 2e9), lambda: 2e9).running()
        assert running
        evening = BotMatch(record.from_json(running.header), names, [bot("careful")] * len(names), Random(1))
        people = BotPlayers(parts.table, hands, file.zones, evening, pace=0.0)
        for turn in count():
            assert turn < 500_000
            now += STEP_S
            app.turn(now)
            people.act(now)
            if evening.over:
                break
        assert app.rest(now) == pytest.approx(files.SCAN_S), "the loop asks the reader when to look again"
        shown = parts.table.view.match
        assert shown and shown.log == evening.live.log and shown.names == names


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the page's file in it, and nothing else changed."""
    tree = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "hardware/backends/files.py").write_text(block("python"), "utf-8")
    return tree


def tapis(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller", *command], capture_output=True, text=True, cwd=tree
    )


def test_one_file_in_a_copy_of_the_project_is_all(tree: Path, tmp_path: Path) -> None:
    hands = FileHands(tmp_path)
    table = tmp_path / "table.toml"
    table.write_text(table_text(tmp_path))
    data = str(tmp_path / "data")

    checked = tapis(tree, "check", "--table", str(table), "--data", data)
    assert (checked.returncode, checked.stderr) == (0, "")
    for pad in PADS:
        assert f"ok       readers      pad {pad} reads\n" in checked.stdout
    assert "ok       lights       none in the table file\n" in checked.stdout

    hands.silence("middle")
    checked = tapis(tree, "check", "--table", str(table), "--data", data)
    assert checked.returncode == 1
    assert "fault    readers      The reader of pad middle does not answer" in checked.stdout

    described = tapis(tree, "config", "check", str(table))
    assert (described.returncode, described.stderr) == (0, "")
    assert f"pads in files of {tmp_path}\n" in described.stdout
    shown = tapis(tree, "config", "show", "--table", str(table))
    assert f'[files]\nfolder = "{tmp_path}"\n' in shown.stdout


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('folder = "', 'folder = "./', 'files.folder = "./{pads}" is not a whole path: begin it with /.'),
        ("folder", "foldr", 'files: foldr is not a key of backend "files": did you mean folder?'),
        ('"{pads}"', "7", "files.folder is a whole number: make it text in quotes."),
        ('"files"', '"file"', 'backend = "file" is unknown: set it to one of files, hub, simulated or spi.'),
    ],
)
def test_a_mistake_in_its_section_is_one_sentence(
    before: str, after: str, sentence: str, files: types.ModuleType, tmp_path: Path
) -> None:
    text = table_text(tmp_path).replace(before.format(pads=tmp_path), after)
    with pytest.raises(UserError) as refused:
        table_file.read(text, None)
    assert str(refused.value) == "table file: " + sentence.format(pads=tmp_path)


def test_readers_that_cannot_be_opened_are_one_sentence(
    files: types.ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, data = tmp_path / "table.toml", str(tmp_path / "data")
    table.write_text(table_text(tmp_path / "nowhere"))
    sentence = f"There is no folder {tmp_path}/nowhere: start the program that reads the pads."
    code, said = told(capsys, "check", "--table", str(table), "--data", data)
    assert code == 1
    assert f"fault    hardware     {sentence}\n" in said
    command = ("enrol", "pot", "--table", str(table), "--data", data)
    assert told(capsys, *command) == (2, f"tapis enrol: {sentence}\n")
    with opened(
        table_file.read(table.read_text(), None), Path(data), lambda: 0.0, without_pads=True
    ) as parts:
        App(parts, NoDisplay()).turn(0.0)  # as `tapis play`: the table comes up and says so
        (trouble,) = parts.table.view.troubles
        assert (trouble.code, trouble.detail) == ("link-lost", sentence)


def test_the_page_s_backend_keeps_the_types(tree: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    command += ["-m", "hardware.backends.files"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tree)
    assert done.returncode == 0, done.stdout


def test_an_installed_package_brings_it(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pads = tmp_path / "pads"
    pads.mkdir()
    FileHands(pads)
    table = tmp_path / "table.toml"
    table.write_text(table_text(pads))
    code, said = told(capsys, "check", "--table", str(table), "--data", str(tmp_path / "data"))
    assert code == 0
    assert "ok       readers      pad left reads\n" in said
    assert backends.names() == ["files", "hub", "simulated", "spi"]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_chip", "ModuleNotFoundError: No module named 'no_such_chip'"),
        ("class FilesWiring:\n  oops", "NameError: name 'oops' is not defined"),
        ("raise SystemExit('not on this machine')", "SystemExit: not on this machine"),
        ("BACKEND = 7", "TypeError: it is no hardware.wiring.Wiring with an open of its own"),
        (
            "from hardware.wiring import Wiring\nclass BACKEND(Wiring, frozen=True, kw_only=True): pass",
            "TypeError: it is no hardware.wiring.Wiring with an open of its own",
        ),
        ("", "AttributeError: module 'hardware.backends.worn' has no attribute 'BACKEND'"),
    ],
)
def test_a_broken_backend_is_named_and_left_out(
    code: str, why: str, backends_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (backends_folder / "worn.py").write_text(code)
    sentence = f'backend "worn" cannot be loaded ({why}): repair or remove it.'
    assert backends.load_all() == (["hub", "simulated", "spi"], [sentence])
    with pytest.raises(WiringError, match="missing: set it to one of hub, simulated or spi"):
        backends.parse({})
    table = tmp_path / "table.toml"
    table.write_text('backend = "worn"')
    assert told(capsys, "config", "check", str(table)) == (2, f"{table}: {sentence}\n")
    table.write_text('backend = "torn"')
    assert told(capsys, "config", "check", str(table)) == (
        2,
        f'{table}: backend = "torn" is unknown: set it to one of hub, simulated or spi.\n',
    )


def test_a_broken_package_is_named_and_no_other_table_is_hurt(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install(package, "broken_readers", "1 / 0", "worn = broken_readers:Wiring")
    table = tmp_path / "table.toml"
    table.write_text("")
    code, said = told(capsys, "check", "--table", str(table), "--data", str(tmp_path / "data"))
    assert code == 0
    sentence = 'backend "worn" cannot be loaded (ZeroDivisionError: division by zero): repair or remove it.'
    assert f"warning  readers      {sentence}\n" in said
    assert "ok       readers      SIMULATED: no real card is read\n" in said


def test_no_file_but_its_own_asks_which_backend_it_is() -> None:
    """Loop, check, build and wiring ask the protocol; only a backend's own tools name it."""
    tools = ("hardware/flash.py", "controller/commands/hub.py")
    own = {"hub": tools, "simulated": ("controller/simulation/",)}
    for path in [*(ROOT / "controller").rglob("*.py"), *(ROOT / "hardware").rglob("*.py")]:
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("hardware/backends/", "hardware/simulation/")):
            for backend in re.findall(r"hardware\.backends\.(\w+)", path.read_text("utf-8")):
                assert name.startswith(own.get(backend, ())), f"{name} names the backend {backend}"
