"""Choices, chat and results, in every implementation of the store."""

from datetime import timedelta, timezone
from threading import Barrier, Thread

import pytest

from lazaretto.host.server.store.store_protocol import (
    ClosedTableError,
    InvalidError,
    MissingRowError,
    ServerStore,
    StaleError,
)
from lazaretto.host.server.store.store_rows import (
    ChatLine,
    ChoiceKind,
    ChoiceRow,
    Ending,
    ResultPlayer,
    ResultRow,
    SeatRow,
    Statistic,
    TableState,
    choices_left,
)
from tests.host.server.conftest import Opener
from tests.host.server.stores import CODE, OTHER, START, chose, make_table, table, took_back


def test_choices_come_back_in_order(store: ServerStore) -> None:
    make_table(store, CODE, None, None)
    make_table(store, OTHER, None)
    assert store.choices.last(CODE) == 0 and store.choices.all(CODE) == ()
    rows = [chose("go 1", 1), chose("é > ☃", 0), took_back(1, 1), chose("", 1)]
    assert store.choices.append(CODE, 0, rows[:1]) == 1
    assert store.choices.append(CODE, 1, rows[1:]) == 4
    store.choices.append(OTHER, 0, [chose("elsewhere")])
    assert store.choices.all(CODE) == tuple(rows)
    assert store.choices.all(CODE, 2) == tuple(rows[2:])
    assert store.choices.last(CODE) == 4


def test_a_row_is_added_only_after_the_last_one(store: ServerStore) -> None:
    make_table(store, CODE, None)
    store.choices.append(CODE, 0, [chose("a"), chose("b")])
    for expected in (-1, 0, 1, 3):
        for rows in ([], [chose("c")], [chose("c"), chose("d")]):
            with pytest.raises(StaleError) as stale:
                store.choices.append(CODE, expected, rows)
            assert stale.value.last == 2
    assert store.choices.append(CODE, 2, []) == 2
    assert store.choices.all(CODE) == (chose("a"), chose("b"))


def test_rows_are_added_all_or_none(store: ServerStore) -> None:
    make_table(store, CODE, None)
    for bad in (chose("\ud800"), chose("a\0"), chose("a", -1), took_back(-1)):
        with pytest.raises(InvalidError):
            store.choices.append(CODE, 0, [chose("a"), bad])
    assert store.choices.all(CODE) == ()
    with pytest.raises(MissingRowError):
        store.choices.append(OTHER, 0, [chose("a")])


def test_nothing_is_added_to_a_closed_table(store: ServerStore) -> None:
    make_table(store, CODE, None)
    store.choices.append(CODE, 0, [chose("a")])
    store.tables.set_state(CODE, TableState.CLOSED)
    with pytest.raises(ClosedTableError):
        store.choices.append(CODE, 1, [chose("b")])
    assert store.choices.all(CODE) == (chose("a"),)


def test_of_two_writers_one_is_refused(opener: Opener) -> None:
    """Two connections append at the same time, again and again: each number is given once."""
    one, two = opener(), opener()
    make_table(one, CODE, None)
    rounds, start = 25, Barrier(2)
    won: dict[str, int] = {"one": 0, "two": 0}
    stale: list[int] = []

    def write(name: str, store: ServerStore) -> None:
        for number in range(rounds):
            start.wait(20)
            try:
                store.choices.append(CODE, number, [chose(f"{name} {number}")])
                won[name] += 1
            except StaleError as error:
                stale.append(error.last)

    threads = [Thread(target=write, args=each) for each in (("one", one), ("two", two))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert won["one"] + won["two"] == len(stale) == rounds
    assert sorted(stale) == [*range(1, rounds + 1)]
    kept = [row.key.split() for row in one.choices.all(CODE)]
    assert [int(number) for _, number in kept] == [*range(rounds)]
    assert {name: sum(each == name for each, _ in kept) for name in won} == won


def test_an_undo_takes_back_what_came_last() -> None:
    rows = [chose("a"), chose("b"), took_back(1), chose("c"), chose("d"), took_back(3), took_back(2)]
    assert [row.key for row in choices_left(rows)] == ["a", "c"]
    assert choices_left([chose("a"), took_back(0)]) == ()
    assert ChoiceRow(ChoiceKind.UNDO, 0, back_to=2) == took_back(2)


# --- chat --------------------------------------------------------------------------------------


def test_lines_have_growing_numbers_and_stay_in_their_room(store: ServerStore) -> None:
    anna = store.people.add("Anna")
    make_table(store, CODE, anna.id)
    said = [
        (CODE, anna.id, "", "hello"),
        (None, anna.id, "", "hi all"),
        (CODE, anna.id, "red", "psst"),
        (None, None, "", "The server stops at noon."),
    ]
    later = START.astimezone(timezone(timedelta(hours=5)))
    numbers = [store.chat.append(*each, later) for each in said]
    assert numbers == sorted(set(numbers))
    first, second, third, fourth = numbers
    assert store.chat.lines(CODE) == (
        ChatLine(first, CODE, anna.id, "Anna", "", "hello", START),
        ChatLine(third, CODE, anna.id, "Anna", "red", "psst", START),
    )
    assert [line.text for line in store.chat.lines(None)] == ["hi all", "The server stops at noon."]
    assert [line.number for line in store.chat.lines(None, second)] == [fourth]
    assert [line.number for line in store.chat.lines(CODE, limit=1)] == [first, third], "one of each side"
    assert store.chat.lines(CODE, third) == () == store.chat.lines(OTHER)


def test_the_number_of_a_deleted_line_is_not_given_again(store: ServerStore) -> None:
    anna = store.people.add("Anna")
    number = store.chat.append(None, anna.id, "", "hello", START)
    store.people.delete(anna.id)
    assert store.chat.append(None, None, "", "anybody here?", START) > number


def test_nobody_talks_where_there_is_no_table(store: ServerStore) -> None:
    anna = store.people.add("Anna")
    for code, person in ((CODE, anna.id), (None, 999)):
        with pytest.raises(MissingRowError):
            store.chat.append(code, person, "", "hello", START)
    assert store.chat.lines(None) == ()


def test_lines_show_the_name_of_today(store: ServerStore) -> None:
    anna = store.people.add("Anna")
    store.chat.append(None, anna.id, "", "hello", START)
    store.people.rename(anna.id, "Carla")
    assert [line.name for line in store.chat.lines(None)] == ["Carla"]


# --- results -----------------------------------------------------------------------------------


def finished(
    store: ServerStore, code: str, level: str, *endings: tuple[int | None, Ending], days: int = 0
) -> ResultRow:
    """Store the result of a table, with a person and an ending for each seat."""
    make_table(store, code, *(person for person, _ in endings))
    row = ResultRow(
        table=code,
        scenario="stones",
        options={"level": level, "size": "small"},
        ending=endings[0][1],
        reason="All stones are gone.",
        turns=7,
        when=START + timedelta(days=days),
        players=tuple(
            ResultPlayer(
                seat, person, "" if person else "careful", ending, "", *((seat - 3, seat + 1) if days else ())
            )
            for seat, (person, ending) in enumerate(endings)
        ),
    )
    store.results.put(row)
    return row


def test_results_come_back_latest_first(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna").id, store.people.add("Bob").id
    first = finished(store, CODE, "hard", (anna, Ending.WON), (None, Ending.WON))
    second = finished(store, OTHER, "easy", (anna, Ending.LOST), (bob, Ending.LOST), days=1)
    assert [result.table for result in store.results.all()] == [OTHER, CODE]
    assert [result.table for result in store.results.all(bob)] == [OTHER]
    assert [result.table for result in store.results.all(anna, limit=1)] == [OTHER]
    back = store.results.all(anna)[1]
    assert (back.options, back.ending, back.reason, back.turns, back.when) == (
        *(first.options, first.ending, first.reason, first.turns, first.when),
    )
    assert back.players == (
        ResultPlayer(0, anna, "", Ending.WON, "Anna"),
        ResultPlayer(1, None, "careful", Ending.WON),
    )
    assert [(player.points, player.rank) for player in store.results.all(bob)[0].players] == [
        (-3, 1),
        (-2, 2),
    ]
    assert second.when > first.when


def test_statistics_count_games_by_option(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna").id, store.people.add("Bob").id
    finished(store, "BCD-222", "hard", (anna, Ending.WON), (anna, Ending.WON), (bob, Ending.LOST))
    finished(store, "BCD-333", "hard", (bob, Ending.LOST), (anna, Ending.WON))
    finished(store, "BCD-444", "easy", (bob, Ending.DRAWN))
    assert store.results.statistics() == (
        Statistic("stones", "", "", 1, 1, 1),
        Statistic("stones", "level", "easy", 0, 0, 1),
        Statistic("stones", "level", "hard", 1, 1, 0),
        Statistic("stones", "size", "small", 1, 1, 1),
    )
    assert store.results.statistics(anna) == (
        Statistic("stones", "", "", 2, 0, 0),
        Statistic("stones", "level", "hard", 2, 0, 0),
        Statistic("stones", "size", "small", 2, 0, 0),
    )
    assert [(statistic.value, statistic.played) for statistic in store.results.statistics(bob)] == [
        *(("", 3), ("easy", 1), ("hard", 2), ("small", 3)),
    ]
    assert store.results.statistics(999) == ()


def test_a_table_has_one_result(store: ServerStore) -> None:
    anna = store.people.add("Anna").id
    row = finished(store, CODE, "hard", (anna, Ending.LOST))
    store.results.put(row)
    assert len(store.results.all()) == 1
    store.results.remove(CODE)
    assert store.results.all() == () == store.results.statistics()
    with pytest.raises(MissingRowError):
        store.results.put(ResultRow(OTHER, "stones", {}, Ending.WON, "", 1, START, ()))


# --- transactions ------------------------------------------------------------------------------


def test_calls_in_a_transaction_take_effect_together(store: ServerStore) -> None:
    make_table(store, CODE, None)
    with pytest.raises(ZeroDivisionError), store.transaction():
        store.choices.append(CODE, 0, [chose("a")])
        store.tables.set_state(CODE, TableState.OVER)
        _ = 1 / 0
    assert store.choices.all(CODE) == () and store.tables.get(CODE).state is TableState.OPEN
    with store.transaction():
        store.choices.append(CODE, 0, [chose("a")])
        store.tables.set_state(CODE, TableState.OVER)
    assert store.choices.last(CODE) == 1 and store.tables.get(CODE).state is TableState.OVER


def test_a_refused_call_in_a_transaction_changes_nothing_of_the_others(store: ServerStore) -> None:
    anna = store.people.add("Anna")
    with store.transaction():
        store.settings.set(anna.id, "{}")
        with pytest.raises(MissingRowError):
            store.tables.make(table(CODE, anna.id), [SeatRow(0, anna.id), SeatRow(1, 999)])
        store.invitations.of_person(anna.id)
        make_table(store, OTHER, anna.id)
    assert store.settings.get(anna.id) == "{}"
    assert [each.code for each in store.tables.all()] == [OTHER]


def test_what_one_connection_writes_another_reads_and_notices(opener: Opener) -> None:
    server, operator = opener(), opener()
    before = server.changes()
    server.people.add("Anna")
    assert server.changes() == before, "its own writes are no news"
    operator.people.add("Bob")
    after = server.changes()
    assert after != before and server.changes() == after
    assert [person.name for person in server.people.all()] == ["Anna", "Bob"]


def test_everything_is_there_after_closing_and_opening(opener: Opener) -> None:
    first = opener()
    anna = first.people.add("Anna")
    make_table(first, CODE, anna.id)
    first.choices.append(CODE, 0, [chose("a")])
    first.close()
    second = opener()
    assert second.people.by_name("Anna") == anna
    assert second.choices.all(CODE) == (chose("a"),)
