"""Mutation testing: which small changes of the code does no test notice?

    .venv/bin/pip install -e '.[test,mutation]'
    nice .venv/bin/python tests/mutation/run.py engine/match engine/games/pot
    nice .venv/bin/python tests/mutation/run.py display controller/table --sample 5

A folder stands for every module in it. Cosmic-ray mutates a copy of the working tree, never the tree itself.
docs/lab/mutation.md has the scores and says of every survivor why it is harmless.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from random import Random

from cosmic_ray.commands import execute, init
from cosmic_ray.config import ConfigDict
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult

ROOT = Path(__file__).parents[2]
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info")

# The tests that answer for a module, those that fail soonest first; the first line that fits counts. {name}
# is the module's own, a package's for its __init__. What needs a real screen or kills processes is left out.
TESTS = (
    ("engine/decks/*", "engine/test_cards.py engine/test_referee.py"),
    ("engine/rules", "engine/test_match.py engine/games/test_thirteen.py engine/test_referee.py"),
    ("engine/events", "engine/test_notation.py engine/test_referee.py"),
    ("engine/simulate", "engine/bots"),
    ("engine/bots/*", "engine/bots"),
    ("engine/games/gamate/demands", "engine/games/test_demands.py engine/games/test_gamate*.py"),
    ("engine/games/*", "engine/games/test_{name}*.py engine/test_referee.py"),
    ("engine/*", "engine/test_{name}*.py engine/test_referee.py"),
    ("controller/table/*", "controller/table/test_[!k]*.py"),
    ("controller/storage/*", "controller/storage controller/table/test_table_matches.py"),
    ("controller/commands/*", "controller/commands test_cli.py"),
    ("controller/settings/*", "controller/settings controller/runtime/test_host.py"),
    ("display/card_art/*", "controller/commands/test_printed_cards.py display/screens/test_screens.py"),
    ("display/games/*", "display/games display/screens display/terminal"),
    ("display/text/*", "display/text display/terminal display/screens/test_screens.py"),
    ("display/window/*", "display/window/test_[!d]*.py"),
    ("controller/gallery/*", "display/test_pictures.py display/screens/test_screens.py"),
    ("controller/cli", "test_cli.py"),
    ("controller/__main__", "test_cli.py"),
    ("*/*/*", "{room}"),
    ("controller/*", "controller/table/test_[!k]*.py"),
    ("hardware/*", "hardware/test_{name}*.py hardware/backends"),
    ("firmware/*", "firmware/test_{name}*.py firmware/test_iso14443a.py"),
)
SAME = ("_Is_Eq", "_Eq_Is", "_IsNot_NotEq", "_NotEq_IsNot")
Span = tuple[tuple[int, int], tuple[int, int]]  # from a line and column up to another
# Few examples, for there are thousands of runs, and the same ones in each: only mutants make a difference.
FEW = {"TAPIS_EXAMPLES": "5", "TAPIS_FUZZ_LINES": "400", "PYTHONHASHSEED": "0"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "modules", nargs="+", metavar="MODULE", help="as in engine/match; or a folder of them"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="at most so many mutants a module, at random")
    args = parser.parse_args()
    for name in args.modules:
        if not list(modules(name)):
            parser.error(f"there is neither a module {name}.py nor a folder {name} with modules")
    os.environ |= FEW
    with tempfile.TemporaryDirectory(prefix="mutants-") as copy:
        shutil.copytree(ROOT, copy, ignore=NOT_COPIED, dirs_exist_ok=True)
        os.chdir(copy)
        total = Counter[str]()
        for module in dict.fromkeys(module for name in args.modules for module in modules(name)):
            total += report(module, mutate(module, args.sample))
        print(f"in all {total['killed']} of {total['mutants']} killed")
    return 0


def modules(name: str) -> Iterator[Path]:
    """The module of that name, or those of the folder that are more than a docstring."""
    found = [ROOT / f"{name}.py", *sorted((ROOT / name).rglob("*.py"))]
    return (
        path.relative_to(ROOT)
        for path in found
        if path.exists() and len(ast.parse(path.read_text("utf-8")).body) > 1
    )


def tests_of(module: Path) -> str:
    own = module.parent if module.stem == "__init__" else module.with_suffix("")
    patterns = next(tests for pattern, tests in TESTS if fnmatch(str(module.with_suffix("")), pattern))
    wanted = patterns.format(name=own.name, room="/".join(module.parts[:2])).split()
    found = [str(path) for pattern in wanted for path in sorted(Path("tests").glob(pattern))]
    if not found:
        sys.exit(f"No tests are listed for {module}: add a line to TESTS.")
    return " ".join(dict.fromkeys(found))


@cache
def seconds(command: str) -> float:
    """How long the tests take when nothing is mutated."""
    started = time.monotonic()
    outcome, output = run_tests(command, 900)
    if outcome is not TestOutcome.SURVIVED:
        sys.exit(f"The tests fail before anything is mutated: {command}\n{output}")
    return time.monotonic() - started


def mutate(module: Path, sample: int | None) -> list[tuple[MutationSpec, WorkResult]]:
    """Every mutant of the module, or a sample of them, with what the tests made of it."""
    command = f"{sys.executable} -m pytest -x -q -p no:cacheprovider --hypothesis-seed=0 {tests_of(module)}"
    timeout = 10 + 4 * seconds(command)  # a mutant may loop for ever
    config = ConfigDict({"test-command": command, "timeout": timeout, "distributor": {"name": "local"}})
    with use_db(f"{'-'.join(module.with_suffix('').parts)}.sqlite") as session:
        init([module], session, {})
        skip(session, module, sample)
        execute(session, config)
        results = dict(session.results)
        done = [(item.mutations[0], results[item.job_id]) for item in session.work_items]
    return [(spec, result) for spec, result in done if result.worker_outcome is not WorkerOutcome.SKIPPED]


def skip(session: WorkDB, module: Path, sample: int | None) -> None:
    """Leave out what is no different program, and what is beyond the sample."""
    source = module.read_text("utf-8")
    hints = list(spans_of_hints(source))
    items = {item.job_id: item.mutations[0] for item in session.pending_work_items}
    real = [job for job, spec in items.items() if is_another_program(source, spec, hints)]
    chosen = Random(str(module)).sample(real, sample) if sample and sample < len(real) else real
    session.set_multiple_results(items.keys() - set(chosen), WorkResult(worker_outcome=WorkerOutcome.SKIPPED))


def is_another_program(source: str, spec: MutationSpec, hints: list[Span]) -> bool:
    """Not one that differs in a type hint, or in `is` for `==`; nor one that is no Python."""
    if any(start <= spec.start_pos < end for start, end in hints) or spec.operator_name.endswith(SAME):
        return False
    try:
        compile(mutate_code(source, get_operator(spec.operator_name)(), spec.occurrence), "", "exec")
    except SyntaxError:
        return False
    return True


def spans_of_hints(source: str) -> Iterator[Span]:
    for node in ast.walk(ast.parse(source)):
        for hint in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(hint, ast.expr):
                yield (hint.lineno, hint.col_offset), (hint.end_lineno or 0, hint.end_col_offset or 0)


def report(module: Path, done: list[tuple[MutationSpec, WorkResult]]) -> Counter[str]:
    survivors = [(spec, result) for spec, result in done if result.test_outcome is TestOutcome.SURVIVED]
    killed = len(done) - len(survivors)
    stillborn = sum("ERROR collecting" in (result.output or "") for _, result in done)
    print(f"{module}: {killed} of {len(done)} killed, {stillborn} of them at import")
    for spec, result in sorted(survivors, key=lambda each: each[0].start_pos):
        changed = [line for line in (result.diff or "").splitlines() if line.startswith(("-", "+"))]
        print(f"  {module}:{spec.start_pos[0]}", *changed[3:], sep="\n    ")
    sys.stdout.flush()
    return Counter(killed=killed, mutants=len(done))


if __name__ == "__main__":
    sys.exit(main())
