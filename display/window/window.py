"""The table in a window, or on the whole screen: draws the view, turns touches, clicks and keys into intents.

window = Window(opened((1024, 600)))
window.draw(view, now)                  # only what changed
for intent in window.intents(now): ...
window.close()
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import NamedTuple

import pygame

from controller.intents import Intent, Touch
from controller.view import Effect, Hint, Sound, TableView
from display.screens.deal import is_due
from display.screens.layout import layout
from display.screens.players import typed
from display.screens.ui import Held, Hosting, Setting, Typing, Ui, Vain
from display.sound.sounds import Noise, Sounds
from display.text.guide import followed
from display.text.words import Words
from display.widgets.theme import Scale
from display.widgets.widgets import Panel, Pressed, Ring, Timer, Touchable, Widget, top_layer, touchables
from display.window.motion import FRAME, Effects, Motion
from display.window.paint import Painter
from display.window.screen import Screen
from display.window.stage import Animations, Stage

DRAG = 6  # pixels of the smallest screen: so far a finger that only touches may slip
ROUND = 9  # the corners of what is touched and has no sheet of its own
PRESSED_S = 0.12  # a button looks pressed for at least so long


class Finger(NamedTuple):
    """On a place that answers; *until* a button looks pressed, though it may be let go before."""

    place: Touchable
    until: float


class Grab(NamedTuple):
    """A finger is on a card."""

    place: Touchable
    x: int
    y: int
    held: bool  # it was picked up before


class Window:
    """A display as the app uses it. *kiosk*: players cannot close it."""

    def __init__(
        self,
        screen: Screen,
        language: str = "fr",
        volume: float = 0.6,
        kiosk: bool = False,
        moves: bool = True,
        flat: bool = False,
    ) -> None:
        self.wants_to_quit = False
        self.driver = screen.driver
        self._screen = screen
        self._surface: pygame.Surface | None = None  # the one drawn on last
        self._kiosk = kiosk
        self._moves = moves
        self._flat = flat
        self._sounds = Sounds(volume)
        self._words = Words(language)
        self._view = TableView(language=language)
        self._ui = Ui()
        self._focus: int | None = None  # which touchable the keyboard would press
        self._drawn: tuple[TableView, Ui, int | None] | None = None
        self._events: deque[pygame.event.Event] = deque()
        self._finger: Finger | None = None
        self._pressed: list[Widget] = []  # what was drawn of it last
        self._is_down = False
        self._in_vain: Vain | None = None  # the last touch that did nothing, as it was shown
        self._slider: Touchable | None = None  # while a finger is on it
        self._grab: Grab | None = None  # while a finger is on a card
        self.widgets: list[Widget] = []  # as they will lie once nothing moves
        self._visible: list[Touchable] | None = None  # what a moment shows that can be touched; None: all
        self._frame_at: float | None = None  # when the next picture of a motion is due
        self._timer: Timer | None = None
        self._timer_at = 0.0
        self._motion = Motion((), (), 0.0)
        self._stage = Stage()
        self._animations = Animations()
        self._resize()

    def _resize(self) -> None:
        surface = self._surface = self._screen.surface
        if surface is None:
            return
        self._scale = Scale(*surface.get_size(), flat=self._flat)
        self._painter = Painter(surface)
        self._motion = Motion((), (), 0.0)
        self._drawn = None

    # Drawing

    def draw(self, view: TableView, now: float) -> None:
        self._ui = follow(self._ui, self._view, view)
        if view.language != self._words.language:
            self._words = Words(view.language)
        if self._moves:
            self._stage.follow(self._view, view, self._words)
        self._view = view
        if not self._screen.is_there(now):
            return
        if self._screen.surface is not self._surface:
            self._resize()
        if self._timer and now >= self._timer_at:
            self._ui, self._timer = self._timer.then, None
        if self._stage.turn(now) or (view, self._ui, self._focus) != self._drawn:
            self._drawn = (view, self._ui, self._focus)
            self._lay_out(now)
        elif self._look_of_finger(now) == self._pressed and (self._frame_at is None or now < self._frame_at):
            return
        self._pressed = self._look_of_finger(now)
        shown = self._motion.at(now)
        picture = list(self._animations.at(shown, now)) if self._moves else shown
        boxes = self._painter.show([*picture, *self._pressed])
        self._frame_at = now + FRAME if now < self._moves_until else None
        if boxes and self._screen.update(boxes, now):
            self._events.extend(self._screen.events())  # drawing may have read what would have woken us
            self._sounds.open_soon()

    def _lay_out(self, now: float) -> None:
        view = self._view
        self.widgets = shown = layout(view, self._ui, self._scale, self._words)
        self._visible = None
        if self._stage.playing:
            staged = layout(self._stage.shown(view), self._ui, self._scale, self._words)
            shown = self._stage.stamped(staged, self._scale, self._words)
            self._visible = touchables(shown)
        places = touchables(self.widgets)
        if self._focus is not None and places:
            shown.append(Ring(places[self._focus % len(places)].box))
        before = self._motion.at(now) if self._moves else ()
        effects = self._stage.effects
        if self._ui.vain and self._ui.vain != self._in_vain:
            effects = Effects(shakes=(self._ui.vain.card,))
        self._in_vain = self._ui.vain
        self._motion = Motion(before, shown, now, effects)
        self._rustle()
        self._stage.arrives(now, self._motion.end)
        self._animations.lay_out(shown, now)
        timer = next((widget for widget in top_layer(shown) if isinstance(widget, Timer)), None)
        if timer and (self._timer is None or timer.then != self._timer.then):
            self._timer_at = now + timer.seconds
        self._timer = timer

    def _look_of_finger(self, now: float) -> list[Widget]:
        """What was touched looks pressed, unless it gave way to something else."""
        if self._finger is None or self._grab or not (self._is_down or now < self._finger.until):
            return []
        place = self._finger.place
        for other in touchables(self.widgets):
            if (other.box, other.key, other.does) == (place.box, place.key, place.does):
                sheets = [
                    panel for panel in self.widgets if isinstance(panel, Panel) and panel.box == place.box
                ]
                return [Pressed(place.box, sheets[-1].radius if sheets else self._scale.px(ROUND))]
        return []

    def _rustle(self) -> None:
        """Cards on the move are heard, where people play."""
        if self._view.demo:
            return
        if self._stage.effects.deals:
            self._sounds.play(Noise.DEAL)
        elif self._motion.slides:
            self._sounds.play(Noise.SLIDE)

    @property
    def playing(self) -> bool:
        """Whether a moment is being shown."""
        return self._stage.playing

    @property
    def _moves_until(self) -> float:
        """Until then every picture is another one."""
        return max(self._motion.end, self._animations.end(self._motion.after) if self._moves else 0.0)

    def next_wake(self, now: float) -> float:
        """When there is something to draw, though the table may have no news."""
        if self._events:
            return now
        due = [self._screen.next_look(now), self._frame_at, self._timer_at if self._timer else None]
        due += [self._stage.next_wake]
        due += [now + FRAME] if self._grab else []
        due += [self._finger.until] if self._pressed and self._finger and not self._is_down else []
        return min(at for at in due if at is not None)

    def fileno(self) -> int | None:
        return self._screen.fileno()

    def set_volume(self, volume: float) -> None:
        self._sounds.set_volume(volume)

    def hear(self, effect: Effect, view: TableView) -> None:
        if isinstance(effect, Sound):
            self._sounds.play(effect)

    # What people do

    def intents(self, now: float) -> list[Intent]:
        """What one touch or key means; what came after it waits until that has been ruled on and drawn."""
        self._events.extend(self._screen.events())
        while self._events:
            if wishes := self._take(self._events.popleft(), now):
                return wishes
        return []

    def _take(self, event: pygame.event.Event, now: float) -> list[Intent]:
        if event.type == pygame.QUIT:
            self.wants_to_quit = not self._kiosk
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWRESTORED):
            self._screen.resized()
            self._resize()
        elif event.type == pygame.VIDEOEXPOSE:
            self._painter.forget()
            self._drawn = None
        elif event.type == pygame.KEYDOWN:
            return self._key(event)
        elif event.type in (pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN) and (point := self._point(event)):
            return self._press(*point, now)
        elif event.type in (pygame.FINGERMOTION, pygame.MOUSEMOTION) and (point := self._point(event)):
            self._slide(*point)
        elif event.type in (pygame.FINGERUP, pygame.MOUSEBUTTONUP) and (point := self._point(event)):
            return self._release(*point)
        return []

    def _point(self, event: pygame.event.Event) -> tuple[int, int] | None:
        """Where a finger or the first button of a mouse is; SDL's mouse event of every touch is none."""
        if event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            return round(event.x * self._scale.width), round(event.y * self._scale.height)
        pressed = event.buttons[0] if event.type == pygame.MOUSEMOTION else event.button == 1
        return event.pos if pressed and not getattr(event, "touch", False) else None

    def _places(self) -> list[Touchable]:
        """What answers now: during a moment, which any touch or key ends, only what is to be seen already."""
        places = touchables(self.widgets)
        if self._visible is None:
            return places
        seen = [_meaning(place) for place in self._visible]
        self._stage.skip()
        self._drawn = self._visible = None
        return [place for place in places if _meaning(place) in seen]

    def _press(self, x: int, y: int, now: float) -> list[Intent]:
        self._focus = None
        for place in self._places():
            if place.box.has(x, y):
                self._finger, self._is_down = Finger(place, now + PRESSED_S), True
                self._slider = place if place.along else None
                if place.grab:
                    self._grab = Grab(place, x, y, self._pick_up(place.grab))
                    return [Touch()]
                return self._do(place, x)
        self._ui = replace(self._ui, held=None)
        return [Touch()]

    def _pick_up(self, card: str) -> bool:
        """Whether it was picked up before."""
        before, self._ui = self._ui.held, replace(self._ui, held=Held(card))
        return before is not None and before.card == card

    def _slide(self, x: int, y: int) -> None:
        if self._slider:
            self._do(self._slider, x)
        grab, held = self._grab, self._ui.held
        if grab and held and (held.at or max(abs(x - grab.x), abs(y - grab.y)) >= self._scale.px(DRAG)):
            self._ui = replace(self._ui, held=replace(held, at=(x, y)))

    def _release(self, x: int, y: int) -> list[Intent]:
        """A card that was dragged is let go; one that was touched stays picked up, unless it was before."""
        grab, held = self._grab, self._ui.held
        self._slider, self._grab, self._is_down = None, None, False
        if grab is None or held is None:
            return []
        if held.at:
            self._ui = replace(self._ui, held=None)
            places = [place for place in touchables(self.widgets) if place.drop and place.box.has(x, y)]
            return self._do(places[0], x) if places else [Touch()]
        return self._do(grab.place, x) if grab.held else []

    def _do(self, place: Touchable, x: int) -> list[Intent]:
        if not (place.along or place.grab or place.drop):
            self._sounds.play(Noise.BUTTON)
        if place.along:
            step = (x - place.box.x) * len(place.along) // place.box.w
            self._ui = place.along[max(0, min(step, len(place.along) - 1))]
        elif place.then is not None:
            self._ui = place.then
        return list(place.does) or [Touch()]

    def _key(self, event: pygame.event.Event) -> list[Intent]:
        name, letter = pygame.key.name(event.key), event.unicode
        typing = self._ui.over
        if isinstance(typing, Typing) and letter.isprintable() and letter:
            self._ui = typed(self._ui, typing, letter)
            return [Touch()]
        places = self._places()
        if name == "tab" and places:
            first, step = (-1, -1) if event.mod & pygame.KMOD_SHIFT else (0, 1)
            self._focus = first if self._focus is None else self._focus + step
            return [Touch()]
        if self._focus is not None and places and name in ("return", "space"):
            place = places[self._focus % len(places)]
            self._focus = None
            if place.grab and not self._pick_up(place.grab):
                return [Touch()]
            return self._do(place, place.box.x + place.box.w // 2)
        for place in places:
            if place.key and place.key in (name, letter):
                return self._do(place, place.box.x)
        return [Touch()]

    def close(self) -> None:
        self._sounds.close()
        self._screen.close()


def _meaning(place: Touchable) -> tuple[object, ...]:
    return place.box, place.does, place.then, place.grab, place.drop


def follow(ui: Ui, before: TableView, after: TableView) -> Ui:
    """What this screen was busy with, now that the table shows something else."""
    ui = _busy(ui, before, after)
    guide = followed(ui.guide, after.match)
    return ui if guide == ui.guide else replace(ui, guide=guide)


def _busy(ui: Ui, before: TableView, after: TableView) -> Ui:
    if (before.host is None) != (after.host is None):
        return Ui(over=Hosting()) if after.host else Ui()
    if after.host:
        return ui
    notice = after.notice
    if notice and notice != before.notice and notice.code == Hint.CARD_OF_GAME.value and not after.match:
        return Ui(setting=Setting.after(dict(notice.about)["game"], after.last))
    if before.demo and after.demo:
        return ui
    running = before.match and before.match.id
    if running != (after.match and after.match.id):
        return Ui()
    if after.match and not after.match.round_over:  # undone: the round is scored, and revealed, once more
        ui = replace(ui, revealed=Ui().revealed)
    if after.match and before.match and after.match.log != before.match.log:
        ui = replace(ui, vain=None)
    if ui.held and not (after.hand and any(card.name == ui.held.card for card in after.hand.cards)):
        return replace(ui, held=None)
    if after.match and not is_due(after.match):
        return replace(ui, ready=(after.match.id, after.match.state["round"]))
    return ui
