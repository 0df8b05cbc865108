"""Which tag is which card: taught, looked up, looked for, completed."""
