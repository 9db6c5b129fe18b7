"""The ending screen: who won, why and when, the goals, a chart of the whole game, and the last log lines."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from lazaretto.host import Course, SeatClient, Showing, Sight, Sitting
from lazaretto.host.records.game_stats import CourseGoal
from lazaretto.host.records.replay_protocol import Replay, ShowingInfo
from lazaretto.host.table.win_chance_over_game import Chances
from lazaretto.rules import ChoiceError, RuleError
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.line.ending_words import goals_text, share_text, shared_by_all, standings
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, FAINT, STRONG, Line, Pen, Span, broken
from lazaretto.tui.messages import after_game, common, reading as say
from lazaretto.tui.reading.game_course_chart import draw
from lazaretto.tui.reading.turning_points import about, estimate, nothing_moved, pick_from, with_chances
from lazaretto.tui.shared_texts import rule_of_end, sentence, went_wrong
from lazaretto.tui.table.pages.info_pages import log_page
from lazaretto.tui.widgets.base_screens import RoomyScreen
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.sheets import FAR, Page, PickScreen, SheetScreen, SheetTitle, paragraphs

REACHED, OPEN = "✓", "·"


def goals_page(goals: Sequence[CourseGoal]) -> Page:
    """The page: each goal with its mark and its documentation."""

    def lines(width: int) -> Sequence[Line]:
        return list(_told(goals, width))

    return lines


def _told(goals: Sequence[CourseGoal], width: int) -> Iterator[Line]:
    for goal in goals:
        yield ()
        mark, pen = (REACHED, Pen("good", bold=True)) if goal.reached else (OPEN, FAINT)
        yield (Span(f"  {mark} ", pen), Span(goal.title, STRONG))
        yield from ((Span(f"    {each}"),) for each in broken(goal.documentation, width - 6) if each)


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


WITH_TAIL = 116
"""The width from which the last log lines appear beside the chart."""

CROWDED = 3
"""If the verdict takes more than this part of the height, only two log lines fit below the chart."""
ROWS = 5
"""The number of rows to scroll by for a page."""

HINTS = (
    *("ending.table", "ending.replay", "ending.turning_points", "ending.goals", "ending.another"),
    *("ending.help", "ending.leave", "ending.log", "ending.hint.mark"),
)


class ChartPane(Pane):
    """The chart of the game, once it has been computed."""

    def __init__(self) -> None:
        super().__init__(id="chart")
        self.course: Course | None = None
        self.chances = Chances()
        self.cursor = 0
        self.top = 0
        self.problem = ""
        self._hidden = 0

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The chart."""
        if self.course is None:
            return [(Span(f"   {self.problem or say.LOOKING_BACK()}", FAINT),)]
        course = with_chances(self.course, self.chances)
        chart = draw(course, width, height, self.cursor, self.top, ascii=self.terminal.ascii_only)
        self._hidden = chart.hidden
        return chart.lines

    def show(self, course: Course) -> None:
        """Show a chart, with the marker at the end."""
        self.course = course
        self.cursor = len(course.turns) - 1
        self.repaint()

    def move(self, step: int) -> None:
        """Move the marker."""
        if self.course is not None:
            self.cursor = max(0, min(self.cursor + step, len(self.course.turns) - 1))
            self.repaint()

    def scroll(self, step: int) -> None:
        """Scroll to rows that do not fit."""
        self.top = max(0, min(self.top + step, self._hidden))
        self.repaint()

    @property
    def start(self) -> int:
        """The choice from which to start a replay; with the marker at the end, the first one."""
        if self.course is None or not self.course.choices or self.cursor == len(self.course.turns) - 1:
            return 0
        return self.course.choices[self.cursor]


class TailPane(Pane):
    """Shows the last log lines."""

    def __init__(self, sight: Sight) -> None:
        super().__init__(id="tail")
        self._log = sight.view.log

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """As many log lines as fit, the latest one at the bottom."""
        room = height - 1
        lines: list[Line] = []
        for line in reversed(self._log):
            pen = Pen("warn") if line.prevents else Pen()
            told = broken(line.text, width - 5)
            lines[:0] = [
                (Span(" · " if not number else "   ", pen), Span(text, pen))
                for number, text in enumerate(told)
            ]
            if len(lines) >= room:
                break
        heading = (Span(f" {say.AT_LAST()} ", ACCENT), Span("─" * width, Pen("line")))
        return [heading, *lines[-room:]] if room > 0 else []


class EndingScreen(RoomyScreen[None]):
    """Shows how a game ended, or the course of a game that still goes on."""

    context = "ending"
    """The context of its keys."""
    hints: tuple[str, ...] = HINTS

    DEFAULT_CSS = """
    EndingScreen { layout: vertical; }
    EndingScreen SheetTitle { height: 1; }
    EndingScreen #middle { height: 1fr; }
    EndingScreen #chart { height: 1fr; }
    EndingScreen #side { width: 44; }
    EndingScreen #tail { height: 1fr; }
    EndingScreen #below { height: 5; display: none; }
    EndingScreen.narrow #side { display: none; }
    EndingScreen.narrow #below { display: block; }
    EndingScreen.narrow.crowded #below { height: 3; }
    """

    def __init__(self, sitting: Sitting, seat: SeatClient) -> None:
        super().__init__()
        self.sitting = sitting
        self.seat = seat
        sight = seat.look()
        heading = say.IS_OVER if sight.outcome is not None else say.COURSE
        self._heading = SheetTitle(heading(title=sitting.title))
        self._sight = sight
        self.verdict = self.make_verdict()
        self.chart = ChartPane()
        self._replayed: Replay | None = None

    def make_verdict(self) -> VerdictPane:
        """The pane with the result."""
        named = self.sitting.info.campaign
        outcome, told = self._sight.outcome, ""
        if named and outcome is not None and outcome.ends_campaign:
            told = say.LAST_OF_CAMPAIGN(campaign=named)
        elif named:
            told = say.OF_CAMPAIGN(campaign=named, key=self.keymap.shown("ending.another"))
        return VerdictPane(self._sight, self.sitting.name, campaign=told)

    def parts(self) -> ComposeResult:
        """The verdict at the top, the chart and the last log lines below it."""
        yield self._heading
        yield self.verdict
        with Horizontal(id="middle"):
            yield self.chart
            with Vertical(id="side"):
                yield TailPane(self._sight)
        with Vertical(id="below"):
            yield TailPane(self._sight)
        yield self.bar

    def on_mount(self) -> None:
        """Start to compute the chart."""
        self._fit()
        self.bar.show(self.keymap.hints(*(hint for hint in self.hints if self._offers(hint))))
        self.run_worker(self._look_back())

    def _offers(self, hint: str) -> bool:
        """Whether a key does something in a game that may still go on."""
        return hint != "ending.turning_points" or self._sight.outcome is not None

    async def _look_back(self) -> None:
        try:
            course = await self.seat.course()
            self.chart.show(course)
        except RuleError as error:
            self.chart.problem = went_wrong(error)
            self.chart.repaint()
            return
        if self._sight.outcome is not None:
            self._tell_more(course)
            self._tell_more(course, await self.lazaretto.first_goals(self.sitting.name))
            await self._estimate()

    def _tell_more(self, course: Course, first: Collection[str] = ()) -> None:
        """Show the goals that were reached and the line to share."""
        line = share_text(course, self._sight.turn)
        self.verdict.goals = goals_text(course, first)
        key = self.keymap.shown("ending.copy")
        self.verdict.shared = after_game.TO_SHARE(key=key, line=line) if line else ""
        self._tell_verdict()

    def action_copy(self) -> None:
        """Copy the line to share, if the terminal allows it."""
        course = self.chart.course
        line = share_text(course, self._sight.turn) if course is not None else ""
        if line:
            self.app.copy_to_clipboard(line)
        self._say(after_game.COPIED() if line else after_game.NOTHING_TO_SHARE())

    def action_goals(self) -> None:
        """List the goals of the game."""
        course = self.chart.course
        if course is None or not course.goals:
            self._say(after_game.NOT_ANY())
            return
        title = after_game.THE_GOALS(title=self.sitting.title)
        self.app.push_screen(SheetScreen(title, goals_page(course.goals)))

    async def _estimate(self) -> None:
        with suppress(ChoiceError, RuleError):  # the game can be looked at without an estimate
            self._replayed = await self.seat.replay()
            await estimate(self._replayed, self._tell_estimate)

    def _tell_estimate(self, found: Chances) -> None:
        self.chart.chances = found
        self.verdict.estimated = about(found)
        self.chart.repaint()
        self._tell_verdict()

    def action_turning_points(self) -> None:
        """List where the estimated chance to win moved most, when the game is over."""
        if self._sight.outcome is None:
            self._say(after_game.NOT_OVER())
            return
        self.run_worker(self._turning_points(), exclusive=True, group="replay")

    async def _turning_points(self) -> None:
        chances, replay = self.chart.chances, self._replayed
        try:
            points, items = await pick_from(replay, chances) if replay is not None else ((), ())
        except RuleError as error:
            self._say(went_wrong(error))
            return
        if not points or replay is None:
            self._say(nothing_moved(chances))
            return

        def picked(index: int | None) -> None:
            if index is not None:
                self.lazaretto.show_playback(Showing(self._info, replay), points[index].at)

        self.app.push_screen(PickScreen(after_game.TURNING_POINTS(), items), picked)

    def _say(self, words: str) -> None:
        self.verdict.said = words
        self._tell_verdict()

    def _tell_verdict(self) -> None:
        """Draw the verdict with as many lines as its words need now."""
        self._fit()
        self.verdict.repaint()

    def on_resize(self) -> None:
        """Adapt to a new size, with the last log lines beside the chart if there is room."""
        self._fit()

    def _fit(self) -> None:
        width, _ = self.app.size
        self.set_class(width < WITH_TAIL, "narrow")
        wanted = self.verdict.wanted(width)
        self.verdict.styles.height = wanted
        self.set_class(wanted > self.app.size.height // CROWDED, "crowded")

    def on_key(self, event: events.Key) -> None:
        """Move the marker, scroll, or go to another screen."""
        if self.keymap.leaves(event.key, self.context):
            return
        event.stop()
        event.prevent_default()
        self._say("")
        self.act(self.context, event.key)

    def action_earlier(self) -> None:
        """Move the marker back by a turn."""
        self.chart.move(-1)

    def action_later(self) -> None:
        """Move the marker forward by a turn."""
        self.chart.move(1)

    def action_first(self) -> None:
        """Move the marker to the beginning."""
        self.chart.move(-FAR)

    def action_last(self) -> None:
        """Move the marker to the end."""
        self.chart.move(FAR)

    def action_up(self) -> None:
        """Scroll up by a row."""
        self.chart.scroll(-1)

    def action_down(self) -> None:
        """Scroll down by a row."""
        self.chart.scroll(1)

    def action_page_up(self) -> None:
        """Scroll up by a page."""
        self.chart.scroll(-ROWS)

    def action_page_down(self) -> None:
        """Scroll down by a page."""
        self.chart.scroll(ROWS)

    def action_table(self) -> None:
        """Return to the table."""
        self.dismiss()

    def action_another(self) -> None:
        """Go to the launcher, for another game."""
        self.action_leave()

    def action_leave(self) -> None:
        """Go to the launcher."""
        self.sitting.leave()
        self.lazaretto.leave()

    def action_log(self) -> None:
        """Show the whole log."""
        self.app.push_screen(SheetScreen(common.THE_LOG(), log_page(self._sight.view, None), at_end=True))

    def action_help(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(SheetScreen(say.HELP(), paragraphs(self.keymap.prose("ending"))))

    def action_replay(self) -> None:
        """Replay the game."""
        self.run_worker(self._replay(), exclusive=True, group="replay")

    async def _replay(self) -> None:
        try:
            replay = await self.seat.replay()
        except (ChoiceError, RuleError) as error:
            self._say(f"{sentence(str(error))}.")
            return
        self.lazaretto.show_playback(Showing(self._info, replay), self.chart.start)

    @property
    def _info(self) -> ShowingInfo:
        table = self.sitting
        return ShowingInfo(table.title, table.name, table.coast, table.rulebook, table.place)
