"""The hardware, live: what each pad reads, and every light and sound to be looked at and heard."""

from __future__ import annotations

from controller.intents import TryLights, TrySounds
from controller.view import HostView, Light, PadCheck, PadView, Reading, Sound, TableView
from display.screens.host.page import frame
from display.screens.ui import Hosting, Ui
from display.text.i18n import mark
from display.widgets.boxes import Box, Room
from display.widgets.theme import ALARM, CHALK_SOFT, FINE, GOLD, INK, INK_SOFT, PAPER
from display.widgets.typography import BODY, BOLD, SMALL
from display.widgets.widgets import Pad, Page, capital

LIGHTS = {
    Light.WAITING: mark("the table waits"),
    Light.SEEN: mark("a card is seen"),
    Light.ACCEPTED: mark("accepted"),
    Light.REFUSED: mark("refused"),
    Light.PICK_UP: mark("pick up the pile"),
}
SOUNDS = {
    Sound.ACCEPTED: mark("accepted"),
    Sound.REFUSED: mark("refused"),
    Sound.HINT: mark("a hint"),
    Sound.OVER: mark("over 13"),
    Sound.TRICK: mark("a trick"),
    Sound.ROUND: mark("end of the round"),
    Sound.WIN: mark("end of the match"),
}
READINGS = {
    Reading.NOTHING: mark("Lay any card here."),
    Reading.KNOWN: mark("It reads a card it knows."),
    Reading.UNKNOWN: mark("It reads a tag it does not know: register the card."),
    Reading.SEVERAL: mark("It reads several tags at once, or badly: lay one card."),
}


def pads(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = Room(frame(page, ui, words.say("pads and lights")))
    lights, sounds = room.bottom(page.touch, px(8)).columns(2, page.gap)
    idle = host.trying is None
    label, loud = words.say("try the lights"), idle and not host.silent
    page.button(lights, label, TryLights(), look="plain" if idle else "off", sign="star", key="l")
    label = words.say("the sound is off") if host.silent else words.say("try the sounds")
    page.button(sounds, label, TrySounds(), look="plain" if loud else "off", sign="speaker", key="s")
    _line(page, room.bottom(px(34), px(8)), view, host)
    columns = room.rest.columns(max(3, len(view.pads)), px(10))
    for place, pad, check in zip(columns, view.pads, host.pads, strict=False):
        _pad(page, place, view, host, pad, check)


def _line(page: Page, box: Box, view: TableView, host: HostView) -> None:
    """What is being tried, or what is the matter with all of them."""
    words = page.words
    if host.trying:
        text = words.say(LIGHTS[host.trying] if isinstance(host.trying, Light) else SOUNDS[host.trying])
        page.panel(box, GOLD, 8)
        page.text(box.inset(page.px(10), 0), words.say("Now: {what}", what=text), BODY, INK, BOLD, lines=1)
        return
    general = [trouble for trouble in view.troubles if trouble.pad is None]
    if general:
        page.panel(box, ALARM, 8)
        page.text(box.inset(page.px(10), 0), words.trouble(general[0]), BODY, PAPER, BOLD, lines=2)
    else:
        text = words.say("Lay a card on each pad: its light and this picture answer.")
        page.text(box, text, BODY, CHALK_SOFT, lines=1)


def _pad(page: Page, box: Box, view: TableView, host: HostView, pad: PadView, check: PadCheck) -> None:
    px, words = page.px, page.words
    page.panel(box, PAPER, 12, shadow=True)
    room = Room(box.inset(px(10), px(10)))
    page.text(room.top(px(28), px(4)), capital(words.pad(check.name)), BODY, INK, BOLD, lines=1)
    picture = room.top(room.rest.h * 2 // 5, px(6))
    high = min(picture.h, px(120))
    light = host.trying if isinstance(host.trying, Light) else pad.light
    page.add(Pad(picture.centred(round(high * 0.75), high), None, light))
    chip = check.chip or words.say("simulated") * view.simulated
    page.text(room.bottom(px(20), px(4)), chip, SMALL - 1, INK_SOFT, lines=1)
    trouble = next((words.trouble(found) for found in view.troubles if found.pad == pad.name), "")
    sign, fine = room.top(px(26), px(2)), check.last is Reading.KNOWN and not trouble
    if trouble or check.last is not Reading.NOTHING:
        page.sign(sign, "tick" if fine else "no", FINE if fine else ALARM, 24)
    ink = ALARM if trouble else INK if check.there else INK_SOFT
    page.text(room.rest, trouble or words.say(READINGS[check.last]), SMALL, ink, BOLD)
