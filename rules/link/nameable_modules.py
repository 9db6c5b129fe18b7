"""Says which modules a scenario's texts can name: those of all scenarios that it builds on."""

from collections.abc import Iterable, Mapping
from dataclasses import field

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.link.manifest import Manifest

Sections = Mapping[str, str]
"""The number of the section of each module, by `scenario/module`."""


@value
class Naming:
    """The modules of some scenarios that are not linked, and what each scenario builds on."""

    absent: frozenset[str] = frozenset()
    """Modules that are left out or belong to a part that is off, as `scenario/module`."""
    uses: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each scenario all those it builds on, and itself."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """The present name of each module that has an old one, both as `scenario/module`."""
    scenarios: Mapping[str, str] = field(default_factory=dict)
    """The present name of each scenario that has an old one."""
    layers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The files of the small game that each layer is tested with."""

    def present(self, name: str, scenario: str) -> str:
        """Return the present name of a module that a text of a scenario means."""
        owner, placed, module = name.rpartition("/")
        if placed:
            known = f"{self.scenarios.get(owner, owner)}/{module}"
            return self.renamed.get(known, known)
        near = self.uses.get(scenario, frozenset())
        fitting = {
            new
            for old, new in self.renamed.items()
            if old.rpartition("/")[2] == name and new.rpartition("/")[0] in near
        }
        return fitting.pop() if len(fitting) == 1 else name


NO_SCENARIOS = Naming()


def naming(
    manifests: Iterable[Manifest],
    linked: Iterable[str],
    renamed: Mapping[str, str],
    scenarios: Mapping[str, str],
) -> Naming:
    """Return the names for scenarios in link order, of which some modules are linked.

    `renamed` has the present names of modules by their old ones, and `scenarios` those of scenarios.
    """
    modules: set[str] = set()
    uses: dict[str, frozenset[str]] = {}
    layers: dict[str, tuple[str, ...]] = {}
    for manifest in manifests:
        below = (uses.get(use, frozenset()) for use in manifest.uses)
        uses[manifest.name] = frozenset({manifest.name}).union(*below)
        if manifest.layer is not None:
            layers[manifest.name] = tuple(
                f"{manifest.name}/{module}.rules" for module in manifest.layer.modules
            )
        for _, names, ending in manifest.files():
            if ending == ".rules":
                modules |= {f"{manifest.name}/{name}" for name in names if "/" not in name}
    return Naming(frozenset(modules.difference(linked)), uses, renamed, scenarios, layers)
