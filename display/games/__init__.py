"""What people see of each game, one module a game."""
