"""Defines what players read about a rule: where it says something, and in the rulebook."""

from grammar.node_dataclass import value


@value
class RuleInfo:
    """A rule that can say something: what players call it, the sentence that explains it, its place."""

    title: str
    text: str
    place: str
    """Its module and line, for authors."""
    number: str = ""
    """Its number in the rulebook."""


@value
class NumberedRule:
    """A rule in its section of the rulebook."""

    number: str
    file: str
    """The file name of its module."""
    word: str
    """action, phase, to, value, menu, before, after, instead, change, forbid, win, lose, draw or member."""
    title: str
    text: str
    amount: str = ""
    """Of a value: what it is before others change it, if that is known before the game."""
    for_whom: str = ""
    """Of an end that is not for all players: for whom it is."""
    forbidden: str = ""
    """Of a prohibition of which only the reason is told: what it forbids."""
