"""Builds nodes from the parser's reductions, with one method for each rule of the grammar."""

from lazaretto.grammar.builders.hooks_tests_modules import Modules
from lazaretto.grammar.builders.partial_nodes import Chain, Part, find
from lazaretto.grammar.builders.statements import Expressions

__all__ = ["Chain", "Expressions", "Modules", "Part", "find"]
