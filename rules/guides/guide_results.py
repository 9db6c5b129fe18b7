"""Reports the guides of a scenario beside its tests: a guide passes if it can be played to its end."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from lazaretto.rules.guides import guide_messages as say
from lazaretto.rules.guides.check_guides import check_guides
from lazaretto.rules.tools.test_results import TestResult


def guide_results(folder: Path, scenario: str, search: Sequence[Path] = ()) -> Iterator[TestResult]:
    """Yield a result for each guide; the first mistake is the failure."""
    for each in check_guides(folder, scenario, search):
        first = next(iter(each.diagnostics), None)
        line = 1 if first is None else first.span.line
        failure = None if first is None else say.FAILURE(line=line, message=first.message)
        yield TestResult(say.NAME(name=each.name), each.file, line, failure)
