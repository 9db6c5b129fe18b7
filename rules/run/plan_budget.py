"""How much a bot thinks before it plays: counts and never seconds, so the same seed gives the same game."""

from lazaretto.grammar.node_dataclass import frozen_value


@frozen_value
class Budget:
    """What one plan may take. Its paths are compared in rounds; the better half goes on to the next one."""

    width: int = 10
    """Beam width: how many paths through the own turn are searched in parallel."""
    depth: int = 12
    """Search depth in actions; a longer turn is planned again on the way."""
    final: int = 6
    """How many paths are compared in other determinisations before one is taken; at most 60."""
    alike: int = 0
    """How many of them, and of those searched in parallel, may begin with the same action; 0: all."""
    rounds: tuple[int, ...] = (4,)
    """The number of these determinisations in each round."""
    horizon: int = 0
    """How many turns after the own one are played out in them."""
    end_horizon: int = 0
    """How many turns are played out if the game seems to end within them: results then decide, not scores."""
    later_width: int = 0
    """Beam width in these turns; 0 looks only one action ahead."""
    chances: bool = False
    """Whether ends of play-outs count as chances to win; otherwise their scores are added up."""
    judged_ends: bool = False
    """Whether a learned judgement, if there is one, says these chances. Without a score, it always does."""
    judged_paths: bool = False
    """Whether it also chooses the paths, instead of the score."""
    fuel: int = 2_000_000_000
    """The fuel for planning one move, on all copies together; the bot then takes the best path found so far.

    Fuel is no measure of time: in a game with unusual rules it may last for more than half a minute. At a
    table, the host ends planning that takes too long (`host/autosaved_game.py`)."""
