"""Every screen in representative states, as PNG files: for the documentation, and to be looked at.

$ tapis screens --out pictures --size 800x480 --lang fr
"""

from __future__ import annotations

import argparse
import os
import re
import time
from pathlib import Path

from controller.errors import UserError
from controller.languages import CODES
from display.text.words import Words

SIZES = ("800x480", "1024x600", "1280x720", "1920x1080")


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--out", type=Path, required=True, metavar="DIR", help="where the pictures go")
    add("--size", action="append", metavar="WxH", help="as in 800x480; every size if left out")
    add("--lang", action="append", choices=CODES, help="every language if left out")
    add("--only", metavar="TEXT", default="", help="only screens with this in their name")


def run(args: argparse.Namespace) -> int:
    sizes = [_size(text) for text in args.size or SIZES]
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["TZ"] = "UTC"  # the same picture everywhere
    time.tzset()
    import pygame

    from controller.gallery import sheets
    from controller.gallery.screens import gallery
    from display.screens.layout import layout
    from display.widgets.theme import Scale
    from display.window.paint import Painter

    try:
        args.out.mkdir(parents=True, exist_ok=True)
        for language in args.lang or CODES:
            shots = [shot for shot in gallery(language) if args.only in shot.name]
            for size in sizes:
                surface = pygame.Surface(size)
                painter = Painter(surface)
                for shot in shots:
                    painter.show(layout(shot.view, shot.ui, Scale(*size, flat=shot.flat), Words(language)))
                    name = f"{shot.name}-{size[0]}x{size[1]}-{language}.png"
                    pygame.image.save(surface, str(args.out / name))
            for name, shots in sheets.sheets(language):
                if args.only in name:
                    pygame.image.save(sheets.drawn(shots, language), str(args.out / f"{name}-{language}.png"))
    except OSError as error:
        raise UserError(f"The pictures cannot be written to {args.out}: {error.strerror}.") from None
    return 0


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not found or int(found[1]) < 800 or int(found[2]) < 480:
        raise UserError(f"--size {text}: give width and height, at least 800x480, as in 1024x600.")
    return int(found[1]), int(found[2])
