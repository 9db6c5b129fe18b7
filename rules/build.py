"""Builds compiled tables from a scenario's folder: read, parse, compose, check, lower, compile.

`link` gives everything that the checker knows about a scenario, for tools; `compile_linked` makes a program
of it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from pathlib import Path

from lazaretto.grammar import nodes
from lazaretto.grammar.damage import Damage, together
from lazaretto.grammar.diagnostics import Diagnostic, ordered
from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.parser import parse
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.check.checker import Checked, check
from lazaretto.rules.check.definition_index import References
from lazaretto.rules.errors.checker_diagnostics import too_deep
from lazaretto.rules.link.compose_modules import Composed, compose
from lazaretto.rules.link.join_test_files import not_tests, with_tests
from lazaretto.rules.link.messages import option_too
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.link.read_tables import Row
from lazaretto.rules.link.resolve_owner_names import scenario_of, short_name
from lazaretto.rules.link.rule_numbers import rule_numbers
from lazaretto.rules.link.safe_files import FILE
from lazaretto.rules.link.syntax_error_help import with_known_names
from lazaretto.rules.lower.game_tables import Head
from lazaretto.rules.lower.ir import Lowered
from lazaretto.rules.lower.lower import LoweredGame
from lazaretto.rules.pause_garbage_collection import collection_paused
from lazaretto.rules.run.backend import Code
from lazaretto.rules.run.compiled_game import CompiledGame, ModuleInfo, SwitchInfo
from lazaretto.rules.tools.blame_mods import blame_layers, blame_mods, blame_uses, undecided


@value
class Linked:
    """Everything known about a game before it is compiled."""

    checked: Checked | None
    head: Head | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    modules: tuple[nodes.Module, ...] = ()
    composed: Composed | None = None
    references: References = field(default_factory=References)
    """The meaning of each name; filled as far as possible even if there are mistakes."""


Parse = Callable[[Source, str, bool], tuple[nodes.Module, tuple[Diagnostic, ...]]]


def parse_once() -> Parse:
    """Return a parser that remembers the texts it has parsed."""
    return cache(parse)


def link(
    folder: Path,
    switches: frozenset[str] = frozenset(),
    search: Sequence[Path] = (),
    tests: bool = True,
    parsing: Parse | None = None,
) -> Linked:
    """Read and check a scenario, optionally with its tests.

    Who links the same texts several times passes a `parsing` that remembers them.
    """
    pack, problems, sources = read_pack(folder, switches=switches, search=search, partial=True, tests=tests)
    if pack is None:
        return Linked(None, None, ordered(problems), sources)
    return link_pack(pack, sources, tests, problems, parsing)


@collection_paused()
def link_pack(
    pack: Pack,
    sources: Mapping[str, Source],
    tests: bool = True,
    problems: tuple[Diagnostic, ...] = (),
    parsing: Parse | None = None,
) -> Linked:
    """Parse, compose and check a scenario that has been read; `problems` are the mistakes found so far.

    Checking continues after syntax errors, but mistakes that they may have caused are not reported.
    """
    modules, problems = _parsed(pack, tests, problems, parsing or parse)
    problems = with_known_names(problems, modules, pack.rows, sources)
    damage = together((Damage(nameless=pack.gaps), *(module.damage for module in modules)))
    if damage.blind:
        return Linked(None, None, ordered(problems), sources)
    manifest = pack.manifest
    start = Span(f"{manifest.name}/{FILE}", 1, 1, 1, 1)
    composed = compose(modules, pack.rows, start, damage, pack.naming)
    problems = (*problems, *_parts_like_options(pack, composed))
    try:
        checked = check(composed, manifest.players, manifest.name, tests)
    except RecursionError:
        return Linked(None, None, (too_deep(start),), sources)
    diagnostics = checked.diagnostics
    if diagnostics:
        diagnostics = _blamed(pack, modules, sources, diagnostics, damage)
        diagnostics = undecided(diagnostics, problems, manifest.name, pack.uses, pack.naming, sources)
    if problems:
        return Linked(None, None, ordered((*problems, *diagnostics)), sources, references=checked.references)
    head = Head(
        manifest.name,
        manifest.title,
        manifest.description,
        pack.players,
        pack.digest,
        tuple(switch.name for switch in pack.switches if switch.on),
        tuple(SwitchInfo(switch.name, switch.title, switch.default) for switch in pack.switches),
        tuple(_info(module, pack) for module in modules[: len(pack.texts)]),
        pack.coast,
        rule_numbers(modules, pack.sections),
    )
    return Linked(checked, head, diagnostics, sources, tuple(modules), composed, checked.references)


def _parsed(
    pack: Pack, tests: bool, problems: tuple[Diagnostic, ...], parsing: Parse
) -> tuple[list[nodes.Module], tuple[Diagnostic, ...]]:
    """Return the modules with the tests beside them, then tests of whole scenarios; and all mistakes."""
    modules: list[nodes.Module] = []
    for name, source in pack.texts:
        module, diagnostics = parsing(source, name, tests)
        modules.append(module)
        problems = (*problems, *diagnostics)
    for name, source in pack.tests if tests else ():
        cases, diagnostics = parsing(source, name, tests)
        problems = (*problems, *diagnostics, *not_tests(cases, source))
        modules = with_tests(modules, cases)
    return modules, problems


def _info(module: nodes.Module, pack: Pack) -> ModuleInfo:
    section = pack.sections.get(module.name, "")
    told = "" if scenario_of(module.name) in pack.layers else module.documentation
    return ModuleInfo(short_name(module.name), module.span.file, told, section)


def _parts_like_options(pack: Pack, composed: Composed) -> Iterator[Diagnostic]:
    """Yield a mistake for each optional part that has the name of an option: nobody could set the option."""
    options = [each.declaration for each in composed.placed]
    named = {
        option.name.text: option.name.span
        for option in options
        if isinstance(option, nodes.OptionDeclaration)
    }
    for part in pack.switches:
        if part.name in named:
            yield option_too(part.span, part.name, named[part.name])


def _blamed(
    pack: Pack,
    modules: Sequence[nodes.Module],
    sources: Mapping[str, Source],
    found: tuple[Diagnostic, ...],
    damage: Damage,
) -> tuple[Diagnostic, ...]:
    """Return mistakes with those that a mod causes in the files of others under the mod's own line."""

    def recheck(others: Sequence[nodes.Module], rows: Sequence[Row]) -> tuple[tuple[Diagnostic, ...], int]:
        composed = compose(others, rows, damage=damage, naming=pack.naming)
        checked = check(composed, pack.manifest.players, pack.manifest.name, tests=False)
        members = sum(len(kind.own) for kind in checked.world.kinds.values())
        return checked.diagnostics, len(composed.placed) + checked.world.expressions + members

    clashing = blame_uses(found, pack.manifest.name, pack.uses, pack.naming)
    if clashing is not None:
        return clashing
    found = blame_mods(found, modules, pack.rows, pack.naming.uses, sources, recheck)
    return blame_layers(found, pack.uses, pack.naming)


class TooDeepError(Exception):
    """The rules of a game are nested too deeply to compile them."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@collection_paused()
def compile_linked(linked: Linked, backend: Callable[[Lowered], Code] | None = None) -> CompiledGame | None:
    """Compile a linked scenario without mistakes; by default with the Python back end.

    Raises:
        TooDeepError: the rules are nested too deeply.
    """
    if linked.checked is None or linked.head is None or linked.diagnostics:
        return None
    try:
        return compile_checked(linked.checked, linked.head, backend)
    except RecursionError as error:
        raise TooDeepError(too_deep(Span(f"{linked.head.name}/{FILE}", 1, 1, 1, 1))) from error


def compile_checked(
    checked: Checked, head: Head, backend: Callable[[Lowered], Code] | None = None
) -> CompiledGame:
    """Compile a game that was checked without mistakes."""
    if backend is None:
        from lazaretto.rules.backends.python.compile_passes import compile_python  # noqa: PLC0415

        backend = compile_python
    game = LoweredGame(checked)
    return game.tables(head, backend(game.lowered))
