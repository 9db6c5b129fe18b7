"""Breaks one line of a text at random."""

from random import Random

from lazaretto.grammar.lexer import cut

GARBAGE: tuple[str, ...] = (*"@(){}[]\"'#=.,:|+-*/<>!;\t ", " foo ", " if ", " 3 ", '"x"', "~~")


def damaged(text: str, chance: Random) -> str:
    """Break one line: drop or replace a word or letter, insert garbage, or change the indentation."""
    lines = text.split("\n")
    while True:
        at = chance.randrange(len(lines))
        new = _damaged_line(lines[at], chance)
        if new != lines[at]:
            return "\n".join((*lines[:at], new, *lines[at + 1 :]))


def _damaged_line(line: str, chance: Random) -> str:
    words, _ = cut(line, 1, 1)
    if not words:
        return line
    word, other = chance.choice(words), chance.choice(words)
    column = chance.randrange(len(line))
    match chance.randrange(5):
        case 0:
            return line[: word.column - 1] + line[word.end_column - 1 :]
        case 1:
            return line[:column] + chance.choice(GARBAGE) + line[column:]
        case 2:
            return line[:column] + line[column + 1 :]
        case 3:
            return chance.choice([line.strip(), f"    {line}", f"  {line}", line[:column]])
        case _:
            return line[: word.column - 1] + other.text + line[word.end_column - 1 :]
