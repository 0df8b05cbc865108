"""The rules of the four games, as values: state + move → state + events, or a refusal.

Pure Python of the standard library: no clock, file, thread, global random or hardware.
"""
