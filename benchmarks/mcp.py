"""What an agent pays before its first call: CPU of a start to the listing, and the listing's bytes.

    python -m benchmarks.mcp --json

The start is compared with a server of one tool on the same SDK, since importing that costs more
than all the rest. Runs of the two take turns, so that a busy machine slows both alike.
"""

import argparse
import json
import subprocess
import sys
import tempfile

from benchmarks.measure import cpu_seconds, percentile

_RUNS = 7
_ONE_TOOL = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("one")

@server.tool()
def echo(text: str) -> str:
    "Say it again."
    return text

server.run()
"""


def programs(palace: str) -> dict[str, list[str]]:
    """The servers that are measured, as command lines."""
    return {
        "one tool": [sys.executable, "-c", _ONE_TOOL],
        "camillo": [
            sys.executable,
            *("-m", "camillo.surfaces.cli.main", "mcp", "--owner", "kai", "--palace", palace),
        ],
    }


def start(program: list[str]) -> tuple[float, int]:
    """Start a server, list its tools and end it: its CPU seconds and the listing's bytes."""
    before = cpu_seconds(children=True)
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        client = {"name": "benchmark", "version": "1"}
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
        ask(server, 1, "initialize", hello)
        listing = ask(server, 2, "tools/list", {})
    tools = json.loads(listing)["result"]["tools"]
    written = json.dumps(tools, separators=(",", ":"), ensure_ascii=False)
    return cpu_seconds(children=True) - before, len(written.encode())


def ask(server: "subprocess.Popen[bytes]", number: int, method: str, params: object) -> bytes:
    """Send one request and wait for its answer."""
    assert server.stdin is not None
    assert server.stdout is not None
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    server.stdin.write(json.dumps(message).encode() + b"\n")
    server.stdin.flush()
    return server.stdout.readline()


def measure(runs: int = _RUNS) -> dict[str, float]:
    """Medians over so many starts of each, the first of each left out: it fills the file cache."""
    taken: dict[str, list[float]] = {}
    size = 0
    with tempfile.TemporaryDirectory() as folder:
        for run in range(runs + 1):
            for name, program in programs(f"{folder}/palace.camillo").items():
                seconds, size = start(program)
                if run:
                    taken.setdefault(name, []).append(seconds)
    one, ours = percentile(taken["one tool"], 0.5), percentile(taken["camillo"], 0.5)
    return {
        "one tool CPU-s": round(one, 3),
        "camillo CPU-s": round(ours, 3),
        "ratio": round(ours / one, 3),
        "tools/list bytes": size,
    }


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    result = measure()
    if given.json:
        print(json.dumps(result, indent=2))
    else:
        print("\n".join(f"| {key} | {value} |" for key, value in result.items()))


if __name__ == "__main__":
    main()
