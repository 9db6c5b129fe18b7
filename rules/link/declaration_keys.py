"""Names declarations and rows of tables: by these names others replace, extend, remove and rename them."""

from collections.abc import Iterable, Iterator

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.link.aliases import Key
from lazaretto.rules.link.read_tables import Row
from lazaretto.rules.run.identifier_of_name import identifier


def key_of(declaration: nodes.Plain) -> Key | None:
    """Return the name by which others may replace or remove a declaration."""
    match declaration:
        case nodes.KindDeclaration(name=name):
            return "kind", name.text
        case nodes.MemberDeclaration(kind=kind, name=name):
            return kind.text, name.text
        case nodes.Variable(name=name):
            return "var", name.text
        case nodes.SupplyDeclaration(name=name):
            return "supply", name.text
        case nodes.TrackDeclaration(name=name):
            return "track", name.text
        case nodes.PileDeclaration(name=name):
            return "pile", name.text
        case nodes.OptionDeclaration(name=name):
            return "option", name.text
        case nodes.ValueDeclaration(name=name):
            return "value", name.text
        case nodes.MenuDeclaration(name=name):
            return "menu", name.text
        case nodes.Procedure(name=name):
            return "to", name.text
        case nodes.Action(name=name) | nodes.ActionExtension(name=name):
            return "action", name.text
        case nodes.Outcome(word=word, text=text):
            return word, text.plain
        case nodes.Invariant(text=text):
            return "invariant", text.plain
        case nodes.Goal(text=text):
            return "goal", text.plain
        case nodes.Test(name=test):
            return "test", test
        case nodes.Change() | nodes.Hook() | nodes.Forbid() | nodes.Look():
            return None


def extends(declaration: nodes.Plain) -> bool:
    """Whether a declaration adds something to another one."""
    return isinstance(declaration, nodes.ActionExtension) or (
        isinstance(declaration, nodes.KindDeclaration | nodes.MemberDeclaration | nodes.MenuDeclaration)
        and declaration.extends
    )


def row_key(row: Row) -> Key:
    """Return the name of a table's row, as a rule would write it."""
    name = row.values.get("name")
    if isinstance(name, str):
        return row.kind, identifier(name)
    ends = row.values.get("ends")
    if isinstance(ends, list):
        return row.kind, "_".join(identifier(str(end)) for end in ends)
    return row.kind, f"row at line {row.span.line}"


def spot(declaration: nodes.Plain) -> Span:
    """Return the span of the name of a declaration, or of the declaration if it has no name."""
    match declaration:
        case nodes.Outcome(text=text) | nodes.Invariant(text=text) | nodes.Goal(text=text):
            return text.span
        case nodes.Test() | nodes.Change() | nodes.Hook() | nodes.Forbid() | nodes.Look():
            return declaration.span
        case _:
            return declaration.name.span


def taken_names(modules: Iterable[nodes.Module], rows: Iterable[Row]) -> dict[Key, list[Span]]:
    """Return the sort and name of all that is declared, and where; the sort of attributes is `Kind.`."""
    found: dict[Key, list[Span]] = {}
    for module in modules:
        for node in module.declarations:
            if not isinstance(node, nodes.Replace | nodes.Remove | nodes.Prefer | nodes.Alias):
                for key, span in _taken(node):
                    found.setdefault(key, []).append(span)
    for row in rows:
        found.setdefault(row_key(row), []).append(row.place("name"))
    return found


def _taken(node: nodes.Plain) -> Iterator[tuple[Key, Span]]:
    key = key_of(node)
    if key is not None and not extends(node):
        yield key, spot(node)
    if isinstance(node, nodes.KindDeclaration | nodes.MemberDeclaration):
        for rule in node.rules:
            if isinstance(rule, nodes.Action):
                yield ("action", rule.name.text), rule.name.span
    if isinstance(node, nodes.KindDeclaration):
        for member in node.members:
            yield (node.name.text, member.text), member.span
        for field in node.fields:
            yield (f"{node.name.text}.", field.name.text), field.name.span
            yield from _words(field.type)
    elif isinstance(node, nodes.Variable | nodes.OptionDeclaration):
        yield from _words(node.type)


def _words(kind: nodes.Type) -> Iterator[tuple[Key, Span]]:
    """Yield the members of a choice such as `open | closed`."""
    if isinstance(kind, nodes.ChoiceType):
        for word in kind.members:
            yield ("", word.text), word.span
