"""Memories in shorthand."""
