"""Pads that read tags, lights, buttons and buzzer: real ones and simulated ones behind one interface."""
