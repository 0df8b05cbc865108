"""A reader in software, down to its registers: an MFRC522, tags, the field between them, the bus, their time.

    clock = Clock()
    field = Field(clock, Dice(7), TYPICAL)
    chip = Chip(field, clock)
    reader = driver(Spi(), chip)            # firmware/mfrc522.py over firmware/spi.py, as on a Pico
    reader.start()
    field.put(Tag("04a1b2c3d4e5f6"))
    inventory(reader).uids

`chip_pads` puts these together, `bus` puts the real `mfrc522` package on the chip; all other modules import
under MicroPython as well.
"""
