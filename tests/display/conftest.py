"""The house with its table, of the controller's tests, serves here too; SDL shows and plays to nobody."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
sys.path.append(str(Path(__file__).parent.parent / "controller"))
