"""What hooks seal: opened with the palace's key, through every change of it, and with no other."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.app.encryption import changing
from camillo.app.encryption.keys import derived, keys_at, keys_of, owner_keys
from camillo.app.encryption.sealing import public_half, seal, unseal
from camillo.app.encryption.spool import opener
from camillo.app.resident.state import State
from camillo.domain.errors import PalaceLocked
from camillo.domain.owner import Owner
from camillo.text.masking import masked


@given(st.binary(max_size=300), st.integers(0, 400))
def test_what_is_sealed_opens_whole_for_one_secret_alone(content, at):
    secret = os.urandom(32)
    made = seal(public_half(secret), content)
    assert unseal(secret, made) == content
    assert len(content) < 8 or content not in made
    harmed = bytearray(made)
    harmed[8 + at % (len(made) - 8)] ^= 1
    for key, given_ in ((os.urandom(32), made), (secret, bytes(harmed)), (secret, made[:-1])):
        with pytest.raises(PalaceLocked):
            unseal(key, given_)


def test_an_entry_outlives_a_change_of_the_key_and_the_end_of_encryption(plain, key):
    state = State.of(plain.palace)
    state.make()
    before = state.spool / "00000000000000000001-1-a.json"
    before.write_bytes(b'{"prompt": "noted while plain"}')
    changing.encrypt(plain)
    (sealed,) = state.entries()
    assert b"noted" not in sealed.read_bytes()
    # A hook that was at work while the key changed has sealed for the key before.
    late = seal(state.sealer.read_bytes()[:32], b"late")
    changing.rekey(plain)
    opened = opener(state, keys_of(plain))
    assert b"noted while plain" in opened(sealed.read_bytes())
    assert opened(late) == b"late"
    with pytest.raises(PalaceLocked):
        opener(state, lambda: [os.urandom(32)])(late)
    changing.decrypt(plain)
    assert b"noted while plain" in sealed.read_bytes()


def test_each_owner_has_a_key_of_their_own(settings, key):
    key.parent.mkdir()
    key.write_text("ab" * 32)
    key.chmod(0o600)
    made = [owner_keys(settings(), owner)() for owner in (Owner("a", "u"), Owner("b", "u"))]
    assert made[0] != made[1]
    assert keys_at(str(key)) not in made
    assert len({derived(bytes(32), *each) for each in (("a", "b"), ("ab",), ("b", "a"))}) == 3


@given(st.text(alphabet="abc'\"/\\; .", max_size=40))
def test_a_quoted_name_is_never_told(name):
    assert "secretname" not in masked(f"cannot read '{name}secretname{name}'; mend it")
    assert "secretname" not in masked(f"there is no file /home/x/{name}secretname{name}; mend it")
