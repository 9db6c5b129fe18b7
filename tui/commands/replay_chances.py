"""`lazaretto replay --chances`: the estimated chance to win after each turn, and the turning points."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.tui.messages import after_game as say
from lazaretto.tui.safe_output import write_broken, write_out

INDENT = " " * 6
"""Before what was done at a turning point, and what followed."""

if TYPE_CHECKING:
    from lazaretto.host import LocalReplay
    from lazaretto.rules import Program, Record
    from lazaretto.rules.engine.engine_names import Engine


def write_chances(program: "Program", record: "Record", path: Path, engine: "Engine") -> None:
    """Estimate and print; the estimate is kept beside the record."""
    from lazaretto.host import LocalReplay
    from lazaretto.lab.playing.win_chance import WinChance
    from lazaretto.rules.engine.engine_error import EngineError
    from lazaretto.rules.engine.engines import lane_to_play
    from lazaretto.rules.engine.native_plans import search_natively

    lane = lane_to_play(program, engine, any_text_as_c=True)
    if lane is not None:
        with suppress(EngineError):  # Python takes longer
            search_natively(program, lane)
    replay = LocalReplay(program, record, WinChance, str(path))
    asyncio.run(_written(replay))


async def _written(replay: "LocalReplay") -> None:
    from lazaretto.tui.reading.turning_points import PERCENT, about, estimate, nothing_moved, pick_from

    found = await estimate(replay, lambda _: None, first=True)
    turns = replay.info.turns
    write_out("")
    if not found.values:
        write_broken(nothing_moved(found))
        return
    for at, turn in enumerate(turns[:-1]):
        if at == 0 or turn != turns[at - 1]:
            write_out(say.TURN_CHANCE(turn=turn, percent=round(PERCENT * found.values[at])))
    write_out(say.END_CHANCE(percent=round(PERCENT * found.values[-1])))
    write_broken(about(found))
    points, items = await pick_from(replay, found)
    write_out("")
    write_broken(say.TURNING_POINTS() if points else nothing_moved(found))
    for item in items:
        write_out(item.label)
        write_broken(item.note, INDENT, INDENT)
