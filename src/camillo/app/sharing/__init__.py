"""Sharing one wing with another user: grants, the wing-locked handle, and results side by side."""
