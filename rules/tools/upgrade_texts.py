"""Rewrites texts of an older edition of the language, or of an older edition of the game that they change.

The first edition accepted names in patterns that nothing uses; this one wants `_` there. Old names of things
become the present ones. A test of the first edition said `leave open` wherever it ended with a question; in
this one, what it speaks about says it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.message import MessageText
from lazaretto.grammar.node_dataclass import changed
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.backends import backend_named
from lazaretto.rules.build import Linked, Parse, TooDeepError, compile_linked, link_pack, parse_once
from lazaretto.rules.check.test_blocks import ends_open
from lazaretto.rules.errors.alias_messages import TAKEN_HERE
from lazaretto.rules.errors.checker_message_texts import UNUSED, UNUSED_BUT
from lazaretto.rules.link.old_name_use import OldName
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.model import tree
from lazaretto.rules.tools.messages import NOTHING_LEFT
from lazaretto.rules.tools.scenario_tests import Arrangement, Bench, arrangements
from lazaretto.rules.warn.old_names import old_names

IGNORED = "_"
NOTHING_ASKED = "then nothing asked"
"""A line of a test."""


@dataclass(slots=True)
class Upgrade:
    """What is to be rewritten in one file, and what only its author can decide."""

    source: Source
    edits: dict[Span, tuple[str, str]] = field(default_factory=dict)
    """What stands at a place, and what to write there."""
    dropped: set[int] = field(default_factory=set)
    """Lines that are needed no more."""
    closed: set[int] = field(default_factory=set)
    """Last lines of tests that must say that nothing is asked."""
    doubtful: dict[Span, Diagnostic] = field(default_factory=dict)
    """Names that may be misspelt members, and old ones whose new name would mean something else here."""

    @property
    def text(self) -> str:
        """The new text."""
        lines = self.source.text.split("\n")
        for span, (old, new) in sorted(self.edits.items(), reverse=True):
            line, start = lines[span.line - 1], span.column - 1
            lines[span.line - 1] = line[:start] + line[start:].replace(old, new, 1)
        return "\n".join(self._with_other_tests(lines))

    def _with_other_tests(self, lines: Sequence[str]) -> Iterator[str]:
        for number, line in enumerate(lines, start=1):
            indent, mark, comment = line[: len(line) - len(line.lstrip())], *line.partition("#")[1:]
            if number not in self.dropped:
                yield line
            elif mark:
                yield indent + mark + comment
            if number in self.closed:
                yield indent + NOTHING_ASKED

    @property
    def lines(self) -> list[int]:
        """The numbers of the lines that change."""
        return sorted({span.line for span in self.edits} | self.dropped | self.closed)


class Upgrades(dict[Path, Upgrade]):
    """The files of a scenario that change."""

    partial = False
    """Whether mistakes in the texts hide old names, which are left as they are."""


def upgrades(folder: Path, search: Sequence[Path] = ()) -> Upgrades | None:
    """Return what must change in a scenario's own files; None if the scenario cannot be read."""
    pack, _, _ = read_pack(folder, search=search, partial=True)
    if pack is None:
        return None
    own, parsing = f"{pack.manifest.name}/", parse_once()
    found: dict[str, Upgrade] = {}
    partial = False
    for arrangement in arrangements(pack):
        read, problems, sources = read_pack(
            folder, switches=arrangement.switches, search=search, partial=True, tests=True
        )
        if read is None:
            continue
        linked = link_pack(read, sources, problems=problems, parsing=parsing)
        for mistake in linked.diagnostics:
            if mistake.code == UNUSED.code:
                upgrade = _of(found, mistake.span.file, sources)
                if _may_be_misspelt(mistake):
                    upgrade.doubtful[mistake.span] = mistake
                else:
                    upgrade.edits[mistake.span] = _written(upgrade.source, mistake.span), IGNORED
        local = _local_names(linked)
        for use in old_names(linked, pack):
            if not use.span.file.startswith(own):
                continue
            upgrade = _of(found, use.span.file, linked.sources)
            if _is_taken(use, local, linked, upgrade.source):
                upgrade.doubtful[use.span] = diagnose(TAKEN_HERE, use.span, old=use.old, new=use.new)
            else:
                upgrade.edits[use.span] = use.old, use.new
        if not {diagnostic.code for diagnostic in linked.diagnostics} <= {UNUSED.code}:
            partial = True
        else:
            _upgrade_tests(_mended(read, found), sources, arrangement, own, found, parsing)
    mine = {name: each for name, each in found.items() if name.startswith(own)}
    made = Upgrades(
        {folder / name.removeprefix(own): each for name, each in mine.items() if each.lines or each.doubtful}
    )
    made.partial = partial
    return made


def _local_names(linked: Linked) -> dict[str, list[Span]]:
    """Return where the names occur that rules give to something of their own."""
    found: dict[str, list[Span]] = {}
    for name, target in linked.checked.world.uses if linked.checked is not None else ():
        if isinstance(target, tree.LocalValue):
            found.setdefault(name.text, []).append(name.span)
    return found


def _is_taken(each: OldName, local: Mapping[str, Sequence[Span]], linked: Linked, source: Source) -> bool:
    """Whether the declaration around an old name has the new one as a name of its own."""
    before = source.line(each.span.line)[: each.span.column - 1]
    if each.new not in local or before.endswith("."):
        return False
    around = [
        declaration.span
        for module in linked.modules
        for declaration in module.declarations
        if _within(each.span, declaration.span)
    ]
    return any(_within(span, outer) for span in local[each.new] for outer in around)


def _within(inner: Span, outer: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return inner.file == outer.file and start <= (inner.line, inner.column) <= end


def _of(found: dict[str, Upgrade], file: str, sources: Mapping[str, Source]) -> Upgrade:
    return found.setdefault(file, Upgrade(sources[file]))


def _written(source: Source, span: Span) -> str:
    return source.line(span.line)[span.column - 1 : span.end_column - 1]


def _may_be_misspelt(mistake: Diagnostic) -> bool:
    return isinstance(mistake.help, MessageText) and mistake.help.message == UNUSED_BUT


def _mended(pack: Pack, found: Mapping[str, Upgrade]) -> Pack:
    """Return the pack with present names and `_`, in the files of other scenarios, too."""

    def mended(texts: Iterable[tuple[str, Source]]) -> tuple[tuple[str, Source], ...]:
        made = {
            name: Upgrade(upgrade.source, upgrade.edits).text
            for name, upgrade in found.items()
            if upgrade.edits
        }
        return tuple(
            (module, Source(source.name, made[source.name]) if source.name in made else source)
            for module, source in texts
        )

    return changed(pack, texts=mended(pack.texts), tests=mended(pack.tests))


def _upgrade_tests(
    pack: Pack,
    sources: Mapping[str, Source],
    arrangement: Arrangement,
    own: str,
    found: dict[str, Upgrade],
    parsing: Parse,
) -> None:
    """Find the lines of tests that are needed no more, and those that are missing."""
    linked = link_pack(pack, sources, parsing=parsing)
    doubtful: set[tuple[str, int]] = set()
    for test in _tests(linked, own):
        said = [leave_open for leave_open in test.lines if isinstance(leave_open, nodes.LeaveOpen)]
        rest = [each for each in test.lines if not isinstance(each, nodes.LeaveOpen)]
        if not ends_open(rest):
            continue
        _of(found, test.span.file, sources).dropped |= {leave_open.span.line for leave_open in said}
        if not said:
            doubtful.add((test.span.file, test.span.line))
    for file, line in _closed(linked, arrangement, doubtful):
        _of(found, file, sources).closed.add(line)


def _tests(linked: Linked, own: str) -> Iterator[nodes.Test]:
    for module in linked.modules:
        for declaration in module.declarations:
            test = declaration.declaration if isinstance(declaration, nodes.Replace) else declaration
            if isinstance(test, nodes.Test) and test.span.file.startswith(own):
                yield test


def _closed(
    linked: Linked, arrangement: Arrangement, doubtful: set[tuple[str, int]]
) -> Iterator[tuple[str, int]]:
    """Yield the last lines of tests that end with nothing open, though they speak of questions."""
    try:
        tables = compile_linked(linked, backend_named("interpret")) if doubtful else None
    except TooDeepError:
        return
    if tables is None or linked.checked is None:
        return
    bench = Bench(tables, linked)
    for case in linked.checked.cases:
        if (case.span.file, case.span.line) in doubtful and arrangement.wants(case) and not case.unfit:
            failure = bench.run(case, "plain")
            if isinstance(failure, MessageText) and failure.message == NOTHING_LEFT:
                yield case.span.file, max(step.span.end_line for step in case.steps)
