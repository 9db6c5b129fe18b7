"""Decides whether a seat may know a variable."""

from lazaretto.rules.run.backend import Backend
from lazaretto.rules.run.compiled_game import CompiledGame, VariableInfo
from lazaretto.rules.run.state import State


def may_know(
    tables: CompiledGame, backend: Backend, s: State, variable: VariableInfo, index: int, seat: int | None
) -> bool:
    """Whether a seat (None: everybody) may know the variable of its owner's member at an index.

    Who may know it can be computed by the rules, which costs fuel and can fail.
    """
    match variable.seen.word:
        case "all":
            return True
        case "nobody":
            return False
        case "owner":
            return seat == index
        case _:
            assert variable.seen.number is not None
            function = backend.visible(variable.seen.number)
            first = tables.kinds[variable.owner].first if variable.owner is not None else 0
            seats = tuple(function(s, first + index) if variable.seen.owned else function(s))
            return seat in seats if seat is not None else len(set(seats)) == s.players


def all_know_of_players(tables: CompiledGame, backend: Backend, s: State) -> bool:
    """Whether everybody may know every variable of every player; costs as `may_know` does."""
    return all(
        may_know(tables, backend, s, variable, index, None)
        for variable in tables.variables
        if variable.owner is not None and tables.kinds[variable.owner].shape == "player"
        for index in range(s.players)
    )
