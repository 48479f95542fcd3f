"""Camillo: models."""
