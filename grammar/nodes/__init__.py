"""The syntax tree: one class for each form of the language, each with its source position.

The tree describes the text, not its meaning. Every union below lists all its alternatives, so that a
forgotten form is a type error.
"""

# ruff: noqa: F403

from grammar.nodes.composition import *
from grammar.nodes.declarations import *
from grammar.nodes.expressions import *
from grammar.nodes.statements import *
from grammar.nodes.tests import *
from grammar.nodes.types import *
