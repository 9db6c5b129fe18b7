"""What the server keeps about a person, for that person's own eyes."""

from collections.abc import Iterable

from lazaretto.host.server.hall_views import FinishedGame, GameCount, Profile
from lazaretto.host.server.store_protocol import ServerStore
from lazaretto.host.server.store_rows import Person, ResultRow

HISTORY = 50
"""How many finished games a profile shows."""


def profile_of(store: ServerStore, person: Person, blocked: Iterable[str]) -> Profile:
    """The profile of a person."""
    return Profile(
        person.name,
        tuple((each.fingerprint, each.label) for each in store.keys.of_person(person.id)),
        tuple(sorted(blocked)),
        tuple(_finished(each, person) for each in store.results.all(person.id, limit=HISTORY)),
        tuple(
            GameCount(each.scenario, each.option, each.value, each.won, each.lost, each.drawn)
            for each in store.results.statistics(person.id)
        ),
    )


def _finished(row: ResultRow, person: Person) -> FinishedGame:
    own = next((each for each in row.players if each.person == person.id), None)
    mine, points, rank = (own.ending, own.points, own.rank) if own is not None else (row.ending, None, None)
    names = tuple(each.name or each.bot for each in row.players)
    return FinishedGame(
        row.table, row.scenario, mine.value, row.reason, row.turns, row.when, names, row.options, points, rank
    )
