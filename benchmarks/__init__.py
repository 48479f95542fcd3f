"""Benchmarks and long checks, run through the public API; evaluation data is taken by path."""
