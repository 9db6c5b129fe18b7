"""Warns about how things look and what they are called.

Looks that no screen knows; labels that two things share; new names that hide a built-in function or something
that the game already declares; letters of actions that players cannot use.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.message import with_commas
from lazaretto.grammar.node_dataclass import fields
from lazaretto.grammar.source import Span
from lazaretto.rules.check.builtin_calls import BUILT_IN
from lazaretto.rules.check.checker import Checked
from lazaretto.rules.check.symbol_table import Named, World
from lazaretto.rules.errors.did_you_mean import did_you_mean
from lazaretto.rules.link.compose_modules import Composed
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Pile, Supply, Track, Variable
from lazaretto.rules.model.never_offered_together import exclude_each_other, only_if
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.warn import messages as said

LOOKS = (
    "colour",
    "glyph",
    "letter",
    "code",
    "label",
    "shows",
    "weight",
    "line",
    "over",
    "space",
    "danger",
    "preview",
    "hidden",
    "when",
    "tiles",
    "x",
    "y",
    "needs",
    "counts",
)
"""The keys of looks that screens know."""
COLOURS = (
    "blue",
    "yellow",
    "grey",
    "black",
    "red",
    "green",
    "lime",
    "cyan",
    "magenta",
    "orange",
    "brown",
    "white",
    "pink",
    "purple",
    "teal",
)
"""The colours that screens know by name."""
WORDS = {
    "shows": ("face", "sort", "back", "places"),
    "line": ("solid", "dashed", "dotted", "double"),
    "over": ("edge",),
    "tiles": ("yes", "no"),
    "hidden": ("yes", "no"),
    "counts": ("up",),
}
"""The texts that screens know, for looks that know no others."""
WHEN = ("always", "never", "yes", "no", "none")
"""The texts of the look `when`, besides numbers and the names of members."""
HEXADECIMAL = re.compile(r"#[0-9a-fA-F]{6}")

Labelled = Variable | Pile | Supply | Track


def unknown_looks(composed: Composed, members: Collection[str], own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each unknown key or value in the texts and tables of the scenario `own`."""
    shown = {member.replace("_", " ") for member in members}.union(members)
    for placed in composed.placed:
        if placed.declaration.span.file.startswith(f"{own}/"):
            for look in _looks(placed.declaration):
                for key, value in look.pairs:
                    text = value.plain if isinstance(value, nodes.Text) else getattr(value, "text", "")
                    yield from _unknown(key.text, text, key.span, value.span)
                    if isinstance(value, nodes.Text):
                        yield from _unknown_value(key.text, text, shown, value.span)
    for row in composed.rows:
        pairs = row.values.get("look")
        if row.span.file.startswith(f"{own}/") and isinstance(pairs, dict):
            place = row.place("look")
            for name, given in pairs.items():
                text = given if isinstance(given, str) else ""
                yield from _unknown(name, text, place, place)
                yield from _unknown_value(name, text, shown, place)


def _unknown(key: str, value: str, key_span: Span, value_span: Span) -> Iterator[Diagnostic]:
    if key not in LOOKS:
        help = did_you_mean(key, LOOKS) or said.UNKNOWN_LOOK.helped(names=with_commas(LOOKS))
        yield diagnose(said.UNKNOWN_LOOK, key_span, help, key=key)
    elif key == "colour" and value not in COLOURS and not HEXADECIMAL.fullmatch(value):
        near = did_you_mean(value, COLOURS)
        help = near or said.UNKNOWN_COLOUR.helped(names=with_commas(COLOURS))
        yield diagnose(said.UNKNOWN_COLOUR, value_span, help, colour=value)


def _unknown_value(key: str, value: str, members: Collection[str], span: Span) -> Iterator[Diagnostic]:
    """Yield a warning if a look has a text that no screen knows."""
    words = WHEN if key == "when" else WORDS.get(key, ())
    number = value.removeprefix("-").isdecimal()
    if key == "letter" and len(value) > 1:
        yield diagnose(said.LONG_LETTER, span, letter=value)
    elif words and value not in words and not (key == "when" and (number or value in members)):
        near = did_you_mean(value, words)
        help = near or said.UNKNOWN_LOOK_VALUE.helped(names=with_commas(words))
        yield diagnose(said.UNKNOWN_LOOK_VALUE, span, help, key=key, value=value)


def _looks(thing: object) -> Iterator[nodes.Look]:
    """Yield all looks in a declaration."""
    waiting = [thing]
    while waiting:
        found = waiting.pop()
        if isinstance(found, nodes.Look):
            yield found
        elif isinstance(found, tuple):
            waiting.extend(found)
        elif (
            isinstance(found, nodes.KindDeclaration | nodes.MemberDeclaration | nodes.Field) or found is thing
        ):
            waiting.extend(getattr(found, field) for field in fields(found))


def same_labels(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each two things that are shown side by side under one label."""
    world = checked.world
    everything: list[Labelled] = [variable for variable in world.variables.values() if not variable.option]
    yield from _same(everything, own)
    yield from _same([*world.piles.values()], own)
    yield from _same([*world.supplies.values()], own)
    yield from _same([*world.tracks.values()], own)
    for kind in world.kinds.values():
        lineage = [variable for kin in kind.lineage() for variable in kin.variables.values()]
        yield from _same(lineage, own)


def _same(things: Iterable[Labelled], own: str) -> Iterator[Diagnostic]:
    first: dict[str, Labelled] = {}
    for thing in things:
        if thing.looks.get("hidden") == "yes":
            continue
        label = thing.looks.get("label") or thing.name.replace("_", " ")
        other = first.setdefault(label.casefold(), thing)
        if other is not thing and thing.span.file.startswith(f"{own}/"):
            yield diagnose(
                said.SAME_LABEL, thing.span, None, ((other.span, said.LABELLED_TOO()),), label=label
            )


def hiding(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each name in the texts of the scenario `own` that hides another one."""
    world = checked.world
    rules: tuple[tree.ValueRule | tree.Procedure, ...] = (*world.values.values(), *world.procedures.values())
    for rule in rules:
        if rule.name in BUILT_IN and _is_own(rule.span, own):
            yield diagnose(said.HIDES_BUILT_IN, rule.span, name=rule.name)
    for kind in world.kinds.values():
        for member in kind.own:
            hidden = _without_arguments(world, member.ident)
            if hidden is not None and member.span != kind.span and _is_own(member.span, own):
                yield _hides(member.ident, member.span, hidden)
    yield from _locals(world, own)


def _locals(world: World, own: str) -> Iterator[Diagnostic]:
    seen: set[Span] = set()
    for procedure in world.all_procedures():
        for local in procedure.locals:
            hidden = _without_arguments(world, local.word)
            if hidden is not None and local.span not in seen and _is_own(local.span, own):
                seen.add(local.span)
                yield _hides(local.word, local.span, hidden)


def _without_arguments(world: World, name: str) -> Named | None:
    """Return what a name alone would mean if no member and no local had it."""
    rule = world.named(name)
    if isinstance(rule, tree.Procedure) or (isinstance(rule, tree.ValueRule) and rule.parameters):
        return None
    return rule


def _hides(name: str, span: Span, hidden: Named) -> Diagnostic:
    return diagnose(said.HIDES, span, None, ((hidden.span, said.HIDDEN()),), name=name)


def _is_own(span: Span, own: str) -> bool:
    return span.file.startswith(f"{own}/")


def clashing_letters(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each letter of the scenario `own` that cannot choose its action."""
    world = checked.world
    told: set[frozenset[str]] = set()
    for action in world.actions:
        letter = action.looks.get("letter", "a")
        if len(letter) == 1 and not (letter.isascii() and letter.isalnum()) and _is_own_action(action, own):
            yield diagnose(said.NO_LETTER, action.span, letter=letter, action=action.name)
    for asked, between in _questions(world):
        for one, other in _alike((*asked, *between)):
            pair = frozenset((one.name, other.name))
            meet = one in between or other in between or not exclude_each_other(only_if(one), only_if(other))
            if not meet or pair in told or not (_is_own_action(one, own) or _is_own_action(other, own)):
                continue
            told.add(pair)
            yield diagnose(
                said.SAME_LETTER,
                other.span,
                None,
                ((one.span, said.LETTERED_TOO()),),
                letter=one.looks["letter"],
                one=one.name,
                other=other.name,
            )


def _questions(world: World) -> Iterator[tuple[list[tree.Action], list[tree.Action]]]:
    """Yield the actions of each question: those of the asked player, and those for in between."""
    for procedure in world.all_procedures():
        for node in walk(procedure.body):
            if isinstance(node, tree.Offer):
                yield _actions(node.menus), _actions(node.interrupts)
            elif isinstance(node, tree.Window):
                yield [], _actions(node.menus)


def _actions(menus: tuple[tree.Menu, ...]) -> list[tree.Action]:
    return [action for menu in menus for action in menu.actions]


def _alike(actions: tuple[tree.Action, ...]) -> Iterator[tuple[tree.Action, tree.Action]]:
    """Yield each two different actions with the same letter, in the order of the text."""
    by_letter: dict[str, list[tree.Action]] = {}
    for action in actions:
        letter = action.looks.get("letter", "")
        for other in by_letter.get(letter, ()) if letter else ():
            if other.name != action.name:
                yield other, action
        by_letter.setdefault(letter, []).append(action)


def _is_own_action(action: tree.Action, own: str) -> bool:
    return action.span.file.startswith(f"{own}/")
