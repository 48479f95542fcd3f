"""The wing that a folder asks."""

from pathlib import Path

import pytest

from camillo.app.mining.folders import wing_at


@pytest.fixture
def inner(tmp_path: Path) -> Path:
    made = tmp_path / "orion" / "src" / "deep"
    made.mkdir(parents=True)
    return made


def test_a_folder_asks_the_wing_of_its_project_before_those_of_folders_in_it(inner, tmp_path):
    (tmp_path / "orion" / ".git").mkdir()
    assert wing_at(inner, ["orion", "src"]) == "orion"
    assert wing_at(inner, ["src", "vega"]) == "src"
    assert wing_at(inner, [tmp_path.name]) is None


def test_a_folder_outside_of_any_project_asks_the_nearest_wing_above(inner):
    assert wing_at(inner, ["orion", "src"]) == "src"
    assert wing_at(inner, ["orion"]) == "orion"
    assert wing_at(inner, ["vega"]) is None


def test_the_home_folder_names_a_wing_only_for_itself(inner, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    wings = [tmp_path.name, tmp_path.parent.name]
    assert wing_at(tmp_path, wings) == tmp_path.name
    assert wing_at(inner, wings) is None


@pytest.mark.parametrize("folder", ["", ".", "/", "a\0b", "\ud800", "C:\\work\\orion"])
def test_no_folder_is_too_odd_to_ask_with(folder):
    assert wing_at(Path(folder), ["vega"]) is None
