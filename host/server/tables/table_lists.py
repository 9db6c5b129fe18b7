"""The tables as people see them listed: made once for each change of the hall, and shared by everybody."""

from collections import defaultdict
from collections.abc import Mapping

from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_views import State, TableListing
from lazaretto.host.server.store.store_rows import Entry, Person
from lazaretto.host.server.tables.hall_table import HallTable

_NOBODY = 0
"""The id of no person."""


class TableLists:
    """Lists the tables of a hall.

    With hundreds of people and tables, a listing of every table for every person would take seconds. A person
    who has nothing to do with a table shares its listing with all the others.
    """

    def __init__(self, tables: Mapping[str, HallTable], names: Mapping[int, str], limits: HallLimits) -> None:
        """List the tables of a hall by their codes; `names` are those of the people who made them."""
        self._tables, self._names, self._limits = tables, names, limits
        self._others: list[TableListing] | None = None
        self._held: dict[int, list[HallTable]] = {}

    def forget(self) -> None:
        """Make the lists again when they are needed: something has changed."""
        self._others = None

    def concerning(self, person: Person, invited: Mapping[str, None]) -> tuple[TableListing, ...]:
        """The tables of a person and those they are invited to; where it is their turn first."""
        self._make()
        held = self._held.get(person.id, [])
        codes = {each.code for each in held}
        latest = [code for code in invited if code in self._tables and code not in codes]
        asked = [self._tables[code] for code in sorted(latest[: self._limits.invitations_shown])]
        tables = [self._listing(each, person.id, each.code in invited) for each in (*held, *asked)]
        return tuple(sorted(tables, key=_order))

    def all_for(self, person: Person, invited: Mapping[str, None]) -> tuple[TableListing, ...]:
        """Those that concern a person, then open ones, then running ones."""
        own = self.concerning(person, invited)
        codes = {table.code for table in own}
        others = [table for table in self._make() if table.code not in codes]
        strange = sum(not table.yours for table in own)
        return (*own, *others[: max(0, self._limits.tables_shown - strange)])

    def held_by(self, person: Person) -> int:
        """The number of open and running tables at which a person holds seats."""
        self._make()
        return sum(each.state in (State.OPEN, State.RUNNING) for each in self._held.get(person.id, []))

    def _make(self) -> list[TableListing]:
        if self._others is None:
            held: dict[int, list[HallTable]] = defaultdict(list)
            others: list[TableListing] = []
            for table in self._tables.values():
                for person in {seat.person for seat in table.seats if seat.person is not None}:
                    held[person].append(table)
                if table.row.entry is Entry.OPEN and table.state in (State.OPEN, State.RUNNING):
                    others.append(self._listing(table, _NOBODY, invited=False))
            others.sort(key=_order)
            self._others, self._held = others, held
        return self._others

    def _listing(self, table: HallTable, person: int, invited: bool) -> TableListing:
        return table.listing(person, self._names.get(table.row.made_by or 0, ""), invited)


def _order(table: TableListing) -> tuple[object, ...]:
    return (not table.your_turn, not table.yours, not table.invited, table.state.value)
