"""Says which rules of a game cost how much, after games were played with a measuring program."""

from lazaretto.rules import Program
from lazaretto.rules.backends.python.profiler import Cost, ProfiledBackend


def costs_of(program: Program) -> list[Cost]:
    """Return what each rule that was called has cost, the dearest first; none without a measuring program."""
    backend = program.machine.backend
    if not isinstance(backend, ProfiledBackend):
        return []
    called = (each for each in backend.costs.values() if each.calls)
    return sorted(called, key=lambda each: (-each.seconds, each.sort, each.rule))
