"""Palaces of many owners in one PostgreSQL: every row has its owner, every statement names him."""
