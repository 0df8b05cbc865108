"""Simulated players on simulated pads: by hand, as bots, in the demo."""
