"""Replays a record up to the first choice that the rules no longer accept."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from lazaretto.grammar.message import MessageText
from lazaretto.host import messages as say
from lazaretto.host.table.lookup_budget import TimeLimit
from lazaretto.host.table.view_shows_secrets import sees_secrets
from lazaretto.rules import ChoiceError, Game, Program, Record, RuleError

LONGEST = 200
"""The maximum length of a choice or a reason in a message, in characters."""


def shortened(text: str) -> str:
    """The beginning of a text that is too long for a message."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first choice that the rules no longer accept: its number from 1, why, and the rule that asked."""

    number: int
    player: str
    key: str
    reason: str
    place: str = ""
    over: bool = False
    """Whether the game is over before this choice; then `place` is the rule that ended it."""

    def __str__(self) -> str:
        return str(self.told())

    def told(self) -> MessageText:
        """The difference as a message to players."""
        number, player = self.number, self.player
        choice, reason, place = shortened(self.key), shortened(self.reason), self.place
        if self.over:
            return say.DIFFERENCE_OVER(
                number=number, player=player, choice=choice, reason=reason, place=place
            )
        if place:
            return say.DIFFERENCE_ASKED_BY(
                number=number, player=player, choice=choice, reason=reason, place=place
            )
        return say.DIFFERENCE(number=number, player=player, choice=choice, reason=reason)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game after the choices of a record."""

    game: Game
    done: int
    difference: Difference | None
    changed: bool
    """Whether the scenario has changed since the record was written."""
    faithful: bool
    """Whether the game ends as the record says."""


def _secret(game: Game, seat: int) -> bool:
    """Whether a seat sees something that is not public, or chooses it now."""
    public, views = game.views()
    return seat in game.together or sees_secrets(public, views[seat])


def begin(program: Program, record: Record) -> Game:
    """The game of a record before its first choice.

    Raises:
        StartError: it cannot be set up as the record says.
        RuleError: a rule fails in the set-up.
    """
    game = program.start(seed=record.seed, players=record.players, options=record.options, kept=record.kept)
    _deal(game, record, 0)
    return game


def follow(game: Game, record: Record, number: int) -> tuple[str, ...] | Difference:
    """Make choice `number` of a record, counted from 1; return the public lines that follow, or why not."""
    seat, key = record.choices[number - 1]
    if game.outcome is not None and game.ended_by:
        return Difference(number, record.players[seat], key, game.outcome.reason, game.ended_by, over=True)
    before = game.fork() if record.deals else None
    try:
        lines = game.choose(key, seat, by_name=True)
        _deal(game, record, number)
    except (ChoiceError, RuleError) as error:
        if before is not None:
            game.restore(before)
        place = error.place if isinstance(error, ChoiceError) else ""
        return Difference(number, record.players[seat], key, str(error), place)
    return lines


def _deal(game: Game, record: Record, number: int) -> None:
    """Deal anew what a record says was dealt anew after choice `number`."""
    for deal in record.deals:
        if deal.after == number:
            game.deal_anew(deal.seed)


def replay(
    program: Program,
    record: Record,
    *,
    to: int | None = None,
    told: Callable[[int, str, tuple[str, ...]], None] | None = None,
    spoil: bool = True,
    limit: TimeLimit | None = None,
) -> Replayed:
    """Replay a record, or its first `to` choices; `told` gets the number, the choice and the new lines.

    Without `spoil`, a choice in an unfinished game is hidden from `told` if its seat saw something secret.

    Raises:
        StartError: the game cannot be set up as the record says.
        RuleError: there is a limit, and it takes too long.
    """
    game = begin(program, record)
    open_book = spoil or bool(record.outcome)
    difference = None
    done = 0
    for number, (seat, key) in enumerate(record.choices[:to], 1):
        public = open_book or not _secret(game, seat)
        if limit is not None:
            limit.check()
        lines = follow(game, record, number)
        if isinstance(lines, Difference):
            difference = lines if public else replace(lines, key=say.ONLY_THEY_KNOW())
            break
        done = number
        if told is not None:
            choice = key if public else say.ONLY_THEY_KNOW()
            told(number, say.CHOSEN(player=record.players[seat], choice=choice), lines)
    whole = done == len(record.choices)
    faithful = difference is None and (not whole or _ended_alike(program, game.record(), record))
    return Replayed(game, done, difference, record.digest != program.digest, faithful)


def _ended_alike(program: Program, found: Record, wanted: Record) -> bool:
    """Whether a game ended as its record says; a record from before the game counted points names none."""
    counted = (found.points, found.ranks) == (wanted.points, wanted.ranks)
    return program.same_ending(found.outcome, wanted.outcome) and (
        counted or not (wanted.points or wanted.ranks)
    )
