"""The examples in docstrings and documents run, and no link in a document leads nowhere."""

from __future__ import annotations

import doctest
import importlib
import re
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


def test_the_numbers_of_the_readme_stand_in_the_report() -> None:
    numbers = (ROOT / "README.md").read_text("utf-8").partition("## The numbers")[2].partition("##")[0]
    rows = [line for line in numbers.splitlines() if line.startswith("| ")]
    report = (ROOT / "docs" / "lab" / "benchmarks.md").read_text("utf-8").splitlines()
    assert len(rows) == 4  # a heading and three
    assert set(rows) <= set(report)


# Links

DOCUMENTS = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not {".venv", "node_modules", "build", "dist"} & set(path.relative_to(ROOT).parts)
)
FENCED = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)[^)]*\)")


def links(text: str) -> list[str]:
    return LINK.findall(re.sub(r"`[^`\n]*`", "", FENCED.sub("", text)))


def anchors(text: str) -> set[str]:
    """What the headings of a document are called in links."""
    headings = re.findall(r"^#{1,6}\s+(.*?)\s*$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(path: Path) -> list[str]:
    """Of a document, those that lead nowhere; the web is not asked."""
    dead = []
    for link in links(path.read_text("utf-8")):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        place, _, anchor = link.partition("#")
        target = (path.parent / place).resolve() if place else path
        inside = target.is_relative_to(ROOT.resolve()) and target.exists()
        if not inside or (anchor and anchor not in anchors(target.read_text("utf-8"))):
            dead.append(link)
    return dead


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_link_leads_nowhere(path: Path) -> None:
    assert dead_links(path) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "other.md").write_text("# Two words, here\n```\n# no heading\n```\n")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](other.md) [b](other.md#two-words-here) [c](#here) `[code](nowhere.md)`\n# Here\n"
        "[d](gone.md) ![e](gone.svg) [f](other.md#no-heading) [g](../outside.md) [h](https://example.org)\n"
    )
    (tmp_path.parent / "outside.md").touch()
    assert dead_links(page) == ["gone.md", "gone.svg", "other.md#no-heading", "../outside.md"]
