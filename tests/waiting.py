"""Waiting for what another thread or process does."""

import time


def until(found, seconds=90.0):
    """What a look gives once it gives anything; fails where it gives nothing in time."""
    began = time.monotonic()
    while not (told := found()):
        waited = time.monotonic() - began
        assert waited < seconds, "it never came about"
        # What comes soon is seen soon, and what takes long is not looked at all the time.
        time.sleep(min(0.05, 0.002 + waited / 10))
    return told
