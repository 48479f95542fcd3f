import hashlib

import numpy as np

from camillo.models.projection import CODE_BYTES, project, token_codes


def matrix() -> np.ndarray:
    return project(np.eye(384, dtype=np.float32))


def test_the_rows_of_the_projection_are_exactly_orthogonal():
    np.testing.assert_array_equal(matrix() @ matrix().T, 384 * np.eye(192))


def test_the_projection_never_changes():
    signs = np.packbits(matrix() > 0).tobytes()
    assert (
        hashlib.sha256(signs).hexdigest()
        == "f110adfa23952757fc6278280ca76bfd27cb2c35274be9cc7752d7491e815b76"
    )


def test_the_transform_is_the_matrix_it_stands_for():
    states = np.random.default_rng(3).standard_normal((7, 384)).astype(np.float32)
    np.testing.assert_allclose(project(states), matrix() @ states.T, rtol=1e-4, atol=1e-3)


def test_a_code_does_not_depend_on_the_states_beside_it():
    states = np.random.default_rng(5).standard_normal((40, 384)).astype(np.float32)
    together = token_codes(states)
    assert together.shape == (40, CODE_BYTES)
    for number in range(40):
        np.testing.assert_array_equal(token_codes(states[number : number + 1])[0], together[number])


def test_near_states_have_near_codes():
    rng = np.random.default_rng(11)
    one, other = rng.standard_normal((2, 384)).astype(np.float32)
    near = one + 0.2 * rng.standard_normal(384).astype(np.float32)
    codes = token_codes(np.stack([one, near, other]))
    distance = [int(np.unpackbits(codes[0] ^ code).sum()) for code in codes[1:]]
    assert distance[0] < 30 < 75 < distance[1] < 120


def test_no_states_have_no_codes():
    assert token_codes(np.empty((0, 384), np.float32)).shape == (0, CODE_BYTES)
