"""Times that a question names: read from its words, resolved against a reference day, weighed."""
