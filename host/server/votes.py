"""Votes at a table: somebody proposes, some must agree, and one who refuses ends it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

from host.server import hall_messages as say
from host.server.hall_limits import HallLimits
from host.server.hall_views import HallError, Vote, VoteKind
from host.server.store_rows import Person


@dataclass(slots=True)
class _Open:
    vote: Vote
    electorate: Mapping[int, str]
    """The ids and names of those who are asked; a name alone may get another owner."""
    then: Callable[[], Awaitable[None]]


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
        by: str,
        about: str,
        electorate: Mapping[int, str],
        needed: int,
        then: Callable[[], Awaitable[None]],
    ) -> None:
        """Ask some people to agree; `then` is done when enough of them have.

        Raises:
            HallError: they are asked the same already, or too much.
        """
        mine = sum(each.vote.by == by for each in self._open.values())
        if mine >= self.limits.votes_per_person or len(self._open) >= self.limits.votes_per_table:
            raise HallError(say.TOO_MANY_VOTES())
        if any((each.vote.kind, each.vote.about) == (kind, about) for each in self._open.values()):
            raise HallError(say.VOTE_RUNS())
        self._last += 1
        names = tuple(sorted(electorate.values()))
        self._open[self._last] = _Open(Vote(self._last, kind, by, about, (), needed, names), electorate, then)

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
        self._open = {number: each for number, each in self._open.items() if each.vote.kind not in kinds}
