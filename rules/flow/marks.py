"""Finds the lines `reveals "reason"`, and the part of the text for which each of them speaks: its block."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grammar import nodes
from grammar.source import Span
from rules.check.revealed_secrets import CHOICE
from rules.flow.labels import Argument, Atom, Chosen, Secret
from rules.link.compose_modules import Placed
from rules.model import tree


@dataclass(slots=True)
class Mark:
    """What an author says about a block: that it tells a secret on purpose."""

    node: nodes.Reveals
    block: Span
    used: bool = False

    def names(self, atom: Atom) -> bool:
        """Whether it speaks of a secret."""
        name = CHOICE if isinstance(atom, Chosen) else atom.entity.name if isinstance(atom, Secret) else ""
        owner = None if isinstance(atom, Argument) else atom.owner
        whose = owner.word if isinstance(owner, tree.Local) else ""
        return any(each.name.text == name and each.owner in ("", whose) for each in self.node.secrets)

    def covers(self, span: Span) -> bool:
        """Whether a place is inside the block."""
        block = self.block
        return span.file == block.file and block.line <= span.line <= block.end_line


def marks_in(placed: Iterable[Placed]) -> list[Mark]:
    """Return all marks of a game, the innermost block last."""
    found: list[Mark] = []
    for each in placed:
        node = each.declaration
        for rule in getattr(node, "rules", (node,)):
            found.extend(_marks(rule))
        if each.inherited is not None:
            found.extend(marks_in((each.inherited,)))
    return found


def _marks(rule: object) -> Iterator[Mark]:
    match rule:
        case nodes.Procedure() | nodes.Action() | nodes.Hook():
            yield from _in_block(rule.body, rule.span)
        case nodes.Forbid() | nodes.Change():
            for each in rule.reveals:
                yield Mark(each, rule.span)
        case _:
            pass


def _in_block(block: nodes.Block, around: Span) -> Iterator[Mark]:
    for statement in block:
        match statement:
            case nodes.Reveals():
                yield Mark(statement, around)
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
            case nodes.ForEach() | nodes.Repeat():
                yield from _in_block(statement.body, statement.span)
            case _:
                pass


def _whole(block: nodes.Block, otherwise: Span) -> Span:
    return block[0].span.to(block[-1].span) if block else otherwise
