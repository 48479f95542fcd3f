"""What claims are worded like, one table per language."""
