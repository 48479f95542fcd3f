"""Camillo: recall."""
