"""The entry point of ``camillo``: answers ``--version`` and hooks at once, the rest goes to the edge."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code (`camillo.surfaces.cli.codes`)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given in (["--version"], ["-V"]):
        from camillo import __version__

        sys.stdout.write(f"camillo {__version__}\n")
        return 0
    if given[:1] == ["hook"] and not {"--help", "-h"} & set(given):
        from camillo.surfaces.hooks.main import main as hook

        return hook(given[1:])
    try:
        from camillo.surfaces.cli import edge

        return edge.run(given)
    except KeyboardInterrupt:  # while importing: nothing was begun
        return 130


if __name__ == "__main__":
    sys.exit(main())
