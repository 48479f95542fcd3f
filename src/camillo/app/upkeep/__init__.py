"""Upkeep of the notes: links to the pages that memories name, and what it proposes to write, join or draw."""
