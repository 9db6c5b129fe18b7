"""No two games contain the same procedure: what two need is in a layer that both use."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import combinations
from pathlib import Path

from lazaretto.grammar import Source, nodes, parse
from lazaretto.grammar.node_dataclass import fields
from lazaretto.grammar.source import Span
from tests.scenarios.tables import SCENARIOS

LEAST = 12
"""The minimum length in words of a body worth sharing; shorter ones coincide by chance."""

NEAR = 28
"""The minimum length in words of a body that can be nearly equal to another."""

ALIKE = 0.85
"""The similarity from which two bodies are nearly equal."""

VARIED = 0.95
"""The same if one game builds on the other: a variation of a rule repeats most of its parts."""


@dataclass(frozen=True)
class Body:
    """The words of a rule, without its name, its texts and its local names."""

    game: str
    place: str
    words: tuple[str, ...]
    acts: bool
    """Whether it has effects; a value has none, and counts only if it is equal."""


def rules_of(declaration: object) -> Iterator[tuple[nodes.Name, object]]:
    """Yield every rule with a body, including those of members, and the part of it to compare."""
    match declaration:
        case nodes.Replace(declaration=inner):
            yield from rules_of(inner)
        case nodes.MemberDeclaration(rules=rules):
            for rule in rules:
                yield from rules_of(rule)
        case nodes.Procedure(name=name, parameters=parameters, body=body):
            yield name, (parameters, body)
        case nodes.Action(name=name, body=body):
            yield name, body
        case nodes.Hook(target=name, patterns=patterns, body=body):
            yield name, (patterns, body)
        case nodes.ValueDeclaration(name=name, parameters=parameters):
            yield name, (parameters, declaration.value)
        case _:
            pass


def children(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    elif fields(node):
        yield from (getattr(node, field) for field in fields(node))


def given_names(node: object) -> Iterator[str]:
    """Yield the local names of a rule: parameters, loops, choices, `let`."""
    match node:
        case nodes.Parameter(name=name) | nodes.Let(name=name):
            yield name.text
        case nodes.Choose(variable=name, result=result):
            yield name.text
            if result is not None:
                yield result.text
        case nodes.Arrange(result=result):
            yield result.text
        case (
            nodes.ForEach(variable=name)
            | nodes.Quantifier(variable=name)
            | nodes.ChooseNumber(variable=name)
            | nodes.Confirm(variable=name)
        ):
            yield name.text
        case _:
            pass
    for child in children(node):
        yield from given_names(child)


def words_of(node: object, own: dict[str, str]) -> Iterator[str]:
    """Yield a tree as words; local names are numbered in order of appearance."""
    match node:
        case Span() | nodes.Text() | None:
            return
        case nodes.Name(text=text):
            if own.get(text) == "":
                own[text] = f"#{sum(each != '' for each in own.values())}"
            yield own.get(text, text)
            return
        case nodes.Attribute(name=name):
            yield "Attribute"
            yield from words_of(node.thing, own)
            yield name.text
            return
        case str() | int():
            yield str(node)
            return
        case _:
            pass
    if fields(node):
        yield type(node).__name__
    for child in children(node):
        yield from words_of(child, own)


def bodies(file: Path) -> Iterator[Body]:
    module, diagnostics = parse(Source(file.name, file.read_text(encoding="utf-8")), file.stem)
    assert diagnostics == ()
    for declaration in module.declarations:
        for name, body in rules_of(declaration):
            own = dict.fromkeys(given_names(body), "")
            if isinstance(declaration, nodes.Hook):
                own |= {pattern.text: "" for pattern in declaration.patterns}
            place = f"{file.parent.name}/{file.name}:{name.span.line} {name.text}"
            acts = not isinstance(declaration, nodes.ValueDeclaration)
            yield Body(file.parent.name, place, tuple(words_of(body, own)), acts)


@cache
def built_on(game: str) -> frozenset[str]:
    """Return the games that a game uses, directly and indirectly."""
    manifest = tomllib.loads((SCENARIOS / game / "scenario.toml").read_text(encoding="utf-8"))
    used = frozenset(manifest.get("uses", ()))
    return used.union(*map(built_on, used))


def alike(one: Body, other: Body, ratio: float) -> bool:
    """Whether two bodies are equal, or nearly."""
    if one.words == other.words:
        return True
    short, long = sorted((len(one.words), len(other.words)))
    if short < NEAR or not (one.acts and other.acts) or 2 * short < ratio * (short + long):
        return False
    matcher = SequenceMatcher(None, one.words, other.words, autojunk=False)
    return matcher.quick_ratio() >= ratio and matcher.ratio() >= ratio


def copies(found: list[Body]) -> Iterator[str]:
    """Yield every two rules of different games that are equal."""
    for one, other in combinations([body for body in found if len(body.words) >= LEAST], 2):
        if one.game != other.game:
            related = other.game in built_on(one.game) or one.game in built_on(other.game)
            if alike(one, other, VARIED if related else ALIKE):
                yield f"{one.place} and {other.place}"


def test_no_procedure_stands_in_two_games() -> None:
    found = [body for file in sorted(SCENARIOS.glob("*/*.rules")) for body in bodies(file)]
    assert {body.game for body in found} >= {"pandemic", "iberia", "the_cure", "on_the_brink", "contagion"}
    assert [*copies(found)] == []


OTHER_NAMES = (("infect(", "sicken("), ("room", "space"), ("added", "more"), ("city", "town"))


def test_a_copy_under_other_names_is_noticed(tmp_path: Path) -> None:
    original = SCENARIOS / "contagion" / "cubes.rules"
    text = original.read_text(encoding="utf-8")
    for old, new in OTHER_NAMES:
        text = text.replace(old, new)
    copy = tmp_path / "the_cure" / "copied.rules"
    copy.parent.mkdir()
    copy.write_text(text.replace("more > 0", "more > 1"), encoding="utf-8")
    found = [*copies([*bodies(original), *bodies(copy)])]
    assert any("infect and the_cure/copied.rules" in each for each in found)
