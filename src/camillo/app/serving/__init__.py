"""Serving many owners: their palaces, what each may ask for, and the record of who read what."""
