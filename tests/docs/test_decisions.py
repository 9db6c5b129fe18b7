"""Every form of the language serves two games, or the page of decisions justifies it."""

import re
from collections import defaultdict
from datetime import date

from lark import Token, Tree

from tests.docs.pages import blocks
from tests.docs.trees import GRAMMAR, ROOT, tree_of
from tests.soak import soak

PAGE = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
LAYERS = {"company", "contagion"}
"""Layers: all games that use them count as users of their forms."""
COOKBOOK = {"a recipe", "its readers"}
"""What a recipe of the cookbook uses serves those who follow it."""

DEFENDED = {
    "option … needs": ["option_block", "option_lines"],
    "any of": ["face_type"],
    "roll": ["roll"],
    "seen by owner": ["menu_seen"],
    "is not a": ["is_not_a"],
    "or none": ["or_none"],
    "up to N": ["up"],
    "at most": ["most"],
    "extend menu": ["extend_menu"],
    "extend action": ["extend_action", "extend_action_block", "extend_action_lines"],
    "links Kind one way": ["one_way", "way"],
    "extend Kind Name": ["extend_member"],
    "prefer": ["prefer"],
    "alias": ["alias", "renamed"],
    "remove": ["remove"],
    "proceed": ["proceed"],
    "mod": ["mod"],
}
"""The name on the page, and the rules and words of the grammar that it stands for."""

TESTS = re.compile(r"^(?:replace )?test .*\n(?:\n|[ #].*\n)*", re.MULTILINE)
"""The tests of a text, each with its lines; most lines of the games are tests."""

ONLY_READ = {"broken", "interpolation", "quantifier", "module", "move_named"}
"""Rules that are not forms: unreadable lines, placeholders of texts, and `move n of`, a parser detail."""


def uses(tree: Tree[Token]) -> set[str]:
    """Return the forms and words of a text."""
    found = {str(tree.data)}
    for child in tree.children:
        if isinstance(child, Token):
            found |= {child.value.removeprefix("or ")} if child.type != "NAME" else set()
        else:
            found |= uses(child)
    return found


def sort_of_game(folder: str) -> str:
    """Return the game that a folder belongs to: modes of On the Brink are not separate games."""
    return "on_the_brink" if folder.startswith("strain_and_") else folder


@soak
def test_a_form_that_fewer_than_two_games_use_is_defended() -> None:
    users: dict[str, set[str]] = defaultdict(set)
    for file in sorted(ROOT.glob("scenarios/*/*.rules")):
        for form in uses(tree_of(TESTS.sub("", file.read_text(encoding="utf-8")))):
            users[form] |= LAYERS if file.parent.name in LAYERS else {sort_of_game(file.parent.name)}
    for _, info, text in blocks("docs/cookbook.md"):
        if info.startswith("rules "):
            for form in uses(tree_of(TESTS.sub("", text))):
                users[form] |= COOKBOOK
    lonely = {each for each in forms() - ONLY_READ if len(users[each]) < 2}
    assert lonely - {each for made_of in DEFENDED.values() for each in made_of} == set()


def test_every_defence_is_on_the_page() -> None:
    table = PAGE.partition("## A form serves two games, or is defended")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \|", table, re.MULTILINE)
    named = {each for row in rows for each in re.findall(r"`([^`]+)`", row)}
    assert named == set(DEFENDED)


STATE = re.compile(r"\n\n\*(\d{4}-\d\d-\d\d), accepted(?:; replaces “(.+?)”|; .+?)?\.\*\n\n")


def test_every_decision_has_a_date_and_a_state() -> None:
    decisions = re.split(r"(?m)^## ", PAGE)[1:]
    assert decisions.pop().startswith("Replaced\n")
    states = {text.partition("\n")[0]: STATE.match(text[text.index("\n") :]) for text in decisions}
    assert [title for title, state in states.items() if state is None] == []
    assert all(date.fromisoformat(state[1]) for state in states.values() if state)


def test_what_was_replaced_is_in_the_last_table() -> None:
    table = PAGE.partition("\n## Replaced\n")[2]
    rows = re.findall(r"^\| (.+?): .+ \| .*\]\(#([\w-]+)\)", table, re.MULTILINE)
    replacing = re.findall(r"^## (.+)\n\n\*.*replaces “(.+?)”", PAGE, re.MULTILINE)
    assert {old for old, _ in rows} == {old for _, old in replacing}


def forms() -> set[str]:
    """Return every rule and every word of the grammar, except those that only tests use."""
    grammar = GRAMMAR[: GRAMMAR.index("\ntest:")]
    rules = set(re.findall(r"^([a-z]\w*):", grammar, re.MULTILINE)) | set(re.findall(r"-> (\w+)", grammar))
    return rules | set(re.findall(r'"([a-z]+)"', grammar))
