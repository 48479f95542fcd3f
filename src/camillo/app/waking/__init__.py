"""The wake-up: what a new session is told."""
