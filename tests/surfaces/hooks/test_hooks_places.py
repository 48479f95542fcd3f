import os
import sys
from pathlib import Path

import pytest

from camillo.app import settings
from camillo.domain.errors import InvalidInput
from camillo.surfaces.hooks import places
from camillo.surfaces.hooks.places import default_config, default_palace


@pytest.mark.parametrize(
    "environ",
    [
        {"HOME": "/home/kai"},
        {"HOME": "/home/kai/"},
        {"HOME": "/home/kai", "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"},
        {"HOME": "/home/kai", "XDG_DATA_HOME": "relative", "XDG_CONFIG_HOME": " "},
        {"HOME": "/home/kai", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "/config/"},
        {"HOME": "relative"},
        {},
    ],
)
def test_the_defaults_are_those_of_the_settings(monkeypatch, environ):
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert Path(default_config(os.environ)) == settings.default_config()
    assert Path(default_palace(os.environ)) == settings.Settings().palace


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.delenv("CAMILLO_PALACE", raising=False)
    path = tmp_path / "config.toml"
    monkeypatch.setenv("CAMILLO_CONFIG", str(path))
    return path


@pytest.mark.parametrize(
    "written",
    [
        'palace = "/data/mine.camillo"',
        'palace = "~/x.camillo"',
        "refine = false",
        "",
        "palace = ''",
    ],
)
def test_a_palace_in_the_settings_file_is_the_one_the_settings_name(config, written):
    config.write_text(written)
    try:
        wanted = settings.load().palace
    except InvalidInput:
        return
    assert Path(places.places(None, os.environ).palace) == wanted


def test_what_is_named_comes_before_the_environment_and_that_before_the_file(config, monkeypatch):
    config.write_text('palace = "/from/file"')
    assert places.places(None, os.environ).palace == os.path.abspath("/from/file")  # noqa: PTH100
    monkeypatch.setenv("CAMILLO_PALACE", "/from/environment")
    assert places.places(None, os.environ).palace.endswith("environment")
    assert places.places("/from/flag", os.environ).palace.endswith("flag")


@pytest.mark.parametrize("written", [b"palace = [", b"\xff", b"palace = 7"])
def test_a_settings_file_that_cannot_be_used_is_named(config, written):
    config.write_bytes(written)
    with pytest.raises(InvalidInput, match=r"config\.toml"):
        places.places(None, os.environ)


def test_a_settings_file_that_was_named_must_be_there(config):
    with pytest.raises(InvalidInput, match="there is no settings file"):
        places.places(None, os.environ)


def test_the_state_folder_is_the_one_of_the_resident_process(tmp_path):
    from camillo.app.resident.state import State

    palace = tmp_path / "palace.camillo"
    assert Path(places.of(str(palace), {}).home) == State.of(palace).folder


def test_two_palaces_never_share_a_refuge(tmp_path):
    environ = {"XDG_RUNTIME_DIR": str(tmp_path)}
    first, second = (places.of(f"/data/{name}", environ).refuge for name in ("a", "b"))
    assert first != second
    assert Path(first).parent == tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="the rule of one system")
def test_on_linux_the_palace_lies_in_the_users_data_folder():
    assert default_palace({"HOME": "/home/kai"}) == "/home/kai/.local/share/camillo/palace.camillo"
