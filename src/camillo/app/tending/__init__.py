"""Tending: what changes, hides, removes, checks, copies and lists that which is filed already."""
