"""Camillo: surfaces."""
