"""Reads the folder of a scenario, and of those it uses, into one pack of texts and rows.

It reads nothing outside these folders and interprets no rule, so a folder of unknown origin can do no worse
than be refused. On the way it numbers the sections of the rulebook, one for each module by its place in the
manifests, and computes a hash of all contents, equal on every machine.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from hashlib import sha256
from pathlib import Path

from lazaretto.grammar.diagnostics import Diagnostic, diagnose, ordered
from lazaretto.grammar.node_dataclass import changed, changing_node, value
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.errors import alias_messages as alias_messages
from lazaretto.rules.link import messages
from lazaretto.rules.link.find_scenarios import find_scenario, head_of, manifest_head
from lazaretto.rules.link.manifest import NAME, Manifest, read_manifest, unused_scenarios
from lazaretto.rules.link.nameable_modules import Sections, naming
from lazaretto.rules.link.pack import Pack, Switch, Texts
from lazaretto.rules.link.read_coastlines import LARGEST_COAST
from lazaretto.rules.link.renamed_in_manifests import FormerManifestNames, wrong_aliases
from lazaretto.rules.link.safe_files import FILE, LARGEST, read_file
from lazaretto.rules.link.toml_positions import Document, read_toml, start

MOST_SCENARIOS = 64
"""Each is a manifest to read: 64 of them take 0.1 s. What they contain has limits of its own."""
MOST_MODULES = 100
MOST_FILES = 200
MOST_CHARACTERS = 3_000_000

RULES, TESTS = ".rules", ".tests"
"""The endings of a module and of the tests beside it."""
WHOLE = "scenario"
"""`scenario.tests` stands beside `scenario.toml`: its tests belong to no single module."""


def read_pack(
    folder: Path,
    *,
    switches: frozenset[str] = frozenset(),
    search: Sequence[Path] = (),
    partial: bool = False,
    tests: bool = False,
) -> tuple[Pack | None, tuple[Diagnostic, ...], dict[str, Source]]:
    """Read a scenario, and parse its tables and outlines: `read_texts`, then `Texts.parsed`."""
    return read_texts(folder, switches=switches, search=search, tests=tests).parsed(partial)


def read_texts(
    folder: Path,
    *,
    switches: frozenset[str] = frozenset(),
    search: Sequence[Path] = (),
    tests: bool = False,
) -> Texts:
    """Read a scenario.

    `switches` names the optional parts to enable, and with a leading `-` those to disable. Used scenarios are
    searched beside the folder and then in the `search` folders. Files of tests are read only with `tests`: a
    game plays without them.
    """
    reader = _Reader(tuple(search))
    top = reader.scenario(folder, ())
    if top is None or reader.diagnostics:
        return Texts(None, (), None, ordered(reader.diagnostics), reader.sources)
    found = reader.switched(top, reader.former.switches(switches))
    on = {switch.name for switch in found if switch.on}
    players = reader.players(top, on)
    texts, tables = reader.contents(on)
    outlines = reader.coast()
    digest = _digest_of(reader.sources, on)
    beside = reader.tests(texts) if tests else ()
    folders = tuple(scenario.folder for scenario in reader.scenarios.values())
    manifests = [scenario.manifest for scenario in reader.scenarios.values()]
    known = naming(manifests, (name for name, _ in texts), reader.former.files, reader.former.scenarios)
    pack = Pack(
        top.manifest,
        top.folder,
        texts,
        found,
        players,
        digest,
        folders=folders,
        naming=known,
        sections=_section_numbers(manifests),
        layers=frozenset(
            manifest.name
            for manifest in manifests
            if manifest.layer is not None and manifest is not top.manifest
        ),
        tests=beside,
    )
    if reader.former:
        pack = changed(pack, old_names=tuple(reader.former.used), former_parts=reader.former.parts)
    return Texts(pack, tables, outlines, tuple(reader.diagnostics), reader.sources, top.document)


@value
class _Scenario:
    folder: Path
    manifest: Manifest
    document: Document

    def files(self, on: set[str] | None, alone: bool = True) -> Iterator[tuple[str, str, Span]]:
        """Yield each file, its extension and its position in the lists; of enabled or all optional parts.

        A module of a used scenario that is linked at this point has that scenario's name as a prefix.
        """
        for path, names, ending in self.manifest.files(on, alone):
            for number, name in enumerate(names):
                yield name, ending, self.document.place((*path, number)).value


@changing_node
class _Reader:
    search: tuple[Path, ...]
    sources: dict[str, Source] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    scenarios: dict[str, _Scenario] = field(default_factory=dict)
    """The manifests that have been read completely, in link order."""
    unused: set[str] = field(default_factory=set)
    """Those that only disabled parts use."""
    former: FormerManifestNames = field(default_factory=FormerManifestNames)
    """The old names that manifests declare."""
    present: dict[str, set[str]] = field(default_factory=dict)
    """The names of all files in the folder of each scenario."""
    files: int = 0
    """How many modules, tables and files of tests have been read."""

    def scenario(self, folder: Path, way: tuple[str, ...]) -> _Scenario | None:
        """Read a manifest and, before adding it to the link order, those it uses."""
        folder = folder.absolute()
        document = self._document(folder)
        if document is None:
            return None
        manifest, problems = read_manifest(document)
        self.diagnostics += problems
        if manifest is None:
            return None
        for path, names in manifest.all_uses():
            for number, name in enumerate(names):
                span = document.place((*path, number)).value
                self._used(name, folder, (*way, manifest.name), span)
        manifest = self.former.present(manifest, document)
        self.diagnostics += (*wrong_aliases(manifest, document), *self.former.declare(manifest, document))
        scenario = _Scenario(folder, manifest, document)
        self._present(scenario)
        self.scenarios[manifest.name] = scenario
        return scenario

    def _document(self, folder: Path) -> Document | None:
        span = Span(f"{folder.name}/{FILE}", 1, 1, 1, 1)
        if not folder.is_dir():
            self.diagnostics.append(messages.no_folder(span, folder.name))
            return None
        if not (folder / FILE).exists():
            self.diagnostics.append(messages.no_manifest(span, folder.name))
            return None
        source, problem = read_file(folder, FILE, span.file, span)
        if source is None:
            self.diagnostics += [problem] if problem else []
            return None
        name = head_of(source, folder).name
        if NAME.fullmatch(name):
            source = Source(f"{name}/{FILE}", source.text)
        self.sources[source.name] = source
        document, problems = read_toml(source)
        self.diagnostics += problems
        return document

    def _used(self, name: str, folder: Path, way: tuple[str, ...], span: Span) -> None:
        name = self.former.scenarios.get(name, name)
        if name in self.scenarios:
            return
        if name in way:
            self.diagnostics.append(messages.circle(span, (*way[way.index(name) :], name)))
        elif len(way) + len(self.scenarios) >= MOST_SCENARIOS:
            number = len(way) + len(self.scenarios) + 1
            self.diagnostics.append(messages.too_many(span, "scenarios", number, MOST_SCENARIOS))
        else:
            path, known = find_scenario(name, (folder.resolve().parent, *self.search))
            if path is None:
                self.diagnostics.append(messages.no_scenario(span, name, {*known} - {*way}))
                return
            present = manifest_head(path) if known else None
            if present is not None and present.name in way:
                self.diagnostics.append(
                    messages.circle(span, (*way[way.index(present.name) :], present.name))
                )
            else:
                self.scenario(path, way)

    def _present(self, scenario: _Scenario) -> None:
        """Check that every listed file exists under exactly its name, enabled or not."""
        try:
            present = {path.name for path in scenario.folder.iterdir()}
        except OSError as error:
            span = start(scenario.document.source)
            self.diagnostics.append(
                messages.unreadable(span, scenario.folder.name, error.strerror or str(error))
            )
            return
        self.present[scenario.manifest.name] = present
        for name, ending, span in scenario.files(None):
            if "/" not in name and name + ending not in present:
                alike = sorted(each for each in present if each.endswith(ending) and each != FILE)
                self.diagnostics.append(messages.no_file(span, name + ending, alike))
        shown = scenario.manifest.coast
        if shown and shown not in present:
            span = scenario.document.place(("coast",)).value
            alike = sorted(each for each in present if each.endswith(".txt"))
            self.diagnostics.append(messages.no_coast(span, shown, alike))

    def switched(self, top: _Scenario, asked: frozenset[str]) -> tuple[Switch, ...]:
        """Return the enabled optional parts, according to the defaults and the requested switches."""
        span = start(top.document.source)
        manifests = {name: each.manifest for name, each in self.scenarios.items()}
        self.unused = unused_scenarios(manifests, top.manifest.name, asked)
        offered = {name for each in self.linked() for name in each.manifest.optional}
        for name in sorted(asked):
            if name.removeprefix("-") not in offered:
                self.diagnostics.append(messages.no_switch(span, name.removeprefix("-"), offered))
        wished: set[str] = set()
        for scenario in self.linked():
            for number, name in enumerate(scenario.manifest.parts):
                wished.add(name)
                if name not in offered:
                    place = scenario.document.place(("parts", number)).value
                    self.diagnostics.append(messages.no_switch(place, name, offered))
        switches: list[Switch] = []
        for scenario in self.linked():
            for name, part in scenario.manifest.optional.items():
                default = part.default or name in wished
                on = name in asked or (default and f"-{name}" not in asked)
                span = scenario.document.place(("optional", name)).key
                switches.append(Switch(name, scenario.manifest.name, part.title, default, on, span))
            self._excluded(scenario, {switch.name for switch in switches if switch.on})
        return tuple(switches)

    def linked(self) -> list[_Scenario]:
        """Return the scenarios that are linked, in order: all, except those that only disabled parts use."""
        return [scenario for scenario in self.scenarios.values() if scenario.manifest.name not in self.unused]

    def _excluded(self, scenario: _Scenario, on: set[str]) -> None:
        for name, part in scenario.manifest.optional.items():
            for number, other in enumerate(part.excludes):
                if name in on and other in on:
                    span = scenario.document.place(("optional", name, "excludes", number)).value
                    self.diagnostics.append(messages.excluded(span, name, other))

    def players(self, top: _Scenario, on: set[str]) -> tuple[int, int]:
        """Compute the possible numbers of players with all enabled parts."""
        least, most = top.manifest.players
        for scenario in self.linked():
            for name, part in scenario.manifest.optional.items():
                if name in on and part.players is not None:
                    least, most = max(least, part.players[0]), min(most, part.players[1])
                    if least > most:
                        span = scenario.document.place(("optional", name, "players")).value
                        self.diagnostics.append(messages.no_players(span, name))
                        return top.manifest.players
        return least, most

    def contents(self, on: set[str]) -> tuple[tuple[tuple[str, Source], ...], tuple[Source, ...]]:
        """Read the modules and tables of everything that is enabled."""
        texts: list[tuple[str, Source]] = []
        tables: list[Source] = []
        for (owner, name, ending), span in self._listed(on).items():
            self.files += 1
            modules = len(texts) + (ending == RULES)
            if self.files > MOST_FILES or modules > MOST_MODULES:
                many = ("files", self.files, MOST_FILES)
                what = many if self.files > MOST_FILES else ("modules", modules, MOST_MODULES)
                self.diagnostics.append(messages.too_many(span, *what))
                return (), ()
            source = self._read(self.scenarios[owner], name + ending, span)
            if source is not None and ending == RULES:
                texts.append((f"{owner}/{name}", source))
            elif source is not None:
                tables.append(source)
        return tuple(texts), tuple(tables)

    def tests(self, texts: Sequence[tuple[str, Source]]) -> tuple[tuple[str, Source], ...]:
        """Read the files of tests beside some modules, and those of whole scenarios."""
        for scenario in self.linked():
            name = scenario.manifest.name
            self.diagnostics += _tests_without_module(name, self.present[name])
        found: list[tuple[str, Source]] = []
        whole = (f"{each.manifest.name}/{WHOLE}" for each in self.linked())
        for module in dict.fromkeys((*(name for name, _ in texts), *whole)):
            owner, _, name = module.partition("/")
            file = name + TESTS
            if file not in self.present[owner]:
                continue
            span = Span(f"{owner}/{file}", 1, 1, 1, 1)
            self.files += 1
            if self.files > MOST_FILES:
                self.diagnostics.append(messages.too_many(span, "files", self.files, MOST_FILES))
                break
            source = self._read(self.scenarios[owner], file, span)
            if source is not None:
                found.append((module, source))
        return tuple(found)

    def _listed(self, on: set[str]) -> dict[tuple[str, str, str], Span]:
        """Return the enabled files, each with its scenario and extension, in link order."""
        listed: dict[tuple[str, str, str], Span] = {}
        without = self._left_out()
        last = list(self.scenarios)[-1]
        for scenario in self.linked():
            own = scenario.manifest.name
            for name, ending, span in scenario.files(on, own == last):
                owner, placed, rest = name.partition("/")
                if f"{own}/{name}" in without or name in without:
                    continue
                if not placed:
                    listed.setdefault((own, name, ending), span)
                elif (owner, rest, ending) in listed:
                    listed[(owner, rest, ending)] = listed.pop((owner, rest, ending))
                elif owner in self.scenarios and self._has(owner, rest, ending):
                    listed[(owner, rest, ending)] = span
                else:
                    known = [f"{each}/{module}" for each, module, end in listed if end == ending]
                    self.diagnostics.append(messages.nothing_placed(span, name, known))
        return listed

    def _has(self, scenario: str, name: str, ending: str) -> bool:
        """Whether a scenario has a module, in whichever of its parts."""
        files = self.scenarios[scenario].files(None, alone=False)
        return (name, ending) in {(file, end) for file, end, _ in files}

    def coast(self) -> Source | None:
        """Read the outlines of the last scenario that defines or removes them."""
        for scenario in reversed(self.linked()):
            file = scenario.manifest.coast
            if file is None:
                continue
            span = scenario.document.place(("coast",)).value
            return self._read(scenario, file, span, LARGEST_COAST) if file else None
        return None

    def _left_out(self) -> set[str]:
        """Return the files that some scenario leaves out; each must be listed by another scenario."""
        found: set[str] = set()
        for scenario in self.linked():
            others = {
                f"{each.manifest.name}/{name}"
                for each in self.scenarios.values()
                if each is not scenario
                for name, _, _ in each.files(None)
                if "/" not in name
            }
            for number, name in enumerate(scenario.manifest.without):
                if name in others:
                    found.add(name)
                else:
                    span = scenario.document.place(("without", number)).value
                    self.diagnostics.append(messages.nothing_left_out(span, name, others))
        return found

    def _read(self, scenario: _Scenario, file: str, span: Span, most: int = LARGEST) -> Source | None:
        source, problem = read_file(scenario.folder, file, f"{scenario.manifest.name}/{file}", span, most)
        if source is None:
            self.diagnostics += [problem] if problem else []
            return None
        self.sources[source.name] = source
        total = sum(len(each.text) for each in self.sources.values())
        if total > MOST_CHARACTERS:
            self.diagnostics.append(messages.too_many(span, "characters", total, MOST_CHARACTERS))
            return None
        return source


def _tests_without_module(scenario: str, present: Set[str]) -> Iterator[Diagnostic]:
    """Yield a mistake for each file of tests in a folder that has no module beside it."""
    for file in sorted(each for each in present if each.endswith(TESTS) and not each.startswith(".")):
        module = file.removesuffix(TESTS) + RULES
        if module not in present and file != WHOLE + TESTS:
            yield diagnose(
                messages.NO_MODULE_TESTED, Span(f"{scenario}/{file}", 1, 1, 1, 1), file=file, module=module
            )


def _digest_of(sources: Mapping[str, Source], on: Iterable[str]) -> str:
    """Return a hash of texts, their names and the enabled parts."""
    total = sha256()
    for text in (each for source in sources.values() for each in (source.name, source.text)):
        data = text.encode()
        total.update(len(data).to_bytes(8) + data)
    total.update(repr(sorted(on)).encode())
    return total.hexdigest()


_LETTERS = 3
"""How many letters of a name of one word are the prefix of its rules."""


def _section_numbers(manifests: Sequence[Manifest]) -> Sections:
    """Return the number of each module's section, by `scenario/module`; manifests stand in link order."""
    known = {each.name: each for each in manifests}
    game = next((each for each in manifests if each.layer is None), manifests[-1])
    found: dict[str, str] = {}
    base = tuple(dict.fromkeys(_with_bases(game.name, known)))
    for name in base:
        for module in _modules(known[name], alone=known[name] is manifests[-1]):
            found[module] = str(len(found) + 1)
    taken: set[str] = set()
    for manifest in manifests:
        if manifest.name in base:
            continue
        prefix = _prefix(manifest.name)
        prefix = manifest.name if prefix in taken else prefix
        taken.add(prefix)
        for number, module in enumerate(_modules(manifest, alone=manifest is manifests[-1]), 1):
            found[module] = f"{prefix} {number}"
    return found


def _with_bases(name: str, known: Mapping[str, Manifest]) -> Iterator[str]:
    for used in known[name].uses:
        if used in known:
            yield from _with_bases(used, known)
    yield name


def _modules(manifest: Manifest, alone: bool) -> tuple[str, ...]:
    """Return the modules of a scenario in the order of its manifest, with those of all its parts."""
    rules = (names for _, names, ending in manifest.files(alone=alone) if ending == ".rules")
    own = dict.fromkeys(name for names in rules for name in names if "/" not in name)
    return tuple(f"{manifest.name}/{each}" for each in own)


def _prefix(name: str) -> str:
    """Return the first letters of the words of a name, or the beginning of its only word."""
    words = [each for each in name.replace("-", "_").split("_") if each]
    return "".join(word[0] for word in words).upper() if len(words) > 1 else name[:_LETTERS].upper()
