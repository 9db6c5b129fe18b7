"""Finds the places where texts and tables use old names of things."""

from collections.abc import Iterable, Iterator

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.build import Linked
from lazaretto.rules.check.definition_index import Target
from lazaretto.rules.errors.alias_messages import HIDES_ALIAS, RENAMED, RENAMED_KIND
from lazaretto.rules.link.old_name_use import OldName
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.lower.entity_infos import TableInfos, former_names
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Member
from lazaretto.rules.run.records.choice_history import STEP
from lazaretto.rules.run.records.former_names import FormerNames


def renamed(linked: Linked, pack: Pack) -> Iterator[Diagnostic]:
    """Yield a warning for each old name in the files of a scenario."""
    own = f"{pack.manifest.name}/"
    for use in old_names(linked, pack):
        if use.span.file.startswith(own):
            message = RENAMED_KIND if use.kind else RENAMED
            yield diagnose(message, use.span, old=use.old, new=use.new, kind=use.kind)
    for alias, span in linked.composed.aliases.hidden if linked.composed is not None else ():
        if span.file.startswith(own):
            yield diagnose(HIDES_ALIAS, span, old=alias.old, new=alias.new)


def old_names(linked: Linked, pack: Pack) -> Iterator[OldName]:
    """Yield all uses of old names in a scenario and in those it uses."""
    yield from pack.old_names
    checked, composed = linked.checked, linked.composed
    if checked is None or composed is None:
        return
    yield from composed.owners.old_names
    world = checked.world
    if not world.aliases:
        return
    yield from world.old_names
    for name, target in world.uses:
        present = _present(target, name.span)
        if present and name.text not in present:
            yield OldName(name.span, name.text, present[0])
    former = former_names(TableInfos(world, {}, {}))
    tests = (each.declaration for each in composed.placed if isinstance(each.declaration, nodes.Test))
    yield from _in_tests(tests, former, linked)


def _present(target: Target, span: Span) -> tuple[str, ...]:
    """Return the names that a text may use for a thing, the usual one first; none if it has no old names."""
    match target:
        case tree.LocalValue() | tree.Constant():
            return ()
        case Member():
            names = target.ident, target.name
            return names[::-1] if span.file.endswith(".toml") else names
        case _:
            return (target.name,)


def _in_tests(tests: Iterable[nodes.Test], former: FormerNames, linked: Linked) -> Iterator[OldName]:
    """Yield the old names in the choices and endings of tests."""
    for test in tests:
        for line in test.lines:
            source = linked.sources.get(line.span.file)
            if source is None:
                continue
            if isinstance(line, nodes.Does | nodes.ThenMay):
                for old, new in _in_choice(line.choice, former):
                    yield from _at(source, line.span, old, new)
            elif isinstance(line, nodes.ThenEnds) and line.reason is not None:
                present = dict(former.endings).get(line.reason, line.reason)
                if present != line.reason:
                    yield from _at(source, line.span, line.reason, present)


def _in_choice(choice: str, former: FormerNames) -> Iterator[tuple[str, str]]:
    for number, step in enumerate(choice.split(STEP.strip())):
        for word in map(str.strip, step.split(",")):
            new = former.action(word) if number == 0 else word
            if new == word:
                found = {former.member(root, word) for root in former.members} - {word}
                new = found.pop() if len(found) == 1 else word
            if new != word:
                yield word, new


def _at(source: Source, span: Span, old: str, new: str) -> Iterator[OldName]:
    """Yield an old name in the first text of a line of a test."""
    line = source.line(span.line)
    start = line.find('"', span.column - 1)
    column = line.find(old, start)
    if 0 <= start < column:
        place = Span(span.file, span.line, column + 1, span.line, column + 1 + len(old))
        yield OldName(place, old, new)
