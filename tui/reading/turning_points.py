"""The turning points of a finished game: where the estimated chance to win moved most, in words."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from lazaretto.host import Course, Series
from lazaretto.host.records.replay_protocol import Replay, ReplayClient
from lazaretto.host.table.win_chance_over_game import Chances, TurningPoint, turning_points
from lazaretto.rules import LogLine
from lazaretto.tui.messages import after_game as say
from lazaretto.tui.replay.frame_timeline import Frame, Reel
from lazaretto.tui.widgets.sheets import Choice

PERCENT = 100
OFTEN = 3
"""A text that the log has this often is a routine."""
HEADLINE = 48
"""How many characters of a line are for what happened; shorter sentences come first."""
BROAD = 74
"""The width of a line on the smallest screen."""


async def estimate(replay: Replay, told: Callable[[Chances], None], first: bool = False) -> Chances:
    """Let a replay estimate until it is done, or with `first` until there is a first estimate.

    `told` is called whenever the estimate is better.

    Raises:
        RuleError: a rule fails.
    """
    chances = await replay.chances()
    while not chances.done and not (first and chances.share >= 1):
        told(chances)
        chances = await replay.chances()
    told(chances)
    return chances


def with_chances(course: Course, found: Chances) -> Course:
    """A course with the estimated chance as its first row, in percent, once there is a first estimate."""
    if found.share < 1 or not found.values or not course.choices or course.choices[-1] >= len(found.values):
        return course
    values = tuple(round(PERCENT * found.values[at]) for at in course.choices)
    row = Series("chance", say.CHANCE(), {}, values, PERCENT)
    return replace(course, series=(row, *course.series))


def about(found: Chances) -> str:
    """A sentence about an estimate: how far it is, and what it rests on."""
    if found.share < 1:
        return "" if found.done else say.ESTIMATING(percent=int(PERCENT * found.share))
    if not found.playouts:
        return say.JUDGED()
    return say.ESTIMATED(playouts=found.playouts, won=found.won)


def nothing_moved(found: Chances) -> str:
    """Why there are no turning points to show."""
    if found.done and not found.values:
        return say.NO_ESTIMATE()
    if found.share < 1:
        return say.NOT_READY(percent=int(PERCENT * found.share))
    if not found.playouts:
        return say.NOTHING_MOVED_AS_JUDGED()
    return say.NOTHING_MOVED(playouts=found.playouts, won=found.won)


async def pick_from(replay: Replay, found: Chances) -> tuple[tuple[TurningPoint, ...], tuple[Choice, ...]]:
    """The turning points, and an item about each: its turn, what happened, who chose what, what followed.

    Raises:
        RuleError: a rule fails while a view is made.
    """
    points = turning_points(found.values) if found.share >= 1 else ()
    reel = Reel(ReplayClient(replay))
    frames = [await reel.frame(turning_point.at) for turning_point in points]
    whole = (await reel.frame(reel.end)).view.log if points else ()
    items = [
        Choice(
            str(number),
            _line(point, reel.turns[point.at - 1], headline(followed(frame), whole) or _chosen(frame)),
            " ".join((f"{_chosen(frame)}.", *(line.text for line in followed(frame)))),
        )
        for number, (point, frame) in enumerate(zip(points, frames, strict=True), 1)
    ]
    return points, tuple(items)


def _line(point: TurningPoint, turn: int, words: str) -> str:
    before, after = round(PERCENT * point.before), round(PERCENT * point.after)
    line = say.TURNING_POINT(turn=turn, before=before, after=after, words=words)
    return line if len(line) <= BROAD else f"{line[: BROAD - 1].rstrip(' ,')}…"


def _chosen(frame: Frame) -> str:
    return say.CHOSE(player=frame.player, choice=frame.choice) if frame.choice else frame.player


def headline(lines: Sequence[LogLine], whole: Sequence[LogLine]) -> str:
    """What happened in a few words: the lines that are the rarest of their kind in the whole game.

    Of several, those that fit; a line that comes again and again in the same words tells nothing about this
    moment.
    """
    texts = Counter(log_line.text for log_line in whole)
    kinds = Counter(log_line.rules for log_line in whole)
    telling = [line for line in lines if texts[line.text] < OFTEN] or lines
    rarest = min((kinds[log_line.rules] for log_line in telling), default=0)
    rare = list(dict.fromkeys(log_line.text for log_line in telling if kinds[log_line.rules] == rarest))
    room, short = HEADLINE, set[str]()
    for text in sorted(rare, key=len):
        room -= len(text) + 1
        if room >= 0 or not short:
            short.add(text)
    return " ".join(each for each in rare if each in short)


def followed(frame: Frame) -> Sequence[LogLine]:
    """The lines of the log that followed the last choice."""
    before = 0 if frame.before is None else len(frame.before.log)
    return frame.view.log[before:]
