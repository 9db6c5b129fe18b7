"""Tells whether a rule that went wrong in a test belongs to a scenario that the test does not know."""

from collections.abc import Iterator, Mapping

from lazaretto.grammar.message import MessageText


def is_fault_of_mod(failure: str, file: str, uses: Mapping[str, frozenset[str]]) -> bool:
    """Whether a failure is the error of a rule that the scenario of the test's file does not build on."""
    known = uses.get(_scenario(file))
    if known is None:
        return False
    return any(each in uses and each not in known for each in _scenarios(failure))


def _scenarios(failure: str) -> Iterator[str]:
    """Yield the scenarios of the rules that an error is about: where it arose, and whose changes conflict."""
    if not isinstance(failure, MessageText):
        return
    for gap, value in failure.gaps.items():
        if gap in ("fault", "failure"):
            yield from _scenarios(str(value) if not isinstance(value, MessageText) else value)
        elif gap in ("place", "one", "other"):
            yield _scenario(str(value).rpartition("(")[2])


def _scenario(path: str) -> str:
    return path.partition("/")[0]
