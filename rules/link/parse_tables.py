"""Turns the text of a table into its entries."""

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.source import Source
from lazaretto.rules.link import messages
from lazaretto.rules.link.grid_rows import GRID, grid_rows
from lazaretto.rules.link.table_rows import Row, row_of
from lazaretto.rules.link.toml_positions import read_toml


def parse_table(source: Source) -> tuple[list[Row], tuple[Diagnostic, ...]]:
    """Return the entries of a table, drawn in grids or listed; none is missing unless it has mistakes."""
    document, problems = read_toml(source)
    if document is None:
        return [], problems
    rows, wrong = grid_rows(document)
    for kind, entries in document.values.items():
        if kind == GRID and isinstance(entries, dict):
            continue
        if isinstance(entries, list) and all(isinstance(each, dict) for each in entries):
            rows += (row_of(document, kind, number, each) for number, each in enumerate(entries))
        else:
            wrong.append(messages.no_entry(document.place((kind,)).key, kind))
    return rows, (*problems, *wrong)
