"""Marks: what authors say in `reveals` about a block, and of which secrets that speaks."""

from collections.abc import Iterable
from dataclasses import dataclass

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.revealed_secrets import CHOICE, reveals_in
from lazaretto.rules.flow.labels import Argument, Atom, Chosen, Secret
from lazaretto.rules.link.aliases import NO_ALIASES, Aliases
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.model import tree


@dataclass(slots=True)
class Mark:
    """What an author says about a block: that it tells a secret on purpose."""

    node: nodes.Reveals
    block: Span
    aliases: Aliases = NO_ALIASES
    used: bool = False

    def names(self, atom: Atom) -> bool:
        """Whether it speaks of a secret."""
        name = CHOICE if isinstance(atom, Chosen) else atom.entity.name if isinstance(atom, Secret) else ""
        owner = None if isinstance(atom, Argument) else atom.owner
        whose = owner.word if isinstance(owner, tree.Local) else ""
        return any(
            each.owner in ("", whose)
            and (
                each.name.text == name or (bool(self.aliases) and self.aliases.may_mean(each.name.text, name))
            )
            for each in self.node.secrets
        )

    def covers(self, span: Span) -> bool:
        """Whether a place is inside the block."""
        block = self.block
        return span.file == block.file and block.line <= span.line <= block.end_line


def marks_in(placed: Iterable[Placed], aliases: Aliases = NO_ALIASES) -> list[Mark]:
    """Return all marks of a game; they may use old names."""
    return [Mark(each.node, each.block, aliases) for each in reveals_in(placed)]
