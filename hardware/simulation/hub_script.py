"""A simulated hub driven by lines of text; each gets exactly one line of answer, `ok ...` or `error ...`.

script = Script(hub)
script.answer("put 04a1b2c3d4e5f6 1")      # "ok 04a1b2c3d4e5f6 lies on pad 1"
script.answer("put 04a1b2c3d4e5f6 9")      # "error there is no pad 9; the pads are 1 to 3"
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from hardware.pads import HardwareError
from hardware.simulation.hub import ENUMERATION_S, ESCAPE_S, HubSimulator


class ScriptError(HardwareError, ValueError):
    """A line that cannot be done: the message says why, and what could."""


_LEFT_OUT = {"[MS]": "150", "[SECONDS]": "1", "[BYTES]": "100"}  # what stands for a word that is not said


class Script:
    """`done` after `quit`; an answer may be given once the hub's time is `wait_until`."""

    def __init__(self, hub: HubSimulator) -> None:
        self._hub = hub
        self.done = False
        self.wait_until = 0.0
        self._words: dict[str, Callable[[str], Any]] = {
            "UID": self._free,
            "PAD": self._pad,
            "UID|PAD": self._pile,
            "MS": partial(_whole, "milliseconds", 60_000),
            "SECONDS": partial(_number, "seconds", 3600),
            "BYTES": partial(_whole, "bytes", 4000),
            "NUMBER": partial(_whole, "version", 999),
        }
        # What follows the verb, what it does, and the answer, unless that comes from what it does.
        self._verbs: dict[str, tuple[str, Callable[..., str | None], str]] = {
            "put": ("UID PAD", hub.put, "{} lies on pad {}"),
            "lift": ("UID|PAD", self._lift, ""),
            "move": ("UID PAD", self._move, "{} lies on pad {}"),
            "hover": ("UID PAD MS", hub.hover, "{} hovers over pad {} for {} ms"),
            "flicker": ("PAD [MS]", hub.flicker, "what lies on pad {} is out of reach for {} ms"),
            "silence": ("SECONDS", hub.line.silence, "nothing passes for {:g} s"),
            "echo": ("[SECONDS]", hub.line.echo, "everything comes back for {:g} s"),
            "truncate": ("", hub.line.truncate, "the next thing the hub says is cut off"),
            "noise": ("[BYTES]", hub.line.add_noise, "{} bytes of noise each way"),
            "reboot": ("", self._reboot, ""),
            "unplug": ("", self._unplug, "the hub is unplugged"),
            "plug": ("", self._plug, ""),
            "dead": ("PAD", hub.dead, "the reader of pad {} does not answer"),
            "revive": ("PAD", hub.revive, "the reader of pad {} answers again"),
            "lockup": ("PAD", hub.lock_up, "the reader of pad {} is stuck until it is reset"),
            "version": ("NUMBER", hub.line.speak, "the hub speaks version {}"),
            "pads": ("", self._pads, ""),
            "lights": ("", self._lights, ""),
            "wait": ("SECONDS", self._wait, "{:g} s have passed"),
            "help": ("", self._help, ""),
            "quit": ("", self._quit, "bye"),
        }

    def answer(self, line: str) -> str:
        try:
            return f"ok {self._do(line.split())}"
        except ScriptError as error:
            return f"error {error}"

    def _do(self, said: list[str]) -> str:
        if not said:
            raise ScriptError("an empty line says nothing; help lists the verbs")
        verb, *given = said
        if verb not in self._verbs:
            raise ScriptError(f"there is no verb {verb!r}; help lists them")
        usage, act, done = self._verbs[verb]
        words = usage.split()
        given += [_LEFT_OUT[word] for word in words[len(given) :] if word in _LEFT_OUT]
        if len(given) != len(words):
            raise ScriptError(f"say it as: {verb} {usage}".rstrip())
        readers = self._words | ({"UID": self._lying} if verb == "move" else {})
        values = [readers[word.strip("[]")](text) for word, text in zip(words, given, strict=True)]
        return act(*values) or done.format(*values)

    # What a line says.

    def _pad(self, word: str) -> int:
        count = len(self._hub.board.fields)
        if not word.isdecimal() or not 1 <= int(word) <= count:
            raise ScriptError(f"there is no pad {word}; the pads are 1 to {count}")
        return int(word)

    def _uid(self, word: str) -> str:
        if not re.fullmatch(r"(?:[0-9a-fA-F]{2}){4}(?:(?:[0-9a-fA-F]{2}){3}){0,2}", word):
            raise ScriptError(f"{word} is not a UID; those have 8, 14 or 20 hexadecimal digits")
        return word.lower()

    def _free(self, word: str) -> str:
        uid = self._uid(word)
        if uid in self._hub.lying:
            raise ScriptError(f"{uid} lies on pad {self._hub.lying[uid]} already; lift or move it")
        return uid

    def _lying(self, word: str) -> str:
        uid = self._uid(word)
        if uid not in self._hub.lying:
            raise ScriptError(f"{uid} lies on no pad")
        return uid

    def _pile(self, word: str) -> list[str]:
        if len(word) >= 8:
            return [self._lying(word)]
        pad = self._pad(word)
        if not (uids := self._lying_on(pad)):
            raise ScriptError(f"nothing lies on pad {pad}")
        return uids

    def _lying_on(self, pad: int) -> list[str]:
        return sorted(uid for uid, where in self._hub.lying.items() if where == pad)

    # What it does.

    def _lift(self, uids: list[str]) -> str:
        for uid in uids:
            self._hub.lift(uid)
        return f"{' and '.join(uids)} lifted"

    def _move(self, uid: str, pad: int) -> None:
        self._hub.lift(uid)
        self._hub.put(uid, pad)

    def _reboot(self) -> str:
        if not self._hub.powered:
            raise ScriptError("the hub is unplugged; plug it first")
        self._hub.reboot()
        return f"the hub runs again in {ENUMERATION_S + ESCAPE_S:g} s"

    def _unplug(self) -> None:
        if not self._hub.powered:
            raise ScriptError("the hub is unplugged already")
        self._hub.unplug()

    def _plug(self) -> str:
        if self._hub.powered:
            raise ScriptError("the hub is plugged in already")
        self._hub.plug()
        return f"the hub is on {self._hub.port.link} and runs in {ESCAPE_S:g} s"

    def _pads(self) -> str:
        pads = range(1, len(self._hub.board.fields) + 1)
        return "; ".join(f"pad {pad}: {' '.join(self._lying_on(pad)) or 'empty'}" for pad in pads)

    def _lights(self) -> str:
        return "; ".join(f"pad {pad}: {light}" for pad, light in enumerate(self._hub.lights(), 1))

    def _wait(self, seconds: float) -> None:
        self.wait_until = self._hub.now + seconds

    def _help(self) -> str:
        return "; ".join(f"{verb} {usage}".rstrip() for verb, (usage, _, _) in self._verbs.items())

    def _quit(self) -> None:
        self.done = True


def _number(what: str, most: int, word: str) -> float:
    if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", word) or float(word) > most:
        raise ScriptError(f"{word} is no number of {what}; use 0 to {most}")
    return float(word)


def _whole(what: str, most: int, word: str) -> int:
    return int(_number(what, most, word))
