"""The state of a table screen without the screen: the seat shown, the question, and the cursor.

It takes keys and returns answers. The panes draw from it, and tests press keys without a terminal.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from lazaretto.host import Moment, SeatClient, Sight, Sitting
from lazaretto.rules import LogLine, Option, Ref, View
from lazaretto.tui.board import Marked, Pointed
from lazaretto.tui.bot_advice import SaidPlan, request_words
from lazaretto.tui.keys.keymap import Keymap, default_keymap
from lazaretto.tui.messages import table as say, travel
from lazaretto.tui.table.answers.answer_editor import Question, Refused, Reply, Sent, Stays, question_of
from lazaretto.tui.table.answers.name_typing import RestOfName, begins_a_name, jump, type_key
from lazaretto.tui.table.answers.offers_of_other_players import add_offers, others_may, worded
from lazaretto.tui.table.answers.option_letters import Letters
from lazaretto.tui.table.pages.help_at_cursor import Topic, option_topic, topic_of
from lazaretto.tui.table.view_diff import changed
from lazaretto.tui.table.view_lookup import label_of


class Map(Protocol):
    """The positions of the things on the board, without a picture of it."""

    def spots(self) -> Collection[Ref]:
        """Everything that the cursor can go to."""

    def names(self) -> Iterable[tuple[Ref, str, str]]:
        """Every spot with its name and its code."""

    def toward(self, start: Ref | None, direction: str, among: Collection[Ref] | None) -> Ref | None:
        """The next spot in a direction."""

    def lying(self, start: Ref, direction: str, among: Collection[Ref]) -> tuple[Ref, ...]:
        """The spots that lie in a direction, the best first; only that one, if it is clearly the best."""

    def order(self, among: Collection[Ref]) -> tuple[Ref, ...]:
        """The spots in reading order."""


@dataclass(slots=True)
class Desk:
    """The state of one table screen."""

    sitting: Sitting
    seat: SeatClient
    """The seat whose view the screen shows."""
    map: Map
    keymap: Keymap = field(default_factory=default_keymap)
    letters: Letters = field(init=False)
    cursor: Ref | None = None
    stood: Ref | None = None
    """Where the seat's own figure was at the last question."""
    on_board: bool = False
    """Whether the arrow keys move on the board; otherwise in the list."""
    deep: int = 1
    """The number of rows per column when the list was last drawn."""
    typed: str | None = None
    """The typed beginning of a name; None: the player is not typing."""
    at_once: bool = False
    """Whether a place is taken as soon as its typed name is clear."""
    looking: bool = False
    """Whether the player types a name to look for it, and so takes nothing before Enter."""
    stepping: bool = False
    """Whether the question is a place that one action leads to, which the player asked for."""
    rest: RestOfName = field(default_factory=RestOfName)
    message: str = ""
    warning: bool = False
    question: Question | None = None
    news: tuple[LogLine, ...] = ()
    """What has happened since the last choice at this keyboard."""
    unread: bool = False
    """Whether no key was pressed since the news came: then they go before other help."""
    logged: bool = False
    """Whether the log is on the screen, so that the news need not be told beside it."""
    _told: dict[int, int] = field(default_factory=dict)
    """The length of the log of each seat here before the news."""
    _noted: dict[int, int] = field(default_factory=dict)
    """The same at the last choice: before the news, if that choice has made any."""
    scene: View | None = None
    """The view of an event while it is being shown; otherwise None, and the screen shows the current view."""
    scene_turn: int = 0
    """The turn of that event."""
    fresh: frozenset[Ref] = frozenset()
    """What changed on the board."""
    pointed: tuple[Pointed, ...] = ()
    """What other people show."""
    moments: dict[str, None] = field(default_factory=dict)
    """The names of the windows that have come up."""
    advised: tuple[Pointed, ...] = ()
    plans: tuple[SaidPlan, ...] = ()
    """What bots said lately that they are after."""
    bots_talk: bool = True
    """Whether the player wants to hear what bots are after."""
    contexts: tuple[str, ...] = ("table", "pick")
    """The contexts whose letters are keys, and so cannot be letters of options."""

    def __post_init__(self) -> None:
        self.use(self.keymap)

    def use(self, keymap: Keymap) -> None:
        """Use a player's keys."""
        self.keymap = keymap
        self.letters = Letters(self.reserved, self.seat.look().view, keymap.letters_of_options)

    # --- properties ----------------------------------------------------------------------------

    @property
    def sight(self) -> Sight:
        """What the seat sees."""
        return self.seat.look()

    @property
    def request(self) -> list[str]:
        """Why a bot asks the player to agree to something, if that is the question."""
        asked = self.sight.request if self.bots_talk and self.question is not None else None
        return [] if asked is None else request_words(asked, self.sight.view)

    @property
    def view(self) -> View:
        """What the screen shows: an event, or the current view."""
        return self.scene or self.sight.view

    @property
    def before(self) -> View | None:
        """What the seat saw when it last chose."""
        return self.sight.before

    @property
    def since(self) -> str:
        """The heading above the new lines in the log."""
        return say.SINCE()

    @property
    def turn(self) -> int:
        """The number of the turn that the screen shows."""
        return self.scene_turn if self.scene is not None else self.sight.turn

    @property
    def marked(self) -> Marked:
        """The highlights on the board."""
        question = self.question if self.scene is None else None
        if question is None:
            return Marked(self.cursor, changed=self.fresh, pointed=self.pointed)
        shown = (*self.pointed, *self.advised)
        return Marked(self.cursor, question.lit, self.fresh, question.chosen, shown)

    @property
    def asked(self) -> bool:
        """Whether this seat must choose."""
        decision = self.sight.view.decision
        return decision is not None and decision.seat == self.seat.number

    @property
    def wanted(self) -> bool:
        """Whether this seat must choose, or the table waits for it at a window of another player."""
        return self.asked or self.sight.awaited

    @property
    def watching(self) -> bool:
        """Whether this seat only looks on."""
        return self.sight.view.seat is None

    @property
    def away(self) -> bool:
        """Whether another seat at this keyboard must choose."""
        wanted = asked(self.sitting)
        return wanted is not None and wanted.number != self.seat.number

    @property
    def exploring(self) -> bool:
        """Whether the cursor is on the board although the question is not answered there."""
        return self.on_board and (self.question is None or not self.question.on_board)

    @property
    def reserved(self) -> frozenset[str]:
        """Letters that are keys, and so cannot be letters of options."""
        return self.keymap.letters(*self.contexts)

    def refresh(self) -> None:
        """Load the seat's current question."""
        sight = self.sight
        self.scene = None
        self.typed = None
        self.stepping = False
        self.fresh = changed(sight.before, sight.view)
        if len(sight.view.log) > self._noted.get(self.seat.number, 0):
            self._told = self._noted
        self.news = sight.view.log[self._told.get(self.seat.number, 0) :]
        decision = sight.view.decision
        self.question = None
        if decision is not None and not self.watching and (self.wanted or decision.options):
            self.question = question_of(worded(decision, sight), self.letters, self.map.spots(), self.keymap)
            seats = self.sitting.seats
            add_offers(self.question, sight, self.seat.number, seats, (self.keymap, self.letters))
            self.moments |= {sight.moment: None} if sight.moment else {}
        self.on_board = self.question is None or self.question.on_board
        self.cursor = self._start_of_cursor()

    def chooses(self) -> None:
        """Note that somebody at this keyboard chooses now: what happens from now on is news."""
        self._noted = {seat.number: len(seat.look().view.log) for seat in self.sitting.seats}

    def forget_news(self) -> None:
        """Tell nothing of what has happened so far."""
        self.chooses()
        self._told, self.news = self._noted, ()

    def watch(self, moment: Moment, before: View) -> None:
        """Show an event."""
        view = self.scene = moment.view
        self.scene_turn = moment.turn
        self.fresh = changed(before, view)
        self.say(moment.line.text)

    def home(self) -> Ref | None:
        """The spot of the seat's own figure, otherwise the first spot."""
        spots, view = self.map.spots(), self.sight.view
        own = view.seats[view.seat].refs if view.seat is not None else {}
        for refs in own.values():
            for ref in refs:
                if ref in spots:
                    return ref
        return next(iter(spots), None)

    def topic(self) -> Topic | None:
        """The topic for help: the option under the cursor, or the spot under the board cursor."""
        view, question = self.sight.view, self.question
        if question is not None and not self.on_board:
            return None if question.current is None else option_topic(view, question.current.option)
        if self.cursor is None:
            return None
        option = question.spots.get(self.cursor) if question is not None else None
        return option_topic(view, option) if option is not None else topic_of(view, self.cursor)

    def say(self, words: str, warning: bool = False) -> None:
        """Show a sentence in the message line."""
        self.message, self.warning = words, warning

    # --- keys ----------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> Sent | None:
        """Handle a key for the question or the board; return the answer to send, if there is one."""
        if self.typed is None and begins_a_name(self, key, character):
            self.typed, self.looking = "", False
        if self.typed is not None and (taken := type_key(self, key, character)) is not None:
            return self._heed(taken)
        match action := self.keymap.action("table", key):
            case "table.up" | "table.down" | "table.left" | "table.right":
                return self._heed(self._go(action.removeprefix("table.")))
            case "table.next" | "table.previous":
                return self._heed(self._tab(1 if action == "table.next" else -1))
            case "table.take":
                return self._heed(self.enter())
            case "table.pick":
                return self._heed(self._space())
            case "table.find":
                self.typed, self.looking = "", True
                return self._heed(Stays())
            case "table.erase" if self.question is not None:
                return self._heed(self.question.erase())
            case "table.carry_up" | "table.carry_down" if self.question is not None and self.question.carries:
                return self._heed(self.question.carry(-1 if action == "table.carry_up" else 1))
        character = self.keymap.digit(character)
        if character is not None and len(character) == 1 and character.isprintable():
            return self._heed(self._character(character))
        return None

    def _heed(self, reply: Reply | None) -> Sent | None:
        match reply:
            case Sent():
                return reply
            case Refused(why):
                self.say(why, warning=True)
            case Stays():
                self.say("")
            case None:
                pass
        return None

    def _go(self, direction: str) -> Reply:
        question = self.question
        if self.on_board or question is None:
            ref = self.map.toward(self.cursor, direction, self._among())
            self.cursor = ref or self.cursor
            return Stays()
        return question.go(direction, self.deep)

    def _among(self) -> Collection[Ref] | None:
        """Where the arrow keys may go: to all places, or only to the links or areas to choose from."""
        lit = self.question.lit if self.question is not None else None
        if lit is None:
            return None
        kinds = {ref.kind for ref in lit}
        view = self.sight.view
        if all(kind in view.kinds and view.kinds[kind].shape == "place" for kind in kinds):
            return None
        return lit

    def _tab(self, step: int) -> Reply:
        question = self.question
        if question is not None and question.on_board:
            targets = self.map.order(question.lit or ())
            if targets:
                at = targets.index(self.cursor) + step if self.cursor in targets else 0
                self.cursor = targets[at % len(targets)]
        else:
            self.on_board = not self.on_board
        return Stays()

    def enter(self) -> Reply | None:
        """Handle Enter: choose what the cursor is on, or send what was picked."""
        question = self.question
        if question is None:
            return None
        if question.enter_points:
            return self.point()
        if self.on_board and not question.on_board:
            return None
        return question.confirm()

    def _space(self) -> Reply | None:
        question = self.question
        if question is None:
            return None
        if question.on_board:
            return self.point()
        if self.on_board:
            return None
        return question.space()

    def point(self) -> Reply:
        """Choose the spot under the board cursor."""
        assert self.question is not None
        option = self.question.spots.get(self.cursor) if self.cursor is not None else None
        if option is not None:
            return self.question.take_option(option)
        if self.cursor is None:
            return Stays()
        return Refused(self._refused_spot(self.cursor))

    def click(self, ref: Ref) -> Sent | None:
        """Move the cursor to the clicked spot; choose it if the cursor is already there."""
        if self.cursor == ref and self.question is not None and self.question.on_board:
            return self._heed(self.point())
        self.cursor = ref
        return None

    def click_row(self, index: int) -> Sent | None:
        """Choose a row of the list with the mouse; if it is closed, say why."""
        if self.question is None:
            return None
        self.on_board = self.question.on_board
        return self._heed(self.question.take(index))

    def _character(self, character: str) -> Reply | None:
        question = self.question
        if question is not None:
            reply = question.typed(character)
            if reply is not None:
                return reply
        if self.on_board and character.isalpha() and character not in self.reserved and self.map.spots():
            self.typed, self.looking = character, True
            return jump(self)
        return None

    # --- typing a name -------------------------------------------------------------------------

    def stop_typing(self) -> bool:
        """Stop typing a name; return whether the player was typing."""
        had, self.typed = self.typed is not None, None
        return had

    @property
    def found(self) -> str:
        """The name of what the cursor is on, while the player types a name."""
        if self.on_board or self.question is None:
            return label_of(self.view, self.cursor) if self.cursor is not None else ""
        return self.question.current.option.label if self.question.current is not None else ""

    # --- the other seats -----------------------------------------------------------------------

    def others(self) -> list[tuple[SeatClient, Option | None]]:
        """What other seats at this keyboard may do out of turn.

        A seat with secrets is listed without its options, because they might reveal its pieces.
        """
        others = [seat for seat in self.sitting.seats if seat.number != self.seat.number]
        hidden = [(other, None) for other in others if other.look().secret]
        return [*hidden, *others_may(self.sitting.seats, self.seat.number)]

    def _start_of_cursor(self) -> Ref | None:
        """Where the cursor stands at a new question.

        If a spot is asked for, this is one that may be chosen. Otherwise the cursor follows the seat's own
        figure if that has moved, and stays where it is if not.
        """
        home, cursor = self.home(), self.cursor
        moved, self.stood = home != self.stood, home
        if cursor is None or cursor not in self.map.spots() or moved:
            cursor = home
        question = self.question
        open_ones = () if question is None else [ref for ref in question.spots if ref in (question.lit or ())]
        if open_ones and cursor not in open_ones:
            return next(iter(self.map.order(open_ones)), cursor)
        return cursor

    def _refused_spot(self, ref: Ref) -> str:
        """Why a spot cannot be chosen that is no answer to the question."""
        message = say.CANNOT_BE_CHOSEN_OWN if self.stands_on(ref) else say.CANNOT_BE_CHOSEN
        return message(name=label_of(self.sight.view, ref), next=self.keymap.shown("table.next"))

    def nothing_with(self, ref: Ref) -> str:
        """What is said where no action leads to a thing or uses it."""
        view, name = self.sight.view, label_of(self.sight.view, ref)
        if self.asked and self.stands_on(ref):
            return travel.ARE_THERE(place=name)
        home = self.home()
        if self.asked and home is not None and home.kind == ref.kind and self.stands_on(home):
            return travel.NO_WAY(place=name)
        help_key = self.keymap.shown("table.help")
        return say.NOTHING_HERE(name=label_of(view, ref), help=help_key)

    def stands_on(self, ref: Ref) -> bool:
        """Whether the seat's own figure is there."""
        view = self.sight.view
        return view.seat is not None and any(ref in refs for refs in view.seats[view.seat].refs.values())


def asked(sitting: Sitting) -> SeatClient | None:
    """The seat at this keyboard that must choose, or that the table waits for at a window of another player.

    None: another player must choose, or nobody.
    """
    for seat in sitting.seats:
        decision = seat.look().view.decision
        if decision is not None and decision.seat == seat.number:
            return seat
    return next((seat for seat in sitting.seats if seat.look().awaited), None)
