"""Builds nodes from the parser's reductions, with one method for each rule of the grammar.

Each module derives its class from the one before: `partial_nodes.py` (the base class, and lists of lines),
`statements.py` (expressions and statements), `declarations.py` (types and declarations), and
`hooks_tests_modules.py`, whose `Modules` has the methods of all.
"""

from lazaretto.grammar.builders.hooks_tests_modules import Modules
from lazaretto.grammar.builders.partial_nodes import Chain, Part, find
from lazaretto.grammar.builders.statements import ExpressionBuilder

__all__ = ["Chain", "ExpressionBuilder", "Modules", "Part", "find"]
