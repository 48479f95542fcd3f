"""Archives from strangers: each hostile member is named, the others are read, nothing is written."""

import io
import struct
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.errors import InvalidInput
from camillo.formats import archive, chatgpt, claude_ai
from camillo.formats.archive import Archive


def _packed(*members, method=zipfile.ZIP_DEFLATED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as made:
        for name, content in members:
            made.writestr(name, content)
    return packed.getvalue()


ESCAPES = ["../evil.json", "/etc/evil.json", "C:\\evil.json", "a/../../evil.json", "..\\evil.json"]


@pytest.mark.parametrize("name", ESCAPES)
def test_a_member_whose_name_escapes_is_left_out_and_named(of_bytes, name):
    info = zipfile.ZipInfo("x")
    info.filename = name
    with Archive(of_bytes(_packed((info, "{}"), ("ok.json", "[]")), "e.zip")) as opened:
        assert [member.name for member in opened.members] == ["ok.json"]
        (problem,) = opened.problems
        assert "leads out" in problem.what and name.split("\\")[-1] in problem.where


def test_a_link_is_not_followed(of_bytes):
    info = zipfile.ZipInfo("passwords")
    info.external_attr = 0o120777 << 16
    with Archive(of_bytes(_packed((info, "/etc/passwd")))) as opened:
        assert not opened.members
        assert "is a link" in opened.problems[0].what


def test_an_encrypted_member_and_a_nested_archive_are_named_with_their_mend(of_bytes):
    content = bytearray(_packed(("secret.json", "{}"), ("inner.zip", _packed(("a", "b")))))
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(magic) + offset
        content[at] |= 1
    with Archive(of_bytes(bytes(content))) as opened:
        assert not opened.members
        found = {problem.what: problem.mend for problem in opened.problems}
    assert "password" in found["the member is encrypted"]
    assert "mine it by itself" in found["the member is itself an archive"]


def test_an_archive_that_unpacks_to_far_more_than_it_is_is_refused(of_bytes):
    bomb = _packed(("conversations.json", b"[" + b" " * (archive.HARMLESS + 1)))
    with pytest.raises(InvalidInput, match="zip bomb"):
        Archive(of_bytes(bomb))


def test_members_that_overlap_are_refused(of_bytes):
    content = bytearray(_packed(("a.json", b"x" * 1000), method=zipfile.ZIP_STORED))
    at = content.find(b"PK\x01\x02")
    directory = bytes(content[at : content.find(b"PK\x05\x06")])
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 3, 3, 3 * len(directory), at, 0)
    overlapping = bytes(content[:at]) + directory * 3 + end
    with pytest.raises(InvalidInput, match="overlap"):
        Archive(of_bytes(overlapping))


def test_too_many_members_are_refused(of_bytes, monkeypatch):
    monkeypatch.setattr(archive, "MEMBER_LIMIT", 2)
    with pytest.raises(InvalidInput, match="3 members, more than 2"):
        Archive(of_bytes(_packed(("a", ""), ("b", ""), ("c", ""))))


def test_a_directory_of_gigabytes_is_refused_before_it_is_read(of_bytes):
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 1, 1, archive.DIRECTORY_LIMIT + 1, 0, 0)
    content = b"PK\x03\x04" + b"\0" * (archive.DIRECTORY_LIMIT + 1) + end
    with pytest.raises(InvalidInput, match="directory is too long"):
        Archive(of_bytes(content))


def test_a_cut_off_archive_is_refused_with_a_mend(of_bytes):
    with pytest.raises(InvalidInput) as refused:
        Archive(of_bytes(_packed(("a.json", "[]" * 100))[:-30]))
    assert "download or export it again" in refused.value.mend


def test_a_member_whose_bytes_were_damaged_is_refused_when_it_is_read(of_bytes):
    content = bytearray(_packed(("a.json", b"0123456789" * 50), method=zipfile.ZIP_STORED))
    content[content.find(b"0123456789") + 5] ^= 1
    with Archive(of_bytes(bytes(content))) as opened:
        (member,) = opened.members
        with pytest.raises(InvalidInput, match="cannot be read"):
            opened.read(member)


def test_a_member_packed_in_a_rare_way_is_named(of_bytes):
    with Archive(of_bytes(_packed(("a.json", "[]"), method=zipfile.ZIP_BZIP2))) as opened:
        assert "packed in a way" in opened.problems[0].what


def test_a_member_too_long_to_hold_is_refused_whole(of_bytes, monkeypatch):
    monkeypatch.setattr(archive, "CONTENT_LIMIT", 10)
    with (
        Archive(of_bytes(_packed(("a.bin", b"x" * 11)))) as opened,
        pytest.raises(InvalidInput, match="11 bytes, more than 10"),
    ):
        opened.read(opened.members[0])


def test_numbered_members_come_in_the_order_of_their_numbers(of_bytes):
    names = ["conversations-10.json", "conversations-9.json", "conversations-1.json"]
    with Archive(of_bytes(_packed(*((name, "[]") for name in names)))) as opened:
        assert [member.name for member in opened.members] == names[::-1]


def test_every_problem_is_told_once_with_its_count(of_bytes):
    with Archive(of_bytes(_packed(*((f"../{n}", "") for n in range(50))))) as opened:
        (problem,) = opened.problems
        assert "(50 members)" in problem.what


WHOLE = _packed(
    ("conversations.json", '[{"uuid": "c", "chat_messages": []}]'), ("users.json", "[]")
)


@given(
    st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(1, 255)), min_size=1, max_size=4)
)
def test_an_archive_with_damaged_bytes_is_read_or_refused_but_never_an_error(of_bytes, flips):
    content = bytearray(WHOLE)
    for at, bits in flips:
        content[at] ^= bits
    file = of_bytes(bytes(content), "export.zip")
    for reader in (chatgpt.READER, claude_ai.READER):
        reader.sniff(file)
        assert list(reader.read(file))


def _broken(content):
    at = content.find(b"conversations.json") + len("conversations.json")
    return content[:at] + bytes(byte ^ 0xFF for byte in content[at : at + 20]) + content[at + 20 :]


def _encrypted(content):
    found = bytearray(content)
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        found[found.find(magic) + offset] |= 1
    return bytes(found)


@pytest.mark.parametrize(
    ("spoil", "said"), [(_broken, "cannot be read"), (_encrypted, "encrypted")]
)
def test_an_export_whose_conversations_cannot_be_read_says_so(of_bytes, spoil, said):
    file = of_bytes(spoil(_packed(("conversations.json", b"[{}]" * 99))), "export.zip")
    assert chatgpt.READER.sniff(file)
    assert any(said in item.what and item.mend for item in chatgpt.READER.read(file))


def test_a_damaged_part_of_a_split_export_is_a_problem(of_bytes):
    talk = {"mapping": {}, "conversation_id": "c", "title": "t", "current_node": "n"}
    parts = _packed(("conversations.json", b"{}" * 99), ("x/conversations-001.json", str([talk])))
    file = of_bytes(_broken(parts), "export.zip")
    found = [str(item) for item in chatgpt.READER.read(file)]
    assert any("conversations.json" in one and "cannot be read" in one for one in found)
