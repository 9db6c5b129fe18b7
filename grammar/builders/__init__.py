"""Builds nodes from the parser's reductions, with one method for each rule of the grammar."""

from grammar.builders.expressions import Expressions
from grammar.builders.hooks_tests_modules import Modules
from grammar.builders.partial_nodes import Chain, Part, find

__all__ = ["Chain", "Expressions", "Modules", "Part", "find"]
