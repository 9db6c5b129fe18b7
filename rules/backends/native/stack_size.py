"""Computes how much stack a game needs for the frames of its suspended rules."""

from lazaretto.rules.lower.ir import Act, Enter, Leave, Lowered, Ref, Role, Settle
from lazaretto.rules.lower.ir.walk import statements
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.limits import DEEPEST


def stack_room(tables: CompiledGame, lowered: Lowered) -> tuple[int, int, int]:
    """Return the size of the longest chain of frames in which none begins twice, and both parts of the stack.

    All are counted in words. An action may begin where a rule offers actions; procedures that may begin anew
    while they run have room for as many frames as a stack may have.
    """
    resumables = lowered.resumables
    sizes = {number: len(each.slots) + 1 for number, each in resumables.items()}
    settling = {each for each in resumables if each == tables.settle}
    actions = {each.procedure for each in tables.actions} & resumables.keys() | settling
    begun: dict[int, set[int]] = {}
    for number, each in resumables.items():
        found = begun[number] = set()
        for segment in range(each.entry, each.entry + each.count):
            for node in statements(lowered.functions[Ref(Role.SEGMENT, segment)].body):
                if isinstance(node, Enter):
                    found.add(node.procedure)
                elif isinstance(node, Act):
                    found |= actions
                elif isinstance(node, Settle | Leave):
                    found |= settling
    longest = _longest(sizes, begun)
    again = max((sizes[each] for each in _repeated(begun)), default=0)
    return longest, 2 * longest, (DEEPEST + 1) * again


def _repeated(begun: dict[int, set[int]]) -> set[int]:
    """Return the procedures that may begin again while they run."""
    found: set[int] = set()
    for number, first in begun.items():
        waiting, seen = [*first], set(first)
        while waiting:
            for each in begun[waiting.pop()] - seen:
                seen.add(each)
                waiting.append(each)
        if number in seen:
            found.add(number)
    return found


def _longest(sizes: dict[int, int], entered: dict[int, set[int]]) -> int:
    known: dict[int, int] = {}

    def size(number: int) -> int:
        if number not in known:
            known[number] = 0
            known[number] = sizes[number] + max((size(each) for each in entered[number]), default=0)
        return known[number]

    return max((size(each) for each in sizes), default=0)
