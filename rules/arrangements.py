"""Says with which optional parts the tests of a scenario run."""

from dataclasses import dataclass

from rules.link.read_scenario import Pack
from rules.model import test_cases


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Switches with which a scenario is tested, and the files whose tests run with them: None means all."""

    switches: frozenset[str]
    files: frozenset[str] | None = None
    part: str = ""
    """The optional part that these tests belong to."""

    def wants(self, case: test_cases.Case) -> bool:
        """Whether a test runs with these switches."""
        return self.files is None or case.span.file in self.files


def arrangements(pack: Pack, switches: frozenset[str] = frozenset()) -> tuple[Arrangement, ...]:
    """Return a scenario's own switches, and for each disabled part the switches for that part's tests.

    Parts that exclude the tested part are switched off.
    """
    found = [Arrangement(switches)]
    parts = pack.manifest.optional
    on = {each.name for each in pack.switches if each.on}
    for name, part in parts.items():
        if name not in on:
            apart = {
                other for other in on & {*parts} if other in part.excludes or name in parts[other].excludes
            }
            wanted = (switches - {f"-{name}"} - apart) | {name} | {f"-{other}" for other in apart}
            own = (each if "/" in each else f"{pack.manifest.name}/{each}" for each in part.modules)
            files = frozenset(f"{module}.rules" for module in own)
            found.append(Arrangement(wanted, files, name))
    return tuple(found)
