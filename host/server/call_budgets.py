"""What people may ask of the server: budgets of calls, for each person and address in all their sessions.

Every `Cost` has a rate. A person has the rate itself, an address several times as much: many people may share
it. Calls of some costs wait until they are paid, the others are refused.

While the event loop is in time, everything costs what the limits say. When it is late, all that has to wait
for its turn costs more (`Lateness`): what a person at a board does is still paid at once, and whoever does
much more waits longer. So a flood gets what is left over, and takes next to nothing of what others need.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic

from lazaretto.grammar.message import Message
from lazaretto.host.server import hall_messages as say, limit_descriptions as means
from lazaretto.host.wire.allowed_calls import Cost

Clock = Callable[[], float]


class TokenBucket:
    """Holds up to `burst` tokens, and gets `rate` new ones every second."""

    __slots__ = ("_at", "_burst", "_clock", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Clock = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def has(self, amount: float = 1.0) -> bool:
        """Whether there are so many tokens."""
        self._refill()
        return self._tokens >= amount

    def take(self, amount: float = 1.0) -> bool:
        """Take tokens if there are enough."""
        enough = self.has(amount)
        if enough:
            self._tokens -= amount
        return enough

    def owe(self, amount: float = 1.0) -> float:
        """Take tokens even if there are too few; return the seconds until the debt is paid."""
        self._refill()
        self._tokens -= amount
        return max(0.0, -self._tokens / self._rate)

    @property
    def debt(self) -> float:
        """The seconds until the debt is paid."""
        self._refill()
        return max(0.0, -self._tokens / self._rate)

    @property
    def full(self) -> bool:
        """Whether nothing was taken lately."""
        return self.has(self._burst)

    def _refill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now


LATELY = 1.0
"""Seconds that the average looks back; no single wait counts as longer than that."""
DOUBLE = 0.02
"""A server that is so many seconds late asks for twice the usual price; twice as late, for three times."""
HIGHEST = 10.0
"""It never asks for more than so many times the usual price."""


class Lateness:
    """What the beats of a loop tell."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """How late the loop is, on average."""

    def beat(self, passed: float, late: float) -> None:
        """The loop has gone on after some seconds, and so many of them later than it should."""
        passed = min(passed, LATELY)
        self.seconds += (min(late, LATELY) - self.seconds) * passed / LATELY

    def price(self, amount: float = 1.0) -> float:
        """What is to be paid now for what usually costs an amount."""
        return amount * min(HIGHEST, 1 + self.seconds / DOUBLE)


LONGEST_WAIT = 20.0
"""Seconds that a call may wait to be paid; one that would wait longer is refused."""
ADDRESS = 8
"""How many times as much as one person an address has."""


_TURN: ContextVar[AsyncExitStack | None] = ContextVar("turn", default=None)
"""What ends the turn of the call that is answered now."""


async def rest(seconds: float) -> None:
    """Wait in a call that does nothing more for a while: another one has its turn."""
    turn = _TURN.get()
    if turn is not None:
        await turn.aclose()
    await asyncio.sleep(seconds)


class TooFastError(Exception):
    """A call cannot be paid; the message is a sentence for the person."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How much of something a person may have."""

    means: Message
    """What it is for."""
    at_once: float
    a_second: float
    """In the long run."""
    parallel: int = 0
    """So many calls run at a time, others wait for their turn; 0: a call that cannot be paid is refused."""
    refusal: Message = say.TOO_FAST
    crowd: int = ADDRESS
    """How many times as many run in parallel for all people of one address."""


RATES: Mapping[Cost, Rate] = {
    Cost.LOOK: Rate(means.COST_LOOK, 200, 20, parallel=4, crowd=2),
    Cost.CHOICE: Rate(means.COST_CHOICE, 100, 10, parallel=4),
    Cost.READ: Rate(means.COST_READ, 60, 2, parallel=2),
    Cost.KEEP: Rate(means.COST_KEEP, 60, 1, parallel=2),
    Cost.LOAD: Rate(means.COST_LOAD, 30, 1, parallel=2, crowd=2),
    Cost.HINT: Rate(means.COST_HINT, 6, 0.25, refusal=say.HINTS_TOO_OFTEN),
    Cost.ACT: Rate(means.COST_ACT, 30, 0.5),
    Cost.TALK: Rate(means.COST_TALK, 6, 0.7, refusal=say.WRITES_TOO_FAST),
    Cost.POINT: Rate(means.COST_POINT, 4, 4),
    Cost.MAKE: Rate(means.COST_MAKE, 25, 1 / 30),
    Cost.CODE: Rate(means.COST_CODE, 20, 0.1, refusal=say.TOO_MANY_CODES),
    Cost.CALL: Rate(means.COST_CALL, 1000, 100),
    Cost.NAME: Rate(means.COST_NAME, 10, 1 / 30),
}
"""What one person may have; costs that are not listed are free."""


class Purse:
    """What one person, or one address, has left."""

    def __init__(self, times: int = 1, clock: Clock = monotonic) -> None:
        """Begin full; `times` is how many times as much as one person."""
        self._times, self._clock = times, clock
        self._buckets: dict[Cost, TokenBucket] = {}
        self._turns: dict[Cost, asyncio.Semaphore] = {}
        self.users = 0
        """How many sessions pay from it."""

    def bucket(self, cost: Cost) -> TokenBucket:
        """What is left for calls of one cost."""
        if cost not in self._buckets:
            rate = RATES[cost]
            self._buckets[cost] = TokenBucket(
                rate.a_second * self._times, rate.at_once * self._times, self._clock
            )
        return self._buckets[cost]

    def turn(self, cost: Cost) -> asyncio.Semaphore:
        """Lets so many calls of one cost run at a time."""
        if cost not in self._turns:
            rate = RATES[cost]
            self._turns[cost] = asyncio.Semaphore(rate.parallel * min(self._times, rate.crowd))
        return self._turns[cost]

    @property
    def full(self) -> bool:
        """Whether nobody uses it, and nothing was paid from it lately."""
        return not self.users and all(bucket.full for bucket in self._buckets.values())


class Payer:
    """Who pays for the calls of one session: a person, and the address they come from."""

    def __init__(self, purses: Iterable[Purse], lateness: Lateness) -> None:
        self._purses, self._lateness = tuple(purses), lateness
        for purse in self._purses:
            purse.users += 1

    def leave(self) -> None:
        """The session has ended."""
        for purse in self._purses:
            purse.users -= 1
        self._purses = ()

    def take(self, cost: Cost) -> bool:
        """Pay at once, if that is possible; who has left pays nothing."""
        if cost not in RATES:
            return True
        if not self._purses:
            return False
        buckets = [purse.bucket(cost) for purse in self._purses]
        enough = all(token_bucket.has() for token_bucket in buckets)
        if enough:
            for bucket in buckets:
                bucket.take()
        return enough

    def owe(self, cost: Cost) -> float:
        """Pay in any case; return the seconds until it is paid."""
        return max((purse.bucket(cost).owe() for purse in self._purses), default=0.0)

    def pay(self, cost: Cost) -> None:
        """Pay at once.

        Raises:
            TooFastError: there is not enough.
        """
        if not self.take(cost):
            raise TooFastError(RATES[cost].refusal())

    @asynccontextmanager
    async def paid(self, cost: Cost) -> AsyncIterator[None]:
        """Pay for a call and let it run, sooner or later.

        Raises:
            TooFastError: there is not enough, and calls of this cost do not wait, or not so long.
        """
        rate = RATES.get(cost)
        if rate is None or not rate.parallel:
            self.pay(cost)
            yield
            return
        buckets = [each.bucket(cost) for each in self._purses]
        if not buckets or any(bucket.debt > LONGEST_WAIT for bucket in buckets):
            raise TooFastError(rate.refusal())
        price = self._lateness.price()
        wait = max(bucket.owe(price) for bucket in buckets)
        if wait > 0:
            await asyncio.sleep(wait)
        async with AsyncExitStack() as stack:
            for purse in self._purses:
                await stack.enter_async_context(purse.turn(cost))
            _TURN.set(stack)
            yield


class Purses:
    """The purses of everybody who is here, or was here lately."""

    def __init__(self, most: int = 5_000, clock: Clock = monotonic, lateness: Lateness | None = None) -> None:
        """Keep purses; with so many of them, those that are full again are forgotten."""
        self._most, self._clock, self._lateness = most, clock, lateness or Lateness()
        self._kept: dict[str, Purse] = {}

    def payer(self, person: str, address: str = "") -> Payer:
        """Who pays for a session of a person; an empty address pays nothing."""
        purses = [self._purse(person, 1)]
        if address:
            purses.append(self._purse(f"address:{address}", ADDRESS))
        return Payer(purses, self._lateness)

    def _purse(self, name: str, times: int) -> Purse:
        if name not in self._kept:
            if len(self._kept) >= self._most:
                self._kept = {kept: purse for kept, purse in self._kept.items() if not purse.full}
            self._kept[name] = Purse(times, self._clock)
        return self._kept[name]

    def __len__(self) -> int:
        return len(self._kept)
