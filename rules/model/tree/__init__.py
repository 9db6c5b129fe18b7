"""The typed tree: the checked rules, with every name resolved and every type known.

It holds everything known about the meaning of a rule. The compiler and the reference interpreter both work on
this tree and on nothing else. `expressions.py` has expressions and texts, `statements.py` statements and
rules.
"""

# ruff: noqa: F403

from lazaretto.rules.model.tree.expressions import *
from lazaretto.rules.model.tree.statements import *
