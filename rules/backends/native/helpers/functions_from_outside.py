"""Declares what helpers call and others provide: Python, and the functions of a translated game."""

from lazaretto.rules.backends.native.helpers.memory_types import List, Words


def metered(place: int) -> int:
    """Note where a decision ran out of fuel; Python grants more and returns 0, or returns 1 to stop it."""
    raise NotImplementedError


def in_one_heap_of_mixture(label: int, base: int, pieces: List[int]) -> int:
    """Return 1 if pieces of one label lie in one heap of a mixture, which Python knows."""
    raise NotImplementedError


def stir_mixtures(minds: int, base: int, groups: List[List[int]], beyond: int) -> int:
    """Shuffle groups of pieces of which somebody knows a mixture; Python does it. Returns 0."""
    raise NotImplementedError


def fated(items: List[int]) -> int:
    """Return the member of a list that a test has fixed; Python stops with a fault if it is not there."""
    raise NotImplementedError


def begin_game() -> int:
    """Start the first procedure of the game; returns the code of a stop, or 0."""
    raise NotImplementedError


def score_of(seat: int) -> int:
    """Return the score of the position for a seat, as the game rates it; 0 if it does not."""
    raise NotImplementedError


def points_of(seat: int) -> int:
    """Return the points of a seat, or of all seats together, when a game is over."""
    raise NotImplementedError


def rank_of(seat: int) -> int:
    """Return the number by which a seat is ranked when a game is over."""
    raise NotImplementedError


def campaign_is_over(seat: int) -> int:
    """Return whether the game that is over is the last one of its campaign, whatever the seat."""
    raise NotImplementedError


def told_to_stop() -> int:
    """Return 1 if nobody wants the rest of a search; Python knows."""
    raise NotImplementedError


def call_through_segments(segment: int, frame: Words) -> int:
    """Run a segment on its frame; returns the code of a stop, or 0."""
    raise NotImplementedError


def call_through_offered(menu: int, seat: int) -> List[int]:
    """Return the open actions of a menu for a seat."""
    raise NotImplementedError


def call_through_playable(menu: int) -> List[int]:
    """Return the open actions of a menu for every seat."""
    raise NotImplementedError


def call_through_candidates(ask: int, frame: Words) -> List[int]:
    """Return the candidates of a question."""
    raise NotImplementedError


def call_through_bounds(ask: int, frame: Words) -> List[int]:
    """Return a list of how few and how many candidates a question takes."""
    raise NotImplementedError


def call_through_declined(ask: int, frame: Words) -> int:
    """Return whether an empty answer lets the rule of a question continue."""
    raise NotImplementedError


def call_through_judges(ask: int, frame: Words, chosen: List[int]) -> int:
    """Return the reason why a selection as a whole is not allowed, or none."""
    raise NotImplementedError


def call_through_likeness(ask: int, candidates: List[int], seat: int) -> List[int]:
    """Return one candidate of each group that a seat cannot tell apart."""
    raise NotImplementedError
