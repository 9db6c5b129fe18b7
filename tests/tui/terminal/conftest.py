"""Makes tests independent of the terminal they are started from."""

import sys

import pytest

collect_ignore = ["test_local_driver.py"] if sys.platform == "win32" else []

SPOKEN = ("NO_COLOR", "COLORTERM", "COLORFGBG", "TERM_PROGRAM", "COLUMNS", "LINES", "WT_SESSION")


@pytest.fixture(autouse=True)
def no_terminal_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SPOKEN:
        monkeypatch.delenv(name, raising=False)
