"""A form of the language serves two games; one that does not is defended on the page of decisions."""

import re
from collections import defaultdict

from lark import Token, Tree

from tests.docs.trees import GRAMMAR, ROOT, tree_of

PAGE = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
LAYERS = {"company", "contagion"}
"""What these say, all games that use them say."""

DEFENDED = {
    "any of": ["face_type"],
    "roll": ["roll"],
    "retreat": ["retreat"],
    "seen by owner": ["menu_seen"],
    "is not a": ["is_not_a"],
    "by link in Kind": ["through"],
    "number 0..3": ["ranged_type"],
    "or none": ["or_none"],
    "up to N": ["up"],
    "at most": ["most"],
    "greatest": ["greatest"],
    "extend menu": ["extend_menu"],
    "extend Kind Name": ["extend_member"],
    "over": ["over"],
    "remove": ["remove"],
    "look thing": ["top_look"],
    "proceed": ["proceed"],
    "mod": ["mod"],
    "draw": ["draw"],
}
"""As the page calls it, and the rules and words of the grammar that it is made of."""

ONLY_READ = {"broken", "interpolation", "quantifier", "module", "move_named"}
"""What is no form of its own: unreadable lines, gaps of texts, and `move n of`, as the parser must see it."""


def uses(tree: Tree[Token]) -> set[str]:
    """The forms and words of a text, without its tests."""
    found = {str(tree.data)}
    for each in tree.children:
        if isinstance(each, Token):
            found |= {each.value.removeprefix("or ")} if each.type != "NAME" else set()
        elif each.data != "test":
            found |= uses(each)
    return found


def sort_of_game(folder: str) -> str:
    """The game a folder belongs to: modes of On the Brink are no games beside it."""
    return "on_the_brink" if folder.startswith("strain_and_") else folder


def test_a_form_that_fewer_than_two_games_use_is_defended() -> None:
    users: dict[str, set[str]] = defaultdict(set)
    for file in sorted(ROOT.glob("scenarios/*/*.rules")):
        for form in uses(tree_of(file.read_text(encoding="utf-8"))):
            users[form] |= LAYERS if file.parent.name in LAYERS else {sort_of_game(file.parent.name)}
    lonely = {each for each in forms() - ONLY_READ if len(users[each]) < 2}
    assert lonely - {each for made_of in DEFENDED.values() for each in made_of} == set()


def test_every_defence_is_on_the_page() -> None:
    table = PAGE.partition("## A form serves two games, or is defended")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \|", table, re.MULTILINE)
    named = {each for row in rows for each in re.findall(r"`([^`]+)`", row)}
    assert named == set(DEFENDED)


def forms() -> set[str]:
    """Every rule and every word of the grammar, but for those that only tests are written with."""
    grammar = GRAMMAR[: GRAMMAR.index("\ntest:")]
    rules = set(re.findall(r"^([a-z]\w*):", grammar, re.MULTILINE)) | set(re.findall(r"-> (\w+)", grammar))
    return rules | set(re.findall(r'"([a-z]+)"', grammar))
