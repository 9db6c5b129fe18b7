"""Our reader of TOML takes what Python's takes, and says what is wrong with the rest, and where."""

import tomllib
from random import Random

import pytest

from lazaretto.grammar import toml_messages
from lazaretto.grammar.foreign_toml import DEEPEST, LONGEST_NUMBER, Places, TomlError, parse_toml
from lazaretto.grammar.message import Message
from tests.soak import TIMES, longer

PIECES = (
    *("a", "b", "c", '"a"', "'b'", '""', "a.b", "a.b.c", "b . c", "=", " = ", "=", ".", ",", "true", "false"),
    *(" ", "\t", "\n", "\n", "\r\n", "\r", "#x\n", "[", "[[", "]", "]]", "{", "}", "\x00", "\x7f", "é"),
    *('"', '"""', '""""', '""""""', "'", "'''", '"x"', '"""a"b""c"""', "'''a'b'''", "\\", "\\\n  ", "\\n"),
    *("\\u00e9", "\\ud800", "\\U0010ffff", "\\U00110000", "\\x", "inf", "-nan", "+inf", "nan"),
    *("1", "0", "00", "-1", "+2", "1.5", "1e5", "1.e5", "0x1F", "0b1", "0o7", "-0x1", "1_000", "1__0", "_1"),
    *("1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "1979-05-27 07:32:00.123456789+01:00", "1979-02-30"),
)
VALUES = ("1", '"x"', "true", "1.5", "'y'", '"""m\n"n"""', "1979-05-27", "-0", '"\\t"', "[]", "{}")


def value(random: Random, depth: int = 0) -> str:
    sort = random.random() if depth < 3 else 1
    if sort < 0.2:
        end = random.choice(("", ",", "\n", "#x\n"))
        return "[" + ",".join(value(random, depth + 1) for _ in range(random.randrange(4))) + end + "]"
    if sort < 0.4:
        pairs = (f"{key(random)}={value(random, depth + 1)}" for _ in range(random.randrange(3)))
        return "{" + ",".join(pairs) + "}"
    return random.choice(VALUES)


def key(random: Random) -> str:
    return ".".join(random.choice("abc") for _ in range(random.choice((1, 1, 1, 2, 2, 3))))


def line(random: Random) -> str:
    match random.randrange(6):
        case 0 | 1:
            return f"[{key(random)}]"
        case 2:
            return f"[[{key(random)}]]"
        case _:
            return f"{key(random)} = {value(random)}"


def document(random: Random) -> str:
    """Return a text that is often nearly right: the few keys make many of them clash."""
    if random.random() < 0.35:
        return "".join(random.choice(PIECES) for _ in range(random.randrange(1, 14)))
    text = "\n".join(line(random) for _ in range(random.randrange(1, 8)))
    for _ in range(random.choice((0, 0, 1, 2))):
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(PIECES) + text[at + random.randrange(2) :]
    return text


def pythons(text: str) -> str | None:
    """What Python reads, as text, so that NaN equals itself and 1 is not true; None if it reads nothing."""
    try:
        return repr(tomllib.loads(text))
    except ValueError:
        return None


def ours(text: str) -> str | None:
    try:
        return repr(parse_toml(text))
    except TomlError as error:
        assert 0 <= error.at <= error.end <= max(len(text), 1) and error.line >= 1 and error.column >= 1
        return None


@longer
def test_it_reads_what_python_reads() -> None:
    random = Random(45)
    texts = [document(random) for _ in range(6_000 * TIMES)]
    read = sum(pythons(text) is not None for text in texts)
    assert len(texts) / 10 < read < len(texts) / 2, "both sorts of texts are tried"
    assert [text for text in texts if ours(text) != pythons(text)] == []


@longer
def test_places_are_those_of_the_texts_that_stand_there() -> None:
    random, checked = Random(46), 0
    for _ in range(2_000 * TIMES):
        text = document(random).replace("\r\n", "\n")
        places: Places = {}
        try:
            values = parse_toml(text, places)
        except TomlError:
            continue
        for path, (first, last, value_first, value_last) in places.items():
            found: object = values
            for each in path:
                found = found[each]  # type: ignore[index]
            assert 0 <= first < last <= len(text) and 0 <= value_first < value_last <= len(text)
            if not isinstance(found, dict | list) and not text[value_first:].startswith("["):
                assert repr(parse_toml(f"a = {text[value_first:value_last]}")["a"]) == repr(found)
                checked += 1
    assert checked > 300


MISTAKES: dict[str, tuple[Message, int, int]] = {
    "= 1": (toml_messages.NO_KEY, 1, 1),
    "a = 1\nb 2": (toml_messages.NO_EQUALS, 2, 3),
    "a = 1 2": (toml_messages.NO_LINE_END, 1, 7),
    "a =\n": (toml_messages.NO_VALUE, 1, 4),
    "[a\nb = 1": (toml_messages.NO_BRACKET, 1, 3),
    "[[a]\nb = 1": (toml_messages.NO_BRACKET, 1, 4),
    'a = 1\nb = "c\nd = 1': (toml_messages.NO_QUOTE, 2, 5),
    'a = """b\nc': (toml_messages.NO_QUOTE, 1, 5),
    "a = [1,\n2": (toml_messages.OPEN_LIST, 1, 5),
    "a = [1 2]": (toml_messages.LIST_GOES_ON, 1, 8),
    "a = {b = 1 c = 2}": (toml_messages.TABLE_GOES_ON, 1, 12),
    "a = {b = 1,\nc = 2}": (toml_messages.BROKEN_TABLE, 1, 12),
    "a = {b = 1\n}": (toml_messages.BROKEN_TABLE, 1, 11),
    "a = {b = 1,}": (toml_messages.LAST_COMMA, 1, 12),
    "a.b = 1\n[a]\n": (toml_messages.TWICE, 2, 2),
    "a = 1\n[[a]]": (toml_messages.NO_TABLE, 2, 3),
    "a = {}\na.b = 1": (toml_messages.NO_TABLE, 2, 1),
    "a = 1 # \x01": (toml_messages.CONTROL, 1, 9),
    'a = "\x1b"': (toml_messages.CONTROL, 1, 6),
    'a = "b\\qc"': (toml_messages.NO_ESCAPE, 1, 7),
    'a = "\\ud800"': (toml_messages.NO_ESCAPE, 1, 6),
    "a = 2025-02-30": (toml_messages.NO_DATE, 1, 5),
    f"a = {'9' * (LONGEST_NUMBER + 1)}": (toml_messages.LONG_NUMBER, 1, 5),
    f"a = {'[' * (DEEPEST + 1)}": (toml_messages.TOO_DEEP, 1, 5 + DEEPEST),
    f"a = 1\n{'.'.join('b' * DEEPEST)} = 1": (toml_messages.TOO_DEEP, 2, 1),
    f"[{'.'.join('b' * DEEPEST)}]\na = 1": (toml_messages.TOO_DEEP, 2, 1),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_each_mistake_is_told_where_it_is(text: str) -> None:
    with pytest.raises(TomlError) as found:
        parse_toml(text)
    error = found.value
    assert (error.problem.message, error.line, error.column) == MISTAKES[text]
    assert str(error) == f"{error.problem} (line {error.line}, column {error.column})"


def test_every_mistake_has_a_case() -> None:
    messages = {var for var in vars(toml_messages).values() if isinstance(var, Message)}
    assert {message for message, _, _ in MISTAKES.values()} == messages - {toml_messages.AT}


@pytest.mark.parametrize("text", ["a = [1", 'a = """b', "a =", "[a", "a = {b = 1", "a"])
def test_a_text_that_breaks_off_is_told_from_others(text: str) -> None:
    with pytest.raises(TomlError) as found:
        parse_toml(text)
    assert found.value.ends
    with pytest.raises(TomlError) as found:
        parse_toml("a = 1\na = 2\nb = 3")
    assert not found.value.ends


def test_long_names_are_cut_in_messages() -> None:
    with pytest.raises(TomlError) as found:
        parse_toml(f"{'x' * 9_000} = 1\n" * 2)
    assert len(str(found.value)) < 200
