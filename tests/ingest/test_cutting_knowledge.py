"""Cutting asks what each drawer knows, and counts in bytes of the turn."""

import pytest

from camillo.domain.knowledge import Cause, Claim, Known, Mention
from camillo.domain.moment import Moment
from camillo.domain.turn import Turn, encode
from camillo.ingest.cutting import Cutter, Passage
from camillo.ports.rows import Stored
from camillo.text.tokens import index_terms

TEXT = "été à Łódź parce que 日本\n" * 200


def knowing(said):
    claims, causes = [], []
    at = said.text.find("Łódź")
    while at >= 0:
        claims.append(Claim(said.speaker, said.role, "Łódź", at, at + 4, said.at, rule=said.part))
        at = said.text.find("Łódź", at + 1)
    if "parce que" in said.text:
        first = said.text.index("parce que")
        causes.append(Cause(first, first + 9, said.language))
    mentions = (Mention("łódź", "Łódź", "place", 2, True), Mention("été", "été", "word", 1))
    return Known(mentions, tuple(claims), tuple(causes))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-8-escaped"])
def test_spans_count_bytes_of_the_turn_in_every_drawer(encoding):
    content = encode(TEXT, encoding)
    passage = Passage(
        "c", content, encoding, "Bo", Moment.parse("2023" + "-05-08"), False, "fr", "user"
    )
    (cuts,) = Cutter(None, knowing).cuts([passage])
    assert len(cuts) > 3
    found = [claim for cut in cuts for claim in cut.claims]
    assert len(found) == 200
    for claim in found:
        assert content[claim.start : claim.end] == encode("Łódź", encoding)
        assert (claim.subject, claim.predicate, claim.rule) == ("Bo", "user", "text")
    for cut in cuts:
        (cause,) = cut.causes
        assert cut.start <= cause.start < cause.end <= cut.end
        assert content[cause.start : cause.end] == encode("parce que", encoding)
        assert cut.terms["@łódź"] == 2 and "@été" not in cut.terms


def test_what_is_known_changes_neither_length_nor_other_terms():
    passage = Passage("c", TEXT.encode(), "utf-8", "", None, False, "fr")
    (plain,), (taught,) = Cutter(None).cuts([passage]), Cutter(None, knowing).cuts([passage])
    for bare, full in zip(plain, taught, strict=True):
        words = {term: count for term, count in full.terms.items() if term[0] != "@"}
        assert (words, full.length, full.pieces) == (bare.terms, bare.length, bare.pieces)


def test_a_filed_turn_is_read_as_it_was_when_it_came():
    turn = Turn.of_text(
        "x", kind="note", conversation="c", turn="1", speaker="Bo", role="user", part="thinking",
        at=Moment.parse("2023-05-08T10:00:00+02:00"),
    )  # fmt: skip
    stored = Stored(
        1, turn.key, "c", turn.content, "utf-8", turn.at.text, "Bo", "thinking", role="user"
    )
    assert Passage.of_turn(turn).said("x") == Passage.of_stored(stored).said("x")


@pytest.mark.parametrize(
    "text", ["@ana", "mail a@b.c @", "＠ana ＠", "x @@y", "@日本 日本@", "'@ana' /@a/b ~@x ^@y"]
)
def test_no_word_of_a_text_begins_with_the_mark_of_entities(text):
    assert not [term for term in index_terms(text, "en").terms if term.startswith("@")]
