"""Every link of the documents leads to a file, and to a heading if it names one."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

WHERE = ("*.md", "docs/*.md", "benchmarks/results/*.md", "scenarios/*/README.md", ".github/*.md")
PAGES = sorted(page for where in WHERE for page in ROOT.glob(where))
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")


def prose(page: Path) -> list[str]:
    """Return the lines of a page without its fenced blocks."""
    found, fence = [], ""
    for line in page.read_text(encoding="utf-8").splitlines():
        match = re.match(r"\s*(`{3,})", line)
        if match and fence in ("", line.strip()):
            fence = "" if fence else match[1]
        elif not fence:
            found.append(line)
    return found


@cache
def headings(page: Path) -> set[str]:
    """Return the headings of a page as links name them."""
    titles = (line.lstrip("#").strip().lower() for line in prose(page) if line.startswith("#"))
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda each: str(each.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for place, heading in LINK.findall("\n".join(prose(page))):
        if "://" in place:
            continue
        target = (page.parent / place).resolve() if place else page
        assert target.exists(), place
        assert not heading or heading in headings(target), f"{place}#{heading}"
