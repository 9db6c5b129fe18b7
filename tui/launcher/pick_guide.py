"""Chooses a guided game of a scenario: the only one, or the one that the player picks."""

from typing import TYPE_CHECKING

from lazaretto.host.lobby_protocol import Order
from lazaretto.rules.find_scenarios import Found
from lazaretto.tui.messages import launcher as say
from lazaretto.tui.shared_texts import title, words
from lazaretto.tui.table.option_letters import Letters
from lazaretto.tui.widgets.pick_list import Choice, PickScreen

if TYPE_CHECKING:
    from lazaretto.tui.app import Lazaretto


async def pick_guide(app: "Lazaretto", found: Found) -> Order | None:
    """The order for a guided game; None if the player picks none."""
    names = found.guides
    picked: int | None = 0
    if len(names) > 1:
        letters = Letters().in_a_row(len(names))
        choices = [Choice(letter, title(words(name))) for letter, name in zip(letters, names, strict=True)]
        picked = await app.push_screen_wait(PickScreen(say.WHICH_GUIDE(), choices))
    return None if picked is None else Order(found.folder, (), 0, guide=names[picked])
