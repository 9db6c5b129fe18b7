"""Translates old names in manifests: of scenarios in `uses`, of files, and of optional parts.

A manifest says what its own parts, files and the scenario itself were called: `[alias]`, then `old = "new"`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.rules.errors import alias_messages as alias_messages
from lazaretto.rules.errors.did_you_mean import did_you_mean
from lazaretto.rules.link.manifest import Manifest
from lazaretto.rules.link.old_name_use import OldName
from lazaretto.rules.link.toml_positions import Document, Path as KeyPath

MOST_NAMES = 20
"""How many names one thing may have had."""


@changing_node
class FormerManifestNames:
    """The old names that manifests declare, and where others use them."""

    scenarios: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """Modules and tables, as `scenario/file`."""
    parts: dict[str, str] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    """For the old name of a part: its scenario."""
    used: list[OldName] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.scenarios or self.files or self.parts)

    def declare(self, manifest: Manifest, document: Document) -> Iterator[Diagnostic]:
        """Take in the old names of a scenario; yield those that another scenario gives to something else."""
        files = _files(manifest)
        for old, new in manifest.alias.items():
            present = _last(manifest.alias, new)
            if present == manifest.name:
                self.scenarios[old] = present
            if present in files:
                self.files[f"{manifest.name}/{old}"] = f"{manifest.name}/{present}"
            if present not in manifest.optional:
                continue
            if self.parts.setdefault(old, present) == present:
                self.origins.setdefault(old, manifest.name)
            else:
                span = document.place(("alias", old)).key
                gaps = {"one": self.parts[old], "scenario": self.origins[old], "other": present}
                yield diagnose(alias_messages.CLASH, span, name=old, **gaps)

    def present(self, manifest: Manifest, document: Document) -> Manifest:
        """Return a manifest in which old names are replaced by the present ones."""
        if not self:
            return manifest
        made = replace(
            manifest,
            uses=self._all(manifest.uses, self.scenarios, document, ("uses",)),
            without=self._placed(manifest.without, document, ("without",)),
            parts=self._all(manifest.parts, self.parts, document, ("parts",)),
            modules=self._placed(manifest.modules, document, ("modules",)),
        )
        optional = {
            name: replace(
                part,
                uses=self._all(part.uses, self.scenarios, document, ("optional", name, "uses")),
                modules=self._placed(part.modules, document, ("optional", name, "modules")),
            )
            for name, part in manifest.optional.items()
        }
        return replace(made, optional=optional)

    def switches(self, asked: frozenset[str]) -> frozenset[str]:
        """Return the parts to switch on or, with a leading `-`, off, by their present names."""
        off = {each for each in asked if each.startswith("-")}
        return frozenset(self.parts.get(each, each) for each in asked - off) | {
            f"-{self.parts.get(each[1:], each[1:])}" for each in off
        }

    def _all(
        self, names: tuple[str, ...], present: Mapping[str, str], document: Document, path: KeyPath
    ) -> tuple[str, ...]:
        return tuple(
            self._note(name, present.get(name, name), document, (*path, number))
            for number, name in enumerate(names)
        )

    def _placed(self, names: tuple[str, ...], document: Document, path: KeyPath) -> tuple[str, ...]:
        """Return the present names of files; those of other scenarios are written `scenario/file`."""
        found: list[str] = []
        for number, name in enumerate(names):
            scenario, placed, file = name.partition("/")
            new = f"{self.scenarios.get(scenario, scenario)}/{file}" if placed else name
            found.append(self._note(name, self.files.get(new, new), document, (*path, number)))
        return tuple(found)

    def _note(self, old: str, new: str, document: Document, path: KeyPath) -> str:
        if old != new:
            self.used.append(OldName(document.place(path).value, old, new))
        return new


def wrong_aliases(manifest: Manifest, document: Document) -> Iterator[Diagnostic]:
    """Yield the old names in a manifest that are in use, and those of nothing."""
    sorts = {manifest.name}, {*manifest.optional}, _files(manifest)
    known = set[str]().union(*sorts)
    for old, new in manifest.alias.items():
        place = document.place(("alias", old))
        present = _last(manifest.alias, new)
        if any(old in sort and (present in sort or present not in known) for sort in sorts):
            yield diagnose(alias_messages.ALREADY, place.key, name=old)
        elif present not in known:
            help = did_you_mean(new, known) or None
            yield diagnose(alias_messages.NOT_LISTED, place.value, help, name=new)


def _files(manifest: Manifest) -> set[str]:
    return {name for _, names, _ in manifest.files() for name in names}


def _last(names: Mapping[str, str], name: str) -> str:
    """Return the end of a chain of names."""
    for _ in range(MOST_NAMES):
        name = names.get(name, name)
    return name
