"""How Lazaretto is installed here: its version, and what somebody types who wants an optional part.

`pyproject.toml` alone says the version. A checkout reads it there, because what is stored about an editable
installation may be older; an installed package has it in its metadata.
"""

from functools import cache
from pathlib import Path
from typing import Any

from lazaretto.grammar.message import Message, MessageText

INSTALL_PACKAGE = Message("install.package", "pip install 'lazaretto[{part}]'")
INSTALL_IN_CHECKOUT = Message("install.checkout", ".venv/bin/pip install -e '.[{part}]'")
UNKNOWN_VERSION = Message("install.unknown_version", "of an unknown version")


LARGEST = 100_000
"""The maximum length of the file below, in characters."""

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
"""The file of the project in a checkout; an installed package has none."""


@cache
def version() -> str:
    """The version that runs, such as `0.9.0`, also if the files have changed since it was first asked for."""
    if PROJECT.is_file():
        from lazaretto.grammar.foreign_toml import parse_toml  # noqa: PLC0415
        from lazaretto.grammar.read_untrusted_files import read_text  # noqa: PLC0415

        project: Any = parse_toml(read_text(PROJECT, LARGEST))["project"]
        return str(project["version"])
    from importlib.metadata import PackageNotFoundError, version as installed  # noqa: PLC0415

    try:
        return installed("lazaretto")
    except PackageNotFoundError:
        return UNKNOWN_VERSION()


def how_to_install(part: str) -> MessageText:
    """What installs an optional part, such as `serve`, beside what runs."""
    message = INSTALL_IN_CHECKOUT if PROJECT.is_file() else INSTALL_PACKAGE
    return message(part=part)
