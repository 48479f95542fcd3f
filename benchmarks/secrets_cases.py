"""Texts with made-up secrets, made when they are asked for so that no scanner takes them for real, and texts without.

``TUNED`` was looked at while the rules were written; ``FROZEN`` was written and scored before it was.
"""

import base64
import json
import random
import string
import zlib
from collections.abc import Iterator

_WORD = string.ascii_letters + string.digits
_URL = _WORD + "_-"
_BIG = string.ascii_uppercase + string.digits
_BASE32 = string.ascii_uppercase + "234567"
_HEX = "0123456789abcdef"
_DIGITS = string.digits

#: Kind, what makes the secret, and the text around it. A maker joins literals and ``<n alphabet>``.
Row = tuple[str, str, str]
_ALPHABETS = {
    "w": _WORD, "u": _URL, "B": _BIG, "b": _BASE32, "h": _HEX, "d": _DIGITS, "l": string.ascii_letters,
}  # fmt: skip

TUNED: tuple[Row, ...] = (
    ("aws", "AKIA<16b>", "aws_access_key_id = @"),
    ("aws", "AKIA<16b>", "my key is @, use it for the bucket"),
    ("aws", "<40 base64>", "aws_secret_access_key = @"),
    ("gcp", "AIza<35u>", "key=@&q=paris"),
    ("gcp", "GOCSPX-<28u>", '"client_secret":"@"'),
    ("azure", "<88 base64>", "AccountName=acme;AccountKey=@;EndpointSuffix=core.windows.net"),
    ("azure", "<3w>8Q~<34u>", "AZURE_CLIENT_SECRET=@"),
    ("github", "<github ghp_>", "git clone https://@\x40github.com/acme/x.git"),
    ("github", "<github gho_>", "the token is @ ."),
    ("github", "github_pat_<22w>_<59w>", "GITHUB_TOKEN=@"),
    ("gitlab", "glpat-<20u>", "curl --header 'PRIVATE-TOKEN: @'"),
    ("slack", "xoxb-<12d>-<13d>-<24w>", "slack: @"),
    ("slack", "https://hooks.slack.com/services/T<8B>/B<10B>/<24w>", "post to @"),
    ("openai", "sk-proj-<74u>T3BlbkFJ<74u>", "OPENAI_API_KEY=@"),
    ("anthropic", "sk-ant-api03-<93u>AA", "here is my key @ please don't share"),
    ("stripe", "sk_live_<24w>", 'stripe.api_key = "@"'),
    ("twilio", "SK<32h>", "twilio key @"),
    ("sendgrid", "SG.<22u>.<43u>", "sendgrid @"),
    ("npm", "npm_<36w>", "//registry.npmjs.org/:_authToken=@"),
    ("pypi", "pypi-AgEIcHlwaS5vcmc<150u>", "password = @"),
    ("hugging face", "hf_<34l>", "huggingface-cli login --token @"),
    ("jwt", "<jwt>", "Authorization: Bearer @"),
    ("bearer", "<40w>", "Authorization: Bearer @"),
    ("basic", "<login>", "Authorization: Basic @"),
    ("private key", "<pem RSA >", "here:\n@\nthanks"),
    ("private key", "<pem OPENSSH >", "id_ed25519:\n@"),
    ("private key", "<pem ENCRYPTED >", "@"),
    ("url", "<14w>", "postgres://app:@\x40db.acme.io:5432/prod"),
    ("url", "<12w>", "redis://:@\x40cache:6379/0"),
    ("password", "<14w>!x", "Server=tcp:acme.database.windows.net;User ID=sa;Password=@;Encrypt=True"),
    ("password", "Tr0ub4dor&3", "the wifi password is @"),
    ("password", "correct-Horse9!", "password: @"),
    ("password", "<16w>", '{"password": "@"}'),
    ("password", "Sommer2024!", "Passwort: @"),
    ("password", "Lisboa#1998", "senha: @"),
    ("password", "Ab12cd34!", "密码：@"),
    ("password", "<12w>1", "contraseña: @"),
    ("key", "<32w>", "api_key: '@'"),
    ("key", "<32h>", "API_KEY=@"),
    ("key", "<50w>", "SECRET_KEY = 'django-insecure-@'"),
    ("digitalocean", "dop_v1_<64h>", "DO_TOKEN @"),
    ("shopify", "shpat_<32h>", "shopify @"),
    ("vault", "hvs.<95u>", "VAULT_TOKEN=@"),
    ("docker", "<login>", '{"auths": {"registry.acme.io": {"auth": "@"}}}'),
    ("curl", "<14w>", "curl -u admin:@ https://acme.io"),
    ("linear", "lin_api_<40w>", "linear @"),
    ("grok", "xai-<80w>", "grok: @"),
)  # fmt: skip

FROZEN: tuple[Row, ...] = (
    ("aws", "ASIA<16b>", "[default]\naws_access_key_id=@\nregion=eu-west-1"),
    ("aws", "<40 base64>", "[default]\naws_secret_access_key=@\nregion=eu-west-1"),
    ("gcp", "AIza<35u>", "https://maps.googleapis.com/maps/api/js?key=@&callback=init"),
    ("gcp", "<pem >", "private_key from the json:\n@"),
    ("azure", "<88 base64>", "AZURE_STORAGE_KEY=@"),
    ("azure", "<42w>%3D", "https://acme.blob.core.windows.net/c?sv=2022-11-02&sp=rl&se=2027-01-01T00:00:00Z&sig=@"),
    ("github", "<github ghs_>", "remote: https://x-access-token:@\x40github.com/acme/app"),
    ("github", "<github ghp_>", "I pasted @ into .env by mistake"),
    ("slack", "xoxp-<12d>-<12d>-<13d>-<32h>", "SLACK_TOKEN='@'"),
    ("slack", "xapp-1-A<10B>-<13d>-<64h>", "app-level token: @"),
    ("openai", "sk-svcacct-<74u>T3BlbkFJ<74u>", '{"apiKey": "@"}'),
    ("anthropic", "sk-ant-api03-<93u>AA", 'export ANTHROPIC_API_KEY="@"'),
    ("jwt", "<jwt>", "supabase anon: @"),
    ("jwt", "<jwt>", '{"access_token":"@","expires_in":3600}'),
    ("private key", "<pem DSA >", "```\n@\n```"),
    ("private key", "<cut pem>", "cut off: @"),
    ("url", "<18w>", "DATABASE_URL=postgresql+psycopg://svc_app:@\x4010.0.0.5/app"),
    ("url", "<10w>%21", "amqp://guest:@\x40rabbit:5672/%2f"),
    ("url", "p4ssW0rd", "ftp://bob:@\x40files.acme.io/"),
    ("password", "Winter-2025-go", "My login is bob at acme and the password is @"),
    ("password", "zX9!kk21", "pw: @"),
    ("password", "Gr8Scott99", "Password for the staging server: @"),
    ("password", "qwe123rty!", "PGPASSWORD=@ psql -h db"),
    ("password", "nR5$tt7Qp", "    password: @   # prod"),
    ("password", "Schnee#Mann7", "Das Passwort lautet @"),
    ("password", "C4f3zinho!", "a senha é @"),
    ("password", "Verano2025", "la contraseña es @"),
    ("password", "Soleil!88", "le mot de passe est @"),
    ("password", "Hong2024bao", "密码是 @"),
    ("password", "Sakura#77", "パスワードは @ です"),
    ("password", "Kimchi88!", "비밀번호: @"),
    ("password", "Moskva-1980x", "пароль: @"),
    ("password", "<20w>", "mysql -u root -p@ prod"),
    ("password", "<16w>*", "<password>@</password>"),
    ("password", "<12w>1", "'PASSWORD': '@',"),
    ("key", "<32h>", "x-api-key: @"),
    ("key", "<43u>", "secret_key_base: @"),
    ("key", "<64h>", "JWT_SECRET=@"),
    ("key", "<32w>", '{"client_id":"abc","client_secret":"@"}'),
    ("key", "<24w>", 'const API_TOKEN = "@";'),
    ("key", "<20w>", "consumer_secret: @"),
    ("key", "<44 base64>", "ENCRYPTION_KEY=@"),
    ("key", "<48w>", "webhook signing secret whsec_@"),
    ("key", "<32h>", "curl https://api.acme.io?api_key=@"),
    ("bearer", "<64h>", "curl -H 'Authorization: Bearer @' https://api.acme.io"),
    ("bearer", "<36w>", "headers={'Authorization': 'Token @'}"),
    ("cookie", "<32h>", "Cookie: sessionid=@; csrftoken=x"),
    ("one-time", "JBSWY3DPEHPK3PXP<16b>", "TOTP secret: @"),
    ("datadog", "<32h>", "DD_API_KEY=@"),
    ("cloudflare", "<40u>", "CLOUDFLARE_API_TOKEN=@"),
    ("supabase", "sbp_<40h>", "SUPABASE_ACCESS_TOKEN @"),
    ("doppler", "dp.pt.<43w>", "doppler @"),
    ("planetscale", "pscale_tkn_<43w>", "pscale @"),
    ("vercel", "<24w>", "VERCEL_TOKEN=@"),
    ("grafana", "glsa_<32w>_<8h>", "grafana @"),
    ("postman", "PMAK-<24h>-<34h>", "postman @"),
    ("figma", "figd_<40u>", "figma @"),
    ("airtable", "pat<14w>.<64h>", "airtable @"),
    ("replicate", "r8_<37w>", "REPLICATE_API_TOKEN=@"),
)  # fmt: skip

HARMLESS: tuple[str, ...] = (
    "commit <40h>", "id 123e4567-e89b-12d3-a456-426614174000", "sha256:<64h>",
    '"integrity": "sha512-<88 base64>"', "password: ********", "password = os.environ['DB_PASSWORD']",
    "password: str = ''", "what is the password?", "PASSWORD=<your password>", 'api_key = "YOUR_API_KEY"',
    "token: ${{ secrets.GITHUB_TOKEN }}", "token = tokenizer.encode(text)", "API_KEY=changeme",
    "def check_password(user, password): ...", "secret: {{ vault_secret }}", "https://$USER:$PASS\x40example.com",
    "Authorization: Bearer <token>", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI<43w> bob\x40host",
    "data:image/png;base64,<120 base64>", "The token counter counts tokens: 12345",
    "His password was reset yesterday.", "secret sauce: tomatoes", "api key rotation: every 90 days",
    "token_type: bearer", "密码是什么？", "A senha é obrigatória", "passwords: three of them were weak",
    'hash = "<32h>"', 'ETag: "<40h>"', "index 83db48f..bf2a4e1 100644", "max_tokens: 4096",
    "secret_name: my-database-credentials", "password_hash TEXT NOT NULL", "go.sum h1:<44 base64>",
    "The password must contain 8 characters, one digit and one sign.", "Passwort: mindestens 8 Zeichen",
    "api_key=os.getenv('KEY')", "password: required|min:8", "tokens=['a1','b2']", "secretary: Anna-Lena",
    "The secret is 3 eggs and patience.", "<40h> is the bad commit", "const token = await getToken();",
    "pip install torch==2.5.1+cu124 --hash=sha256:<64h>", "docker pull ghcr.io/acme/app\x40sha256:<64h>",
    "this.token = tokens[i++]", "password = input('Password: ')", "git\x40github.com:acme/app.git",
    "Bearer authentication is used in all requests", "basic arithmetic operations",
    "https://localhost:8080\x40main/", "Senha incorreta, tente novamente",
    "la contraseña debe tener 12 caracteres", "密码至少8位，包含数字和字母",
    "пароль должен быть длиннее 8 символов", "SECRET_KEY=${SECRET_KEY:-dev}", "--token=$GH_TOKEN",
    "password: <%= ENV['DB_PASS'] %>", "Token 42 was generated in 3.5s", "token_ids: 101, 2023, 2003, 102",
    "The API key rotation happened on 2025-06-01T10:00:00Z", "password_reset_sent_at: 2024-01-01",
    "access_token_expires_in=3600", "secret santa 2025: Bob→Ana", "passphrase: four random common words",
    "auth: oauth2-proxy/v7.6.0", "<certificate>",
)  # fmt: skip


class Maker:
    """Makes secrets and texts from rows; the same seed makes the same."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def cases(self, rows: tuple[Row, ...]) -> Iterator[tuple[str, str, str]]:
        """Kind, secret and text of each row."""
        for kind, maker, around in rows:
            secret = self.filled(maker)
            yield kind, secret, around.replace("@", secret, 1)

    def filled(self, maker: str) -> str:
        """A template with each ``<...>`` filled in; what is no order stays as it is."""
        parts: list[str] = []
        for piece in maker.split("<"):
            order, closed, rest = piece.partition(">")
            made = self._made(order) if closed and parts else None
            parts.append(piece if made is None else made + rest)
            if made is None and len(parts) > 1:
                parts[-1] = "<" + parts[-1]
        return "".join(parts)

    def _made(self, order: str) -> str | None:
        if order == "jwt":
            claims = json.dumps({"sub": self._drawn(10, _WORD), "iat": 1516239022})
            told = (b'{"alg":"HS256","typ":"JWT"}', claims.encode(), self._random.randbytes(32))
            return ".".join(map(_url64, told))
        if order == "login":
            return base64.b64encode(f"admin:{self._drawn(14, _WORD)}".encode()).decode()
        if order.startswith("github "):
            body = self._drawn(30, _WORD)
            return order.removeprefix("github ") + body + _base62(zlib.crc32(body.encode()))
        if order.startswith("pem "):
            return self._block(order.removeprefix("pem ") + "PRIVATE KEY")
        if order == "cut pem":
            return self._block("PRIVATE KEY").split("\n-----END")[0]
        if order == "certificate":
            return self._block("CERTIFICATE")
        if order.endswith(" base64"):
            size = int(order.removesuffix(" base64"))
            return base64.b64encode(self._random.randbytes(size * 3 // 4)).decode()
        if order[:-1].isdigit() and order[-1] in _ALPHABETS:
            return self._drawn(int(order[:-1]), _ALPHABETS[order[-1]])
        return None

    def _drawn(self, size: int, alphabet: str) -> str:
        return "".join(self._random.choice(alphabet) for _ in range(size))

    def _block(self, name: str) -> str:
        body = base64.b64encode(self._random.randbytes(600)).decode()
        rows = [body[at : at + 64] for at in range(0, len(body), 64)]
        return "\n".join([f"-----BEGIN {name}-----", *rows, f"-----END {name}-----"])


def _url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _base62(number: int) -> str:
    digits, made = string.digits + string.ascii_uppercase + string.ascii_lowercase, ""
    while number:
        number, rest = divmod(number, 62)
        made = digits[rest] + made
    return made.rjust(6, "0")


def shown(secret: str, text: str) -> bool:
    """Whether a text still shows any eight characters in a row of a secret."""
    return any(secret[at : at + 8] in text for at in range(max(1, len(secret) - 7)))
