"""A simulated hub driven by lines of text; each gets exactly one line of answer, `ok ...` or `error ...`.

script = Script(hub)
script.answer("put 04a1b2c3d4e5f6 1")      # "ok 04a1b2c3d4e5f6 lies on pad 1"
script.answer("put 04a1b2c3d4e5f6 9")      # "error there is no pad 9; the pads are 1 to 3"
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hardware.pads import HardwareError
from hardware.simulation.hub import ENUMERATION_S, ESCAPE_S, HubSimulator


class ScriptError(HardwareError, ValueError):
    """A line that cannot be done: the message says why, and what could."""


class Script:
    """`done` after `quit`; an answer may be given once the hub's time is `wait_until`."""

    def __init__(self, hub: HubSimulator) -> None:
        self._hub = hub
        self.done = False
        self.wait_until = 0.0
        self._verbs: dict[str, tuple[str, Callable[..., str]]] = {
            "put": ("UID PAD", self._put),
            "lift": ("UID|PAD", self._lift),
            "move": ("UID PAD", self._move),
            "hover": ("UID PAD MS", self._hover),
            "flicker": ("PAD [MS]", self._flicker),
            "silence": ("SECONDS", self._silence),
            "echo": ("[SECONDS]", self._echo),
            "truncate": ("", self._truncate),
            "noise": ("[BYTES]", self._noise),
            "reboot": ("", self._reboot),
            "unplug": ("", self._unplug),
            "plug": ("", self._plug),
            "dead": ("PAD", self._dead),
            "revive": ("PAD", self._revive),
            "lockup": ("PAD", self._lock_up),
            "version": ("NUMBER", self._version),
            "pads": ("", self._pads),
            "lights": ("", self._lights),
            "wait": ("SECONDS", self._wait),
            "help": ("", self._help),
            "quit": ("", self._quit),
        }

    def answer(self, line: str) -> str:
        try:
            return f"ok {self._do(line.split())}"
        except ScriptError as error:
            return f"error {error}"

    def _do(self, words: list[str]) -> str:
        if not words:
            raise ScriptError("an empty line says nothing; help lists the verbs")
        verb, *rest = words
        if verb not in self._verbs:
            raise ScriptError(f"there is no verb {verb!r}; help lists them")
        usage, act = self._verbs[verb]
        wanted = usage.split()
        least = len([word for word in wanted if not word.startswith("[")])
        if not least <= len(rest) <= len(wanted):
            raise ScriptError(f"say it as: {verb} {usage}".rstrip())
        return act(*rest)

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

    def _number(self, word: str, what: str, most: int) -> float:
        if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", word) or float(word) > most:
            raise ScriptError(f"{word} is no number of {what}; use 0 to {most}")
        return float(word)

    # Hands.

    def _put(self, uid_word: str, pad_word: str) -> str:
        uid, pad = self._free(uid_word), self._pad(pad_word)
        self._hub.put(uid, pad)
        return f"{uid} lies on pad {pad}"

    def _lift(self, word: str) -> str:
        if len(word) >= 8:
            uids = [self._lying(word)]
        else:
            pad = self._pad(word)
            uids = sorted(uid for uid, where in self._hub.lying.items() if where == pad)
            if not uids:
                raise ScriptError(f"nothing lies on pad {pad}")
        for uid in uids:
            self._hub.lift(uid)
        return f"{' and '.join(uids)} lifted"

    def _move(self, uid_word: str, pad_word: str) -> str:
        uid, pad = self._lying(uid_word), self._pad(pad_word)
        self._hub.lift(uid)
        self._hub.put(uid, pad)
        return f"{uid} lies on pad {pad}"

    def _hover(self, uid_word: str, pad_word: str, ms_word: str) -> str:
        uid, pad = self._free(uid_word), self._pad(pad_word)
        ms = int(self._number(ms_word, "milliseconds", 60_000))
        self._hub.hover(uid, pad, ms)
        return f"{uid} hovers over pad {pad} for {ms} ms"

    def _flicker(self, pad_word: str, ms_word: str = "150") -> str:
        pad, ms = self._pad(pad_word), int(self._number(ms_word, "milliseconds", 60_000))
        self._hub.flicker(pad, ms)
        return f"what lies on pad {pad} is out of reach for {ms} ms"

    # The line.

    def _silence(self, word: str) -> str:
        seconds = self._number(word, "seconds", 3600)
        self._hub.line.silent_until = self._hub.now + seconds
        return f"nothing passes for {seconds:g} s"

    def _echo(self, word: str = "1") -> str:
        seconds = self._number(word, "seconds", 3600)
        self._hub.line.echo_until = self._hub.now + seconds
        return f"everything comes back for {seconds:g} s"

    def _truncate(self) -> str:
        self._hub.line.cut = True
        return "the next thing the hub says is cut off"

    def _noise(self, word: str = "100") -> str:
        count = int(self._number(word, "bytes", 4000))
        self._hub.line.add_noise(count)
        return f"{count} bytes of noise each way"

    def _version(self, word: str) -> str:
        self._hub.line.version = int(self._number(word, "version", 999))
        return f"the hub speaks version {self._hub.line.version}"

    # Power and readers.

    def _reboot(self) -> str:
        if not self._hub.powered:
            raise ScriptError("the hub is unplugged; plug it first")
        self._hub.reboot()
        return f"the hub runs again in {ENUMERATION_S + ESCAPE_S:g} s"

    def _unplug(self) -> str:
        if not self._hub.powered:
            raise ScriptError("the hub is unplugged already")
        self._hub.unplug()
        return "the hub is unplugged"

    def _plug(self) -> str:
        if self._hub.powered:
            raise ScriptError("the hub is plugged in already")
        self._hub.plug()
        return f"the hub is on {self._hub.port.link} and runs in {ESCAPE_S:g} s"

    def _dead(self, word: str) -> str:
        pad = self._pad(word)
        self._hub.dead(pad)
        return f"the reader of pad {pad} does not answer"

    def _revive(self, word: str) -> str:
        pad = self._pad(word)
        self._hub.revive(pad)
        return f"the reader of pad {pad} answers again"

    def _lock_up(self, word: str) -> str:
        pad = self._pad(word)
        self._hub.lock_up(pad)
        return f"the reader of pad {pad} is stuck until it is reset"

    # Questions.

    def _pads(self) -> str:
        pads = range(1, len(self._hub.board.fields) + 1)
        piles = [sorted(uid for uid, where in self._hub.lying.items() if where == pad) for pad in pads]
        return "; ".join(
            f"pad {pad}: {' '.join(pile) or 'empty'}" for pad, pile in zip(pads, piles, strict=True)
        )

    def _lights(self) -> str:
        return "; ".join(f"pad {pad}: {light}" for pad, light in enumerate(self._hub.lights(), 1))

    def _wait(self, word: str) -> str:
        seconds = self._number(word, "seconds", 3600)
        self.wait_until = self._hub.now + seconds
        return f"{seconds:g} s have passed"

    def _help(self) -> str:
        return "; ".join(f"{verb} {usage}".rstrip() for verb, (usage, _) in self._verbs.items())

    def _quit(self) -> str:
        self.done = True
        return "bye"
