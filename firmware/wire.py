"""The link between the pad hub and the table: lines of ASCII with a direction mark and a CRC, both ways.

    receiver = Receiver(FROM_HUB)
    for message in receiver.feed(b"<S 17 0 04a1b2c3 1 230 9 0 0*ed89\\n"): ...
    port.write(encode(Shine(0, RimLight(0, 255, 0, "steady"))))

PROTOCOL.md says what each message means. Pure: no port, no clock; the same file serves both ends.
"""

from collections import namedtuple

from firmware.lights import PATTERNS, RimLight

VERSION = 1

FROM_HUB = "<"
FROM_HOST = ">"

MAX_LINE = 160  # with its newline; a longer run of bytes without one is noise
LIMIT = 9999999  # numbers are cut off here: as milliseconds, more than two and a half hours
READER_STATES = ("ok", "unknown-chip", "silent")

# host to hub
Hail = namedtuple("Hail", ("version", "beat"))
Shine = namedtuple("Shine", ("pad", "light"))  # a RimLight
Hold = namedtuple("Hold", ())

# hub to host; `beat` is the number of the last hail the hub has heard
Hello = namedtuple("Hello", ("version", "beat", "pads", "uptime", "build"))
Seen = namedtuple("Seen", ("beat", "pad", "uids", "complete", "age", "scans", "errors", "collisions"))
Reader = namedtuple("Reader", ("beat", "pad", "state", "chip", "resets"))
Trouble = namedtuple("Trouble", ("beat", "text"))

# either way: a hail or hello of a version we do not speak, of which only this much is fixed
OtherVersion = namedtuple("OtherVersion", ("version", "beat"))

# what `take` says instead of a message
NEED_MORE = "need more"
CORRUPT = "corrupt"
ECHO = "echo"


def _read_number(word: str) -> int:
    if not word.isdigit() or len(word) > 7:
        raise ValueError(word)
    return int(word)


def _hex(word: str, size: int) -> bytes:
    value = bytes.fromhex(word)
    if len(value) != size or value.hex() != word:  # fromhex() takes capitals and spaces, we do not
        raise ValueError(word)
    return value


def _read_light(text: str) -> RimLight:
    red, green, blue, pattern = text.split(" ")
    return RimLight(_hex(red, 1)[0], _hex(green, 1)[0], _hex(blue, 1)[0], PATTERNS[PATTERNS.index(pattern)])


def _read_uids(word: str) -> tuple[bytes, ...]:
    return () if word == "-" else tuple([_hex(uid, len(uid) // 2) for uid in word.split(",")])


def _write_text(text: str) -> str:
    """Sentences are for people: what the line cannot carry becomes a question mark."""
    return "".join([c if " " <= c <= "~" and c not in "<>*" else "?" for c in text])[:120]


# How a field is written and how it is read; reading raises ValueError.
_NUMBER = (lambda value: str(min(value, LIMIT)), _read_number)
_FLAG = (lambda value: "1" if value else "0", lambda word: ("0", "1").index(word) == 1)
_BYTE = (lambda value: "%02x" % value, lambda word: _hex(word, 1)[0])
_UIDS = (lambda uids: ",".join([uid.hex() for uid in uids]) or "-", _read_uids)
_STATE = (str, lambda word: READER_STATES[READER_STATES.index(word)])
_TEXT = (_write_text, _write_text)
_LIGHT = (lambda light: "%02x %02x %02x %s" % tuple(light), _read_light)
_MANY_WORDS = (_TEXT, _LIGHT)  # the rest of a line

_FORMS = (
    (">H", Hail, (_NUMBER, _NUMBER)),
    (">L", Shine, (_NUMBER, _LIGHT)),
    (">M", Hold, ()),
    ("<H", Hello, (_NUMBER, _NUMBER, _NUMBER, _NUMBER, _TEXT)),
    ("<S", Seen, (_NUMBER, _NUMBER, _UIDS, _FLAG, _NUMBER, _NUMBER, _NUMBER, _NUMBER)),
    ("<R", Reader, (_NUMBER, _NUMBER, _STATE, _BYTE, _NUMBER)),
    ("<E", Trouble, (_NUMBER, _TEXT)),
)
_BY_HEAD = {form[0]: form for form in _FORMS}
_BY_TYPE = {form[1]: form for form in _FORMS}

# CRC-16 with polynomial 0x1021 and start value 0xffff, four bits at a time.
_CRC = tuple([0x1021 * i for i in range(16)])


def crc16(data: bytes) -> int:
    crc = 0xFFFF
    for byte in data:
        crc = ((crc << 4) & 0xFFFF) ^ _CRC[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ _CRC[(crc >> 12) ^ (byte & 15)]
    return crc


def encode(message) -> bytes:
    """The line that carries *message*, newline and all."""
    head, _, fields = _BY_TYPE[type(message)]
    words = [head] + [fields[i][0](message[i]) for i in range(len(fields))]
    body = " ".join(words).encode()
    return body + b"*%04x\n" % crc16(body)


def decode(body: str) -> object:
    """The message in *body*, a line without its CRC; ValueError for what is none."""
    words = body.split(" ")
    if words[0][1:] == "H" and len(words) > 2 and _read_number(words[1]) != VERSION:
        return OtherVersion(_read_number(words[1]), _read_number(words[2]))
    if words[0] not in _BY_HEAD:
        raise ValueError(body)
    _, kind, fields = _BY_HEAD[words[0]]
    if fields and fields[-1] in _MANY_WORDS:
        words = body.split(" ", len(fields))
    if len(words) != len(fields) + 1:
        raise ValueError(body)
    return kind(*[fields[i][1](words[i + 1]) for i in range(len(fields))])


def take(buffer: bytes, mark: str) -> tuple[int, object]:
    """How many bytes at the head of *buffer* are dealt with, and what they were.

    A message that came from *mark*'s side; or NEED_MORE (and 0 bytes); or CORRUPT; or ECHO, a line of our
    own that came back. A line begins at the last mark before its newline, so that neither noise nor the
    stump of a cut line takes a good one with it.
    """
    end = buffer.find(b"\n")
    if end < 0:
        if len(buffer) < MAX_LINE:
            return 0, NEED_MORE
        return _last_mark(buffer) or len(buffer), CORRUPT
    line = bytes(buffer[:end])
    if line[-1:] == b"\r":  # a terminal was here
        line = line[:-1]
    start = _last_mark(line)
    if line[start : start + 1] not in (b"<", b">") or line[-5:-4] != b"*":
        return end + 1, CORRUPT
    body = line[start:-5]
    if len(line) - start >= MAX_LINE or b"%04x" % crc16(body) != line[-4:]:
        return end + 1, CORRUPT
    if line[start] != ord(mark):
        return end + 1, ECHO
    try:
        return end + 1, decode(body.decode())
    except ValueError:  # a UnicodeError is one
        return end + 1, CORRUPT


def _last_mark(data: bytes) -> int:
    return max(data.rfind(b"<"), data.rfind(b">"), 0)


class Receiver:
    """Bytes in, messages out; counts what it had to drop."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.corrupt = 0
        self.echoes = 0
        self._buffer = b""

    def feed(self, data: bytes) -> list[object]:
        messages = []
        self._buffer += data
        while True:
            used, what = take(self._buffer, self.mark)
            if not used:
                return messages
            self._buffer = self._buffer[used:]
            if what is CORRUPT:
                self.corrupt += 1
            elif what is ECHO:
                self.echoes += 1
            else:
                messages.append(what)
