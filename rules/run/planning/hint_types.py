"""Defines a hint as plain data: what to do, why, and what that risks."""

from dataclasses import dataclass

from lazaretto.rules.run.views.text_rendering import Ref


@dataclass(frozen=True, slots=True)
class HintMove:
    """One action in the words of the menu, with its further steps, and the key of the choice."""

    label: str
    steps: tuple[str, ...]
    key: str
    of: tuple[Ref, ...] = ()
    """What its steps stand for: the place to look at is among them."""


@dataclass(frozen=True, slots=True)
class HintReason:
    """A term of the score that the advice changes."""

    now: str
    """What it says now; empty if it says something only afterwards."""
    then: str
    """What it says afterwards; empty if it says nothing any more."""
    gain: int
    """How much it adds to the score of the player."""
    of: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class HintHelp:
    """What somebody else seems to be after, and how the plan helps with it."""

    seat: int
    reason: HintReason


@dataclass(frozen=True, slots=True)
class HintRisk:
    """How often something bad happens before the turn is over, in imagined games.

    Each of them deals anew what the player does not know.
    """

    track: str
    """The track that moves; empty: the game is lost."""
    before: int
    """In how many of them, if the player does as little as possible."""
    after: int
    """In how many of them, if the player follows the advice."""
    games: int
    """How many were played for each."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a bot that looks ahead would do now."""

    number: int
    """Hints about one decision are numbered from 1; later ones looked further."""
    moves: tuple[HintMove, ...]
    """What to do now, then the plan for the rest of the turn."""
    reasons: tuple[HintReason, ...] = ()
    """The terms that it improves most, the most important first."""
    costs: tuple[HintReason, ...] = ()
    """The term that it worsens most, if that matters."""
    risks: tuple[HintRisk, ...] = ()
    chances: tuple[int, int] | None = None
    """The chance to win now and after this, in per cent, if positions of the game were learned to judge."""
    note: str = ""
    """A few words about these chances, as that the rules have changed since."""
    scored: bool = True
    """Whether the game says how good a position is; otherwise there can be no reasons."""
    only: bool = False
    """Whether nothing else can be done."""
    undecided: bool = False
    """Whether all that can be done counts the same, so that there is no opinion."""
    final: bool = False
    """Whether the search is over: it is the move that the bot makes here."""
    helps: tuple[HintHelp, ...] = ()
    """Whom the plan helps, if it was chosen for that among others that are about as good."""
