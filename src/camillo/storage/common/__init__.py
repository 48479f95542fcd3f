"""What every store shares: how rows are written as bytes, what is refused, and what is decided before a write."""
