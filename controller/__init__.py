"""What makes a table of pads and rules: configuration, arrivals, journal, history, and the command line."""
