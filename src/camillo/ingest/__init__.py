"""Camillo: ingest."""
