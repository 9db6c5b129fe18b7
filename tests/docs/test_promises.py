"""What the pages about security and serving promise, and what messages do, is proved by tests."""

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module

import pytest

from lazaretto.grammar.message import Message
from tests.docs.listed_tests import listed_tests
from tests.docs.pages import ROOT
from tests.docs.promises_about_security import PLAIN_IN_SECURITY, SECURITY
from tests.docs.promises_about_serving import PLAIN_IN_SERVING, SERVING
from tests.docs.promises_in_messages import CATALOGUES, MESSAGES, PLAIN_MESSAGES
from tests.docs.sentences import sentences
from tests.hostile.attacks import ATTACKS

PAGES = {"security": (SECURITY, PLAIN_IN_SECURITY), "serving": (SERVING, PLAIN_IN_SERVING)}
PROOFS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "security": SECURITY,
    "serving": SERVING,
    "messages": MESSAGES,
    "attacks": ATTACKS,
}
PROMISES = re.compile(
    r"\b(saved?|saves|stays?|kept|keeps?|restored|continues?|goes on|details are|did not count|back here)\b"
)
"""Words with which a message promises what becomes of a game, or that something has happened."""


def page_text(page: str) -> str:
    return (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")


def unlike(text: str, beginnings: Iterable[str]) -> Iterator[str]:
    """The sentences of a text that begin like none of these or several, and what begins no sentence."""
    known = [*beginnings]
    found = sentences(text)
    for sentence in found:
        if sum(map(sentence.startswith, known)) != 1:
            yield sentence
    for beginning in known:
        if not any(sentence.startswith(beginning) for sentence in found):
            yield beginning


@pytest.mark.parametrize("page", PAGES)
def test_each_sentence_is_proved_or_promises_nothing(page: str) -> None:
    """A new or a changed sentence needs a test that can fail, or a place among those that promise nothing."""
    promises, plain = PAGES[page]
    assert len(promises) > 80
    assert [*unlike(page_text(page), (*promises, *plain))] == []


@pytest.mark.parametrize("where", PROOFS)
def test_each_proof_is_a_test_that_runs(where: str) -> None:
    for promise, proofs in PROOFS[where].items():
        assert proofs, promise
        runs = []
        for proof in proofs:
            path, _, name = proof.partition("::")
            assert name in listed_tests(path), f"{promise}: {proof}"
            runs.append(listed_tests(path)[name])
        assert any(runs), f"{promise}: no test of it is in `make test`"


def test_each_message_that_promises_something_is_proved() -> None:
    found = {
        var.key
        for catalogue in CATALOGUES
        for var in vars(import_module(catalogue)).values()
        if isinstance(var, Message) and PROMISES.search(var.sentence)
    }
    assert found == MESSAGES.keys() | set(PLAIN_MESSAGES)
    assert not MESSAGES.keys() & set(PLAIN_MESSAGES)


def test_what_nobody_has_proved_would_be_found() -> None:
    promises, plain = PAGES["serving"]
    changed = page_text("serving").replace("The server sends no mail.", "The server sends mail.")
    assert {"The server sends mail.", "The server sends no mail."} <= {*unlike(changed, (*promises, *plain))}
    assert [*unlike("- One.\n- Two. Three:\n\n| a | b |\n|---|---|\n| c | d |\n", ("One.", "T"))] == [
        "| c | d |"
    ]
    assert "test_that_there_is_not" not in listed_tests("docs/test_promises.py")
    assert listed_tests("serve/test_socket.py")["test_garbage_and_a_killed_server"] is False
