"""Answers without a resident process."""

import json
import subprocess
import sys

import pytest

from camillo import Palace
from camillo.app.resident import cold
from camillo.domain.errors import InvalidInput, NotFound

ASKED = """
import json, sys
from camillo.app.resident import cold
print(json.dumps([cold.answer(json.loads(sys.argv[1]), 30), sorted(sys.modules)]))
"""


@pytest.fixture
def palace(settings):
    with Palace.open(settings.palace, settings=settings) as palace:
        palace.add("We decided that the crane stays on the north quay.", wing="orion")
        palace.refine()
    return str(settings.palace)


def test_a_wake_up_comes_without_loading_a_transformer(palace):
    request = json.dumps({"verb": "start", "cwd": "/home/kai/orion", "palace": palace})
    told = subprocess.run([sys.executable, "-c", ASKED, request], capture_output=True, check=True)
    text, modules = json.loads(told.stdout)
    assert text.startswith("<memory") and "north quay" in text
    assert not {"onnxruntime", "mcp", "rich", "typer"} & set(modules)


def test_nothing_is_said_when_the_time_is_over(palace):
    request = {"verb": "start", "cwd": "/home/kai/orion", "palace": palace}
    assert cold.answer(request, 0.0) == ""


def test_no_palace_is_made_and_no_nonsense_answered(palace, tmp_path):
    with pytest.raises(NotFound):
        cold.answer({"verb": "start", "palace": str(tmp_path / "other.camillo")}, 30)
    assert not (tmp_path / "other.camillo").exists()
    with pytest.raises(InvalidInput):
        cold.answer({"verb": "sing", "palace": palace}, 30)
