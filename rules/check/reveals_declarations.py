"""Finds the lines `reveals NAME "reason"` and checks the names: piles, attributes, variables, `choice`."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.model.entities import Pile, Variable

CHOICE = "choice"
"""What a player chooses from a menu that hides choices from the others."""


class Revealing(NamedTuple):
    """A line, and the block for which it speaks."""

    node: nodes.Reveals
    block: Span


def check_reveals(world: World, placed: Iterable[Placed]) -> None:
    """Report names of nothing that could be a secret."""
    for line in reveals_in(placed):
        for secret in line.node.secrets:
            name = secret.name
            if name.text == CHOICE and not secret.owner:
                continue
            found = _holder(world, name.text)
            if found is None:
                world.unknown(name, {one.name for one in _named(world) if one.seen.word != "all"})
            else:
                world.uses.append((name, found))


def _holder(world: World, name: str) -> Pile | Variable | None:
    """Return the first pile, attribute or variable of a name, which may be an old one."""
    found = next((one for one in _named(world) if one.name == name), None)
    if found is None and world.aliases:
        tables: list[Mapping[str, Pile | Variable]] = [world.variables, world.piles]
        tables += [table for kind in world.kinds.values() for table in (kind.variables, kind.piles)]
        found = next((table[name] for table in tables if name in table), None)
    return found


def _named(world: World) -> Iterator[Pile | Variable]:
    yield from world.variables.values()
    yield from world.piles.values()
    for kind in world.kinds.values():
        yield from kind.variables.values()
        yield from kind.piles.values()


def reveals_in(placed: Iterable[Placed]) -> Iterator[Revealing]:
    """Yield all such lines of a game."""
    for declared in placed:
        node = declared.declaration
        for rule in getattr(node, "rules", (node,)):
            yield from _in_rule(rule)
        if declared.inherited is not None:
            yield from reveals_in((declared.inherited,))


def _in_rule(rule: object) -> Iterator[Revealing]:
    match rule:
        case nodes.Procedure() | nodes.Action() | nodes.Hook() | nodes.ValueDeclaration():
            yield from _in_block(rule.body, rule.span)
        case nodes.Forbid() | nodes.Change() | nodes.ActionExtension():
            for reveal in rule.reveals:
                yield Revealing(reveal, rule.span)
        case _:
            pass


def _in_block(block: nodes.Block, around: Span) -> Iterator[Revealing]:
    for statement in block:
        match statement:
            case nodes.Reveals():
                yield Revealing(statement, around)
            case nodes.If():
                for _, body in statement.branches:
                    yield from _in_block(body, _whole(body, statement.span))
                otherwise = statement.otherwise or ()
                yield from _in_block(otherwise, _whole(otherwise, statement.span))
            case nodes.Match():
                for case in statement.cases:
                    yield from _in_block(case.body, case.span)
                otherwise = statement.otherwise or ()
                yield from _in_block(otherwise, _whole(otherwise, statement.span))
            case nodes.ForEach() | nodes.Repeat() | nodes.Together():
                yield from _in_block(statement.body, statement.span)
            case _:
                pass


def _whole(block: nodes.Block, otherwise: Span) -> Span:
    return block[0].span.to(block[-1].span) if block else otherwise
