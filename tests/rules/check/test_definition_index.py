"""Every use of a name leads to its definition."""

from functools import cache
from pathlib import Path
from shutil import copytree

import pytest

from lazaretto.grammar import Source
from lazaretto.grammar.node_dataclass import fields
from lazaretto.grammar.nodes import Look, Name
from lazaretto.grammar.source import Span
from lazaretto.rules.build import Linked, link
from lazaretto.rules.check.definition_index import Definition, References
from lazaretto.rules.run.identifier_of_name import identifier
from tests.soak import soak

HOUSE = Path(__file__).resolve().parents[3]
SCENARIOS = HOUSE / "scenarios"
GAMES = ["on_the_brink", "the_cure"]
"""A game that builds on others, and one that stands alone."""
EVERY = [*GAMES, *(pytest.param(each, marks=soak) for each in ("cold_war", "iberia", "pandemic"))]
ERRANDS = HOUSE / "tests" / "data" / "errands"


@cache
def linked(name: str) -> Linked:
    folder = SCENARIOS / name if (SCENARIOS / name).exists() else HOUSE / "tests" / "data" / name
    return link(folder)


def names_in(node: object) -> list[Name]:
    if isinstance(node, Name):
        return [node]
    if isinstance(node, Look):
        return []  # its keys are words of the app
    if isinstance(node, tuple) and not isinstance(node, Span):
        return [found for each in node for found in names_in(each)]
    if fields(node) and not isinstance(node, Span):
        return [found for field in fields(node) for found in names_in(getattr(node, field))]
    return []


def text_at(sources: dict[str, Source], span: Span) -> str:
    assert span.line == span.end_line
    return sources[span.file].line(span.line)[span.column - 1 : span.end_column - 1]


def look_up(references: References, name: Name) -> Definition | None:
    return references.definition_at(name.span.file, name.span.line, name.span.column)


@pytest.mark.parametrize("game", EVERY)
def test_every_name_of_something_declared_has_an_entry(game: str) -> None:
    found = linked(game)
    assert found.checked is not None and found.composed is not None
    world, references = found.checked.world, found.references
    declared = (world.all_names() | set(world.menus)) - {"Player"}
    looked = 0
    for placed in found.composed.placed:
        for name in names_in(placed.declaration):
            if name.text in declared:
                looked += 1
                assert look_up(references, name) is not None, name
    assert looked > 1000


@pytest.mark.parametrize("game", EVERY)
def test_every_definition_stands_where_its_name_is(game: str) -> None:
    found = linked(game)
    for definition in found.references.definitions():
        text = text_at(dict(found.sources), definition.span)
        if text.startswith("[["):
            continue  # a link that is named only by its ends
        assert definition.name in text or identifier(definition.name) in text, definition
        here = definition.span
        assert found.references.definition_at(here.file, here.line, here.column) == definition


@pytest.mark.parametrize("game", EVERY)
def test_uses_and_definitions_agree(game: str) -> None:
    found = linked(game)
    uses = 0
    for definition in found.references.definitions():
        for span in found.references.uses_of(definition):
            uses += 1
            assert span != definition.span
            assert found.references.definition_at(span.file, span.line, span.column) == definition
    assert uses > 3000


def at(text: str, line: str, word: str) -> tuple[int, int]:
    """Return the line and column of a word in the first line of a text that contains some words."""
    for number, each in enumerate(text.split("\n"), 1):
        if line in each:
            return number, each.index(word, each.index(line)) + 1
    raise AssertionError(line)


SPOTS = [
    ("kind", "colour : Colour", "Colour", "kind Colour"),
    ("member", ": Town = Aden", "Aden", 'name = "Aden"'),
    ("attribute", "set player.place to town", "place", "place"),
    ("local", "set player.place to town", "town", "to walk(player, town)"),
    ("local", "set player.place to town", "player", "to walk(player, town)"),
    ("option", "advance clock by pace", "pace", "option pace"),
    ("track", "advance clock by pace", "clock", "track clock"),
    ("procedure", "    walk(me, town)", "walk", "to walk("),
    ("local", "    walk(me, town)", "town", "choose town in"),
    ("menu", "offer moves", "moves", "menu moves"),
]


@pytest.mark.parametrize(("sort", "line", "word", "where"), SPOTS)
def test_each_sort_is_found_where_it_is_declared(sort: str, line: str, word: str, where: str) -> None:
    found = linked("errands")
    file = "errands/errands.rules"
    definition = found.references.definition_at(file, *at(found.sources[file].text, line, word))
    assert definition is not None and (definition.sort, definition.name) == (sort, word)
    assert where in found.sources[definition.span.file].line(definition.span.line)
    assert any(span.file == file for span in found.references.uses_of(definition))


def test_a_cell_of_a_table_leads_to_its_attribute_and_its_member() -> None:
    found = linked("errands")
    file, text = "errands/towns.toml", found.sources["errands/towns.toml"].text
    line, column = at(text, 'colour = "red"', "colour")
    attribute = found.references.definition_at(file, line, column)
    member = found.references.definition_at(file, line, column + len('colour = "'))
    assert attribute is not None and (attribute.sort, attribute.name) == ("attribute", "colour")
    assert member is not None and (member.sort, member.name) == ("member", "red")
    kind = found.references.definition_at(file, at(text, "[[Road]]", "[[")[0], 1)
    assert kind is not None and (kind.sort, kind.name) == ("kind", "Road")


def test_hooks_phases_roles_and_players_are_found() -> None:
    references = [linked(game).references for game in GAMES]
    sorts = {
        definition.sort
        for found in references
        for definition in found.definitions()
        if found.uses_of(definition)
    }
    assert sorts >= {"phase", "pile", "supply", "value", "variable", "player", "member", "attribute"}


def test_no_name_means_nothing() -> None:
    references = linked("errands").references
    assert references.definition_at("errands/errands.rules", 1, 1) is None
    assert references.definition_at("nowhere", 1, 1) is None
    assert References().definitions() == ()


def test_names_are_known_beside_a_broken_line(tmp_path: Path) -> None:
    copy = copytree(ERRANDS, tmp_path / "errands")
    text = (copy / "errands.rules").read_text(encoding="utf-8")
    (copy / "errands.rules").write_text(text + "\nto rest(\n    nothing\n", encoding="utf-8")
    found = link(copy)
    assert [diagnostic.code for diagnostic in found.diagnostics] == ["G005"]
    place = at(text, "    walk(me, town)", "walk")
    assert found.references.definition_at("errands/errands.rules", *place) == Definition(
        "procedure", "walk", Span("errands/errands.rules", *(at(text, "to walk(", "walk")), *_end(text))
    )


def _end(text: str) -> tuple[int, int]:
    line, column = at(text, "to walk(", "walk")
    return line, column + len("walk")
