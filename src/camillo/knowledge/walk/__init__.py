"""Walks over what hangs together: personalised PageRank by local push, and paths from one thing to another."""
