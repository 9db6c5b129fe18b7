"""Tables, packs, seats and invitations, in every implementation of the store."""

from dataclasses import replace
from datetime import timedelta

import pytest

from lazaretto.host.server.store.store_protocol import (
    ClosedTableError,
    InvalidError,
    MissingRowError,
    ServerStore,
    TakenError,
)
from lazaretto.host.server.store.store_rows import SeatRow, TableState
from lazaretto.host.server.tables.table_codes import ALPHABET, is_table_code, new_table_code
from tests.host.server.stores import CODE, OTHER, START, Watch, make_table, table


def test_a_table_comes_back_as_it_was_made(store: ServerStore) -> None:
    anna = store.people.add("Anna")
    store.packs.put("digest", b"texts\0")
    made = table(made_by=anna.id, pack="digest", state=TableState.RUNNING)
    store.tables.make(made, [SeatRow(1, bot="careful"), SeatRow(0, anna.id), SeatRow(2)])
    assert store.tables.get(CODE) == made
    assert store.seats.at(CODE) == (SeatRow(0, anna.id, "", "Anna"), SeatRow(1, None, "careful"), SeatRow(2))
    assert [seat.empty for seat in store.seats.at(CODE)] == [False, False, True]


def test_a_table_that_cannot_be_made_leaves_nothing(store: ServerStore) -> None:
    anna = store.people.add("Anna")
    for row, seats, error in (
        (table("bcd-234"), [], InvalidError),
        (table("BCDF234"), [], InvalidError),
        (table("AEI-234"), [], InvalidError),
        (table(pack="missing"), [], MissingRowError),
        (table(made_by=999), [], MissingRowError),
        (table(), [SeatRow(0, 999)], MissingRowError),
        (table(), [SeatRow(0), SeatRow(0)], InvalidError),
        (table(), [SeatRow(-1)], InvalidError),
        (table(), [SeatRow(0, anna.id, "careful")], InvalidError),
    ):
        with pytest.raises(error):
            store.tables.make(row, seats)
    assert store.tables.all() == () and store.seats.at(CODE) == ()
    with pytest.raises(MissingRowError, match=CODE):
        store.tables.get(CODE)


def test_no_two_tables_have_one_code(store: ServerStore) -> None:
    make_table(store, CODE, None)
    with pytest.raises(TakenError):
        store.tables.make(replace(table(), title="another"), [])
    assert store.tables.get(CODE).title == "Stones"


def test_tables_are_listed_latest_first_by_state_and_person(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna"), store.people.add("Bob")
    codes = ["BCD-222", "BCD-333", "BCD-444"]
    for days, (code, state) in enumerate(zip(codes, TableState, strict=False)):
        row = table(code, state=state, made_at=START + timedelta(days=days))
        store.tables.make(row, [SeatRow(0, anna.id), SeatRow(1, bob.id if days else anna.id)])

    def listed(*states: TableState, limit: int | None = None) -> list[str]:
        return [each.code for each in store.tables.all(*states, limit=limit)]

    assert listed() == codes[::-1]
    assert listed(limit=2) == codes[:0:-1]
    assert listed(TableState.OPEN) == codes[:1]
    assert listed(TableState.OPEN, TableState.OVER) == [codes[2], codes[0]]
    assert listed(TableState.CLOSED) == []
    assert [each.code for each in store.tables.of_person(anna.id)] == codes[::-1], "two seats, one table"
    assert [each.code for each in store.tables.of_person(bob.id)] == codes[:0:-1]
    assert [each.code for each in store.tables.of_person(bob.id, TableState.OPEN)] == []
    assert [each.code for each in store.tables.of_person(bob.id, limit=1)] == codes[2:]


def test_settings_change_until_the_game_begins(store: ServerStore) -> None:
    make_table(store, CODE, None)
    store.packs.put("digest", b"texts")
    store.tables.set_order(CODE, title="New", order="{}", pack="digest")
    row = store.tables.get(CODE)
    assert (row.title, row.order, row.pack) == ("New", "{}", "digest")
    with pytest.raises(MissingRowError):
        store.tables.set_order(CODE, title="", order="", pack="missing")
    with pytest.raises(MissingRowError):
        store.tables.set_order(OTHER, title="", order="", pack="")
    for state in (TableState.RUNNING, TableState.OVER, TableState.CLOSED):
        store.tables.set_state(CODE, state)
        with pytest.raises(ClosedTableError):
            store.tables.set_order(CODE, title="", order="", pack="")
    assert store.tables.get(CODE).title == "New"


def test_a_closed_table_stays_closed(store: ServerStore) -> None:
    make_table(store, CODE, None)
    store.tables.set_state(CODE, TableState.OVER, "won")
    assert (store.tables.get(CODE).state, store.tables.get(CODE).outcome) == (TableState.OVER, "won")
    store.tables.set_state(CODE, TableState.RUNNING)
    assert store.tables.get(CODE).outcome == ""
    store.tables.set_state(CODE, TableState.CLOSED, "by the operator")
    with pytest.raises(ClosedTableError):
        store.tables.set_state(CODE, TableState.RUNNING)
    store.tables.set_state(CODE, TableState.CLOSED, "again")
    assert store.tables.get(CODE).outcome == "by the operator"
    with pytest.raises(MissingRowError):
        store.tables.set_state(OTHER, TableState.CLOSED)


def test_codes_have_their_form() -> None:
    made = {new_table_code() for _ in range(200)}
    assert len(made) == 200 and all(map(is_table_code, made))
    assert set("".join(made)) <= {*ALPHABET, "-"}
    for text in ("", "BCD-23", "BCD-2345", "BCD-234\n", "bcd-234", "BCD234", "ABC-234", "BCD-\uff1234"):
        assert not is_table_code(text)


# --- packs -------------------------------------------------------------------------------------


def test_a_pack_is_stored_once_and_never_replaced(store: ServerStore) -> None:
    content = bytes(range(256)) * 1000
    store.packs.put("digest", content)
    store.packs.put("digest", content)
    with pytest.raises(TakenError):
        store.packs.put("digest", b"other")
    assert store.packs.get("digest") == content
    with pytest.raises(MissingRowError):
        store.packs.get("missing")


# --- seats -------------------------------------------------------------------------------------


def test_only_an_empty_seat_can_be_taken(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna"), store.people.add("Bob")
    make_table(store, CODE, None, None, None)
    store.seats.change(CODE, 2, bot="careful")
    store.seats.take(CODE, 0, anna.id)
    store.seats.take(CODE, 0, anna.id)
    store.seats.take(CODE, 1, anna.id)
    for number in range(3):
        with pytest.raises(TakenError):
            store.seats.take(CODE, number, bob.id)
    assert [seat.person for seat in store.seats.at(CODE)] == [anna.id, anna.id, None]
    for code, number, person in (
        (CODE, 3, bob.id),
        (OTHER, 0, bob.id),
        (CODE, 0, 999),
        (CODE, 10**30, bob.id),
    ):
        with pytest.raises((MissingRowError, InvalidError)):
            store.seats.take(code, number, person)


def test_a_person_leaves_only_their_own_seat(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna"), store.people.add("Bob")
    make_table(store, CODE, anna.id, None)
    for number, person in ((0, bob.id), (1, anna.id), (2, anna.id)):
        with pytest.raises(MissingRowError):
            store.seats.leave(CODE, number, person)
    store.seats.leave(CODE, 0, anna.id)
    assert store.seats.at(CODE) == (SeatRow(0), SeatRow(1))


def test_a_seat_changes_hands(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna"), store.people.add("Bob")
    make_table(store, CODE, anna.id)
    store.seats.change(CODE, 0, person=bob.id)
    assert store.seats.at(CODE) == (SeatRow(0, bob.id, "", "Bob"),)
    store.seats.change(CODE, 0, bot="careful")
    assert store.seats.at(CODE) == (SeatRow(0, None, "careful"),)
    store.seats.change(CODE, 0)
    assert store.seats.at(CODE) == (SeatRow(0),)
    with pytest.raises(InvalidError):
        store.seats.change(CODE, 0, person=anna.id, bot="careful")
    with pytest.raises(MissingRowError):
        store.seats.change(CODE, 1, person=anna.id)


# --- invitations -------------------------------------------------------------------------------


def test_people_are_invited_and_uninvited(store: ServerStore, watch: Watch) -> None:
    anna, bob = store.people.add("Anna"), store.people.add("Bob")
    make_table(store, CODE, None)
    make_table(store, OTHER, None)
    for code, person in ((CODE, bob), (CODE, anna), (OTHER, anna), (CODE, bob)):
        store.invitations.add(code, person.id)
        watch.wait(timedelta(seconds=1))
    assert store.invitations.at(CODE) == (bob.id, anna.id)
    assert store.invitations.of_person(anna.id) == (OTHER, CODE)
    store.invitations.remove(CODE, anna.id)
    store.invitations.remove(CODE, anna.id)
    assert store.invitations.at(CODE) == (bob.id,)
    for code, number in ((CODE, 999), ("ZZZ-222", anna.id)):
        with pytest.raises(MissingRowError):
            store.invitations.add(code, number)
