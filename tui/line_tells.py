"""The commands of line mode that only tell something: each makes lines of what a seat sees."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from lazaretto.host import Sight
from lazaretto.rules import Chapter
from lazaretto.tui.line_changes import change_lines
from lazaretto.tui.line_piles import odds_lines, pile_lines
from lazaretto.tui.line_places import looked_at
from lazaretto.tui.line_rules import rule_lines
from lazaretto.tui.line_view import hand, seat_lines, status
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.parse_answer import folded

Tells = Callable[[Sight, Sequence[Chapter], str], Sequence[str]]
"""Makes the lines from what the seat sees, from the rulebook, and from what was typed after the command."""


def _status(sight: Sight, _book: Sequence[Chapter], _typed: str) -> Sequence[str]:
    return [f"  {each}" for each in (*_where(sight), *status(sight.view))]


def _where(sight: Sight) -> Iterator[str]:
    """The game and the turn."""
    title = sight.view.title
    yield say.TURN(title=title, turn=sight.turn) if sight.turn else title


def _hand(sight: Sight, _book: Sequence[Chapter], _typed: str) -> Sequence[str]:
    return list(hand(sight.view)) or [say.HOLD_NOTHING()]


def _who(sight: Sight, _book: Sequence[Chapter], typed: str) -> Sequence[str]:
    return list(_players(sight, folded(typed))) or [say.NO_PLAYER(typed=typed)]


def _players(sight: Sight, wanted: str) -> Iterator[str]:
    """The players whose name begins so, and whom the game waits for."""
    view = sight.view
    for seat in view.seats:
        if folded(seat.name).startswith(wanted):
            yield from seat_lines(view, seat)
    decision = view.decision
    if decision is not None and not wanted:
        yield say.WAITING_FOR(player=", ".join(decision.waiting) or decision.player)


TELLS: Mapping[str, Tells] = {
    "status": _status,
    "look": lambda sight, _, typed: list(looked_at(sight.view, typed)),
    "hand": _hand,
    "who": _who,
    "piles": lambda sight, _, typed: pile_lines(sight.view, typed),
    "odds": lambda sight, _, typed: odds_lines(sight.view, typed),
    "rules": lambda _, book, typed: rule_lines(book, typed),
    "changes": lambda sight, _, _typed: change_lines(sight.before, sight.view),
}
"""What each command word tells."""
