"""One reader for each source format: whether it knows the content, and the turns in it."""
