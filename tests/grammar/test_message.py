"""A message is filled in English and can be translated afterwards."""

import copy
import pickle
from types import ModuleType

import pytest

from lazaretto.grammar import NOWHERE
from lazaretto.grammar.diagnostics import diagnose
from lazaretto.grammar.message import ENGLISH, Catalogue, Message, messages_of, variants, with_commas
from tests.interpreter import interpreter

pytestmark = interpreter

MISSING = Message("X001", "there is no {what} `{name}`", "did you mean `{near}`?")
DOOR = Message("X002.door", "door")
TAKES = Message(
    "X003",
    "`{name}` takes {wanted:,} arguments",
    count="wanted",
    forms={"one": "`{name}` takes {wanted} argument"},
)


def polish_plural(number: int) -> str:
    if number == 1:
        return "one"
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "other"


POLISH = Catalogue(
    {
        "X001": Message("X001", "nie ma: {what} `{name}`"),
        "X002.door": Message("X002.door", "drzwi"),
        "X003": Message(
            "X003",
            "`{name}` ma {wanted} argumentów",
            count="wanted",
            forms={"one": "`{name}` ma {wanted} argument", "few": "`{name}` ma {wanted} argumenty"},
        ),
    },
    polish_plural,
)


def test_a_filled_message_reads_as_the_sentence() -> None:
    text = MISSING(what=DOOR(), name="a{b}")
    assert text == "there is no door `a{b}`"
    assert (text.message, text.gaps) == (MISSING, {"what": "door", "name": "a{b}"})
    assert MISSING.helped(near="b") == "did you mean `b`?"


def test_a_missing_gap_fails() -> None:
    with pytest.raises(KeyError, match="name"):
        MISSING(what="door")


@pytest.mark.parametrize(
    ("number", "english", "polish"),
    [
        (1, "`f` takes 1 argument", "`f` ma 1 argument"),
        (3, "`f` takes 3 arguments", "`f` ma 3 argumenty"),
        (12, "`f` takes 12 arguments", "`f` ma 12 argumentów"),
        (1200, "`f` takes 1,200 arguments", "`f` ma 1200 argumentów"),
    ],
)
def test_a_count_chooses_the_form_of_its_language(number: int, english: str, polish: str) -> None:
    text = TAKES(name="f", wanted=number)
    assert text == english
    assert POLISH.translate(text) == polish


def test_messages_in_gaps_are_translated_too() -> None:
    assert POLISH.translate(MISSING(what=DOOR(), name="a")) == "nie ma: drzwi `a`"


def test_what_has_no_translation_stays_english() -> None:
    text = Message("X009", "no {what}")(what=DOOR())
    assert POLISH.translate(text) == "no drzwi"
    assert POLISH.translate("a game's own words") == "a game's own words"
    assert ENGLISH.translate(text) == text


def test_a_diagnostic_takes_code_sentence_and_help_from_its_message() -> None:
    found = diagnose(MISSING, NOWHERE, what=DOOR(), name="a", near="b")
    assert (found.code, found.message, found.help) == ("X001", "there is no door `a`", "did you mean `b`?")
    assert diagnose(DOOR, NOWHERE).code == "X002"
    assert diagnose(MISSING, NOWHERE, "", what="", name="").help == ""


def test_a_filled_message_is_copied_and_stored_as_its_text() -> None:
    text = MISSING(what="door", name="a")
    assert pickle.loads(pickle.dumps(text)) == copy.deepcopy(text) == text


def test_messages_are_found_by_key_and_each_key_once() -> None:
    module, other = ModuleType("module"), ModuleType("other")
    module.__dict__.update(MISSING=MISSING, DOOR=DOOR, NUMBER=3)
    other.__dict__.update(DOOR=DOOR, TAKES=TAKES)
    assert messages_of([module, other]) == {"X001": MISSING, "X002.door": DOOR, "X003": TAKES}
    module.__dict__["TABLE"] = table = variants("X004", {"red": "red", "blue": "blue"})
    assert messages_of([module])["X004.blue"] is table["blue"]
    other.__dict__["AGAIN"] = Message("X001", "again")
    with pytest.raises(ValueError, match="X001"):
        messages_of([module, other])


def test_a_list_of_thousands_is_filled_and_translated() -> None:
    names = [f"n{number}" for number in range(3_000)]
    listed = with_commas(names)
    assert listed == ", ".join(names)
    assert Catalogue({"list.comma": Message("list.comma", "{first}; {next}")}).translate(listed) == "; ".join(
        names
    )
