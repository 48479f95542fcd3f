"""``camillo ui``: the palace as a page in your browser.

JSON: ``{"address", "open"}`` once it can be opened; ``open`` holds a key that lets one browser in, once.
"""

from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.domain.missing import unloadable
from camillo.surfaces.cli import options, output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--port",
        metavar="N",
        type=options.number(0, 65_535),
        default=0,
        help="the port; else a free one",
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address, and open nothing"
    )


def command(*, port: int, no_browser: bool, palace: Path | None, as_json: bool) -> int:
    """Show the palace as a page in your browser, on this machine alone, until Ctrl-C.

    It needs the extra: `pip install 'camillo[server]'`.
    """
    import tempfile

    try:
        from camillo.surfaces.http.page.running import listening, run
    except ImportError as error:
        raise InvalidInput(
            *unloadable(
                error, "what the page needs", ["fastapi", "opentelemetry", "uvicorn"], "server"
            )
        ) from error
    from camillo.app.palace import Palace
    from camillo.app.serving.local import open_local

    settings = effective(palace)
    with listening(port) as socket, tempfile.TemporaryDirectory(prefix="camillo-ui-") as folder:
        taken = socket.getsockname()[1]
        memory = Palace.open(settings.palace, settings=settings)
        serving, credential = open_local(memory, settings, Path(folder), taken)

        def opened(address: str, inviting: str) -> None:
            if as_json:
                output.emit({"address": address, "open": inviting})
            else:
                output.line(f"Your palace is at {inviting}")
                output.line("The address lets one browser in, once. Ctrl-C ends it.")
            if not no_browser:
                _browse(inviting)

        run(serving, credential, socket, opened)
    return 0


def _browse(address: str) -> None:
    """Open the person's browser, where there is one."""
    import webbrowser

    try:
        webbrowser.open(address)
    except webbrowser.Error:
        return
