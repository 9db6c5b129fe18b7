"""The gate in front of a person's hall: every call is checked and paid for, or refused with a sentence."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, cast

from lazaretto.host.crash_report import is_reported, without_file
from lazaretto.host.records.replay_protocol import Replay, Showing
from lazaretto.host.server.call_budgets import Payer, TooFastError
from lazaretto.host.server.hall_protocol import Hall, TableSeat
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.watched_tasks import WatchedTasks
from lazaretto.host.table.seat_protocol import OpenTable, Seat
from lazaretto.host.wire.allowed_calls import Cost, Declared, declared
from lazaretto.host.wire.bounds import BoundsError
from lazaretto.host.wire.wire_server import ERRORS
from lazaretto.rules import ChoiceError, RuleError

REFUSALS: Mapping[Any, type[Exception]] = {
    Hall: HallError,
    TableSeat: HallError,
    Seat: ChoiceError,
    Replay: RuleError,
}
"""The objects behind the gate, and the error with which each refuses a call."""

HANDED_OUT: Mapping[Any, Any] = {
    TableSeat: TableSeat,
    TableSeat | None: TableSeat,
    Showing: Replay,
    Replay: Replay,
}
"""The types of answers that can be called, and what they are."""


QUESTIONS = frozenset({Cost.FREE, Cost.LOOK, Cost.READ, Cost.HINT, Cost.LOAD})
"""The costs of calls that change nothing: when nobody waits for the answer any more, they end."""


def gated(hall: Hall, payer: Payer, tasks: WatchedTasks) -> Hall:
    """The hall of a person behind their gate."""
    return cast(Hall, Gated(Hall, hall, payer, tasks))


async def _awaited(work: Coroutine[Any, Any, Any]) -> Any:
    return await work


class Gated:
    """An object behind the gate; what it hands out stands behind the gate, too."""

    def __init__(self, protocol: Any, target: Any, payer: Payer, tasks: WatchedTasks) -> None:
        self._protocol, self._target, self._payer, self._tasks = protocol, target, payer, tasks
        self._table: tuple[OpenTable, OpenTable] | None = None
        """The table of this place, and the same with its seats behind the gate."""

    def __getattr__(self, name: str) -> Any:
        """A method that pays, or a property as it is."""
        found = getattr(self._target, name)
        method = declared(self._protocol, name)
        if method is None:
            return self._open(found) if isinstance(found, OpenTable) else found
        call = self._ask(method, found) if method.answers else self._send(method, found)
        self.__dict__[name] = call
        return call

    def _ask(self, method: Declared, call: Callable[..., Any]) -> Callable[..., Any]:
        refusal = REFUSALS[self._protocol]
        run = _awaited if method.cost in QUESTIONS else self._to_the_end

        async def called(*arguments: Any, **named: Any) -> Any:
            try:
                given = method.bound(*arguments, **named)
                method.check(given)
                async with self._payer.paid(method.cost_of(given)):
                    return self._hand(await run(call(*arguments, **named)), method.result)
            except (BoundsError, TooFastError) as error:
                raise refusal(str(error)) from None
            except tuple(ERRORS.values()) as error:
                if not is_reported(str(error)):
                    raise
                self._tasks.note("call_failed", call=method.name, what=str(error))
                raise type(error)(without_file(str(error))) from None

        return called

    async def _to_the_end(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something whole, even if the caller hangs up meanwhile: half of it might be stored already."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def do() -> None:
            try:
                found = await work
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
                elif not isinstance(
                    error, tuple(ERRORS.values())
                ):  # the others are what protocols refuse with
                    raise
            else:
                if not answer.done():
                    answer.set_result(found)

        self._tasks.spawn("call", do())
        return await answer

    def _send(self, method: Declared, call: Callable[..., Any]) -> Callable[..., None]:
        """A call without an answer is dropped if it is out of bounds, or cannot be paid."""

        def called(*arguments: Any, **named: Any) -> None:
            try:
                given = method.bound(*arguments, **named)
                method.check(given)
                self._payer.pay(method.cost_of(given))
            except (BoundsError, TooFastError):
                return
            call(*arguments, **named)

        return called

    def _hand(self, found: Any, type_: Any) -> Any:
        """Put what is handed out behind the gate."""
        if found is None or type_ not in HANDED_OUT:
            return found
        if isinstance(found, Showing):
            return Showing(found.info, Gated(Replay, found.replay, self._payer, self._tasks))
        return Gated(HANDED_OUT[type_], found, self._payer, self._tasks)

    def _open(self, table: OpenTable) -> OpenTable:
        """The table of a place: the same seats each time it is asked for."""
        if self._table is None or self._table[0] is not table:
            seats = tuple(Gated(Seat, seat, self._payer, self._tasks) for seat in table.seats)
            self._table = table, OpenTable(table.info, cast(tuple[Seat, ...], seats))
        return self._table[1]
