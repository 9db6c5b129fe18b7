"""What the pages about security and serving promise is proved by tests that there are."""

import ast
import re
from collections.abc import Mapping
from functools import cache

import pytest

from tests.docs.pages import ROOT
from tests.docs.promises import SECURITY, SERVING

PAGES = {"security": SECURITY, "serving": SERVING}


def words_of(page: str) -> str:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    return " ".join(text.split())


@cache
def functions_of(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


@pytest.mark.parametrize("page", PAGES)
def test_each_promise_is_on_its_page_and_has_a_test(page: str) -> None:
    promises: Mapping[str, tuple[str, ...]] = PAGES[page]
    words = words_of(page)
    assert [each for each in promises if each not in words] == []
    for promise, proofs in promises.items():
        assert proofs, promise
        for proof in proofs:
            path, _, name = proof.partition("::")
            assert (ROOT / path).is_file() and name in functions_of(path), proof


def test_every_promise_about_security_is_proved() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    part = text.partition("## What is promised")[2].partition("\n## ")[0]
    headlines = {" ".join(each.split()) for each in re.findall(r"(?m)^\*\*(.+?)\*\*", part)}
    assert len(headlines) > 12
    assert headlines - SECURITY.keys() == set()


def test_a_promise_without_a_test_would_be_found() -> None:
    assert "test_that_there_is_not" not in functions_of("tests/docs/test_promises.py")
    assert "the server sends mail" not in words_of("serving")
