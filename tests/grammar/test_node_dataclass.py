"""Nodes are slotted dataclasses with one `__repr__`."""

import pickle
from copy import copy
from dataclasses import FrozenInstanceError, field, fields as dataclass_fields, is_dataclass, replace
from inspect import getmembers, isclass
from types import ModuleType

import pytest

from lazaretto.grammar import Source, Span, nodes, parse
from lazaretto.grammar.node_dataclass import changed, changing_node, fields, frozen_value
from lazaretto.rules.model import entities, test_cases, tree
from lazaretto.rules.model.entities import NUMBER
from tests.interpreter import interpreter

pytestmark = interpreter

CLASSES = [
    kind
    for module in (nodes, tree, test_cases, entities)
    for _, kind in getmembers(module, isclass)
    if is_dataclass(kind)
]


def test_all_node_classes_are_looked_at() -> None:
    assert len(CLASSES) > 150


@pytest.mark.parametrize("module", [nodes, tree, test_cases, entities])
def test_each_class_has_slots_and_no_repr_of_its_own(module: ModuleType) -> None:
    for _, kind in getmembers(module, isclass):
        shown_by_name = kind.__name__.endswith("Type")  # messages say what a value is
        if is_dataclass(kind) and kind.__module__.startswith(module.__name__) and not shown_by_name:
            assert "__dict__" not in dir(kind), kind
            assert kind.__repr__.__module__ == "lazaretto.grammar.node_dataclass", kind
            assert fields(kind) == tuple(dataclass_field.name for dataclass_field in dataclass_fields(kind))


def test_a_node_shows_its_fields_and_where_it_starts() -> None:
    module, _ = parse(Source("a.rules", "to f()\n    set n to 3\n"), "a")
    (procedure,) = module.declarations
    assert isinstance(procedure, nodes.Procedure)
    assert repr(procedure.body) == (
        "(Set(target=Name(text='n', span=2:9), value=Number(value=3, span=2:14), span=2:5),)"
    )


def test_a_node_shows_entities_by_name() -> None:
    span = Span("a.rules", 1, 1, 1, 2)
    local = tree.Local("n_v0", NUMBER, span)
    assert (
        repr(tree.LocalValue(local, NUMBER, span)) == "LocalValue(local=<Local n_v0>, type=number, span=1:1)"
    )
    kind = entities.Kind("Town", span)
    kind.own.append(entities.Member("Aden", "Aden", "Aden", kind, span))
    assert repr(kind.own) == "[<Member Aden>]"


def test_a_changed_node_is_a_new_one() -> None:
    module, _ = parse(Source("a.rules", "kind A\n"), "a")
    (kind,) = module.declarations
    assert isinstance(kind, nodes.KindDeclaration)
    other = changed(kind, documentation="words")
    assert (kind.documentation, other.documentation, other.name) == ("", "words", kind.name)
    assert kind != other and kind != changed(kind)


@frozen_value
class Pair:
    first: int
    second: list[int] = field(default_factory=list, compare=False)


def test_values_compare_by_their_fields() -> None:
    assert Pair(1) == Pair(1, [2]) != Pair(2)
    assert len({Pair(1), Pair(1), Pair(2)}) == 2
    assert Pair(1).second is not Pair(1).second
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'first'"):
        Pair()  # type: ignore[call-arg]


def test_frozen_values_stay_as_they_are() -> None:
    pair = Pair(1, second=[3])
    with pytest.raises(FrozenInstanceError):
        pair.first = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del pair.first
    assert (
        pickle.loads(pickle.dumps(pair)).second == copy(pair).second == replace(pair, first=2).second == [3]
    )


@changing_node
class _Counted:
    """Has a text of its own, and finishes what was made."""

    parts: list[int]
    count: int = 0

    def __post_init__(self) -> None:
        self.count += len(self.parts)

    def __repr__(self) -> str:
        return f"{self.count} parts"


def test_a_class_may_say_how_it_is_shown_and_what_follows_its_making() -> None:
    assert repr(_Counted([7, 8], 1)) == "3 parts"
