"""Rules that tell secrets, with the warning written on its line; no other warnings may come."""

import re
from pathlib import Path

import pytest

from lazaretto.grammar import Diagnostic, Source
from lazaretto.grammar.message import messages_of
from lazaretto.rules.build import Linked, parse_once
from lazaretto.rules.check.checker import check
from lazaretto.rules.flow import messages
from lazaretto.rules.flow.check_flows import MOST_PLACES, warnings_of
from lazaretto.rules.flow.work_limit import MOST
from lazaretto.rules.link.compose_modules import compose

HERE = Path(__file__).resolve().parent
BASE = (HERE.parent / "check" / "base.rules").read_text(encoding="utf-8")
SECRETS = (HERE / "base.rules").read_text(encoding="utf-8")
_parse = parse_once()
MARK = re.compile(r" *### (?P<code>L\d+) (?P<words>.*?)(?= *###|$)")


def cases() -> list[tuple[str, str]]:
    """Return each case with its name, with empty lines in place of the lines before it."""
    found, line = [], 0
    for case in (HERE / "cases.rules").read_text(encoding="utf-8").split("---\n"):
        found.append((case.partition("\n")[0].removeprefix("# "), "\n" * line + case))
        line += case.count("\n") + 1
    return found


def warnings(text: str, most: int = MOST, least_players: int = 2, used: str = "") -> tuple[Diagnostic, ...]:
    """Return the warnings about a module on top of the base, and of a text of a scenario that it uses."""
    modules = []
    for name, each in (("base", BASE), ("secrets", SECRETS), ("used", used), ("case", text)):
        scenario = "game" if name == "used" else "own"
        module, told = _parse(Source(f"{scenario}/{name}.rules", each), name, False)
        assert told == (), told
        modules.append(module)
    composed = compose(modules, ())
    checked = check(composed, (least_players, 4))
    assert not checked.diagnostics
    return warnings_of(Linked(checked, None, (), {}, tuple(modules), composed), "own", most)


def announced(text: str) -> list[tuple[int, str, str]]:
    return [
        (number, mark["code"], mark["words"].strip())
        for number, line in enumerate(text.split("\n"), 1)
        for mark in MARK.finditer(line)
    ]


@pytest.mark.parametrize("text", [text for _, text in cases()], ids=[name for name, _ in cases()])
def test_each_leak_is_told_where_it_is(text: str) -> None:
    found = warnings("\n".join(MARK.sub("", line) for line in text.split("\n")))
    told = [(diagnostic.span.line, diagnostic.code, diagnostic.message) for diagnostic in found]
    expected = announced(text)
    assert [each[:2] for each in told] == [each[:2] for each in expected], told
    for (_, _, message), (_, _, words) in zip(told, expected, strict=True):
        assert words in message


def test_each_message_is_said_in_some_case(said: set[str]) -> None:
    for _, text in cases():
        for warning in warnings("\n".join(MARK.sub("", line) for line in text.split("\n"))):
            assert warning.code in messages.CODES
            assert "reveals" in warning.help
    warnings("", 10)
    test_a_leak_through_the_rules_of_others_is_told_once_at_the_own_line()
    assert set(messages_of((messages,))) - said == set()


def test_a_leak_through_the_rules_of_others_is_told_once_at_the_own_line() -> None:
    used = "value prize(player) : number = 1\n\nto award(player)\n    set total to prize(player)\n"
    used += "\nto advertise(player)\n" + '    say "{prize(player)}"\n' * 4
    change = "change prize(player) by 1 when player.plan = Bern\n"
    (leak,) = warnings(change, used=used)
    assert (leak.span.file, leak.span.line, leak.span.column) == ("own/case.rules", 1, 32)
    assert [other.file for other, _ in leak.others] == ["game/used.rules"] * MOST_PLACES
    assert not warnings(change.rstrip() + '\n    reveals plan "Everybody hears of the prize."\n', used=used)


def test_rules_that_take_too_long_to_follow_are_told() -> None:
    lines = ["value v0() : set of Player = those player in Player where player.plan = Bern"]
    for n in range(1, 6):
        lines.append(f"value v{n}() : set of Player = v{n - 1}()")
        lines += [f"change v{n}() to v{n - 1}() when total = {k}" for k in range(20)]
    lines += ["to f()", "    for each player in v5()", '        say "{player}"', ""]
    found = warnings("\n".join(lines), 20_000)
    assert "L003" in [diagnostic.code for diagnostic in found]


def test_rules_that_are_nested_too_deeply_to_follow_are_told() -> None:
    lines = ["value w0() : number = count(deck only Trick)"]
    lines += [f"value w{n}() : number = w{n - 1}()" for n in range(1, 600)]
    lines += ["to f()", "    set total to w599()", ""]
    assert {warning.code for warning in warnings("\n".join(lines))} in ({"L001"}, {"L003"})


def test_alone_the_next_player_is_oneself() -> None:
    text = next(text for name, text in cases() if name.startswith("the next player is somebody else"))
    assert warnings(text) == ()
    assert "back" in warnings(text, least_players=1)[0].message
