import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from camillo.models.quantise import quantise, sign_bits, to_vectors
from camillo.ports.embedder import Encoded


@given(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=40))
def test_quantised_components_are_off_by_half_a_step_at_most(values):
    vector = np.array(values, np.float32)
    assert np.abs(quantise(vector) / 127 - vector).max() <= 0.5 / 127 + 1e-6


def test_a_component_beyond_one_does_not_wrap_around():
    assert quantise(np.array([1.01, -1.01], np.float32)).tolist() == [127, -127]


@given(st.integers(0, 2**64 - 1))
def test_sign_bits_unpack_to_the_signs(seed):
    vector = np.random.default_rng(seed).standard_normal(384).astype(np.float32)
    bits = sign_bits(vector)
    assert bits.shape == (48,)
    np.testing.assert_array_equal(np.unpackbits(bits), vector > 0)


def test_a_refused_row_never_becomes_a_vector():
    pooled = np.zeros((3, 384), np.float32)
    pooled[0, 0] = pooled[2, 5] = 1.0
    codes = [np.zeros((count, 24), np.uint8) for count in (2, 0, 1)]
    vectors = to_vectors([7, 8, 9], Encoded(pooled, codes))
    assert [vector.drawer for vector in vectors] == [7, 9]
    assert [len(vector.codes) for vector in vectors] == [2, 1]
    assert vectors[1].pooled[5] == 127
    assert np.unpackbits(vectors[1].bits).nonzero()[0].tolist() == [5]
