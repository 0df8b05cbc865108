"""The command line: bad input is one sentence and exit code 2, whatever the command."""

import pytest

from controller import cli


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    out = capsys.readouterr().out
    for name in cli.COMMANDS:
        assert f"tapis {name}" in out


def test_an_unknown_command_gets_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["dance"]) == cli.USAGE_ERROR
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "tapis: there is no command 'dance'; tapis --help lists them.\n"
