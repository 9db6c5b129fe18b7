"""Measures what rules cost: counts the calls of each rule, and the time spent in it.

Every function is wrapped. So the code is compiled without passes, which would move code from one rule into
another; it runs at a third of the usual speed, and only if somebody asks for a profile.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from lazaretto.rules.backends.python.compile_passes import compile_plain
from lazaretto.rules.backends.python.compiled_code import PythonBackend, PythonCode, python_name
from lazaretto.rules.lower.ir import Lowered, Role
from lazaretto.rules.run.backend import Services

SORTS = {
    Role.VALUE: "value",
    Role.OUTCOME: "outcome",
    Role.SHORTAGE: "outcome",
    Role.INVARIANT: "invariant",
    Role.GOAL: "goal",
    Role.NEED: "needs",
    Role.REASON: "options",
    Role.OPEN: "options",
    Role.OFFERED: "options",
    Role.PLAYABLE: "options",
    Role.SKIPPABLE: "rule",
    Role.MAY: "forbid",
    Role.PROCEDURE: "rule",
    Role.SEGMENT: "rule",
    Role.CANDIDATES: "question",
    Role.CLOSED: "question",
    Role.BOUNDS: "question",
    Role.DECLINED: "question",
    Role.PROMPT: "question",
    Role.JUDGE: "question",
    Role.VISIBLE: "visibility",
    Role.TERM: "term",
    Role.LABEL: "label",
}
"""What a player or an author would call what a function does."""


@dataclass(slots=True)
class Cost:
    """What one rule cost: how often it was called, and the seconds spent in itself, not in what it calls."""

    sort: str
    rule: str
    calls: int = 0
    seconds: float = 0.0


def profiled(lowered: Lowered) -> "ProfiledCode":
    """Return the back end that measures each function.

    A procedure that begins with a question is entered at its first segment here, so that the call counts.
    """
    entered = {key: replace(resumable, question=None) for key, resumable in lowered.resumables.items()}
    lowered = replace(lowered, resumables=entered)
    names = {
        python_name(ref.role.value, ref.number, ref.step): (SORTS[ref.role], function.title)
        for ref, function in lowered.functions.items()
    }
    entries = {resumable.entry for resumable in lowered.resumables.values()}
    resumed = frozenset(
        python_name(ref.role.value, ref.number, ref.step)
        for ref in lowered.functions
        if ref.role is Role.SEGMENT and ref.number not in entries
    )
    return ProfiledCode(compile_plain(lowered), names, resumed)


@dataclass(frozen=True, slots=True)
class ProfiledCode:
    """The rules of a game as Python code, and what to call each function."""

    code: PythonCode
    names: Mapping[str, tuple[str, str]]
    resumed: frozenset[str]
    """The functions that go on with a rule after a question or a call; they are no calls of it."""

    def load(self, services: Services) -> "ProfiledBackend":
        """Prepare the functions for calling."""
        return ProfiledBackend(self, services)


class ProfiledBackend(PythonBackend):
    """The functions of one game, each of which counts and measures its calls."""

    def __init__(self, made: ProfiledCode, services: Services) -> None:
        plain = made.code.load(services)
        super().__init__(plain._space, made.code)
        self.costs: dict[tuple[str, str], Cost] = {}
        """What each rule has cost so far, by its sort and name."""
        self._inner = [0.0]
        """For each active call the seconds that its own calls took."""
        for name, (sort, rule) in made.names.items():
            cost = self.costs.setdefault((sort, rule), Cost(sort, rule))
            self._space[name] = self._measured(self._space[name], cost, int(name not in made.resumed))

    def _measured(self, function: Callable[..., Any], cost: Cost, calls: int) -> Callable[..., Any]:
        inner = self._inner

        def measured(*arguments: Any) -> Any:
            inner.append(0.0)
            start = perf_counter()
            try:
                return function(*arguments)
            finally:
                took = perf_counter() - start
                cost.calls += calls
                cost.seconds += took - inner.pop()
                inner[-1] += took

        return measured
