"""What is built from the page's sources is what is shipped; this part needs no Node."""

import importlib.util
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_pages_client_knows_the_servers_routes():
    spec = importlib.util.spec_from_file_location("page_generate", WEB / "generate.py")
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    told = generate.written(generate.openapi())
    assert told == generate.TARGET.read_text("utf-8"), "run `make web`"


def test_remembered_text_reaches_no_sink_that_would_read_it_as_markup():
    sinks = (
        "dangerouslySetInnerHTML",
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
    )
    for path in (WEB / "src").rglob("*.ts*"):
        text = path.read_text("utf-8")
        assert [sink for sink in sinks if sink in text] == [], path.name
