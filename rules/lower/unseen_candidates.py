"""Tells which choices may be among pieces that the chooser does not know."""

from lazaretto.rules.model import tree
from lazaretto.rules.model.types import KindType, item_of


def unseen_base(node: tree.Question) -> int | None:
    """Return the number of the first piece of the chosen kind; None if the chooser sees every candidate."""
    if not isinstance(node, tree.Choose | tree.Arrange):
        return None
    many = node.set if isinstance(node, tree.Choose) else node.list
    kind = item_of(many.type)
    if not isinstance(kind, KindType) or not kind.kind.root.piece or _is_seen(many, node.by):
        return None
    return kind.kind.root.piece_base


def _is_seen(many: tree.Expression, by: tree.Expression) -> bool:
    """Whether a set is a pile that everybody sees, or one that the chooser owns and sees."""
    while isinstance(many, tree.OnlyKind):
        many = many.set
    if not isinstance(many, tree.PileValue):
        return isinstance(many, tree.BoxValue)
    seen, owner = many.pile.seen.word, many.thing
    own = isinstance(owner, tree.LocalValue) and isinstance(by, tree.LocalValue) and owner.local is by.local
    return seen == "all" or (seen == "owner" and own)
