"""A message of the app, said in the language that is in force."""

from collections.abc import Mapping
from contextvars import ContextVar

from lazaretto.grammar.message import ENGLISH, Catalogue, Message, MessageText

_IN_FORCE: ContextVar[Catalogue] = ContextVar("language", default=ENGLISH)


def use(catalogue: Catalogue) -> None:
    """Say everything in another language, in this context: other apps of the process keep theirs."""
    _IN_FORCE.set(catalogue)


class AppMessage(Message):
    """A sentence or a label that the app shows.

    The app shows a text at once, so it is filled in the language in force and not translated afterwards.
    """

    __slots__ = ()

    def __call__(self, **gaps: object) -> MessageText:
        """The sentence with its gaps filled; fails with a `KeyError` where one is missing."""
        return _said(self, gaps, "sentence")

    def helped(self, **gaps: object) -> MessageText:
        """The help line with its gaps filled."""
        return _said(self, gaps, "help")


def counted(key: str, one: str, other: str, count: str = "number") -> AppMessage:
    """A message with a form for one thing and a form for several."""
    return AppMessage(key, other, count=count, forms={"one": one})


def _said(message: Message, gaps: Mapping[str, object], part: str) -> MessageText:
    text: MessageText = str.__new__(MessageText, _IN_FORCE.get().fill(message, gaps, part))
    text.message, text.gaps, text.part = message, gaps, part
    return text
