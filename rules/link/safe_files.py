"""Reads one file of a folder, and nothing outside that folder."""

from pathlib import Path

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.read_untrusted_files import NotRegularError, OutsideError, TooLargeError, read_bytes
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.link import messages

FILE = "scenario.toml"
"""The file that makes a folder a scenario."""

LARGEST = 1_000_000
"""The maximum size of a file in bytes, far above any real rules file."""


def read_file(
    folder: Path, file: str, shown: str, span: Span, most: int = LARGEST
) -> tuple[Source | None, Diagnostic | None]:
    """Return the text of a file in the folder under a display name, or the mistake, reported at `span`."""
    try:
        data = read_bytes(folder / file, most, folder)
    except OutsideError:
        return None, messages.outside(span, file)
    except NotRegularError:
        return None, messages.no_regular_file(span, file)
    except TooLargeError:
        return None, messages.too_large(span, file, most)
    except OSError as error:
        return None, messages.unreadable(span, file, error.strerror or str(error))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return None, messages.not_text(span, file, data.count(b"\n", 0, error.start) + 1)
    return Source(shown, text.replace("\r\n", "\n")), None
