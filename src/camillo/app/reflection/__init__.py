"""Reflection: what a palace proposes to its owner, and what becomes of it."""
