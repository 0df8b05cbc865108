"""The pad readers there are, one module each."""
