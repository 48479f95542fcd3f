"""What a wake-up reads from any store."""

from camillo.domain.moment import Moment


def test_added_names_undated_turns_that_were_added_and_when(store, source, hand):
    dated = hand.filed("dated", turn="2", at=hand.moment("2020-01-01"))
    undated = hand.filed("new", turn="3")
    store.file("mine", source, [hand.filed("old", turn="1")])
    receipt = store.file("add", source, [dated, undated])
    with store.snapshot() as snapshot:
        numbers, times = snapshot.added()
        assert numbers.tolist() == [snapshot.turn(undated.turn.key).number]
    assert abs(times.tolist()[0] - Moment.parse(receipt.at).micros) < 2_000_000


def test_keys_that_begin_alike_are_told_two_at_most(store, source, hand):
    filed = [hand.filed(str(number), turn=str(number)) for number in range(40)]
    store.file("add", source, filed)
    keys = sorted(each.turn.key for each in filed)
    with store.snapshot() as snapshot:
        assert snapshot.keys_like(keys[7].hex()) == [keys[7]]
        assert snapshot.keys_like("") == keys[:2]
        assert snapshot.keys_like("0" * 23) == []
        assert [snapshot.keys_like(key.hex()[:12]) for key in keys] == [[key] for key in keys]
