"""Shorthand: memories in few tokens, each line pointing at its drawer, decoding to the same content."""
