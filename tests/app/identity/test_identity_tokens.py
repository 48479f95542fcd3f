"""Tokens that prove an owner, and all the ones that do not."""

import base64
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from camillo.app.identity.caller import KeysUnreachable, Unauthenticated, scopes_of
from camillo.app.identity.keys import from_jwks, from_pem, from_secret
from camillo.app.identity.keyset import KeySet
from camillo.app.identity.tokens import TokenRules, Tokens
from camillo.domain.errors import InvalidInput
from camillo.domain.owner import Owner

SECRET = b"k" * 40
RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER_RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC = ec.generate_private_key(ec.SECP256R1())
ED = ed25519.Ed25519PrivateKey.generate()
RULES = TokenRules(issuer="https://me", audience="camillo", product_claim="product", skew=10)


def pem(private) -> bytes:
    return private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def jwk(private, kid: str, algorithm: str, **more):
    made = {
        "RS256": jwt.algorithms.RSAAlgorithm,
        "ES256": jwt.algorithms.ECAlgorithm,
        "EdDSA": jwt.algorithms.OKPAlgorithm,
    }[algorithm].to_jwk(private.public_key(), as_dict=True)
    return {**made, "kid": kid, "alg": algorithm, "use": "sig", **more}


def signed(key, algorithm: str, headers=None, **claims) -> str:
    told = {
        "sub": "ana", "product": "notes", "iss": "https://me", "aud": "camillo",
        "exp": int(time.time()) + 60, **claims,
    }  # fmt: skip
    kept = {name: value for name, value in told.items() if value is not None}
    return jwt.encode(kept, key, algorithm, headers=headers)


def part(value) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def refused(tokens: Tokens, token: str) -> None:
    with pytest.raises(Unauthenticated) as told:
        tokens.caller(token)
    assert str(told.value).startswith("the token is not valid here")


@pytest.mark.parametrize(
    ("key", "algorithm", "known"),
    [
        (SECRET, "HS256", from_secret(SECRET)),
        (RSA, "RS256", from_pem(pem(RSA))),
        (EC, "ES256", from_pem(pem(EC))),
        (ED, "EdDSA", from_pem(pem(ED))),
    ],
    ids=["HS256", "RS256", "ES256", "EdDSA"],
)
def test_each_kind_of_key_proves_the_owner_and_no_other_key_does(key, algorithm, known):
    tokens = Tokens(RULES, [known])
    caller = tokens.caller(signed(key, algorithm))
    assert (caller.owner, caller.may("admin")) == (Owner("notes", "ana"), True)
    for other, name in ((b"x" * 40, "HS256"), (OTHER_RSA, "RS256"), (ED, "EdDSA"), (EC, "ES256")):
        if other is not key:
            refused(tokens, signed(other, name))


def test_an_algorithm_that_is_not_allowed_is_refused_though_its_key_is_known():
    rules = TokenRules(issuer="https://me", audience="camillo", algorithms=("RS256",))
    refused(Tokens(rules, [from_secret(SECRET)]), signed(SECRET, "HS256"))


@pytest.mark.parametrize("name", ["none", "None", "NONE", "nOnE", ""])
def test_a_token_without_a_signature_is_refused(name):
    head, body = part({"alg": name, "typ": "JWT"}), signed(SECRET, "HS256").split(".")[1]
    for tail in ("", signed(SECRET, "HS256").split(".")[2]):
        refused(Tokens(RULES, [from_secret(SECRET), from_pem(pem(RSA))]), f"{head}.{body}.{tail}")


def test_a_public_key_is_never_taken_for_a_shared_secret():
    import hashlib
    import hmac

    body = signed(RSA, "RS256").split(".")[1]
    head = part({"alg": "HS256", "typ": "JWT"})
    mac = hmac.digest(pem(RSA), f"{head}.{body}".encode(), hashlib.sha256)
    forged = f"{head}.{body}.{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"
    refused(Tokens(RULES, [from_pem(pem(RSA))]), forged)
    refused(Tokens(RULES, [from_pem(pem(RSA)), from_secret(SECRET)]), forged)
    with pytest.raises(InvalidInput, match="key's file"):
        from_secret(pem(RSA))


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": int(time.time()) - 60},
        {"exp": None},
        {"exp": "soon"},
        {"exp": 10**400},
        {"nbf": int(time.time()) + 600},
        {"iat": int(time.time()) + 600},
        {"iss": "https://other"},
        {"iss": None},
        {"aud": "another"},
        {"aud": None},
        {"sub": None},
        {"sub": ""},
        {"sub": "   "},
        {"sub": 7},
        {"sub": "x" * 257},
        {"sub": "ana\nbo"},
        {"sub": "ana\x00"},
        {"sub": "half \ud83d"},
        {"product": None},
        {"product": ""},
        {"product": ["notes"]},
    ],
    ids=range(21),
)
def test_a_claim_that_is_wrong_or_missing_is_refused(claims):
    if isinstance(claims.get("sub"), int):
        told = {
            **json.loads(base64.urlsafe_b64decode(signed(SECRET, "HS256").split(".")[1] + "=="))
        }
        token = jwt.api_jws.encode(json.dumps({**told, "sub": 7}).encode(), SECRET, "HS256")
    else:
        token = signed(SECRET, "HS256", **claims)
    refused(Tokens(RULES, [from_secret(SECRET)]), token)


def test_clocks_may_differ_by_the_skew_and_no_more():
    tokens = Tokens(RULES, [from_secret(SECRET)])
    assert tokens.caller(signed(SECRET, "HS256", exp=int(time.time()) - 5))
    assert tokens.caller(signed(SECRET, "HS256", nbf=int(time.time()) + 5))
    refused(tokens, signed(SECRET, "HS256", exp=int(time.time()) - 15))


@pytest.mark.parametrize(
    ("claims", "why"),
    [
        ({"exp": int(time.time()) - 60}, "expired"),
        ({"exp": None}, "no exp"),
        ({"nbf": int(time.time()) + 600}, "not yet valid"),
        ({"iss": "https://other"}, "another iss"),
        ({"aud": "another"}, "another aud"),
        ({"sub": ""}, "no sub"),
        ({"product": None}, "no product"),
        ({"exp": "9999999999"}, "malformed claims"),
    ],
    ids=range(8),
)
def test_who_runs_the_server_is_told_why_and_who_calls_is_not(claims, why):
    tokens = Tokens(RULES, [from_pem(pem(RSA)), from_secret(b"x" * 40), from_secret(SECRET)])
    with pytest.raises(Unauthenticated) as told:
        tokens.caller(signed(SECRET, "HS256", **claims))
    assert told.value.why == why
    assert str(told.value) == "the token is not valid here; get a new one from your issuer"


def test_a_foreign_signature_and_an_unknown_key_are_told_apart():
    for key, algorithm, why in (
        (b"y" * 40, "HS256", "another signature"),
        (EC, "ES256", "no key for it"),
    ):
        with pytest.raises(Unauthenticated) as told:
            Tokens(RULES, [from_secret(SECRET)]).caller(signed(key, algorithm))
        assert told.value.why == why


@given(st.text(max_size=200) | st.from_regex(r"[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*"))
def test_anything_that_is_no_token_is_refused(told):
    refused(Tokens(RULES, [from_secret(SECRET), from_pem(pem(RSA))]), told)


def test_a_token_that_was_tampered_with_is_refused():
    head, body, tail = signed(SECRET, "HS256").split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    refused(Tokens(RULES, [from_secret(SECRET)]), f"{head}.{part({**claims, 'sub': 'bo'})}.{tail}")


def test_scopes_come_from_the_claim_that_is_named_and_from_nothing_else():
    rules = TokenRules(issuer="https://me", audience="camillo", scope_claim="scope")
    tokens = Tokens(rules, [from_secret(SECRET)])
    caller = tokens.caller(signed(SECRET, "HS256", scope="openid camillo:read"))
    assert (caller.may("read"), caller.may("write")) == (True, False)
    refused(tokens, signed(SECRET, "HS256", scope="openid"))
    refused(tokens, signed(SECRET, "HS256"))
    assert scopes_of(["admin"]) == {"read", "write", "admin"}


class Issuer:
    """Serves a key set that can change, and counts who asks."""

    def __init__(self, *keys) -> None:
        self.keys, self.asked, self.down, self.now = list(keys), 0, False, 0.0

    def fetch(self, _: str) -> bytes:
        self.asked += 1
        if self.down:
            raise OSError("away")
        return json.dumps({"keys": self.keys}).encode()

    def tokens(self, **more) -> Tokens:
        keyset = KeySet(
            "https://me/jwks", fetch=self.fetch, clock=lambda: self.now,
            fresh=300, pause=30, stale=3600, **more,
        )  # fmt: skip
        return Tokens(RULES, (), keyset)


def test_a_new_key_is_found_by_one_fetch_and_an_invented_one_by_no_more():
    issuer = Issuer(jwk(RSA, "a", "RS256"))
    tokens = issuer.tokens()
    assert tokens.caller(signed(RSA, "RS256", {"kid": "a"}))
    assert tokens.caller(signed(RSA, "RS256", {"kid": "a"}))
    assert issuer.asked == 1
    issuer.keys.append(jwk(EC, "b", "ES256"))
    issuer.now = 31
    assert tokens.caller(signed(EC, "ES256", {"kid": "b"}))
    assert issuer.asked == 2
    for number in range(20):
        refused(tokens, signed(RSA, "RS256", {"kid": f"invented {number}"}))
    assert issuer.asked == 2


def test_a_key_that_was_taken_away_is_refused_once_the_set_is_fetched_again():
    issuer = Issuer(jwk(RSA, "a", "RS256"))
    tokens = issuer.tokens()
    token = signed(RSA, "RS256", {"kid": "a"})
    assert tokens.caller(token)
    issuer.keys = [jwk(OTHER_RSA, "c", "RS256")]
    issuer.now = 301
    refused(tokens, token)


def test_keys_at_hand_serve_while_the_issuer_is_away_but_not_for_ever():
    issuer = Issuer(jwk(RSA, "a", "RS256"))
    tokens = issuer.tokens()
    token = signed(RSA, "RS256", {"kid": "a"})
    assert tokens.caller(token)
    issuer.down, issuer.now = True, 3500
    assert tokens.caller(token)
    issuer.now = 3601
    with pytest.raises(KeysUnreachable):
        tokens.caller(token)


def test_a_key_set_binds_each_key_to_its_own_algorithm():
    secret = {"kty": "oct", "k": part("x"), "kid": "s", "alg": "HS256"}
    keys = [
        jwk(RSA, "a", "RS256"),
        jwk(RSA, "lies", "RS256", alg="ES256"),
        jwk(RSA, "encrypts", "RS256", use="enc"),
        {**jwk(RSA, "x", "RS256"), "kid": ""},
        jwk(EC, "e", "ES256"),
        jwk(ED, "d", "EdDSA"),
        secret,
        "no key",
        {"kty": "RSA", "kid": "broken", "n": "!", "e": 7},
    ]
    found = {kid: key.algorithm for kid, key in from_jwks({"keys": keys}).items()}
    assert found == {"a": "RS256", "e": "ES256", "d": "EdDSA"}
    tokens = Issuer(*keys).tokens()
    refused(tokens, signed(EC, "ES256", {"kid": "a"}))
    with pytest.raises(InvalidInput):
        from_jwks([])


def test_weak_keys_are_not_taken():
    weak = rsa.generate_private_key(public_exponent=65537, key_size=1024)
    for bad in (pem(weak), pem(ec.generate_private_key(ec.SECP384R1())), b"no key"):
        with pytest.raises(InvalidInput):
            from_pem(bad)
    with pytest.raises(InvalidInput):
        from_secret(b"short")
    for url in ("http://me.test/jwks", "file:///etc/passwd", "ftp://127.0.0.1/x"):
        with pytest.raises(InvalidInput):
            KeySet(url)


def test_who_comes_while_keys_are_fetched_goes_on_with_those_at_hand():
    fetching, go_on = threading.Event(), threading.Event()
    issuer = Issuer(jwk(RSA, "a", "RS256"))
    tokens = issuer.tokens()
    token = signed(RSA, "RS256", {"kid": "a"})
    assert tokens.caller(token)
    plain = issuer.fetch

    def slow(url: str) -> bytes:
        fetching.set()
        go_on.wait(10)
        return plain(url)

    tokens.keyset._fetch = slow
    issuer.now = 301
    with ThreadPoolExecutor() as pool:
        first = pool.submit(tokens.caller, token)
        fetching.wait(10)
        assert tokens.caller(token).owner == Owner("notes", "ana")
        assert not first.done()
        go_on.set()
        assert first.result().owner == Owner("notes", "ana")
    assert issuer.asked == 2


class Keys(BaseHTTPRequestHandler):
    """A key set over HTTP, at an address that can also lead elsewhere or never end."""

    def do_GET(self) -> None:
        moved = self.path == "/moved"
        self.send_response(302 if moved else 200)
        if moved:
            self.send_header("Location", "/jwks")
        self.end_headers()
        if self.path == "/jwks":
            self.wfile.write(json.dumps({"keys": [jwk(RSA, "a", "RS256")]}).encode())
        elif self.path == "/endless":
            with suppress(OSError):
                for _ in range(3000):
                    self.wfile.write(b" " * 1000)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def issuer_url():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Keys)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_keys_are_fetched_over_http_and_no_redirect_is_followed(issuer_url):
    token = signed(RSA, "RS256", {"kid": "a"})
    assert Tokens(RULES, (), KeySet(f"{issuer_url}/jwks")).caller(token).owner.user == "ana"
    for path in ("moved", "endless", "nothing"):
        with pytest.raises(KeysUnreachable):
            Tokens(RULES, (), KeySet(f"{issuer_url}/{path}")).caller(token)
