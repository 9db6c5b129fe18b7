"""A guide as plain data: what a player reads, step by step, and the choices that go with it.

Also how its text is laid out, and how far a player has come.
"""

import re
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lazaretto.rules.run.records.choice_history import STEP
from lazaretto.rules.run.views.decision_wording import GO_ON
from lazaretto.rules.run.views.text_rendering import Ref

COLUMNS, LINES = 42, 7
"""The room for the text of a step on the smallest screen."""


ASIDES = ("undo", "help", "views", "odds", "players", "log", "rulebook", "leave")
"""What a text may name in braces: whoever shows it fills in the player's own key, or the word to type."""

_ASIDE = re.compile(r"\{(\w*)\}")


@dataclass(frozen=True, slots=True)
class GuidedAnswer:
    """One answer that a guide asks for: the seat, and the key of the option as in records."""

    seat: int
    key: str
    label: str = ""
    """The name of the option for players."""


@dataclass(frozen=True, slots=True)
class GuideStep:
    """A text to read, spots to look at, and the answers to give; without answers, the player reads on."""

    text: str
    show: tuple[Ref, ...] = ()
    answers: tuple[GuidedAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide whose choices are known to be open."""

    name: str
    title: str
    steps: tuple[GuideStep, ...]

    @property
    def answers(self) -> tuple[GuidedAnswer, ...]:
        """All answers in order."""
        return tuple(answer for step in self.steps for answer in step.answers)


@dataclass(frozen=True, slots=True)
class GuideProgress:
    """How far a game has followed its guide."""

    given: int = 0
    """How many of the guide's answers were given, up to the first other one."""
    strayed: bool = False
    """Whether another answer was given since."""


def answered(choices: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the answers of recorded choices one by one, without those that only let a moment pass."""
    found = [(seat, key) for seat, path in choices for key in path.split(STEP)]
    return [each for each in found if each[1] != GO_ON]


def progress(guide: Guide, choices: Iterable[tuple[int, str]]) -> GuideProgress:
    """Return how far recorded choices follow a guide; what comes after its last answer is free."""
    wanted = [(answer.seat, answer.key) for answer in guide.answers]
    found = answered(choices)[: len(wanted)]
    same = 0
    for mine, theirs in zip(found, wanted, strict=False):
        if mine != theirs:
            break
        same += 1
    return GuideProgress(same, same < len(found))


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text; empty lines separate them, other line breaks count as spaces."""
    return [" ".join(each.split()) for each in text.strip().split("\n\n")]


def asides(text: str) -> list[str]:
    """Return what a text names in braces."""
    return _ASIDE.findall(text)


def filled(text: str, words: Mapping[str, str]) -> str:
    """Return a text with the keys or words of the player in place of what it names in braces."""
    return _ASIDE.sub(lambda found: words.get(found[1], found[1]), text)


def wrapped(text: str, columns: int = COLUMNS) -> list[str]:
    """Return the lines of a text in a pane of so many columns."""
    return [
        line
        for paragraph in paragraphs(text)
        for line in textwrap.wrap(paragraph, columns, break_on_hyphens=False)
    ]
