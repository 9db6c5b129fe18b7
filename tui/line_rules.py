"""Reads the rulebook in lines: its chapters, one chapter, a rule by its number, or what mentions a word."""

from collections.abc import Iterator, Sequence

from lazaretto.rules import Chapter, Entry
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.parse_answer import folded

MOST_FOUND = 8
"""A search tells no more rules than this."""

_ELSEWHERE = "reference"
"""The kind of an entry that only says in which chapter a rule is."""


def rule_lines(chapters: Sequence[Chapter], typed: str) -> list[str]:
    """The titles of all chapters, or what a text names or mentions."""
    if not chapters:
        return [say.NO_RULES()]
    if not typed:
        return [say.CHAPTERS(), *(f"  {each.title}" for each in chapters)]
    wanted = folded(typed)
    for chapter in chapters:
        if wanted in (folded(chapter.title), folded(chapter.number)):
            return list(_chapter(chapter))
    return _numbered(chapters, wanted) or _mentioned(chapters, wanted) or [say.NOT_IN_RULES(typed=typed)]


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield chapter.title
    yield from (f"  {each}" for each in _paragraphs(chapter.text))
    for entry in chapter.entries:
        yield from _entry(entry)


def _paragraphs(text: str) -> list[str]:
    return [" ".join(each.split()) for each in text.split("\n\n") if each.strip()]


def _entry(entry: Entry) -> Iterator[str]:
    """A rule with its number and title, and its notes; deeper ones are indented further."""
    indent = "  " * (entry.depth + 1)
    title = f"{entry.number} {entry.title}" if entry.number else entry.title
    text = " ".join(_paragraphs(entry.text))
    yield f"{indent}{say.RULE(title=title, text=text) if text else title}"
    yield from (f"{indent}  {note}" for note in entry.notes)


def _numbered(chapters: Sequence[Chapter], wanted: str) -> list[str]:
    """The rule with this number, and the rules below it."""
    for chapter in chapters:
        for at, entry in enumerate(chapter.entries):
            if entry.kind != _ELSEWHERE and folded(entry.number) == wanted:
                found = list(_entry(entry))
                for below in chapter.entries[at + 1 :]:
                    if below.depth <= entry.depth:
                        break
                    found += _entry(below)
                return [say.IN_CHAPTER(chapter=chapter.title), *found]
    return []


def _mentioned(chapters: Sequence[Chapter], wanted: str) -> list[str]:
    """Chapters whose title begins so; else rules that have the text in their title, else in their text."""
    titled = [each for each in chapters if folded(each.title).startswith(wanted)]
    if len(titled) == 1:
        return list(_chapter(titled[0]))
    entries = [(chapter, entry) for chapter in chapters for entry in chapter.entries]
    entries = [each for each in entries if each[1].kind != _ELSEWHERE]
    headed = [each for each in entries if wanted in folded(each[1].title)]
    others = [each for each in entries if each not in headed and wanted in _whole(each[1])]
    found = headed + others
    lines: list[str] = []
    last = ""
    for chapter, entry in found[:MOST_FOUND]:
        if chapter.title != last:
            lines.append(say.IN_CHAPTER(chapter=chapter.title))
            last = chapter.title
        lines += _entry(entry)
    if len(found) > MOST_FOUND:
        lines.append(say.MORE_RULES(number=len(found) - MOST_FOUND))
    return lines


def _whole(entry: Entry) -> str:
    return folded(" ".join((entry.text, *entry.notes)))
