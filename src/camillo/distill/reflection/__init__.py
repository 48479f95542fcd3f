"""Reflection: what memories say about each other, made into proposals for review."""
