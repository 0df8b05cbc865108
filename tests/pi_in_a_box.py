"""A Pi in a box: the installed table on a real kernel, with systemd, DRM and ext4, in QEMU; and power cuts.

    sudo .venv/bin/python -m tests.pi_in_a_box build BOX              # once: Debian and the table in an image
    sudo .venv/bin/python -m tests.pi_in_a_box picture BOX menu.png   # boot it, and what its screen shows
    sudo .venv/bin/python -m tests.pi_in_a_box power-cuts BOX --times 20

It needs root, Debian's debootstrap, qemu-system-x86 and e2fsprogs, and for the first a network. Nothing of it
is in the suite. Inside runs what hardware/pi/install installs, as its unit starts it, with a pad hub in
software on a serial port that leads out of the box: this program lays the cards, sees the lights, and pulls
the plug by killing QEMU at any instant. What the guest did not have on its disk is gone then.
docs/lab/pi-in-a-box.md has what came of it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from controller.ports import KeptMatch
from controller.settings.table_file import layout
from controller.simulation.laying import tag
from controller.storage import record
from controller.table import live_match
from engine.match import NEXT, Match, apply, awaiting
from engine.rules import Awaiting, Lay

ROOT = Path(__file__).parents[1]
PACKAGES = (
    "systemd systemd-sysv udev dbus kmod linux-image-amd64 initramfs-tools python3 python3-venv "
    "python3-pygame libgl1-mesa-dri libgbm1 libegl1 libgles2 ca-certificates"
)
IDLE_UNITS = ("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_reap.service")
GAME, PLAYERS, ROUNDS = "thirteen", ("Ann", "Bob", "Cy", "Dan"), 50
PADS = ("left", "middle", "right")
BOOT_S = 600.0  # an emulated machine is slow, and slower on a busy one
LAY_S = 300.0  # until the first card has been answered by a light
ANSWER_S = 20.0  # until a question is asked again
ACCEPTED = "#00ff00"

# With -cpu max Mesa's software renderer shows nothing; a Pi's screen is drawn by its own processor.
MACHINE = """
-accel tcg,thread=multi -cpu qemu64,+ssse3,+sse4.1 -smp 2 -m 1536 -display none -vga none -nic none
-device virtio-gpu-pci,xres=1024,yres=600 -device virtio-keyboard-pci
-drive file=image,format=raw,if=virtio,cache=writeback -kernel vmlinuz -initrd initrd.img
-serial file:console.log -serial unix:hub,server,nowait -serial unix:watch,server,nowait
-qmp unix:qmp,server,nowait
"""
TABLE_FILE = """\
language = "en"
backend = "hub"
pads = [{ name = "left" }, { name = "middle" }, { name = "right" }]
[hub]
port = "/run/box/hub"
[display]
fullscreen = true
[kiosk]
attract_after = 0
"""
HUB_UNIT = """\
[Unit]
Description=A pad hub in software, played from outside the box
[Service]
User=tapis
SupplementaryGroups=dialout
RuntimeDirectory=box
ExecStartPre=+/bin/sh -c 'chmod 666 /dev/ttyS1 && stty -F /dev/ttyS1 raw -echo 115200'
ExecStart=/bin/sh -c 'exec tapis hub simulate --link /run/box/hub --lights </dev/ttyS1 >/dev/ttyS1'
Restart=always
[Install]
WantedBy=multi-user.target
"""
# An emulated processor on a busy machine takes minutes for what a Pi does in seconds.
SLOW_UNIT = """\
[Service]
TimeoutStartSec=15min
WatchdogSec=2min
TimeoutStopSec=2min
"""
MODULES = "virtio_pci\nvirtio_blk\next4\n"  # of the first stage: every other one costs the boot time
WATCH_UNIT = """\
[Unit]
Description=Answers questions from outside the box
[Service]
ExecStartPre=/bin/sh -c 'stty -F /dev/ttyS2 raw -echo 115200'
ExecStart=/bin/sh -c 'exec python3 /usr/local/lib/box-watch </dev/ttyS2 >/dev/ttyS2'
Restart=always
[Install]
WantedBy=multi-user.target
"""
WATCH = """\
import json, sqlite3, subprocess, sys

def journal():
    with sqlite3.connect("file:/var/lib/tapis/running.db?mode=ro", uri=True) as database:
        match, header = database.execute("SELECT id, header FROM match WHERE status = 'running'").fetchone()
        lines = database.execute("SELECT text FROM line WHERE match = ? ORDER BY number", (match,))
        return {"header": json.loads(header), "lines": [json.loads(text) for (text,) in lines]}

def unit():
    asked = ["systemctl", "show", "tapis", "-p", "ActiveState,NRestarts,StatusText"]
    shown = subprocess.run(asked, capture_output=True, text=True).stdout
    return dict(line.split("=", 1) for line in shown.splitlines())

for line in sys.stdin:
    try:
        number, question = line.split()
        answer = {"journal": journal, "unit": unit}[question]()
    except Exception as error:
        number, answer = 0, {"error": repr(error)}
    print(json.dumps({"number": int(number), **answer}), flush=True)
"""


# Making the box


def build(box: Path, suite: str) -> None:
    root = box / "root"
    box.mkdir(exist_ok=True)
    if not (root / "bin/sh").exists():
        run("debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES.split())}", suite, root)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    for device, options in (("dev", ("--bind", "/dev")), ("proc", ("-t", "proc", "proc"))):
        run("mount", *options, root / device)
    try:
        run(ROOT / "hardware/pi/install", "--root", root, "--anyway")
        furnish(root)
    finally:
        for device in ("proc", "dev"):
            run("umount", root / device)
    package(box)


def furnish(root: Path) -> None:
    """What the box has besides: the hub, the watcher, taught cards, a match that has just begun."""
    (root / "etc/tapis/table.toml").write_text(TABLE_FILE)
    (root / "etc/fstab").write_text("/dev/vda / ext4 errors=remount-ro 0 1\n")
    (root / "usr/local/lib/box-watch").write_text(WATCH)
    for name, text in (("box-hub", HUB_UNIT), ("box-watch", WATCH_UNIT)):
        (root / f"etc/systemd/system/{name}.service").write_text(text)
        run("chroot", root, "systemctl", "--quiet", "enable", f"{name}.service")
    limits = root / "etc/systemd/system/tapis.service.d/slow.conf"
    limits.parent.mkdir(exist_ok=True)
    limits.write_text(SLOW_UNIT)
    (root / "etc/initramfs-tools/conf.d/box").write_text("MODULES=list\n")
    (root / "etc/initramfs-tools/modules").write_text(MODULES)
    run("chroot", root, "update-initramfs", "-u")
    run("chroot", root, "systemctl", "--quiet", "mask", *IDLE_UNITS)
    for file in (root / "var/lib/tapis").glob("*.db*"):
        file.unlink()
    teach = (
        "import time; from pathlib import Path; from controller.cards.registry import Registry; "
        "from controller.simulation.laying import teach; from controller.storage.folder import Folder; "
        f"teach(Registry(Folder.open(Path('/var/lib/tapis')), time.time), {GAME!r})"
    )
    run("chroot", root, "/opt/tapis/current/bin/python", "-c", teach)
    play = (
        f"tapis play --json --game {GAME} --players {','.join(PLAYERS)} --rounds {ROUNDS} --table /dev/null"
    )
    run("chroot", root, "/bin/sh", "-c", f"{play} </dev/null")
    run("chroot", root, "chown", "-R", "tapis:tapis", "/var/lib/tapis")


def package(box: Path) -> None:
    """The root as a disk, its kernel beside it."""
    root, image = box / "root", box / "image"
    for name in ("vmlinuz", "initrd.img"):
        shutil.copy(sorted((root / "boot").glob(f"{name}-*[0-9a-z]"))[0], box / name)
    image.unlink(missing_ok=True)
    run("mkfs.ext4", "-q", "-d", root, image, "3G")


def run(*command: object) -> None:
    print("$", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True)


# The box, running


class Box:
    """A machine that was switched on; its screen, its keys, and two lines that lead out."""

    def __init__(self, folder: Path) -> None:
        self.began = time.monotonic()
        self.folder = folder
        self.asked = 0  # questions
        for name in ("hub", "watch", "qmp"):
            (folder / name).unlink(missing_ok=True)
        command = ["qemu-system-x86_64", *MACHINE.split(), "-append", "root=/dev/vda rw console=ttyS0 quiet"]
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL)
        self.hub = self.connect("hub")
        self.watch = self.connect("watch")
        self.qmp = self.connect("qmp")
        self.command("qmp_capabilities")

    def connect(self, name: str) -> Line:
        until = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError):
                return Line(self.folder / name)
            if time.monotonic() > until:
                raise SystemExit(f"QEMU did not open its line {name}: see what it printed above.")
            time.sleep(0.1)

    def command(self, name: str, **arguments: Any) -> None:
        self.qmp.say(json.dumps({"execute": name, "arguments": arguments}))

    def press(self, key: str) -> None:
        self.command("send-key", keys=[{"type": "qcode", "data": key}])

    def picture(self, path: Path) -> None:
        self.command("screendump", filename=str(path), format="png")
        time.sleep(2)

    def ask(self, question: str, seconds: float = BOOT_S) -> dict[str, Any]:
        """What the watcher inside answers, as soon as it runs."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.asked += 1
            self.watch.say(f"{self.asked} {question}")
            # A line that was asked for before the watcher ran comes late, and tells of another moment.
            while line := self.watch.hear(ANSWER_S):
                with contextlib.suppress(ValueError):
                    answer: dict[str, Any] = json.loads(line)
                    if answer.pop("number", 0) == self.asked:
                        return answer
        raise SystemExit(f"the box does not say its {question}")

    def wait_for_table(self) -> float:
        """Until the unit says that it runs; the seconds from power-on."""
        while True:
            unit = self.ask("unit")
            if unit["ActiveState"] == "active" and unit["StatusText"].startswith("playing"):
                if unit["NRestarts"] != "0":
                    raise SystemExit(f"the table was restarted: {unit}")
                return time.monotonic() - self.began
            if time.monotonic() > self.began + BOOT_S:
                raise SystemExit(f"the table did not come up: {unit}")
            time.sleep(1)

    def cut(self) -> None:
        """The power is gone."""
        self.process.kill()
        self.process.wait()


class Line:
    """A serial line as a socket, read and written line by line."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.buffer = b""

    def say(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self.socket.sendall(text.encode() + b"\n")

    def hear(self, seconds: float) -> str:
        """The next line, or "" after so long."""
        until = time.monotonic() + seconds
        while b"\n" not in self.buffer:
            self.socket.settimeout(max(0.01, until - time.monotonic()))
            try:
                data = self.socket.recv(65536)
            except (TimeoutError, OSError):
                return ""
            if not data:
                return ""
            self.buffer += data
            if time.monotonic() > until:
                return ""
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.decode(errors="replace").strip()


# Somebody who plays from outside


class Player:
    """Lays cards that the rules allow, and remembers which of them were shown to be accepted."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.known: list[dict[str, Any]] = []  # the journal's lines when the box came up
        self.accepted: list[dict[str, Any]] = []  # laid since then, and a light said so
        self.begun: list[dict[str, Any]] = []  # laid or pressed, and no light said anything yet

    def compare(self, lines: list[dict[str, Any]]) -> str:
        """What is wrong with the journal's *lines* after a cut; "" if nothing is."""
        expected = [*self.known, *self.accepted]
        if lines[: len(expected)] != expected:
            missing = next((n for n, line in enumerate(expected) if lines[n : n + 1] != [line]), 0)
            return f"line {missing + 1}, {expected[missing]}, had been shown and is not there"
        if lines[len(expected) :] not in ([], self.begun[:1]):
            return f"{lines[len(expected) :]} is there, and nobody did that"
        return ""

    def take_up(self, kept: dict[str, Any]) -> None:
        self.known, self.accepted, self.begun = kept["lines"], [], []
        header = record.from_json(kept["header"])
        match = live_match.resume(KeptMatch(0, kept["header"], kept["lines"]), header, PLAYERS).match
        self.match: Match = match

    def play(self, box: Box, seconds: float) -> None:
        """Lay after lay; so long after the first the instant comes, in the middle of whatever it is."""
        self.until = time.monotonic() + LAY_S
        while not box.hub.hear(5.0).startswith("ok"):  # what is said before the hub listens is lost
            box.hub.say("help")
        try:
            while not self.accepted:
                self.act(box)
        except TimeUp:
            raise SystemExit(f"no card was taken in {LAY_S:.0f} s: {self.begun}") from None
        self.until = time.monotonic() + seconds
        with contextlib.suppress(TimeUp):
            while True:
                self.act(box)

    def act(self, box: Box) -> None:
        if awaiting(self.match) is Awaiting.LAY:
            self.lay(box)
        else:
            self.go_on(box)

    def lay(self, box: Box) -> None:
        game, state = self.match.game, self.match.state
        places = layout(game.zones, PADS)
        may = [
            Lay(card, zone)
            for card in range(len(game.deck))
            for zone in range(len(game.zones))
            if game.why_refused(state, Lay(card, zone)) is None
        ]
        move = self.rng.choice(may)
        zone = game.zones[move.zone]
        pad = 1 + next(number for number, name in enumerate(PADS) if zone in places[name])
        line = record.write(self.match, move)
        self.begun = [line]
        uid = tag(GAME, move.card)
        box.hub.say(f"put {uid} {pad}")
        self.see(box, pad, ACCEPTED)
        self.accepted.append(line)
        self.begun = []
        self.match, *_ = apply(self.match, move)
        box.hub.say(f"lift {uid}")
        self.see(box, pad, None)

    def go_on(self, box: Box) -> None:
        """The round is over: a key goes on to the next one, and the watcher says when it has."""
        self.begun = [record.write(self.match, NEXT)]
        box.press("spc")
        box.press("ret")
        self.wait(3.0)
        kept = box.ask("journal")
        if kept["lines"] != [*self.known, *self.accepted]:
            self.take_up(kept)

    def see(self, box: Box, pad: int, colour: str | None) -> None:
        """Until the rim of *pad* has that colour; None: until it has another one again."""
        wanted = f"light {pad} {ACCEPTED}"
        while True:
            self.wait(0.0)
            heard = box.hub.hear(max(0.01, min(0.2, self.until - time.monotonic())))
            if heard.startswith(f"light {pad} ") and heard.startswith(wanted) == (colour is not None):
                return

    def wait(self, seconds: float) -> None:
        if time.monotonic() + seconds >= self.until:
            time.sleep(max(0.0, self.until - time.monotonic()))
            raise TimeUp
        time.sleep(seconds)


class TimeUp(Exception):
    """The instant has come at which the power goes."""


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Box]:
    box = Box(folder)
    try:
        yield box
    finally:
        box.cut()


def power_cuts(folder: Path, times: int, seed: int) -> int:
    rng, player = Random(seed), Player(Random(seed))
    starts: list[float] = []
    lays = 0
    for number in range(times + 1):
        with running(folder) as box:
            starts.append(box.wait_for_table())
            kept = box.ask("journal")
            if wrong := player.compare(kept["lines"]) if number else "":
                print(f"after cut {number}: {wrong}")
                return 1
            lays += len(player.accepted)
            player.take_up(kept)
            print(
                f"boot {number}: up after {starts[-1]:.0f} s, {len(kept['lines'])} lines, all there",
                flush=True,
            )
            if number < times:
                player.play(box, rng.uniform(0.0, 20.0))
    print(f"{times} power cuts, {lays} lays accepted, none lost; the table came up {len(starts)} times")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    actions = parser.add_subparsers(dest="action", required=True)
    for name in ("build", "picture", "power-cuts"):
        actions.add_parser(name).add_argument("box", type=Path, help="a folder with room for 6 GB")
    actions.choices["build"].add_argument("--suite", choices=("bookworm", "trixie"), default="bookworm")
    actions.choices["picture"].add_argument("file", type=Path)
    actions.choices["power-cuts"].add_argument("--times", type=int, default=20)
    actions.choices["power-cuts"].add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if os.geteuid():
        parser.error("this makes and mounts a system: run it as root")
    box = args.box.absolute()
    match args.action:
        case "build":
            build(box, args.suite)
        case "picture":
            with running(box) as machine:
                print(f"the table is up after {machine.wait_for_table():.0f} s")
                machine.picture(args.file.absolute())
        case _:
            return power_cuts(box, args.times, args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
