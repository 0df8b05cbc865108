"""What screens are made of: boxes, text, shapes, colours."""
