"""Warns about empty kinds, idle directions, and questions that would show the name of a variable."""

from collections.abc import Iterator

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.rules.check.checker import Checked
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import warning_texts as said
from lazaretto.rules.model import tree
from lazaretto.rules.model.directions import neighbour
from lazaretto.rules.model.entities import Kind
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.model.types import KindType, OptionalType, Type
from lazaretto.rules.run.messages import WHICH


def empty_kinds(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each kind of the scenario `own` that rules go through though it has no members."""
    world = checked.world
    used = {id(node.kind) for root in _roots(world) for node in walk(root) if isinstance(node, tree.KindSet)}
    for kind in world.kinds.values():
        filled = kind.is_player or any(True for _ in kind.members())
        if filled or not kind.span.file.startswith(f"{own}/"):
            continue
        if id(kind) in used:
            yield diagnose(said.NO_MEMBERS, kind.span, kind=kind.name)


def idle_directions(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each direction of the scenario `own` in which no place has a neighbour."""
    grids: dict[int, tuple[Kind, list[Kind]]] = {}
    for root in _roots(checked.world):
        for node in walk(root):
            if isinstance(node, tree.Graph) and node.question in ("step", "line"):
                kind = _kind(node.arguments[1].type)
                if kind is not None:
                    grids.setdefault(id(kind), (kind, []))[1].append(node.kind)
    for kind, used in grids.values():
        cells = [each.cell for grid in used for each in grid.root.members() if each.cell is not None]
        for each in kind.members():
            idle = all(neighbour(cell, each.ident) is None for cell in cells)
            if idle and each.span.file.startswith(f"{own}/"):
                yield diagnose(said.NOWHERE, each.span, direction=each.ident, grid=used[0].name)


def _roots(world: World) -> Iterator[object]:
    """Yield everything in which a rule may go through the members of a kind."""
    for procedure in world.all_procedures():
        yield procedure.body
    for action in world.actions:
        yield action.steps
    for value in world.values.values():
        yield value.base
        for change in value.changes:
            yield from (change.conditions, change.value)
    for outcome in world.outcomes:
        yield outcome.condition


def bare_questions(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each choice without a question whose variable is not called like its kind."""
    world = checked.world
    for procedure in world.all_procedures():
        for node in walk(procedure.body):
            if not isinstance(node, tree.Choose | tree.ChooseNumber) or node.prompt is not None:
                continue
            if not node.span.file.startswith(f"{own}/"):
                continue
            if isinstance(node, tree.ChooseNumber) or not _is_called_like_its_kind(world, node):
                chosen = node.result if isinstance(node, tree.ChooseNumber) else node.variable
                question = WHICH(subject=chosen.word.replace("_", " "))
                yield diagnose(said.NO_QUESTION, node.span, question=question)


def _is_called_like_its_kind(world: World, node: tree.Choose) -> bool:
    """Whether the name of what is chosen says what it is: `boat` for a Boat or a RowBoat."""
    kind, word = _kind(node.variable.type), node.variable.word.replace("_", "").casefold()
    if kind is None:
        return False
    named = world.kind_for_word(word)
    related = named is not None and named.descends_from(kind)
    return related or any(each.name.casefold().endswith(word) for each in kind.lineage())


def _kind(type: Type) -> Kind | None:
    plain = type.item if isinstance(type, OptionalType) else type
    return plain.kind if isinstance(plain, KindType) else None
