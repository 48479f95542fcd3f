import subprocess
import sys

import pytest

from camillo.domain.errors import ModelUnavailable
from camillo.models import locate
from camillo.models.loading import load_embedder, load_static


def test_what_is_installed_is_loaded():
    static, embedder = load_static(), load_embedder()
    assert static is not None
    assert embedder is not None
    assert (static.card.tier, embedder.card.tier) == ("static", "transformer")
    assert static.token_limit == embedder.token_limit


def test_nothing_installed_is_none_with_a_reason_in_the_log(monkeypatch, tmp_path, caplog):
    monkeypatch.setattr(locate, "_PACKAGE", "a_package_that_is_not_there")
    monkeypatch.setattr(locate.Path, "home", lambda: tmp_path)
    assert load_static() is None
    assert load_embedder() is None
    assert "no weights of all-MiniLM-L6-v2" in caplog.text


@pytest.mark.parametrize("load", [load_static, load_embedder])
def test_a_wrong_path_is_an_error_and_never_none(load, tmp_path):
    foreign = tmp_path / "foreign.onnx"
    foreign.write_text("no model at all")
    for path in (tmp_path / "missing.onnx", foreign):
        with pytest.raises(ModelUnavailable, match=path.name):
            load(path)


def test_a_given_path_of_the_pinned_file_is_used(weights):
    loaded = load_embedder(weights.path)
    assert loaded is not None
    assert loaded.card == weights.card("transformer")


def test_the_static_tier_never_imports_onnxruntime():
    code = (
        "import sys; from camillo.models.loading import load_static;"
        "load_static().query('dog'); print('onnxruntime' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
