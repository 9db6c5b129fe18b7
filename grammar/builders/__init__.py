"""Builds nodes from what the parser reduces, one method for each rule of the grammar."""

from grammar.builders.expressions import Expressions
from grammar.builders.hooks_tests_modules import Modules
from grammar.builders.partial_nodes import Chain, Part, find

__all__ = ["Chain", "Expressions", "Modules", "Part", "find"]
