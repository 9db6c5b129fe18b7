"""Votes at a table: somebody proposes, some must agree, and one who refuses ends it."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_views import HallError, Vote, VoteKind
from lazaretto.host.server.store.store_rows import Person


@dataclass(slots=True)
class _Open:
    vote: Vote
    by: int
    """The id of the person who proposed it."""
    electorate: Mapping[int, str]
    """The ids and names of those who are asked; a name alone may get another owner."""
    then: Callable[[], Awaitable[None]]

    @property
    def watches(self) -> bool:
        """Whether somebody proposed it who only watches."""
        return self.vote.kind is VoteKind.WATCH

    def hands_over(self, seat: int) -> bool:
        """Whether it is about who plays a seat."""
        return self.vote.kind is VoteKind.TAKE_OVER and self.vote.about.partition(" ")[0] == str(seat)


@dataclass(slots=True)
class Votes:
    """The open votes of a table."""

    limits: HallLimits = field(default_factory=HallLimits)
    _open: dict[int, _Open] = field(default_factory=dict)
    _last: int = 0

    def all(self) -> tuple[Vote, ...]:
        """The open votes, oldest first."""
        return tuple(each.vote for each in self._open.values())

    def propose(
        self,
        kind: VoteKind,
        by: Person,
        about: str,
        electorate: Mapping[int, str],
        needed: int,
        then: Callable[[], Awaitable[None]],
    ) -> None:
        """Ask some people to agree; `then` is done when enough of them have.

        Those who watch never use up the votes of those who play.

        Raises:
            HallError: they are asked the same already, or too much.
        """
        mine = sum(each.by == by.id for each in self._open.values())
        like = sum(each.watches == (kind is VoteKind.WATCH) for each in self._open.values())
        if mine >= self.limits.votes_per_person or like >= self.limits.votes_per_table:
            raise HallError(say.TOO_MANY_VOTES())
        if any((each.vote.kind, each.vote.about) == (kind, about) for each in self._open.values()):
            raise HallError(say.VOTE_RUNS())
        self._last += 1
        names = tuple(sorted(electorate.values()))
        vote = Vote(self._last, kind, by.name, about, (), needed, names)
        self._open[self._last] = _Open(vote, by.id, electorate, then)

    async def answer(self, number: int, person: Person, agree: bool) -> Vote:
        """Take an answer; return the vote, which is over if it was refused or enough have agreed.

        Raises:
            HallError: it is over, or the person is not asked.
        """
        found = self._open.get(number)
        if found is None:
            raise HallError(say.VOTE_OVER())
        if person.id not in found.electorate:
            raise HallError(say.NOT_YOUR_VOTE())
        if not agree:
            del self._open[number]
            return found.vote
        agreed = tuple(dict.fromkeys((*found.vote.agreed, found.electorate[person.id])))
        found.vote = replace(found.vote, agreed=agreed)
        if len(agreed) >= found.vote.needed:
            del self._open[number]
            await found.then()
        return found.vote

    def drop(self, *kinds: VoteKind) -> None:
        """Forget the votes of some kinds, because the game has gone on."""
        self._end(lambda each: each.vote.kind in kinds)

    def keep_those_of(self, players: Collection[int]) -> None:
        """Forget the votes that somebody proposed or is asked in who holds no seat any more."""
        self._end(lambda each: not {*each.electorate, *(() if each.watches else (each.by,))} <= {*players})

    def withdraw(self, person: int) -> None:
        """Forget what somebody asked who watches no more."""
        self._end(lambda each: each.watches and each.by == person)

    def end_about(self, seats: Collection[int]) -> None:
        """Forget who should play some seats: they have other owners, or their owners are back."""
        self._end(lambda each: any(map(each.hands_over, seats)))

    def _end(self, ends: Callable[[_Open], bool]) -> None:
        self._open = {number: each for number, each in self._open.items() if not ends(each)}
