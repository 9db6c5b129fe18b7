"""Checks looks that follow the state: labels, positions, dangers of places, marks on the spaces of tracks.

All players see them, so they may be made only of what everybody sees.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.effects import reads
from lazaretto.rules.check.expressions import ExpressionChecker
from lazaretto.rules.check.scope import Frame, Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.model.entities import FLAG, NUMBER, Kind, KindType, NumberType, Pile, Track, Variable
from lazaretto.rules.model.tree.statements import ValueRule

_Thing = TypeVar("_Thing")

SPOT = ("x", "y")
"""The looks that name the attributes of a place's position."""
WHEN = "when"
"""The look that names the value that says whether an attribute is shown."""
NEEDS = "needs"
"""The look that names the value that says how many pieces of each member a player needs."""
SPACE = "space"
"""The look that marks spaces of a track."""
DANGER = "danger"
"""The look that warns of what threatens a place."""


def changing_looks(world: World, expressions: ExpressionChecker, placed: tuple[Placed, ...]) -> None:
    """Find looks that follow the state; they are no plain looks of their kind any more."""
    for kind, look in _of_things(world.kinds, nodes.KindDeclaration, placed):
        found: dict[str, Variable | None] = {}
        for key, value in look.pairs:
            if key.text == "label" and isinstance(value, nodes.Text) and not _plain(value):
                kind.looks.pop("label", None)
                _label(world, expressions, kind, value)
            elif key.text == DANGER:
                kind.looks.pop(DANGER, None)
                _danger(world, expressions, kind, value)
            elif key.text in SPOT and isinstance(value, nodes.Name):
                kind.looks.pop(key.text, None)
                found[key.text] = _number(world, kind, value)
            elif key.text == NEEDS and isinstance(value, nodes.Name):
                kind.looks.pop(NEEDS, None)
                needed = _needed(world, kind, value)
                kind.needs = None if needed is None else (needed, value.span)
        if found and set(found) != {*SPOT}:
            world.report(messages.bad_value("half spot", look.span))
        x, y = (found.get(each) for each in SPOT)
        if x is not None and y is not None:
            kind.spot = x, y
    for variable, look in _of_attributes(world, placed):
        for key, value in look.pairs:
            if key.text == WHEN and isinstance(value, nodes.Name):
                variable.looks.pop(WHEN, None)
                variable.shown = _shown(world, variable, value)
    for track, look in _of_things(world.tracks, nodes.TrackDeclaration, placed):
        for key, value in look.pairs:
            if key.text == SPACE and isinstance(value, nodes.Text):
                track.looks.pop(SPACE, None)
                _space(expressions, track, value)


def check_public(world: World) -> None:
    """Check that everybody may see what looks are made of; runs after all rules are checked."""
    for kind in world.kinds.values():
        if kind.label is not None:
            _public(world, kind.label[0].arguments, kind.label[0].span)
        if kind.danger is not None:
            _public(world, kind.danger[0].arguments, kind.danger[0].span)
        if kind.needs is not None:
            _public_value(world, *kind.needs)
        for variable in kind.spot or ():
            if variable.seen.word != "all":
                world.report(messages.secret_look(variable.full_name, kind.span))
        for variable in kind.variables.values():
            if variable.shown is not None:
                _public_value(world, variable.shown, variable.span)
    for track in world.tracks.values():
        if track.space is not None:
            _public(world, track.space[0].arguments, track.space[0].span)


def _public(world: World, parts: Iterable[object], span: Span) -> None:
    for part in parts:
        hideable = [each for each in reads(part) if isinstance(each, Variable | Pile)]
        for thing in sorted(hideable, key=lambda each: each.full_name):
            if thing.seen.word != "all":
                world.report(messages.secret_look(thing.full_name, span))


def _public_value(world: World, value: ValueRule, span: Span) -> None:
    changes = [(change.conditions, change.value, change.players) for change in value.changes]
    _public(world, (value.base, *changes), span)


def _of_things(
    named: Mapping[str, _Thing],
    declared: type[nodes.KindDeclaration] | type[nodes.TrackDeclaration],
    placed: tuple[Placed, ...],
) -> Iterator[tuple[_Thing, nodes.Look]]:
    """Yield the looks of kinds or tracks: in their declarations, and those that stand alone."""
    for each in placed:
        node = each.declaration
        if isinstance(node, declared) and node.name.text in named:
            for look in node.looks:
                yield named[node.name.text], look
        elif isinstance(node, nodes.Look) and node.subject is not None and node.subject.text in named:
            yield named[node.subject.text], node


def _of_attributes(world: World, placed: tuple[Placed, ...]) -> Iterator[tuple[Variable, nodes.Look]]:
    for declared in placed:
        node = declared.declaration
        if isinstance(node, nodes.KindDeclaration) and node.name.text in world.kinds:
            for field in node.fields:
                variable = world.kinds[node.name.text].variables.get(field.name.text)
                if variable is not None:
                    yield from ((variable, look) for look in field.looks)


def _plain(text: nodes.Text) -> bool:
    return all(isinstance(part, str) for part in text.parts)


def _label(world: World, expressions: ExpressionChecker, kind: Kind, text: nodes.Text) -> None:
    if kind.is_player or kind.root.piece or kind.enumeration or kind.links is not None:
        world.report(messages.bad_value("no label", text.span, kind=kind.name))
        return
    scope = Scope(Frame(mark="l"), kind.name)
    this = scope.bind("this", KindType(kind), text.span)
    template = expressions.template(text, scope)
    if template is not None:
        kind.label = template, this


def _danger(
    world: World, expressions: ExpressionChecker, kind: Kind, value: nodes.Text | nodes.Name | nodes.Number
) -> None:
    place = any(each.place for each in kind.lineage())
    if not place or not isinstance(value, nodes.Text) or _plain(value):
        world.report(messages.bad_value("no danger", value.span, kind=kind.name))
        return
    scope = Scope(Frame(mark="l"), kind.name)
    this = scope.bind("this", KindType(kind), value.span)
    template = expressions.template(value, scope)
    if template is not None:
        kind.danger = template, this


def _shown(world: World, variable: Variable, name: nodes.Name) -> ValueRule | None:
    rule = world.values.get(name.text)
    kinds = (
        [parameter.type.kind for parameter in rule.parameters if isinstance(parameter.type, KindType)]
        if rule
        else []
    )
    if rule is None or len(rule.parameters) != 1 or kinds != [variable.owner] or rule.type != FLAG:
        owner = variable.owner.name if variable.owner is not None else ""
        world.report(messages.bad_value("no shown", name.span, kind=owner, name=name.text, low=owner.lower()))
        return None
    world.uses.append((name, rule))
    return rule


def _needed(world: World, kind: Kind, name: nodes.Name) -> ValueRule | None:
    rule = world.values.get(name.text)
    kinds = (
        [parameter.type.kind for parameter in rule.parameters if isinstance(parameter.type, KindType)]
        if rule
        else []
    )
    fits = len(kinds) == 2 and kinds[0].is_player and kinds[1] in (kind, *kind.lineage())
    if rule is None or len(rule.parameters) != 2 or not fits or not isinstance(rule.type, NumberType):
        told = {"kind": kind.name, "name": name.text, "low": kind.name.lower()}
        world.report(messages.bad_value("no needed", name.span, **told))
        return None
    world.uses.append((name, rule))
    return rule


def _space(expressions: ExpressionChecker, track: Track, text: nodes.Text) -> None:
    scope = Scope(Frame(mark="l"), track.name)
    this = scope.bind("this", NUMBER, text.span)
    template = expressions.template(text, scope)
    if template is not None:
        track.space = template, this


def _number(world: World, kind: Kind, name: nodes.Name) -> Variable | None:
    found = kind.variable(name.text)
    if found is None or not isinstance(found.type, NumberType):
        if found is None and world.has_gap(kind):
            return None
        world.report(messages.bad_value("no spot", name.span, kind=kind.name, name=name.text))
        return None
    world.uses.append((name, found))
    return found
