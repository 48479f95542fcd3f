"""Notes of one palace: pages and sources, their links, their versions."""
