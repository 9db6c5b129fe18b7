"""Writes and reads record files: scenario, options, seed and the list of choices, as readable text.

The reader either accepts a whole record or refuses it and names the line of the error. It never mistakes a
truncated or edited file for a shorter or different game. A record of a what-if game also says where that
branched off, and what was dealt anew.

`_check_lines` checks the shape of the lines, in time linear in their length. Each line has one of a few
forms, so damage in a file is found where it is, and the TOML parser behind this check gets no nested values.
The scanner moves through a line token by token and never backwards: each pattern is possessive and matches
one token, and nothing here repeats a pattern that repeats.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from hashlib import sha256
from typing import NamedTuple, TypeVar

import tomli_w

from lazaretto.grammar import toml_messages
from lazaretto.grammar.foreign_toml import TomlError, parse_toml
from lazaretto.grammar.message import Message
from lazaretto.grammar.node_dataclass import frozen_value, value
from lazaretto.rules.run import messages
from lazaretto.rules.run.errors import MessageError

LARGEST = 4_000_000
"""The maximum length of a record in characters; the longest games stay far below it."""

LONGEST_LINE = 65_536
"""The maximum length of a line of a record in characters: a choice of many steps stays far below it."""

MOST_LINES = 100_000
"""The maximum number of lines of a record, each choice being one."""

_CHOICE = re.compile(r' *+"(?:[^"\\]|\\.)*+",?+')
"""Most lines of a record have this form; trying it first saves time."""
_BLANKS = re.compile(r"\s*+")
_SPACES = re.compile(r" *+")
_WORD = re.compile(r"[\w-]++")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_NUMBER = re.compile(r"-?\d{1,40}+")


class LineError(MessageError):
    """A text cannot be a record; `line` is the number of the wrong line, None for the whole text."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.line = line


def _check_lines(text: str) -> None:
    """Check the size of a text and the shape of each of its lines.

    Raises:
        LineError: it is too large, or a line has none of the forms.
    """
    if len(text) > LARGEST:
        raise LineError(messages.RECORD_TOO_LARGE())
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise LineError(messages.TOO_MANY_LINES(most=MOST_LINES))
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise LineError(messages.LINE_TOO_LONG(most=LONGEST_LINE), number)
        if not (_CHOICE.fullmatch(line) or is_record_line(line)):
            message = messages.BREAKS_OFF if number == len(lines) else messages.STRANGE_LINE
            raise LineError(message(text=line.strip()[:60]), number)


def unreadable(text: str) -> bool:
    """Whether a text exceeds the limits of a record, so that nobody could read it again."""
    lines = text.split("\n")
    return len(text) > LARGEST or len(lines) > MOST_LINES or max(map(len, lines)) > LONGEST_LINE


def is_record_line(line: str) -> bool:
    """Whether a line has one of the forms of a line of a record."""
    start = _end(_BLANKS, line, 0)
    return any(_is_rest(line, end) for end in _after_form(line, start))


def _after_form(line: str, start: int) -> Iterator[int]:
    """Yield where a form that begins at `start` may end: at most three places."""
    yield start  # an empty line or a comment
    first = line[start : start + 1]
    if first == "]":
        yield start + 1
    elif first == "[":
        end = _end(_WORD, line, start + 1)
        if end > start + 1 and line.startswith("]", end):
            yield end + 1
    else:
        number = _end(_NUMBER, line, start)
        if number > start:  # one of a list of numbers
            spaces = _end(_SPACES, line, number)
            yield spaces + line.startswith(",", spaces)
        pattern = _STRING if first == '"' else _WORD
        end = _end(pattern, line, start)
        if end > start:
            spaces = _end(_SPACES, line, end)
            if line.startswith("=", spaces):
                yield _after_value(line, _end(_SPACES, line, spaces + 1))
            elif first == '"':
                yield spaces + line.startswith(",", spaces)


def _after_value(line: str, start: int) -> int:
    """Where a value ends; -1 if there is none."""
    if not line.startswith("[", start):
        pattern = _STRING if line.startswith('"', start) else _NUMBER
        end = _end(pattern, line, start)
        return end if end > start else -1
    if _is_rest(line, start + 1):
        return start + 1
    at = _end(_SPACES, line, start + 1)
    pattern = _STRING if line.startswith('"', at) else _NUMBER
    while not line.startswith("]", at):
        end = _end(pattern, line, at)
        if end == at:
            return -1
        at = _end(_SPACES, line, end)
        if line.startswith(",", at):
            at = _end(_SPACES, line, at + 1)
    return at + 1 if line.startswith("]", at) else -1


def _is_rest(line: str, start: int) -> bool:
    """Whether only blanks and a comment follow."""
    if start < 0:
        return False
    end = _end(_BLANKS, line, start)
    return end == len(line) or line[end] == "#"


def _end(pattern: re.Pattern[str], line: str, start: int) -> int:
    """Where a token that begins at `start` ends; `start` if there is none."""
    found = pattern.match(line, start)
    return start if found is None else found.end()


class Deal(NamedTuple):
    """After this number of choices, what no player knows was dealt anew with a seed."""

    after: int
    seed: int


@value
class WhatIf:
    """A game that goes on from a point of another one."""

    of: str = ""
    """The name of the other record."""
    after: int = 0
    """The number of choices that both have in common."""
    deals: tuple[Deal, ...] = ()
    """What was dealt anew; empty if the same cards are drawn as in the other game."""


FORMAT = 1
"""The file format; a reader refuses versions newer than its own."""

LONGEST = 1_000
"""The maximum length of a name or value in a record, in characters; choices and the outcome may be longer."""

MOST_SEATS = 64
"""The maximum number of players in a record; no game has so many seats."""

MOST_DEALS = 1_000
"""The maximum number of deals during a game; each one takes time when the game is replayed."""

UNCHECKED = "none"
"""Somebody who edits a record on purpose writes this in place of the checksum."""

_HEAD = re.compile(r"(?:#[^\n]{0,200}\n)?format = (\d{1,9})\n")
"""The head of a record of any format: only a newer version may know the forms of the lines below."""

Kind = TypeVar("Kind")


@frozen_value
class Record:
    """Everything needed to replay a game; a choice is a seat number and the key of the chosen option."""

    scenario: str
    title: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    switches: tuple[str, ...]
    seed: int
    digest: str
    choices: tuple[tuple[int, str], ...]
    outcome: str = ""
    bots: tuple[str, ...] = ()
    """The bot that plays each seat without a person; empty if persons play all seats."""
    campaign: str = ""
    """The name of the campaign that the game belongs to; empty if it belongs to none."""
    number: int = 0
    """The number of the game in its campaign, from 1."""
    kept: Mapping[str, str] = field(default_factory=dict)
    """The values that the game before it in the campaign handed on."""
    points: tuple[int, ...] = ()
    """The points of each seat at the end; empty before it, and if the game counts none."""
    ranks: tuple[int, ...] = ()
    """The rank of each seat at the end, in the same way."""
    guide: str = ""
    """The name of the guide that the game began with; empty if it began without one."""
    what_if: WhatIf | None = None
    """Where the game branched off another one; None for a game of its own."""

    @property
    def deals(self) -> tuple[Deal, ...]:
        """What was dealt anew during the game."""
        return () if self.what_if is None else self.what_if.deals


class RecordError(MessageError):
    """The text is not a valid record; the message says where and why."""


def write(record: Record) -> str:
    """Format the record as TOML, one choice per line."""
    speakers = _speakers(record.players)
    document = {
        "format": FORMAT,
        "scenario": record.scenario,
        "title": record.title[:LONGEST],
        "digest": record.digest,
        "seed": record.seed,
        "players": list(record.players),
        **({"bots": list(record.bots)} if record.bots else {}),
        "switches": list(record.switches),
        **({"guide": record.guide} if record.guide else {}),
        "options": dict(record.options),
        **({"campaign": {"name": record.campaign, "game": record.number}} if record.campaign else {}),
        **({"kept": dict(record.kept)} if record.kept else {}),
        **({"what_if": _written(record.what_if)} if record.what_if is not None else {}),
        "play": {
            "choices": [f"{speakers[seat]}: {key}" for seat, key in record.choices],
            "outcome": record.outcome,
            **({"points": list(record.points)} if record.points else {}),
            **({"ranks": list(record.ranks)} if record.ranks else {}),
            "checksum": _checksum(record),
        },
    }
    return f"# A game of Lazaretto. `lazaretto replay` plays it again.\n{tomli_w.dumps(document)}"


def _written(what_if: WhatIf) -> dict[str, object]:
    seeds = {"dealt_after": [deal.after for deal in what_if.deals]}
    seeds |= {"dealt_with": [deal.seed for deal in what_if.deals]}
    return {"of": what_if.of, "after": what_if.after, **(seeds if what_if.deals else {})}


def read(text: str, name: str) -> Record:
    """Parse a record; messages start with `name`.

    Raises:
        RecordError: the text is truncated, edited, or not a record at all.
    """
    head = _HEAD.match(text)
    if head is not None and int(head[1]) > FORMAT:
        raise _error(name, messages.OTHER_FORMAT(found=head[1], known=FORMAT), head[0].count("\n"))
    try:
        _check_lines(text)
        values = parse_toml(text)
    except LineError as error:
        raise _error(name, error.text, error.line) from None
    except TomlError as error:
        raise _not_toml(name, error) from None
    return _Reader(name, text, values).record()


def _error(name: str, problem: str, line: int | None = None) -> RecordError:
    if line is None:
        return RecordError(messages.IN_RECORD(name=name, problem=problem))
    return RecordError(messages.IN_RECORD_AT(name=name, line=line, problem=problem))


def _not_toml(name: str, error: TomlError) -> RecordError:
    """Return the error for a text that is not TOML."""
    if error.ends:
        return _error(name, messages.BREAKS_OFF_EARLY())
    if error.problem.message in (toml_messages.TWICE, toml_messages.NO_TABLE):
        return _error(name, messages.KEY_TWICE(), error.line)
    return _error(name, messages.NOT_TOML(words=error.problem), error.line)


def line_of(text: str, key: str, table: str = "") -> int:
    """Return the number of the line with a key of a record, after the head of its table."""
    inside = not table
    for number, line in enumerate(text.split("\n"), 1):
        if inside and re.match(rf'\[?"?{re.escape(key)}\b', line):
            return number
        inside = inside or line.startswith(f"[{table}]")
    return 1


def _speakers(players: tuple[str, ...]) -> list[str]:
    """Return the prefix of each seat's choices: the player's name, or the seat number if it is ambiguous."""
    clear = [players.count(player) == 1 and ":" not in player and "#" not in player for player in players]
    return [
        each if good else f"#{seat + 1}" for seat, (each, good) in enumerate(zip(players, clear, strict=True))
    ]


def _checksum(record: Record) -> str:
    total = sha256()
    for part in _parts(replace(record, title="")):
        data = part.encode("utf-8", "surrogatepass")
        total.update(len(data).to_bytes(8) + data)
    return total.hexdigest()[:16]


def _parts(record: Record) -> Iterator[str]:
    yield from (record.scenario, record.digest, str(record.seed), record.outcome)
    yield from (str(len(record.players)), *record.players, str(len(record.switches)), *record.switches)
    for name in sorted(record.options):
        yield from (name, record.options[name])
    for seat, key in record.choices:
        yield from (str(seat), key)
    yield from record.bots
    if record.campaign:
        yield from ("campaign", record.campaign, str(record.number))
    for key in sorted(record.kept):
        yield from ("kept", key, record.kept[key])
    if record.guide:
        yield from ("guide", record.guide)
    for word, numbers in (("points", record.points), ("ranks", record.ranks)):
        if numbers:
            yield from (word, *map(str, numbers))
    if record.what_if is not None:
        yield from ("what if", record.what_if.of, str(record.what_if.after))
        yield from (f"{after} {seed}" for after, seed in record.what_if.deals)


@frozen_value
class _Reader:
    name: str
    text: str
    values: Mapping[str, object]

    def record(self) -> Record:
        if "format" not in self.values or "scenario" not in self.values:
            raise _error(self.name, messages.NOT_A_RECORD())
        version = self.take(self.values, "format", int, messages.MUST_BE_NUMBER)
        if version != FORMAT:
            words = messages.OTHER_FORMAT(found=version, known=FORMAT)
            raise _error(self.name, words, self.line("format"))
        play = self.table("play")
        options = self.table("options")
        campaign, kept = (self.table(key) if key in self.values else {} for key in ("campaign", "kept"))
        self.known(campaign, ("name", "game"))
        self.known(self.values, _KEYS)
        self.known(play, ("choices", "outcome", "points", "ranks", "checksum"))
        players = self.texts(self.values, "players")
        if len(players) > MOST_SEATS:
            raise _error(self.name, messages.TOO_MANY_PLAYERS(most=MOST_SEATS), self.line("players"))
        bots = self.texts(self.values, "bots") if "bots" in self.values else ()
        if bots and len(bots) != len(players):
            raise _error(self.name, messages.BOTS_AND_PLAYERS(), self.line("bots"))
        record = Record(
            scenario=self.take(self.values, "scenario", str, messages.MUST_BE_TEXT),
            title=self.take(self.values, "title", str, messages.MUST_BE_TEXT),
            players=players,
            options={key: self.take(options, key, str, messages.MUST_BE_TEXT) for key in options},
            switches=self.texts(self.values, "switches"),
            seed=self.take(self.values, "seed", int, messages.MUST_BE_NUMBER),
            digest=self.take(self.values, "digest", str, messages.MUST_BE_TEXT),
            choices=tuple(self.choices(self.texts(play, "choices"), players)),
            outcome=self.take(play, "outcome", str, messages.MUST_BE_TEXT),
            bots=bots,
            campaign=self.take(campaign, "name", str, messages.MUST_BE_TEXT) if campaign else "",
            number=self.take(campaign, "game", int, messages.MUST_BE_NUMBER) if campaign else 0,
            kept={key: self.take(kept, key, str, messages.MUST_BE_TEXT) for key in kept},
            points=self.numbers(play, "points", len(players)),
            ranks=self.numbers(play, "ranks", len(players)),
            guide=self.take(self.values, "guide", str, messages.MUST_BE_TEXT)
            if "guide" in self.values
            else "",
            what_if=self.what_if() if "what_if" in self.values else None,
        )
        self.bounded(record)
        if not record.scenario.strip():
            raise _error(self.name, messages.NO_SCENARIO(), self.line("scenario"))
        given = self.take(play, "checksum", str, messages.MUST_BE_TEXT)
        if given not in (UNCHECKED, _checksum(record)):
            words = messages.WRONG_CHECKSUM(unchecked=UNCHECKED)
            raise _error(self.name, words, self.line("checksum"))
        return record

    def what_if(self) -> WhatIf:
        """Return where the game branched off; deals come in the order of the game."""
        table = self.table("what_if")
        self.known(table, ("of", "after", "dealt_after", "dealt_with"))
        given = table.get("dealt_after")
        count = len(given) if isinstance(given, list) else 0
        places = self.numbers(table, "dealt_after", count)
        seeds = self.numbers(table, "dealt_with", count)
        if (
            len(seeds) != count
            or count > MOST_DEALS
            or list(places) != sorted({*places})
            or min((0, *places))
        ):
            raise _error(self.name, messages.WRONG_DEALS(most=MOST_DEALS), self.line("what_if"))
        return WhatIf(
            self.take(table, "of", str, messages.MUST_BE_TEXT),
            self.take(table, "after", int, messages.MUST_BE_NUMBER),
            tuple(map(Deal, places, seeds)),
        )

    def bounded(self, record: Record) -> None:
        """Refuse names and values that are too long: they are part of messages."""
        named = {
            "scenario": (record.scenario,),
            "title": (record.title,),
            "digest": (record.digest,),
            "options": (*record.options, *record.options.values()),
            "switches": record.switches,
            "bots": record.bots,
            "campaign": (record.campaign,),
            "kept": tuple(record.kept),
            "guide": (record.guide,),
            "what_if": (record.what_if.of,) if record.what_if is not None else (),
        }
        for key, values in named.items():
            if max(map(len, values), default=0) > LONGEST:
                raise _error(self.name, messages.VALUE_TOO_LONG(key=key, most=LONGEST), self.line(key))

    def take(self, table: Mapping[str, object], key: str, kind: type[Kind], otherwise: Message) -> Kind:
        if key not in table:
            raise _error(self.name, messages.MISSING_KEY(key=key))
        value = table[key]
        if type(value) is not kind:
            place = next(
                (
                    name
                    for name in ("options", "campaign", "kept", "what_if", "play")
                    if table is self.values.get(name)
                ),
                "",
            )
            raise _error(self.name, otherwise(key=key), line_of(self.text, key, place))
        return value

    def table(self, key: str) -> dict[str, object]:
        return self.take(self.values, key, dict, messages.MUST_BE_TABLE)

    def texts(self, table: Mapping[str, object], key: str) -> tuple[str, ...]:
        values = self.take(table, key, list, messages.MUST_BE_TEXTS)
        if not all(isinstance(each, str) for each in values):
            raise _error(self.name, messages.MUST_BE_TEXTS(key=key), self.line(key))
        return tuple(values)

    def numbers(self, table: Mapping[str, object], key: str, count: int) -> tuple[int, ...]:
        """Return a number for each seat; nothing if the key is missing, as in games without points."""
        values = self.take(table, key, list, messages.MUST_BE_NUMBERS) if key in table else []
        if any(type(each) is not int for each in values) or (values and len(values) != count):
            raise _error(self.name, messages.MUST_BE_NUMBERS(key=key), self.line(key))
        return tuple(values)

    def choices(self, lines: tuple[str, ...], players: tuple[str, ...]) -> Iterator[tuple[int, str]]:
        speakers = {name: seat for seat, name in reversed(list(enumerate(_speakers(players))))}
        for number, line in enumerate(lines, 1):
            speaker, colon, key = line.partition(": ")
            if colon and speaker in players and speaker not in speakers and players.count(speaker) > 1:
                raise _error(self.name, messages.NAMED_ALIKE(name=speaker[:60]), self.line("players"))
            if not colon or speaker not in speakers:
                words = messages.NO_PLAYER(number=number, line=line[:60])
                raise _error(self.name, words, self.line("choices") + number)
            yield speakers[speaker], key

    def known(self, table: Mapping[str, object], keys: tuple[str, ...]) -> None:
        for key in table:
            if key not in keys:
                raise _error(self.name, messages.UNKNOWN_KEY(key=key), self.line(key))

    def line(self, key: str) -> int:
        return line_of(self.text, key)


_KEYS = (
    *("format", "scenario", "title", "digest", "seed", "players", "bots", "switches", "guide", "options"),
    *("campaign", "kept", "what_if", "play"),
)
