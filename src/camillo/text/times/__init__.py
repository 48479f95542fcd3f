"""Times that a text names: read from its words, resolved against a reference day."""
