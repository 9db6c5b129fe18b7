"""The syntax tree: one class for each form of the language, each with its source position.

The tree describes the text, not its meaning. `expressions.py`, `statements.py`, `declarations.py` and
`tests.py` hold the classes. Every union lists all its alternatives, so that a forgotten form is a type error.
"""

# ruff: noqa: F403

from lazaretto.grammar.nodes.declarations import *
from lazaretto.grammar.nodes.expressions import *
from lazaretto.grammar.nodes.statements import *
from lazaretto.grammar.nodes.tests import *
