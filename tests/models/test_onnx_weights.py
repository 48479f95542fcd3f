import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from camillo.domain.errors import ModelUnavailable
from camillo.models.onnx_weights import read_weights

ROWS = np.arange(24, dtype=np.float32).reshape(6, 4)
BYTES = np.arange(-12, 12, dtype=np.int8).reshape(6, 4)


def test_weights_are_read_by_the_end_of_their_name(write_onnx):
    path = write_onnx([("encoder.words.q", BYTES), ("encoder.words", ROWS), ("other", ROWS)])
    found = read_weights(path, ("words", "words.q", "missing"))
    assert set(found) == {"words", "words.q"}
    np.testing.assert_array_equal(found["words"], ROWS)
    np.testing.assert_array_equal(found["words.q"], BYTES)


def test_weights_are_mapped_and_cannot_be_written(write_onnx):
    found = read_weights(write_onnx([("words", ROWS)]), ("words",))["words"]
    assert not found.flags.writeable
    assert not found.flags.owndata


def test_a_type_that_is_not_supported_is_refused_only_when_wanted(write_onnx):
    path = write_onnx([("wide", ROWS.astype(np.float64)), ("words", ROWS)])
    assert list(read_weights(path, ("words",))) == ["words"]
    with pytest.raises(ModelUnavailable, match="element type 11"):
        read_weights(path, ("wide",))


def test_every_truncation_is_refused_or_lacks_the_table(write_onnx, tmp_path):
    whole = write_onnx([("words", ROWS)]).read_bytes()
    cut = tmp_path / "cut.onnx"
    for length in range(len(whole)):
        cut.write_bytes(whole[:length])
        try:
            assert read_weights(cut, ("words",)) == {}
        except ModelUnavailable as refused:
            assert refused.mend


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(st.data())
def test_a_damaged_file_is_read_within_its_bytes_or_refused(write_onnx, data):
    path = write_onnx([("words", ROWS), ("words.q", BYTES)])
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    try:
        found = read_weights(path, ("words", "words.q"))
    except ModelUnavailable:
        return
    assert all(array.nbytes <= len(content) for array in found.values())


def test_a_missing_an_empty_and_a_foreign_file_are_refused(tmp_path):
    empty, foreign = tmp_path / "empty", tmp_path / "foreign"
    empty.touch()
    foreign.write_text("this is a text, not a model, and it says so")
    for path in (tmp_path / "missing", empty, foreign):
        with pytest.raises(ModelUnavailable, match=path.name):
            read_weights(path, ("words",))
