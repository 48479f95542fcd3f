"""Endpoints and models: which are asked, with which keys, and what it took."""
