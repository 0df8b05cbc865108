"""`./tapis` on a bare machine: one clear sentence for what is missing, and no second installation."""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_layers import ROOT

OLD = "exit 1"
NO_VENV = 'case "$*" in "-c "*) exit 0 ;; *) exit 1 ;; esac'
# A Python that makes a venv whose pip writes down that it was called, and then does as $PIP says.
WORKING = """
case "$*" in
    "-c "*) exit 0 ;;
    "-m venv --clear "*)
        mkdir -p "$4/bin"
        cat >"$4/bin/python" <<'END'
#!/bin/sh
case "$*" in
    "-m pip --version") exit 0 ;;
    "-m pip install"*) echo "$*" >>"$PIP_LOG"; exit "$PIP" ;;
    "-m pytest "* | "-m tests.campaign"*) echo "python runs: $*" ;;
esac
END
        printf '#!/bin/sh\\necho "tapis runs with: $*"\\n' >"$4/bin/tapis"
        chmod +x "$4/bin/python" "$4/bin/tapis" ;;
esac
"""


class Machine:
    """A computer with a shell, a checkout, and one Python."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "a checkout"
        self.checkout.mkdir()
        shutil.copy(ROOT / "tapis", self.checkout)
        (self.checkout / "pyproject.toml").write_text("[project]\n")
        self.bin = folder / "bin"
        self.bin.mkdir()
        for tool in ("cat", "cmp", "mkdir", "chmod", "sh", "dirname", "ln", "readlink", "rm"):
            (self.bin / tool).symlink_to(shutil.which(tool) or "")
        self.install("sleep", "")
        self.pip_log = folder / "pip.log"
        self.pip = 0

    def install(self, name: str, script: str) -> None:
        program = self.bin / name
        program.unlink(missing_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    def install_python(self, script: str) -> None:
        self.install("python3", script)

    def start(self, *arguments: str, cwd: Path | None = None) -> subprocess.Popen[str]:
        env = {"PATH": str(self.bin), "PIP_LOG": str(self.pip_log), "PIP": str(self.pip)}
        command = [str(self.checkout / "tapis"), *arguments]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=env, cwd=cwd, stdout=pipe, stderr=pipe, text=True)

    def run(self, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        started = self.start(*arguments, cwd=cwd)
        out, err = started.communicate()
        return subprocess.CompletedProcess(started.args, started.returncode, out, err)

    @property
    def installations(self) -> int:
        return len(self.pip_log.read_text().splitlines()) if self.pip_log.exists() else 0


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2
    assert done.stdout == ""
    *_, last = done.stderr.splitlines()
    assert last.startswith("tapis: ")
    assert last.endswith(".")
    return last


def test_no_python_at_all(machine: Machine) -> None:
    assert "Python 3.11 or newer was not found" in one_sentence(machine.run("--help"))


def test_a_python_too_old(machine: Machine) -> None:
    machine.install_python(OLD)
    assert "Python 3.11 or newer was not found" in one_sentence(machine.run("--help"))


def test_no_venv_module(machine: Machine) -> None:
    machine.install_python(NO_VENV)
    assert "install its venv module" in one_sentence(machine.run("--help"))


def test_no_network(machine: Machine) -> None:
    machine.install_python(WORKING)
    machine.pip = 1
    assert "check the network connection" in one_sentence(machine.run("--help"))
    machine.pip = 0
    assert machine.run("--help").stdout == "tapis runs with: --help\n"


def test_the_second_call_does_not_install_again(machine: Machine, tmp_path: Path) -> None:
    machine.install_python(WORKING)
    first = machine.run("demo", "--seed", "7 8", cwd=tmp_path)
    assert first.stdout == "tapis runs with: demo --seed 7 8\n"
    assert "installing" in first.stderr
    second = machine.run("check")
    assert (second.stdout, second.stderr) == ("tapis runs with: check\n", "")
    assert machine.installations == 1


def test_a_second_call_costs_little_beside_the_command_itself(machine: Machine) -> None:
    """Processor time, for a busy machine makes any clock slow. Measured: a twentieth."""
    machine.install_python(WORKING)
    machine.run("check")
    referee = (sys.executable, "-m", "controller", "referee", "thirteen", "--players", "A,B,C")
    ratios = []
    for _ in range(5):
        before = children()
        machine.run("check")
        between = children()
        subprocess.run(referee, cwd=ROOT, stdin=subprocess.DEVNULL, check=True)
        ratios.append((between - before) / (children() - between))
    assert statistics.median(ratios) <= 0.5


def children() -> float:
    """The processor time of every process that was waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_tests_and_campaign_run_from_the_checkout(machine: Machine) -> None:
    machine.install_python(WORKING)
    assert machine.run("campaign", "--minutes", "2").stdout == "python runs: -m tests.campaign --minutes 2\n"
    assert machine.run("test", "-k", "pot").stdout == "python runs: -m pytest -n auto -k pot\n"
    assert machine.installations == 3  # what is played, what the tests need, and the package without its own


@pytest.mark.parametrize("words", [("bench", "--peers"), ("bench", "engine", "--json", "--peers", "--quick")])
def test_a_bench_beside_its_peers_installs_them_once(machine: Machine, words: tuple[str, ...]) -> None:
    machine.install_python(WORKING)
    machine.run("bench", "engine")
    assert machine.installations == 1
    for _ in range(2):
        assert machine.run(*words).stdout == f"tapis runs with: {' '.join(words)}\n"
    _, peers, reader_package = machine.pip_log.read_text().splitlines()
    assert peers.endswith("a checkout[bench]")
    assert reader_package.endswith("requirements-no-deps.txt")


def test_new_wishes_in_pyproject_are_installed(machine: Machine) -> None:
    machine.install_python(WORKING)
    machine.run("check")
    (machine.checkout / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    machine.run("check")
    assert machine.installations == 2


def test_a_folder_that_was_moved_is_installed_anew(machine: Machine) -> None:
    machine.install_python(WORKING)
    machine.run("check")
    machine.checkout = machine.checkout.rename(machine.checkout.with_name("moved"))
    assert machine.run("check").stdout == "tapis runs with: check\n"
    assert machine.installations == 2


def test_a_folder_that_cannot_be_written(machine: Machine) -> None:
    machine.install_python(WORKING)
    machine.install("ln", "exit 1")
    assert "cannot be written; copy it to a place of your own" in one_sentence(machine.run("check"))
    assert machine.installations == 0


def test_an_installation_that_was_cut_off_is_done_again(machine: Machine) -> None:
    machine.install_python(WORKING)
    nobody = subprocess.Popen(["true"])
    nobody.wait()
    (machine.checkout / ".venv.lock").symlink_to(str(nobody.pid))
    (machine.checkout / ".venv" / "bin").mkdir(parents=True)
    (machine.checkout / ".venv" / "bin" / "python").write_text("")  # half an environment
    assert machine.run("check").stdout == "tapis runs with: check\n"
    assert not (machine.checkout / ".venv.lock").is_symlink()


def test_a_failure_leaves_no_lock(machine: Machine) -> None:
    machine.install_python(WORKING)
    machine.pip = 1
    one_sentence(machine.run("check"))
    assert not (machine.checkout / ".venv.lock").is_symlink()


def test_of_two_first_calls_at_once_one_installs_and_the_other_waits(
    machine: Machine, tmp_path: Path
) -> None:
    for gate in ("begun", "go-on"):
        os.mkfifo(tmp_path / gate)
    hold = f'echo >"{tmp_path}/begun"; cat "{tmp_path}/go-on" >/dev/null; echo "$*" >>"$PIP_LOG"'
    machine.install_python(WORKING.replace('echo "$*" >>"$PIP_LOG"', hold))
    first = machine.start("check")
    (tmp_path / "begun").read_text()  # it holds the lock
    second = machine.start("scores")
    assert second.stderr
    assert second.stderr.readline().startswith(f"tapis: waiting for process {first.pid}, which is installing")
    (tmp_path / "go-on").write_text("")
    assert first.communicate()[0] == "tapis runs with: check\n"
    assert second.communicate()[0] == "tapis runs with: scores\n"
    assert machine.installations == 1
