"""Encryption at rest: where keys are, palaces under another key, sealed spools and archives."""
