"""What makes a table of pads and rules: settings, cards on pads, journal, history, and the command line."""
