import numpy as np
import onnxruntime
import pytest

from camillo.domain.errors import ModelUnavailable
from camillo.models.onnx_patch import look_up_first


def states(model) -> np.ndarray:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    ids = np.array([[101, 2339, 2106, 2057, 102], [101, 6942, 102, 0, 0]], np.int64)
    mask = (ids > 0).astype(np.int64)
    feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    return session.run(None, feed)[0]


def test_the_patched_model_gives_the_same_states_bit_for_bit(weights):
    patched = look_up_first(weights.path)
    assert patched is not None
    np.testing.assert_array_equal(states(patched), states(str(weights.path)))


def test_a_model_of_another_shape_is_left_as_it_is(write_onnx):
    assert look_up_first(write_onnx([("words", np.zeros((2, 3), np.float32))])) is None


def test_a_file_that_is_no_model_is_refused(tmp_path, weights):
    cut = tmp_path / "cut.onnx"
    cut.write_bytes(weights.path.read_bytes()[:100_000])
    with pytest.raises(ModelUnavailable, match=r"cut\.onnx"):
        look_up_first(cut)
