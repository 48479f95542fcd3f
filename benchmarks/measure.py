"""What benchmarks measure with: CPU seconds, peak memory, percentiles."""

import resource
from collections.abc import Sequence


def cpu_seconds(children: bool = False) -> float:
    """User and system CPU seconds of this process (or of its ended children) so far."""
    who = resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def peak_megabytes(children: bool = False) -> float:
    """Peak resident memory in MB of this process (or of its largest ended child)."""
    who = resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF
    return resource.getrusage(who).ru_maxrss / 1024


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies (nearest rank).

    >>> percentile([3, 1, 2], 0.5)
    2
    """
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]
