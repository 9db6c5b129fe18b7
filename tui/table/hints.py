"""Chooses the hints that the table shows."""

from collections.abc import Iterator

from lazaretto.tui.table.further_offers import others_wait
from lazaretto.tui.table.name_typing import takes_at_once
from lazaretto.tui.table.table_state import Desk


def hints(desk: Desk) -> tuple[str, ...]:
    """The hints for the hint bar, by their names in the registry."""
    return tuple(_hints(desk))


def _hints(desk: Desk) -> Iterator[str]:
    question = desk.question
    if desk.scene is not None:
        yield "showing.skip"
        return
    if desk.typed is not None:
        yield from ("table_typing.hint.take", "table_typing.hint.stop")
        return
    if desk.sitting.closed:
        yield from ("table.hint.look", "table.help", "table.views", "table.leave")
        return
    if desk.sight.outcome is not None:
        yield "table.hint.result"
    if question is None:
        yield from ("table.hint.look",) if desk.map.spots() else ()
    elif desk.exploring:
        yield from ("table.hint.look", "table.hint.actions_here", "table.hint.to_list")
    elif question.on_board:
        named = "table.hint.name_takes" if takes_at_once(desk) else "table.hint.name"
        yield from ("table.hint.move", "table.next", named)
        yield question.board_hint
    else:
        has_board = bool(desk.map.spots())
        yield from (each for each in question.list_hints if has_board or each != "table.hint.to_board")
    if desk.stepping:
        yield "table.back"
    elif desk.away:
        yield "table.hint.give_back"
    elif desk.sight.can_go_back:
        yield "table.back"
    if others_wait(desk.question, desk.others()):
        yield "table.others"
    hint = ("table.hint",) if desk.asked else ()
    if desk.bots_talk and desk.seat.remarks:  # in a small window, what stands last has no room
        yield from ("table.undo", "table.help", *hint, "table.why", "table.leave", "table.views")
    else:
        yield from ("table.undo", "table.help", *hint, "table.views", "table.leave")
