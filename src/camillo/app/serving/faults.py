"""What a log says of a fault that nobody foresaw."""

import traceback


def told(error: BaseException) -> dict[str, object]:
    """The kind of an error and where it came from. Not its message, which may quote what is remembered.

    >>> told(ValueError("Kai lives in Torbole"))
    {'error': 'ValueError', 'at': []}
    """
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    return {
        "error": type(error).__name__,
        "at": [f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames],
    }
