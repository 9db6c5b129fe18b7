"""Plays on from a point of a recorded game, with the same draws to come or with others."""

from lazaretto.host import messages as say
from lazaretto.host.rerun_record import begin, follow
from lazaretto.host.sees_secrets import sees_secrets
from lazaretto.rules import ChoiceError, Game, Program, Record


def branch(program: Program, record: Record, at: int, seed: int | None) -> Game:
    """The game of a record after its first `at` choices; with a seed, what nobody knows is dealt anew.

    Nothing that a player knows changes. Of a game that is not over, what is to come must stay unknown, and
    what others know secret.

    Raises:
        StartError, RuleError: the game cannot be set up as the record says.
        ChoiceError: the rules do not follow the record so far, or it would tell what is secret.
    """
    if not 0 <= at <= len(record.choices):
        raise ChoiceError(say.NO_SUCH_CHOICE(number=at, last=len(record.choices)))
    game = begin(program, record)
    found = game.fork()
    for number in range(1, len(record.choices) + 1):
        lines = follow(game, record, number)
        if not isinstance(lines, tuple):
            if number <= at:
                raise ChoiceError(say.RULES_DIFFER_FROM(difference=lines.told()))
            break
        if number == at:
            found = game.fork()
    if found.outcome is not None:
        raise ChoiceError(say.NOTHING_LEFT())
    if game.outcome is None:
        if _any_secret(found) or _any_secret(game):
            raise ChoiceError(say.NOT_OVER())
        if seed is None:
            raise ChoiceError(say.WOULD_TELL_DRAWS())
    if seed is not None:
        found.deal_anew(seed)
    return found


def _any_secret(game: Game) -> bool:
    """Whether some seat sees or chooses something that is not public."""
    public, views = game.views()
    return bool(game.together) or any(sees_secrets(public, each) for each in views)
