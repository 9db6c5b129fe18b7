"""The typed tree: the checked rules, with every name resolved and every type known.

It holds everything known about the meaning of a rule. The compiler and the reference interpreter both work on
this tree and on nothing else.
"""

# ruff: noqa: F403

from rules.model.tree.effect import *
from rules.model.tree.expressions import *
from rules.model.tree.rules import *
from rules.model.tree.statements import *
from rules.model.tree.together import *
