"""The pane of the ending screen that tells who won, why and when, the goals, and the line to share."""

from collections.abc import Iterator, Sequence

from lazaretto.host import Sight
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.look.line_wrap import broken
from lazaretto.tui.look.styled_text import ACCENT, FAINT, STRONG, Line, Pen, Span
from lazaretto.tui.messages import common
from lazaretto.tui.messages import reading as say
from lazaretto.tui.rule_sentences import rule_of_end
from lazaretto.tui.standing_words import shared_by_all, standings
from lazaretto.tui.widgets.drawn_pane import Pane

RESULTS = {"won": ("✓", "good"), "lost": ("✕", "bad"), "drawn": ("=", "warn")}


class VerdictPane(Pane):
    """Shows who won, why, and when."""

    def __init__(
        self, sight: Sight, name: str, players: str = "", watching: bool = False, campaign: str = ""
    ) -> None:
        """Make the pane.

        `players` names everybody, `watching` says that the reader has not played, and `campaign` is a
        sentence about the campaign of the game.
        """
        super().__init__(id="verdict")
        self._sight = sight
        self._players, self._watching, self._campaign = players, watching, campaign
        self._name_kept = name
        self.said = ""
        self.goals = ""
        """A sentence about goals."""
        self.shared = ""
        """The line to share, with the key that copies it."""
        self.estimated = ""
        """A sentence about the estimated chance to win, on the line of messages."""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The result, the reason, and a line for messages."""
        return tuple(self._drawn(width))

    def wanted(self, width: int) -> int:
        """The number of lines it needs."""
        return len(tuple(self._drawn(width)))

    def _drawn(self, width: int) -> Iterator[Line]:
        sight, outcome = self._sight, self._sight.outcome
        yield ()
        if outcome is None:
            yield (Span(" … ", FAINT), Span(say.GOES_ON(), STRONG))
        elif shared_by_all(outcome):
            words = (say.PLAYERS if self._watching else say.ALL)[outcome.results[0]]()
            yield from _result(outcome.results[0], words, outcome.reason, width)
        else:
            seats = zip(sight.view.seats, outcome.results, outcome.reasons, strict=True)
            for seat, result, reason in seats:
                yield from _result(result, say.ONE[result](player=narrow(seat.name)), reason, width)
        if outcome is not None:
            rule = rule_of_end(sight.view, outcome)
            yield from ((Span(f"   {each}", FAINT),) for each in broken(rule, width - 6) if rule)
            stands = "; ".join(standings(outcome, [narrow(seat.name) for seat in sight.view.seats]))
            yield from ((Span(f"   {each}", ACCENT),) for each in broken(stands, width - 6) if stands)
        yield from ((Span(f"   {each}"),) for each in broken(self._players, width - 6))
        if outcome is None:
            name, turn = self._name_kept, sight.turn
            kept = say.GOES_ON_IN_TURN(turn=turn, name=name) if turn else say.GOES_ON_AS(name=name)
        else:
            gaps = {"choices": common.CHOICES(number=sight.choices), "name": self._name_kept}
            kept = say.KEPT_IN_TURN(turn=sight.turn, **gaps) if sight.turn else say.KEPT(**gaps)
        yield from ((Span(f"   {each}", FAINT),) for each in broken(kept, width - 6))
        if outcome is not None:
            yield from ((Span(f"   {each}", FAINT),) for each in broken(self._campaign, width - 6) if each)
        yield from ((Span(f"   {each}", ACCENT),) for each in broken(self.goals, width - 6) if each)
        yield from ((Span(f"   {each}"),) for each in broken(self.shared, width - 6) if each)
        last, pen = (self.said, Pen("warn", bold=True)) if self.said else (self.estimated, FAINT)
        yield from ((Span(f"   {each}", pen),) for each in broken(last, width - 6) or [""])


def _result(result: str, words: str, reason: str, width: int) -> Iterator[Line]:
    mark, colour = RESULTS[result]
    pen = Pen(colour, bold=True)
    first, *rest = broken(f"{words}: {reason}." if reason else f"{words}.", width - 6)
    yield (Span(f" {mark} ", pen), Span(first[: len(words)], pen), Span(first[len(words) :], STRONG))
    yield from ((Span("   "), Span(each, STRONG)) for each in rest)
