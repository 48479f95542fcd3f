"""Fitted by `python -m benchmarks.relevance DATA_DIR --fit`: for each tier intercept, slopes, threshold."""

BARS: dict[str, tuple[float, dict[str, float], float]] = {
    "transformer": (
        -16.9359,
        {
            "lead": 8.1501,
            "meaning": 5.5808,
            "words": -0.0132,
            "told": 4.2861,
            "known": 0.9997,
            "length": 2.5442,
            "context": 8.3302,
            "covered": 1.6354,
        },
        0.35,
    ),
    "static": (
        -11.6409,
        {
            "lead": 0.7948,
            "meaning": 3.2928,
            "words": 1.2006,
            "told": -0.0682,
            "known": 1.2072,
            "length": 2.3939,
            "context": 5.9739,
            "covered": 2.6923,
        },
        0.487,
    ),
    "lexical": (
        -7.9982,
        {
            "lead": 1.4234,
            "meaning": 0.0,
            "words": 1.17,
            "told": 2.4298,
            "known": 0.2894,
            "length": 0.9522,
            "context": 1.4173,
            "covered": 2.9407,
        },
        0.481,
    ),
}
