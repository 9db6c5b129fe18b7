"""Collects all warnings about a scenario, and finds those about what its rules do.

What nothing uses; kinds without members; directions and `prefer` lines that decide nothing; questions that
would show the name of a variable; two rules that set a value and surely meet somewhere, where the game stops;
and a game that is over at once or cannot begin, which is found out by beginning one.
"""

import operator
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.backends import backend_named
from lazaretto.rules.build import Linked, compile_linked
from lazaretto.rules.check.checker import Checked
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors.did_you_mean import listed
from lazaretto.rules.link.compose_modules import Composed
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.link.safe_files import FILE
from lazaretto.rules.model import tree
from lazaretto.rules.model.directions import neighbour
from lazaretto.rules.model.entities import FLAG, Kind, KindType, OptionalType, Type, Value
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.errors import RuleError, StartError
from lazaretto.rules.run.game import Game
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.messages import WHICH
from lazaretto.rules.warn import messages as said
from lazaretto.rules.warn.looks_and_names import clashing_letters, hiding, same_labels, unknown_looks
from lazaretto.rules.warn.old_names import renamed

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_SPAN = re.compile(r"span=\d+:\d+")


def warnings_of(linked: Linked, pack: Pack) -> Iterator[Diagnostic]:
    """Yield the warnings about the files of a scenario without mistakes, not those of scenarios that it uses.

    A layer leaves much to the games that use it.

    Raises:
        TooDeepError: the rules are nested too deeply.
    """
    checked, composed, own = linked.checked, linked.composed, pack.manifest.name
    if checked is None or composed is None:
        return
    yield from renamed(linked, pack)
    yield from hiding(checked, own)
    yield from unknown_looks(composed, checked.world.members, own)
    yield from same_labels(checked, own)
    yield from clashing_letters(checked, own)
    yield from _bare_questions(checked, own)
    yield from _idle_directions(checked, own)
    yield from _idle_preferences(composed, own)
    yield from _conflicting_settings(checked, own)
    if pack.manifest.layer is None:
        yield from _unused(checked, composed, own)
        yield from _empty_kinds(checked, own)
        yield from _at_start(linked, pack)


def _conflicting_settings(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each setting of the scenario `own` that meets another one, and none wins."""
    for value in checked.world.values.values():
        settings = [change for change in value.changes if change.word == "to"]
        for one, other in combinations(settings, 2):
            mine, theirs = (other, one) if _is_own(other, own) else (one, other)
            decided = other.owner in one.over or one.owner in other.over
            if not _is_own(mine, own) or decided or _same(one, other) or not _meet(one, other):
                continue
            others = ((theirs.span, said.SETS_TOO()),)
            if one.owner == other.owner:
                yield diagnose(
                    said.BOTH_SET_HERE, mine.span, None, others, name=value.name, owner=mine.names[0]
                )
                continue
            yield diagnose(said.BOTH_SET, mine.span, None, others, name=value.name, other=theirs.names[0])


def _is_own(change: tree.ChangeRule, own: str) -> bool:
    return change.span.file.startswith(f"{own}/")


def _meet(one: tree.ChangeRule, other: tree.ChangeRule) -> bool:
    """Whether both settings apply somewhere, as far as their conditions show it.

    They do if one applies wherever the other does. They also do if what they differ in compares the same
    thing with fixed values, and one value fits all comparisons.
    """
    mine, theirs = _conditions(one), _conditions(other)
    apart = [each for text, each in mine.items() if text not in theirs]
    beside = [their for text, their in theirs.items() if text not in mine]
    return not apart or not beside or _agree([*apart, *beside])


def _conditions(change: tree.ChangeRule) -> dict[str, tree.Expression]:
    """Return the conditions of a setting by what they say, wherever they are written."""
    waiting = [condition for condition in (*change.conditions, change.players) if condition is not None]
    found: dict[str, tree.Expression] = {}
    while waiting:
        each = waiting.pop()
        if isinstance(each, tree.Operation) and each.operator == "and":
            waiting.extend(each.operands)
        else:
            found[_SPAN.sub("", repr(each))] = each
    return found


def _agree(comparisons: list[tree.Expression]) -> bool:
    """Whether all compare one thing with fixed values, and a value next to those fits them all."""
    compared: set[str] = set()
    fixed: list[tuple[str, Value]] = []
    for comparison in comparisons:
        match comparison:
            case tree.Operation(word, (thing, tree.Constant(value))) if word in _COMPARE:
                compared.add(_SPAN.sub("", repr(thing)))
                fixed.append((word, value))
            case _:
                return False
    values = {value for _, value in fixed}
    numbers = {value for value in values if isinstance(value, int) and not isinstance(value, bool)}
    candidates = values | {number + step for number in numbers for step in (-1, 1)}
    return len(compared) == 1 and any(
        all(_COMPARE[word](candidate, value) for word, value in fixed) for candidate in candidates
    )


def _same(one: tree.ChangeRule, other: tree.ChangeRule) -> bool:
    first, second = one.value, other.value
    return (
        isinstance(first, tree.Constant) and isinstance(second, tree.Constant) and first.value == second.value
    )


def _idle_preferences(composed: Composed, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each preference of a scenario that decides nothing.

    Its two sides have no rule about the same thing, or a later line decides.
    """
    preferences = composed.preferences
    for line in preferences.lines:
        if line in preferences.needed or line.span.file.partition("/")[0] != own:
            continue
        later = preferences.overruled.get(line)
        if later is not None:
            yield diagnose(said.OVERRULED, line.span, None, ((later.span, said.RULES()),))
            continue
        message = said.DECIDES_NOTHING_IN if line.targets else said.DECIDES_NOTHING
        winners, losers, targets = map(listed, map(sorted, (line.winners, line.losers, line.targets)))
        yield diagnose(message, line.span, winners=winners, losers=losers, targets=targets)


SPECIAL = frozenset({"game", "turn", "settle", "ending", "score", "team", "points", "rank", "campaign_over"})
"""Names that the machine calls or reads itself."""


def _unused(checked: Checked, composed: Composed, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each thing in the texts of the scenario `own` that nothing uses."""
    world = checked.world
    about = {each.span for each in _targets(composed)}
    about |= {line.node.new.span for line in composed.aliases.lines}
    used = {id(target) for name, target in world.uses if name.span not in about}
    for procedure in world.procedures.values():
        called = procedure.preview or id(procedure) in used
        if _counts(procedure.name, procedure.span, own) and not called:
            yield _warning("phase" if procedure.phase else "procedure", procedure.name, procedure.span)
    for value in world.values.values():
        if _counts(value.name, value.span, own) and id(value) not in used:
            yield _warning("value", value.name, value.span)
    for variable in world.variables.values():
        if _counts(variable.name, variable.span, own) and id(variable) not in used:
            yield _warning("option" if variable.option else "variable", variable.name, variable.span)
    offered = {id(menu) for menu in _offered(checked)}
    for menu in world.menus.values():
        if _counts(menu.name, menu.span, own) and id(menu) not in offered:
            yield _warning("menu", menu.name, menu.span)


def _counts(name: str, span: Span, own: str) -> bool:
    return name not in SPECIAL and span.file.startswith(f"{own}/")


def _warning(word: str, name: str, span: Span) -> Diagnostic:
    return diagnose(said.UNUSED[word], span, name=name)


def _targets(composed: Composed) -> Iterator[nodes.Name]:
    """Yield names of things that a rule changes or a look describes, which is no use of them."""
    for placed in composed.placed:
        node = placed.declaration
        rules = node.rules if isinstance(node, nodes.MemberDeclaration) else (node,)
        for rule in rules:
            if isinstance(rule, nodes.Change | nodes.Hook | nodes.Forbid):
                yield rule.target
            elif isinstance(rule, nodes.Look) and rule.subject is not None:
                yield rule.subject


def _offered(checked: Checked) -> Iterator[tree.Menu]:
    for procedure in checked.world.all_procedures():
        for node in walk(procedure.body):
            if isinstance(node, tree.Offer | tree.Window):
                own, interrupts = tree.menus_of(node)
                yield from (*own, *interrupts)


def _empty_kinds(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each kind of the scenario `own` that rules go through though it has no members."""
    world = checked.world
    used = {id(node.kind) for root in _roots(world) for node in walk(root) if isinstance(node, tree.KindSet)}
    for kind in world.kinds.values():
        filled = kind.is_player or any(True for _ in kind.members())
        if filled or not kind.span.file.startswith(f"{own}/"):
            continue
        if id(kind) in used:
            yield diagnose(said.NO_MEMBERS, kind.span, kind=kind.name)


def _idle_directions(checked: Checked, own: str) -> Iterator[Diagnostic]:
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
        for member in kind.members():
            idle = all(neighbour(cell, member.ident) is None for cell in cells)
            if idle and member.span.file.startswith(f"{own}/"):
                yield diagnose(said.NOWHERE, member.span, direction=member.ident, grid=used[0].name)


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


def _bare_questions(checked: Checked, own: str) -> Iterator[Diagnostic]:
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


SEEDS = range(1, 21)
"""The game is begun with the first one; the others tell whether a failure is a matter of luck."""
BRIEFEST = "interpret"
"""The back end that is ready first; few rules run here."""


def _at_start(linked: Linked, pack: Pack) -> Iterator[Diagnostic]:
    """Yield warnings about the game before its first decision.

    Each outcome is compiled once more as an invariant, which tells whether it holds.

    Raises:
        TooDeepError: the rules are nested too deeply.
    """
    assert linked.checked is not None
    world, own = linked.checked.world, pack.manifest.name
    watched = {
        f"outcome {number}": rule
        for number, rule in enumerate(world.outcomes)
        if rule.condition is not None and rule.supply is None
    }
    usual = list(world.invariants)
    for name, outcome in watched.items():
        assert outcome.condition is not None
        fails = tree.Operation("not", (outcome.condition,), FLAG, outcome.span)
        world.invariants.append(tree.InvariantRule(name, fails, outcome.span))
    try:
        tables = compile_linked(linked, backend_named(BRIEFEST))
    finally:
        world.invariants[:] = usual
    if tables is None:
        return
    game_span = world.procedures["game"].span

    def place(span: Span) -> Span:
        return span if span.file.startswith(f"{own}/") else Span(f"{own}/{FILE}", 1, 1, 1, 1)

    seats = [f"seat {number}" for number in range(1, pack.players[0] + 1)]
    game, broken, failures = _begun(tables, seats)
    holding = [watched[each] for each in broken if each in watched]
    if failures:
        message = said.FAILS_AT_START if game is None else said.MAY_FAIL_AT_START
        yield diagnose(message, place(game_span), error=failures[0])
    if game is None:
        return
    if game.outcome is not None:
        span = holding[0].span if holding else game_span
        yield diagnose(said.OVER_AT_START, place(span), reason=game.outcome.reason)
        return
    for rule in holding:
        yield diagnose(said.HOLDS_AT_START, place(rule.span))


def _begun(tables: CompiledGame, seats: list[str]) -> tuple[Game | None, tuple[str, ...], list[str]]:
    """Begin a game; return it, the invariants that it breaks, and what went wrong in those before it."""
    failures: list[str] = []
    for seed in SEEDS:
        try:
            game = bare(Machine(tables), seed, seats, {}).begin()
            return game, game.broken(), failures
        except (RuleError, StartError) as error:
            failures.append(error.text)
    return None, (), failures
