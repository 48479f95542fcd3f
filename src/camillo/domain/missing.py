"""Telling a package that is not installed from one that is, and is broken."""

from collections.abc import Collection


def unloadable(
    error: ImportError, what: str, packages: Collection[str], extra: str
) -> tuple[str, str]:
    """What to tell of an import that failed, and what mends it.

    ``what`` needs these packages of an extra. Only where one of them is not there is the extra missing; anything
    else, such as a module that they import themselves, is told as it is.

    Raises:
        ImportError: the same, where it is Camillo's own modules that fail.

    >>> gone = ModuleNotFoundError("No module named 'keyring'", name="keyring")
    >>> unloadable(gone, "the package keyring", ["keyring"], "encryption")
    ('the package keyring is not installed', "run `pip install 'camillo[encryption]'`")
    >>> gone = ModuleNotFoundError("No module named 'jaraco'", name="jaraco")
    >>> unloadable(gone, "the package keyring", ["keyring"], "encryption")[0]
    "the package keyring is installed and cannot be loaded: No module named 'jaraco'"
    """
    name = error.name or ""
    if isinstance(error, ModuleNotFoundError) and name in packages:
        return f"{what} is not installed", f"run `pip install 'camillo[{extra}]'`"
    if name.partition(".")[0] == "camillo":
        raise error
    anew = f"run `pip install --force-reinstall 'camillo[{extra}]'`, or see to what is named"
    return f"{what} is installed and cannot be loaded: {reason(error)}", anew


def reason(error: BaseException) -> str:
    """The words of an error, without the file that they may name.

    >>> reason(ImportError("cannot import name 'a' from 'b' (/home/ana/b.py)"))
    "cannot import name 'a' from 'b'"
    """
    return str(error).partition(" (/")[0] or type(error).__name__
