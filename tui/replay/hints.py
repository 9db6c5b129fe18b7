"""Chooses the hints that a replay shows."""

from collections.abc import Iterator

from lazaretto.tui.replay.replay_pane_state import Stage


def hints(stage: Stage) -> tuple[str, ...]:
    """The hints for the hint bar, by their names in the registry."""
    return tuple(_hints(stage))


def _hints(stage: Stage) -> Iterator[str]:
    if stage.asking:
        yield from ("replay.hint.go" if stage.asking == "jump" else "replay.hint.stay", "typing.stop")
        return
    if stage.around:
        yield from ("around.hint.move", "replay.hint.about", "replay.hint.to_game")
        return
    yield from ("replay.hint.step", "replay.hint.turn")
    yield "replay.hint.stop" if stage.playing else "replay.play"
    yield from ("replay.moments", "replay.what_if", "replay.help", "replay.leave", "replay.jump")
    yield from ("replay.hint.speed", "replay.views")
    if stage.reel.over:
        yield from ("replay.turning_points", "replay.eyes")
