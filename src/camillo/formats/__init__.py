"""Camillo: formats."""
