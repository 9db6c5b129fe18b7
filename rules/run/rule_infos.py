"""What a compiled game says about its modules and rules, for the rulebook and for lines of the log."""

from lazaretto.grammar.node_dataclass import value


@value
class ModuleInfo:
    """A rules file that is part of the game, and its documentation."""

    name: str
    file: str
    """The file name in source positions of its rules."""
    documentation: str
    section: str = ""
    """The number of its section in the rulebook."""


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
