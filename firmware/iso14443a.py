"""Which ISO 14443A tags are in the field: anticollision, selection and halting of each, over an MFRC522.

    seen = inventory(chip)                # field on, at most 4 tags or 60 ms, field off
    if seen.fault == SILENT: ...          # the reader is dead or unplugged; the rest says nothing
    elif seen.complete: print(seen.uids)  # [b'\\x04\\xa2...'], and nobody else as far as RF can tell

A UID counts only after its SELECT was answered by a SAK whose CRC_A is right: bits gone wrong on the air end in a
SELECT that nobody answers, never in another UID.

Names for others: inventory, Inventory, SILENT, UNKNOWN_CHIP, crc_a.
"""

from firmware.mfrc522 import ANSWER, COLLISION, KNOWN_VERSIONS, STUCK, TIMEOUT, const

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

    `uids` (list of bytes, in the order found), `complete` (the scan ended in a clean time-out: nobody else is
    there, as far as RF can tell; never after a reply that stayed unreadable, which is presence),
    `timeouts` (requests nobody answered), `errors` (replies that could not be read, and tags that fell silent
    while being selected: presence without identity), `collisions` (several tags, whatever `uids` says),
    `fault` (None, SILENT: reader dead, nothing known; UNKNOWN_CHIP: a warning, the rest is good) and
    `was_reset` (the reader had locked up and was reset in this scan).
    """

    def __init__(self):
        self.uids = []
        self.complete = False
        self.timeouts = 0
        self.errors = 0
        self.collisions = 0
        self.fault = None
        self.was_reset = False
