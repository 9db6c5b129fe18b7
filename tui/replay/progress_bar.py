"""The bar below a replay: the position in the game, the last choice, and its results."""

from collections.abc import Iterator, Sequence

from textual import events
from textual.message import Message

from lazaretto.rules import Outcome
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.line.ending_words import shared_by_all, standings, verdicts
from lazaretto.tui.look.fit_and_wrap_text import (
    ACCENT,
    FAINT,
    PLAIN,
    STRONG,
    Line,
    Pen,
    Span,
    broken,
    cut,
    width,
)
from lazaretto.tui.messages import replay as say
from lazaretto.tui.replay.frame_timeline import SPEEDS, Stage
from lazaretto.tui.table.panes.base_pane import DeskPane

WARNING = Pen("warn", bold=True)


class BarPane(DeskPane[Stage]):
    """Three lines, and more if the log is not shown."""

    back = "panel"

    class Clicked(Message):
        """Sent when the player clicks a choice."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def drawn(self, desk: Stage, width: int, height: int) -> Iterator[Line]:
        """The position, the timeline, and what happened."""
        yield _place(desk, width)
        yield _way(desk, width)
        yield from _told(desk, width, height - 2)

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked position on the timeline."""
        if self.desk is not None and event.y == 1:
            number = round((event.x - 1) * self.desk.reel.end / max(1, self.size.width - 3))
            self.post_message(self.Clicked(number))


def _place(stage: Stage, columns: int) -> Line:
    frame, reel = stage.frame, stage.reel
    sign = "▶" if stage.playing else "■" if frame.outcome is not None else "║"
    left = [Span(f" {sign} ", ACCENT), Span(f"{frame.at}/{reel.length}", STRONG)]
    if reel.turns[-1]:
        left.append(Span(f"  {say.TURN_OF(turn=frame.turn, last=reel.turns[-1])}", FAINT))
    right = (Span(f"  {stage.eyes}", FAINT), Span(f"  {SPEEDS[stage.speed]:g}× ", STRONG))
    room = columns - width(right)
    if frame.player:
        chosen = frame.choice or say.HAS_CHOSEN()
        colon = ": " if frame.choice else " "
        left += (Span("  "), Span(narrow(frame.player), STRONG), Span(f"{colon}{narrow(chosen)}"))
    else:
        left.append(Span(f"  {say.BEGINNING()}", PLAIN))
    shown = cut(left, room)
    return (*shown, Span(" " * (room - width(shown))), *right)


def _way(stage: Stage, columns: int) -> Line:
    """The timeline of the whole game, with its highlights and the current position."""
    long = max(1, columns - 2)
    end = max(1, stage.reel.end)
    here = round(stage.frame.at * (long - 1) / end)
    marks = {round(moment.at * (long - 1) / end) for moment in stage.moments}
    spans = [Span(" ")]
    for column in range(long):
        if column == here:
            spans.append(Span("●", ACCENT))
        elif column in marks:
            spans.append(Span("◆", Pen("changed") if column > here else Pen("changed", bold=True)))
        else:
            spans.append(Span("━", Pen("accent")) if column < here else Span("·", FAINT))
    return tuple(spans)


def _told(stage: Stage, columns: int, room: int) -> Iterator[Line]:
    if stage.asking:
        yield from _asked(stage)
        return
    if stage.said:
        pen = WARNING if stage.warning else PLAIN
        yield from _lines(" ! " if stage.warning else "   ", stage.said, pen, columns, room)
        return
    frame, reel = stage.frame, stage.reel
    if frame.at == reel.end and reel.difference is not None:
        words: str = say.NOT_FOLLOWING(difference=reel.difference)
        yield from _lines(" ! ", words.replace("..", "."), WARNING, columns, room)
    elif frame.outcome is not None:
        yield from _lines(" ■ ", ended(frame.outcome, reel.players), STRONG, columns, room)
    else:
        seen = len(frame.before.log) if frame.before is not None else len(frame.view.log)
        words = " ".join(line.text for line in frame.view.log[seen:])
        yield from _lines("   ", words, PLAIN, columns, room)


def ended(outcome: Outcome, players: Sequence[str]) -> str:
    """Who has won and who has lost, and why."""
    if shared_by_all(outcome):
        words = say.RESULT[outcome.results[0]](reason=outcome.reason)
    else:
        words = say.RESULTS(results="; ".join(verdicts(outcome, players)))
    stands = "; ".join(standings(outcome, players))
    return say.STANDING(words=words, standing=stands) if stands else words


def _asked(stage: Stage) -> Iterator[Line]:
    asked = say.JUMP if stage.asking == "jump" else say.FIND
    after = asked.helped(done=stage.keymap.shown("typing.done"), stop=stage.keymap.shown("typing.stop"))
    yield (
        Span(f" {asked()} ", ACCENT),
        Span(f"{stage.typed}_", STRONG),
        Span(f"   {stage.said or after}", WARNING if stage.said else FAINT),
    )


def _lines(sign: str, words: str, pen: Pen, columns: int, room: int) -> Iterator[Line]:
    """Wrap a text into at most `room` lines; the rest is cut off."""
    found = broken(words, columns - 5)
    for number, text in enumerate(found[: max(0, room)]):
        more = "…" if number == room - 1 and len(found) > room else ""
        yield (Span(sign if not number else "   ", pen), Span(f"{text}{more}", pen))
