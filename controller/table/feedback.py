"""What the table says about each pad and each touch, in lights, notices and sounds, and how long.

    feedback.accepted("left", "lay", (("card", "blue-7#1"),), now)
    feedback.notice, feedback.light("left"), feedback.drain()

Each pad has one thing to say at a time; touches, which have no pad, share the place None. A refusal stands
until its card leaves, everything else goes by itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from controller.view import Effect, Light, Notice, NoticeKind, PadView, Ruled, Sound

GREEN_S = 1.5  # an accepted card shines
READING_S = 5.0  # to read a notice that no lifted card ends

About = tuple[tuple[str, str], ...]


class _Said(NamedTuple):
    light: Light | None
    notice: Notice | None = None
    until: float | None = None  # None: until the card leaves
    at_least: float = 0.0  # a hint outlasts a card that was only tapped


class Feedback:
    def __init__(self) -> None:
        self._said: dict[str | None, _Said] = {}  # the newest last
        self._occupied: set[str] = set()
        self._taken: set[str] = set()  # pads whose last card was accepted
        self._shown: dict[str, PadView] = {}
        self._effects: list[Effect] = []

    # Cards come and go

    def came(self, pad: str) -> None:
        """A tag is on *pad*; what is said of it stands until `gone`."""
        self._occupied.add(pad)

    def seen(self, pad: str) -> None:
        """The rim of *pad* shines, and no notice: the card was not ruled on yet, or needs no ruling."""
        self._say(pad, _Said(Light.SEEN))

    def gone(self, pad: str, now: float) -> None:
        """The card has left: what was said of it goes with it."""
        self._occupied.discard(pad)
        said = self._said.get(pad)
        if said and said.until is None:
            if said.at_least > now:
                self._said[pad] = said._replace(light=None, until=said.at_least)
            else:
                del self._said[pad]

    # Rulings

    def was_accepted(self, pad: str) -> bool:
        """Whether the last card on *pad* was: then it may lie there, however often it is read."""
        return pad in self._taken

    def undone(self) -> None:
        """Cards were taken back: each of them may be laid again."""
        self._taken.clear()

    def accepted(
        self, pad: str | None, code: str, about: About, now: float, sound: Sound = Sound.ACCEPTED
    ) -> None:
        self._said.pop(None, None)  # the game goes on: what was said of the last touch is old
        notice = Notice(NoticeKind.ACCEPTED, code, pad, about)
        self._say(pad, _Said(Light.ACCEPTED, notice, until=now + GREEN_S))
        if pad:
            self._taken.add(pad)
        self.tell(sound)

    def refused(
        self, pad: str | None, code: str, about: About, now: float, line: dict[str, Any] | None = None
    ) -> None:
        """*line* is what was refused, where it was more than a card that could not be placed."""
        self.tell(Ruled(line or {}, code, ()))
        notice = Notice(NoticeKind.REFUSED, code, pad, about)
        stays = pad in self._occupied
        self._say(pad, _Said(Light.REFUSED if stays else None, notice, None if stays else now + READING_S))
        self._effects.append(Sound.REFUSED)

    def hint(self, pad: str | None, code: str, about: About, now: float) -> None:
        notice = Notice(NoticeKind.HINT, code, pad, about)
        stays = pad in self._occupied
        light = Light.SEEN if stays else None
        self._say(pad, _Said(light, notice, None if stays else now + READING_S, at_least=now + READING_S))
        self._effects.append(Sound.HINT)

    def pass_on(self, notice: Notice, now: float) -> None:
        """Say what a showing has to say about a card."""
        said = (notice.pad, notice.code, notice.about, now)
        match notice.kind:
            case NoticeKind.ACCEPTED:
                self.accepted(*said)
            case NoticeKind.REFUSED:
                self.refused(*said)
            case NoticeKind.HINT:
                self.hint(*said)

    def _say(self, pad: str | None, said: _Said) -> None:
        if pad and said.notice:
            self._taken.discard(pad)
        self._said.pop(pad, None)
        self._said[pad] = said

    # What is to be seen and heard

    @property
    def notice(self) -> Notice | None:
        """The newest that still stands."""
        return next((said.notice for said in reversed(self._said.values()) if said.notice), None)

    def light(self, pad: str) -> Light | None:
        return self._said[pad].light if pad in self._said else None

    def tell(self, effect: Effect) -> None:
        self._effects.append(effect)

    def show(self, pad: PadView) -> None:
        """The pad looks so now, its rim above all; told only when that is new."""
        if self._shown.get(pad.name) != pad:
            self._shown[pad.name] = pad
            self._effects.append(pad)

    def drain(self) -> list[Effect]:
        """What there was to see and hear since the last call."""
        effects, self._effects = self._effects, []
        return effects

    def expire(self, now: float) -> None:
        self._said = {pad: said for pad, said in self._said.items() if said.until is None or said.until > now}

    def delay(self, seconds: float) -> None:
        """People could see nothing new for so long: it all stands so much longer."""
        self._said = {
            pad: said._replace(
                until=None if said.until is None else said.until + seconds, at_least=said.at_least + seconds
            )
            for pad, said in self._said.items()
        }

    @property
    def next_wake(self) -> float | None:
        return min((said.until for said in self._said.values() if said.until is not None), default=None)
