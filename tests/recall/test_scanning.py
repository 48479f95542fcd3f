"""What is done to all drawers in parts gives what it gives in one go."""

import numpy as np
import pytest

from camillo.recall import dense, pieces
from camillo.recall.catalogue import load


@pytest.mark.parametrize("part", [1, 3, 100])
def test_differing_bits_are_counted_for_the_rows_asked_for_however_many_at_a_time(
    monkeypatch, part
):
    monkeypatch.setattr(dense, "_SCANNED", part)
    signs = np.random.default_rng(5).integers(0, 256, (10, 48), np.uint8)
    rows = np.array([9, 0, 3, 4, 7, 1, 2])
    expected = [int(np.unpackbits(signs[row] ^ signs[6]).sum()) for row in rows]
    assert dense.hamming(signs.view(np.uint64), signs[6], rows).tolist() == expected


@pytest.mark.parametrize("part", [1, 2, 100])
def test_word_pieces_are_counted_once_a_drawer_however_many_at_a_time(monkeypatch, palace, part):
    monkeypatch.setattr(pieces, "_CHUNK", part)
    held = [[7, 7, 65_535], [], [7, 0], [0, 0, 0], [65_535]]
    for each in held:
        palace.add("x")
        palace.rows[-1].pieces = np.array(each, np.uint16)
    asked = np.array([0, 7, 65_535, 8], np.uint16)
    assert load(palace, None).piece_df(asked).tolist() == [2, 2, 2, 0]
