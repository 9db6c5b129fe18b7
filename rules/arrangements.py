"""Says with which optional parts the tests of a scenario run."""

from dataclasses import dataclass

from lazaretto.rules.link.pack import Pack
from lazaretto.rules.link.test_files import RULES, TESTS
from lazaretto.rules.model import test_cases


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


def with_parts(pack: Pack, switches: frozenset[str], names: frozenset[str]) -> frozenset[str]:
    """Return switches that turn some of a scenario's own parts on, too, and off what excludes them."""
    parts = pack.manifest.optional
    on = {each.name for each in pack.switches if each.on and each.name in parts}
    apart = {
        other
        for other in on - names
        for name in names
        if other in parts[name].excludes or name in parts[other].excludes
    }
    return (switches - {f"-{name}" for name in names} - apart) | names | {f"-{other}" for other in apart}


def arrangements(pack: Pack, switches: frozenset[str] = frozenset()) -> tuple[Arrangement, ...]:
    """Return a scenario's own switches, and for each disabled part the switches for that part's tests.

    Parts that exclude the tested part are switched off.
    """
    found = [Arrangement(switches)]
    on = {each.name for each in pack.switches if each.on}
    for name, part in pack.manifest.optional.items():
        if name not in on:
            wanted = with_parts(pack, switches, frozenset({name}))
            own = (each if "/" in each else f"{pack.manifest.name}/{each}" for each in part.modules)
            files = frozenset(f"{module}{ending}" for module in own for ending in (RULES, TESTS))
            found.append(Arrangement(wanted, files, name))
    return tuple(found)
