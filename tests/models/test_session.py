"""Sessions of onnxruntime: they leave no trace outside the palace."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
from camillo.models.loading import load_embedder
embedder = load_embedder(None, function_words=frozenset())
embedder.encode(["A text that is nobody's business."])
"""


@pytest.mark.slow
def test_the_transformer_tier_writes_nothing_to_the_users_home(tmp_path):
    environ = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environ.pop("ORT_DISABLE_TELEMETRY", None)
    run = [sys.executable, "-c", PROGRAM]
    subprocess.run(run, env={**environ, "HOME": str(tmp_path)}, check=True, timeout=120)
    assert list(tmp_path.rglob("*")) == []
