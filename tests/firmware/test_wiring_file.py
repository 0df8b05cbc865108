"""The hub's wiring file: a good one is understood, a bad one gets one sentence that names the line."""

from pathlib import Path

import pytest

import firmware
from firmware.wiring import MAX_PADS, Pad, WiringFileError, parse

SPI = "spi 0 sck 18 mosi 19 miso 16 khz 1000\n"


def test_the_wiring_that_is_shipped_has_three_pads_with_lights() -> None:
    wiring = parse((Path(firmware.__file__).parent / "wiring.txt").read_text())
    assert wiring[:5] == (0, 18, 19, 16, 1000)
    assert wiring.pads == (
        Pad(17, 20, 38, (2, 3, 4), False),
        Pad(21, 22, 38, (5, 6, 7), False),
        Pad(26, 27, 38, (8, 9, 10), False),
    )


def test_the_fourth_pad_it_suggests_works() -> None:
    text = (Path(firmware.__file__).parent / "wiring.txt").read_text()
    assert len(parse(text.replace("# a fourth one: ", "")).pads) == 4


def test_what_is_left_out_has_a_sensible_value() -> None:
    wiring = parse("pad rst 20 cs 17  # no light\n\nspi 1 sck 10 mosi 11 miso 12")
    assert wiring.khz == 1000
    assert wiring.pads == (Pad(17, 20, 38, (), False),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the wiring has no spi line; add one like: spi 0 sck 18 mosi 19 miso 16 khz 1000"),
        (SPI, "the wiring has 0 pad lines; a hub takes 1 to 8."),
        (SPI + SPI, "wiring line 2: there is one spi line already; keep one."),
        ("bus 0", "wiring line 1: it begins with 'bus'; begin it with spi or pad."),
        ("spi 2", "wiring line 1: spi is 2; a Pico has spi 0 and spi 1."),
        ("spi", "wiring line 1: spi is missing."),
        ("spi 0 sck 18 mosi 19", "wiring line 1: miso is missing."),
        (
            "spi 0 sck 17 mosi 19 miso 16",
            "wiring line 1: sck of spi 0 cannot be pin 17; use one of 2, 6, 18, 22.",
        ),
        (SPI.replace("1000", "20000"), "wiring line 1: khz is 20000; a reader takes 100 to 10000."),
        (SPI + "pad cs 17", "wiring line 2: rst is missing."),
        (SPI + "pad cs 17 rst", "wiring line 2: rst wants 1 number(s)."),
        (SPI + "pad cs 17 rst x", "wiring line 2: rst is 'x'; it must be a number."),
        (
            SPI + "pad cs 17 rst 20 colour 3",
            "wiring line 2: 'colour' is not one of anode, cs, gain, light, rst.",
        ),
        (SPI + "pad cs 17 cs 20", "wiring line 2: cs is there twice; keep one."),
        (SPI + "pad cs 17 rst 18", "wiring line 2: pin 18 is both sck and pad 1 rst; move one."),
        (SPI + "pad cs 17 rst 23", "wiring line 2: pad 1 rst is pin 23; a Pico has 0 to 22 and 26 to 28."),
        (
            SPI + "pad cs 17 rst 20 gain 40",
            "wiring line 2: gain is 40 dB; use one of 18, 23, 33, 38, 43, 48.",
        ),
        (SPI + "pad cs 17 rst 20 light 2 3", "wiring line 2: light wants 3 number(s)."),
        (SPI + "pad cs 17 rst 20 light 5 6 21", "wiring line 2: pins 21 and 5 cannot dim apart; move one."),
        (
            SPI + "pad cs 17 rst 20\n# remark\npad cs 17 rst 22",
            "wiring line 4: pin 17 is both pad 1 cs and pad 2 cs; move one.",
        ),
    ],
)
def test_a_mistake_gets_one_sentence_that_names_the_line(text: str, sentence: str) -> None:
    with pytest.raises(WiringFileError) as caught:
        parse(text)
    assert str(caught.value) == sentence
    assert len(sentence) <= 120  # what a line of the protocol carries


def test_a_hub_takes_so_many_pads_and_no_more() -> None:
    pins = [0, 1, *range(2, 16), 17, 20, 21, 22, 26, 27, 28]
    lines = [f"pad cs {pins[2 * n]} rst {pins[2 * n + 1]}\n" for n in range(MAX_PADS + 1)]
    assert len(parse(SPI + "".join(lines[:MAX_PADS])).pads) == MAX_PADS
    with pytest.raises(WiringFileError, match="9 pad lines"):
        parse(SPI + "".join(lines))
