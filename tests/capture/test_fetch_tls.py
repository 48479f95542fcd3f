import datetime
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from camillo.capture.fetch import Limits, fetch
from camillo.domain.errors import Unreachable


@pytest.fixture
def certified(web, tmp_path):
    """The server speaks TLS as gull.example; the path of the certificate to trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "gull.example")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("gull.example")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "gull.pem"
    told = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(told + made.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    web.secure(context)
    return path


def get(web, host):
    return fetch(
        f"https://{host}:{web.port}/",
        limits=Limits(seconds=5),
        allowed=frozenset({host}),
        resolve=lambda *_: ["127.0.0.1"],
    )


def test_a_page_comes_over_tls_from_the_checked_address_under_the_hosts_own_name(
    web, certified, monkeypatch
):
    monkeypatch.setenv("SSL_CERT_FILE", str(certified))
    web.serve("/", "secure" * 50_000)
    assert get(web, "gull.example").content == b"secure" * 50_000
    with pytest.raises(Unreachable, match="Hostname mismatch"):
        get(web, "other.example")


def test_a_server_nobody_vouches_for_is_refused(web, certified):
    web.serve("/", "secure")
    with pytest.raises(Unreachable, match="CERTIFICATE_VERIFY_FAILED"):
        get(web, "gull.example")
    assert web.asked == []


def test_a_slow_drip_over_tls_ends_in_time_as_well(web, certified, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certified))

    def drip(request):
        request.start()
        while not request.stopped.wait(0.02):
            request.write(b"a")

    web.at("/", drip)
    with pytest.raises(Unreachable, match="within 1 seconds"):
        fetch(
            f"https://gull.example:{web.port}/",
            limits=Limits(seconds=1),
            allowed=frozenset({"gull.example"}),
            resolve=lambda *_: ["127.0.0.1"],
        )
