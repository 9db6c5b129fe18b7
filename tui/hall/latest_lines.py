"""Remembers what the latest change at a table added to the log of a seat, so that a vote can name it."""

from dataclasses import dataclass

from lazaretto.rules import View


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
