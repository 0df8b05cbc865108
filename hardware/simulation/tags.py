"""Tags with the state machine of ISO 14443-3 type A: what they hear, what they answer, what they forget.

    tag = Tag("04a1b2c3d4e5f6")           # 4, 7 or 10 bytes
    tag.power_up()
    tag.receive(b"\\x26", 7)               # REQA -> the symbols of the ATQA; the tag is READY

An answer is a list of symbols as they go over the air, bit by bit, least significant first, each byte
followed by its odd parity; None is silence. A tag speaks of nothing but its selection: reading memory is not
modelled, and drops it to IDLE as any command does that an ACTIVE tag does not know.
"""

POWER_OFF, IDLE, READY, ACTIVE = "power-off", "idle", "ready", "active"
HALT, READY_STAR, ACTIVE_STAR = "halt", "ready*", "active*"

_REQA = 0x26
_WUPA = 0x52
_LEVELS = (0x93, 0x95, 0x97)
_CASCADE_TAG = 0x88
_CASCADE_SAK = 0x04


def crc16(data: bytes, preset: int = 0x6363) -> int:
    """The CRC of ISO/IEC 13239 as CRC_A uses it, bit by bit; the low byte goes first."""
    crc = preset
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc


def with_crc(data: bytes) -> bytes:
    crc = crc16(data)
    return data + bytes([crc & 0xFF, crc >> 8])


def symbols(data: bytes) -> list[int]:
    """*data* as it goes over the air."""
    out = []
    for byte in data:
        bits = [byte >> bit & 1 for bit in range(8)]
        out += bits
        out.append(1 ^ sum(bits) & 1)
    return out


class Tag:
    def __init__(self, uid: str, sak: int | None = None) -> None:
        raw = bytes(int(uid[i : i + 2], 16) for i in range(0, len(uid), 2))
        if len(uid) % 2 or len(raw) not in (4, 7, 10):
            raise ValueError(f"UID {uid!r} has {len(uid)} hex digits; tags have 8, 14 or 20.")
        self.uid = uid.lower()
        self.state = POWER_OFF
        self._level = 0
        parts = []
        while len(raw) > 4:
            parts.append(bytes([_CASCADE_TAG]) + raw[:3])
            raw = raw[3:]
        parts.append(raw)
        self._parts = [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in parts]
        self._answers = [symbols(part) for part in self._parts]
        if sak is None:
            sak = 0x08 if len(parts) == 1 else 0x00  # MIFARE Classic, NTAG
        self._saks = [symbols(with_crc(bytes([_CASCADE_SAK])))] * (len(parts) - 1)
        self._saks.append(symbols(with_crc(bytes([sak]))))
        self._atqa = symbols(bytes([(0x04, 0x44, 0x84)[len(parts) - 1], 0x00]))

    def power_up(self) -> None:
        self.state = IDLE
        self._level = 0

    def power_off(self) -> None:
        self.state = POWER_OFF

    def receive(self, data: bytes, last_bits: int = 0, garbled: bool = False) -> list[int] | None:
        """Hear a frame, only *last_bits* of its last byte unless 0; *garbled*: its parity was wrong."""
        state = self.state
        if state == POWER_OFF:
            return None
        short = len(data) == 1 and last_bits == 7 and not garbled
        if state in (IDLE, HALT):
            if short and (data[0] == _WUPA or (data[0] == _REQA and state == IDLE)):
                self.state = READY if state == IDLE else READY_STAR
                self._level = 0
                return self._atqa
            return None
        if not garbled and not short:
            if state in (READY, READY_STAR):
                if data[0] == _LEVELS[self._level] and len(data) > 1:
                    return self._select(data, last_bits)
            elif last_bits == 0 and data == _HLTA:
                self.state = HALT
                return None
        self._fall_back()
        return None

    def _fall_back(self) -> None:
        self.state = HALT if self.state in (READY_STAR, ACTIVE_STAR) else IDLE

    def _select(self, data: bytes, last_bits: int) -> list[int] | None:
        """ANTICOLLISION and SELECT of this level, in state READY or READY*."""
        part = self._parts[self._level]
        whole, odd = (data[1] >> 4) - 2, data[1] & 0x0F
        if data[1] == 0x70:
            if last_bits == 0 and data == with_crc(data[:2] + part):
                sak = self._saks[self._level]
                if self._level + 1 < len(self._parts):
                    self._level += 1
                else:
                    self.state = ACTIVE if self.state == READY else ACTIVE_STAR
                return sak
        elif odd == last_bits and len(data) == 2 + whole + (odd > 0) and (whole < 4 or odd == 0):
            others = data[2 : 2 + whole] != part[:whole]
            if others or (odd and (data[2 + whole] ^ part[whole]) & ((1 << odd) - 1)):
                return None  # the tags meant here are others; this one stays READY and silent
            return self._answers[self._level][whole * 9 + odd :]
        self._fall_back()
        return None


_HLTA = with_crc(b"\x50\x00")
