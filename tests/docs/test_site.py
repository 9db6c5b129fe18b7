"""The site has every page once, and Python-Markdown reads the pages as GitHub does."""

import re

import pytest

from docs.site.github_markdown import python_markdown, slug
from tests.docs.pages import ROOT
from tests.docs.test_links import PAGES, headings, prose

SETTINGS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation_once() -> None:
    listed = re.findall(r"(?m)^ +- (?:\w+: )?(\S+\.md)$", SETTINGS.partition("\nnav:\n")[2])
    pages = [page.relative_to(ROOT).as_posix() for page in PAGES if ".github" not in page.parts]
    assert sorted(listed) == sorted(pages)


def test_the_files_that_it_names_exist() -> None:
    for name in re.findall(r"docs/site/\w+\.py|grammar/\w+\.py", SETTINGS):
        assert (ROOT / name).is_file(), name


def test_every_code_block_says_its_language() -> None:
    """A block of rules that does not say so is not highlighted."""
    wrong = []
    for page in PAGES:
        inside = ""
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            fence = re.fullmatch(r" *(`{3,})(.*)", line)
            if fence and not inside:
                inside = fence[1]
                if not fence[2] and page.name not in UNMARKED:
                    wrong.append(f"{page.relative_to(ROOT)}:{number}")
            elif fence and fence[1] == inside:
                inside = ""
    assert wrong == []


UNMARKED = {"serving.md", "security.md"}
"""Pages with commands to type, and no rules."""


def test_a_block_keeps_its_language_and_shows_its_file() -> None:
    assert python_markdown("```rules pilot/changes\nto go()\n```\n").splitlines() == [
        '<p class="file">pilot/changes.rules</p>',
        "",
        "```rules",
        "to go()",
        "```",
    ]
    assert python_markdown("```tests lamp\nx\n```\n").splitlines()[2] == "```rules"
    assert python_markdown("````text\n```\n  x\n````\n") == "````text\n```\n  x\n````\n"


def test_a_block_in_a_list_is_indented() -> None:
    page = "- one:\n\n  ```\n  command\n  ```\n\n  goes on\n"
    assert python_markdown(page) == "- one:\n\n\n        command\n\n\n    goes on\n"


def test_a_list_needs_no_blank_line_before() -> None:
    assert python_markdown("text:\n- one\n- two\n") == "text:\n\n- one\n- two\n"
    assert python_markdown("- one\n  goes on\n- two\n") == "- one\n    goes on\n- two\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda each: str(each.relative_to(ROOT)))
def test_headings_have_the_anchors_that_links_name(page: object) -> None:
    path = ROOT / str(page)
    titles = (line.lstrip("#") for line in prose(path) if line.startswith("#"))
    assert {slug(title) for title in titles} == headings(path)
