from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.app import values
from camillo.app.settings import Settings, load, names
from camillo.domain.errors import InvalidInput


def written(folder: Path, text: str) -> Path:
    file = folder / "config.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_without_file_and_environment_the_defaults_hold(tmp_path):
    file = written(tmp_path, "")
    assert load(file, environ={}) == Settings()
    assert set(load(file, environ={}).origins.values()) == {"default"}


def test_a_flag_beats_the_environment_which_beats_the_file(tmp_path):
    file = written(tmp_path, 'palace = "a"\nbusy_seconds = 1\nhall_preset = "coding"\n')
    environ = {"CAMILLO_PALACE": "b", "CAMILLO_BUSY_SECONDS": "2"}
    settings = load(file, environ=environ, palace="c", busy_seconds=None)
    assert (settings.palace, settings.busy_seconds) == (Path("c"), 2.0)
    assert settings.hall_preset == "coding"
    assert settings.origins["palace"] == "flag"
    assert settings.origins["busy_seconds"] == "environment CAMILLO_BUSY_SECONDS"
    assert settings.origins["hall_preset"] == str(file)


def test_a_file_sets_every_kind_of_value(tmp_path):
    file = written(
        tmp_path,
        """
        model = "~/models"
        refine = false
        ignore = ["*.log", "secret/"]
        file_limit = "200MB"
        [rooms]
        api = ["graphql", "rest"]
        [halls]
        recipes = ["bake", "stir"]
        """,
    )
    settings = load(file, environ={})
    assert settings.model == Path("~/models").expanduser()
    assert settings.refine is False
    assert settings.ignore == ("*.log", "secret/")
    assert settings.file_limit == 200 << 20
    assert settings.rooms == {"api": ("graphql", "rest")}
    assert settings.halls == {"recipes": ("bake", "stir")}


def test_the_environment_can_name_the_file(tmp_path):
    file = written(tmp_path, "refine = false")
    assert load(environ={"CAMILLO_CONFIG": str(file)}).refine is False


def test_an_unknown_key_is_refused_by_name_with_the_one_meant(tmp_path):
    file = written(tmp_path, "refin = true")
    with pytest.raises(InvalidInput) as caught:
        load(file, environ={})
    assert "'refin'" in caught.value.what
    assert str(file) in caught.value.what
    assert "'refine'" in caught.value.mend


def test_origins_cannot_be_set_from_outside(tmp_path):
    with pytest.raises(InvalidInput, match="origins"):
        load(written(tmp_path, "origins = {}"), environ={})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("palace", 7),
        ("palace", ""),
        ("refine", "perhaps"),
        ("ignore", [1]),
        ("rooms", {"api": "graphql"}),
        ("rooms", {"api": [1]}),
        ("rooms", {" ": ["x"]}),
        ("rooms", "not json"),
        ("hall_preset", "kitchen"),
        ("file_limit", "0"),
        ("file_limit", "-5"),
        ("file_limit", True),
        ("file_limit", "many"),
        ("busy_seconds", "nan"),
        ("busy_seconds", -1),
        ("busy_seconds", "soon"),
        ("busy_seconds", True),
        ("log_level", "loud"),
    ],
)
def test_a_wrong_value_is_refused_by_name_and_says_what_to_give(tmp_path, name, value):
    with pytest.raises(InvalidInput) as caught:
        load(written(tmp_path, ""), environ={}, **{name: value})
    assert name in caught.value.what
    assert repr(value) in caught.value.what
    assert caught.value.mend.startswith("give ")


def test_a_wrong_value_in_the_environment_names_the_variable(tmp_path):
    with pytest.raises(InvalidInput, match="environment CAMILLO_REFINE"):
        load(written(tmp_path, ""), environ={"CAMILLO_REFINE": "maybe"})


def test_a_file_that_was_named_must_be_there(tmp_path):
    with pytest.raises(InvalidInput, match="there is no settings file"):
        load(tmp_path / "none.toml", environ={})


@pytest.mark.parametrize("content", [b"refine = ", b"\xff\xfe", b"[rooms\n"])
def test_a_file_that_is_no_toml_is_named(tmp_path, content):
    file = tmp_path / "config.toml"
    file.write_bytes(content)
    with pytest.raises(InvalidInput, match=r"config\.toml is not"):
        load(file, environ={})


def test_a_folder_in_the_place_of_the_file_is_a_clear_error(tmp_path):
    with pytest.raises(InvalidInput, match="cannot be read"):
        load(tmp_path, environ={})


def test_empty_variables_count_as_not_set(tmp_path):
    environ = dict.fromkeys((f"CAMILLO_{name.upper()}" for name in names()), "")
    assert load(written(tmp_path, ""), environ=environ) == Settings()


@given(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.text()))
)
def test_a_check_answers_or_says_what_to_give(value):
    checks = (
        values.path,
        values.switch,
        values.words,
        values.keywords,
        values.size,
        values.seconds,
        values.one_of("a", "b"),
    )
    for check in checks:
        try:
            check(value)
        except ValueError as error:
            assert str(error)


@given(st.integers(1, 1 << 50))
def test_a_size_in_bytes_is_taken_as_it_is(number):
    assert values.size(number) == number == values.size(f"{number} B")
