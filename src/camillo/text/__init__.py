"""Camillo: text."""
