"""Finds the line that causes mistakes in the texts of others, and reports that line first.

- A mod may replace, extend, remove or change what other scenarios declare; if that does not fit, the mistakes
  are found in their files. Whoever reads them can only mend the mod. So the declarations of the mods are left
  out, one by one or by halves, until the mistake is gone: the one that makes the difference is the cause, and
  all mistakes that are gone with it are told once.
- Two games that were not made for each other break each other in many places: that is told once, at the
  `uses` line that brought them together.
- A layer needs names that only games declare. What a game must add to it is told at the `uses` line too.
- Conflicts between rules of used scenarios, which only the scenario that uses them can decide, show the entry
  of `uses` behind them. While a `prefer` line of that scenario is wrong, they wait: the line may decide them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic, ordered
from lazaretto.grammar.message import MessageText
from lazaretto.grammar.node_dataclass import changed, value
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.errors.conflict_diagnostics import blame, layer_lacks, used_here, used_together
from lazaretto.rules.link.declaration_keys import key_of, row_key, spot
from lazaretto.rules.link.nameable_modules import Naming
from lazaretto.rules.link.read_tables import Row

MOST_CAUSES = 10
"""After this many causes, the other mistakes are reported where they are found."""

MOST_TRIED = 8
"""How many declarations are tried one by one, before they are tried by halves."""

MOST_CHECKED = 300_000
"""After checking so many names, numbers, operators, declarations and members, which takes some seconds, the
other mistakes are reported where they are found."""

NEVER_CAUSED = frozenset({"R003", "R019", "R026", "R045", "R046", "R071"})
"""Mistakes that lie between two lines and show both of them, or in one line alone."""

TWICE = "R003"
"""A name is declared twice; whatever else breaks follows from that."""

EACH_MISTAKE = 50
"""For how many of these a mistake counts, since it is described."""

Part = nodes.Declaration | Row
_Told = tuple[Span, str, str]
Recheck = Callable[[Sequence[nodes.Module], Sequence[Row]], tuple[Iterable[Diagnostic], int]]
"""Checks other declarations, and also returns how many things were checked."""


class _SpentError(Exception):
    """So much has been checked that no more causes are searched."""


@value
class _Suspect:
    """A declaration or row of a mod: what it does to which name, and all names that it may affect."""

    part: Part
    scenario: str
    word: str
    name: str
    names: frozenset[str]
    span: Span


def blame_mods(
    found: Sequence[Diagnostic],
    modules: Sequence[nodes.Module],
    rows: Sequence[Row],
    uses: Mapping[str, frozenset[str]],
    sources: Mapping[str, Source],
    recheck: Recheck,
) -> tuple[Diagnostic, ...]:
    """Return the mistakes, those that a mod causes in the files of others under the line of the mod."""
    left = dict.fromkeys(found := tuple(_facing_mod(diagnostic, uses) for diagnostic in found))
    again = {diagnostic.span for diagnostic in found if diagnostic.code == TWICE}
    suspects: dict[str, list[_Suspect]] = {}
    for suspect in _suspects(modules, rows):
        suspects.setdefault(suspect.scenario, []).append(suspect)
    diagnostics: list[Diagnostic] = []
    trial = _Trial(found, modules, rows, recheck)
    with suppress(_SpentError):
        for _ in range(MOST_CAUSES):
            foreign = {diagnostic: None for diagnostic in left if _strangers(diagnostic, suspects, uses)}
            for mistake in foreign:
                strangers = _strangers(mistake, suspects, uses)
                cause = trial.cause_in_last(mistake, [suspects[stranger] for stranger in strangers], sources)
                if cause is None:
                    diagnostics.append(mistake)
                    del left[mistake]
                    continue
                gone = {
                    diagnostic: None
                    for diagnostic in left
                    if diagnostic in foreign and trial.mends((cause,), diagnostic)
                }
                line = trial.rule_inside(cause, mistake)
                if line.span not in again:
                    diagnostics.append(blame(line.word, line.name, line.span, [*gone]))
                left = {diagnostic: None for diagnostic in left if diagnostic not in gone}
                break
    return ordered((*diagnostics, *left))


def _facing_mod(mistake: Diagnostic, uses: Mapping[str, frozenset[str]]) -> Diagnostic:
    """Return a name that is declared twice as a mistake of the scenario that builds on the other one."""
    if mistake.code != TWICE or not mistake.others:
        return mistake
    (other, text), *rest = mistake.others
    if _scenario(other) == _scenario(mistake.span) or _scenario(mistake.span) not in uses.get(
        _scenario(other), ()
    ):
        return mistake
    others = ((mistake.span, text), *rest)
    return Diagnostic(mistake.code, mistake.message, other, mistake.help, others=others)


def _strangers(
    mistake: Diagnostic, scenarios: Iterable[str], uses: Mapping[str, frozenset[str]]
) -> list[str]:
    """Return the scenarios that the mistake's own scenario does not build on."""
    own = _scenario(mistake.span)
    if mistake.code in NEVER_CAUSED:
        return []
    return [scenario for scenario in scenarios if scenario not in uses.get(own, {own, scenario})]


def _scenario(span: Span) -> str:
    return span.file.partition("/")[0]


class _Trial:
    """Checks the game without some declarations, and remembers what was found."""

    def __init__(
        self,
        found: Sequence[Diagnostic],
        modules: Sequence[nodes.Module],
        rows: Sequence[Row],
        recheck: Recheck,
    ) -> None:
        self.modules, self.rows, self.recheck = modules, rows, recheck
        self.checked = 0
        self.told = frozenset(map(_told, found))
        self.known: dict[frozenset[int], frozenset[_Told]] = {}

    def cause_in_last(
        self, mistake: Diagnostic, suspects: Sequence[list[_Suspect]], sources: Mapping[str, Source]
    ) -> _Suspect | None:
        """Return the cause, in the last scenario that has one: the others were there before it."""
        for some in (*reversed(suspects), list(chain.from_iterable(suspects))):
            cause = self.cause(mistake, *_likely_first(some, mistake, sources))
            if cause is not None:
                return cause
        return None

    def rule_inside(self, cause: _Suspect, mistake: Diagnostic) -> _Suspect:
        """Return the rule inside a member or kind that is the cause; else the cause itself."""
        part = cause.part
        if not isinstance(part, nodes.MemberDeclaration | nodes.KindDeclaration):
            return cause
        for rule in part.rules[:MOST_TRIED]:
            suspect = _rule(rule, part, cause.scenario)
            smaller = changed(part, rules=tuple(each for each in part.rules if each is not rule))
            modules = [
                _replace_declarations(
                    module, [smaller if one is part else one for one in module.declarations]
                )
                for module in self.modules
            ]
            if suspect is not None and _told(mistake) not in self._check(modules, self.rows):
                return suspect
        return cause

    def cause(self, mistake: Diagnostic, suspects: list[_Suspect], likely: int) -> _Suspect | None:
        """Return the declaration without which there is no such mistake; None if there is not just one.

        The first suspects, up to `likely`, are tried one by one.
        """
        if not self.without(suspects, mistake):
            return None
        for suspect in suspects[: min(likely, MOST_TRIED)]:
            if self.mends((suspect,), mistake):
                return suspect
        while len(suspects) > 1:
            middle = len(suspects) // 2
            half = next(
                (each for each in (suspects[:middle], suspects[middle:]) if self.without(each, mistake)), None
            )
            if half is None:
                return None
            suspects = half
        return suspects[0] if self.mends(suspects, mistake) else None

    def mends(self, suspects: Sequence[_Suspect], mistake: Diagnostic) -> bool:
        """Whether leaving declarations out takes a mistake away, and brings no other one to its line.

        Another one may hide it: a layer needs what the games declare.
        """
        if not self.without(suspects, mistake):
            return False
        new = self._found(suspects) - self.told
        here = mistake.span.file, mistake.span.line
        return all((span.file, span.line) != here for span, _, _ in new)

    def without(self, suspects: Sequence[_Suspect], mistake: Diagnostic) -> bool:
        """Whether a mistake is gone if some declarations are left out."""
        return _told(mistake) not in self._found(suspects)

    def _found(self, suspects: Sequence[_Suspect]) -> frozenset[_Told]:
        dropped = frozenset(id(suspect.part) for suspect in suspects)
        found = self.known.get(dropped)
        if found is None:
            modules = [
                _replace_declarations(module, [one for one in module.declarations if id(one) not in dropped])
                for module in self.modules
            ]
            rows = [row for row in self.rows if id(row) not in dropped]
            found = self.known[dropped] = self._check(modules, rows)
        return found

    def _check(self, modules: Sequence[nodes.Module], rows: Sequence[Row]) -> frozenset[_Told]:
        if self.checked >= MOST_CHECKED:
            raise _SpentError
        diagnostics, checked = self.recheck(modules, rows)
        told = frozenset(map(_told, diagnostics))
        self.checked += checked + EACH_MISTAKE * len(told)
        return told


def _told(mistake: Diagnostic) -> _Told:
    """Return what makes a mistake the same; its help may offer other names."""
    return mistake.span, mistake.code, mistake.message


def _replace_declarations(module: nodes.Module, declarations: Sequence[nodes.Declaration]) -> nodes.Module:
    """Return a module with other declarations."""
    return nodes.Module(module.name, module.documentation, tuple(declarations), module.span, module.damage)


def _likely_first(
    suspects: list[_Suspect], mistake: Diagnostic, sources: Mapping[str, Source]
) -> tuple[list[_Suspect], int]:
    """Sort declarations by where their name is: quoted in the message, elsewhere in it, or in the line.

    The number says how many of them are named at all.
    """
    source = sources.get(mistake.span.file)
    line = source.line(mistake.span.line) if source is not None else ""
    quoted = " ".join(mistake.message.split("`")[1::2])
    ranks = [_words(quoted), _words(mistake.message), _words(line)]

    def rank(suspect: _Suspect) -> int:
        found = (at for at, words in enumerate(ranks) if not suspect.names.isdisjoint(words))
        return next(found, len(ranks))

    named = sum(rank(each) < len(ranks) for each in suspects)
    return sorted(suspects, key=rank), named


def _words(text: str) -> set[str]:
    return set("".join(each if each.isalnum() or each == "_" else " " for each in text).split())


def _suspects(modules: Iterable[nodes.Module], rows: Iterable[Row]) -> Iterator[_Suspect]:
    for module in modules:
        scenario = module.name.partition("/")[0]
        for node in module.declarations:
            match node:
                case nodes.Replace(declaration=inner):
                    yield _suspect(node, scenario, "replace", inner)
                case nodes.Remove(name=name):
                    yield _Suspect(node, scenario, "remove", name.text, frozenset({name.text}), name.span)
                case nodes.Prefer() | nodes.Alias():
                    pass
                case nodes.Hook() | nodes.Forbid() | nodes.Change():
                    rule = _rule(node, node, scenario)
                    assert rule is not None
                    yield rule
                case nodes.Look() | nodes.Test():
                    pass
                case _:
                    extends = getattr(node, "extends", False)
                    yield _suspect(node, scenario, "extend" if extends else "new", node)
    for row in rows:
        entry = row_key(row)[1]
        yield _Suspect(row, _scenario(row.span), "new", entry, frozenset({entry}), row.place("name"))


def _rule(node: object, part: nodes.Declaration, scenario: str) -> _Suspect | None:
    """Return a rule about something, which is a declaration or stands in one; None for anything else."""
    if isinstance(node, nodes.Hook | nodes.Forbid | nodes.Change):
        word, name = "change" if isinstance(node, nodes.Change) else "hook", node.target.text
        return _Suspect(part, scenario, word, name, frozenset({name}), node.span)
    return None


def _suspect(part: nodes.Declaration, scenario: str, word: str, node: nodes.Plain) -> _Suspect:
    key = key_of(node)
    name = key[1] if key is not None else ""
    names = {name}
    if isinstance(node, nodes.KindDeclaration):
        names |= {field.name.text for field in node.fields} | {member.text for member in node.members}
    return _Suspect(part, scenario, word, name, frozenset(names), spot(node))


_Pair = tuple[str, str]


def blame_uses(
    found: Sequence[Diagnostic], own: str, places: Mapping[str, Span], naming: Naming
) -> tuple[Diagnostic, ...] | None:
    """Return the mistakes with those of clashing scenarios under the `uses` lines; None if none clash.

    `own` is the scenario that uses the others, `places` are its entries in `uses`.
    """
    clashes: dict[_Pair, list[Diagnostic]] = {}
    for diagnostic in found:
        pair = _clash(diagnostic, own, naming.uses)
        if pair is not None and _entry_of(pair[1], places, naming.uses) is not None:
            clashes.setdefault(pair, []).append(diagnostic)
    if not clashes:
        return None
    told = {id(diagnostic) for clash in clashes.values() for diagnostic in clash}
    rest = [diagnostic for diagnostic in found if id(diagnostic) not in told]
    follows = [
        diagnostic
        for diagnostic in rest
        if _follows(diagnostic, own, {name for pair in clashes for name in pair})
    ]
    diagnostics: list[Diagnostic] = []
    for number, ((one, other), clash) in enumerate(clashes.items()):
        span = _entry_of(other, places, naming.uses)
        assert span is not None
        diagnostics.append(used_together(span, one, other, clash, follows if number == 0 else ()))
    return (*diagnostics, *ordered(diagnostic for diagnostic in rest if diagnostic not in follows))


def _follows(each: Diagnostic, own: str, clashing: set[str]) -> bool:
    """Whether a mistake in the files of others may be gone once two scenarios are no longer used together."""
    found = {span.file.partition("/")[0] for span in (each.span, *(other for other, _ in each.others))}
    return own not in found and (each.code not in NEVER_CAUSED or not found.isdisjoint(clashing))


def _clash(each: Diagnostic, own: str, uses: Mapping[str, frozenset[str]]) -> _Pair | None:
    """Return the two scenarios that declare the same, if neither builds on the other."""
    if each.code != TWICE or not each.others:
        return None
    one, other = (span.file.partition("/")[0] for span in (each.others[0][0], each.span))
    related = one in uses.get(other, ()) or other in uses.get(one, ())
    return None if own in (one, other) or related else (one, other)


def _entry_of(name: str, places: Mapping[str, Span], uses: Mapping[str, frozenset[str]]) -> Span | None:
    """Return the entry that brings a scenario: its own, or that of one which builds on it."""
    brings = (span for entry, span in places.items() if name in uses.get(entry, ()))
    return places.get(name) or next(brings, None)


def blame_layers(
    found: Sequence[Diagnostic], places: Mapping[str, Span], naming: Naming
) -> tuple[Diagnostic, ...]:
    """Return the mistakes, those in the files of used layers under the `uses` line as what a game lacks.

    `places` are the entries of `uses`.
    """
    diagnostics: list[Diagnostic] = []
    for layer, board in naming.layers.items():
        span = _entry_of(layer, places, naming.uses)
        inside = [diagnostic for diagnostic in found if diagnostic.span.file.startswith(f"{layer}/")]
        names = list(dict.fromkeys(name for diagnostic in inside for name in _lacking(diagnostic)))
        attributes = {each.rpartition(".")[2] for each in names if "." in each}
        names = [each for each in names if each not in attributes]
        if span is not None and names:
            diagnostics.append(layer_lacks(span, layer, names, board, inside))
            found = [diagnostic for diagnostic in found if diagnostic not in inside]
    return (*diagnostics, *found)


def _lacking(mistake: Diagnostic) -> Iterator[str]:
    """Yield what would have to be declared, as far as a mistake is about something that is not there."""
    if not isinstance(mistake.message, MessageText):
        return
    gaps = mistake.message.gaps
    match mistake.message.message.key:
        case "R001":
            yield f"{gaps['name']}"
        case "R001.sort":
            yield f"menu {gaps['name']}" if gaps["sort"] == "menu" else f"{gaps['name']}"
        case "R004.some" | "R004.none":
            yield f"{gaps['kind']}.{gaps['name']}"
        case "R006":
            yield f"kind {gaps['name']}"
        case "R021.none":
            yield "phase game"
        case "R028":
            yield f"kind ... links {gaps['kind']}"
        case "R031":
            yield "kind " + "".join(each.capitalize() for each in f"{gaps['name']}".split("_"))
        case _:
            pass


CONFLICTS = frozenset({"R019", "R026", "R045", "R071"})
"""Two rules meet, and which one wins is not said."""


def undecided(
    found: Iterable[Diagnostic],
    problems: Sequence[Diagnostic],
    own: str,
    places: Mapping[str, Span],
    naming: Naming,
    sources: Mapping[str, Source],
) -> tuple[Diagnostic, ...]:
    """Return the mistakes, conflicts of others with their `uses` line or left out until `prefer` is right.

    `problems` are the mistakes found before the rules were checked, `places` the entries of `uses`.
    """
    found = tuple(found)
    wait = any(_in_preference(diagnostic.span, own, sources) for diagnostic in (*problems, *found))
    told = (_shown(diagnostic, own, places, naming.uses) for diagnostic in found)
    return tuple(diagnostic for diagnostic, conflict in told if not (conflict and wait))


def _in_preference(span: Span, own: str, sources: Mapping[str, Source]) -> bool:
    source = sources.get(span.file)
    return (
        source is not None
        and span.file.partition("/")[0] == own
        and source.line(span.line).split()[:1] == ["prefer"]
    )


def _shown(
    each: Diagnostic, own: str, places: Mapping[str, Span], uses: Mapping[str, frozenset[str]]
) -> tuple[Diagnostic, bool]:
    """Return a mistake as it is told, and whether it is a conflict of two others."""
    if each.code not in CONFLICTS or not each.others:
        return each, False
    one, other = (span.file.partition("/")[0] for span in (each.others[0][0], each.span))
    if own in (one, other) or one == other or one in uses.get(other, ()) or other in uses.get(one, ()):
        return each, False
    entry = places.get(other) or next(
        (span for name, span in places.items() if other in uses.get(name, ())), None
    )
    if entry is None:
        return each, True
    return replace(each, others=(*each.others, (entry, used_here(other)))), True
