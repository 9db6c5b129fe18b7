"""Messages to authors and players: one layout for all of them, and the hook for translations.

A `Message` is a constant of a catalogue module (such as `rules/run/messages.py`): a key, a whole sentence
with named gaps, and a help line. Filling it gives a `MessageText`: a string that reads as the English
sentence and remembers its message and its gaps, so that a `Catalogue` can say it again in another language
at the moment when it is shown.

    NOT_FOUND = Message("P001", "there is no folder `{folder}`", "write its path")
    text = NOT_FOUND(folder="maps")         # "there is no folder `maps`"
    Catalogue({"P001": ...}).translate(text)
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from types import ModuleType


class Message:
    """A sentence with named placeholders, such as `{name}`, and a help line that may use the same ones.

    The key is the code of the message; if several sentences share a code, a word after a dot distinguishes
    them (`R001.kind`). A message without a code has a key without a number (`list.or`). A placeholder holds a
    name, a number or another message, never a fragment of a sentence.

    A sentence that depends on a count names the placeholder of the count in `count` and has its other forms
    in `forms`, by plural category (`one`, `few`, ...); `sentence` is the form `other`.
    """

    __slots__ = ("count", "forms", "help", "key", "sentence")

    def __init__(
        self,
        key: str,
        sentence: str,
        help: str = "",
        *,
        count: str = "",
        forms: Mapping[str, str] | None = None,
    ) -> None:
        self.key = key
        self.sentence = sentence
        self.help = help
        self.count = count
        self.forms = forms

    def __call__(self, **gaps: object) -> "MessageText":
        """Fill the placeholders of the sentence; raises `KeyError` if a value is missing."""
        return MessageText(self, gaps)

    def helped(self, **gaps: object) -> "MessageText":
        """Fill the placeholders of the help line."""
        return MessageText(self, gaps, "help")

    @property
    def code(self) -> str:
        """The part of the key that authors read and look up."""
        return self.key.partition(".")[0]

    def __repr__(self) -> str:
        return f"Message({self.key!r}, {self.sentence!r})"


class MessageText(str):
    """A filled message: the English sentence as a string, with the data needed to translate it."""

    __slots__ = ("gaps", "message", "part")

    message: Message
    gaps: Mapping[str, object]
    part: str

    def __new__(cls, message: Message, gaps: Mapping[str, object], part: str = "sentence") -> "MessageText":
        """Fill a message in English."""
        self = super().__new__(cls, ENGLISH.fill(message, gaps, part))
        self.message = message
        self.gaps = gaps
        self.part = part
        return self

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


def english_plural(number: int) -> str:
    """Return the plural category of a number in English."""
    return "one" if number == 1 else "other"


class Catalogue:
    """The messages of one language: a translated message for each key.

    A message without a translation stays in English. `plural` returns the category of a number.
    """

    def __init__(
        self, translations: Mapping[str, Message], plural: Callable[[int], str] = english_plural
    ) -> None:
        self.translations = translations
        self.plural = plural

    def fill(self, message: Message, gaps: Mapping[str, object], part: str = "sentence") -> str:
        """Return the filled sentence or help of a message. All text is obtained here."""
        translated = self.translations.get(message.key)
        said, plural = (message, english_plural) if translated is None else (translated, self.plural)
        template = said.help if part == "help" else said.sentence
        if part == "sentence" and said.forms:
            number = gaps[said.count]
            assert isinstance(number, int), f"{message.key}: {said.count} is not a number"
            template = said.forms.get(plural(number), template)
        return template.format_map({name: self._gap(value) for name, value in gaps.items()})

    def translate(self, text: str) -> str:
        """Translate a filled message; any other text, such as a game's own words, stays as it is.

        A long list is a chain of messages, each in the gap `first` of the next: the chain is walked in a
        loop, so that its length does not count against the recursion limit.
        """
        if not self.translations:
            return str(text)
        chain: list[MessageText] = []
        while isinstance(text, MessageText) and isinstance(inner := text.gaps.get("first"), MessageText):
            chain.append(text)
            text = inner
        said = self.fill(text.message, text.gaps, text.part) if isinstance(text, MessageText) else text
        for outer in reversed(chain):
            said = self.fill(outer.message, {**outer.gaps, "first": said}, outer.part)
        return said

    def _gap(self, value: object) -> object:
        return self.translate(value) if isinstance(value, MessageText) else value


ENGLISH = Catalogue({})


def variants(key: str, sentences: Mapping[str, str], help: str = "") -> dict[str, Message]:
    """Create messages that differ by case; the key of each is the given one, a dot and the case."""
    return {
        word: Message(f"{key}.{word.replace(' ', '_')}", sentence, help)
        for word, sentence in sentences.items()
    }


def messages_of(modules: Iterable[ModuleType]) -> dict[str, Message]:
    """Return all messages in the constants and tables of some modules, by key; fails if two share a key."""
    messages: dict[str, Message] = {}
    for module in modules:
        for constant in vars(module).values():
            for value in constant.values() if isinstance(constant, dict) else (constant,):
                if isinstance(value, Message) and messages.setdefault(value.key, value) is not value:
                    raise ValueError(f"two messages have the key {value.key}")
    return messages


# --- lists inside a sentence

COMMA = Message("list.comma", "{first}, {next}")
OR = Message("list.or", "{first} or {next}")


def with_commas(things: Iterable[str]) -> str:
    """Return `a, b, c`."""
    return joined(COMMA, list(things))


def with_or(things: Iterable[str]) -> str:
    """Return `a or b or c`."""
    return joined(OR, list(things))


def with_commas_and_or(things: list[str]) -> str:
    """Return `a, b or c`."""
    *others, last = things or [""]
    return OR(first=with_commas(others), next=last) if others else last


def joined(message: Message, things: list[str]) -> str:
    """Join things one by one with a message that has the placeholders `first` and `next`."""
    return reduce(lambda first, next: message(first=first, next=next), things) if things else ""
