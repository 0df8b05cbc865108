"""The cards, drawn by us: on the screen and on paper."""
