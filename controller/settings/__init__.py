"""What is set: the table file, what the host changed on the screen, the PIN."""
