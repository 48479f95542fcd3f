"""The composition root, the settings, and the verbs that every surface calls."""
