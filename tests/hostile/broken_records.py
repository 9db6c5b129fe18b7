"""Breaks records in many ways, most of them so that the damage gets past the checksum."""

import re
from random import Random

HOSTILE = (
    *(
        "",
        " ",
        "-",
        "--5",
        "-0",
        "9" * 19,
        "9" * 400,
        "nan",
        "1e9",
        "٣",
        "²",
        "\\u0000",
        "\\u001b[2J",
        "\\\\",
    ),
    *("../..", "/dev/zero", "a > b", " > ", ": ", "#1: x", "anna", "yes", "none", "-none", "x" * 900),
    *("\\u202e", "\\u2028", "é" * 40, "[]", "{}", "'", "\\ud800", "\\x", "\\U0010ffff", "\\\\" * 30),
)
"""Values for strings, as they stand between the quotes."""

LINES = (
    *(
        "[",
        "]",
        "[play]",
        "[options]",
        "[x]",
        "[[x]]",
        "format = 2",
        "format = -1",
        "seed = 99999999999999999999",
    ),
    *("seed = 1.5", "seed = 0x1", 'seed = "1"', "bots = []", "bots = [", 'bots = ["random", "random"]', "#"),
    *(
        'players = ["a"  "b"  "c"',
        "players = []",
        "choices = []",
        'x = """',
        "x = '''",
        '"x',
        "=",
        "\t",
        "\x00",
    ),
    *('epidemics = "--5"', 'start = "--5"', '"" = ""', '"\\u001b" = "x"', "a.b = 1", "x = true", "\ufeff"),
)
"""Lines to insert."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_NUMBER = re.compile(r"(?<= = )-?\d+")


def broken_record(text: str, random: Random) -> bytes:
    """Return a record with some damage."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        text = random.choice(DAMAGES)(text, random)
    if random.random() < 0.8:
        text = re.sub(r"(?m)^checksum = .*$", 'checksum = "none"', text)
    data = text.encode("utf-8", "surrogatepass")
    if random.random() < 0.1:
        data = _bytes(data, random)
    return data


def _revalued(text: str, random: Random) -> str:
    """Replace one string by a hostile one."""
    found = list(_STRING.finditer(text))
    if not found:
        return text
    each = random.choice(found)
    value = random.choice(HOSTILE)
    if random.random() < 0.3:
        value = f"{each[0][1:-1]}{value}"
    return f'{text[: each.start()]}"{value}"{text[each.end() :]}'


def _renumbered(text: str, random: Random) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    each = random.choice(found)
    number = random.choice(("0", "-1", "-" + "9" * 39, "9" * 40, "9" * 41, str(2**63), str(-(2**64)), "--1"))
    return f"{text[: each.start()]}{number}{text[each.end() :]}"


def _lines(text: str, random: Random) -> str:
    lines = text.split("\n")
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at:at] = [lines[other]] * random.choice((10, 300))
        case _:
            lines.insert(at, random.choice(LINES))
    return "\n".join(lines)


def _letters(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    sign = random.choice(
        ("", '"', "\\", "[", "]", "=", ",", "  ", "\n", "\r", "#", "\x1b", "é", "\U0001f600")
    )
    return text[:at] + sign + text[at + random.randrange(3) :]


def _cut(text: str, random: Random) -> str:
    return text[: random.randrange(len(text) + 1)]


DAMAGES = (_revalued, _revalued, _revalued, _renumbered, _lines, _letters, _cut)


def _bytes(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.randbytes(random.randrange(5)) + data[at + random.randrange(5) :]
