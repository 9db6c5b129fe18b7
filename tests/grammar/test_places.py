"""Every node has its source position."""

from collections.abc import Callable, Iterator

from lazaretto.grammar import Diagnostic, Source, Span
from lazaretto.grammar.damage import Damage
from lazaretto.grammar.node_dataclass import fields
from lazaretto.grammar.nodes import Binary, Call, Module, Name, Number

Read = Callable[[str], Module]


def with_parents(node: object, parent: Span) -> Iterator[tuple[object, Span, Span]]:
    if isinstance(node, tuple):
        for each in node:
            yield from with_parents(each, parent)
    elif fields(node) and not isinstance(node, Damage):  # which is no part of the text
        span: Span = getattr(node, "span")  # noqa: B009
        yield node, span, parent
        for field in fields(node):
            yield from with_parents(getattr(node, field), span)


def test_what_is_inside_stands_inside(modules: list[tuple[Source, Module]]) -> None:
    for source, module in modules:
        for node, span, parent in with_parents(module, module.span):
            assert span.file == source.name
            assert (parent.line, parent.column) <= (span.line, span.column), node
            assert (span.end_line, span.end_column) <= (parent.end_line, parent.end_column), node


def test_a_name_stands_where_it_is_written(modules: list[tuple[Source, Module]]) -> None:
    for source, module in modules:
        lines = source.text.split("\n")
        for node, span, _ in with_parents(module, module.span):
            written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
            if isinstance(node, Name) and written != "my" and not set('".') & set(written):
                assert written.strip("()") == node.text
            if isinstance(node, Number) and "(" not in written and not written.startswith("up"):
                assert int(written) == node.value


def test_an_expression_in_a_text_has_its_own_place(read: Read) -> None:
    module = read('to f()\n    say "one {a + b} two {f(c)}"\n')
    found = {
        (span.column, span.end_column)
        for node, span, _ in with_parents(module, module.span)
        if isinstance(node, Binary | Call)
    }
    assert found == {(15, 20), (27, 31)}


def test_a_mistake_in_a_text_has_its_own_place(mistakes: Callable[[str], tuple[Diagnostic, ...]]) -> None:
    (mistake,) = mistakes('to f()\n    say "one {a ++ b}"\n')
    assert (mistake.span.line, mistake.span.column) == (2, 18)


def test_brackets_belong_to_what_they_enclose(read: Read) -> None:
    module = read("to f()\n    let v = (a + b) * c\n")
    spans = [span for node, span, _ in with_parents(module, module.span) if isinstance(node, Binary)]
    assert [(span.column, span.end_column) for span in spans] == [(13, 24), (13, 20)]


def test_a_declaration_goes_to_the_end_of_its_block(read: Read) -> None:
    first, second = read("to f()\n    if a\n        stop\n\nto g()\n    stop # here\n").declarations
    assert first.span == Span("a.rules", 1, 1, 3, 13)
    assert second.span == Span("a.rules", 5, 1, 6, 9)
