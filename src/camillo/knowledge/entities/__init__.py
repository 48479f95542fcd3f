"""Entities: which names there are, which of them are one, and which a question means."""
