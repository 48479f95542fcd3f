"""Counts for Prometheus, in its text format: by route and status, never by owner."""

import threading
from bisect import bisect_left
from collections import Counter

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """What a server has answered since it started. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answered: Counter[tuple[str, str, int]] = Counter()
        self._slots: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()
        self._running = 0

    def began(self) -> None:
        """A request came in."""
        with self._lock:
            self._running += 1

    def ended(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered; ``route`` is its pattern, of which there are few."""
        with self._lock:
            self._running -= 1
            self._answered[method, route, status] += 1
            slots = self._slots.setdefault(route, [0] * (len(_BOUNDS) + 1))
            slots[bisect_left(_BOUNDS, seconds)] += 1
            self._seconds[route] += seconds  # type: ignore[assignment]

    def text(self) -> str:
        """All counts.

        >>> metrics = Metrics()
        >>> metrics.began(); metrics.ended("GET", "/a", 200, 0.02)
        >>> [line for line in metrics.text().splitlines() if line.startswith("camillo_requests_total")]
        ['camillo_requests_total{method="GET",route="/a",status="200"} 1']
        """
        with self._lock:
            lines = [
                "# HELP camillo_requests_total Requests that were answered.",
                "# TYPE camillo_requests_total counter",
            ]
            lines += [
                f'camillo_requests_total{{method="{method}",route="{route}",status="{status}"}} {n}'
                for (method, route, status), n in sorted(self._answered.items())
            ]
            lines += [
                "# HELP camillo_request_seconds How long answering took.",
                "# TYPE camillo_request_seconds histogram",
            ]
            for route, slots in sorted(self._slots.items()):
                lines += self._histogram(route, slots)
            lines += [
                "# HELP camillo_requests_running Requests that are being answered.",
                "# TYPE camillo_requests_running gauge",
                f"camillo_requests_running {self._running}",
            ]
        return "\n".join(lines) + "\n"

    def _histogram(self, route: str, slots: list[int]) -> list[str]:
        name, total, lines = "camillo_request_seconds", 0, []
        for bound, count in zip((*map(str, _BOUNDS), "+Inf"), slots, strict=True):
            total += count
            lines.append(f'{name}_bucket{{route="{route}",le="{bound}"}} {total}')
        lines.append(f'{name}_sum{{route="{route}"}} {self._seconds[route]:.6f}')
        lines.append(f'{name}_count{{route="{route}"}} {total}')
        return lines
