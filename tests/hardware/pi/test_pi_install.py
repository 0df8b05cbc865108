"""hardware/pi/install against a root folder whose system commands are stand-ins that keep books.

The real thing, with apt, pip and a booted systemd, is tried by hand: docs/raspberry-pi.md says how.
"""

from __future__ import annotations

import hashlib
import os
import pty
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.test_layers import ROOT

PI = ROOT / "hardware" / "pi"
PACKAGES = "python3-venv python3-pygame python3-spidev libgl1-mesa-dri libgbm1 libegl1 libgles2 python3-lgpio"
GROUPS = ["video", "render", "input", "audio", "gpio", "spi", "dialout"]
CONFIG = "# For more options\n#dtparam=spi=on\ndtparam=audio=on\n\n[all]\n"

# In place of chroot(8): a small Debian that does the least of what each command does. $FAILS is one that does
# not work, $FILES are the files of the release that pip installs, $ON_RESTART is what a start comes to.
CHROOT = r"""#!/bin/sh
root=$1; shift
echo "$*" >>"$root.log"
[ "$FAILS" != "$*" ] || exit 1
book=$root/etc/book; mkdir -p "$book"; touch "$book/packages" "$book/enabled" "$book/owned"
while [ "$1" = env ]; do shift; while case $1 in *=*) ;; *) false ;; esac; do shift; done; done
case "$*" in
    "dpkg --print-architecture") echo "$ARCHITECTURE" ;;
    "dpkg-query "*) grep -qx "$4" "$book/packages" && echo installed ;;
    "apt-get "*" install "*) printf '%s\n' "$@" >>"$book/packages" ;;
    "getent "*) grep -E "^$3:|:$3:" "$root/etc/$2" ;;
    "useradd "*) echo "tapis:x:997:997:::" >>"$root/etc/passwd"; echo "tapis:x:997:" >>"$root/etc/group" ;;
    "usermod -aG "*) echo "$3" | tr , '\n' >>"$book/groups-$4" ;;
    "id -nG "*) tr '\n' ' ' <"$book/groups-$3" ;;
    "id -u "*) echo 1000 ;;
    "stat "*) cat "$book/owned" ;;
    "chmod 2770 "*) echo tapis:tapis 2770 >"$book/owned" ;;
    "systemctl get-default") echo "$TARGET" ;;
    "systemctl enable "*) sed -i "/^$4\$/d" "$book/enabled"; echo "$4" >>"$book/enabled" ;;
    "systemctl disable "*) sed -i "/^$4\$/d" "$book/enabled" ;;
    *"systemctl "*"is-active "*) [ -e "$book/active" ] ;;
    *"systemctl "*"stop "*) rm -f "$book/active" ;;
    *"systemctl "*"restart "*) root=$root sh -c "$ON_RESTART" && touch "$book/active" ;;
    "python3 -c "*) echo 3.11 ;;
    "python3 -m venv "*)
        for home; do :; done
        mkdir -p "$root$home/bin" "$root$home/lib/python3.11/site-packages"
        touch "$root$home/bin/python"; chmod +x "$root$home/bin/python" ;;
    *"bin/python -m pip wheel "*) echo wheel >"$root/opt/tapis/incoming/tapisvert-0.1.0-py3-none-any.whl" ;;
    *"bin/python -m pip install "*"[pi]")
        site=$root${1%/bin/python}/lib/python3.11/site-packages
        rm -rf "$site/hardware"; mkdir -p "$site/hardware"; cp -R "$FILES" "$site/hardware/pi" ;;
    *"import pygame"*) echo "$PYGAME" ;;
    *"tapis config show") cat "$book/pin" ;;
    *"tapis config pin --keep") read -r pin && [ "${#pin}" -ge 4 ] && echo "pin  = \"$pin\"" >"$book/pin" ;;
    "findmnt "*) cat "$book/uuid" 2>/dev/null ;;
    "runuser -u tapis -- sh "*) shift 6; sh -ec "$1" sh "$root$3" "$root$4" ;;
esac
"""


class Pi:
    """A card with Raspberry Pi OS, mounted in a folder."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "card"
        self.bin = folder / "bin"
        self.environment = {
            "ARCHITECTURE": "arm64",
            "TARGET": "multi-user.target",
            "FILES": str(PI),
            "FAILS": "",
            "ON_RESTART": "true",
            "PYGAME": "/usr/lib/python3/dist-packages/pygame/__init__.py",
        }
        self.bin.mkdir()
        self.stub("chroot", CHROOT)
        self.stub("id", "#!/bin/sh\necho 0\n")
        self.stub("sync", "#!/bin/sh\n")
        self.write("etc/os-release", "ID=debian\nVERSION_CODENAME=bookworm\n")
        self.write("etc/passwd", "root:x:0:0:::\npi:x:1000:1000:::\n")
        self.write("etc/group", "".join(f"{group}:x:{number}:\n" for number, group in enumerate(GROUPS, 20)))
        self.write("boot/firmware/config.txt", CONFIG)
        for name in ("usr/local/bin", "usr/local/sbin", "var/lib"):
            (self.root / name).mkdir(parents=True)

    def stub(self, name: str, script: str) -> None:
        (self.bin / name).write_text(script)
        (self.bin / name).chmod(0o755)

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def read(self, name: str) -> str:
        return (self.root / name).read_text()

    def has(self, name: str) -> bool:
        return (self.root / name).exists()

    def install(self, *options: str, types: str | None = None) -> subprocess.CompletedProcess[str]:
        """*types*: what somebody types at a terminal; None: nobody is there."""
        path = f"{self.bin}:/usr/local/bin:/usr/bin:/bin"
        ours, theirs = pty.openpty()
        try:
            if types is not None:
                os.write(ours, f"{types}\n\x04".encode())  # and no more
            return subprocess.run(
                [str(PI / "install"), "--root", str(self.root), *options],
                env={"PATH": path, **self.environment},
                stdin=subprocess.DEVNULL if types is None else theirs,
                capture_output=True,
                text=True,
            )
        finally:
            os.close(ours)
            os.close(theirs)

    def upgrade(self, path: Path) -> subprocess.CompletedProcess[str]:
        """By a wheel whose checksum somebody compared."""
        return self.install("--from", str(path), "--sha256", digest(path))

    def boot(self) -> None:
        """systemd runs, and the table with it."""
        (self.root / "run/systemd/system").mkdir(parents=True)
        self.write("etc/book/active", "")

    @property
    def commands(self) -> list[str]:
        """What was run inside, and forget it."""
        log = Path(f"{self.root}.log")
        lines = log.read_text().splitlines()
        log.unlink()
        return lines

    @property
    def release(self) -> str:
        return str((self.root / "opt/tapis/current").readlink())

    @property
    def tree(self) -> dict[str, tuple[int, str | bytes]]:
        """Everything on the card: mode, and content or target."""
        return {
            str(path.relative_to(self.root)): (
                path.lstat().st_mode,
                str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else "",
            )
            for path in self.root.rglob("*")
            if path.relative_to(self.root).parts[:2] != ("etc", "book")
        }


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Pi:
    pi = Pi(tmp_path_factory.mktemp("installed"))
    done = pi.install()
    assert done.returncode == 0, done.stderr
    assert "sudo reboot" in done.stdout
    return pi


@pytest.fixture
def installed(pi: Pi, once: Pi) -> Pi:
    shutil.rmtree(pi.root)
    shutil.copytree(once.root, pi.root, symlinks=True)
    shutil.copy(f"{once.root}.log", f"{pi.root}.log")
    return pi


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2
    *_, last = done.stderr.splitlines()
    assert last.startswith("install: ")
    assert "set -e" not in last
    return last


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def wheel(folder: Path, version: str) -> Path:
    """A wheel on a USB stick."""
    folder.mkdir(exist_ok=True)
    path = folder / f"tapisvert-{version}-py3-none-any.whl"
    path.write_text(f"wheel {version}")
    return path


# Installing


def test_a_dry_run_names_every_step_and_changes_nothing(pi: Pi) -> None:
    pi.stub("id", "#!/bin/sh\necho 1000\n")  # and it needs no rights
    before = pi.tree
    done = pi.install("--dry-run")
    assert done.returncode == 0, done.stderr
    assert pi.tree == before
    for expected in (
        PACKAGES,
        "useradd --system",
        "usermod -aG video,render,input,audio,gpio,spi,dialout tapis",
        "usermod -aG tapis,",
        "/var/lib/tapis",
        "/etc/tapis/table.toml",
        "venv --system-site-packages",
        "[pi]",
        "--no-deps",
        "write /boot/firmware/config.txt",
        "70-tapis-hub.rules",
        "tapis.service",
        "disable --quiet getty@tty1.service",
        "nothing has changed",
    ):
        assert expected in done.stdout


def test_one_command_installs_it_all(installed: Pi) -> None:
    book = "etc/book"
    assert set(PACKAGES.split()) <= set(installed.read(f"{book}/packages").split())
    assert installed.read(f"{book}/groups-tapis").split() == GROUPS
    assert installed.read(f"{book}/groups-pi").split() == ["tapis", *GROUPS]
    assert installed.read(f"{book}/enabled").split() == ["tapis.service"]
    assert installed.release.startswith("releases/0.1.0-")
    for name, place in {
        "tapis": "usr/local/bin/tapis",
        "tapis.service": "etc/systemd/system/tapis.service",
        "70-tapis-hub.rules": "etc/udev/rules.d/70-tapis-hub.rules",
        "71-tapis-stick.rules": "etc/udev/rules.d/71-tapis-stick.rules",
        "50-tapis.rules": "etc/polkit-1/rules.d/50-tapis.rules",
        "table.toml": "etc/tapis/table.toml",
    }.items():
        assert installed.read(place) == (PI / name).read_text()
    assert (
        str((installed.root / "usr/local/sbin/tapis-install").readlink()) == "/opt/tapis/current/pi/install"
    )
    assert not installed.has("opt/tapis/incoming")


def test_the_wheel_is_built_from_every_file_of_the_build(pi: Pi) -> None:
    root = PI.parents[1]
    copied = {line.split()[2] for line in pi.install("--dry-run").stdout.splitlines() if "cp -R" in line}
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):  # setup.py compiles the catalogs
        assert str(root / name) in copied


def test_the_second_time_nothing_is_left_to_do(installed: Pi) -> None:
    before = installed.tree
    first = installed.commands
    assert installed.install().returncode == 0
    assert installed.tree == before
    changing = ("apt-get", "useradd", "usermod", "chown", "chmod", "python3 -m venv", "pip install")
    assert any(change in line for line in first for change in changing)
    assert not [line for line in installed.commands if any(change in line for change in changing)]


def test_the_table_file_is_its_owner_s(installed: Pi) -> None:
    installed.write("etc/tapis/table.toml", 'backend = "hub"\n')
    installed.install()
    assert installed.read("etc/tapis/table.toml") == 'backend = "hub"\n'


def test_groups_that_a_system_does_not_have_are_left_out_with_a_word(pi: Pi) -> None:
    pi.write("etc/group", "video:x:44:\ninput:x:101:\n")
    done = pi.install()
    assert "there is no group spi here: left out" in done.stdout
    assert pi.read("etc/book/groups-tapis").split() == ["video", "input"]


def test_spi_is_on_and_the_power_button_works_where_there_is_none_on_the_board(installed: Pi) -> None:
    block = "[all]\ndtparam=spi=on\n[pi3]\ndtoverlay=gpio-shutdown\n[pi4]\ndtoverlay=gpio-shutdown\n[all]\n"
    assert installed.read("boot/firmware/config.txt") == f"{CONFIG}# tapis: begin\n{block}# tapis: end\n"


def test_the_power_button_gives_way(pi: Pi) -> None:
    pi.write("boot/firmware/config.txt", f"dtparam=i2c_arm=on\n{CONFIG}")
    assert "I2C uses GPIO 3" in pi.install().stdout
    assert "gpio-shutdown" not in pi.read("boot/firmware/config.txt")


def test_a_choice_against_the_power_button_lasts(installed: Pi) -> None:
    installed.install("--no-power-button")
    installed.install()
    text = installed.read("boot/firmware/config.txt")
    assert "gpio-shutdown" not in text
    assert text.count("dtparam=spi=on") == 2  # the system's comment, and ours


def test_where_a_desktop_has_the_screen_the_table_is_a_window_on_it(pi: Pi) -> None:
    pi.environment["TARGET"] = "graphical.target"
    pi.write("etc/systemd/system/display-manager.service", "")
    pi.install()
    assert pi.read("etc/systemd/user/tapis.service") == (PI / "tapis-desktop.service").read_text()
    assert pi.has("etc/xdg/autostart/tapis.desktop")
    assert pi.has("usr/share/applications/tapis.desktop")
    assert not pi.has("etc/udev/rules.d/71-tapis-stick.rules")  # a desktop mounts sticks itself
    assert not pi.has("etc/systemd/system/tapis.service")
    assert "getty@tty1.service" not in " ".join(pi.commands)


def test_a_desktop_that_came_later_gets_the_screen(installed: Pi) -> None:
    installed.environment["TARGET"] = "graphical.target"
    installed.write("etc/systemd/system/display-manager.service", "")
    installed.install()
    assert not installed.has("etc/systemd/system/tapis.service")
    assert installed.read("etc/book/enabled").split() == ["getty@tty1.service"]


def test_a_window_on_a_desktop_is_restarted_in_its_session(pi: Pi, tmp_path: Path) -> None:
    pi.environment["TARGET"] = "graphical.target"
    pi.write("etc/systemd/system/display-manager.service", "")
    pi.install()
    pi.boot()
    assert pi.upgrade(wheel(tmp_path / "stick", "0.2.0")).returncode == 0
    session = "runuser -u pi -- env XDG_RUNTIME_DIR=/run/user/1000 systemctl --user"
    verbs = [line.removeprefix(session) for line in pi.commands if line.startswith(session)]
    assert verbs[1:] == [" stop tapis.service", " daemon-reload", " restart tapis.service"]


# Upgrading


@pytest.fixture
def playing(installed: Pi) -> Pi:
    """Installed, running, with cards taught."""
    installed.boot()
    installed.write("var/lib/tapis/registry.db", "all my cards")
    installed.commands  # noqa: B018  # forgotten
    return installed


def test_an_upgrade_from_a_stick_keeps_the_data(playing: Pi, tmp_path: Path) -> None:
    old = playing.release
    wheel(tmp_path / "stick", "0.9.0")
    newest = wheel(tmp_path / "stick", "0.10.0")
    done = playing.install("--from", str(tmp_path / "stick"), "--sha256", digest(newest).upper())
    assert done.returncode == 0, done.stderr
    assert playing.release.startswith("releases/0.10.0-")
    assert str((playing.root / "opt/tapis/previous").readlink()) == old
    assert playing.read("var/lib/tapis/registry.db") == "all my cards"
    assert playing.read("opt/tapis/saves/registry.db") == "all my cards"
    order = [line for line in playing.commands if line.startswith("systemctl") and "get-default" not in line]
    assert order.index("systemctl stop tapis.service") < order.index("systemctl restart tapis.service")
    assert playing.has("etc/book/active")


def test_what_was_needed_before_is_not_fetched_again(playing: Pi, tmp_path: Path) -> None:
    site = playing.root / "opt/tapis" / playing.release / "lib/python3.11/site-packages"
    (site / "msgspec.py").write_text("")
    playing.upgrade(wheel(tmp_path / "stick", "0.2.0"))
    assert playing.has(f"opt/tapis/{playing.release}/lib/python3.11/site-packages/msgspec.py")


# The PIN


def test_whoever_sets_a_table_up_is_asked_for_a_pin_once(pi: Pi) -> None:
    done = pi.install(types="2468")
    assert done.returncode == 0, done.stderr
    assert pi.read("etc/book/pin") == 'pin  = "2468"\n'
    assert "there is one" in pi.install(types="1357").stdout
    assert pi.read("etc/book/pin") == 'pin  = "2468"\n'


def test_without_a_pin_or_anybody_to_ask_the_table_is_installed_all_the_same(pi: Pi) -> None:
    done = pi.install(types="12")
    assert done.returncode == 0 and "none was set: do it on the table's own screen" in done.stdout
    done = pi.install()
    assert done.returncode == 0 and "there is none: set one" in done.stdout
    assert "ask for one" in pi.install("--dry-run").stdout


# What comes from a stick runs as root


@pytest.mark.parametrize("answer", ["yes", "oui"])
def test_the_checksum_is_shown_and_somebody_says_that_it_is_right(
    playing: Pi, tmp_path: Path, answer: str
) -> None:
    path = wheel(tmp_path / "stick", "0.2.0")
    done = playing.install("--from", str(path), types=answer)
    assert done.returncode == 0, done.stderr
    assert f"SHA-256 {digest(path)}" in done.stdout
    assert playing.release.startswith("releases/0.2.0-")


@pytest.mark.parametrize("answer", ["", "no", "y"])
def test_a_checksum_that_nobody_confirms_installs_nothing(playing: Pi, tmp_path: Path, answer: str) -> None:
    before = playing.tree
    done = playing.install("--from", str(wheel(tmp_path / "stick", "0.2.0")), types=answer)
    assert "nothing has changed: its checksum was not confirmed" in sentence(done)
    assert playing.tree == before
    assert not [line for line in playing.commands if "pip" in line]


def test_without_anybody_there_the_checksum_has_to_be_given(playing: Pi, tmp_path: Path) -> None:
    before, path = playing.tree, wheel(tmp_path / "stick", "0.2.0")
    assert f"add --sha256 {digest(path)}" in sentence(playing.install("--from", str(path)))
    wrong = playing.install("--from", str(path), "--sha256", "0" * 64)
    assert f"its checksum is {digest(path)} and not 000" in sentence(wrong)
    assert playing.tree == before


def test_wheels_beside_the_one_are_left_on_the_stick(playing: Pi, tmp_path: Path) -> None:
    path = wheel(tmp_path / "stick", "0.2.0")
    (tmp_path / "stick" / "msgspec-99.0-py3-none-any.whl").write_text("a gift")
    playing.stub("cp", f'#!/bin/sh\necho "$@" >>{tmp_path}/copied\nPATH=/usr/bin:/bin exec cp "$@"\n')
    assert playing.upgrade(path).returncode == 0
    copied = (tmp_path / "copied").read_text()
    assert str(path) in copied
    assert "msgspec-99" not in copied
    assert not [line for line in playing.commands if "--find-links" in line]


def test_what_is_on_a_stick_and_no_wheel(playing: Pi, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    real = wheel(stick, "0.2.0")
    link = stick / "tapisvert-0.3.0-py3-none-any.whl"
    link.symlink_to("/etc/hostname")
    assert "is no file" in sentence(playing.install("--from", str(link)))
    assert playing.install("--from", str(stick), "--sha256", digest(real)).returncode == 0
    odd = stick / "tapisvert-1 -e x-py3-none-any.whl"
    odd.write_text("")
    assert "not the name of a wheel" in sentence(playing.install("--from", str(odd)))
    (stick / "pyproject.toml").write_text("")
    assert "is a checkout, which is built as root" in sentence(playing.install("--from", str(stick)))


def test_nothing_is_written_as_root_where_the_service_can_put_links(playing: Pi, tmp_path: Path) -> None:
    """It prepared all the names an upgrade has ever used, and a database that is a link."""
    data, victim = playing.root / "var/lib/tapis", tmp_path / "victim"
    victim.mkdir()
    secret = tmp_path / "secret"
    secret.write_text("root:*:1::")
    for name in ("before-upgrade", "failed-upgrade"):
        (data / name).symlink_to(victim, target_is_directory=True)
    (data / "spy.db").symlink_to(secret)
    playing.stub("rm", f'#!/bin/sh\necho "rm $@" >>{tmp_path}/as-root\nPATH=/usr/bin:/bin exec rm "$@"\n')
    playing.stub("cp", f'#!/bin/sh\necho "cp $@" >>{tmp_path}/as-root\nPATH=/usr/bin:/bin exec cp "$@"\n')
    assert playing.upgrade(wheel(tmp_path / "stick", "0.2.0")).returncode == 0
    assert not list(victim.iterdir())
    assert not playing.has("opt/tapis/saves/spy.db")
    for line in (tmp_path / "as-root").read_text().splitlines():
        assert not line.split()[-1].startswith(str(data)), line


def test_the_data_partition_is_known_by_its_uuid_and_runs_nothing(installed: Pi) -> None:
    ours = "UUID=5f1c-22 /var/lib/tapis ext4 noatime,nofail,x-systemd.device-timeout=10s,nosuid,nodev 0 2"
    others = "proc /proc proc defaults 0 0\n# LABEL=tapis /var/lib/tapis ext4 defaults 0 2\n"
    label = "LABEL=tapis /var/lib/tapis ext4 noatime,nofail,x-systemd.device-timeout=10s 0 2"
    installed.write("etc/fstab", f"{others}{label}\n")
    assert "any stick may be called" in sentence(installed.install())  # nobody can say which one is ours
    installed.write("etc/book/uuid", "5f1c-22\n")
    assert installed.install().returncode == 0
    assert installed.read("etc/fstab") == f"{others}{ours}\n"
    assert "sudo reboot" not in installed.install().stdout
    assert installed.read("etc/fstab") == f"{others}{ours}\n"


FIRST_FAILS = '[ -e "$root.once" ] || { touch "$root.once"; exit 1; }'
# The new version rewrites the data and fails; the old one cannot read them.
FIRST_MIGRATES = """
data=$root/var/lib/tapis/registry.db
! grep -q newer "$data" || exit 1
[ ! -e "$root.once" ] || exit 0
touch "$root.once"; echo newer >"$data"; echo newer >"$data-wal"; exit 1
"""


def test_a_version_that_does_not_start_is_taken_back(playing: Pi, tmp_path: Path) -> None:
    files = tmp_path / "files"
    shutil.copytree(PI, files)
    (files / "tapis.service").write_text("other")
    before = playing.tree
    playing.environment |= {"FILES": str(files), "ON_RESTART": FIRST_FAILS}
    assert "0.2.0" in sentence(done := playing.upgrade(wheel(tmp_path / "stick", "0.2.0")))
    assert "is back, with all its data" in done.stderr
    now = playing.tree
    assert {name for name in now if name not in before and "releases/0.2.0" not in name} == {
        "opt/tapis/saves",
        "opt/tapis/saves/registry.db",
        "opt/tapis/incoming",
        *(name for name in now if name.startswith("opt/tapis/incoming/")),
    }
    assert {name: now[name] for name in before} == before
    assert playing.has("etc/book/active")


def test_data_that_the_new_version_changed_are_put_back(playing: Pi, tmp_path: Path) -> None:
    playing.environment["ON_RESTART"] = FIRST_MIGRATES
    sentence(playing.upgrade(wheel(tmp_path / "stick", "0.2.0")))
    assert playing.read("var/lib/tapis/registry.db") == "all my cards"
    assert not playing.has("var/lib/tapis/registry.db-wal")
    assert playing.read("var/lib/tapis/failed-upgrade/registry.db") == "newer\n"
    assert playing.has("etc/book/active")


def test_data_that_could_not_be_copied_are_not_touched(playing: Pi, tmp_path: Path) -> None:
    playing.stub("cp", '#!/bin/sh\ncase "$*" in *.db*) exit 1 ;; esac\nPATH=/usr/bin:/bin exec cp "$@"\n')
    playing.environment["ON_RESTART"] = "false"  # on a full disk the old version does not start either
    old = playing.release
    sentence(playing.upgrade(wheel(tmp_path / "stick", "0.2.0")))
    assert playing.release == old
    assert playing.read("var/lib/tapis/registry.db") == "all my cards"


def test_a_version_that_cannot_run_here_changes_nothing(playing: Pi, tmp_path: Path) -> None:
    before = playing.tree
    playing.environment["PYGAME"] = "/opt/tapis/…/site-packages/pygame/__init__.py"
    said = sentence(playing.upgrade(wheel(tmp_path / "stick", "0.2.0")))
    assert "version 0.2.0 was not installed, and nothing has changed: pip brought a pygame of its own" in said
    assert playing.tree == before
    assert "systemctl stop tapis.service" not in playing.commands


def test_going_back_by_hand(playing: Pi, tmp_path: Path) -> None:
    old = playing.release
    assert "no version before" in sentence(playing.install("--rollback"))
    playing.upgrade(wheel(tmp_path / "stick", "0.2.0"))
    assert playing.install("--rollback").returncode == 0
    assert playing.release == old
    assert playing.install("--rollback").returncode == 0
    assert playing.release.startswith("releases/0.2.0-")


def test_only_two_versions_are_kept(playing: Pi, tmp_path: Path) -> None:
    for version in ("0.2.0", "0.3.0", "0.4.0"):
        playing.upgrade(wheel(tmp_path / version, version))
    names = sorted(path.name[:5] for path in (playing.root / "opt/tapis/releases").iterdir())
    assert names == ["0.3.0", "0.4.0"]


# Taking it away


def test_uninstalling_leaves_the_data_and_says_where(playing: Pi) -> None:
    done = playing.install("--uninstall")
    assert done.returncode == 0, done.stderr
    assert playing.read("var/lib/tapis/registry.db") == "all my cards"
    assert playing.has("etc/tapis/table.toml")
    assert "/var/lib/tapis" in done.stdout
    assert "/etc/tapis/table.toml" in done.stdout
    assert playing.read("boot/firmware/config.txt") == CONFIG
    left = [name for name in playing.tree if "tapis" in name]
    assert sorted(left) == ["etc/tapis", "etc/tapis/table.toml", "var/lib/tapis", "var/lib/tapis/registry.db"]
    assert playing.read("etc/book/enabled").split() == ["getty@tty1.service"]


# One clear sentence


def test_without_the_rights(pi: Pi) -> None:
    pi.stub("id", "#!/bin/sh\necho 1000\n")
    assert "needs root: sudo " in sentence(pi.install())


def test_on_another_system(pi: Pi) -> None:
    pi.write("etc/os-release", "VERSION_CODENAME=bullseye\n")
    assert "Bookworm or Trixie, and here is bullseye" in sentence(pi.install())


def test_on_32_bits(pi: Pi) -> None:
    pi.environment["ARCHITECTURE"] = "armhf"
    assert "is armhf and has to be arm64" in sentence(pi.install())


def test_without_a_network(pi: Pi) -> None:
    pi.environment["FAILS"] = "apt-get -qq update"
    assert "check the network connection" in sentence(pi.install())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--frmo", "x"), "--frmo is no option"),
        (("--from",), "--from needs something after it"),
        (("--from", "/nowhere"), "there is no /nowhere"),
        (("--from", "/etc/hostname"), "is not a wheel of Tapis Vert"),
        (("--root", "/nowhere"), "there is no such folder"),
        (("--uninstall",), "not installed here"),
    ],
)
def test_mistakes(pi: Pi, options: tuple[str, ...], said: str) -> None:
    assert said in sentence(pi.install(*options))


def test_a_step_that_fails_is_named(pi: Pi) -> None:
    pi.environment["FAILS"] = "chmod 2770 /var/lib/tapis"
    assert "step 3 did not work" in sentence(pi.install())


# What pip can fetch


def test_nothing_that_needs_a_compiler_is_asked_of_pip() -> None:
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["pi"]
    assert not [name for name in extra if name.startswith(("mfrc522", "spidev", "RPi"))]
    # There is no wheel of lgpio for Python 3.13 (Trixie), where apt has it.
    assert [name for name in extra if name.startswith("lgpio")] == ["lgpio>=0.2.2; python_version < '3.13'"]
