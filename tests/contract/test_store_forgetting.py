"""The contract of palace stores: what is forgotten is gone, stays gone, and takes nothing else along."""

import pytest

from camillo.domain.blanking import blank
from camillo.domain.drawer import Filed, Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.place import Place
from camillo.domain.turn import Turn, encode
from camillo.ports.rows import Redaction, Source


def span_of(filed, part):
    content = part if isinstance(part, bytes) else part.encode()
    start = filed.turn.content.index(content)
    return Span(filed.turn.key, start, start + len(content))


def redaction(hand, filed, *parts):
    spans = [span_of(filed, part) for part in parts]
    content = filed.turn.content
    for span in spans:
        content = blank(content, filed.turn.encoding, span.start, span.end)
    return [Redaction(span, hand.cuts(content)) for span in spans]


def text_of(store, filed):
    with store.snapshot() as snapshot:
        return snapshot.get(Span(filed.turn.key, 0, len(filed.turn.content)), 0)


@pytest.fixture
def page(hand):
    return hand.filed("keep one\nthe secret sesame phrase\nkeep two", turn="p", title="A page")


def test_vectors_that_arrive_after_their_text_was_forgotten_are_passed_over(
    store, source, hand, model, page
):
    store.file("mine", source, [page, hand.filed("another page", turn="q")])
    late = [hand.vector(each.drawer) for each in store.pending(model, 99)]
    store.forget(redaction(hand, page, "keep one", "the secret sesame phrase", "keep two"))
    assert store.put_vectors(model, late) == 1
    with store.snapshot() as snapshot:
        drawers = snapshot.columns(0).drawer.tolist()
        assert snapshot.signs(0, model).drawer.tolist() == drawers
    assert store.check() == []


def test_no_vectors_are_said_to_be_there_when_the_only_ones_were_forgotten(
    store, source, hand, model
):
    page = hand.filed("one line", turn="p")
    store.file("mine", source, [page, hand.filed("another page", turn="q")])
    store.put_vectors(model, [hand.vector(1)])
    store.forget(redaction(hand, page, "one line"))
    with store.snapshot() as snapshot:
        assert not snapshot.has_vectors()


@pytest.mark.parametrize("compacted", [False, True])
def test_a_forgotten_span_is_blank_and_found_no_more(store, source, hand, model, page, compacted):
    store.file("mine", source, [page])
    if compacted:
        store.compact(force=True)
    store.put_vectors(model, [hand.vector(n) for n in (1, 2, 3)])
    receipt = store.forget(redaction(hand, page, "the secret sesame phrase"))
    assert receipt.counts == {"spans": 1, "documents": 1, "turns": 1, "drawers": 1}
    memory = text_of(store, page)
    assert memory.text == "keep one\n" + " " * 24 + "\nkeep two"
    assert memory.document != page.turn.address.hex()
    with store.snapshot() as snapshot:
        assert set(snapshot.postings(["keep", "secret", "sesame", "two"])) == {"keep", "two"}
        assert snapshot.columns(0).drawer.tolist() == [1, 3]
        assert snapshot.columns(0).ordinal.tolist() == [0, 1]
        assert set(snapshot.dense([1, 2, 3], model)) == {1, 3}
        assert snapshot.signs(0, model).drawer.tolist() == [1, 3]
        assert snapshot.document(page.turn.address) is None
        assert snapshot.terms_between("s", "t", 9) == []
    assert store.check() == []


def test_what_stands_before_and_after_a_forgotten_text_is_compacted_as_before(store, source, hand):
    turns = [hand.filed(name, turn=name) for name in ("before", "gone", "after")]
    store.file("mine", source, turns)
    store.forget(redaction(hand, turns[1], "gone"))
    store.compact(force=True)
    with store.snapshot() as snapshot:
        found = snapshot.postings(["before", "gone", "after"])
        assert {term: held.drawer.tolist() for term, held in found.items()} == {
            "before": [1],
            "after": [3],
        }
    assert store.check() == []


def test_forgetting_part_of_a_drawer_files_what_is_left_of_it(store, source, hand, page):
    store.file("mine", source, [page])
    store.compact(force=True)
    store.forget(redaction(hand, page, "secret sesame"))
    with store.snapshot() as snapshot:
        assert set(snapshot.postings(["the", "secret", "phrase"])) == {"the", "phrase"}
        drawer = snapshot.postings(["phrase"])["phrase"].drawer.tolist()
        assert snapshot.passages(drawer)[drawer[0]].text == "the               phrase"
        assert sorted(snapshot.columns(0).ordinal.tolist()) == [0, 1, 2]
    assert store.check() == []


def test_a_forgotten_text_is_not_filed_again(store, source, hand, page):
    store.file("mine", source, [page])
    store.forget(redaction(hand, page, "the secret sesame phrase"))
    other = hand.turn(page.turn.text, turn="q", conversation="elsewhere")
    assert store.forgotten([page.turn, other]) == [None, None]
    again = Filed(other, Place("orion"), hand.cuts(other.content))
    counts = store.file("mine", source, [again]).counts
    assert counts["turns"] == 0 and counts["forgotten"] == 1


def test_a_new_version_has_the_forgotten_lines_blank(store, source, hand, page):
    store.file("mine", source, [page])
    store.forget(redaction(hand, page, "the secret sesame phrase"))
    grown = hand.turn("new top\n  the secret sesame phrase\r\nkeep two\nsesame", turn="p")
    (clean,) = store.forgotten([grown])
    assert clean.text == "new top\n  " + " " * 24 + "\r\nkeep two\nsesame"
    assert len(clean.content) == len(grown.content) and clean.key != grown.key
    assert store.forgotten([clean]) == [clean]
    with pytest.raises(InvalidInput):
        store.file("mine", source, [Filed(grown, Place("orion"), hand.cuts(grown.content))])
    store.file("mine", source, [Filed(clean, Place("orion"), hand.cuts(clean.content))])
    with store.snapshot() as snapshot:
        assert "secret" not in snapshot.postings(["secret"])


def test_pieces_of_lines_stay_forgotten_where_they_stood(store, source, hand):
    given = hand.filed("alpha bravo charlie delta\nzulu", turn="p")
    store.file("mine", source, [given])
    store.forget(redaction(hand, given, "alpha bravo", "delta\nzulu"))
    later = hand.turn("alpha bravo and more delta\nzulu\nnot alpha bravo here", turn="p")
    (clean,) = store.forgotten([later])
    assert clean.text == " " * 11 + " and more " + " " * 5 + "\n    \nnot alpha bravo here"
    inside = hand.filed("see password hunter2 there", turn="i")
    store.file("mine", source, [inside])
    store.forget(redaction(hand, inside, "hunter2"))
    (clean,) = store.forgotten([hand.turn("now: hunter2!", turn="i")])
    assert clean.text == "now:        !"


def test_a_short_forgotten_line_is_left_alone_in_other_turns(store, source, hand):
    given = hand.filed("yes", turn="1")
    long = hand.filed("no\nnever", turn="2")
    store.file("mine", source, [given, long])
    store.forget(redaction(hand, long, "no"))
    turns = [hand.turn("no\nreally not", turn="3"), hand.turn("no\nreally not", turn="2")]
    other, version = store.forgotten(turns)
    assert other.text == "no\nreally not" and version.text == "  \nreally not"


def test_a_conversation_of_which_no_word_is_left_has_no_title(store, source, hand):
    one, two = (hand.filed(f"word {n}", turn=n, title="A page") for n in "12")
    store.file("mine", source, [one, two])
    store.forget(redaction(hand, one, "word 1"))
    assert text_of(store, two).title == "A page"
    store.forget(redaction(hand, two, "word 2"))
    assert text_of(store, two).title == ""
    three = hand.filed("word 3", turn="3", title="A page")
    store.file("mine", source, [three])
    assert text_of(store, three).title == "A page"


def test_a_title_that_is_the_forgotten_text_goes_and_does_not_return(store, source, hand):
    given = hand.filed("My bank code is 1234", turn="1", title="My bank code is...")
    store.file("mine", source, [given, hand.filed("fine", turn="2", title="My bank code is...")])
    store.forget(redaction(hand, given, "My bank code is 1234"))
    assert text_of(store, given).title == ""
    (turn,) = store.forgotten([hand.turn("later", turn="3", title="My bank code is...")])
    assert turn.title == ""


def test_meta_that_repeats_the_forgotten_text_goes(store, source, hand):
    meta = {"preview": "the secret sesame", "n": 3, "tags": ["a", "secret sesame"]}
    given = hand.filed("keep\nthe secret sesame", meta=meta)
    store.file("mine", source, [given])
    store.forget(redaction(hand, given, "the secret sesame"))
    assert text_of(store, given).meta == {"preview": "", "n": 3, "tags": ["a", ""]}


def test_every_turn_that_has_the_text_loses_it(store, source, hand):
    pair = [hand.filed("shared secret", conversation=name) for name in ("a", "b")]
    store.file("mine", source, pair)
    receipt = store.forget(redaction(hand, pair[0], "secret"))
    assert receipt.counts["turns"] == 2
    assert {text_of(store, each).text for each in pair} == {"shared       "}
    with store.snapshot() as snapshot:
        assert snapshot.postings(["secret"]) == {}
        assert len(snapshot.postings(["shared"])["shared"].drawer) == 2


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "utf-8-sig", "utf-8-escaped"],
)
def test_any_encoding_keeps_its_length_and_still_reads(store, source, encoding):
    content = encode("naïve\nmót de passe\nfin", encoding)
    turn = Turn("note", "c", "1", content, encoding)
    store.file("mine", source, [Filed(turn, Place("w"), ())])
    bare = encode("", encoding)
    secret = encode("mót de passe", encoding)[len(bare) :]
    start = content.index(secret)
    span = Span(turn.key, start, start + len(secret))
    store.forget([Redaction(span, ())])
    with store.snapshot() as snapshot:
        memory = snapshot.get(Span(turn.key, 0, len(content)), 0)
    assert len(memory.content) == len(content)
    lines = memory.text.lstrip("\ufeff").split("\n")
    assert (lines[0], lines[1].strip(" "), lines[2]) == ("naïve", "", "fin")
    later = Turn("note", "c", "1", encode("x\nmót de passe", encoding), encoding)
    assert store.forgotten([later])[0].text.split("\n")[1].strip() == ""


def test_half_a_character_takes_the_whole_one(store, source, hand):
    given = hand.filed("aé日b")
    store.file("mine", source, [given])
    store.forget([Redaction(Span(given.turn.key, 2, 4), ())])
    assert text_of(store, given).text == "a     b"


def test_what_cannot_be_forgotten_is_refused_and_nothing_changes(store, source, hand, page):
    store.file("mine", source, [page])
    with store.snapshot() as snapshot:
        before = snapshot.tick()
    key = page.turn.key
    with pytest.raises(NotFound):
        store.forget([Redaction(Span(bytes(12), 0, 1), ())])
    for start, end in ((0, 999), (3, 3)):
        with pytest.raises(InvalidInput):
            store.forget([Redaction(Span(key, start, end), ())])
    with pytest.raises(InvalidInput):
        store.forget([*redaction(hand, page, "keep one"), *redaction(hand, page, "keep two")])
    with store.snapshot() as snapshot:
        assert snapshot.tick() == before


def test_several_spans_of_one_text_go_together(store, source, hand, page):
    store.file("mine", source, [page])
    store.forget(redaction(hand, page, "keep one", "keep two"))
    assert text_of(store, page).text == " " * 8 + "\nthe secret sesame phrase\n" + " " * 8
    assert store.check() == []


def test_backups_that_still_hold_it_are_named(store, backend, source, hand, page, tmp_path):
    if backend != "sqlite":
        pytest.skip("this store makes no backups of its own")
    store.file("mine", source, [page])
    store.backup(tmp_path / "copy.camillo")
    receipt = store.forget(redaction(hand, page, "keep one"))
    assert len(receipt.notes) == 1 and str(tmp_path / "copy.camillo") in receipt.notes[0]
    (tmp_path / "copy.camillo").unlink()
    assert store.forget(redaction(hand, page, "keep two")).notes == ()


def test_deleting_a_wing_leaves_the_other_whole(store, hand):
    both = [hand.filed("shared text", conversation=name, wing=name) for name in ("orion", "lyra")]
    lone = hand.filed("only in orion", conversation="orion", turn="2", wing="orion", title="T")
    for each in (*both, lone):
        store.file("mine", Source("note", each.place.wing), [each])
    for wing in ("orion", "lyra"):
        store.seal(Source("note", wing), wing)
    receipt = store.delete_wing("orion")
    assert receipt.counts == {"turns": 2, "documents": 2, "kept": 0}
    assert text_of(store, both[1]).text == "shared text"
    assert text_of(store, lone).text.strip() == "" and text_of(store, lone).title == ""
    with store.snapshot() as snapshot:
        assert [row["wing"] for row in snapshot.wings()] == ["lyra"]
        assert snapshot.postings(["only", "orion"]) == {}
        assert len(snapshot.postings(["shared"])["shared"].drawer) == 1
    assert store.check() == []
    assert store.forgotten([lone.turn]) == [None]
    again = store.file("mine", Source("note", "orion"), [both[0]])
    assert again.counts["turns"] == 0
    with store.snapshot() as snapshot:
        assert [row["wing"] for row in snapshot.wings()] == ["lyra"]
    with pytest.raises(NotFound):
        store.delete_wing("orion")


def test_a_turn_placed_in_two_wings_stays_whole_when_one_goes(store, source, hand):
    store.file("mine", source, [hand.filed("x words", wing="orion")])
    store.file("mine", source, [hand.filed("x words", wing="lyra")])
    assert store.delete_wing("orion").counts == {"turns": 0, "documents": 0, "kept": 1}
    with store.snapshot() as snapshot:
        assert set(snapshot.postings(["words"])) == {"words"}
        assert len(snapshot.placements(0).turn) == 1


def test_a_common_word_said_in_a_deleted_wing_can_be_said_again(store, source, hand):
    store.file("mine", source, [hand.filed("ok", wing="orion")])
    store.delete_wing("orion")
    turn = hand.turn("ok", conversation="new")
    assert store.forgotten([turn]) == [turn]
