"""Camillo: cli."""
