"""What is on the screen of a table, without the screen: whose seat is shown, what is asked, where one points.

Keys come in, answers go out. The panes draw from it, and tests press keys without a terminal.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from host import SeatClient, Sight, Sitting
from rules import DecisionView, Option, PickOne, Ref, View
from tui.board import Marked
from tui.keys.keymap import Keymap, default_keymap
from tui.messages import table as say
from tui.parse_answer import folded
from tui.table.answer_editor import Question, Refused, Reply, Sent, Stays
from tui.table.answer_editors_by_form import question_of
from tui.table.drawn_board_protocol import Map
from tui.table.help_at_cursor import Topic, option_topic, topic_of
from tui.table.option_letters import Letters
from tui.table.place_search import meant
from tui.table.view_diff import changed
from tui.table.view_lookup import label_of


@dataclass(slots=True)
class Desk:
    """The state of one table screen."""

    sitting: Sitting
    seat: SeatClient
    """Whose eyes the screen has."""
    map: Map
    keymap: Keymap = field(default_factory=default_keymap)
    letters: Letters = field(init=False)
    cursor: Ref | None = None
    on_board: bool = False
    """Whether arrows move on the board; else in the list."""
    deep: int = 1
    """How many options stand below each other where the list has columns, as it was last drawn."""
    typed: str | None = None
    """The beginning of a name that is being typed; None: nothing is."""
    message: str = ""
    warning: bool = False
    question: Question | None = None
    scene: View | None = None
    """Something that just happened, while it is being shown; else the seat's present view is."""
    fresh: frozenset[Ref] = frozenset()
    """What changed on the board."""

    def __post_init__(self) -> None:
        self.letters = Letters(self.reserved)

    def use(self, keymap: Keymap) -> None:
        """Take the keys of a player."""
        self.keymap, self.letters = keymap, Letters(keymap.letters("table", "pick"))

    # --- what is there -------------------------------------------------------------------------

    @property
    def sight(self) -> Sight:
        """What the seat sees."""
        return self.seat.look()

    @property
    def view(self) -> View:
        """What the screen shows: a moment of what happened, or the present."""
        return self.scene or self.sight.view

    @property
    def before(self) -> View | None:
        """What the seat saw when it last chose."""
        return self.sight.before

    @property
    def since(self) -> str:
        """What the log says above what is new."""
        return say.SINCE()

    @property
    def turn(self) -> int:
        """Which turn it is."""
        return self.sight.turn

    @property
    def marked(self) -> Marked:
        """What the board points at."""
        question = self.question if self.scene is None else None
        if question is None:
            return Marked(self.cursor, changed=self.fresh)
        return Marked(self.cursor, question.lit, self.fresh, question.chosen)

    @property
    def asked(self) -> bool:
        """Whether it is this seat that must choose."""
        decision = self.sight.view.decision
        return decision is not None and decision.seat == self.seat.number

    @property
    def away(self) -> bool:
        """Whether another seat at this keyboard must choose."""
        wanted = asked(self.sitting)
        return wanted is not None and wanted.number != self.seat.number

    @property
    def exploring(self) -> bool:
        """Whether the cursor is on the board though nothing there is asked for."""
        return self.on_board and (self.question is None or not self.question.on_board)

    @property
    def reserved(self) -> frozenset[str]:
        """Letters that are keys, so that no option may have them."""
        return self.keymap.letters("table", "pick")

    def refresh(self) -> None:
        """Take up what the seat is asked now."""
        sight = self.sight
        self.scene = None
        self.typed = None
        self.fresh = changed(sight.before, sight.view)
        decision = sight.view.decision
        self.question = None
        if decision is not None and (self.asked or decision.options):
            letters = Letters(self.reserved) if sight.inside else self.letters
            self.question = question_of(_named(decision), letters, self.map.spots(), self.keymap)
        self.on_board = self.question is None or self.question.on_board
        if self.cursor is None or self.cursor not in self.map.spots():
            self.cursor = self.home()

    def watch(self, view: View, before: View, words: str) -> None:
        """Show something that happened."""
        self.scene = view
        self.fresh = changed(before, view)
        self.say(words)

    def home(self) -> Ref | None:
        """Where the seat's own figure stands, else the first spot."""
        spots = self.map.spots()
        for refs in self.sight.view.seats[self.seat.number].refs.values():
            for ref in refs:
                if ref in spots:
                    return ref
        return next(iter(spots), None)

    def topic(self) -> Topic | None:
        """What help would be about: the option under the cursor, or what is pointed at on the board."""
        view, question = self.sight.view, self.question
        if question is not None and not self.on_board and question.current is not None:
            return option_topic(view, question.current.option)
        if self.cursor is None:
            return None
        option = question.spots.get(self.cursor) if question is not None else None
        return option_topic(view, option) if option is not None else topic_of(view, self.cursor)

    def say(self, words: str, warning: bool = False) -> None:
        """Show a sentence in the line for such."""
        self.message, self.warning = words, warning

    # --- keys ----------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> Sent | None:
        """A key for the question or the board; returns the answer to send, if there is one."""
        if self.typed is not None and (taken := self._type(key, character)) is not None:
            return self._heed(taken)
        match action := self.keymap.action("table", key):
            case "table.up" | "table.down" | "table.left" | "table.right":
                return self._heed(self._go(action.removeprefix("table.")))
            case "table.next" | "table.previous":
                return self._heed(self._tab(1 if action == "table.next" else -1))
            case "table.take":
                return self._heed(self._enter())
            case "table.pick":
                return self._heed(self._space())
            case "table.find":
                self.typed = ""
                return self._heed(Stays())
            case "table.erase" if self.question is not None:
                return self._heed(self.question.erase())
            case "table.carry_up" | "table.carry_down" if self.question is not None and self.question.carries:
                return self._heed(self.question.carry(-1 if action == "table.carry_up" else 1))
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
            found = self.map.toward(self.cursor, direction, self._among())
            self.cursor = found or self.cursor
            return Stays()
        return question.go(direction, self.deep)

    def _among(self) -> Collection[Ref] | None:
        """Where arrows may go: everywhere among the places, or only among links or areas to choose from."""
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

    def _enter(self) -> Reply | None:
        question = self.question
        if question is None:
            return None
        if question.enter_points:
            return self._point()
        if self.on_board and not question.on_board:
            return None
        return question.confirm()

    def _space(self) -> Reply | None:
        question = self.question
        if question is None:
            return None
        if question.on_board:
            return self._point()
        if self.on_board:
            return None
        return question.space()

    def _point(self) -> Reply:
        """Take what the cursor of the board is on."""
        assert self.question is not None
        option = self.question.spots.get(self.cursor) if self.cursor is not None else None
        if option is not None:
            return self.question.take_option(option)
        if self.cursor is None:
            return Stays()
        return Refused(say.CANNOT_BE_CHOSEN(name=label_of(self.sight.view, self.cursor)))

    def click(self, ref: Ref) -> Sent | None:
        """The mouse: first it points, then it takes."""
        if self.cursor == ref and self.question is not None and self.question.on_board:
            return self._heed(self._point())
        self.cursor = ref
        return None

    def _character(self, character: str) -> Reply | None:
        question = self.question
        if question is not None:
            reply = question.typed(character)
            if reply is not None:
                return reply
        if self.on_board and character.isalpha() and character not in self.reserved:
            self.typed = character
            return self._jump()
        return None

    # --- typing a name -------------------------------------------------------------------------

    def _type(self, key: str, character: str | None) -> Reply | None:
        """A key while a name is being typed; None hands it on."""
        assert self.typed is not None
        match self.keymap.action("table_typing", key):
            case "typing.done":
                found = self._jump()
                if isinstance(found, Refused):
                    return found
                self.typed = None
                return self._found()
            case "typing.erase":
                self.typed = self.typed[:-1]
                return self._jump()
            case "table_typing.move_on":
                self.typed = None
                return None
            case _ if character is not None and character.isprintable():
                self.typed += character
                return self._jump()
            case _:
                return None

    def _found(self) -> Reply | None:
        """Enter after a name: take what was found; where an order is asked it is only gone to."""
        question = self.question
        if question is None or self.exploring:
            return self._enter()
        if question.on_board:
            return self._point()
        return question.take_found() or self._enter()

    def _jump(self) -> Reply:
        """Go to what fits best what has been typed."""
        wanted = folded(self.typed or "")
        question = self.question
        if not wanted:
            return Stays()
        if question is not None and not question.on_board and not self.on_board:
            index = question.find(wanted)
            if index is None:
                return Refused(say.NOTHING_CALLED(typed=self.typed))
            question.cursor = index
            return Stays()
        found = self._match(wanted)
        if found is None:
            return Refused(say.NO_PLACE_CALLED(typed=self.typed))
        self.cursor = found
        return Stays()

    def _match(self, wanted: str) -> Ref | None:
        """What may be chosen comes first: a road to a town before the town itself."""
        lit = (self.question.lit if self.question is not None else None) or frozenset()
        names = list(self.map.names())
        return meant([each for each in names if each[0] in lit], wanted) or meant(names, wanted)

    def stop_typing(self) -> bool:
        """Forget a name that is being typed; whether there was one."""
        had, self.typed = self.typed is not None, None
        return had

    @property
    def found(self) -> str:
        """What the cursor stands at, where a name is being typed."""
        if self.on_board or self.question is None:
            return label_of(self.view, self.cursor) if self.cursor is not None else ""
        return self.question.current.option.label if self.question.current is not None else ""

    # --- the other seats -----------------------------------------------------------------------

    def others(self) -> list[tuple[SeatClient, Option | None]]:
        """What other seats at this keyboard may do in between.

        Of a seat with secrets only that it could look: what it may do might tell what it holds.
        """
        found: list[tuple[SeatClient, Option | None]] = []
        for seat in self.sitting.seats:
            if seat.number == self.seat.number:
                continue
            sight = seat.look()
            if sight.secret:
                found.append((seat, None))
            elif sight.view.decision is not None:
                found += [(seat, option) for option in sight.view.decision.options]
        return found


def asked(sitting: Sitting) -> SeatClient | None:
    """The seat at this keyboard that must choose; None: it is somebody else, or nobody."""
    for seat in sitting.seats:
        decision = seat.look().view.decision
        if decision is not None and decision.seat == seat.number:
            return seat
    return None


def _named(decision: DecisionView) -> DecisionView:
    """A seat that is not asked may still do something in between: it picks one."""
    if decision.form is not None:
        return decision
    return replace(decision, prompt=say.YOU_MAY(), form=PickOne())
