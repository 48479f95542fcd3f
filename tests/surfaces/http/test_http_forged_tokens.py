"""Tokens that prove nothing, shown to a live server over REST and over the Model Context Protocol alike."""

import base64
import hashlib
import hmac
import json
import threading
import time
import unicodedata
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from camillo.app.identity import keyset as keysets

SECRET = b"s" * 48
KEY, OTHER, NEXT = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in "123")
PEM = KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
TOOL = {"name": "memory_search", "arguments": {"query": "vault"}}
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": TOOL}


def jwk(key, kid):
    made = jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
    return {**made, "kid": kid, "alg": "RS256", "use": "sig"}


class Issuer:
    """An issuer's key set over HTTP, which may come late, from elsewhere, too large, or never end."""

    def __init__(self) -> None:
        self.keys, self.how, self.asked, self.over = [jwk(KEY, "a")], "well", [], threading.Event()
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                issuer.asked.append(self.path)
                with suppress(OSError):
                    issuer.answer(self)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def answer(self, to: BaseHTTPRequestHandler) -> None:
        told = json.dumps({"keys": self.keys}).encode()
        if self.how == "hangs":
            self.over.wait(60)
            return
        if self.how == "moves" and to.path == "/jwks":
            to.send_response(302)
            to.send_header("Location", "/elsewhere")
            to.end_headers()
            return
        to.send_response(200)
        to.end_headers()
        if self.how == "drips":
            while not self.over.wait(0.5):
                to.wfile.write(b" ")
        to.wfile.write(b" " * (10 << 20 if self.how == "is large" else 0) + told)

    def close(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def issuer():
    made = Issuer()
    yield made
    made.close()


class Asked:
    """A live server, asked with whatever is shown: the statuses over REST and over the protocol for agents."""

    def __init__(self, url: str, client: httpx2.Client) -> None:
        self.url, self._client = url, client

    def __call__(self, credential: str) -> tuple[int, int]:
        headers = {
            "Authorization": b"Bearer " + credential.encode("utf-8", "surrogatepass"),
            "Accept": "application/json, text/event-stream",
        }
        rest = self._client.get("/api/palace/wings", headers=headers)
        tool = self._client.post("/mcp", json=CALL, headers=headers)
        for answer in (rest, tool):
            assert answer.status_code == 200 or "detail" in answer.json()
            assert "Traceback" not in answer.text
        return rest.status_code, tool.status_code


@pytest.fixture
def opened(serve, issuer, tmp_path):
    """A server's parts that know a shared secret, a public key, and an issuer's key set."""
    (tmp_path / "key.pem").write_bytes(PEM)
    (tmp_path / "key.pem").chmod(0o644)
    return serve(jwks_url=f"{issuer.url}/jwks", public_keys=[str(tmp_path / "key.pem")])


@pytest.fixture
def asked(opened, app_of, listen):
    with listen(app_of(opened)) as url, httpx2.Client(base_url=url, timeout=60) as client:
        yield Asked(url, client)


def claims(**more):
    told = {
        "sub": "ana", "product": "notes", "iss": "https://issuer.test", "aud": "camillo",
        "exp": int(time.time()) + 300, **more,
    }  # fmt: skip
    return {name: value for name, value in told.items() if value is not None}


def part(value: object) -> str:
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def by_hand(header: object, told: object, key: bytes = SECRET) -> str:
    """A token that no library would make, signed as one would."""
    signed = f"{part(header)}.{part(told)}"
    return f"{signed}.{part(hmac.digest(key, signed.encode(), hashlib.sha256))}"


def rs256(key=KEY, kid: object = "a", told: object = None, **header) -> str:
    """A token signed by an RSA key, with whatever stands in its header."""
    head = {"alg": "RS256", "typ": "JWT", **({} if kid is None else {"kid": kid}), **header}
    signed = f"{part(head)}.{part(claims() if told is None else told)}"
    made = jwt.algorithms.RSAAlgorithm(jwt.algorithms.RSAAlgorithm.SHA256)
    return f"{signed}.{part(made.sign(signed.encode(), key))}"


HS = {"alg": "HS256", "typ": "JWT"}
PATHS = (
    "../../../../dev/null", "/dev/null", "file:///dev/null", "http://127.0.0.1:1/jwks", "a\x00",
    "' or 1=1 --", "a' union select 'x", "$(id)", "a\r\nX: y", "A", " a", "",
)  # fmt: skip


def test_what_is_signed_as_it_should_be_is_let_in(asked):
    assert asked(by_hand(HS, claims())) == (200, 200)
    assert asked(rs256()) == (200, 200)
    assert asked(rs256(kid=None)) == (200, 200)  # by the public key that is named in the settings
    assert asked(by_hand(HS, claims(aud=["other", "camillo"]))) == (200, 200)
    assert asked(by_hand(HS, claims(exp=time.time() + 300.5))) == (200, 200)


def test_a_header_chooses_neither_algorithm_nor_key(asked, issuer):
    body = claims()
    wrong = [by_hand({**HS, "alg": name}, body) for name in ("none", "None", "NONE", "", "HS512")]
    wrong += [f"{part({'alg': name})}.{part(body)}." for name in ("none", "nOnE", "", None)]
    # The public key as a shared secret, in each way that it may be written.
    der = KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    written = json.dumps(jwk(KEY, "a")).encode()
    for secret in (PEM, PEM.strip(), PEM.replace(b"\n", b"\r\n"), der, written, b""):
        wrong += [by_hand({**HS, "kid": "a"}, body, secret), by_hand(HS, body, secret)]
    wrong += [rs256(OTHER, kid) for kid in PATHS]
    wrong += [by_hand({**HS, "kid": kid}, body, b"") for kid in PATHS]
    wrong += [rs256(OTHER, kid) for kid in (7, None, ["a"], {"a": 1}, True)]
    evil = f"{issuer.url}/evil"
    wrong += [
        rs256(OTHER, "evil", jku=evil),
        rs256(OTHER, "a", jku=evil, x5u=evil),
        rs256(OTHER, "evil", jwk=jwk(OTHER, "evil")),
        rs256(OTHER, "a", jwk=jwk(OTHER, "a")),
        rs256(OTHER, "a", x5c=[part(der)]),
        rs256(KEY, "a", crit=["exp"]),
        rs256(KEY, "a", crit=["unknown"], unknown=1),
        rs256(KEY, "a", crit=[]),
        rs256(KEY, "a", crit="b64", b64=False),
        rs256(KEY, "a", crit=["b64"], b64=False),
        by_hand(b'{"alg":"none","alg":"HS256","typ":"JWT"}', body),
        by_hand(b'{"alg":"HS256","kid":"a","kid":"b"}', body),
        by_hand([HS], body), by_hand(b"\xff", body), by_hand(b"7", body),
    ]  # fmt: skip
    for token in wrong:
        assert asked(token) == (401, 401), token
    assert set(issuer.asked) <= {"/jwks"}
    assert len(issuer.asked) == 1  # names that were made up have it fetched no more often


WRONG = {
    "aud": (None, "", "camill", "camillo ", 7, 1.5, True, [], ["other"], [7, None], {"camillo": 1}, [["camillo"]]),
    "iss": (None, "", 7, ["https://issuer.test"], "https://issuer.test/", "https://ISSUER.test"),
    "exp": (None, "9999999999", "soon", 10**400, -1, 0, True, [9999999999], {}, 1.5),
    "nbf": (9999999999, "9999999999", "0", "soon", [], True),
    "iat": (9999999999, "0", [], False),
    "sub": (None, "", " ", 7, 7.5, True, [], ["ana"], {"a": 1}, "a" * 257, "ana\x00", "ana\n", "\u200bana", "a\u202eb"),
    "product": (None, "", " ", 7, ["notes"], {"notes": 1}, "n" * 257, "no\ntes"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_claim_of_another_kind_or_time_is_refused(asked, name):
    for value in WRONG[name]:
        assert asked(by_hand(HS, claims(**{name: value}))) == (401, 401), value
    for number in ("NaN", "Infinity", "-Infinity", "1e999", "1" * 5000):
        told = json.dumps(claims(**{name: "HERE"})).replace('"HERE"', number).encode()
        assert asked(by_hand(HS, told)) == (401, 401), number


def test_claims_that_are_told_twice_or_are_none_are_refused(asked):
    plain = json.dumps(claims())
    for name, value in (("sub", '"bo"'), ("exp", "1"), ("aud", '"other"'), ("product", '"tasks"')):
        for told in (
            f'{{"{name}": {value}, {plain[1:]}',
            f'{plain[:-1]}, "{name}": {value}}}',
            f'{plain[:-1]}, "x": {{"y": 1, "y": 2}}}}',
        ):
            assert asked(by_hand(HS, told.encode())) == (401, 401), told
    for told in (
        b"",
        b"[]",
        b"null",
        b'"ana"',
        b"{",
        b"\xff\xfe",
        b"[" * 4000,
        plain.encode()[:-1],
    ):
        assert asked(by_hand(HS, told)) == (401, 401), told


def test_a_name_without_end_is_refused_before_it_is_read(asked):
    assert asked(by_hand(HS, claims(sub="a" * 9_000))) == (401, 401)
    token = by_hand(HS, claims(sub="a" * (10 << 20)))
    for _ in range(3):
        # The server ends the connection before it has read all of it.
        with suppress(httpx2.TransportError):
            headers = {"Authorization": f"Bearer {token}"}
            answer = httpx2.get(f"{asked.url}/api/palace/wings", headers=headers, timeout=60)
            assert answer.status_code in (400, 401, 431)
    assert asked(by_hand(HS, claims())) == (200, 200)


def test_names_that_look_alike_are_two_owners(asked):
    names = [unicodedata.normalize(form, "Zoë") for form in ("NFC", "NFD")]
    names += ["zoë", "Zoë ", "Ζoë", "\uff3aoë"]
    assert len(set(names)) == 6
    for number, name in enumerate(names):
        headers = {"Authorization": f"Bearer {by_hand(HS, claims(sub=name))}"}
        told = {"wingId": f"w{number}", "roomId": "r", "hall": "events", "content": f"Of {number}."}
        url = f"{asked.url}/api/palace"
        stored = httpx2.post(f"{url}/memories", json=told, headers=headers, timeout=60)
        assert stored.status_code == 201
        wings = httpx2.get(f"{url}/wings", headers=headers, timeout=60).json()["wings"]
        assert [one["id"] for one in wings] == [f"w{number}"]


def test_keys_that_were_turned_over_or_taken_back_open_nothing_more(
    asked, opened, issuer, monkeypatch
):
    now = [0.0]
    keyset = opened.identity.tokens.keyset
    keyset._clock = lambda: now[0]
    issuer.keys = [jwk(OTHER, "b")]
    assert asked(rs256(OTHER, "b")) == (200, 200)
    issuer.keys = [jwk(NEXT, "c")]
    now[0] = 31.0
    assert asked(rs256(NEXT, "c")) == (200, 200)
    assert asked(rs256(OTHER, "b")) == (401, 401)
    assert asked(rs256(OTHER, "c")) == (401, 401)
    issuer.keys = [jwk(OTHER, "c")]  # the same name, another key
    now[0] = 400.0
    assert asked(rs256(OTHER, "c")) == (200, 200)
    assert asked(rs256(NEXT, "c")) == (401, 401)
    issuer.how = "hangs"
    monkeypatch.setattr(keysets, "_FETCH_SECONDS", 0.2)
    now[0] = 5_000.0
    assert asked(rs256(OTHER, "c")) == (503, 503)
    assert asked(by_hand(HS, claims())) == (200, 200)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["hangs", "drips", "moves", "is large"])
def test_an_issuer_that_does_not_tell_its_keys_holds_nobody_up(asked, issuer, how):
    issuer.how = how
    began = time.monotonic()
    assert asked(rs256(OTHER, "b")) == (503, 503)
    assert time.monotonic() - began < 30
    waiting = threading.Thread(target=asked, args=(rs256(OTHER, "b"),))
    waiting.start()
    assert asked(by_hand(HS, claims())) == (200, 200)
    waiting.join()
    assert issuer.asked == ["/jwks"]


def test_what_was_revoked_opens_nothing_when_it_is_shown_again(asked):
    url = f"{asked.url}/api/palace"
    mine = {"Authorization": f"Bearer {by_hand(HS, claims())}"}
    body = {"name": "coder", "scopes": ["read"]}
    made = httpx2.post(f"{url}/keys", json=body, headers=mine, timeout=60).json()
    assert asked(made["key"]) == (200, 200)
    assert httpx2.delete(f"{url}/keys/{made['id']}", headers=mine, timeout=60).is_success
    assert asked(made["key"]) == (401, 401)

    token = rs256(told=claims(jti="t1"))
    shown = {"Authorization": f"Bearer {token}"}
    assert asked(token) == (200, 200)
    assert httpx2.delete(f"{url}/token", headers=shown, timeout=60).is_success
    same = claims(jti="t1", extra=1)
    for again in (token, f"{token}=", rs256(told=same), by_hand(HS, same)):
        assert asked(again) == (401, 401)
    assert asked(rs256(told=claims(jti="t2"))) == (200, 200)
