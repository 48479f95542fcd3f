"""Camillo: storage."""
