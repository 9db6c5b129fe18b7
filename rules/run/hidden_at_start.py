"""Decides what nobody knows at the beginning of a game that may belong to a campaign.

Usually everybody knows where each piece begins. What lies in a kept pile depends on the game before, and a
hidden pile must stay hidden. So an observer who cannot see a kept pile knows of no piece in any hidden pile
which one it is: otherwise what is missing elsewhere would tell. This holds for first games too, or it would
tell whether something has changed.
"""

from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.knowledge import blur
from lazaretto.rules.run.state import State


def forget_hidden(state: State, tables: CompiledGame) -> None:
    """Merge the pieces in piles that an observer does not see, if a kept pile is one of them."""
    kept = [
        number for info in tables.kept if info.pile for number in range(info.first, info.first + info.count)
    ]
    for observer in range(state.players + 1) if kept else ():
        for base in sorted({tables.pile_bases[each] for each in kept if observer not in state.seen[each]}):
            pieces = [
                piece
                for number, pile in enumerate(state.p)
                if tables.pile_bases[number] == base and observer not in state.seen[number]
                for piece in pile
            ]
            blur(state, base, pieces, (observer,))
