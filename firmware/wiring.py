"""The hub's wiring file: which pins the readers and rim lights are soldered to.

    wiring = parse(open("wiring.txt").read())
    wiring.pads[0].cs

One line for the bus and one for each pad, in the order in which the hub numbers them:

    spi 0 sck 18 mosi 19 miso 16 khz 1000
    pad cs 17 rst 20 gain 38 light 2 3 4    # pins of red, green and blue; a pad may go without
    pad cs 21 rst 22 light 5 6 7 anode      # an LED whose common lead goes to 3.3 V

Every mistake is one sentence that names the line.
"""

from collections import namedtuple

from firmware.mfrc522 import GAINS_DB

Wiring = namedtuple("Wiring", ("bus", "sck", "mosi", "miso", "khz", "pads"))
Pad = namedtuple("Pad", ("cs", "rst", "gain", "light", "anode"))  # light is () or (red, green, blue)

MAX_PADS = 8

# Which pins of the RP2040 can serve which SPI bus (datasheet 1.4.3), by bus.
_SCK = ((2, 6, 18, 22), (10, 14, 26))
_MOSI = ((3, 7, 19), (11, 15, 27))
_MISO = ((0, 4, 16, 20), (8, 12, 28))


class WiringFileError(ValueError):
    """The message is a sentence that names the line and what to do."""


def parse(text: str) -> Wiring:
    """The wiring that *text* describes, or WiringFileError."""
    bus = None
    pads = []
    taken = {}  # pin: what it is used for
    number = 0
    for line in text.split("\n"):
        number += 1
        words = line.split("#")[0].split()
        if not words:
            continue
        where = "wiring line %d" % number
        if words[0] == "spi":
            if bus:
                raise WiringFileError("%s: there is one spi line already; keep one." % where)
            bus = _spi(words[1:], where, taken)
        elif words[0] == "pad":
            pads.append(_pad(words[1:], where, "pad %d" % (len(pads) + 1), taken))
        else:
            raise WiringFileError("%s: it begins with '%s'; begin it with spi or pad." % (where, words[0]))
    if bus is None:
        raise WiringFileError(
            "the wiring has no spi line; add one like: spi 0 sck 18 mosi 19 miso 16 khz 1000"
        )
    if not 1 <= len(pads) <= MAX_PADS:
        raise WiringFileError("the wiring has %d pad lines; a hub takes 1 to %d." % (len(pads), MAX_PADS))
    return Wiring(*bus, tuple(pads))


def _spi(words: list[str], where: str, taken: dict[int, str]) -> tuple:
    bus = _number(words[:1], where, "spi")
    if bus not in (0, 1):
        raise WiringFileError("%s: spi is %d; a Pico has spi 0 and spi 1." % (where, bus))
    keys = _keys(words[1:], where, {"sck": 1, "mosi": 1, "miso": 1, "khz": 1})
    pins = []
    for key, fit in (("sck", _SCK[bus]), ("mosi", _MOSI[bus]), ("miso", _MISO[bus])):
        pin = _number(keys.get(key, []), where, key)
        if pin not in fit:
            what = "%s of spi %d cannot be pin %d" % (key, bus, pin)
            raise WiringFileError("%s: %s; use one of %s." % (where, what, _listed(fit)))
        pins.append(_take(pin, where, key, taken))
    khz = _number(keys.get("khz", ["1000"]), where, "khz")
    if not 100 <= khz <= 10000:
        raise WiringFileError("%s: khz is %d; a reader takes 100 to 10000." % (where, khz))
    return (bus, pins[0], pins[1], pins[2], khz)


def _pad(words: list[str], where: str, name: str, taken: dict[int, str]) -> Pad:
    keys = _keys(words, where, {"cs": 1, "rst": 1, "gain": 1, "light": 3, "anode": 0})
    cs = _take(_number(keys.get("cs", []), where, "cs"), where, name + " cs", taken)
    rst = _take(_number(keys.get("rst", []), where, "rst"), where, name + " rst", taken)
    gain = _number(keys.get("gain", ["38"]), where, "gain")
    if gain not in GAINS_DB:
        raise WiringFileError("%s: gain is %d dB; use one of %s." % (where, gain, _listed(sorted(GAINS_DB))))
    light = []
    for word in keys.get("light", []):
        pin = _take(_number([word], where, "light"), where, name + " light", taken)
        for other in taken:
            # Pins 16 apart hang on one PWM channel (datasheet 4.5.2): one would shine like the other.
            if other != pin and other % 16 == pin % 16 and taken[other].endswith("light"):
                raise WiringFileError("%s: pins %d and %d cannot dim apart; move one." % (where, pin, other))
        light.append(pin)
    return Pad(cs, rst, gain, tuple(light), "anode" in keys)


def _keys(words: list[str], where: str, sizes: dict[str, int]) -> dict[str, list[str]]:
    """`cs 17 light 2 3 4` as {"cs": ["17"], "light": ["2", "3", "4"]}."""
    keys = {}
    while words:
        key = words[0]
        if key not in sizes:
            raise WiringFileError("%s: '%s' is not one of %s." % (where, key, ", ".join(sorted(sizes))))
        if key in keys:
            raise WiringFileError("%s: %s is there twice; keep one." % (where, key))
        size = sizes[key]
        if len(words) <= size:
            raise WiringFileError("%s: %s wants %d number(s)." % (where, key, size))
        keys[key] = words[1 : 1 + size]
        words = words[1 + size :]
    return keys


def _number(words: list[str], where: str, key: str) -> int:
    if not words:
        raise WiringFileError("%s: %s is missing." % (where, key))
    if not words[0].isdigit():
        raise WiringFileError("%s: %s is '%s'; it must be a number." % (where, key, words[0]))
    return int(words[0])


def _take(pin: int, where: str, use: str, taken: dict[int, str]) -> int:
    if not (0 <= pin <= 22 or 26 <= pin <= 28):
        raise WiringFileError("%s: %s is pin %d; a Pico has 0 to 22 and 26 to 28." % (where, use, pin))
    if pin in taken:
        raise WiringFileError("%s: pin %d is both %s and %s; move one." % (where, pin, taken[pin], use))
    taken[pin] = use
    return pin


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join([str(number) for number in numbers])
