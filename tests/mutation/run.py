"""Mutation testing of the engine: which small changes of its code does no test notice?

    .venv/bin/pip install -e '.[test,mutation]'
    nice .venv/bin/python tests/mutation/run.py match notation    # no names: every module, the longest last
    nice .venv/bin/python tests/mutation/run.py gamate --sample 100

Cosmic-ray mutates a copy of the working tree, never the tree itself. docs/lab/mutation.md has the scores and
says of every survivor why it is harmless.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
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

# The tests that answer for a module, those that fail soonest first.
TESTS = {
    "games": "test_referee.py",
    "decks/__init__": "test_cards.py test_referee.py",
    "hands": "test_hands.py",
    "forms": "test_forms.py test_referee.py",
    "serial": "test_serial.py",
    "rules": "test_match.py test_thirteen.py test_referee.py",
    "cards": "test_cards.py test_referee.py",
    "referee": "test_referee_start.py test_referee.py",
    "match": "test_match.py test_referee.py",
    "demands": "test_demands.py test_gamate_demands.py test_gamate.py test_gamate_deals.py",
    "notation": "test_notation.py test_referee.py",
    "thirteen": "test_thirteen.py test_thirteen_rounds.py test_referee.py",
    "pot": "test_pot.py test_pot_matches.py test_pot_rounds.py test_referee.py",
    "gamate": "test_gamate.py test_gamate_demands.py test_gamate_matches.py test_gamate_deals.py "
    "test_referee.py",
    "ninja": "test_ninja.py test_ninja_options.py test_ninja_rounds.py test_referee.py",
}
SAME = ("_Is_Eq", "_Eq_Is", "_IsNot_NotEq", "_NotEq_IsNot")
Span = tuple[tuple[int, int], tuple[int, int]]  # from a line and column up to another
# Few examples, for there are thousands of runs, and the same ones in each: only mutants make a difference.
FEW = {"TAPIS_EXAMPLES": "5", "TAPIS_FUZZ_LINES": "400", "PYTHONHASHSEED": "0"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of engine/: {', '.join(TESTS)}")
    parser.add_argument("--sample", type=int, metavar="N", help="at most so many mutants a module, at random")
    args = parser.parse_args()
    unknown = [name for name in args.modules if name not in TESTS]
    if unknown:
        parser.error(f"no tests are listed for engine/{unknown[0]}.py; choose from {', '.join(TESTS)}")
    os.environ |= FEW
    with tempfile.TemporaryDirectory(prefix="mutants-") as copy:
        shutil.copytree(ROOT, copy, ignore=NOT_COPIED, dirs_exist_ok=True)
        os.chdir(copy)
        for name in args.modules or TESTS:
            report(name, mutate(name, args.sample))
    return 0


def mutate(name: str, sample: int | None) -> list[tuple[MutationSpec, WorkResult]]:
    """Every mutant of the module, or a sample of them, with what the tests made of it."""
    module = Path("engine", f"{name}.py")
    tests = " ".join(f"tests/engine/{test}" for test in TESTS[name].split())
    command = f"{sys.executable} -m pytest -x -q -p no:cacheprovider --hypothesis-seed=0 {tests}"
    started = time.monotonic()
    outcome, output = run_tests(command, 300)
    if outcome is not TestOutcome.SURVIVED:
        sys.exit(f"The tests of {name} fail before anything is mutated.\n{output}")
    timeout = 10 + 4 * (time.monotonic() - started)  # a mutant may loop for ever
    config = ConfigDict({"test-command": command, "timeout": timeout, "distributor": {"name": "local"}})
    with use_db(f"{module.stem}.sqlite") as session:
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
    chosen = Random(module.name).sample(real, sample) if sample and sample < len(real) else real
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


def report(name: str, done: list[tuple[MutationSpec, WorkResult]]) -> None:
    survivors = [(spec, result) for spec, result in done if result.test_outcome is TestOutcome.SURVIVED]
    killed = len(done) - len(survivors)
    stillborn = sum("ERROR collecting" in (result.output or "") for _, result in done)
    print(f"{name}: {killed} of {len(done)} killed, {stillborn} of them at import")
    for spec, result in sorted(survivors, key=lambda each: each[0].start_pos):
        changed = [line for line in (result.diff or "").splitlines() if line.startswith(("-", "+"))]
        print(f"  {name}.py:{spec.start_pos[0]}", *changed[3:], sep="\n    ")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
