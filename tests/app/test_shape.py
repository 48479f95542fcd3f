import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from camillo.app.shape import plain
from camillo.domain.report import MineReport, Problem


@dataclass(frozen=True, slots=True)
class Inner:
    number: np.float32
    content: bytes


def test_a_report_becomes_an_object_of_its_fields():
    shape = plain(MineReport(documents=1, problems=(Problem("a", "b"),), kinds={"text": 2}))
    assert shape["documents"] == 1
    assert shape["problems"] == [{"where": "a", "what": "b", "mend": ""}]
    assert shape["kinds"] == {"text": 2}
    json.dumps(shape)


def test_numbers_of_numpy_become_numbers_and_bytes_are_left_out():
    assert plain([Inner(np.float32(0.5), b"x"), np.int64(3)]) == [{"number": 0.5}, 3]
    assert isinstance(plain(np.int64(3)), int)


def test_what_json_cannot_hold_becomes_null_or_text():
    assert plain({"a": float("nan"), "b": float("inf"), "c": Path("x")}) == {
        "a": None,
        "b": None,
        "c": "x",
    }
