"""Makes the choices of a journey at a table, one after another."""

from collections.abc import Sequence

from lazaretto.host.autosaved_game import Table, Watch
from lazaretto.rules import ChoiceError, RuleError


def make_journey(table: Table, keys: Sequence[str], seat: int, watch: Watch | None = None) -> int:
    """Make the choices of a journey, actions and answers to what they ask, and return how many were made.

    It ends early if something is revealed or decided by chance, if somebody else is asked, or if a choice is
    not open any more.

    Raises:
        ChoiceError, RuleError, StoreError: as in `Table.choose`, for the first choice.
    """
    first, made = table.game.choices_made, 0
    for key in keys:
        before = table.game.fork()
        try:
            table.choose(key, seat, watch)
        except (ChoiceError, RuleError):
            if not made:
                raise
            break
        made += 1
        game = table.game
        if game.learned(before) or game.seat != seat:
            break
    table.journey = range(first, table.game.choices_made)
    return made
