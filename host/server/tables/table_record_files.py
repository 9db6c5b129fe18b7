"""Tables as record files: the game of a table becomes a record, and a record becomes a table."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from lazaretto.host.lobby.program_loader import Faults, MissingError, Programs, switches_of
from lazaretto.host.records.rerun_record import replay
from lazaretto.host.server.store import store_messages as say
from lazaretto.host.server.store.store_protocol import InvalidError, ServerStore, TakenError
from lazaretto.host.server.store.store_rows import (
    ChoiceKind,
    ChoiceRow,
    ClockRow,
    Entry,
    SeatRow,
    TableRow,
    TableState,
    choices_left,
)
from lazaretto.host.server.tables.table_codes import new_table_code
from lazaretto.host.server.tables.table_settings import GameOrder, read_order
from lazaretto.host.server.workers.pack_texts import packed, texts_of, unpack
from lazaretto.host.server.workers.workroom_protocol import Texts
from lazaretto.rules import Record, RuleError, StartError


@dataclass(frozen=True, slots=True)
class Imported:
    """A table that was made from a record."""

    code: str
    seats: tuple[SeatRow, ...]
    players: tuple[str, ...]


def record_of(store: ServerStore, code: str) -> Record:
    """The game of a table as a record, whoever may know it: for the operator only.

    Raises:
        MissingRowError: there is no such table.
        InvalidError: its game has not begun, or its rules fail.
    """
    row = store.tables.get(code)
    order = read_order(row.order)
    if not order.players:
        raise InvalidError(say.NOT_BEGUN(code=code))
    choices = tuple((choice.seat, choice.key) for choice in choices_left(store.choices.all(code)))
    bots = tuple(seat.bot for seat in store.seats.at(code))
    with TemporaryDirectory(prefix="lazaretto-") as folder:
        scenario = unpack(store.packs.get(row.pack), row.pack, Path(folder))
        try:
            program = Programs().playable(scenario, order.switches)
            kept, _ = program.fitting(order.players, order.kept)
            game = program.start(seed=order.seed, players=order.players, options=order.options, kept=kept)
            again = replay(program, replace(game.record(), choices=choices))
        except (MissingError, StartError, RuleError) as error:
            raise InvalidError(say.NO_RECORD(code=code, reason=str(error))) from None
    if again.difference is not None:
        raise InvalidError(say.NO_RECORD(code=code, reason=str(again.difference)))
    return replace(again.game.record(), bots=bots if any(bots) else ())


def table_from(store: ServerStore, record: Record, paths: Sequence[Path], bots: Collection[str]) -> Imported:
    """Make a table that goes on with the game of a record.

    People of this server who are called as players of the record get their seats; the other seats are free,
    for those who have the code of the table.

    Raises:
        InvalidError: the game is over, its scenario or a bot is missing, or its rules do not accept it.
    """
    playable = _playable(record, paths, bots)
    order, texts = playable.order, playable.texts
    row = TableRow(
        new_table_code(),
        record.scenario,
        playable.title,
        order.text(),
        texts.digest,
        datetime.now(UTC),
        None,
        state=TableState.RUNNING,
        entry=Entry.INVITATION,
    )
    choices = [ChoiceRow(ChoiceKind.CHOICE, seat, key) for seat, key in record.choices]
    with store.transaction():
        store.packs.put(texts.digest, packed(texts))
        row = add_table(store, row, _seats(store, record))
        if choices:
            store.choices.append(row.code, 0, choices)
        store.clocks.set(row.code, ClockRow(datetime.now(UTC)))
        return Imported(row.code, store.seats.at(row.code), record.players)


@dataclass(frozen=True, slots=True)
class _Playable:
    title: str
    order: GameOrder
    texts: Texts


def _playable(record: Record, paths: Sequence[Path], bots: Collection[str]) -> _Playable:
    """What a table needs to go on with a record.

    Raises:
        InvalidError: the game is over, its scenario or a bot is missing, or its rules do not accept it.
    """
    if record.outcome:
        raise InvalidError(say.RECORD_IS_OVER(outcome=record.outcome))
    if record.deals:
        raise InvalidError(say.RECORD_DEALT_ANEW())
    unknown = [bot for bot in record.bots if bot and bot not in bots]
    if unknown:
        raise InvalidError(say.RECORD_NEEDS_BOT(bot=unknown[0]))
    programs = Programs(paths)
    try:
        program = programs.of(record)
        again = replay(program, record)
    except (MissingError, StartError, RuleError) as error:
        raise InvalidError(say.RECORD_REFUSED(reason=str(error))) from None
    if again.difference is not None:
        raise InvalidError(say.RECORD_REFUSED(reason=str(again.difference)))
    switches = switches_of(program, record)
    folder = next(scenario.folder for scenario in programs.scenarios() if scenario.name == record.scenario)
    texts = texts_of(folder, switches, paths)
    if isinstance(texts, Faults):
        raise InvalidError(say.RECORD_REFUSED(reason=texts.messages[0]))
    order = GameOrder(
        record.seed,
        again.game.record().options,
        switches,
        record.players,
        kept=record.kept,
        game=record.number,
    )
    return _Playable(program.title, order, texts)


def add_table(store: ServerStore, row: TableRow, seats: Sequence[SeatRow]) -> TableRow:
    """Add a table, under another code if another table has this one."""
    while True:
        try:
            store.tables.make(row, seats)
        except TakenError:
            row = replace(row, code=new_table_code())
        else:
            return row


def _seats(store: ServerStore, record: Record) -> list[SeatRow]:
    """Who plays each seat: its bot, the person with the player's name, or nobody yet."""
    seats: list[SeatRow] = []
    for number, name in enumerate(record.players):
        bot = record.bots[number] if record.bots else ""
        person = None if bot else store.people.by_name(name)
        seats.append(SeatRow(number, None if person is None else person.id, bot))
    return seats
