"""TOML that is hard to read: each shape gives a text of about a given length, valid or not."""

from collections.abc import Callable, Mapping

from lazaretto.grammar.foreign_toml import DEEPEST

PARTS = DEEPEST - 2
"""The most parts of a key behind its first one."""


def dotted_keys(length: int) -> str:
    inner = ".".join("a" * PARTS)
    return "".join(f"k{each}.{inner}=1\n" for each in range(length // 45))


def distinct_headers(length: int) -> str:
    inner = ".".join("a" * PARTS)
    return "".join(f"[k{each}.{inner}]\n" for each in range(length // 45))


def below_a_deep_header(length: int) -> str:
    half = ".".join("h" * (DEEPEST // 2))
    inner = ".".join("a" * (DEEPEST // 2 - 1))
    return f"[{half}]\n" + "".join(f"k{each}.{inner}=1\n" for each in range(length // 26))


SHAPES: Mapping[str, Callable[[int], str]] = {
    "one dotted key": lambda length: "a." * (length // 2) + "a=1",
    "one dotted key with quotes": lambda length: '"a".' * (length // 4) + "a=1",
    "one dotted key with blanks": lambda length: "a . " * (length // 4) + "a=1",
    "one dotted header": lambda length: "[" + "a." * (length // 2) + "a]",
    "one dotted header of a list": lambda length: "[[" + "a." * (length // 2) + "a]]",
    "a dotted key in braces": lambda length: "a={" + "a." * (length // 2) + "a=1}",
    "many dotted keys": dotted_keys,
    "many dotted keys below a deep header": below_a_deep_header,
    "many headers": distinct_headers,
    "many entries of a list": lambda length: "[[a]]\n" * (length // 6),
    "many entries of a deep list": lambda length: "[[a.b.c.d.e.f]]\n" * (length // 16),
    "a list in a list": lambda length: "a=" + "[" * length,
    "many deep lists": lambda length: "a=[" + ("[" * PARTS + "]" * PARTS + ",") * (length // 37) + "]",
    "many empty lists": lambda length: "a=[" + "[]," * (length // 3) + "]",
    "a table in a table": lambda length: "a=" + "{a=" * (length // 3),
    "many empty tables": lambda length: "a=[" + "{}," * (length // 3) + "]",
    "a table of many keys": lambda length: "a={" + ",".join(f"k{n}=1" for n in range(length // 8)) + "}",
    "many keys": lambda length: "".join(f"{each:x}=1\n" for each in range(length // 6)),
    "keys that begin alike": lambda length: "".join(f"{'x' * 200}{n}=1\n" for n in range(length // 205)),
    "a key twice at the end": lambda length: "".join(f"k{n}=1\n" for n in range(length // 8)) + "k0=1",
    "a long text": lambda length: f'a="{"x" * length}"',
    "a text of escapes": lambda length: 'a="' + "\\n" * (length // 2) + '"',
    "a text of numbered escapes": lambda length: 'a="' + "\\u00e9" * (length // 6) + '"',
    "a text of escapes without an end": lambda length: 'a="' + "\\n" * (length // 2),
    "a text of many lines": lambda length: 'a="""' + "x\n" * (length // 2) + '"""',
    "a text of many lines with quotes": lambda length: 'a="""' + '""x' * (length // 3),
    "a text of joined lines": lambda length: 'a="""' + "\\\n   " * (length // 5) + '"""',
    "a plain text without an end": lambda length: "a='''" + "''x" * (length // 3),
    "a text that ends far below": lambda length: "a='" + "x\n" * (length // 2) + "'",
    "quotes": lambda length: '"' * length,
    "digits": lambda length: "a=" + "1" * length,
    "hexadecimal digits": lambda length: "a=0x" + "f" * length,
    "digits with underscores": lambda length: "a=" + "1_" * (length // 2) + "1",
    "a long fraction": lambda length: "a=0." + "1" * length + "e5",
    "a long exponent": lambda length: "a=1e" + "1" * length,
    "many numbers": lambda length: "a=[" + "1.5," * (length // 4) + "]",
    "many dates": lambda length: "a=[" + "1979-05-27," * (length // 11) + "]",
    "a long second": lambda length: "a=07:32:00." + "1" * length,
    "comments": lambda length: "#\n" * (length // 2),
    "a long comment": lambda length: "#" * length,
    "comments in a list": lambda length: "a=[" + " \n#\n" * (length // 4) + "]",
    "blanks": lambda length: " " * length,
    "a long word": lambda length: "a" * length,
    "control characters": lambda length: "\x01" * length,
}
