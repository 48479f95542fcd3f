"""How well secrets are recognised: made-up ones found, harmless texts left alone, and what it costs.

``python -m benchmarks.secrets [DATA]`` reads this repository's own files, and LoCoMo and CMRC where DATA is given.
"""

import argparse
import subprocess
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.secrets_cases import FROZEN, HARMLESS, TUNED, Maker, shown
from camillo.text.secrets.finding import Secrets

_ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="?")
    data = parser.parse_args().data
    secrets = Secrets(None)
    secrets.find("load the rules: " + Maker().filled("AKIA<16b>"))
    for name, rows in (("tuned", TUNED), ("frozen", FROZEN)):
        missed = [
            kind
            for kind, secret, text in Maker().cases(rows)
            if shown(secret, secrets.redacted(text))
        ]
        print(
            f"{name}: {len(rows) - len(missed)} of {len(rows)} left out; shown: {', '.join(missed) or 'none'}"
        )
    wrong = [text for text in map(Maker().filled, HARMLESS) if secrets.find(text)]
    print(f"harmless: {len(wrong)} of {len(HARMLESS)} taken for secrets: {wrong}")
    _count("this repository", secrets, _own())
    if data:
        _count("LoCoMo", secrets, _strings(sorted((data / "locomo-dev").glob("*.json"))))
        _count("CMRC", secrets, _strings(sorted(data.glob("cmrc*.json"))))


def _own() -> list[str]:
    """The paragraphs of this repository's files, which hold no secret but the made-up ones of its tests."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=_ROOT, capture_output=True, text=True, check=True
    )
    texts = [
        (_ROOT / name).read_bytes().decode("utf-8", "ignore")
        for name in listed.stdout.split("\n")
        if name and (_ROOT / name).is_file()
    ]
    return [part for text in texts for part in text.split("\n\n") if part.strip()]


def _strings(files: Iterable[Path]) -> list[str]:
    import json

    found: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, dict):
            for each in value.values():
                walk(each)
        elif isinstance(value, list):
            for each in value:
                walk(each)

    for file in files:
        walk(json.loads(file.read_text()))
    return found


def _count(name: str, secrets: Secrets, texts: Sequence[str]) -> None:
    start = time.process_time()
    found = [(text, one) for text in texts for one in secrets.find(text)]
    spent = time.process_time() - start
    size = sum(map(len, texts))
    print(
        f"{name}: {len(found)} found in {len(texts):,} passages, {size:,} characters; "
        f"{spent / len(texts) * 1e3:.3f} CPU-ms each"
    )
    for text, one in found[:20]:
        print(f"  {one.kind}: {text[max(0, one.start - 40) : one.end][:100]!r}")


if __name__ == "__main__":
    main()
