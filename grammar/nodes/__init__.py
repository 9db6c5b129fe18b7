"""The syntax tree: one class for each form of the language, each with its place in the text.

The tree says what stands in the text and nothing of what it means. Every union below names all its
alternatives, so that a new form is a type error wherever it is forgotten.
"""

# ruff: noqa: F403

from grammar.nodes.composition import *
from grammar.nodes.declarations import *
from grammar.nodes.expressions import *
from grammar.nodes.statements import *
from grammar.nodes.tests import *
from grammar.nodes.types import *
