"""The commands of line mode that concern the record: the log, undo, and where the game is saved."""

from typing import TYPE_CHECKING

from lazaretto.host import StoreError
from lazaretto.rules import ChoiceError
from lazaretto.tui.line_travel import client_of
from lazaretto.tui.line_view import told_line
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.messages import table as table_say
from lazaretto.tui.parse_answer import Asked
from lazaretto.tui.shared_texts import sentence

if TYPE_CHECKING:
    from lazaretto.tui.line_table import LineTable


async def on_log(table: "LineTable", asked: Asked, _rest: str) -> bool:
    """Say everything that has happened, with the numbers of the lines."""
    log = client_of(table, asked).look().view.log
    lines = [f"{number:>4}  {told_line(line)}" for number, line in enumerate(log, 1)]
    table.say(*(lines or [say.NOTHING_LOGGED()]))
    return False


async def on_undo(table: "LineTable", asked: Asked, _rest: str) -> bool:
    """Undo the last choice; return whether it worked."""
    client = client_of(table, asked)
    before = client.look().view.log
    try:
        await client.undo()
    except ChoiceError as error:
        table.say(f"{sentence(str(error))}.")
        return False
    except StoreError as error:
        table.say(say.GOES_ON_NOT_KEPT(error=error))
    table.heard = table.public_log()
    gone = " ".join(each.text for each in before[len(client.look().view.log) :])
    table.say(table_say.TAKEN_BACK_WHAT(what=gone) if gone else say.TAKEN_BACK())
    return True


async def on_save(table: "LineTable", _asked: Asked, _rest: str) -> bool:
    """Say where the game is saved, after another attempt if the last one failed."""
    try:
        await table.sitting.seats[0].save()
        table.say(say.KEPT_IN(place=table.sitting.place))
    except StoreError as error:
        table.say(say.NOT_KEPT(error=error))
    table.notices()
    return False
