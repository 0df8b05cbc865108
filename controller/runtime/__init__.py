"""The running machine: the parts put together, the loop, displays, the host, the system around it."""
