"""What the table says, in the players' language."""
