"""Camillo: app."""
