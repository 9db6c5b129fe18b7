"""From what the grammar found to nodes of the tree, one method a rule."""

from grammar.builders.expressions import Expressions
from grammar.builders.modules import Modules
from grammar.builders.partial_nodes import Chain, Part, find

__all__ = ["Chain", "Expressions", "Modules", "Part", "find"]
