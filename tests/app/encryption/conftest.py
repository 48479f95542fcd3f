"""A palace of one's own with settings that name its key, and nothing of this machine's."""

from collections.abc import Callable
from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.settings import Settings, load


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("CAMILLO_CONFIG", str(tmp_path / "camillo.toml"))
    (tmp_path / "camillo.toml").write_text("busy_seconds = 0.5\nrefine = false\n")
    return tmp_path


@pytest.fixture
def key(folder: Path) -> Path:
    return folder / "keys" / "palace.key"


@pytest.fixture
def settings(folder: Path, key: Path) -> Callable[..., Settings]:
    def made(**more: object) -> Settings:
        return load(**{"palace": folder / "data" / "p.camillo", "palace_key": str(key), **more})

    return made


@pytest.fixture
def plain(settings: Callable[..., Settings]) -> Settings:
    """The settings of a palace that is not encrypted yet and holds a text."""
    chosen = settings()
    with Palace.open(settings=settings(palace_key="")) as palace:
        palace.add("The heron stands in the reeds at Torbole.", wing="lake", title="Birds")
    return chosen
