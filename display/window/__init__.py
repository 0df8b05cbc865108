"""The table in a window: drawing, motion, touches."""
