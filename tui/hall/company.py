"""The state of a table besides the game: the people, what they say, ask and show."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic

from lazaretto.host.server.hall_protocol import TableSeat
from lazaretto.host.server.hall_views import Pointer, Presence, TableView, Vote
from lazaretto.rules import View
from lazaretto.tui.board.pieces_as_marks import OWN_COLOURS, Pointed, figures
from lazaretto.tui.keys.keymap import Keymap, default_keymap
from lazaretto.tui.widgets.line_edit import Typed


@dataclass(slots=True)
class LatestLines:
    """What the log of one seat says about the latest change."""

    _seen: tuple[str, ...] = ()
    _added: tuple[str, ...] = ()

    def start(self, view: View) -> None:
        """Begin with a view; what happened before is not told apart."""
        self._seen, self._added = _texts(view), ()

    def note(self, view: View) -> None:
        """Take the view after a change; a change that adds no lines, or takes some back, leaves none."""
        texts = _texts(view)
        before = len(self._seen)
        self._added = texts[before:] if texts[:before] == self._seen else ()
        self._seen = texts

    def of(self, player: str) -> str:
        """The latest change, if this player made it as far as the log says so; otherwise empty."""
        first = self._added[0] if self._added else ""
        return first.removesuffix(".") if first.startswith(f"{player} ") else ""


def _texts(view: View) -> tuple[str, ...]:
    return tuple(line.text for line in view.log)


LONGEST = 200
"""The maximum length of a line of chat."""
SHOWN = 2.0
"""Seconds for which others see what somebody points at."""
FRESH = 15.0
"""Seconds for which a new line of chat is shown where there is no room for the chat."""
NOTICED = 1.0
"""Seconds after which the player has noticed a vote; an earlier key was meant for something else."""


@dataclass(slots=True)
class Company:
    """What one player's screen shows of the people at a table."""

    seat: TableSeat
    person: str
    keymap: Keymap = field(default_factory=default_keymap)
    clock: Callable[[], float] = monotonic
    typed: Typed | None = None
    """The line that the player writes; None: the player is not writing."""
    inviting: bool = False
    """Whether that line is the name of somebody to invite."""
    to_side: bool = False
    """Whether that line is for the player's own side only."""
    answering: bool = False
    """Whether the game asks something whose options have the letters of a vote; capital letters vote then."""
    message: str = ""
    """Why the last command was refused."""
    goes_to: int | None = None
    """The seat that the person, who watches, looks at or goes to; None for what everybody may see."""
    news: tuple[str, float] = ("", -FRESH)
    """What happened elsewhere in the hall, and when that was."""
    latest: LatestLines = field(default_factory=LatestLines)
    """What the player's own log says about the latest change."""
    _pointers: list[tuple[float, Pointer]] = field(default_factory=list)
    _votes: dict[int, float] = field(default_factory=dict)
    """When each open vote was first shown."""
    _said: tuple[int, float] = (0, 0.0)
    """The number of the last line of chat, and when it came."""
    _there: tuple[Presence, ...] = ()
    """Who was there when the view last changed."""

    def __post_init__(self) -> None:
        self._said = (self._last_number, -FRESH)
        self.goes_to = self.view.shows

    @property
    def view(self) -> TableView:
        """What the player sees besides the game."""
        return self.seat.view

    @property
    def _last_number(self) -> int:
        return max((each.number for each in self.view.chat), default=0)

    def heard(self) -> bool:
        """Note what is new; return whether somebody has said something.

        What the table itself has said gives way when somebody comes or goes; what a person has said stays.
        """
        said = self._last_number > self._said[0]
        there = tuple(each.presence for each in self.view.listing.seats)
        if said:
            self._said = (self._last_number, self.clock())
        elif there != self._there and self.view.chat and not self.view.chat[-1].person:
            self._said = (self._last_number, -FRESH)
        self._there = there
        votes = {each.number for each in self.view.votes}
        self._votes = {number: self._votes.get(number, self.clock()) for number in votes}
        return said

    @property
    def talked_lately(self) -> bool:
        """Whether somebody has said something just now."""
        return self.clock() - self._said[1] < FRESH

    @property
    def latest_news(self) -> str:
        """What happened elsewhere just now."""
        words, when = self.news
        return words if self.clock() - when < FRESH else ""

    # --- votes ---------------------------------------------------------------------------------

    @property
    def vote(self) -> Vote | None:
        """The first vote that waits for the player's answer."""
        waits = (each for each in self.view.votes if self.person in each.asked)
        return next((each for each in waits if self.person not in each.agreed), None)

    @property
    def noticed(self) -> bool:
        """Whether the player has had time to read the vote."""
        vote = self.vote
        return vote is not None and self.clock() - self._votes.get(vote.number, self.clock()) >= NOTICED

    def vote_action(self, key: str) -> str | None:
        """The answer to the vote that a key gives, if it gives one."""
        action = self.keymap.action("vote", key) if self.noticed else None
        if action is None or (self.answering and key != self.keymap.keys(action)[-1]):
            return None
        return action if action.startswith("vote.") else None

    def vote_keys(self) -> tuple[str, str]:
        """The keys that agree and refuse, as the screen shows them."""
        agree, refuse = (
            self.keymap.shown(each, last=self.answering) for each in ("vote.agree", "vote.refuse")
        )
        return agree, refuse

    # --- pointing ------------------------------------------------------------------------------

    def point(self, pointer: Pointer) -> None:
        """Remember what somebody shows; an earlier one of the same person goes away."""
        others = [each for each in self._pointers if each[1].person != pointer.person]
        self._pointers = [*others, (self.clock(), pointer)]

    def forget(self) -> None:
        """Forget what was shown long enough."""
        self._pointers = [each for each in self._pointers if self.clock() - each[0] < SHOWN]

    @property
    def pointers(self) -> tuple[Pointer, ...]:
        """What people show now."""
        return tuple(pointer for _, pointer in self._pointers)

    def pointed(self, view: View) -> tuple[Pointed, ...]:
        """The same for the board, in the colours of the people."""
        colours = self.colours(view)
        return tuple(
            Pointed(each.ref, each.person, colours.get(each.person, "accent")) for each in self.pointers
        )

    def colours(self, view: View | None) -> Mapping[str, str]:
        """The colour of each person: that of their figure, otherwise one of ours."""
        found: dict[str, str] = {}
        marks = figures(view) if view is not None else ()
        for each in self.view.listing.seats:
            own = marks[each.number].colour if each.number < len(marks) else ""
            found.setdefault(each.person, own or OWN_COLOURS[each.number % len(OWN_COLOURS)])
        return found

    # --- writing -------------------------------------------------------------------------------

    def write(self, inviting: bool = False) -> None:
        """Start to write to the others, or the name of somebody to invite."""
        self.typed, self.inviting, self.message = Typed("", LONGEST), inviting, ""

    def press(self, key: str, character: str | None) -> str | None:
        """Handle a key while the player writes; return the text to send, if the player is done."""
        assert self.typed is not None
        match self.keymap.action("talk", key):
            case "typing.done":
                text, self.typed = self.typed.text.strip(), None
                return text
            case "typing.stop":
                self.typed = None
            case "talk.other":
                self.to_side = bool(self.view.side) and not self.to_side and not self.inviting
            case _:
                self.typed.key(key, character)
        return None

    @property
    def side(self) -> str:
        """The side that the player writes to; empty for everybody."""
        return self.view.side if self.to_side else ""
