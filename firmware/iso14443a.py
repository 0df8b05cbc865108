"""Which ISO 14443A tags are in the field: anticollision, selection and halting of each, over an MFRC522.

    seen = inventory(chip)                # field on, at most 4 tags or 60 ms, field off
    if seen.fault == SILENT: ...          # the reader is dead or unplugged; the rest says nothing
    elif seen.complete: print(seen.uids)  # [b'\\x04\\xa2...'], and no other tag as far as RF can tell

A UID counts only after its SELECT was answered by a SAK whose CRC_A is right: bits gone wrong on the air end
in a SELECT that no tag answers, never in another UID.
"""

from firmware.mfrc522 import ANSWER, COLLISION, ERROR, KNOWN_VERSIONS, TIMEOUT, StuckError, const

# Inventory.fault; the words are those of hardware.pads.Fault.
SILENT = "silent"
UNKNOWN_CHIP = "unknown-chip"

_REQA = const(0x26)
_HLTA = const(0x50)
_SELECT = (0x93, 0x95, 0x97)  # cascade levels 1 to 3: UIDs of 4, 7 and 10 bytes
_CASCADE_TAG = const(0x88)
_CASCADE_BIT = const(0x04)  # of the SAK: the UID goes on at the next level
_UID_BITS = const(32)  # per level; the BCC follows

# Bits on air of the answers: start bit, then nine for each byte.
_ATQA_BITS = const(19)
_UID_CL_BITS = const(46)
_SAK_BITS = const(28)


class Inventory:
    """What one scan of a pad saw.

    `uids` (list of bytes, in the order found), `complete` (the scan ended in a clean time-out: no other is
    there, as far as RF can tell; never after a reply that stayed unreadable, which is presence),
    `errors` (replies that could not be read, and tags that fell silent while being selected: presence without
    identity), `collisions` (several tags, whatever `uids` says) and `fault` (None; SILENT: reader dead,
    nothing known; UNKNOWN_CHIP: a warning, the rest is good).
    """

    def __init__(self):
        self.uids = []
        self.complete = False
        self.errors = 0
        self.collisions = 0
        self.fault = None


def crc_a(data, count):
    """CRC_A of the first *count* bytes, as a number whose low byte goes first on the air."""
    crc = 0x6363
    for i in range(count):
        byte = data[i] ^ (crc & 0xFF)
        byte ^= (byte << 4) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return crc


def inventory(chip, limit=4, budget_ms=60):
    """Scan the pad once: the field is off before and after, so every tag starts afresh.

    Ends with a clean time-out, *limit* tags, or *budget_ms* after the tags had power, whichever comes first;
    only the first of these makes it complete. A chip that got stuck is reset and the scan made once more.
    """
    resets = chip.resets
    alive = chip.awake()
    seen = Inventory()
    while alive:
        try:
            chip.field_on()
            _Scan(chip, seen, budget_ms).run(limit)
            chip.field_off()
            break
        except StuckError:
            chip.field_off()
            seen = Inventory()
            alive = chip.resets == resets and chip.recover()
    if not alive:
        seen.fault = SILENT
    elif chip.version not in KNOWN_VERSIONS:
        seen.fault = UNKNOWN_CHIP
    return seen


class _Scan:
    """One scan under way: fills an Inventory."""

    def __init__(self, chip, seen, budget_ms):
        self.chip = chip
        self.seen = seen
        self.began = chip.ticks_us()
        self.budget_us = budget_ms * 1000

    def in_time(self):
        return self.chip.elapsed_us(self.began) < self.budget_us

    def run(self, limit):
        seen = self.seen
        unread = False  # a reply has not led to a UID yet
        again = False
        while len(seen.uids) < limit and self.in_time():
            self.chip.tx[0] = _REQA
            outcome = self.ask(1, 7, 0, _ATQA_BITS)
            if outcome == TIMEOUT:
                if not again:
                    seen.complete = not unread
                    return
                # A failed selection leaves its tag READY or ACTIVE, where it ignores one request and drops to
                # IDLE: this silence proves nothing, the next one does.
                again = False
                continue
            if outcome == ERROR:
                seen.errors += 1
            uid = self.select()
            unread = again = uid is None
            if uid is not None:
                if uid not in seen.uids:
                    seen.uids.append(uid)
                self.halt()

    def ask(self, count, last_bits, align, answer_bits):
        outcome = self.chip.exchange(count, last_bits, align, answer_bits)
        if outcome == COLLISION:
            self.seen.collisions += 1
        return outcome

    def select(self):
        """The UID of one of the tags that answered the request, now ACTIVE, or None."""
        tx = self.chip.tx
        uid = b""
        for level in _SELECT:
            if not self.resolve(level):
                return None
            sak = self.take()
            if sak is None:
                return None
            if not sak & _CASCADE_BIT:
                return uid + bytes(tx[2:6])
            if tx[2] != _CASCADE_TAG:
                break
            uid += bytes(tx[3:6])
        self.seen.errors += 1  # a cascade that has no end, or does not look like one
        return None

    def resolve(self, level):
        """Single out one tag, bit by bit; True when tx[2:7] holds its UID of this level with a right BCC."""
        chip = self.chip
        tx = chip.tx
        rx = chip.rx
        known = 0
        tx[0] = level
        for i in range(2, 7):
            tx[i] = 0
        while self.in_time():
            whole = known >> 3
            odd = known & 7
            tx[1] = (2 + whole) << 4 | odd
            outcome = self.ask(2 + whole + (odd > 0), odd, odd, _UID_CL_BITS - 9 * whole)
            if outcome != ANSWER and outcome != COLLISION:
                break
            if chip.length > 5 - whole:
                break
            mask = (1 << odd) - 1
            rx[0] = rx[0] & ~mask | tx[2 + whole] & mask
            for i in range(chip.length):
                tx[2 + whole + i] = rx[i]
            if outcome == ANSWER:
                if chip.length == 5 - whole and tx[2] ^ tx[3] ^ tx[4] ^ tx[5] == tx[6]:
                    return True
                break
            # The position counts from the first bit of rx[0], alignment included.
            collided = whole * 8 + chip.collision
            if not known < collided <= min(whole * 8 + chip.length * 8, _UID_BITS):
                break
            # Follow the tags with a 1 there; the others wait for a later request.
            known = collided
            tx[2 + (known - 1 >> 3)] |= 1 << (known - 1 & 7)
        self.seen.errors += 1
        return False

    def take(self):
        """SELECT what resolve() left in tx: the SAK, or None."""
        chip = self.chip
        rx = chip.rx
        chip.tx[1] = 0x70
        self.close(7)
        outcome = self.ask(9, 0, 0, _SAK_BITS)
        if outcome == ANSWER and chip.length == 3 and crc_a(rx, 1) == rx[1] | rx[2] << 8:
            return rx[0]
        self.seen.errors += 1
        return None

    def halt(self):
        self.chip.tx[0] = _HLTA
        self.chip.tx[1] = 0
        self.close(2)
        self.chip.tell(4)

    def close(self, count):
        """Append CRC_A to the first *count* bytes to send."""
        crc = crc_a(self.chip.tx, count)
        self.chip.tx[count] = crc & 0xFF
        self.chip.tx[count + 1] = crc >> 8
