"""Fitted by `python -m benchmarks.relevance DATA_DIR --fit`: for each tier intercept, slopes, threshold."""

BARS: dict[str, tuple[float, dict[str, float], float]] = {
    "transformer": (
        -15.4356,
        {
            "lead": 7.7748,
            "meaning": 4.9429,
            "words": -0.0316,
            "told": 4.7868,
            "known": 0.6572,
            "length": 2.3726,
            "context": 6.8743,
            "covered": 1.1124,
            "strangers": -1.8147,
        },
        0.234,
    ),
    "static": (
        -10.507,
        {
            "lead": 1.985,
            "meaning": 2.4292,
            "words": 1.013,
            "told": 1.1046,
            "known": 0.6298,
            "length": 2.1807,
            "context": 6.2873,
            "covered": 1.2684,
            "strangers": -2.0165,
        },
        0.39,
    ),
    "lexical": (
        -7.2728,
        {
            "lead": 1.6723,
            "meaning": 0.0,
            "words": 1.0287,
            "told": 3.2647,
            "known": -0.2664,
            "length": 0.9263,
            "context": 1.8466,
            "covered": 1.9163,
            "strangers": -1.9608,
        },
        0.37,
    ),
}
