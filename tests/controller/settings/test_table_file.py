"""The table file: what ships is whole, yours says what differs, and every mistake is one sentence."""

from __future__ import annotations

import datetime
import io
import json
import os
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import cli
from controller.errors import UserError
from controller.settings import pin, rows, table_file, written
from controller.table.settings import Settings
from engine import games
from hardware import backends
from hardware.backends.hub import HubWiring
from hardware.backends.spi import SpiWiring
from hardware.build import build

EXAMPLES = int(os.environ.get("TAPIS_EXAMPLES", "200"))

ONE_PAD = '[[pads]]\nname = "here"\n'


def read(text: str) -> table_file.TableFile:
    return table_file.read(text, Path("/table/table.toml"))


def complaint(text: str) -> str:
    with pytest.raises(UserError) as caught:
        read(text)
    sentence = str(caught.value)
    assert sentence.startswith("/table/table.toml: ") and "\n" not in sentence
    return sentence.removeprefix("/table/table.toml: ")


# What ships


def test_the_table_that_ships_is_simulated_french_and_has_three_pads() -> None:
    table = read(written.default())
    assert Settings.of(table) == Settings(
        pads=("left", "centre", "right"),
        zones={
            "thirteen": {"left": ("blue",), "centre": ("yellow",), "right": ("green",)},
            "ninja": {"left": (), "centre": ("centre",), "right": ()},
            "gamate": {"left": ("trick",), "centre": ("renounce",), "right": ()},
            "pot": {"left": ("play",), "centre": ("pot",), "right": ()},
        },
        dwell=0.2,
        clear=0.4,
        lapses={"ninja": 2.0},
        abandon_after=1800.0,
        language="fr",
        simulated=True,
        demo=False,
        decks={},
    )


def test_it_is_complete_and_shows_every_key_there_is() -> None:
    shipped = tomllib.loads(written.default())
    shown = tomllib.loads(written.shown(read("")))
    assert {key: set(shipped[key]) for key in shipped if isinstance(shipped[key], dict)} == {
        key: set(shown[key]) for key in shown if isinstance(shown[key], dict)
    }
    assert shipped.keys() == shown.keys()


def test_its_hardware_can_be_opened() -> None:
    wiring = read("").wiring
    hardware = build(wiring)
    assert wiring.simulated and list(hardware.pads.pads) == ["left", "centre", "right"]
    hardware.close()


# A file of one's own


def test_a_file_says_only_what_differs() -> None:
    table = read('language = "de"\n[timings]\ndwell = 0.3\n[display]\nvolume = 0\n')
    assert (table.language, table[rows.DWELL], table[rows.VOLUME]) == ("de", 0.3, 0)
    assert (table[rows.CLEAR], table[rows.SIZE]) == (0.4, (1024, 600))
    assert table.zones == read("").zones


def test_every_game_is_laid_out_for_any_number_of_pads() -> None:
    for count in range(1, 9):
        pads = "".join(f'[[pads]]\nname = "pad-{n}"\n' for n in range(count))
        for game, laid in read(pads).zones.items():
            zones = games.game(game).zones
            assert [zone for stands_for in laid.values() for zone in stands_for] == list(zones)
            if count >= len(zones):
                assert max(map(len, laid.values())) == 1, "nobody needs to be asked"


def test_one_pad_stands_for_everything() -> None:
    assert read(ONE_PAD).zones["thirteen"] == {"here": ("blue", "yellow", "green")}


def test_zones_of_a_game_are_as_the_file_has_them() -> None:
    table = read('[zones.ninja]\nleft = "centre"\nright = "centre"\n')
    assert table.zones["ninja"] == {"left": ("centre",), "centre": (), "right": ("centre",)}
    assert table.zones["pot"] == read("").zones["pot"]


def test_another_backend_does_not_inherit_what_is_simulated() -> None:
    hub = read('backend = "hub"').wiring
    assert isinstance(hub, HubWiring) and [pad.name for pad in hub.pads] == ["left", "centre", "right"]
    spi = read('backend = "spi"\n[[pads]]\nname = "left"\nrst = 25\n').wiring
    assert isinstance(spi, SpiWiring)
    assert complaint('backend = "spi"') == "pads is missing: add it."


def test_any_table_can_be_put_on_a_hub() -> None:
    table = read('backend = "spi"\n[panel]\ndone = 24\n[[pads]]\nname = "left"\nrst = 25\n').with_hub(
        "/dev/hub"
    )
    assert isinstance(table.wiring, HubWiring)
    assert (table.wiring.hub.port, table.wiring.pads[0].name, table.wiring.panel.done) == (
        "/dev/hub",
        "left",
        24,
    )
    assert not Settings.of(table).simulated


def test_the_data_folder_may_be_named_from_home_or_from_the_file() -> None:
    assert read('data = "/srv/tapis"').data == Path("/srv/tapis")
    assert read('data = "kept"').data == Path("/table/kept")
    assert read('data = "~/kept"').data == Path.home() / "kept"
    assert read("").data is None


# Mistakes


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('langage = "fr"', '"langage" is no key here: did you mean language?'),
        ('language = "it"', 'language = "it" does not fit: use "fr", "en" or "de".'),
        ("display = 3", "display = 3 does not fit: use a section: write [display] and its keys below it."),
        (
            "[display]\nsize = [1024]",
            "display.size = [1024] does not fit: use width and height in pixels, as in [1024, 600].",
        ),
        (
            "[display]\nsize = [1024, 6]",
            "display.size = [1024, 6] does not fit: use width and height in pixels, as in [1024, 600].",
        ),
        (
            "[display]\nvolume = true",
            "display.volume = true does not fit: use a whole number from 0 to 100.",
        ),
        (
            "[display]\nhue = 1",
            'display: "hue" is no key here: use size, fullscreen, orientation, volume or motion.',
        ),
        (
            "[timings]\ndwell = nan",
            "timings.dwell = NaN does not fit: use a number of seconds from 0.05 to 2.",
        ),
        (
            '[kiosk]\nblank = "25:00-07:00"',
            'kiosk.blank = "25:00-07:00" does not fit: use two times of day, as in "23:30-07:00", or "".',
        ),
        (
            '[kiosk]\npin = "1234"',
            'kiosk.pin = "1234" does not fit: use what `tapis config pin` prints, or "".',
        ),
        ("zones = 1", "zones = 1 does not fit: use a section for each game, as [zones.thirteen]."),
        ("[zones]\npot = 1", 'zones.pot = 1 does not fit: use a section of pads, as left = "play".'),
        ("[zones.chess]", 'zones: "chess" is no game here: use thirteen, ninja, gamate or pot.'),
        ('[zones.pot]\nmidle = "pot"', 'zones.pot: "midle" is no pad here: use left, centre or right.'),
        (
            '[zones.pot]\nleft = "trick"',
            'zones.pot.left = "trick" does not fit: use "play" or "pot", a list of them, or [].',
        ),
        (
            '[zones.pot]\nleft = ["play", "play"]',
            'zones.pot.left = ["play", "play"] does not fit: use "play" or "pot", a list of them, or [].',
        ),
        ('[zones.pot]\nleft = "play"', "zones.pot: no pad stands for pot: add it to one of them."),
        (
            'backend = "usb"',
            'backend = "usb" is unknown: set it to one of hub, simulated or spi.',
        ),
        ("[[pads]]\nname = 2024-01-01", "pads number 1: name is a date: make it text in quotes."),
        ('[[pads]]\nname = "a\\nb"', 'pads: name = "a b" of number 1 is no name for a pad'),
        ("[spi]\nspeed = 1000000", 'spi is not a key of backend "simulated"'),
        (
            'data = "~nobody-at-all/x"',
            'data = "~nobody-at-all/x" names nobody\'s home: write the whole path.',
        ),
        ("a = [", "This is not TOML: Invalid value (at end of document); correct that."),
        (f"a = {'[' * 100_000}", "This is not TOML: its brackets go too deep."),
        (f"a = {'9' * 10_000}", "This is not TOML: a number in it is far too long."),
    ],
)
def test_a_mistake_is_one_sentence_with_its_key(text: str, sentence: str) -> None:
    assert complaint(text).startswith(sentence)


@pytest.mark.parametrize(
    ("key", "least", "most", "step"),
    [
        ("display.volume", 0, 100, 1),
        ("timings.dwell", 0.05, 2, 0.01),
        ("timings.clear", 0.1, 5, 0.01),
        ("timings.ninja_lapse", 0, 86400, 1),
        ("timings.guests_days", 1, 3650, 1),
    ],
)
def test_a_number_may_be_as_small_and_as_large_as_the_sentence_says(
    key: str, least: float, most: float, step: float
) -> None:
    for value in (least, most):
        assert read(f"{key} = {value}").values[key] == value
    for value in (least - step, most + step):
        assert complaint(f"{key} = {value}").endswith(f"from {least} to {most}.")


def test_a_long_value_is_cut_short_in_the_sentence() -> None:
    sentence = complaint(f'language = "{"x" * 500}"')
    assert sentence == f'language = "{"x" * 56}... does not fit: use "fr", "en" or "de".'


def test_a_folder_of_any_script_is_shown_as_it_is_read() -> None:
    table = read('data = "/été/🃏/\\u007f"')
    assert table.data == Path("/été/🃏/\x7f")
    assert read(written.shown(table)) == table


WORDS = st.sampled_from(["left", "centre", "fr", "hub", "spi", "blue", "flat", "23:30-07:00", "chip", "bad"])
PLAIN = st.one_of(
    st.integers(-10, 2000),
    st.integers(),
    st.booleans(),
    st.floats(),
    WORDS,
    st.text(max_size=8),
    st.dates(),
    st.times(),
)
LITERALS = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)
KEYS = st.sampled_from(
    [
        *(f"{section}.{key}" for section, keys in tomllib.loads(written.default()).items()
          if isinstance(keys, dict) for key in keys),
        *filter(None, rows.sections()), "language", "data", "backend", "pads", "panel", *backends.names(),
        "zones", "zones.ninja.left", "zones.pot.centre", "hub.port",
        "panel.done", "panel.buzzer", "spi.speed", "nonsense", "timings.nonsense",
    ]
)  # fmt: skip


def literal(value: object) -> str:
    """*value* as TOML."""
    match value:
        case dict():
            return (
                "{" + ", ".join(f"{json.dumps(key)} = {literal(item)}" for key, item in value.items()) + "}"
            )
        case list():
            return "[" + ", ".join(map(literal, value)) + "]"
        case str():
            return '"' + "".join(f"\\U{ord(letter):08x}" for letter in value) + '"'
        case datetime.date() | datetime.time():
            return value.isoformat()
        case float():
            return repr(value).replace("e+", "e")
    return str(value).lower()


def outcome(text: str) -> table_file.TableFile | str:
    try:
        return table_file.read(text, None)
    except UserError as error:
        return str(error)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.dictionaries(KEYS, LITERALS, max_size=4))
def test_any_file_makes_a_table_or_one_sentence(lines: dict[str, object]) -> None:
    made = outcome("".join(f"{key} = {literal(value)}\n" for key, value in lines.items()))
    if isinstance(made, str):
        assert made.startswith("table file: ") and "\n" not in made and made[-1] in ".?"
    else:
        assert table_file.read(written.shown(made), None) == made


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.text())
def test_any_text_makes_a_table_or_one_sentence(text: str) -> None:
    made = outcome(text)
    assert isinstance(made, table_file.TableFile) or "\n" not in made


# Where it is


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("TAPIS_DATA", raising=False)
    monkeypatch.delenv("TAPIS_TABLE", raising=False)
    return tmp_path


def write_table(home: Path, text: str) -> Path:
    path = home / "config" / "tapisvert" / "table.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return path


def test_the_file_at_the_usual_place_is_in_force(home: Path) -> None:
    assert table_file.load().path is None
    path = write_table(home, 'language = "en"')
    assert (table_file.load().path, table_file.load().language) == (path, "en")
    other = home / "other.toml"
    other.write_text('language = "de"')
    assert table_file.load(other).language == "de"


def test_the_environment_may_name_another_place_for_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_table(home, 'language = "en"')
    other = home / "other.toml"
    monkeypatch.setenv("TAPIS_TABLE", str(other))
    assert table_file.load().path is None
    other.write_text('language = "de"')
    assert (table_file.load().path, table_file.load().language) == (other, "de")


def test_data_is_kept_where_the_nearest_says(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, named = read(""), read('data = "/from/file"')
    assert table_file.data_folder(None, plain) == home / "data" / "tapisvert"
    assert table_file.data_folder(None, named) == Path("/from/file")
    monkeypatch.setenv("TAPIS_DATA", "/from/environment")
    assert table_file.data_folder(None, named) == Path("/from/environment")
    assert table_file.data_folder(Path("/from/option"), named) == Path("/from/option")


# tapis config


def test_show_prints_a_table_file(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_table(home, '[display]\nvolume = 5\n[[pads]]\nname = "only"\n')
    assert cli.main(["config", "show"]) == 0
    assert table_file.read(capsys.readouterr().out, table_file.usual_path()) == table_file.load()
    assert cli.main(["config", "show", "--default"]) == 0
    assert capsys.readouterr().out == written.default()


def test_check_says_what_a_file_means_or_what_is_wrong(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_table(home, ONE_PAD)
    assert cli.main(["config", "check"]) == 0
    out = capsys.readouterr().out
    assert f"{path} is right." in out and "thirteen: here is blue, yellow or green" in out
    path.write_text("language = 1")
    assert cli.main(["config", "check", str(path)]) == cli.USAGE_ERROR
    err = capsys.readouterr().err
    assert err == f'{path}: language = 1 does not fit: use "fr", "en" or "de".\n'


@pytest.mark.parametrize("name", ["nowhere.toml", "."])
def test_a_file_that_cannot_be_read_is_named(
    name: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["config", "check", str(home / name)]) == cli.USAGE_ERROR
    assert str(home / name) in capsys.readouterr().err


def test_a_file_in_another_encoding_is_said_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_table(home, "")
    path.write_bytes("# été".encode("latin-1"))
    assert cli.main(["config", "show"]) == cli.USAGE_ERROR
    assert capsys.readouterr().err == f"{path}: This is not text in UTF-8: save it as such.\n"


def test_path_says_where_the_file_belongs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["config", "path"]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"{home}/config/tapisvert/table.toml\n"
    assert captured.err.startswith("There is no such file")


def test_a_pin_is_kept_as_a_hash_that_only_it_fits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2468\n"))
    assert cli.main(["config", "pin"]) == 0
    line = capsys.readouterr().out
    kept = read(f"[kiosk]\n{line}")[rows.PIN]
    assert "2468" not in kept
    assert pin.fits("2468", kept) and not pin.fits("2469", kept)
    assert pin.fits("anything", "")
    for bad in ("12", "123456789", "12a4", "١٢٣٤"):
        with pytest.raises(UserError, match="4 to 8 digits"):
            pin.hashed(bad, b"12345678")


# What the documentation says


def test_the_examples_of_the_documentation_are_right() -> None:
    page = (Path(__file__).parents[3] / "docs" / "table-file.md").read_text()
    first, zones, _deck = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert isinstance(read(first).wiring, HubWiring)
    assert read(zones).zones["thirteen"] == {"left": ("green",), "centre": ("yellow", "blue"), "right": ()}


def test_the_documentation_has_every_key_as_its_row_says() -> None:
    page = (Path(__file__).parents[3] / "docs" / "table-file.md").read_text("utf-8")
    advice = "run: python -m controller.settings.written docs/table-file.md"
    assert page == written.documented(page), advice
