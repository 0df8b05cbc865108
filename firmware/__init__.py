"""The pad hub's firmware for a Raspberry Pi Pico, and the driver core it shares with the Pi.

Every module runs unchanged on MicroPython and on CPython.
"""
