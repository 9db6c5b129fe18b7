"""Games with mistakes, each announced on its line; no other mistakes may be reported."""

import re
from pathlib import Path

import pytest

from lazaretto.grammar import Diagnostic, Source, parse
from lazaretto.grammar.message import messages_of
from lazaretto.grammar.source import NOWHERE
from lazaretto.rules.build import link
from lazaretto.rules.check.checker import check
from lazaretto.rules.errors import (
    alias_messages as catalogue_of_aliases,
    checker_message_texts as catalogue,
    checker_message_variants as catalogue_by_case,
)
from lazaretto.rules.errors.checker_message_texts import CODES
from lazaretto.rules.link.compose_modules import compose
from lazaretto.rules.link.read_tables import Row
from lazaretto.rules.model.directions import GridCell

HERE = Path(__file__).resolve().parent
HOUSE = HERE.parents[2]
BASE = (HERE / "base.rules").read_text(encoding="utf-8")
MARK = re.compile(r" *### (?P<code>R\d+) (?P<words>.*?)(?= *###|$)")
ELSEWHERE = {
    "R071": "in a third module",
    "R021": "at the first line of the game",
    "R034": "in a table: the numbers of rules are shorter",
    "R044": "in several scenarios: `tests/rules/tools/test_blame_mods.py`",
}

FIELD = Row("Field", {"name": "f1", "at": [0, 0]}, NOWHERE, {}, {}, {}, GridCell("Field", "square", 0, 0))
"""A place of a grid, which only a table can draw."""


def cases() -> list[tuple[str, str]]:
    """Return each case with its name, with empty lines in place of the lines before it."""
    found = []
    for path in sorted((HERE / "cases").glob("*.rules")):
        line = 0
        for case in path.read_text(encoding="utf-8").split("---\n"):
            found.append((f"{path.stem}:{line + 1}", "\n" * line + case))
            line += case.count("\n") + 1
    return found


def mistakes(text: str, *others: tuple[str, str]) -> tuple[Diagnostic, ...]:
    """Return the mistakes of a module on top of the base, and of other ones with their names."""
    modules = []
    for name, each in (("base", BASE), ("case", text), *others):
        module, told = parse(Source(f"{name}.rules", each), name)
        assert told == (), told
        modules.append(module)
    return check(compose(modules, (FIELD,)), (2, 4)).diagnostics


def extended_twice(over: str = "") -> tuple[Diagnostic, ...]:
    """Return the mistakes of three modules, two of which extend an action of the first."""
    texts = {
        "base": f'{BASE}action nap in moves "Nap"\n    nothing\n',
        "wind": 'extend action nap "Snooze"\n    cost 2\n    needs my.points > 0 else "No"\n',
        "rain": f'extend action nap{over}\n    cost 3\n    needs my.points > 1 else "No"\n',
    }
    modules = [parse(Source(f"{name}.rules", text), name)[0] for name, text in texts.items()]
    return check(compose(modules, (FIELD,)), (2, 4)).diagnostics


def test_two_modules_that_extend_an_action_say_which_counts() -> None:
    (diagnostic,) = extended_twice()
    assert (diagnostic.code, diagnostic.span.file) == ("R071", "rain.rules")
    assert diagnostic.message == "two modules set the cost of the action `nap`"
    assert diagnostic.help == "say that this one wins: `extend action nap over wind`"
    assert extended_twice(" over wind") == ()


def announced(text: str) -> list[tuple[int, str, str]]:
    return [
        (number, mark["code"], mark["words"].strip())
        for number, line in enumerate(text.split("\n"), 1)
        for mark in MARK.finditer(line)
    ]


CASES = cases()


@pytest.mark.parametrize("text", [text for _, text in CASES], ids=[name for name, _ in CASES])
def test_each_mistake_is_told_where_it_is(text: str) -> None:
    diagnostics = mistakes("\n".join(MARK.sub("", line) for line in text.split("\n")))
    found = [
        (diagnostic.span.line, diagnostic.code, diagnostic.message)
        for diagnostic in diagnostics
        if diagnostic.code != "R021"
    ]
    expected = announced(text)
    assert [each[:2] for each in found] == [each[:2] for each in expected], found
    for (_, _, message), (_, _, words) in zip(found, expected, strict=True):
        assert words in message
    for diagnostic in diagnostics:
        assert wellformed(diagnostic), diagnostic


@pytest.mark.parametrize(
    ("text", "help"),
    [
        (
            "extend kind Player\n    wit : number = 0 seen by others\n",
            "those other in Player where other != this",
        ),
        ("var luck : number = 0 seen by others\n", "write `seen by all`, `nobody` or a set of players"),
        ("var luck : number = 0 seen by nobdy\n", "did you mean `nobody`?"),
        ("to f()\n    let who = random of Player + Player\n", "`random of (... + ...)`"),
        (
            'action a in moves\n    let who = random of Player\n    say "{who}"\n',
            "move this line into a procedure, `to ...`, and call that, or put it below a line that changes",
        ),
    ],
)
def test_the_help_says_what_to_write(text: str, help: str) -> None:
    (told,) = mistakes(text)
    assert help in told.help


def test_the_base_is_without_mistakes() -> None:
    assert mistakes("") == ()


def test_a_game_without_a_beginning_is_told() -> None:
    assert [mistake.code for mistake in mistakes("remove phase game\n")] == ["R021"]


@pytest.mark.parametrize(
    "body",
    [
        "nothing",
        'say "Hello"',
        "set total to 3",
        "quiet()\nto quiet()\n    add 1 to total",
        "repeat forever\n        nothing",
    ],
)
def test_a_game_that_asks_nobody_and_never_ends_is_told(body: str) -> None:
    (told,) = mistakes(f"replace phase game()\n    {body}\n")
    assert (told.code, told.span.file, told.span.line) == ("R021", "case.rules", 1)
    assert "never asks a player and never ends" in told.message


@pytest.mark.parametrize(
    "body",
    [
        'draw "Enough"',
        'quiet()\nto quiet()\n    if total > 3\n        draw "Enough"',
        "for each player in Player\n        turn(player)",
        'set total to 3\nwin "Done" when total = 3',
        'nothing\nafter game()\n    draw "Enough"',
    ],
)
def test_a_game_that_may_ask_or_end_is_no_mistake(body: str) -> None:
    assert [mistake.code for mistake in mistakes(f"replace phase game()\n    {body}\n")] == []


def test_each_code_has_a_case_and_a_sentence() -> None:
    used = {code for _, text in CASES for _, code, _ in announced(text)} | set(ELSEWHERE)
    assert used == set(CODES)
    for path in (HOUSE / "rules").rglob("*.py"):
        assert set(re.findall(r"\bR\d\d\d\b", path.read_text(encoding="utf-8"))) <= set(CODES), path


TABLES = {
    "a link of one end": ('[[Road]]\nends = ["Aden"]\n', "R018", "a link needs two ends"),
    "an area without members": ('[[Region]]\nname = "West"\n', "R018", "an area needs a list of members"),
    "no name": ("[[Town]]\nsize = 2\n", "R018", "an entry needs a name"),
    "one number for a spot": (
        '[[Town]]\nname = "Dover"\nat = 3\n',
        "R018",
        "a position on the map must be two numbers",
    ),
    "no number for a spot": (
        '[[Town]]\nname = "Dover"\nat = [nan, inf]\n',
        "R018",
        "a position on the map must be two numbers",
    ),
    "a number beyond every map": (
        '[[Town]]\nname = "Dover"\nat = [1e400, 0]\n',
        "R018",
        "a position on the map must be two numbers",
    ),
    "a label without end": (
        f'[[Town]]\nname = "Dover"\nlabel = "{"a" * 601}"\n',
        "R018",
        "a name or a label has at most 600 characters",
    ),
    "a text for a look": ('[[Town]]\nname = "Dover"\nlook = "blue"\n', "R018", "a look must be a table"),
    "a fraction": ('[[Town]]\nname = "Dover"\nsize = 2.5\n', "R002", "but this is a `decimal number`"),
    "a list": ('[[Town]]\nname = "Dover"\nsize = [2]\n', "R002", "but this is a `list`"),
    "a table": ('[[Town]]\nname = "Dover"\nlabel = {a = 2}\n', "R002", "but this is a `table`"),
    "a date": ('[[Town]]\nname = "Dover"\nsize = 2020-02-02\n', "R002", "but this is a `date`"),
    "a large number": (
        f'[[Town]]\nname = "Dover"\nsize = {2**63}\n',
        "R034",
        "this number is too large",
    ),
}


def of_table(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    """Return the mistakes of a table on top of the base."""
    manifest = 'name = "toy"\ntitle = "Toy"\nplayers = [2, 4]\nmodules = ["base", "case"]\ntables = ["map"]\n'
    files = {
        "scenario.toml": manifest,
        "base.rules": BASE,
        "case.rules": "kind Region is an area of Town\n",
        "map.toml": text,
    }
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return link(folder).diagnostics


@pytest.mark.parametrize("name", TABLES)
def test_each_mistake_of_a_table_is_told(name: str, tmp_path: Path) -> None:
    text, code, words = TABLES[name]
    (diagnostic,) = of_table(tmp_path, text)
    assert diagnostic.code == code
    assert words in diagnostic.message
    assert wellformed(diagnostic)


def test_each_message_is_said_in_some_case(said: set[str], tmp_path: Path) -> None:
    for _, text in CASES:
        mistakes("\n".join(MARK.sub("", line) for line in text.split("\n")))
    for text, _, _ in TABLES.values():
        of_table(tmp_path, text)
    mistakes("remove phase game\n")
    mistakes("prefer changes over base\n", ("one/changes", ""), ("two/changes", ""))
    extended_twice()
    bounds = {message.key for message in catalogue_by_case.TOO_MANY.values()} | {catalogue.TOO_DEEP.key}
    """`tests/rules/test_harmless.py` has too large games, `tests/hostile/test_depth.py` deep ones."""
    several = {message.key for message in catalogue_by_case.BLAMED.values()} | {catalogue.PREFER.key}
    several |= {catalogue_by_case.USED_TOGETHER.key, catalogue_by_case.USED_TOGETHER_MORE.key}
    several |= {catalogue_by_case.LAYER_LACKS.key, catalogue_by_case.LAYER_LACKS_MORE.key}
    several |= {catalogue.LINK_CALLED.key, catalogue.SCENARIO_NAMED.key, catalogue.USED_HERE.key}
    """`tests/rules/tools/test_blame_mods.py` and `test_rule_order.py` have several scenarios,
    `tests/rules/tools/test_render_diagnostics.py` has a table of links."""
    several |= {message for message in messages_of((catalogue_of_aliases,)) if not message.startswith("R")}
    """`tests/rules/test_aliases.py` has warnings, and old names in manifests."""
    catalogues = catalogue, catalogue_by_case, catalogue_of_aliases
    assert set(messages_of(catalogues)) - said - bounds - several == set()


def wellformed(diagnostic: Diagnostic) -> bool:
    words = re.sub(r"`[^`]*`", "x", diagnostic.message)
    return bool(words) and not words.endswith(".") and not words[0].isupper() and diagnostic.code in CODES


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("remove town Aden\n", "write `remove Town Aden`"),
        ("remove procedure visit\n", "write `remove to visit`"),
        ("extend action visit\n    limit 1 per turn\n", "`visit` is a procedure: write `before`, "),
        ("change clock() to 3\n", "move its marker in a rule: `advance clock by 1`"),
        ("change limit() by 1\n", "write `limit(_)`"),
        ('forbid visit(me) because "No"\n', "write `visit(me, _)`"),
        ("after limit(_)\n    nothing\n", "write `change limit(_) by ...`"),
        ("change visit(_, _) by 1\n", "write `after visit(_, _)`"),
    ],
)
def test_the_help_leads_into_no_other_mistake(text: str, help: str) -> None:
    assert next(mistake.help for mistake in mistakes(text)).startswith(help)


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("to a(n: int)\n    nothing\n", "write `number`"),
        ("to a(n: Boolean)\n    nothing\n", "write `flag`"),
        ("to a(n: string)\n    nothing\n", "write `text`"),
        ("to a(n: nmber)\n    nothing\n", "did you mean `number`?"),
        ("to a(n: Twn)\n    nothing\n", "did you mean `Town`?"),
        ("extend kind Playr\n    rich : flag = no\n", "did you mean `Player`?"),
    ],
)
def test_an_unknown_type_is_told_with_the_one_that_may_be_meant(text: str, help: str) -> None:
    (diagnostic,) = mistakes(text)
    assert diagnostic.help == help
