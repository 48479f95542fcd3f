"""The page: its files, who is signed in, and what it is told while it is open. ``web/`` builds ``built/``."""
