"""What a compiled game says about its goals."""

from lazaretto.grammar.node_dataclass import value


@value
class GoalInfo:
    """Something to reach in a game."""

    title: str
    lost_too: bool
    """Whether it counts in a lost game, too."""
    documentation: str
