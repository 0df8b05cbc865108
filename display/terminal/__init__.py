"""The table as text: the same views in a terminal."""
