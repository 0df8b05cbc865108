"""What is kept on disk, and how it leaves the table."""
