"""Waiting for what another thread or process does."""

import time


def until(found, seconds=90.0):
    """What a look gives once it gives anything; fails where it gives nothing in time."""
    end = time.monotonic() + seconds
    while not (told := found()):
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.05)
    return told
