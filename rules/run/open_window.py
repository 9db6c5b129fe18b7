"""Describes the open window of a game: which one it is, and who may do something in it."""

from contextlib import suppress

from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.run.decision_wording import Asking
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.question_forms import AskWindow, menus_of

GAP = "…"
"""Stands for what the rules put into a question."""


@frozen_value
class OpenWindow:
    """A window: any seat may act until one of them goes on."""

    name: str
    """Its question, the same each time it opens: `…` stands for what differs."""
    seat: int
    """The seat that goes on."""
    veiled: bool
    """Whether somebody may hold something that not everybody sees. The window opens in any case then, and
    nothing that others can notice may depend on who can act."""
    able: frozenset[int]
    """The seats that can do something. If the window is veiled, this is a secret."""

    def told_to(self, seat: int | None) -> bool:
        """Whether a seat may know which window is open: it is asked, or everybody sees that it can act."""
        return seat == self.seat or (not self.veiled and seat in self.able)


def open_window(asking: Asking) -> OpenWindow | None:
    """Return the window that is open; None if the question is another one.

    A window whose actions only the asked seat may know of is not told.
    """
    machine, pending, state = asking.machine, asking.pending, asking.state
    if not isinstance(asking.info.form, AskWindow):
        return None
    answers = [each for each in pending.answers if each is not None]
    if any(action in machine.secret for _, action in answers):
        return None
    veiled = state.veiled and machine.hidden(state, pending.ask)
    return OpenWindow(_name(asking), pending.seat, veiled, frozenset(seat for seat, _ in answers))


def _name(asking: Asking) -> str:
    """Return the question of a window without what differs from time to time."""
    tables, own = asking.tables, asking.machine.backend.prompt(asking.pending.ask)
    wordings: list[int] = []
    if own is not None:
        with suppress(RuleError):  # the general question stands for it, as it does for players
            wordings.append(own(asking.state, asking.state.stack[-1])[0])
    menus = (tables.menus[each].prompt for menus in menus_of(asking.info.form) for each in menus)
    wordings += (each for each in menus if each is not None)
    for wording in wordings:
        parts = tables.templates[wording]
        if any(isinstance(part, str) and part.strip() for part in parts):
            return "".join(part if isinstance(part, str) else GAP for part in parts)
    return GAP
