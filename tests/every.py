"""Checks many small cases in one test, because each test takes some milliseconds of its own."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Case = TypeVar("Case")


def every(cases: Iterable[Case], holds: Callable[[Case], None]) -> None:
    """Check all cases, and report each one that fails with its first line."""
    failures: list[str] = []
    errors: list[Exception] = []
    checked = 0
    for case in cases:
        checked += 1
        try:
            holds(case)
        except Exception as error:
            error.add_note(f"case: {case}")
            failures.append(f"{case}: {error}".splitlines()[0])
            errors.append(error)
    assert checked
    if errors:
        raise ExceptionGroup("\n".join(failures), errors)
