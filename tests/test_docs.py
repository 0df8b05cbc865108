"""The examples in docstrings and documents run, so they cannot be wrong."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from tests.test_layers import ROOT, modules, name_of


def with_examples(paths: list[Path]) -> list[Path]:
    return [path for path in paths if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", with_examples(modules()), ids=name_of)
def test_docstring_examples(path: Path) -> None:
    assert doctest.testmod(importlib.import_module(name_of(path))).failed == 0


@pytest.mark.parametrize(
    "path",
    with_examples(sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md"))),
    ids=lambda path: path.name,
)
def test_document_examples(path: Path) -> None:
    assert doctest.testfile(str(path), module_relative=False).failed == 0
