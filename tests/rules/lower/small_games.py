"""Lowers small games from source text in a test."""

from lazaretto.grammar import Source, parse
from lazaretto.rules.check.checker import Checked, check
from lazaretto.rules.link.compose_modules import compose
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.lower import lower
from lazaretto.rules.lower.rule_numbering import Numbering


def checked(text: str) -> Checked:
    """Return a checked game without mistakes."""
    module, problems = parse(Source("small.rules", text), "small")
    assert problems == (), problems
    found = check(compose([module], ()), (2, 4))
    assert found.diagnostics == (), found.diagnostics
    return found


class SmallGame:
    """A game with its lowered form; procedures are found by name."""

    def __init__(self, text: str) -> None:
        self.checked = checked(text)
        self.lowered = lower(self.checked)
        numbers = Numbering(self.checked.world).procedures
        self.numbers = {procedure.name: number for procedure, number in numbers.items()}

    def resumable(self, name: str) -> ir.Resumable:
        return self.lowered.resumables[self.numbers[name]]

    def segments(self, name: str) -> list[ir.Block]:
        """Return the bodies of the segments of a procedure."""
        found = self.resumable(name)
        numbers = range(found.entry, found.entry + found.count)
        return [self.lowered.functions[ir.Ref(ir.Role.SEGMENT, number)].body for number in numbers]

    def body(self, role: ir.Role, number: int) -> ir.Block:
        return self.lowered.functions[ir.Ref(role, number)].body
