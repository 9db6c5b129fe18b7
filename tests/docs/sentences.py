"""Splits a page into its sentences: those of paragraphs and lists, and the rows of tables."""

import re

_LEFT_OUT = (
    re.compile(r"(?ms)^<!-- limits.*?<!-- end of limits -->$"),  # generated, and compared with their source
    re.compile(r"(?ms)^ *```.*?^ *```$"),
    re.compile(r"(?m)^#.*$"),
    re.compile(r"(?m)^\|.*\|\n\|[-|]+\|$"),  # the head of a table
)
_BLOCK_END = re.compile(r"\n\s*\n|\n(?=\s*- |\|)")
_SENTENCE_END = re.compile(r"(?<=[.:?!])(?:\*\*)? (?=\W{0,3}[A-Z`])")


def sentences(text: str) -> list[str]:
    """Return the sentences of a page, without line breaks and bullets."""
    for pattern in _LEFT_OUT:
        text = pattern.sub("", text)
    blocks = (" ".join(each.split()).removeprefix("- ") for each in _BLOCK_END.split(text))
    return [
        sentence
        for block in blocks
        if block
        for sentence in ([block] if block.startswith("|") else _SENTENCE_END.split(block))
    ]
