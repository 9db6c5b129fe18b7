"""Turns Markdown as GitHub reads it into Markdown as Python-Markdown reads it; `docs/site/hooks.py` uses it.

The pages are written for GitHub and for readers of the text. Python-Markdown, which mkdocs uses, knows no
words after the language of a fenced block, no fenced blocks in lists, and nothing in lists that is indented
by less than four blanks.
"""

import re
from html import escape

_FENCE = re.compile(r"( *)(`{3,})(.*)")
_ITEM = re.compile(r"(?:[-*]|\d+\.) ")
_LANGUAGES = {"tests": "rules"}
"""Names of blocks that are not the name of their language."""


def python_markdown(text: str) -> str:
    """Return a page as Python-Markdown reads it."""
    lines: list[str] = []
    fence, margin = "", ""
    for line in text.splitlines():
        match = _FENCE.fullmatch(line)
        if fence:
            if match and match[2] == fence and not match[3]:
                lines.append("" if margin else fence)
                fence = ""
            else:
                lines.append(f"{' ' * 8}{line.removeprefix(margin)}" if margin else line)
        elif match:
            margin, fence, words = match[1], match[2], match[3].strip()
            lines += [""] if margin else [*_caption(words), f"{fence}{_language(words)}"]
        else:
            if _ITEM.match(line) and lines and not _goes_on(lines[-1]):
                lines.append("")
            lines.append(re.sub(r"^ {2,3}(?! )", " " * 4, line))
    return "\n".join([*lines, ""])


def _goes_on(line: str) -> bool:
    """Whether a list may go on or begin after this line without a blank line."""
    return not line or line.startswith(" ") or _ITEM.match(line) is not None


def _language(words: str) -> str:
    language = words.partition(" ")[0]
    return _LANGUAGES.get(language, language)


def _caption(words: str) -> list[str]:
    """Return the name of the file that a block is, as a line above it."""
    language, _, name = words.partition(" ")
    if not name:
        return []
    file = name if "." in name else f"{name}.{language}"
    return [f'<p class="file">{escape(file)}</p>', ""]


def slug(title: str, separator: str = "-") -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", separator)
