"""The table at work: cards, touches and buttons become moves, rulings and a view."""
