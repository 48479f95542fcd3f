import pytest
from benchmarks.mcp import measure


@pytest.mark.slow
def test_the_start_benchmark_measures_both_servers():
    result = measure(runs=1)
    assert 0 < result["one tool CPU-s"] < 60
    assert 0 < result["camillo CPU-s"] < 60
    assert 1000 < result["tools/list bytes"] <= 9216
