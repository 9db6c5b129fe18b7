"""The results of the tests in a scenario's rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.source import Source


@dataclass(frozen=True, slots=True)
class TestResult:
    """The result of one test; `failure` is None if it passed."""

    name: str
    file: str
    line: int
    failure: str | None
    inherited: bool = False
    """Whether it belongs to a used scenario: then a failure shows that this one changes its behaviour."""
    fault: bool = False
    """Whether a rule went wrong that the test's own scenario does not know: that is never meant."""

    @property
    def changed(self) -> bool:
        """Whether a test of a used scenario comes out differently, without a fault of a rule."""
        return self.failure is not None and self.inherited and not self.fault


@dataclass(frozen=True, slots=True)
class Tested:
    """The results of all tests of a scenario, or the mistakes that prevent running them."""

    results: tuple[TestResult, ...]
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    unfit: tuple[TestResult, ...] = ()
    """Tests of used scenarios that no longer apply, with the first mistake of each."""
