import numpy as np

from camillo.distill.preselect import likely, newest, shelf
from camillo.ports.rows import NO_TIME, Columns, Placements

DAY = 86_400_000_000


def columns(rows: list[tuple[int, int, int]]) -> Columns:
    """Drawers numbered from 1, given as turn, time and length."""
    turn, at, length = (np.array(each, np.int64) for each in zip(*rows, strict=True))
    size = len(rows)
    small, wide = np.zeros(size, np.int32), np.zeros(size, np.int64)
    return Columns(
        drawer=np.arange(1, size + 1), turn=turn, document=wide, conversation=wide, position=wide,
        ordinal=small, start=wide, length=length.astype(np.int32), at=at, speaker=small,
        role=small, source=small, current=np.ones(size, np.bool_), pieces=np.zeros(0, np.uint16),
        piece_at=np.zeros(size + 1, np.int64), bits=np.zeros((size, 48), np.uint8),
    )  # fmt: skip


def placements(rows: list[tuple[int, int, int]]) -> Placements:
    turn, room, hall = (np.array(each, np.int64) for each in zip(*rows, strict=True))
    return Placements(turn, room.astype(np.int32), hall.astype(np.int32))


NONE = (np.zeros(0, np.int64), np.zeros(0, np.int64))


def test_a_shelf_holds_the_turns_of_its_rooms_with_the_hall_they_have_there():
    made = columns([(1, 0, 5), (2, 0, 5), (2, 0, 5), (3, 0, 5)])
    found = shelf(made, placements([(1, 7, 1), (2, 7, 2), (2, 8, 3), (3, 9, 1)]), [8, 9], NONE)
    assert found.rows.tolist() == [1, 2, 3]
    assert found.hall.tolist() == [3, 3, 1]
    assert found.lone.tolist() == [False, False, True]


def test_replaced_versions_are_not_on_the_shelf():
    made = columns([(1, 0, 5), (2, 0, 5)])
    made.current[0] = False
    assert shelf(made, placements([(1, 7, 1), (2, 7, 1)]), [7], NONE).rows.tolist() == [1]


def test_an_undated_turn_takes_the_time_it_was_added_and_no_other_does():
    made = columns([(1, NO_TIME, 5), (2, NO_TIME, 5), (3, 4, 5)])
    added = (np.array([2, 3]), np.array([9, 9]))
    found = shelf(made, placements([(1, 7, 1), (2, 7, 1), (3, 7, 1)]), [7], added)
    assert found.time.tolist() == [NO_TIME, 9, 4]
    assert newest(found, made, 9).tolist() == [1, 2, 0]
    assert newest(found, made, 1).tolist() == [1]


def test_rooms_nobody_is_in_give_an_empty_shelf():
    made = columns([(1, 0, 5)])
    found = shelf(made, placements([(1, 7, 1)]), [], NONE)
    assert not len(found.rows) and not len(likely(found, made, [1], 9))
    assert not len(newest(found, made, 9))


def test_the_likely_are_of_the_halls_and_the_long_and_new_come_first():
    made = columns([(1, 0, 50), (2, 900 * DAY, 50), (3, 900 * DAY, 1), (4, 900 * DAY, 50)])
    found = shelf(made, placements([(1, 7, 1), (2, 7, 1), (3, 7, 1), (4, 7, 2)]), [7], NONE)
    assert likely(found, made, [1], 9).tolist() == [0, 1, 2]
    assert likely(found, made, [1], 2).tolist() == [1, 2]
    assert likely(found, made, [1], 1).tolist() == [1]
