"""Camillo: sqlite."""
