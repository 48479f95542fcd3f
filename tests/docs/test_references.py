"""What docstrings and pages name of the code is there."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_ROLE = re.compile(r":(?:class|func|meth|mod|data|attr):`~?(camillo\.[\w.]+)`")
_NAME = re.compile(r"`(camillo\.(?:app|capture|distill|domain|formats|ingest|knowledge|models|ports|recall|storage|text)[\w.]*)`")  # fmt: skip  # noqa: E501


def named_in(paths, pattern):
    return {name for path in paths for name in pattern.findall(path.read_text(encoding="utf-8"))}


def is_there(name: str) -> bool:
    parts = name.split(".")
    for depth in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:depth]))
        except ModuleNotFoundError:
            continue
        for part in parts[depth:]:
            fields = getattr(found, "__annotations__", {})
            if not hasattr(found, part) and part not in fields:
                return False
            found = getattr(found, part, None)
        return True
    return False


@pytest.mark.parametrize(
    ("folder", "suffix", "pattern", "least"),
    [("src/camillo", ".py", _ROLE, 40), ("docs", ".md", _NAME, 5)],
)
def test_what_is_referred_to_is_there(folder, suffix, pattern, least):
    names = named_in(sorted((ROOT / folder).rglob(f"*{suffix}")), pattern)
    assert len(names) >= least
    assert sorted(name for name in names if not is_there(name)) == []


def test_a_reference_to_nothing_is_seen():
    assert is_there("camillo.app.palace.Palace.search")
    assert not is_there("camillo.app.palace.Palace.fly")
    assert not is_there("camillo.app.aviary.Aviary")
