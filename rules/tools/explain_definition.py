"""Explains a definition as composed: its text, its hooks and changes, and the file of each.

The parts are listed in order of execution, followed by what each optional part would add.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lazaretto.grammar import nodes
from lazaretto.grammar.message import MessageText, with_commas
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.build import Linked, link
from lazaretto.rules.check.actions import Extensions, ordered_extensions, overridden_parts
from lazaretto.rules.check.weave_hooks import in_order
from lazaretto.rules.link.aliases import NO_ALIASES
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.link.declaration_keys import row_key
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.link.read_tables import Row
from lazaretto.rules.lower.lower import lower
from lazaretto.rules.lower.printer import printed
from lazaretto.rules.model import tree
from lazaretto.rules.run.identifier_of_name import identifier
from lazaretto.rules.tools import messages as messages
from lazaretto.rules.tools.scenario_tests import arrangements


def explain(folder: Path, name: str, search: Sequence[Path] = ()) -> str | None:
    """Return all definitions of a name in a scenario without mistakes; None if there is none.

    The explanation covers the scenario with its default switches, then what each disabled part would add.
    """
    pack, _, sources = read_pack(folder, search=search)
    if pack is None:
        return None
    usual, *others = arrangements(pack)
    first = [*_part(pack, sources, name), *_Explainer(folder, search, usual.switches).explain(name)]
    shown = list(first)
    for arrangement in others:
        known = _Explainer(folder, search, arrangement.switches).explain(name)
        more = [each for each in known if each not in first and not (first and _is_effect(each))]
        if more:
            shown += [messages.PART_ADDS(part=arrangement.part), *more]
    return "\n\n".join(shown) + "\n" if shown else None


def lowered(folder: Path, name: str, search: Sequence[Path] = ()) -> str | None:
    """Return all lowered functions of a rule, as the engine executes them; None if there are none."""
    checked = link(folder, frozenset(), search, tests=False).checked
    found = printed(lower(checked), name) if checked is not None else []
    aliases = checked.world.aliases if checked is not None else NO_ALIASES
    if checked is not None and not found and aliases and aliases.present(name) != name:
        head = f"# {messages.RENAMED(old=name, new=aliases.present(name))}"
        found = [head, *printed(lower(checked), aliases.present(name))]
    return "\n\n".join(found) + "\n" if found else None


def names(folder: Path, search: Sequence[Path] = ()) -> tuple[str, ...]:
    """Return everything in a scenario that can be explained."""
    pack, _, _ = read_pack(folder, search=search)
    parts = (switch.name for switch in pack.switches) if pack is not None else ()
    return (*_Explainer(folder, search).names(), *parts)


def _part(pack: Pack, sources: Mapping[str, Source], name: str) -> Iterator[str]:
    """Yield the lines of the manifest about an optional part, which may be called by an old name."""
    present = pack.former_parts.get(name, name)
    for switch in pack.switches:
        if switch.name == present:
            if present != name:
                yield messages.RENAMED(old=name, new=present)
            lines = sources[switch.span.file].text.splitlines()[switch.span.line - 1 :]
            end = (number for number, line in enumerate(lines) if number and line[:1] == "[")
            body = "\n".join(lines[: next(end, len(lines))]).rstrip()
            file, line = switch.span.file, switch.span.line
            title = messages.OF_OWNER(word="optional part", owner=switch.scenario)
            yield f"{messages.HEADING(title=title, file=file, line=line)}\n{body}"


class _Explainer:
    """A linked scenario whose definitions can be explained."""

    def __init__(
        self, folder: Path, search: Sequence[Path] = (), switches: frozenset[str] = frozenset()
    ) -> None:
        self.linked: Linked = link(folder, switches, search, tests=False)

    def names(self) -> tuple[str, ...]:
        """Return everything that can be explained."""
        composed = self.linked.composed
        if composed is None:
            return ()
        found = {_name(each.declaration) for each in composed.placed}
        found |= {action.name.text for placed in composed.placed for action in _actions_inside(placed)}
        found |= {row_key(row)[1] for row in composed.rows}
        found |= {name for placed in composed.placed for _, _, name, _ in _inner_names(placed.declaration)}
        return tuple(sorted(name for name in found if name))

    def explain(self, name: str) -> list[str]:
        """Return all definitions of a name, part by part; also of a member by what players read."""
        return self._explain(name) or self._inner(name) or self._explain(identifier(name))

    def _inner(self, name: str) -> list[str]:
        """Return the attributes of this name, with or without its kind, and the words of enumerations."""
        composed = self.linked.composed
        if composed is None or self.linked.checked is None:
            return []
        kind, _, own = name.rpartition(".")
        kind = composed.aliases.names("kind").get(kind, kind)
        parts: list[str] = []
        for placed in composed.placed:
            for word, owner, each, span in _inner_names(placed.declaration):
                olds = composed.aliases.attributes(owner) if composed.aliases else {}
                if kind not in ("", owner) or each not in (own, olds.get(own)):
                    continue
                if each != own:
                    parts.append(messages.RENAMED(old=name, new=f"{owner}.{each}" if kind else each))
                parts.append(self._text(messages.OF_OWNER(word=word, owner=owner), span))
        return list(dict.fromkeys(parts))

    def _explain(self, name: str) -> list[str]:
        composed = self.linked.composed
        if composed is None or self.linked.checked is None:
            return []
        if composed.aliases and composed.aliases.present(name) != name:
            present = composed.aliases.present(name)
            parts = self._explain(present) or self._inner(present)
            return [messages.RENAMED(old=name, new=present), *parts] if parts else []
        found = [each for each in composed.placed if _name(each.declaration) == name]
        rows = [row for row in composed.rows if row_key(row)[1] == name]
        parts = [self._text(messages.OF_OWNER(word="member", owner=row.kind), _whole(row)) for row in rows]
        parts += [text for each in found if not _later(each) for text in self._definition(each)]
        for placed in composed.placed:
            parts += [
                self._owned("action", _name(placed.declaration), action.span)
                for action in _actions_inside(placed)
                if action.name.text == name
            ]
        for each in found:
            if _later(each) and not isinstance(each.declaration, nodes.ActionExtension):
                parts.append(self._text(messages.EXTENDED_BY(module=each.module), each.declaration.span))
        return parts + self._extensions(ordered_extensions(composed.placed, composed.preferences), name)

    def _extensions(self, extensions: Extensions, name: str) -> list[str]:
        """Return what modules say about an action, the one with the last word last."""
        texts: list[str] = []
        found = extensions.get(name, [])
        for number, extension in enumerate(found):
            title = messages.EXTENDED_BY(module=extension.module)
            over = overridden_parts(extension, found[:number])
            if over:
                parts = with_commas(dict.fromkeys(part for part, _ in over))
                others = with_commas(dict.fromkeys(module for _, module in over))
                title = messages.PARTS_OVER(title=title, parts=parts, names=others)
            texts.append(self._text(title, extension.declaration.span))
        return texts

    def _definition(self, placed: Placed) -> list[str]:
        world = self.linked.checked.world if self.linked.checked is not None else None
        lines: list[str] = []
        node = placed.declaration
        above = placed
        while above.inherited is not None:
            title = messages.REPLACED_BY(module=above.module)
            lines.insert(0, self._text(title, above.inherited.declaration.span))
            above = above.inherited
        if world is not None and isinstance(node, nodes.Procedure):
            procedure = world.procedures[node.name.text]
            lines += [self._owned("forbid", forbid.owner, forbid.span) for forbid in procedure.forbids]
            lines += self._hooks(procedure, "instead")
            lines += self._hooks(procedure, "before")
            lines.append(self._text("then", node.span))
            lines += self._hooks(procedure, "after")
            lines.append(_effect(procedure))
        elif world is not None and isinstance(node, nodes.ValueDeclaration):
            lines.append(self._text("value", node.span))
            changes = world.values[node.name.text].changes
            for word in ("to", "by", "at least", "at most"):
                lines += [self._change(change, changes) for change in changes if change.word == word]
        else:
            lines.append(self._text(type(node).__name__.removesuffix("Declaration").lower(), node.span))
            if world is not None and isinstance(node, nodes.MenuDeclaration):
                actions = with_commas(action.name for action in world.menus[node.name.text].actions)
                lines.append(messages.ACTIONS(names=actions) if actions else messages.NO_ACTIONS())
        return lines

    def _change(self, change: tree.ChangeRule, changes: Sequence[tree.ChangeRule]) -> str:
        """Return a change, and whose settings of the value it overrides."""
        title = messages.OF_OWNER(word="change", owner=change.owner)
        settings = {rule.owner for rule in changes if rule.word == "to"}
        over = [each for each in change.over if each in settings] if change.word == "to" else []
        if over:
            title = messages.OVER(title=title, names=with_commas(over))
        return self._text(title, change.span)

    def _hooks(self, procedure: tree.Procedure, word: str) -> list[str]:
        hooks = in_order([hook for hook in procedure.hooks if hook.word == word])
        shown = "instead of" if word == "instead" else word
        return [self._owned(shown, hook.owner, hook.span) for hook in hooks]

    def _owned(self, word: str, owner: str, span: Span) -> str:
        return self._text(messages.OF_OWNER(word=word, owner=owner), span)

    def _text(self, title: str, span: Span) -> str:
        source = self.linked.sources.get(span.file)
        head = messages.HEADING(title=title, file=span.file, line=span.line)
        if source is None:
            return head
        last = span.end_line - 1 if span.end_column <= 1 and span.end_line > span.line else span.end_line
        body = [source.line(number) for number in range(span.line, last + 1)]
        while body and not body[-1].strip():
            body.pop()
        return "\n".join((head, *body))


def _later(placed: Placed) -> bool:
    node = placed.declaration
    return isinstance(node, nodes.ActionExtension) or (
        isinstance(node, nodes.KindDeclaration | nodes.MemberDeclaration | nodes.MenuDeclaration)
        and node.extends
    )


def _actions_inside(placed: Placed) -> list[nodes.Action]:
    """Return the actions in the block of a member or kind."""
    node = placed.declaration
    if not isinstance(node, nodes.KindDeclaration | nodes.MemberDeclaration):
        return []
    return [rule for rule in node.rules if isinstance(rule, nodes.Action)]


def _inner_names(node: nodes.Plain) -> Iterator[tuple[str, str, str, Span]]:
    """Yield the attributes and words in a declaration: what, whose, their name and place."""
    if isinstance(node, nodes.KindDeclaration):
        for member in node.members:
            yield "member", node.name.text, member.text, node.span
        for field in node.fields:
            yield "attribute", node.name.text, field.name.text, field.span
            yield from _words(field)
    elif isinstance(node, nodes.Variable | nodes.OptionDeclaration):
        yield from _words(node)


def _words(
    node: nodes.Field | nodes.Variable | nodes.OptionDeclaration,
) -> Iterator[tuple[str, str, str, Span]]:
    if isinstance(node.type, nodes.ChoiceType):
        for word in node.type.members:
            yield "member", node.name.text, word.text, node.span


def _whole(row: Row) -> Span:
    """Return the span of a row of a table with all its values."""
    last = max((*row.value_spans.values(), row.span), key=lambda span: (span.end_line, span.end_column))
    return row.span.to(last) if last is not row.span else row.span


def _name(node: nodes.Plain) -> str:
    if isinstance(node, nodes.Test | nodes.Change | nodes.Hook | nodes.Forbid | nodes.Look):
        return ""
    if isinstance(node, nodes.Outcome | nodes.Invariant | nodes.Goal):
        return node.text.plain
    return node.name.text


def _effect(procedure: tree.Procedure) -> str:
    written = with_commas(sorted(procedure.writes))
    if procedure.asks:
        return messages.ASKS_AND_CHANGES(names=written) if written else messages.ASKS()
    if procedure.acts:
        return messages.ACTS_AND_CHANGES(names=written) if written else messages.ACTS()
    return messages.LOOKS()


_EFFECTS = (
    messages.ASKS,
    messages.ASKS_AND_CHANGES,
    messages.ACTS,
    messages.ACTS_AND_CHANGES,
    messages.LOOKS,
)


def _is_effect(text: str) -> bool:
    """Whether a part of an explanation describes the effect of a procedure."""
    return isinstance(text, MessageText) and text.message in _EFFECTS
